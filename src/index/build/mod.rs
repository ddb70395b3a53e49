//! Building the segment of consecutive blocks. Each game is replayed once, and its positions are sorted into pages. The games stay in
//! memory as code of `byte`; positions for which memory does not suffice are stored in a temporary file.

mod compare;
mod corpus;
mod frequent;
mod occurrence;
mod pages;
mod partitions;

pub(crate) use compare::FirstNumbers;
use corpus::Corpus;
use partitions::Partitions;
pub(crate) use partitions::{MakeScratch, Scratch};

use super::{
    directory::{CoveredBlock, Directory, PagePlace},
    lines::BlockLines,
    page::Sizes,
    segment::{self, HEAD_LEN},
};
use crate::{Result, limits, memory, parallel};

/// Approximate number of plies whose positions are in one page, which takes 14 KB. Not a rule of the format.
const PLIES_PER_PAGE: u64 = 6000;

/// Approximate number of positions in a cell. Not a rule of the format.
const POSITIONS_PER_CELL: u64 = 128;

/// Maximum number of groups of a segment, unless the maximum size of groups requires more. Not a rule of the format.
const MAX_GROUPS: u64 = 8192;

/// Binary logarithm of the minimum number of games in a group. Not a rule of the format.
const MIN_GROUP_BITS: u32 = 3;

/// A block to be covered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BlockPlace {
    /// Offset in the file.
    pub start: u64,
    /// The checksum of its header.
    pub crc: u32,
    /// Its games.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
}

/// Builds a segment.
pub(crate) struct SegmentBuilder<'a> {
    /// The blocks, in the order of the file.
    pub blocks: &'a [BlockPlace],
    /// Reads the games of one of the blocks, in groups of this size (as a power of two).
    pub load: &'a (dyn Fn(usize, u32) -> Result<BlockLines> + Sync),
    /// Number of threads.
    pub threads: usize,
    /// Memory for games and positions in bytes.
    pub memory: u64,
    /// Creates a file for positions that do not fit in memory.
    pub make_scratch: &'a MakeScratch<'a>,
    /// Called with the work done and the total work.
    pub progress: &'a mut dyn FnMut(u64, u64) -> Result<()>,
}

/// Maximum number of games of a segment. Not a rule of the format: an occurrence has no space for larger numbers of games, and memory is
/// limited.
pub(crate) const MAX_SEGMENT_GAMES: u64 = 1 << 20;
/// Maximum number of plies of a segment. Not a rule of the format: memory is limited.
pub(crate) const MAX_SEGMENT_PLIES: u64 = 1 << 26;

fn sizes_for(blocks: &[BlockPlace]) -> (Sizes, u32) {
    let sum = |part: fn(&BlockPlace) -> u64| blocks.iter().map(part).sum::<u64>();
    let games = sum(|block| block.games);
    let plies = sum(|block| block.plies);
    let page_bits = (plies / PLIES_PER_PAGE).max(1).ilog2();
    let cell_bits = ((plies >> page_bits) / POSITIONS_PER_CELL).max(1).ilog2();
    let group_bits = games.div_ceil(MAX_GROUPS).next_power_of_two().ilog2();
    let group_bits = group_bits.clamp(MIN_GROUP_BITS, limits::MAX_GAMES_IN_BLOCK.ilog2());
    (Sizes { games: games as usize, groups: 0, page_bits, cell_bits }, group_bits)
}

impl<'a> SegmentBuilder<'a> {
    /// Writes the segment except its [head](segment::head), and returns the checksum of its directory.
    ///
    /// # Errors
    ///
    /// Errors of reading the blocks, of `write`, and of `progress`.
    pub(crate) fn write(mut self, write: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<u32> {
        let (sizes, group_bits) = sizes_for(self.blocks);
        let (mut corpus, positions) = self.load_all(sizes, group_bits)?;
        let mut pages = memory::with_capacity(1 << sizes.page_bits)?;
        let mut at = HEAD_LEN;
        let mut steps = Steps::new(self.blocks, self.progress);
        let mut step = |done: usize| steps.parts_done(done, positions.len());
        corpus.write_pages(&positions, self.threads, &mut step, &mut |page, lists| {
            let end = at + page.len() as u64;
            memory::push(&mut pages, PagePlace { start: at, end, lists_end: end + lists.len() as u64 })?;
            at = end + lists.len() as u64;
            write(page)?;
            write(lists)
        })?;
        let records = std::mem::take(&mut corpus.records);
        write(&records)?;
        let directory = corpus.into_directory(self.blocks, group_bits, pages, at)?;
        let (tail, crc) = segment::tail(&directory)?;
        write(&tail)?;
        Ok(crc)
    }

    /// Reads all games, and sorts their positions into partitions.
    fn load_all(&mut self, sizes: Sizes, group_bits: u32) -> Result<(Corpus, Partitions<'a>)> {
        let mut corpus = Corpus::new(sizes);
        let most = self.blocks.iter().map(weight).sum();
        // Positions in memory stay there until the end. So the memory of all games is reserved now, before any game is read.
        let games = self.blocks.iter().map(|block| block.plies + BYTES_PER_GAME * block.games).sum();
        let positions = Partitions::new(sizes, most, max_held(self.memory, games), self.make_scratch)?;
        let mut steps = Steps::new(self.blocks, &mut *self.progress);
        let mut first = 0;
        let mut blocks = self.blocks.iter().enumerate().map(|(number, block)| {
            let next = first + block.games as u32;
            (number, std::mem::replace(&mut first, next))
        });
        let work = |(number, first)| {
            let lines = (self.load)(number, group_bits)?;
            let mut adder = positions.adder()?;
            corpus::add_positions(&lines, first, &mut adder)?;
            adder.finish().map(|()| (number, lines))
        };
        let consume = |(number, lines): (usize, BlockLines)| {
            corpus.push(lines)?;
            positions.set_max_held(max_held(self.memory, corpus.memory().max(games)));
            steps.add(weight(&self.blocks[number]))
        };
        parallel::in_order(self.threads, || Ok(blocks.next()), work, consume)?;
        corpus.sizes.groups = corpus.groups.len();
        Ok((corpus, positions))
    }
}

/// Approximate memory of a game in addition to its moves, in bytes.
const BYTES_PER_GAME: u64 = 64;

/// Returns the maximum bytes of positions in memory if games take `games` bytes. A quarter of the memory is reserved
/// for positions being sorted.
fn max_held(memory: u64, games: u64) -> u64 {
    (memory.saturating_sub(games) / 4 * 3).max(memory / 4)
}

/// Returns the maximum number of positions of a block.
fn weight(block: &BlockPlace) -> u64 {
    block.plies + block.games
}

/// Progress in two halves: all positions are sorted into partitions, then into pages.
struct Steps<'p> {
    done: u64,
    half: u64,
    progress: &'p mut dyn FnMut(u64, u64) -> Result<()>,
}

/// Maximum number of progress reports.
const TOLD: u64 = 100;

impl<'p> Steps<'p> {
    fn new(blocks: &[BlockPlace], progress: &'p mut dyn FnMut(u64, u64) -> Result<()>) -> Steps<'p> {
        Steps { done: 0, half: blocks.iter().map(weight).sum::<u64>().max(1), progress }
    }

    /// Counts positions that were sorted into partitions.
    ///
    /// Errors: from `progress`.
    fn add(&mut self, positions: u64) -> Result<()> {
        self.advance(self.done + positions)
    }

    /// Counts partitions whose pages are done.
    ///
    /// Errors: from `progress`.
    fn parts_done(&mut self, done: usize, parts: usize) -> Result<()> {
        self.advance(self.half + self.half * done as u64 / parts as u64)
    }

    fn advance(&mut self, done: u64) -> Result<()> {
        let all = 2 * self.half;
        let part = |done: u64| done * TOLD / all;
        let before = std::mem::replace(&mut self.done, done);
        if part(done) > part(before) { (self.progress)(done, all) } else { Ok(()) }
    }
}

impl Corpus {
    fn into_directory(
        self,
        places: &[BlockPlace],
        group_bits: u32,
        pages: Vec<PagePlace>,
        mut at: u64,
    ) -> Result<Directory> {
        let mut groups = self.groups;
        for (group, len) in groups.iter_mut().zip(&self.record_lens) {
            group.record = at..at + u64::from(*len);
            at = group.record.end;
        }
        let blocks = places.iter().zip(self.blocks).map(|(place, block)| CoveredBlock {
            start: place.start,
            crc: place.crc,
            games: place.games as usize,
            moves: block.lines.moves,
            groups: block.groups,
            numbers: block.first..block.first + place.games as u32,
        });
        Ok(Directory {
            blocks: memory::collected(blocks)?,
            group_bits,
            groups,
            sizes: self.sizes,
            pages,
            parts: Vec::new(),
        })
    }
}
