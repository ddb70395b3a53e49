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
    container::{Block, BlockHead, Fetch},
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
    /// Blocks whose moves were compared with their checksum.
    checked_moves: Vec<AtomicBool>,
}

impl Reader {
    /// Opens a file.
    ///
    /// A file whose end is torn or damaged is opened too, with the blocks that can be found; see [`Reader::errors`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NotPlypack`], [`ErrorCode::Truncated`] for less than a header, the `Unsupported...` codes, [`ErrorCode::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Reader> {
        let path = path.as_ref();
        Reader::from_source(Box::new(open_file(path)?)).map_err(|e| e.context(path.display()))
    }

    /// Opens a file and has the operating system show it as memory: the fastest way to search it. A file that cannot be shown so
    /// is read as by [`Reader::open`].
    ///
    /// While the reader is open, no program may make the file shorter or write over it: this program would be stopped by the
    /// operating system, or see wrong bytes. Adding games does no harm.
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

    /// Reads a file that lies in memory.
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
                let mut layout = Layout::walk(&*source, source.len()?)?;
                layout.errors.insert(0, e);
                layout
            }
            Err(e) => return Err(e),
        };
        Reader::with_layout(source, layout).without_empty_blocks()?.or_walked()
    }

    /// A footer that lists a block without games is worth less than walking: there is no such block (`container.6`), or it is
    /// not the one that is listed.
    fn without_empty_blocks(self) -> Result<Reader> {
        let empty = self.blocks().iter().position(|block| block.games == 0);
        match empty.map(|index| self.block_head(index)) {
            Some(Err(fault)) => self.walked(fault),
            _ => Ok(self),
        }
    }

    /// The same file with the blocks that walking finds, and with this fault.
    fn walked(self, fault: Error) -> Result<Reader> {
        let layout = Layout::walk(&*self.source, self.layout.len)?.with_fault(fault);
        Ok(Reader::with_layout(self.source, layout))
    }

    /// A footer that lists other blocks than there are (bytes were added or lost before it, or files joined) is worth less
    /// than walking, if that finds more games.
    fn or_walked(self) -> Result<Reader> {
        let heads = (0..self.blocks().len()).map(|index| self.block_head(index));
        let Some(fault) = heads.filter_map(Result::err).next().filter(|_| self.errors().is_empty()) else {
            return Ok(self);
        };
        let listed = (0..self.blocks().len()).filter(|index| self.block_head(*index).is_ok());
        let listed: u64 = listed.map(|index| self.blocks()[index].games).sum();
        let walked = Layout::walk(&*self.source, self.layout.len)?.with_fault(fault);
        Ok(if walked.games() > listed { Reader::with_layout(self.source, walked) } else { self })
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

    /// What is wrong with the frame of the file: empty unless its end is torn or damaged. Corruption inside blocks shows when
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

    /// Reads the head of a block.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumBlock`], [`ErrorCode::BlockMalformed`], [`ErrorCode::OutOfRange`], errors of the source.
    pub fn block_head(&self, index: usize) -> Result<BlockHead> {
        let (info, view) = self.view(index)?;
        let placed = |e: Error| e.rebase(info.range.start);
        let start = view.fetch(0..view.len.min(8))?;
        let head_len = BlockHead::announced_len(&start).map_err(placed)? as u64;
        let head = BlockHead::parse(&view.fetch(0..head_len)?).map_err(placed)?;
        let as_listed = [head.games as u64, head.plies, head.first_name, head.new_names as u64, head.len]
            == [info.games, info.plies, info.first_name, info.new_names, view.len];
        // container.11: a footer lists its blocks as they are.
        if !as_listed || head.crc != info.head_crc {
            let message = "a block is not the one that the footer lists";
            return Err(Error::new(ErrorCode::BlockMalformed, message).with_offset(info.range.start));
        }
        Ok(head)
    }

    /// Reads a block with all its columns, or takes it from the cache.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::block_head`] and [`Block::load`], with offsets in the file.
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
        let place = cache.iter().position(|(i, _)| *i == index)?;
        cache[..=place].rotate_right(1);
        Some(cache[0].1.clone())
    }

    /// Reads a block without keeping it: for readers that go through the whole file once.
    ///
    /// # Errors
    ///
    /// As [`Reader::block`].
    pub fn load_block(&self, index: usize) -> Result<Block> {
        let head = self.block_head(index)?;
        let (info, view) = self.view(index)?;
        Block::load(head, &view).map_err(|e| e.rebase(info.range.start))
    }

    /// Reads what can be read of a block whose sections may be damaged, and gives what cannot (`limits.5`).
    ///
    /// # Errors
    ///
    /// As [`Reader::block`], when nothing can be read.
    pub fn salvage_block(&self, index: usize) -> Result<(Block, Vec<Error>)> {
        let head = self.block_head(index)?;
        let (info, view) = self.view(index)?;
        let place = |e: Error| e.rebase(info.range.start);
        let mut lost = Vec::new();
        let block = Block::salvage(head, &view, &mut lost).map_err(place)?;
        Ok((block, lost.into_iter().map(place).collect()))
    }

    /// Checks the checksum of every section of a block, also of sections that this version does not know, and those of its index.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumSection`] and the errors of [`Reader::block_head`].
    pub fn check_sections(&self, index: usize) -> Result<()> {
        let head = self.block_head(index)?;
        let (info, view) = self.view(index)?;
        Block::check_sections(&head, &view).map_err(|e| e.rebase(info.range.start))?;
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

    /// index.1: segments lie in the gaps between blocks.
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
            if blocks.get(block).is_some_and(|b| segment.covers(b.range.start, b.head_crc, b.games)) {
                found[block] = Some(segment);
            }
        }
        found
    }

    /// Whether the moves of a block were compared with their checksum.
    pub(crate) fn are_moves_checked(&self, block: usize) -> bool {
        self.checked_moves[block].load(Ordering::Relaxed)
    }

    /// Notes that they were.
    pub(crate) fn moves_are_checked(&self, block: usize) {
        self.checked_moves[block].store(true, Ordering::Relaxed);
    }

    /// Has `read` look at the head and the bytes of a block. Offsets of its errors become those in the file.
    pub(crate) fn look<T>(&self, index: usize, read: impl FnOnce(&BlockHead, &dyn Fetch) -> Result<T>) -> Result<T> {
        let head = self.block_head(index)?;
        let (info, view) = self.view(index)?;
        read(&head, &view).map_err(|e| e.rebase(info.range.start))
    }

    fn view(&self, index: usize) -> Result<(&BlockInfo, View<'_>)> {
        let info = self.layout.blocks.get(index);
        let info = info.ok_or_else(|| Error::new(ErrorCode::OutOfRange, format!("there is no block {index}")))?;
        let len = info.range.end - info.range.start;
        Ok((info, View { source: &*self.source, start: info.range.start, len }))
    }

    /// Reads game `number` (0 is the first).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`]; the errors of reading its block, and those in which its names lie.
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

/// A panic while the lock is held leaves a cache that is still right: every change to it is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of one block.
struct View<'a> {
    source: &'a dyn Source,
    start: u64,
    len: u64,
}

impl Fetch for View<'_> {
    fn fetch(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>> {
        if range.end > self.len {
            return Err(Error::new(ErrorCode::Truncated, "a section lies outside its block").with_offset(range.start));
        }
        source::bytes_of(self.source, self.start + range.start..self.start + range.end)
    }
}
