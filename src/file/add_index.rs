//! Adding the index to a file.

use std::{ops::Range, path::Path, sync::Arc};

use super::{
    output::resolved,
    scratch,
    sink::IndexedSink,
    system::{Native, System},
};
use crate::index::{
    BlockLines, BlockPlace, Contents, MAX_SEGMENT_GAMES, MAX_SEGMENT_PLIES, MakeScratch, SegmentBuilder,
};
use crate::{Error, Options, Reader, Result, Writer, container::Edit, memory};

/// Counts of an index that was added to a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IndexAdded {
    /// Blocks that have an index now, and had none or a damaged one before.
    pub blocks: usize,
    /// Blocks that had a sound index before.
    pub blocks_before: usize,
    /// Games in all blocks whose index was built or rebuilt, without deleted games. The index of a sound block is rebuilt if it becomes
    /// one part with the index of new blocks.
    pub games: u64,
    /// Plies of the main lines in these blocks, including deleted games.
    pub plies: u64,
    /// Bytes of the index that was added.
    pub bytes: u64,
    /// Bytes that were removed at the end of the file; see [`Writer::rolled_back`].
    pub rolled_back: u64,
}

/// Options of [`add_index`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexOptions {
    /// Worker threads in addition to the caller.
    pub threads: usize,
    /// Rebuilds the index of all blocks, even where it is sound.
    pub again: bool,
    /// Bytes of memory for games and positions, [`IndexOptions::MEMORY`] by default. The resulting index is the same
    /// for every value. Positions that do not fit go to a temporary file in the folder of the indexed file: 16 bytes
    /// per ply of the part of the index being built, at most 1.1 GB. The games of a part always stay in memory: up to
    /// 150 MB.
    pub memory: u64,
}

impl Default for IndexOptions {
    fn default() -> IndexOptions {
        IndexOptions { threads: 0, again: false, memory: IndexOptions::MEMORY }
    }
}

impl IndexOptions {
    /// The default memory: 512 MB. In a browser, which has no temporary files, all available memory.
    pub const MEMORY: u64 = if cfg!(target_family = "wasm") { u64::MAX } else { 512 << 20 };

    /// Uses `threads` worker threads in addition to the caller.
    pub fn new(threads: usize) -> IndexOptions {
        IndexOptions { threads, ..IndexOptions::default() }
    }
}

impl From<usize> for IndexOptions {
    fn from(threads: usize) -> IndexOptions {
        IndexOptions::new(threads)
    }
}

/// Adds an index for all blocks that have none, at the end of the file; the games are not changed. A plain number for `options` is the
/// number of additional threads.
///
/// - If blocks have no index, rebuilds small parts of the existing index together with the new part, so that a search reads few parts.
/// - If all blocks have an index, checks the index and rebuilds its damaged parts.
/// - With [`IndexOptions::again`], rebuilds the complete index: use it if the index contradicts the games ([`verify`](crate::verify)).
///
/// `progress` gets the games done and the total. If all blocks have an index, each game counts twice, first for the check.
///
/// # Errors
///
/// The errors of [`Writer::append`] and of reading the blocks: a corrupt file is not indexed. Errors of `progress`.
///
/// On failure or cancellation the file is restored. If that fails, too, unfinished bytes stay at its end (`container.15`); the next writer
/// removes them.
pub fn add_index(
    path: impl AsRef<Path>,
    options: impl Into<IndexOptions>,
    progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<IndexAdded> {
    add_index_by(Arc::new(Native), path.as_ref(), options.into(), progress)
}

pub(super) fn add_index_by(
    system: Arc<dyn System>,
    path: &Path,
    options: IndexOptions,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<IndexAdded> {
    let named = |e: Error| e.context(path.display());
    let mut writer = Writer::append_by(system.clone(), path, Options::default())?;
    let reader = Reader::open(path)?;
    let is_checked = !options.again && reader.indexed().0 == reader.blocks().len();
    let games = reader.number_end();
    let damaged = if options.again {
        reader
            .segments()
            .and_then(|segments| memory::collected(segments.iter().map(|found| found.blocks.clone())))
            .map_err(named)?
    } else if is_checked {
        damaged_segments(&reader, &mut |done| progress(done, 2 * games)).map_err(named)?
    } else {
        Vec::new()
    };
    let blocks_before = reader.indexed().0 - damaged.iter().map(Range::len).sum::<usize>();
    let before = IndexAdded { blocks: reader.blocks().len() - blocks_before, blocks_before, ..IndexAdded::default() };
    if before.blocks == 0 {
        progress(2 * games, 2 * games).map_err(named)?;
        return Ok(before);
    }
    let before = IndexAdded { rolled_back: writer.rolled_back(), ..before };
    let mut made = |done: u64, total: u64| {
        if is_checked { progress(games + games * done / total, 2 * games) } else { progress(done, total) }
    };
    let folder = resolved(path).map_err(named)?.parent().map_or_else(scratch::folder, Path::to_path_buf);
    let work = IndexWork { reader: &reader, options: &options, make_scratch: &scratch::in_folder(system, folder) };
    match work.add_segments(&damaged, before, &mut writer, &mut made) {
        Ok(added) => writer.finish().map(|_| added).map_err(named),
        Err(e) => writer.abort().and(Err(e)).map_err(named),
    }
}

impl<S: IndexedSink> Writer<S> {
    /// Adds an index for all games that a new file has so far. The index is part of the file when it is finished, so that a file
    /// without an index never replaces an old file that has one. Call this once, after the last game: games that are added later
    /// have no index. `progress` gets the games done and the total.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorCode::InvalidArgument) for a pipe or device
    /// ([`OutputFile::is_regular`](crate::OutputFile::is_regular)), because it cannot be read again;
    /// [`WrongState`](crate::ErrorCode::WrongState) for a writer that appends to a file: finish it, and call the function
    /// [`add_index`]. Errors of `progress`, and errors of [`Writer::write_block`].
    pub fn add_index(
        &mut self,
        options: impl Into<IndexOptions>,
        mut progress: impl FnMut(u64, u64) -> Result<()>,
    ) -> Result<IndexAdded> {
        let reader = self.written()?;
        let added = IndexAdded { blocks: reader.blocks().len(), ..IndexAdded::default() };
        let make_scratch = &scratch::in_folder(Arc::new(Native), self.temporary_folder());
        let work = IndexWork { reader: &reader, options: &options.into(), make_scratch };
        work.add_segments(&[], added, self, &mut progress)
    }
}

/// Returns the blocks of each damaged segment.
///
/// Errors: errors of the source, because a segment that cannot be read now is not rebuilt; errors of `checked`, which is called with
/// the number of games whose index is checked.
pub(super) fn damaged_segments(
    reader: &Reader,
    checked: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Vec<Range<usize>>> {
    let mut damaged = Vec::new();
    let mut done = 0;
    for found in reader.segments()? {
        let games = games_in(reader, &found.blocks);
        let len = found.segment.range.end - found.segment.range.start;
        let damage = found.segment.check(reader.file(), &mut |bytes| checked(done + games * bytes / len))?;
        done += games;
        match damage {
            Some(e) if e.is_temporary() => return Err(e),
            Some(_) => memory::push(&mut damaged, found.blocks.clone())?,
            None => {}
        }
    }
    Ok(damaged)
}

/// Returns the places of the blocks of a segment.
pub(super) fn segment_places(reader: &Reader, blocks: &Range<usize>) -> Result<Vec<BlockPlace>> {
    memory::collected(reader.blocks()[blocks.clone()].iter().map(|block| BlockPlace {
        start: block.range.start,
        crc: block.header_crc,
        games: block.games,
        plies: block.plies,
    }))
}

/// Returns a function that reads the games of one block of a segment, by the block's place in the segment. `first` is
/// the first block of the segment.
pub(super) fn block_lines(reader: &Reader, first: usize) -> impl Fn(usize, u32) -> Result<BlockLines> + Sync + '_ {
    move |block, group_bits| {
        reader.with_block(first + block, |header, fetch| BlockLines::load(header, group_bits, fetch))
    }
}

/// Building the index of a file.
struct IndexWork<'a> {
    reader: &'a Reader,
    options: &'a IndexOptions,
    make_scratch: &'a MakeScratch<'a>,
}

impl IndexWork<'_> {
    /// Writes segments for all blocks that have none or are in a `damaged` segment.
    fn add_segments<S: IndexedSink>(
        &self,
        damaged: &[Range<usize>],
        mut added: IndexAdded,
        writer: &mut Writer<S>,
        progress: &mut dyn FnMut(u64, u64) -> Result<()>,
    ) -> Result<IndexAdded> {
        let reader = self.reader;
        let found = reader.segments()?.iter().map(|found| found.blocks.clone());
        let old = memory::collected(found.filter(|blocks| !damaged.contains(blocks)))?;
        let planned = planned_segments(reader, old)?;
        let total = planned.iter().map(|blocks| games_in(reader, blocks)).sum();
        let mut done_before = 0;
        for blocks in planned {
            let places = segment_places(reader, &blocks)?;
            let load = block_lines(reader, blocks.start);
            let games = games_in(reader, &blocks);
            let mut told = |done: u64, all: u64| progress(done_before + games * done / all, total);
            let builder = SegmentBuilder {
                blocks: &places,
                load: &load,
                threads: self.options.threads,
                memory: self.options.memory,
                make_scratch: self.make_scratch,
                progress: &mut told,
            };
            added.bytes +=
                writer.write_segment(blocks.start as u64, blocks.len() as u64, |write| builder.write(write))?;
            done_before += games;
            added.games += games - deleted_in(reader, &blocks);
            added.plies += places.iter().map(|place| place.plies).sum::<u64>();
        }
        Ok(added)
    }
}

fn games_in(reader: &Reader, blocks: &Range<usize>) -> u64 {
    reader.blocks()[blocks.clone()].iter().map(|block| block.games).sum()
}

fn deleted_in(reader: &Reader, blocks: &Range<usize>) -> u64 {
    let edits = blocks.clone().flat_map(|block| reader.edits_in(block));
    edits.filter(|(_, edit)| *edit == Edit::Deleted).count() as u64
}

/// Returns the blocks of each segment to write. Each range of blocks without a segment absorbs the `old` segments
/// directly before it, one by one, while the old segment has no more games than the range. So a growing file has few
/// segments, each larger than the next.
fn planned_segments(reader: &Reader, mut old: Vec<Range<usize>>) -> Result<Vec<Range<usize>>> {
    let mut planned = Vec::new();
    let mut end = reader.blocks().len();
    while end > 0 {
        let has_segment = old.last().is_some_and(|blocks| blocks.end == end);
        if has_segment {
            end = old.pop().map_or(0, |blocks| blocks.start);
            continue;
        }
        let mut start = old.last().map_or(0, |blocks| blocks.end);
        while let Some(before) = old.last().filter(|before| before.end == start) {
            let joined = before.start..end;
            if games_in(reader, before) > games_in(reader, &(start..end)) || !fits(reader, &joined) {
                break;
            }
            start = joined.start;
            old.pop();
        }
        split(reader, start..end, &mut planned)?;
        end = start;
    }
    planned.sort_by_cached_key(|blocks| blocks.start);
    Ok(planned)
}

fn fits(reader: &Reader, blocks: &Range<usize>) -> bool {
    let plies: u64 = reader.blocks()[blocks.clone()].iter().map(|block| block.plies).sum();
    games_in(reader, blocks) <= MAX_SEGMENT_GAMES && plies <= MAX_SEGMENT_PLIES
}

/// Halves `blocks` until each part fits into a segment or is one block, and adds the parts to `planned`.
fn split(reader: &Reader, blocks: Range<usize>, planned: &mut Vec<Range<usize>>) -> Result<()> {
    if blocks.len() > 1 && !fits(reader, &blocks) {
        let middle = blocks.start + blocks.len() / 2;
        split(reader, blocks.start..middle, planned)?;
        return split(reader, middle..blocks.end, planned);
    }
    memory::push(planned, blocks)
}

/// Returns the content of each segment of a file's index and the number of its first block, in the order of the blocks; an error for
/// a segment that breaks a rule.
///
/// # Errors
///
/// [`crate::ErrorCode::NoMemory`].
pub fn index_contents(reader: &Reader) -> Vec<(usize, Result<Contents>)> {
    let contents = |found: &crate::file::reader::BlockSegment| Contents::read(&found.segment, reader.file());
    reader.segments().unwrap().iter().map(|found| (found.blocks.start, contents(found))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, container::BlockEntry, games_from_pgn, pack_games, verify, versions::Versions};

    /// Segments absorb their neighbors up to the maximum games and plies of a segment.
    #[test]
    fn segments_do_not_exceed_their_limits() {
        let planned = |blocks: &[(u64, u64)], old: &[(usize, usize)]| {
            let entry = |(games, plies)| BlockEntry { range: 0..1, games, plies, is_replacement: false, header_crc: 0 };
            let entries: Vec<_> = blocks.iter().copied().map(entry).collect();
            let reader = Reader::of_blocks(Box::new(Vec::new()), Versions::CURRENT, &entries).unwrap();
            let old = old.iter().map(|(start, end)| *start..*end).collect();
            let planned = planned_segments(&reader, old).unwrap();
            planned.iter().map(|blocks| (blocks.start, blocks.end)).collect::<Vec<_>>()
        };
        let half = (MAX_SEGMENT_GAMES / 2, 0);
        assert_eq!(planned(&[half; 2], &[]), [(0, 2)]);
        assert_eq!(planned(&[half; 3], &[]), [(0, 1), (1, 3)]);
        assert_eq!(planned(&[(MAX_SEGMENT_GAMES + 1, 0)], &[]), [(0, 1)], "a block is not split");
        assert_eq!(planned(&[(1, MAX_SEGMENT_PLIES), (1, 1)], &[]), [(0, 1), (1, 2)]);
        // The old segment is absorbed only if it has no more games than the new one and both fit into one segment.
        assert_eq!(planned(&[half; 2], &[(0, 1)]), [(0, 2)]);
        assert_eq!(planned(&[half, (half.0 + 1, 0)], &[(0, 1)]), [(1, 2)]);
        assert_eq!(planned(&[half, (half.0 - 1, 0)], &[(0, 1)]), [(1, 2)]);
        assert!(planned(&[half; 2], &[(0, 1), (1, 2)]).is_empty());
    }

    /// If all blocks have an index, damage that only a search would meet is still found and repaired.
    #[test]
    fn a_damaged_index_is_made_anew() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n".repeat(30);
        let games = games_from_pgn(text.as_bytes()).unwrap().0;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, pack_games(&games, Codec::Byte).unwrap()).unwrap();
        add_index(&path, 1, |_, _| Ok(())).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let place = Reader::open(&path).unwrap().segments().unwrap()[0].segment.range.clone();
        for at in place.step_by(11) {
            let mut damaged = whole.clone();
            damaged[at as usize] ^= 0x20;
            std::fs::write(&path, &damaged).unwrap();
            let added = add_index(&path, 1, |_, _| Ok(())).unwrap();
            assert_eq!((added.blocks, added.blocks_before, added.games), (1, 0, 30), "byte {at}");
            let reader = Reader::open(&path).unwrap();
            assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid() && reader.indexed().0 == 1, "byte {at}");
            let again = add_index(&path, 1, |_, _| Ok(())).unwrap();
            assert_eq!((again.blocks, again.blocks_before), (0, 1));
        }
    }
}
