//! The positions of all games, partitioned by the first bits of their keys. If memory does not suffice, they are stored in a temporary
//! file.
//!
//! Several threads add positions in any order; taking a partition sorts it. So the bytes of an index do not depend on
//! the threads and the available memory.

use std::{
    ops::Range,
    sync::{
        Mutex, OnceLock, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use super::occurrence::Occurrence;
use crate::{Result, index::page::Sizes, lock::lock, memory};

/// A temporary file. It is private, and deleted when dropped.
pub(crate) trait Scratch: Send + Sync {
    /// Writes bytes at an offset.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()>;

    /// Reads bytes that were written.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<()>;
}

/// Creates a temporary file.
pub(crate) type MakeScratch<'a> = dyn Fn() -> Result<Box<dyn Scratch>> + Sync + 'a;

/// Maximum number of key bits that give the partition. With 256 partitions, a partition of the largest segment takes about 4 MB, and a
/// thread fills all of them from its cache.
const MAX_PART_BITS: u32 = 8;

/// Positions of a partition that a thread collects before it takes the lock: 4 KB.
const CHUNK: usize = 256;

/// Number of bytes written or read at once.
const TRANSFER: usize = 1 << 20;

/// Positions in memory, in the order in which threads added them. All positions that a thread adds at once belong to one partition. One
/// allocation holds all positions, so that freeing it returns the memory to the system.
struct Held {
    positions: Vec<Occurrence>,
    /// By partition: the ranges of its positions in `positions`, one range for each addition.
    runs: Vec<Vec<Range<usize>>>,
}

impl Held {
    fn push(&mut self, part: usize, chunk: &[Occurrence]) -> Result<()> {
        let start = self.positions.len();
        memory::append(&mut self.positions, chunk)?;
        memory::push(&mut self.runs[part], start..self.positions.len())
    }

    /// Returns the positions of a partition, one slice for each addition.
    fn of(&self, part: usize) -> impl Iterator<Item = &[Occurrence]> {
        self.runs[part].iter().map(|run| &self.positions[run.clone()])
    }

    fn clear(&mut self) {
        self.positions.clear();
        self.runs.iter_mut().for_each(Vec::clear);
    }
}

/// The positions of a segment.
pub(super) struct Partitions<'a> {
    sizes: Sizes,
    part_bits: u32,
    held: RwLock<Held>,
    /// Maximum bytes of positions in memory.
    max_held: AtomicU64,
    make_scratch: &'a MakeScratch<'a>,
    scratch: OnceLock<Box<dyn Scratch>>,
    spilled: Mutex<Spilled>,
}

/// The positions in the temporary file.
struct Spilled {
    /// The length of the file.
    end: u64,
    /// The byte ranges of the positions of each partition.
    ranges: Vec<Vec<Range<u64>>>,
}

impl<'a> Partitions<'a> {
    /// Creates partitions for at most `positions` positions.
    pub(super) fn new(
        sizes: Sizes,
        positions: u64,
        max_held: u64,
        make_scratch: &'a MakeScratch<'a>,
    ) -> Result<Partitions<'a>> {
        let part_bits = sizes.page_bits.min(MAX_PART_BITS);
        let parts = 1 << part_bits;
        let capacity = positions.min(max_held / Occurrence::LEN as u64) as usize + CHUNK;
        let held = Held { positions: memory::with_capacity(capacity)?, runs: vec![Vec::new(); parts] };
        Ok(Partitions {
            sizes,
            part_bits,
            held: RwLock::new(held),
            max_held: AtomicU64::new(max_held),
            make_scratch,
            scratch: OnceLock::new(),
            spilled: Mutex::new(Spilled { end: 0, ranges: vec![Vec::new(); parts] }),
        })
    }

    /// The number of partitions.
    pub(super) fn len(&self) -> usize {
        1 << self.part_bits
    }

    /// Returns the pages of a partition.
    pub(super) fn pages_of(&self, part: usize) -> Range<usize> {
        let bits = self.sizes.page_bits - self.part_bits;
        part << bits..(part + 1) << bits
    }

    /// Returns the page of a key.
    pub(super) fn page_of(&self, key: u64) -> usize {
        self.sizes.page_of(key)
    }

    /// Sets the maximum bytes of positions in memory from now on.
    pub(super) fn set_max_held(&self, bytes: u64) {
        self.max_held.store(bytes, Ordering::Relaxed);
    }

    /// Starts adding positions on this thread.
    pub(super) fn adder(&self) -> Result<Adder<'_>> {
        let chunks = memory::all((0..self.len()).map(|_| Ok(Vec::new())))?;
        Ok(Adder { partitions: self, chunks })
    }

    fn part_of(&self, key: u64) -> usize {
        // Two shifts, because with no key bits a single shift would be by 64, which overflows.
        (key >> 1 >> (63 - self.part_bits)) as usize
    }

    fn add(&self, part: usize, chunk: &[Occurrence]) -> Result<()> {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        held.push(part, chunk)?;
        let bytes = (held.positions.len() * Occurrence::LEN) as u64;
        if bytes > self.max_held.load(Ordering::Relaxed) { self.spill(&mut held) } else { Ok(()) }
    }

    /// Writes all positions in memory to the temporary file.
    fn spill(&self, held: &mut Held) -> Result<()> {
        if self.scratch.get().is_none() {
            let made = (self.make_scratch)()?;
            self.scratch.get_or_init(|| made);
        }
        let Some(scratch) = self.scratch.get() else { return Ok(()) };
        let Spilled { end, ranges } = &mut *lock(&self.spilled);
        let mut bytes = memory::with_capacity(TRANSFER + CHUNK * Occurrence::LEN)?;
        for (part, ranges) in ranges.iter_mut().enumerate() {
            let start = *end;
            for run in held.of(part) {
                run.iter().for_each(|occurrence| bytes.extend_from_slice(&occurrence.to_bytes()));
                if bytes.len() >= TRANSFER {
                    append(&**scratch, end, &mut bytes)?;
                }
            }
            append(&**scratch, end, &mut bytes)?;
            if *end > start {
                memory::push(ranges, start..*end)?;
            }
        }
        held.clear();
        Ok(())
    }

    /// Takes the sorted positions of a partition.
    pub(super) fn take(&self, part: usize) -> Result<Vec<Occurrence>> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let spilled = std::mem::take(&mut lock(&self.spilled).ranges[part]);
        let in_file: usize = spilled.iter().map(|range| (range.end - range.start) as usize / Occurrence::LEN).sum();
        let in_memory: usize = held.of(part).map(<[Occurrence]>::len).sum();
        let mut all = memory::with_capacity(in_file + in_memory)?;
        held.of(part).for_each(|run| all.extend_from_slice(run));
        drop(held);
        let mut bytes = memory::filled(0, if in_file > 0 { TRANSFER } else { 0 })?;
        for range in spilled {
            for start in range.clone().step_by(TRANSFER) {
                let len = (range.end - start).min(TRANSFER as u64) as usize;
                if let Some(scratch) = self.scratch.get() {
                    scratch.read_at(start, &mut bytes[..len])?;
                }
                all.extend(bytes[..len].as_chunks().0.iter().map(Occurrence::from_bytes));
            }
        }
        all.sort_unstable_by_key(Occurrence::order);
        Ok(all)
    }
}

/// Appends bytes to the temporary file, and clears them.
fn append(scratch: &dyn Scratch, end: &mut u64, bytes: &mut Vec<u8>) -> Result<()> {
    scratch.write_at(*end, bytes)?;
    *end += bytes.len() as u64;
    bytes.clear();
    Ok(())
}

/// Adds positions on a thread.
pub(super) struct Adder<'p> {
    partitions: &'p Partitions<'p>,
    /// Positions of each partition that are not yet added.
    chunks: Vec<Vec<Occurrence>>,
}

impl Adder<'_> {
    #[inline]
    pub(super) fn add(&mut self, occurrence: Occurrence) -> Result<()> {
        let part = self.partitions.part_of(occurrence.key);
        let chunk = &mut self.chunks[part];
        if chunk.len() == chunk.capacity() {
            return self.add_to_full(part, occurrence);
        }
        chunk.push(occurrence);
        Ok(())
    }

    #[cold]
    fn add_to_full(&mut self, part: usize, occurrence: Occurrence) -> Result<()> {
        let chunk = &mut self.chunks[part];
        if chunk.is_empty() {
            chunk.try_reserve_exact(CHUNK)?;
        } else {
            self.partitions.add(part, chunk)?;
            chunk.clear();
        }
        chunk.push(occurrence);
        Ok(())
    }

    /// Adds the remaining positions.
    pub(super) fn finish(self) -> Result<()> {
        let mut left = self.chunks.iter().enumerate().filter(|(_, chunk)| !chunk.is_empty());
        left.try_for_each(|(part, chunk)| self.partitions.add(part, chunk))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Error, ErrorCode, parallel};

    #[derive(Default)]
    struct InMemory(Mutex<Vec<u8>>);

    impl Scratch for InMemory {
        fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
            let mut all = lock(&self.0);
            assert_eq!(all.len() as u64, offset, "no holes");
            all.extend_from_slice(bytes);
            Ok(())
        }

        fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<()> {
            bytes.copy_from_slice(&lock(&self.0)[offset as usize..][..bytes.len()]);
            Ok(())
        }
    }

    /// A temporary file on a disk that is full after this number of bytes.
    struct Full(u64);

    impl Scratch for Full {
        fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
            let fits = offset + bytes.len() as u64 <= self.0;
            if fits { Ok(()) } else { Err(Error::new(ErrorCode::Io, "full")) }
        }

        fn read_at(&self, _: u64, _: &mut [u8]) -> Result<()> {
            Err(Error::new(ErrorCode::Io, "unreadable"))
        }
    }

    fn sizes(page_bits: u32) -> Sizes {
        Sizes { games: 1, groups: 1, page_bits, cell_bits: 0 }
    }

    fn occurrence(key: u64, place: u64) -> Occurrence {
        Occurrence::from_bytes(&(u128::from(key) << 64 | u128::from(place)).to_le_bytes())
    }

    /// Adds each of the lists as a block, and takes all partitions.
    fn sorted(positions: &Partitions<'_>, threads: usize, blocks: &[Vec<Occurrence>]) -> Result<Vec<Vec<Occurrence>>> {
        let mut rest = blocks.iter();
        let add = |block: &Vec<Occurrence>| {
            let mut adder = positions.adder()?;
            block.iter().try_for_each(|occurrence| adder.add(*occurrence))?;
            adder.finish()
        };
        parallel::in_order(threads, || Ok(rest.next()), add, |()| Ok(()))?;
        (0..positions.len()).map(|part| positions.take(part)).collect()
    }

    /// Blocks of positions with few different keys, so that some keys are frequent.
    fn blocks() -> impl Strategy<Value = Vec<Vec<Occurrence>>> {
        let key = prop_oneof![any::<u64>(), 0..4u64, Just(u64::MAX)];
        let one = (key, any::<u64>()).prop_map(|(key, place)| occurrence(key, place));
        prop::collection::vec(prop::collection::vec(one, 0..2000), 0..6)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

        #[test]
        fn parts_have_all_positions_in_order(
            blocks in blocks(),
            page_bits in 0..=16u32,
            max_held in prop_oneof![Just(0u64), 0..100_000u64, Just(u64::MAX)],
            threads in 1..4usize,
        ) {
            let make = || Ok(Box::<InMemory>::default() as Box<dyn Scratch>);
            let positions = Partitions::new(sizes(page_bits), 5000, max_held, &make).unwrap();
            let parts = sorted(&positions, threads, &blocks).unwrap();
            for (number, part) in parts.iter().enumerate() {
                let pages = positions.pages_of(number);
                prop_assert!(part.iter().all(|occurrence| pages.contains(&positions.page_of(occurrence.key))));
            }
            let mut all = blocks.concat();
            all.sort_unstable_by_key(Occurrence::order);
            prop_assert_eq!(parts.concat(), all);
            let spilled = positions.scratch.get().is_some();
            let bytes: usize = blocks.iter().map(|block| block.len() * Occurrence::LEN).sum();
            prop_assert_eq!(spilled, bytes as u64 > max_held);
        }
    }

    #[test]
    fn errors_of_the_temporary_file_end_the_work() {
        let block: Vec<_> = (0..10_000).map(|n: u64| occurrence(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n)).collect();
        let blocks = [block.clone(), block];
        for (room, message) in [(0, "full"), (100_000, "full"), (u64::MAX, "unreadable")] {
            let make = || Ok(Box::new(Full(room)) as Box<dyn Scratch>);
            let positions = Partitions::new(sizes(6), 20_000, 50_000, &make).unwrap();
            assert_eq!(sorted(&positions, 2, &blocks).unwrap_err().message(), message, "{room}");
        }
        let make = || Err(Error::new(ErrorCode::Io, "no folder"));
        let positions = Partitions::new(sizes(6), 20_000, 50_000, &make).unwrap();
        assert_eq!(sorted(&positions, 2, &blocks).unwrap_err().message(), "no folder");
    }
}
