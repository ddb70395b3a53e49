//! Checking what a file keeps and nothing needs: games that were deleted or replaced, and what is between the listed parts.

use std::collections::BTreeMap;

use crate::{Error, Game, Reader, Result, container::Block, file::reader::Replacements, memory};

/// Checks the parts of a file that no game of the file, no search and no other reader needs. Returns what is damaged, with offsets in the
/// file.
///
/// Errors: errors of the source; [`crate::ErrorCode::NoMemory`].
pub(super) fn unused_damage(reader: &Reader) -> Result<Vec<Error>> {
    let mut found = reader.check_gaps()?;
    for index in 0..reader.blocks().len() {
        let old = memory::collected(reader.edits_in(index).map(|(place, _)| place))?;
        check_old_games(reader, index, &old, &mut found)?;
    }
    let used: BTreeMap<usize, Replacements> = reader.replacement_blocks().map(|used| (used.block, used)).collect();
    for index in reader.blocks().len()..reader.all_blocks().len() {
        let is_used = |place: &usize| used.get(&index).is_some_and(|used| used.number_of(*place).is_some());
        let places = 0..reader.block_info(index).games as usize;
        let old = memory::collected(places.filter(|place| !is_used(place)))?;
        check_old_games(reader, index, &old, &mut found)?;
    }
    Ok(found)
}

/// Checks the games at these places of a block, which are not games of the file now.
fn check_old_games(reader: &Reader, index: usize, old: &[usize], found: &mut Vec<Error>) -> Result<()> {
    let info = reader.block_info(index);
    if old.is_empty() {
        return Ok(());
    }
    let is_unused = old.len() as u64 == info.games;
    let checked = if is_unused { reader.check_sections(index) } else { Ok(()) };
    let (count, error) = match checked.and_then(|()| reader.salvage_block(index)) {
        Ok((block, errors)) => {
            let (count, error) = unreadable(&block, old);
            match errors.into_iter().next().filter(|_| is_unused) {
                Some(error) => (old.len(), Some(error)),
                None => (count, error),
            }
        }
        Err(error) => (old.len(), Some(error).filter(|_| is_unused)),
    };
    let Some(error) = error else { return Ok(()) };
    if error.is_temporary() {
        return Err(error);
    }
    let games = if count == 1 { "a game that was" } else { "games that were" };
    let message = format!("{count} of the {games} deleted or replaced cannot be read: {}", error.message());
    let offset = error.offset().unwrap_or(info.range.start);
    memory::push(found, Error::new(error.code(), message).with_offset(offset))
}

/// How many of these games cannot be read, and why the first cannot.
fn unreadable(block: &Block, games: &[usize]) -> (usize, Option<Error>) {
    let (mut game, mut lost, mut count, mut first) = (Game::new(), None, 0, None);
    for place in games {
        let read = block.read_rest(*place, &mut game, &mut lost);
        if let Some(error) = lost.take().or(read.err()) {
            count += 1;
            first.get_or_insert(error);
        }
    }
    (count, first)
}
