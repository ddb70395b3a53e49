//! Reading everything that can be read, and listing what cannot: what export, verify, repair and recode share.

use std::{cell::Cell, ops::Range};

use crate::{
    Corruption, Error, Game, Reader, Result,
    container::{Block, Edit},
};

thread_local! {
    /// The game that was read last on a thread, for its memory: to get that from the system takes longer than to fill it. Threads
    /// end with the operation.
    static SPARE: Cell<Game> = Cell::new(Game::new());
}

/// Counts of an export or of a recoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exported {
    /// Games written.
    pub games: u64,
    /// Games that are lost or incomplete.
    pub corrupt: u64,
}

impl Exported {
    /// Counts what was found in a block, and passes it to `on_corruption`.
    pub(super) fn report(
        &mut self,
        found: Vec<Corruption>,
        on_corruption: &mut impl FnMut(&Corruption) -> Result<()>,
    ) -> Result<()> {
        for corruption in found {
            if corruption.error.is_no_memory() {
                return Err(corruption.error);
            }
            self.corrupt += corruption.count();
            on_corruption(&corruption)?;
        }
        Ok(())
    }
}

/// The blocks that hold games of `range`, with the games in each.
pub(super) fn blocks_in(reader: &Reader, range: Range<u64>) -> impl Iterator<Item = (usize, Range<u64>)> + use<'_> {
    let first = reader.blocks().partition_point(|block| block.first_game + block.games <= range.start);
    let blocks = reader.blocks()[first..].iter().take_while(move |block| block.first_game < range.end);
    (first..).zip(blocks).map(move |(index, block)| {
        (index, block.first_game.max(range.start)..(block.first_game + block.games).min(range.end))
    })
}

/// Passes every game of a block that can be read to `on_game`, and returns what is corrupt. All moves are checked.
pub(super) fn check_block(reader: &Reader, index: usize, games: Range<u64>) -> Vec<Corruption> {
    let (block, errors) = match reader.salvage_block(index) {
        Ok(salvaged) => salvaged,
        Err(error) => return lost_games(reader, games, &error, |_| Ok(())),
    };
    let found = read_games(reader, index, (&block, errors), games, |_| Ok(()));
    reader.checked_games(index).add_first(block.checked().count());
    found
}

/// Passes every game of a block that can be read to `on_game`, and returns what is corrupt. Moves that were checked before are not
/// checked again.
pub(super) fn salvage_block(
    reader: &Reader,
    index: usize,
    games: Range<u64>,
    on_game: impl FnMut(&Game) -> Result<()>,
) -> Vec<Corruption> {
    match reader.salvage_block(index) {
        Ok((block, errors)) => {
            let block = block.with_checked(reader.checked_games(index));
            read_games(reader, index, (&block, errors), games, on_game)
        }
        Err(error) => lost_games(reader, games, &error, on_game),
    }
}

/// The games of a block that cannot be read: they are lost, but for those that are replaced.
fn lost_games(
    reader: &Reader,
    games: Range<u64>,
    error: &Error,
    mut on_game: impl FnMut(&Game) -> Result<()>,
) -> Vec<Corruption> {
    let (mut found, mut next) = (Vec::new(), games.start);
    let edited = reader.edits(games.clone()).map(|(number, _)| number);
    for number in edited.chain([games.end]) {
        if next < number {
            found.push(Corruption::lost(next..number, error.clone()));
        }
        if number < games.end {
            read_edited(reader, number, &mut found, &mut on_game);
        }
        next = number + 1;
    }
    found
}

/// Passes what stands in the place of an edited game to `on_game`; nothing does for a deleted one.
fn read_edited(
    reader: &Reader,
    number: u64,
    found: &mut Vec<Corruption>,
    on_game: &mut impl FnMut(&Game) -> Result<()>,
) {
    if let Some(Edit::Replaced(replacement)) = reader.edit(number) {
        let (mut game, mut lost) = (Game::new(), None);
        let read = read_replacement(reader, replacement, &mut game, &mut lost).and_then(|()| on_game(&game));
        let partly = read.is_ok();
        let errors = lost.into_iter().chain(read.err());
        found.extend(errors.map(|error| Corruption { games: number..number + 1, error, partly }));
    }
}

/// As [`salvage_block`], for some games of a block of which others may be read next: the block stays in memory.
pub(super) fn salvage_games(
    reader: &Reader,
    index: usize,
    games: Range<u64>,
    on_game: impl FnMut(&Game) -> Result<()>,
) -> Vec<Corruption> {
    match reader.block(index) {
        Ok(block) => read_games(reader, index, (&block, Vec::new()), games, on_game),
        Err(_) => salvage_block(reader, index, games, on_game),
    }
}

/// `errors` are those of reading the block.
fn read_games(
    reader: &Reader,
    index: usize,
    (block, errors): (&Block, Vec<Error>),
    games: Range<u64>,
    mut on_game: impl FnMut(&Game) -> Result<()>,
) -> Vec<Corruption> {
    let mut found: Vec<_> = errors.into_iter().map(|error| Corruption::partial(games.clone(), error)).collect();
    let first_game = reader.block_info(index).first_game;
    let (mut game, mut lost) = (SPARE.take(), None);
    for number in games {
        let one = number..number + 1;
        if reader.edit(number).is_some() {
            read_edited(reader, number, &mut found, &mut on_game);
            continue;
        }
        let read = block.read_rest((number - first_game) as usize, &mut game, &mut lost);
        let read = read.and_then(|()| on_game(&game));
        if let Some(error) = lost.take() {
            found.push(Corruption { games: one.clone(), error, partly: read.is_ok() });
        }
        if let Err(error) = read {
            found.push(Corruption::lost(one, error));
        }
    }
    SPARE.set(game);
    found
}

/// Reads what stands in the place of a game. The block stays in memory: replacements of neighbours are neighbours.
fn read_replacement(reader: &Reader, replacement: u64, game: &mut Game, lost: &mut Option<Error>) -> Result<()> {
    let (index, place) = reader.place_of_replacement(replacement);
    match reader.block(index) {
        Ok(block) => block.read_rest(place, game, lost),
        Err(error) if error.is_no_memory() => Err(error),
        Err(_) => {
            let (block, errors) = reader.salvage_block(index)?;
            let read = block.read_rest(place, game, lost);
            *lost = lost.take().or(errors.into_iter().next());
            read
        }
    }
}
