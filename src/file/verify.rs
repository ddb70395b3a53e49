//! Checks a complete file.

use std::sync::Arc;

use super::{
    add_index::{IndexOptions, block_lines, segment_places},
    salvage::{Salvage, follows},
    scratch,
    system::Native,
    unused::{OldGames, old_games},
    work::Work,
};
use crate::{
    Corruption, Error, Game, Reader, Result,
    container::BlockBuilder,
    file::reader::{BlockSegment, Replacements, UnusedPart},
    index::{FirstNumbers, SegmentBuilder},
    memory, parallel,
};

/// The result of [`verify`]: everything that is wrong with a file.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Verification {
    /// Errors in the structure of the file: [`Reader::errors`].
    pub errors: Vec<Error>,
    /// Corrupt games in their order, then the games whose position index is corrupt.
    pub corruption: Vec<Corruption>,
    /// Damage of parts that nothing needs: see [`verify`].
    pub unused: Vec<Error>,
}

impl Verification {
    /// Returns whether the file is valid: it can be exported, recoded, repaired and imported again without losing or changing a
    /// game. Damage of unused parts is ignored.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty() && self.corruption.is_empty()
    }
}

/// Options of [`verify`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// Worker threads in addition to the caller.
    pub threads: usize,
    /// Compares the position index with the games. This takes as long as building the index, and as much memory
    /// ([`IndexOptions::MEMORY`](crate::files::IndexOptions::MEMORY)); its temporary file is in the system's folder. Games that
    /// cannot be read are reported, and their part of the index is not compared.
    pub index: bool,
}

impl VerifyOptions {
    /// Uses `threads` worker threads in addition to the caller.
    pub fn new(threads: usize) -> VerifyOptions {
        VerifyOptions { threads, ..VerifyOptions::default() }
    }
}

impl From<usize> for VerifyOptions {
    fn from(threads: usize) -> VerifyOptions {
        VerifyOptions::new(threads)
    }
}

/// Reads every game of a file, and checks all checksums and the legality of all moves. Also checks the unused bytes,
/// which a rewrite of the file leaves out: deleted and replaced games, which could be restored; older footers and parts
/// of the index that newer ones replaced; bytes outside of all parts.
///
/// Compares the summaries of blocks (`search.11`) with the games, and, if [`VerifyOptions::index`] is set, the position index: both can
/// be wrong although their checksums match. A plain number for `options` is the number of additional threads.
///
/// A game with a tag that no line of PGN can hold, or that is too large to be written again, is reported as incomplete, as by
/// [`recode`](crate::files::recode). `progress` gets the bytes checked and the total.
///
/// # Errors
///
/// Errors of `progress` and of the source; [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn verify(
    reader: &Reader,
    options: impl Into<VerifyOptions>,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<Verification> {
    let options = options.into();
    let unused = Unused::of(reader)?;
    let parts: u64 = parts_of(reader).map(|part| part.len(reader)).sum();
    let segments = reader.indexed().1;
    let compared = if options.index { segments } else { 0 };
    let mut work = Work::new(parts + segments + compared + unused.len(reader), &mut progress);
    Ok(Verification {
        errors: memory::collected(reader.errors().iter().cloned())?,
        corruption: corruption(reader, &options, &mut work)?,
        unused: unused.damage(reader, &mut work)?,
    })
}

/// Bytes of a file that no game, search or reader needs.
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

    /// Returns the damage, with offsets in the file.
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

fn corruption(reader: &Reader, options: &VerifyOptions, work: &mut Work<'_>) -> Result<Vec<Corruption>> {
    let mut parts = parts_of(reader);
    let mut all = Vec::new();
    parallel::in_order(
        options.threads,
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
    all.extend(corruption_in_index(reader, options, work)?);
    Ok(all)
}

/// A part that is read at once.
enum Part {
    /// The games of a block that are as they were written.
    Block(usize),
    /// The games of a block that replace others.
    Replacements(Replacements),
}

impl Part {
    /// Returns the bytes of its block.
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

/// Returns the games that are searched without the index because it is corrupt, or searched wrongly because it contradicts them.
fn corruption_in_index(reader: &Reader, options: &VerifyOptions, work: &mut Work<'_>) -> Result<Vec<Corruption>> {
    match reader.read_index() {
        Err(error) if error.is_no_memory() => return Err(error),
        Err(error) => return memory::collected([Corruption::of_index(0..reader.number_end(), error)]),
        Ok(_) => {}
    }
    let known = reader.index_corruption().iter().cloned();
    let mut found = memory::collected(known.map(|damage| Corruption { error: with_advice(damage.error), ..damage }))?;
    for part in reader.segments()? {
        let mut error = part.segment.check(reader.file(), &mut |bytes| work.within(bytes))?.map(with_advice);
        work.add(segment_len(part))?;
        if options.index {
            if error.is_none() {
                error = difference(reader, part, options.threads, work)?;
            }
            work.add(segment_len(part))?;
        }
        if let Some(error) = error {
            if error.is_no_memory() {
                return Err(error);
            }
            let blocks = &reader.blocks()[part.blocks.clone()];
            let end = blocks.last().map_or(0, |block| block.first_game + block.games);
            let games = first_game(reader, part)..end;
            memory::push(&mut found, Corruption::of_index(games, error))?;
        }
    }
    Ok(found)
}

/// Adds advice to the error of an index, unless the error is temporary and the index may be sound.
fn with_advice(e: Error) -> Error {
    if e.is_temporary() {
        return e;
    }
    let advised = Error::new(e.code(), format!("{}; `plypack index` makes a new one", e.message()));
    e.offset().map_or(advised.clone(), |offset| advised.with_offset(offset))
}

fn first_game(reader: &Reader, part: &BlockSegment) -> u64 {
    reader.blocks().get(part.blocks.start).map_or(0, |block| block.first_game)
}

/// Compares a segment with its games; `None` also if the games cannot be read, because they are reported separately.
fn difference(reader: &Reader, part: &BlockSegment, threads: usize, work: &mut Work<'_>) -> Result<Option<Error>> {
    let places = segment_places(reader, &part.blocks)?;
    let len = segment_len(part);
    let mut stopped = None;
    let mut progress = |done: u64, all: u64| {
        let bytes = (u128::from(len) * u128::from(done) / u128::from(all.max(1))) as u64;
        work.within(bytes).inspect_err(|e| stopped = Some(e.clone()))
    };
    let load = block_lines(reader, part.blocks.start);
    let builder = SegmentBuilder {
        blocks: &places,
        load: &load,
        threads,
        memory: IndexOptions::MEMORY,
        make_scratch: &scratch::in_folder(Arc::new(Native), scratch::folder()),
        progress: &mut progress,
    };
    let first = FirstNumbers { block: part.blocks.start as u64, game: first_game(reader, part) };
    match builder.difference(&part.segment, reader.file(), first) {
        Err(e) if stopped.is_none() && !e.is_temporary() => Ok(None),
        found => found,
    }
}

/// Joins equal errors of neighboring games, so that one lost name does not fill a page.
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
        && last.in_index == next.in_index
        && last.error.code() == next.error.code()
        && last.error.offset() == next.error.offset()
        && (last.games.end == next.games.start || last.games == next.games)
}

#[cfg(test)]
mod tests;
