//! Reading plypack files: by game number, from any thread.

mod corruption;
mod info;
mod layout;
mod names;

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    ops::Range,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

pub use super::source::{Source, open_file};
pub use corruption::Corruption;
pub use info::{Info, SectionBytes};
pub use layout::{BlockInfo, Layout};

use super::source;
use names::NameCache;

use crate::{
    Error, ErrorCode, Game, PackedMove, Result,
    container::{Block, BlockHeader, Fetch},
    index::{self, Segment, SegmentView},
    versions::Versions,
};

/// How many blocks stay in memory.
const CACHED_BLOCKS: usize = 4;

/// An open file. All methods may be called from several threads at the same time; none changes the file.
pub struct Reader {
    source: Box<dyn Source>,
    layout: Layout,
    blocks: Mutex<Vec<(usize, Arc<Block>)>>,
    names: Mutex<NameCache>,
    /// The segments of the position index, by block.
    index: OnceLock<Vec<Option<Segment>>>,
    /// Whether the checksum of each block's moves was verified.
    checked_moves: Vec<AtomicBool>,
}

impl Reader {
    /// Opens a file.
    ///
    /// A file whose end is torn or corrupt is opened too, with the blocks that can be found; see [`Reader::errors`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NotPlypack`], [`ErrorCode::Truncated`] for less than a header, the `Unsupported...` codes, [`ErrorCode::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Reader> {
        let path = path.as_ref();
        Reader::from_source(Box::new(open_file(path)?)).map_err(|e| e.context(path.display()))
    }

    /// Opens a file and maps it into memory: the fastest way to search it. A file that cannot be mapped is read as by
    /// [`Reader::open`].
    ///
    /// While the reader is open, no program may make the file shorter or write over it: this program would be killed by the
    /// operating system, or read wrong bytes. Appending games is safe.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn open_mapped(path: impl AsRef<Path>) -> Result<Reader> {
        let path = path.as_ref();
        let file = open_file(path)?;
        let source: Box<dyn Source> = match source::Mapped::new(&file) {
            Ok(mapped) => Box::new(mapped),
            Err(_) => Box::new(file),
        };
        Reader::from_source(source).map_err(|e| e.context(path.display()))
    }

    /// Reads a file in memory.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Reader> {
        Reader::from_source(Box::new(bytes))
    }

    /// Reads a file from any source.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`], and the errors of the source.
    pub fn from_source(source: Box<dyn Source>) -> Result<Reader> {
        let layout = Layout::find(&*source)?;
        Reader::with_layout(source, layout).without_empty_blocks()
    }

    /// Opens whatever blocks can be found, even if the file does not start as a plypack file: for repair.
    ///
    /// # Errors
    ///
    /// The errors of the source.
    pub fn salvage(source: Box<dyn Source>) -> Result<Reader> {
        let layout = match Layout::find(&*source) {
            Ok(layout) => layout,
            Err(e) if matches!(e.code(), ErrorCode::NotPlypack | ErrorCode::Truncated) => {
                let mut layout = Layout::scan(&*source, source.len()?)?;
                layout.errors.insert(0, e);
                layout
            }
            Err(e) => return Err(e),
        };
        Reader::with_layout(source, layout).without_empty_blocks()?.or_rescanned()
    }

    /// A footer that lists a block without games is wrong: there is no such block (`container.6`), or it is not the one that is
    /// listed. The file is scanned instead.
    fn without_empty_blocks(self) -> Result<Reader> {
        let empty = self.blocks().iter().position(|block| block.games == 0);
        match empty.map(|index| self.block_header(index)) {
            Some(Err(e)) => self.rescan(e),
            _ => Ok(self),
        }
    }

    /// The same file with the blocks that a scan finds, and with this error.
    fn rescan(self, e: Error) -> Result<Reader> {
        let layout = Layout::scan(&*self.source, self.layout.len)?.with_error(e);
        Ok(Reader::with_layout(self.source, layout))
    }

    /// When a footer lists other blocks than there are (bytes were added or lost before it, or files joined), the file is scanned;
    /// the blocks found so are used if they hold more games.
    fn or_rescanned(self) -> Result<Reader> {
        let headers = (0..self.blocks().len()).map(|index| self.block_header(index));
        let Some(e) = headers.filter_map(Result::err).next().filter(|_| self.errors().is_empty()) else {
            return Ok(self);
        };
        let listed = (0..self.blocks().len()).filter(|index| self.block_header(*index).is_ok());
        let listed: u64 = listed.map(|index| self.blocks()[index].games).sum();
        let scanned = Layout::scan(&*self.source, self.layout.len)?.with_error(e);
        Ok(if scanned.games() > listed { Reader::with_layout(self.source, scanned) } else { self })
    }

    fn with_layout(source: Box<dyn Source>, layout: Layout) -> Reader {
        let checked_moves = layout.blocks.iter().map(|_| AtomicBool::new(false)).collect();
        let (blocks, names, index) = (Mutex::default(), Mutex::default(), OnceLock::new());
        Reader { source, layout, blocks, names, index, checked_moves }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.layout.blocks.last().map_or(0, |b| b.first_game + b.games)
    }

    /// The plies of all main lines.
    pub fn plies(&self) -> u64 {
        self.layout.blocks.iter().map(|b| b.plies).sum()
    }

    /// Versions and features of the file.
    pub fn versions(&self) -> Versions {
        self.layout.versions
    }

    /// The length of the file in bytes.
    pub fn file_len(&self) -> u64 {
        self.layout.len
    }

    /// Errors in header and footers of the file: empty unless its end is torn or corrupt. Corruption inside blocks is found when
    /// they are read.
    pub fn errors(&self) -> &[Error] {
        &self.layout.errors
    }

    /// The blocks, in file order.
    pub fn blocks(&self) -> &[BlockInfo] {
        &self.layout.blocks
    }

    /// The block that holds game `number`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`].
    pub fn block_of(&self, number: u64) -> Result<usize> {
        if number >= self.games() {
            let message = format!("there is no game {number}; the file has {} (the first is 0)", self.games());
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        Ok(self.layout.blocks.partition_point(|b| b.first_game + b.games <= number))
    }

    /// Reads the header of a block.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumBlock`], [`ErrorCode::BlockMalformed`], [`ErrorCode::OutOfRange`], errors of the source.
    pub fn block_header(&self, index: usize) -> Result<BlockHeader> {
        let (info, bytes) = self.block_bytes(index)?;
        let placed = |e: Error| e.rebase(info.range.start);
        let start = bytes.fetch(0..bytes.len.min(8))?;
        let header_len = BlockHeader::declared_len(&start).map_err(placed)? as u64;
        let header = BlockHeader::parse(&bytes.fetch(0..header_len)?).map_err(placed)?;
        let as_listed = [header.games as u64, header.plies, header.first_name, header.new_names as u64, header.len]
            == [info.games, info.plies, info.first_name, info.new_names, bytes.len];
        // container.11: the entry in the footer matches the block.
        if !as_listed || header.crc != info.header_crc {
            let message = "a block differs from its entry in the footer";
            return Err(Error::new(ErrorCode::BlockMalformed, message).with_offset(info.range.start));
        }
        Ok(header)
    }

    /// Reads a block with all its columns, or takes it from the cache.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::block_header`]; [`ErrorCode::ChecksumSection`], [`ErrorCode::SectionMalformed`],
    /// [`ErrorCode::TagsMalformed`], the `Unsupported...` codes and [`ErrorCode::LimitExceeded`], with offsets in the file.
    pub fn block(&self, index: usize) -> Result<Arc<Block>> {
        if let Some(block) = self.cached_block(index) {
            return Ok(block);
        }
        let block = Arc::new(self.load_block(index)?);
        let mut cache = lock(&self.blocks);
        cache.truncate(CACHED_BLOCKS - 1);
        cache.insert(0, (index, block.clone()));
        Ok(block)
    }

    fn cached_block(&self, index: usize) -> Option<Arc<Block>> {
        let mut cache = lock(&self.blocks);
        let at = cache.iter().position(|(i, _)| *i == index)?;
        cache[..=at].rotate_right(1);
        Some(cache[0].1.clone())
    }

    /// Reads a block without caching it: for a single pass over the file.
    ///
    /// # Errors
    ///
    /// As [`Reader::block`].
    pub fn load_block(&self, index: usize) -> Result<Block> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        Block::load(header, &bytes).map_err(|e| e.rebase(info.range.start))
    }

    /// Reads what can be read of a block whose sections may be corrupt, and the errors of what cannot (`limits.5`).
    ///
    /// # Errors
    ///
    /// As [`Reader::block`], when nothing can be read.
    pub fn salvage_block(&self, index: usize) -> Result<(Block, Vec<Error>)> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        let placed = |e: Error| e.rebase(info.range.start);
        let mut errors = Vec::new();
        let block = Block::salvage(header, &bytes, &mut errors).map_err(placed)?;
        Ok((block, errors.into_iter().map(placed).collect()))
    }

    /// Checks the checksum of every section of a block, also of sections that this version does not know, and those of its index.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumSection`] and the errors of [`Reader::block_header`].
    pub fn check_sections(&self, index: usize) -> Result<()> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        Block::check_sections(&header, &bytes).map_err(|e| e.rebase(info.range.start))?;
        self.segment(index).map_or(Ok(()), |index| index.check())
    }

    /// The segment of the position index for a block, if there is one.
    pub(crate) fn segment(&self, block: usize) -> Option<SegmentView<'_>> {
        let segment = self.index.get_or_init(|| self.find_index()).get(block)?.as_ref()?;
        Some(SegmentView::new(segment, &self.source))
    }

    /// How many blocks have a segment of the index, and how many bytes these take.
    pub fn indexed(&self) -> (usize, u64) {
        let segments = self.index.get_or_init(|| self.find_index()).iter().flatten();
        segments.fold((0, 0), |(count, bytes), segment| (count + 1, bytes + segment.end - segment.start))
    }

    /// index.1: segments are in the gaps between blocks.
    fn find_index(&self) -> Vec<Option<Segment>> {
        let blocks = &self.layout.blocks;
        let read = |start, end| source::read_range(&*self.source, start..end, self.layout.len);
        let starts = blocks.iter().skip(1).map(|b| b.range.start).chain([self.layout.len]);
        let gaps = blocks.iter().zip(starts).map(|(block, start)| block.range.end..start);
        let first = crate::container::HEADER_LEN as u64..blocks.first().map_or(0, |b| b.range.start);
        let mut found: Vec<Option<Segment>> = blocks.iter().map(|_| None).collect();
        let gaps = [first].into_iter().chain(gaps).filter(|gap| gap.start < gap.end);
        for segment in gaps.flat_map(|gap| index::find_segments(gap, &read)) {
            let block = blocks.partition_point(|b| b.range.start < segment.block_start());
            if blocks.get(block).is_some_and(|b| segment.covers(b.range.start, b.header_crc, b.games)) {
                found[block] = Some(segment);
            }
        }
        found
    }

    /// Whether the checksum of a block's moves was verified.
    pub(crate) fn are_moves_checked(&self, block: usize) -> bool {
        self.checked_moves[block].load(Ordering::Relaxed)
    }

    /// Records that it was.
    pub(crate) fn mark_moves_checked(&self, block: usize) {
        self.checked_moves[block].store(true, Ordering::Relaxed);
    }

    /// Calls `read` with the header and the bytes of a block. Offsets of its errors are rebased to the file.
    pub(crate) fn with_block<T>(
        &self,
        index: usize,
        read: impl FnOnce(&BlockHeader, &dyn Fetch) -> Result<T>,
    ) -> Result<T> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        read(&header, &bytes).map_err(|e| e.rebase(info.range.start))
    }

    fn block_bytes(&self, index: usize) -> Result<(&BlockInfo, BlockBytes<'_>)> {
        let info = self.layout.blocks.get(index);
        let info = info.ok_or_else(|| Error::new(ErrorCode::OutOfRange, format!("there is no block {index}")))?;
        let len = info.range.end - info.range.start;
        Ok((info, BlockBytes { source: &*self.source, start: info.range.start, len }))
    }

    /// Reads game `number` (0 is the first).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`]; the errors of reading its block, and those that hold its names.
    pub fn read_game(&self, number: u64, game: &mut Game) -> Result<()> {
        let (block, within) = self.find(number)?;
        block.read_game(within, &self.names_of(&block), game).map_err(|e| e.context(format!("game {number}")))
    }

    /// Reads the tags, start and result of game `number` without its moves.
    ///
    /// # Errors
    ///
    /// As [`Reader::read_game`].
    pub fn read_tags(&self, number: u64, game: &mut Game) -> Result<()> {
        let (block, within) = self.find(number)?;
        block.read_tags(within, &self.names_of(&block), game).map_err(|e| e.context(format!("game {number}")))
    }

    /// The main line of game `number`; appended to `out`.
    ///
    /// # Errors
    ///
    /// As [`Reader::read_game`]; names are only needed where the moves start from a `FEN` tag.
    pub fn read_moves(&self, number: u64, out: &mut Vec<PackedMove>) -> Result<()> {
        let (block, within) = self.find(number)?;
        block.read_line(within, out).map(|_| ()).map_err(|e| e.context(format!("game {number}")))
    }

    fn find(&self, number: u64) -> Result<(Arc<Block>, usize)> {
        let index = self.block_of(number)?;
        Ok((self.block(index)?, (number - self.layout.blocks[index].first_game) as usize))
    }
}

/// A panic while the lock is held leaves the cache consistent: every change to it is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of one block.
struct BlockBytes<'a> {
    source: &'a dyn Source,
    start: u64,
    len: u64,
}

impl Fetch for BlockBytes<'_> {
    fn fetch(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>> {
        if range.end > self.len {
            return Err(Error::new(ErrorCode::Truncated, "a section ends outside its block").with_offset(range.start));
        }
        source::bytes_of(self.source, self.start + range.start..self.start + range.end)
    }
}
