//! Copies a file without deleted games, old versions of games and old footers.

use std::ops::Range;

use super::{
    block_maker::BlockMaker,
    salvage::{Batch, Salvage, batches, follows},
    writer::Encoding,
};
use crate::{
    Corruption, Error, Options, OutputFile, Reader, Result, Writer,
    container::{Block, Compressor, Edit, EncodedBlock, SectionKind, StoredSummaries},
    limits, parallel,
};

/// Counts of a compacted file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compacted {
    /// Games in the new file: all games of the old one that were not deleted.
    pub games: u64,
    /// Deleted games that were removed. Other games now have their numbers.
    pub deleted: u64,
    /// Old versions of games that were removed: replaced games, and replacements that are no longer in force.
    pub old_versions: u64,
    /// The old numbers of the games that have new numbers: the games after the first deleted one. Empty if each game keeps its number.
    pub old_numbers: Range<u64>,
    /// The new numbers of these games, in the same order.
    pub new_numbers: Range<u64>,
    /// The length of the old file.
    pub bytes_before: u64,
    /// The length of the new file; 0 if it is a pipe or device.
    pub bytes_after: u64,
}

/// Writes the games of `reader` to `out`, without deleted games and old versions. The games after a deleted one get new numbers. Copies blocks
/// without edits, unless they are small and join their neighbors; encodes other blocks again with their codec, at its default level. Rebuilds
/// summaries (`search.11`) that contradict the games. If the file has a position index, the new file has an index of all its blocks.
///
/// To compact a file in place, create `out` for its path before opening it for reading, so that nobody can append to it in between:
///
/// ```no_run
/// use plypack::{OutputFile, Reader, files::compact};
///
/// # fn main() -> plypack::Result<()> {
/// let out = OutputFile::create("games.plypack")?;
/// let done = compact(&Reader::open("games.plypack")?, out, 4, |_, _| Ok(()))?;
/// println!("{} games, {} deleted ones are gone", done.games, done.deleted);
/// # Ok(())
/// # }
/// ```
///
/// Readers that have the old file open keep reading it. `progress` gets the games done and the total; with an index, each game counts
/// twice. On failure nothing is changed, as with [`Writer::abort`], with one exception: if only making the new file durable fails, the file
/// is complete and in its place, as the message of the error [`Io`](crate::ErrorCode::Io) says.
///
/// # Errors
///
/// Errors of `out` and of `progress`; errors of reading the games, because a corrupt file must be repaired before it is compacted;
/// [`UnsupportedVersion`](crate::ErrorCode::UnsupportedVersion) for a file that a newer version wrote;
/// [`InvalidArgument`](crate::ErrorCode::InvalidArgument) for an index in a pipe or device.
pub fn compact(
    reader: &Reader,
    out: OutputFile,
    threads: usize,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<Compacted> {
    if let Some(e) = reader.errors().first() {
        return Err(refused(e));
    }
    reader.versions().check_writable()?;
    let is_indexed = reader.had_index();
    if is_indexed {
        out.check_gets_index()?;
    }
    let mut writer = Writer::new(out, Options::default().or_codec_of(reader)?)?;
    writer.versions_mut().add_profiles(reader.versions());
    writer.takes_over(reader.state(), reader.deleted() == 0);
    match write(reader, &mut writer, is_indexed, threads, &mut progress) {
        Ok(()) => {
            let file = writer.finish()?;
            // The length of a pipe is not known.
            let bytes_after = file.reading().and_then(|file| file.metadata()).map_or(0, |metadata| metadata.len());
            Ok(Compacted { bytes_after, ..counts(reader) })
        }
        Err(e) => writer.abort().and(Err(e)),
    }
}

/// The counts that are known before anything is written.
fn counts(reader: &Reader) -> Compacted {
    let deleted = reader.deleted();
    let numbers = reader.number_end();
    let games = numbers - deleted;
    // The first deleted game, and the first game after it that is not deleted.
    let first = reader.edits(0..numbers).find(|(_, edit)| *edit == Edit::Deleted).map_or(numbers, |(number, _)| number);
    let next = (first..numbers).find(|number| !reader.is_deleted(*number)).unwrap_or(numbers);
    let last = (next..numbers).rev().find(|number| !reader.is_deleted(*number));
    let (old_numbers, new_numbers) = last.map_or((0..0, 0..0), |last| (next..last + 1, first..games));
    // Each replacement leaves one old version: the replaced game, or the replacement itself if it is no longer in
    // force.
    let old_versions = reader.replacements();
    let bytes_before = reader.file_len();
    Compacted { games, deleted, old_versions, old_numbers, new_numbers, bytes_before, bytes_after: 0 }
}

/// Writes the current games of `reader`, and the index.
fn write(
    reader: &Reader,
    writer: &mut Writer<OutputFile>,
    is_indexed: bool,
    threads: usize,
    progress: &mut dyn FnMut(u64, u64) -> Result<()>,
) -> Result<()> {
    let games = reader.number_end();
    let total = if is_indexed { 2 * games } else { games };
    write_blocks(reader, writer, threads, &mut |done| progress(done, total))?;
    if is_indexed {
        writer.add_index(threads, |done, all| progress(games + games * done / all.max(1), total)).map(drop)
    } else {
        Ok(())
    }
}

fn write_blocks(
    reader: &Reader,
    writer: &mut Writer<OutputFile>,
    threads: usize,
    progress: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<()> {
    let codec_of = |index: usize| reader.block_header(index).and_then(|header| header.codec()).map_err(|e| refused(&e));
    // Small neighbors become one block.
    let mut batches = batches(reader, codec_of, limits::STORED_BLOCK_LEN as u64)?.into_iter();
    parallel::in_order(
        threads,
        || Ok(batches.next()),
        |batch| Ok((batch.last().map_or(0, |(_, games)| games.end), compacted(reader, &batch)?)),
        |(end, blocks)| {
            blocks.into_iter().try_for_each(|block| writer.write_block(block))?;
            progress(end)
        },
    )
}

/// Makes blocks of the games of a batch that are not deleted.
fn compacted(reader: &Reader, batch: &Batch) -> Result<Vec<EncodedBlock>> {
    // The first game may continue a game that was deleted (container.11).
    match &batch[..] {
        [(index, games)] if !reader.has_edits(*index) && follows(reader, games.start) => {
            Ok(vec![copied(reader, *index)?])
        }
        _ => {
            batch.iter().try_for_each(|(index, _)| check_sections(reader, *index))?;
            made_anew(reader, batch)
        }
    }
}

/// Copies a sound block.
pub(super) fn copied(reader: &Reader, index: usize) -> Result<EncodedBlock> {
    check_sections(reader, index)?;
    let mut block =
        reader.with_block(index, |header, fetch| EncodedBlock::copied(&fetch.fetch(0..header.len)?, header))?;
    make_summaries(reader, index, &mut block)?;
    Ok(block)
}

/// Rebuilds the summaries of a copied block if they contradict its games.
pub(super) fn make_summaries(reader: &Reader, index: usize, block: &mut EncodedBlock) -> Result<()> {
    let Some(stored) = reader.with_block(index, StoredSummaries::load)? else { return Ok(()) };
    let made = reader.with_block(index, |header, fetch| Block::load(header.clone(), fetch)?.summaries(&stored))?;
    let planes = made.planes()?;
    if planes == stored.planes() {
        return Ok(());
    }
    let level = Encoding::of(reader.block_header(index)?.codec()?).level;
    block.replace(&Compressor::new(level)?.section(SectionKind::Summaries, 0, planes)?)
}

/// Checks the checksums of a block. The error for a damaged block advises a repair.
pub(super) fn check_sections(reader: &Reader, index: usize) -> Result<()> {
    reader.check_sections(index).map_err(|e| refused(&e))
}

fn made_anew(reader: &Reader, batch: &Batch) -> Result<Vec<EncodedBlock>> {
    let (index, games) = batch[0].clone();
    let codec = reader.block_header(index).and_then(|header| header.codec()).map_err(|e| refused(&e))?;
    let mut maker = BlockMaker::new(Encoding::of(codec))?;
    // An error of the maker is not the game's fault, so it is kept here instead of being reported for the game.
    let mut added = Ok(());
    let first = Some(games.start).filter(|first| follows(reader, *first));
    let mut salvage = Salvage::new(reader, first, |game| {
        if added.is_ok() {
            added = game.check().and_then(|()| maker.add(game)).and_then(|()| maker.close_full());
        }
        Ok(())
    });
    batch.iter().for_each(|(index, games)| salvage.block(*index, games.clone()));
    let found = salvage.end().found;
    match found.into_iter().next() {
        Some(Corruption { games, error, .. }) => Err(refused(&error).context(format!("game {}", games.start))),
        None => added.and_then(|()| maker.finish()),
    }
}

/// Returns the error for a file that cannot be read completely. Compacting it would lose the unreadable part.
fn refused(e: &Error) -> Error {
    if e.is_temporary() {
        return e.clone();
    }
    let refused = Error::new(e.code(), format!("{}; a corrupt file is not written anew: repair it first", e.message()));
    e.offset().map_or(refused.clone(), |offset| refused.with_offset(offset))
}
