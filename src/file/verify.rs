//! Checking a whole file.

use std::ops::Range;

use super::salvage::{blocks_in, check_block};
use crate::{
    Corruption, Reader, Result,
    file::reader::{BlockSegment, Replacements},
    memory, parallel,
};

/// Reads every game of a file, with all checksums and the legality of all moves, using `threads` threads.
///
/// Returns what is corrupt, in the order of the file, and last what is corrupt in the position index; errors in the list of blocks
/// are in [`Reader::errors`]. `progress` is
/// called with the number of games that were read so far.
///
/// # Errors
///
/// Errors of `progress`; [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn verify(reader: &Reader, threads: usize, mut progress: impl FnMut(u64) -> Result<()>) -> Result<Vec<Corruption>> {
    let mut blocks = blocks_in(reader, 0..reader.games());
    let mut all = Vec::new();
    parallel::in_order(
        threads,
        || Ok(blocks.next()),
        |(index, games)| Ok((games.end, corruption_in(reader, index, games))),
        |(end, found)| {
            if let Some(missing) = found.iter().find(|corruption| corruption.error.is_no_memory()) {
                return Err(missing.error.clone());
            }
            all.try_reserve(found.len())?;
            all.extend(found);
            progress(end)
        },
    )?;
    for replacements in reader.replacement_blocks() {
        all.extend(corruption_in_replacements(reader, &replacements));
    }
    all.extend(corruption_in_index(reader)?);
    Ok(all)
}

fn corruption_in(reader: &Reader, index: usize, games: Range<u64>) -> Vec<Corruption> {
    let checksums = reader.check_sections(index).err();
    let mut found: Vec<_> = checksums.into_iter().map(|error| Corruption::partial(games.clone(), error)).collect();
    found.extend(check_block(reader, index, games));
    merged(found)
}

/// Games that are searched without the index, because it is corrupt.
fn corruption_in_index(reader: &Reader) -> Result<Vec<Corruption>> {
    let unusable = reader.index_corruption().iter();
    let mut found = memory::collected(unusable.map(|c| Corruption::partial(c.games.clone(), c.error.clone())))?;
    for BlockSegment { segment, blocks } in reader.segments() {
        if let Err(error) = segment.check(reader.file()) {
            let blocks = &reader.blocks()[blocks.clone()];
            let end = blocks.last().map_or(0, |block| block.first_game + block.games);
            let games = blocks.first().map_or(end, |block| block.first_game)..end;
            memory::push(&mut found, Corruption::partial(games, error))?;
        }
    }
    Ok(found)
}

/// The moves and tags of replacements are read as games of other blocks; left are the checksums of what nobody reads.
fn corruption_in_replacements(reader: &Reader, replacements: &Replacements) -> Vec<Corruption> {
    let Some(error) = reader.check_sections(replacements.block).err() else { return Vec::new() };
    let games = replacements.numbers.values().map(|number| *number..*number + 1);
    merged(games.map(|games| Corruption::partial(games, error.clone())).collect())
}

/// Joins the same error in neighbouring games, so that one lost name does not fill a page.
fn merged(found: Vec<Corruption>) -> Vec<Corruption> {
    let mut merged: Vec<Corruption> = Vec::new();
    for corruption in found {
        match merged.last_mut().filter(|last| continues(last, &corruption)) {
            Some(last) => last.games.end = corruption.games.end,
            None => merged.push(corruption),
        }
    }
    merged
}

fn continues(last: &Corruption, next: &Corruption) -> bool {
    last.partly == next.partly
        && last.error.code() == next.error.code()
        && last.error.offset() == next.error.offset()
        && (last.games.end == next.games.start || last.games == next.games)
}
