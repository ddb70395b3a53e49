//! Building the segment for consecutive blocks, in bounded memory: the games stay in memory as code of `byte`, and are replayed once
//! for each of several ranges of keys.

mod compare;
mod corpus;
mod frequent;
mod pages;

use std::cell::RefCell;

pub(crate) use compare::FirstNumbers;
use corpus::Corpus;

use super::{
    directory::{CoveredBlock, Directory, PagePlace},
    lines::BlockLines,
    page::Sizes,
    segment::{self, HEAD_LEN},
};
use crate::{Result, limits, memory, parallel};

/// About so many plies have their positions in a page of 14 KB. Not a rule of the format.
const PLIES_PER_PAGE: u64 = 6000;

/// About so many positions are in a cell. Not a rule of the format.
const POSITIONS_PER_CELL: u64 = 128;

/// A segment has at most so many groups, where they need not be larger. Not a rule of the format.
const MAX_GROUPS: u64 = 8192;

/// Groups have 2 to the power of this games, or more. Not a rule of the format.
const MIN_GROUP_BITS: u32 = 3;

/// Bytes for games and positions in memory at a time; the positions of one page are, in any case. Not a rule of the format.
const MAX_MEMORY: u64 = 96 << 20;

/// A block that is to be covered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BlockPlace {
    /// Where it starts in the file.
    pub start: u64,
    /// The checksum of its header.
    pub crc: u32,
    /// Its games.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
}

/// How a segment is built: what it reads, and who is told.
pub(crate) struct SegmentBuilder<'a> {
    /// The blocks, in the order of the file.
    pub blocks: &'a [BlockPlace],
    /// Reads the games of one of the blocks, in groups of this size (as a power of two).
    pub load: &'a (dyn Fn(usize, u32) -> Result<BlockLines> + Sync),
    /// Threads.
    pub threads: usize,
    /// Called with parts of the work that are done, and all parts.
    pub progress: &'a mut dyn FnMut(u64, u64) -> Result<()>,
}

/// Games that a segment may have, and plies: an occurrence has space for so many, and so has memory. Not a rule of the format.
pub(crate) const MAX_SEGMENT_GAMES: u64 = 1 << 20;
pub(crate) const MAX_SEGMENT_PLIES: u64 = 1 << 26;

fn sizes_for(blocks: &[BlockPlace]) -> (Sizes, u32) {
    let sum = |part: fn(&BlockPlace) -> u64| blocks.iter().map(part).sum::<u64>();
    let (games, plies) = (sum(|block| block.games), sum(|block| block.plies));
    let page_bits = (plies / PLIES_PER_PAGE).max(1).ilog2();
    let cell_bits = ((plies >> page_bits) / POSITIONS_PER_CELL).max(1).ilog2();
    let group_bits = games.div_ceil(MAX_GROUPS).next_power_of_two().ilog2();
    let group_bits = group_bits.clamp(MIN_GROUP_BITS, limits::MAX_GAMES_IN_BLOCK.ilog2());
    (Sizes { games: games as usize, groups: 0, page_bits, cell_bits }, group_bits)
}

impl SegmentBuilder<'_> {
    /// Writes all of the segment but its [head](segment::head), and returns the checksum of its directory.
    ///
    /// # Errors
    ///
    /// Those of reading the blocks, of `write`, and of `progress`.
    pub(crate) fn write(mut self, write: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<u32> {
        let (sizes, group_bits) = sizes_for(self.blocks);
        let (mut corpus, counts) = self.load_all(sizes, group_bits)?;
        let passes = passes(&counts, &corpus)?;
        let (mut pages, mut at) = (memory::with_capacity(counts.len())?, HEAD_LEN);
        let all = 2 * self.blocks.len() + counts.len();
        let progress = RefCell::new(Steps { done: self.blocks.len(), all, progress: self.progress });
        for (number, pass) in passes.iter().enumerate() {
            // Further passes are rare, and take their time from the first one's share.
            let mut block_done = || match number {
                0 => progress.borrow_mut().step(),
                _ => progress.borrow_mut().report(),
            };
            corpus.write_pages(pass.clone(), &counts, self.threads, &mut block_done, &mut |page, lists| {
                let end = at + page.len() as u64;
                memory::push(&mut pages, PagePlace { start: at, end, lists_end: end + lists.len() as u64 })?;
                at = end + lists.len() as u64;
                write(page)?;
                write(lists)?;
                progress.borrow_mut().step()
            })?;
        }
        let records = std::mem::take(&mut corpus.records);
        write(&records)?;
        let directory = corpus.into_directory(self.blocks, group_bits, (pages, at))?;
        let (tail, crc) = segment::tail(&directory)?;
        write(&tail)?;
        Ok(crc)
    }

    /// Reads all games, and counts the positions of each page.
    fn load_all(&mut self, sizes: Sizes, group_bits: u32) -> Result<(Corpus, Vec<u64>)> {
        let mut corpus = Corpus::new(sizes);
        let mut counts = memory::filled(0u64, 1 << sizes.page_bits)?;
        let mut numbers = 0..self.blocks.len();
        let mut progress = Steps { done: 0, all: 2 * self.blocks.len() + counts.len(), progress: &mut *self.progress };
        let load = self.load;
        parallel::in_order(
            self.threads,
            || Ok(numbers.next()),
            |number| {
                let lines = load(number, group_bits)?;
                let counts = corpus::page_counts(&lines, sizes)?;
                Ok((lines, counts))
            },
            |(lines, found)| {
                counts.iter_mut().zip(found).for_each(|(count, found)| *count += u64::from(found));
                corpus.push(lines)?;
                progress.step()
            },
        )?;
        corpus.sizes.groups = corpus.groups.len();
        Ok((corpus, counts))
    }
}

/// Steps of the work: the blocks that are read, the blocks whose positions are sorted into pages, and the pages that are written.
struct Steps<'p> {
    done: usize,
    all: usize,
    progress: &'p mut dyn FnMut(u64, u64) -> Result<()>,
}

/// So often progress is told, at most.
const TOLD: usize = 100;

impl Steps<'_> {
    /// Counts a step.
    ///
    /// Errors: those of `progress`.
    fn step(&mut self) -> Result<()> {
        self.done += 1;
        let part = |done: usize| done * TOLD / self.all;
        if part(self.done) > part(self.done - 1) { self.report() } else { Ok(()) }
    }

    /// Reports the steps that are done.
    ///
    /// Errors: those of `progress`.
    fn report(&mut self) -> Result<()> {
        (self.progress)(self.done as u64, self.all as u64)
    }
}

/// Ranges of pages whose positions fit in memory beside the games, or one page.
fn passes(counts: &[u64], corpus: &Corpus) -> Result<Vec<std::ops::Range<usize>>> {
    let room = MAX_MEMORY.saturating_sub(corpus.memory()).max(MAX_MEMORY / 4);
    let max = room / size_of::<corpus::Occurrence>() as u64;
    let (mut passes, mut start, mut sum) = (Vec::new(), 0, 0);
    for (page, count) in counts.iter().enumerate() {
        if sum + count > max && page > start {
            memory::push(&mut passes, start..page)?;
            (start, sum) = (page, 0);
        }
        sum += count;
    }
    memory::push(&mut passes, start..counts.len())?;
    Ok(passes)
}

impl Corpus {
    fn into_directory(
        self,
        places: &[BlockPlace],
        group_bits: u32,
        (pages, mut at): (Vec<PagePlace>, u64),
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
