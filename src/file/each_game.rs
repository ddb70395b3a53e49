//! Reads some games of a block one after another, including replacements of other games.

use crate::{
    Corruption, Game, Reader, Result,
    container::{Block, Edit},
    memory,
};

/// Passes games of a block to `on_game`, by their numbers in ascending order, without deleted games. Passes only complete games:
/// returns the corruption of games that cannot be read without loss.
///
/// Errors: from `on_game`, and [`NoMemory`](crate::ErrorCode::NoMemory).
pub(crate) fn each_game(
    reader: &Reader,
    index: usize,
    numbers: impl IntoIterator<Item = u64>,
    on_game: &mut dyn FnMut(u64, &Game) -> Result<()>,
) -> Result<Vec<Corruption>> {
    let first_game = reader.block_info(index).first_game;
    let mut block = LazyBlock::new(reader, index);
    let mut game = Game::new();
    let mut corrupt = Vec::new();
    for number in numbers {
        let read = match reader.edit(number) {
            Some(Edit::Deleted) => continue,
            Some(Edit::Replaced(_)) => reader.read_game(number, &mut game),
            None => block.get().and_then(|block| block.read_game((number - first_game) as usize, &mut game)),
        };
        match read {
            Ok(()) => on_game(number, &game)?,
            Err(error) if error.is_no_memory() => return Err(error),
            Err(error) => add(&mut corrupt, Corruption::lost(number..number + 1, error))?,
        }
    }
    Ok(corrupt)
}

/// Returns whether a game was split at the size limit, so that the next game is its continuation (`limits.4`).
pub(crate) fn is_cut(reader: &Reader, number: u64) -> Result<bool> {
    if number + 1 == reader.number_end() {
        return Ok(false);
    }
    let mut next = Game::new();
    match reader.read_tags(number + 1, &mut next) {
        Err(error) if error.is_no_memory() => Err(error),
        read => Ok(read.is_ok() && next.continued),
    }
}

/// Adds a game that cannot be read; joins it with the game before if that has the same error.
fn add(corrupt: &mut Vec<Corruption>, next: Corruption) -> Result<()> {
    let place = |corruption: &Corruption| (corruption.error.code(), corruption.error.offset());
    match corrupt.last_mut().filter(|last| last.games.end == next.games.start && place(last) == place(&next)) {
        Some(last) => last.games.end = next.games.end,
        None => memory::push(corrupt, next)?,
    }
    Ok(())
}

/// A block that is read once, when one of its games is needed.
struct LazyBlock<'a> {
    reader: &'a Reader,
    index: usize,
    loaded: Option<Result<Block>>,
}

impl<'a> LazyBlock<'a> {
    fn new(reader: &'a Reader, index: usize) -> LazyBlock<'a> {
        LazyBlock { reader, index, loaded: None }
    }

    fn get(&mut self) -> Result<&Block> {
        let load = || Ok(self.reader.load_block(self.index)?.with_checked(self.reader.checked_games(self.index)));
        self.loaded.get_or_insert_with(load).as_ref().map_err(Clone::clone)
    }
}
