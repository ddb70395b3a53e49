//! Checking a whole file.

use super::{
    salvage::{Salvage, follows},
    unused::unused_damage,
};
use crate::{
    Corruption, Error, Game, Reader, Result,
    container::BlockBuilder,
    file::reader::{BlockSegment, Replacements},
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
/// [`recode`](crate::files::recode) does. Calls `progress` with the number of games read so far.
///
/// # Errors
///
/// Errors of `progress` and of the source; [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn verify(reader: &Reader, threads: usize, progress: impl FnMut(u64) -> Result<()>) -> Result<Verification> {
    Ok(Verification {
        errors: memory::collected(reader.errors().iter().cloned())?,
        corruption: corruption(reader, threads, progress)?,
        unused: unused_damage(reader)?,
    })
}

fn corruption(reader: &Reader, threads: usize, mut progress: impl FnMut(u64) -> Result<()>) -> Result<Vec<Corruption>> {
    let blocks = (0..reader.blocks().len()).map(Part::Block);
    let mut parts = blocks.chain(reader.replacement_blocks().map(Part::Replacements));
    let (mut all, mut done) = (Vec::new(), 0);
    parallel::in_order(
        threads,
        || Ok(parts.next()),
        |part| Ok((part.last_game(reader), part.corruption(reader))),
        |(last, found)| {
            if let Some(missing) = found.iter().find(|corruption| corruption.error.is_no_memory()) {
                return Err(missing.error.clone());
            }
            all.try_reserve(found.len())?;
            all.extend(found);
            done = last.max(done);
            progress(done)
        },
    )?;
    all.sort_by_cached_key(|corruption| corruption.games.start);
    let mut all = merged(all);
    all.extend(corruption_in_index(reader)?);
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
    /// The number after those of all games so far.
    fn last_game(&self, reader: &Reader) -> u64 {
        match self {
            Part::Block(index) => reader.block_info(*index).first_game + reader.block_info(*index).games,
            Part::Replacements(_) => 0,
        }
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
fn corruption_in_index(reader: &Reader) -> Result<Vec<Corruption>> {
    let mut found = memory::collected(reader.index_corruption().iter().cloned())?;
    for BlockSegment { segment, blocks } in reader.segments() {
        if let Err(error) = segment.check(reader.file()) {
            let blocks = &reader.blocks()[blocks.clone()];
            let end = blocks.last().map_or(0, |block| block.first_game + block.games);
            let games = blocks.first().map_or(end, |block| block.first_game)..end;
            memory::push(&mut found, Corruption::of_index(games, error))?;
        }
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
