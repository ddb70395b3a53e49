//! Checking games that were deleted or replaced.

use std::collections::BTreeMap;

use crate::{Error, Game, Reader, Result, container::Block, file::reader::Replacements, memory};

/// Games of a block that are deleted or replaced.
pub(super) struct OldGames {
    block: usize,
    /// Their places in the block, at least one.
    places: Vec<usize>,
}

/// Returns the games that were deleted or replaced, by block.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
pub(super) fn old_games(reader: &Reader) -> Result<Vec<OldGames>> {
    let mut found = Vec::new();
    let mut add = |block: usize, places: Vec<usize>| {
        if places.is_empty() { Ok(()) } else { memory::push(&mut found, OldGames { block, places }) }
    };
    for index in 0..reader.blocks().len() {
        add(index, memory::collected(reader.edits_in(index).map(|(place, _)| place))?)?;
    }
    let used: BTreeMap<usize, Replacements> = reader.replacement_blocks().map(|used| (used.block, used)).collect();
    for index in reader.blocks().len()..reader.all_blocks().len() {
        let is_used = |place: &usize| used.get(&index).is_some_and(|used| used.number_of(*place).is_some());
        let places = 0..reader.block_info(index).games as usize;
        add(index, memory::collected(places.filter(|place| !is_used(place)))?)?;
    }
    Ok(found)
}

impl OldGames {
    /// Returns the bytes of the block.
    pub(super) fn len(&self, reader: &Reader) -> u64 {
        let range = &reader.block_info(self.block).range;
        range.end - range.start
    }

    /// Adds an error to `found` if any of the games cannot be read.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(super) fn check(&self, reader: &Reader, found: &mut Vec<Error>) -> Result<()> {
        let info = reader.block_info(self.block);
        let is_unused = self.places.len() as u64 == info.games;
        let checked = if is_unused { reader.check_sections(self.block) } else { Ok(()) };
        // If the block also has games in use, its damage is reported for those games and ignored here.
        let counts = |error: &Error| is_unused || error.is_temporary();
        let (count, error) = match checked.and_then(|()| reader.salvage_block(self.block)) {
            Ok((block, errors)) => match errors.into_iter().find(counts) {
                Some(error) => (self.places.len(), Some(error)),
                None => unreadable(&block, &self.places),
            },
            Err(error) => (self.places.len(), Some(error).filter(counts)),
        };
        let Some(error) = error else { return Ok(()) };
        if error.is_no_memory() {
            return Err(error);
        }
        let games = if count == 1 { "game that was" } else { "games that were" };
        let message = format!("{count} {games} deleted or replaced cannot be read: {}", error.message());
        let offset = error.offset().unwrap_or(info.range.start);
        memory::push(found, Error::new(error.code(), message).with_offset(offset))
    }
}

/// Returns the number of these games that cannot be read, and the error of the first.
fn unreadable(block: &Block, games: &[usize]) -> (usize, Option<Error>) {
    let mut game = Game::new();
    let mut lost = None;
    let mut count = 0;
    let mut first = None;
    for place in games {
        let read = block.read_rest(*place, &mut game, &mut lost);
        if let Some(error) = lost.take().or(read.err()) {
            count += 1;
            first.get_or_insert(error);
        }
    }
    (count, first)
}
