//! A file without what its edits left behind: deleted games, old versions of games, old footers.

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
    /// Games in the new file: all games of the old one.
    pub games: u64,
    /// Deleted games that were removed. Other games have their numbers now.
    pub deleted: u64,
    /// Old versions of games that were removed: replaced games, and replacements that are no longer in force.
    pub old_versions: u64,
    /// The old numbers of the games that have new ones: those after the first deleted game. Empty if each game has its old number.
    pub old_numbers: Range<u64>,
    /// The new numbers of these games, in the same order.
    pub new_numbers: Range<u64>,
    /// The length of the old file.
    pub bytes_before: u64,
    /// The length of the new one; 0 if that is a pipe or device.
    pub bytes_after: u64,
}

/// Makes `out` a file of the games of `reader`, without deleted games and old versions. The games after a deleted one get new numbers.
/// Copies blocks without edits as they are, unless they are small and become one with their neighbors; encodes other blocks anew with
/// their codec, at its default level. Makes summaries (`search.11`) that contradict the games anew. If the file has a position index, the new one has an index of all its blocks.
///
/// A file is compacted in its own place when `out` is created for its path, before it is opened for reading, so that nobody appends to
/// it meanwhile:
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
/// Readers that have the old file open go on reading that. `progress` is called with how much is done, in games, and with how much
/// has to be: the index counts as much as the games. When this fails, nothing has changed, as by [`Writer::abort`]; but for one case of
/// [`Io`](crate::ErrorCode::Io), whose message says that the new file is complete and in its place: nothing failed but making that durable.
///
/// # Errors
///
/// Errors of `out` and of `progress`; errors of reading the games: a corrupt file is not compacted, but repaired first;
/// [`UnsupportedVersion`](crate::ErrorCode::UnsupportedVersion) for a file that a newer version wrote; [`InvalidArgument`](crate::ErrorCode::InvalidArgument) for an index in a pipe or
/// device.
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
    let is_indexed = reader.indexed().0 > 0 || !reader.index_corruption().is_empty();
    if is_indexed {
        out.check_gets_index()?;
    }
    let mut writer = Writer::new(out, Options::default().or_codec_of(reader)?)?;
    writer.versions_mut().add_profiles(reader.versions());
    if let Some(old) = reader.state() {
        writer.takes_over(old, reader.deleted() == 0);
    }
    match write(reader, &mut writer, is_indexed, threads, &mut progress) {
        Ok(()) => {
            let file = writer.finish()?;
            // Of a pipe it is not known.
            let bytes_after = file.reading().and_then(|file| file.metadata()).map_or(0, |metadata| metadata.len());
            Ok(Compacted { bytes_after, ..counts(reader) })
        }
        Err(e) => writer.abort().and(Err(e)),
    }
}

/// All that is known before anything is written.
fn counts(reader: &Reader) -> Compacted {
    let deleted = reader.deleted();
    let numbers = reader.number_end();
    let games = numbers - deleted;
    // The first deleted game, and the first after it that is not.
    let first = reader.edits(0..numbers).find(|(_, edit)| *edit == Edit::Deleted).map_or(numbers, |(number, _)| number);
    let next = (first..numbers).find(|number| !reader.is_deleted(*number)).unwrap_or(numbers);
    let last = (next..numbers).rev().find(|number| !reader.is_deleted(*number));
    let (old_numbers, new_numbers) = last.map_or((0..0, 0..0), |last| (next..last + 1, first..games));
    // A replacement is read, so that what it replaced is not, or is not read itself.
    let old_versions = reader.replacements();
    let bytes_before = reader.file_len();
    Compacted { games, deleted, old_versions, old_numbers, new_numbers, bytes_before, bytes_after: 0 }
}

/// Writes the games of `reader`, as they are now, and the index.
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
    match is_indexed {
        true => writer.add_index(threads, |done, all| progress(games + games * done / all.max(1), total)).map(drop),
        false => Ok(()),
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

/// Makes blocks of the games of a batch that are there.
fn compacted(reader: &Reader, batch: &Batch) -> Result<Vec<EncodedBlock>> {
    // The first game may continue the one before it, which is not there any more (container.11).
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

/// Copies a block that is sound.
pub(super) fn copied(reader: &Reader, index: usize) -> Result<EncodedBlock> {
    check_sections(reader, index)?;
    let mut block =
        reader.with_block(index, |header, fetch| EncodedBlock::copied(&fetch.fetch(0..header.len)?, header))?;
    make_summaries(reader, index, &mut block)?;
    Ok(block)
}

/// Makes the summaries of a block that was copied anew where they contradict its games.
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

/// Checks the checksums of a block. Damage is an error with advice.
pub(super) fn check_sections(reader: &Reader, index: usize) -> Result<()> {
    reader.check_sections(index).map_err(|e| refused(&e))
}

fn made_anew(reader: &Reader, batch: &Batch) -> Result<Vec<EncodedBlock>> {
    let (index, games) = batch[0].clone();
    let codec = reader.block_header(index).and_then(|header| header.codec()).map_err(|e| refused(&e))?;
    let mut maker = BlockMaker::new(Encoding::of(codec))?;
    // An error of the maker is none of the game.
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

/// Returns the error for a file that is not wholly read: the rest would be lost.
fn refused(e: &Error) -> Error {
    if e.is_temporary() {
        return e.clone();
    }
    let refused = Error::new(e.code(), format!("{}; a corrupt file is not written anew: repair it first", e.message()));
    e.offset().map_or(refused.clone(), |offset| refused.with_offset(offset))
}
