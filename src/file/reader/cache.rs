//! The cache of the blocks of a file.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, OnceLock},
};

use crate::{Result, container::Block, lock::lock};

/// Size of the cache in bytes, unless set.
pub(super) const DEFAULT_CACHE: usize = 64 << 20;

/// Approximate size of an error in memory in bytes.
const ERROR_LEN: usize = 256;

/// Holds the most recently used blocks, up to a number of bytes, and always the last one used.
///
/// A thread that needs a block that another thread is reading waits for it.
pub(super) struct BlockCache(Mutex<Entries>);

/// A block, once it has been read.
type Slot = Arc<OnceLock<Result<Arc<Block>>>>;

struct Entries {
    limit: usize,
    /// Total size of the blocks in bytes.
    bytes: usize,
    /// The number of uses so far.
    uses: u64,
    by_number: HashMap<usize, Entry>,
    /// The block numbers, by the last use of each block.
    by_use: BTreeMap<u64, usize>,
}

struct Entry {
    slot: Slot,
    /// 0 while it is being read.
    bytes: usize,
    last_use: u64,
}

impl BlockCache {
    pub(super) fn new(limit: usize) -> BlockCache {
        let by_number = HashMap::new();
        let by_use = BTreeMap::new();
        BlockCache(Mutex::new(Entries { limit, bytes: 0, uses: 0, by_number, by_use }))
    }

    pub(super) fn limit(&self) -> usize {
        lock(&self.0).limit
    }

    pub(super) fn set_limit(&self, limit: usize) {
        let mut entries = lock(&self.0);
        entries.limit = limit;
        entries.evict();
    }

    /// Returns the block with this number; if it is not cached, `load` reads it.
    pub(super) fn get(&self, number: usize, load: impl FnOnce() -> Result<Block>) -> Result<Arc<Block>> {
        let slot = lock(&self.0).touch(number);
        if let Some(block) = slot.get() {
            return block.clone();
        }
        let mut is_first = false;
        let block = slot.get_or_init(|| {
            is_first = true;
            load().map(Arc::new)
        });
        if is_first {
            // A temporary error is not cached: the next call tries again. Any other error is cached, so that a bad block is not
            // read once for each of its games.
            let bytes = match &block {
                Ok(block) => Some(block.memory().max(1)),
                Err(error) => (!error.may_pass()).then_some(ERROR_LEN),
            };
            lock(&self.0).settle(number, &slot, bytes);
        }
        block.clone()
    }
}

impl Entries {
    /// Returns the slot of a block, and makes it the most recently used one.
    fn touch(&mut self, number: usize) -> Slot {
        let Entries { uses, by_number, by_use, .. } = self;
        let entry = by_number.entry(number).or_insert_with(|| Entry { slot: Slot::default(), bytes: 0, last_use: 0 });
        if entry.last_use != *uses || *uses == 0 {
            by_use.remove(&entry.last_use);
            *uses += 1;
            entry.last_use = *uses;
            by_use.insert(*uses, number);
        }
        entry.slot.clone()
    }

    /// Records the size of a block that was read; `None` for one that could not be read.
    fn settle(&mut self, number: usize, slot: &Slot, bytes: Option<usize>) {
        let Some(entry) = self.by_number.get_mut(&number).filter(|entry| Arc::ptr_eq(&entry.slot, slot)) else {
            return;
        };
        match bytes {
            Some(bytes) => {
                entry.bytes = bytes;
                self.bytes += bytes;
                self.evict();
            }
            None => self.remove(number),
        }
    }

    fn remove(&mut self, number: usize) {
        if let Some(entry) = self.by_number.remove(&number) {
            self.by_use.remove(&entry.last_use);
            self.bytes -= entry.bytes;
        }
    }

    /// Evicts the least recently used blocks until the rest fits.
    fn evict(&mut self) {
        while self.bytes > self.limit {
            let newest = self.uses;
            let mut in_order = self.by_use.iter().filter(|(last_use, _)| **last_use != newest);
            let oldest = in_order.find(|(_, number)| self.by_number[number].bytes > 0);
            let Some(number) = oldest.map(|(_, number)| *number) else { return };
            self.remove(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Barrier,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
    };

    use super::*;
    use crate::{Codec, Error, ErrorCode, Game, Reader, pack_games};

    fn block() -> Block {
        Reader::from_bytes(pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap().load_block(0).unwrap()
    }

    /// Returns which of the blocks had to be read.
    fn reads(cache: &BlockCache, numbers: &[usize]) -> Vec<usize> {
        let mut read = Vec::new();
        for number in numbers {
            cache
                .get(*number, || {
                    read.push(*number);
                    Ok(block())
                })
                .unwrap();
        }
        read
    }

    #[test]
    fn the_blocks_that_were_used_last_stay() {
        let one = block().memory();
        let cache = BlockCache::new(3 * one);
        assert_eq!(reads(&cache, &[0, 1, 2, 2, 0, 1]), [0, 1, 2]);
        assert_eq!(reads(&cache, &[3, 0, 1, 3, 2]), [3, 2]);
        assert_eq!(lock(&cache.0).bytes, 3 * one);
        cache.set_limit(one);
        assert_eq!(reads(&cache, &[2, 1, 1, 2]), [1, 2]);
        // A block that is larger than the limit stays until another is used.
        cache.set_limit(0);
        assert_eq!(reads(&cache, &[2, 2, 1, 1, 2]), [1, 2]);
        let entries = lock(&cache.0);
        assert_eq!((entries.bytes, entries.by_number.len(), entries.by_use.len()), (one, 1, 1));
    }

    /// Two threads read a block that was evicted in the meantime. Only the block that is kept counts toward the size.
    #[test]
    fn a_block_that_was_dropped_while_it_was_read_does_not_count() {
        let cache = BlockCache::new(1 << 20);
        let mut entries = lock(&cache.0);
        let first = entries.touch(0);
        entries.remove(0);
        let second = entries.touch(0);
        entries.settle(0, &first, Some(5));
        entries.settle(1, &first, None);
        assert_eq!((entries.bytes, entries.by_number.len()), (0, 1));
        entries.settle(0, &second, Some(7));
        assert_eq!(entries.bytes, 7);
        entries.remove(1);
        assert_eq!((entries.bytes, entries.by_use.len()), (7, 1));
    }

    #[test]
    fn temporary_errors_are_not_remembered() {
        let cache = BlockCache::new(1 << 20);
        let failed = cache.get(0, || Err(Error::new(ErrorCode::Io, "once")));
        assert_eq!(failed.unwrap_err().code(), ErrorCode::Io);
        assert_eq!(reads(&cache, &[0, 0]), [0]);
    }

    #[test]
    fn a_block_that_cannot_be_read_is_read_once() {
        let cache = BlockCache::new(1 << 20);
        let failed = || Err(Error::new(ErrorCode::ChecksumSection, "always"));
        assert_eq!(cache.get(0, failed).unwrap_err().code(), ErrorCode::ChecksumSection);
        let again = cache.get(0, || panic!("read again"));
        assert_eq!(again.unwrap_err().code(), ErrorCode::ChecksumSection);
    }

    #[test]
    fn threads_read_a_block_once() {
        let cache = BlockCache::new(1 << 30);
        let count = AtomicUsize::new(0);
        let start = Barrier::new(4);
        let load = || {
            count.fetch_add(1, Ordering::Relaxed);
            thread::sleep(std::time::Duration::from_millis(5));
            Ok(block())
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..10 {
                        start.wait();
                        cache.get(number, load).unwrap();
                    }
                });
            }
        });
        assert_eq!(count.into_inner(), 10);
    }
}
