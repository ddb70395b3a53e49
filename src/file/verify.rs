//! Checking a whole file.

use super::{
    salvage::{Salvage, follows},
    unused::{OldGames, old_games},
    work::Work,
};
use crate::{
    Corruption, Error, Game, Reader, Result,
    container::BlockBuilder,
    file::reader::{BlockSegment, Replacements, UnusedPart},
    memory, parallel,
};

/// The result of [`verify`]: everything that is wrong with a file.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Verification {
    /// Errors in the structure of the file: [`Reader::errors`].
    pub errors: Vec<Error>,
    /// Corrupt games, in their order, and last the games whose position index is corrupt.
    pub corruption: Vec<Corruption>,
    /// Damage of parts that nothing needs: see [`verify`].
    pub unused: Vec<Error>,
}

impl Verification {
    /// Returns whether the file is valid: it can be exported, recoded, repaired and imported again, and no game is lost or changed.
    /// Damage of unused parts does not count.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty() && self.corruption.is_empty()
    }
}

/// Reads every game of a file, with all checksums and the legality of all moves, using `threads` threads, and every byte that nothing
/// needs: games that were deleted or replaced, which could be restored; older footers and parts of the index that newer ones took the
/// place of; bytes that belong to nothing. Writing the file anew leaves these parts out.
///
/// A game with a tag that no line of PGN can hold, or that is too large to be written again, is reported as incomplete, as
/// [`recode`](crate::files::recode) does. Calls `progress` with the bytes that are checked, and with all bytes to check.
///
/// # Errors
///
/// Errors of `progress` and of the source; [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn verify(
    reader: &Reader,
    threads: usize,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<Verification> {
    let unused = Unused::of(reader)?;
    let parts: u64 = parts_of(reader).map(|part| part.len(reader)).sum();
    let segments: u64 = reader.segments().iter().map(segment_len).sum();
    let mut work = Work::new(parts + segments + unused.len(reader), &mut progress);
    Ok(Verification {
        errors: memory::collected(reader.errors().iter().cloned())?,
        corruption: corruption(reader, threads, &mut work)?,
        unused: unused.damage(reader, &mut work)?,
    })
}

/// Bytes of a file that no game, no search and no reader needs.
struct Unused {
    parts: Vec<UnusedPart>,
    games: Vec<OldGames>,
}

impl Unused {
    fn of(reader: &Reader) -> Result<Unused> {
        Ok(Unused { parts: reader.unused_parts()?, games: old_games(reader)? })
    }

    fn len(&self, reader: &Reader) -> u64 {
        let parts: u64 = self.parts.iter().map(UnusedPart::len).sum();
        let games: u64 = self.games.iter().map(|old| old.len(reader)).sum();
        parts + games
    }

    /// Returns what is damaged, with offsets in the file.
    fn damage(&self, reader: &Reader, work: &mut Work<'_>) -> Result<Vec<Error>> {
        let mut found = reader.check_start()?;
        reader.check_unused(&self.parts, work, &mut found)?;
        for old in &self.games {
            old.check(reader, &mut found)?;
            work.add(old.len(reader))?;
        }
        Ok(found)
    }
}

fn segment_len(found: &BlockSegment) -> u64 {
    found.segment.range.end - found.segment.range.start
}

fn parts_of(reader: &Reader) -> impl Iterator<Item = Part> + use<> {
    let blocks = (0..reader.blocks().len()).map(Part::Block);
    blocks.chain(reader.replacement_blocks().map(Part::Replacements))
}

fn corruption(reader: &Reader, threads: usize, work: &mut Work<'_>) -> Result<Vec<Corruption>> {
    let mut parts = parts_of(reader);
    let mut all = Vec::new();
    parallel::in_order(
        threads,
        || Ok(parts.next()),
        |part| Ok((part.len(reader), part.corruption(reader))),
        |(len, found)| {
            if let Some(missing) = found.iter().find(|corruption| corruption.error.is_no_memory()) {
                return Err(missing.error.clone());
            }
            all.try_reserve(found.len())?;
            all.extend(found);
            work.add(len)
        },
    )?;
    all.sort_by_cached_key(|corruption| corruption.games.start);
    let mut all = merged(all);
    all.extend(corruption_in_index(reader, work)?);
    Ok(all)
}

/// What is read at once.
enum Part {
    /// The games of a block that are as they were written.
    Block(usize),
    /// Those that stand in the place of others.
    Replacements(Replacements),
}

impl Part {
    /// The bytes of its block.
    fn len(&self, reader: &Reader) -> u64 {
        let range = &reader.block_info(self.block()).range;
        range.end - range.start
    }

    fn corruption(&self, reader: &Reader) -> Vec<Corruption> {
        let on_game = |game: &Game| game.check_tags().and_then(|()| BlockBuilder::check_size(game));
        let first_game = reader.block_info(self.block()).first_game;
        let first = matches!(self, Part::Block(_)) && follows(reader, first_game);
        let mut salvage = Salvage::new(reader, first.then_some(first_game), on_game).checking();
        let checksums = reader.check_sections(self.block()).err();
        match self {
            Part::Block(index) => salvage.written(*index, checksums),
            Part::Replacements(replacements) => salvage.replacing(replacements, checksums),
        }
        salvage.end().found
    }

    fn block(&self) -> usize {
        match self {
            Part::Block(index) => *index,
            Part::Replacements(replacements) => replacements.block,
        }
    }
}

/// Games that are searched without the index, because it is corrupt.
fn corruption_in_index(reader: &Reader, work: &mut Work<'_>) -> Result<Vec<Corruption>> {
    let mut found = memory::collected(reader.index_corruption().iter().cloned())?;
    for part in reader.segments() {
        if let Some(error) = part.segment.check(reader.file(), &mut |bytes| work.within(bytes))? {
            let blocks = &reader.blocks()[part.blocks.clone()];
            let end = blocks.last().map_or(0, |block| block.first_game + block.games);
            let games = blocks.first().map_or(end, |block| block.first_game)..end;
            memory::push(&mut found, Corruption::of_index(games, error))?;
        }
        work.add(segment_len(part))?;
    }
    Ok(found)
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
