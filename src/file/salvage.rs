//! Reading everything that can be read, and listing what cannot: what export, verify, repair and recode share.

use std::ops::Range;

use crate::{Corruption, Error, Game, Reader, Result, container::Block};

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
        Err(error) => return vec![Corruption::lost(games, error)],
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
        Err(error) => vec![Corruption::lost(games, error)],
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
    let info = &reader.blocks()[index];
    let (mut game, mut lost) = (Game::new(), None);
    for number in games {
        let one = number..number + 1;
        let read = block.read_rest((number - info.first_game) as usize, &mut game, &mut lost);
        let read = read.and_then(|()| on_game(&game));
        if let Some(error) = lost.take() {
            found.push(Corruption { games: one.clone(), error, partly: read.is_ok() });
        }
        if let Err(error) = read {
            found.push(Corruption::lost(one, error));
        }
    }
    found
}
