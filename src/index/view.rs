//! Reading the body of a segment in place (`index.3`, `index.4`, `index.8`).

use std::{borrow::Cow, ops::Range};

use super::{
    entry::Entry,
    game_list::{GameList, take_list},
    record::{GameRecord, RECORD_LEN},
    segment::{PAGE_LEN, Segment},
};
use crate::{Error, ErrorCode, Result, coding::wire::Cursor, container::Fetch};

/// The parts of a body, by their numbers (`index.3`).
const RECORDS: usize = 0;
const KEYS: usize = 1;
const ENTRY_OFFSETS: usize = 2;
const ENTRIES: usize = 3;
const BUCKET_OFFSETS: usize = 4;
const LISTS: usize = 5;

/// A segment and its file.
pub(crate) struct SegmentView<'a> {
    segment: &'a Segment,
    file: &'a dyn Fetch,
}

pub(super) fn malformed(message: &str) -> Error {
    Error::new(ErrorCode::SectionMalformed, format!("an index is malformed: {message}"))
}

impl<'a> SegmentView<'a> {
    /// Views a segment; `file` gives bytes counted from the start of the file.
    pub(crate) fn new(segment: &'a Segment, file: &'a dyn Fetch) -> SegmentView<'a> {
        SegmentView { segment, file }
    }

    /// Games of the block.
    pub(super) fn games(&self) -> usize {
        self.segment.header.games
    }

    /// Positions that have an entry.
    pub(super) fn positions(&self) -> usize {
        self.segment.header.positions
    }

    /// Buckets.
    pub(super) fn buckets(&self) -> usize {
        1 << self.segment.header.bucket_bits
    }

    /// Bytes of the body, whose pages are compared with their checksums.
    fn bytes(&self, start: usize, len: usize) -> Result<Cow<'a, [u8]>> {
        let body_len: usize = self.segment.header.part_lens().iter().sum();
        let end = start.checked_add(len).filter(|end| *end <= body_len);
        let end = end.ok_or_else(|| malformed("an offset outside of it"))?;
        for page in start / PAGE_LEN..end.div_ceil(PAGE_LEN) {
            if !self.segment.is_checked(page) {
                let start = page * PAGE_LEN;
                self.segment.check(page, &self.unchecked(start..body_len.min(start + PAGE_LEN))?)?;
            }
        }
        self.unchecked(start..end)
    }

    fn unchecked(&self, range: Range<usize>) -> Result<Cow<'a, [u8]>> {
        let body = self.segment.body_start();
        self.file.fetch(body + range.start as u64..body + range.end as u64)
    }

    /// Checks all pages.
    pub(crate) fn check(&self) -> Result<()> {
        self.bytes(0, self.segment.header.part_lens().iter().sum()).map(|_| ())
    }

    /// Where a part starts.
    fn part(&self, number: usize) -> usize {
        self.segment.header.part_lens()[..number].iter().sum()
    }

    fn u32_at(&self, part: usize, index: usize) -> Result<u32> {
        Cursor::new(&self.bytes(self.part(part) + 4 * index, 4)?).u32()
    }

    /// The item `index` of a part: `offsets` is the part with the end of every item.
    fn item(&self, part: usize, offsets: usize, index: usize) -> Result<Cow<'a, [u8]>> {
        let end = self.u32_at(offsets, index)? as usize;
        let start = if index == 0 { 0 } else { self.u32_at(offsets, index - 1)? as usize };
        let part_len = self.segment.header.part_lens()[part];
        let len = end.checked_sub(start).filter(|_| end <= part_len);
        self.bytes(self.part(part) + start, len.ok_or_else(|| malformed("offsets out of order"))?)
    }

    /// The record of a game of the block (`index.6`).
    pub(crate) fn record(&self, game: usize) -> Result<GameRecord> {
        if game >= self.games() {
            return Err(malformed("a game outside of its block"));
        }
        GameRecord::parse(&self.bytes(self.part(RECORDS) + RECORD_LEN * game, RECORD_LEN)?)
    }

    /// The range of a game's code in the section `moves`; `None` if the index does not give it.
    pub(crate) fn code_range(&self, game: usize) -> Result<Option<Range<usize>>> {
        let header = &self.segment.header;
        if header.moves_len == 0 {
            return Ok(None);
        }
        let start = self.record(game)?.offset();
        let end = if game + 1 < header.games { self.record(game + 1)?.offset() } else { header.moves_len };
        let ordered = start <= end && end <= header.moves_len;
        ordered.then_some(Some(start as usize..end as usize)).ok_or_else(|| malformed("moves out of order"))
    }

    /// The entry of a position with this key, if there is one (`index.7`).
    pub(crate) fn entry(&self, key: u64) -> Result<Option<Entry<'a>>> {
        self.find(key)?.map(|index| self.entry_at(index)).transpose()
    }

    /// An entry by its number.
    pub(super) fn entry_at(&self, index: usize) -> Result<Entry<'a>> {
        Ok(Entry::new(self.item(ENTRIES, ENTRY_OFFSETS, index)?, self.games()))
    }

    /// A key by its number.
    pub(super) fn key_at(&self, index: usize) -> Result<u64> {
        let bytes = self.bytes(self.part(KEYS) + 8 * index, 8)?;
        Ok(u64::from_le_bytes(bytes.as_ref().try_into().map_err(|_| malformed("a key"))?))
    }

    /// The number of a key: interpolation search, as keys are sorted and uniformly distributed, then binary search.
    fn find(&self, key: u64) -> Result<Option<usize>> {
        let count = self.positions();
        let (mut low, mut high) = (0, count);
        let mut guess = ((u128::from(key) * count as u128) >> 64) as usize;
        let mut step = 8;
        while low < high {
            let probe = guess.clamp(low, high - 1);
            match self.key_at(probe)?.cmp(&key) {
                std::cmp::Ordering::Equal => return Ok(Some(probe)),
                std::cmp::Ordering::Less => {
                    low = probe + 1;
                    guess = low + step;
                }
                std::cmp::Ordering::Greater => {
                    high = probe;
                    guess = high.saturating_sub(step);
                }
            }
            step = step.saturating_mul(2);
            if step > 1 << 10 {
                guess = low + (high - low) / 2;
            }
        }
        Ok(None)
    }

    /// The games that may have a position with this key, which has no entry (`index.8`).
    pub(crate) fn bucket(&self, key: u64) -> Result<Vec<u32>> {
        let bits = self.segment.header.bucket_bits;
        let bucket = if bits == 0 { 0 } else { (key >> (64 - bits)) as usize };
        let bytes = self.bucket_bytes(bucket)?;
        let mut cursor = Cursor::new(&bytes);
        let list: GameList<'_> = take_list(&mut cursor, self.games())?;
        cursor.finish()?;
        list.numbers()
    }

    /// The stored list of a bucket.
    pub(super) fn bucket_bytes(&self, bucket: usize) -> Result<Cow<'a, [u8]>> {
        self.item(LISTS, BUCKET_OFFSETS, bucket)
    }
}
