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
        Err(error) if error.is_temporary() => Err(error),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, Options, Writer, container::BlockBuilder, container::Compressor};

    /// Neighboring games that cannot be read form one entry; a readable game between them separates entries.
    #[test]
    fn corrupt_neighbours_are_listed_together() {
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        let mut builder = BlockBuilder::new(Codec::Byte);
        (0..6).for_each(|_| builder.add(&Game::new()).unwrap());
        writer.write_block(builder.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
        writer.replace_game(2, &Game::new(), None).unwrap();
        writer.delete_game(4, None).unwrap();
        let mut file = writer.finish().unwrap();
        let whole = Reader::from_bytes(file.clone()).unwrap();
        let layouts =
            whole.block_header(0).unwrap().sections.iter().find(|section| section.kind == 7).unwrap().range.clone();
        file[(whole.blocks()[0].range.start + layouts.start) as usize] ^= 1;
        let reader = Reader::from_bytes(file).unwrap();
        let mut read = Vec::new();
        let mut on_game = |number, _: &Game| memory::push(&mut read, number);
        let corrupt = each_game(&reader, 0, 0..6, &mut on_game).unwrap();
        let games: Vec<_> = corrupt.iter().map(|corruption| corruption.games.clone()).collect();
        assert_eq!((read, games), (vec![2], vec![0..2, 3..4, 5..6]));
        assert_eq!([0, 1, 5].map(|number| is_cut(&reader, number).unwrap()), [false; 3]);
    }
}
