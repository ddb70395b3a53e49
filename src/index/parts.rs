//! The parts of a segment's body (`index.3`, `index.6`, `index.8`).

use std::borrow::Cow;

use super::{
    bits::{List, take_list},
    entry::Entry,
    segment::{PAGE_LEN, Segment},
};
use crate::{Error, ErrorCode, Result, Source, Termination, coding::wire::Cursor};

/// Bytes of a game's record (`index.6`).
pub(super) const RECORD_LEN: usize = 4 // place of the moves
    + 2 + 2 // ratings
    + 2; // year and result

/// Marks games that do not start from the usual position.
pub(super) const ELSEWHERE: u32 = 1 << 31;

/// What an index says of a game (`index.6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord {
    /// Where its moves start in the section; bit 31 is set unless it starts from the usual position.
    pub place: u32,
    /// Ratings of White and Black; 0 for none.
    pub ratings: [u16; 2],
    /// The year times 4, plus the result: 0 other, 1 White wins, 2 draw, 3 Black wins.
    pub year_and_result: u16,
}

impl GameRecord {
    pub(super) fn new(place: u32, ratings: [Option<u32>; 2], year: Option<u32>, result: Termination) -> GameRecord {
        let result = match result {
            Termination::Unknown | Termination::Absent => 0,
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
        };
        let ratings = ratings.map(|rating| rating.map_or(0, |rating| rating as u16));
        GameRecord { place, ratings, year_and_result: (year.unwrap_or(0) << 2) as u16 | result }
    }

    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.place.to_le_bytes());
        let rest = [self.ratings[0], self.ratings[1], self.year_and_result];
        rest.into_iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    }

    fn parse(bytes: &[u8]) -> Result<GameRecord> {
        let mut cursor = Cursor::new(bytes);
        let place = cursor.u32()?;
        Ok(GameRecord { place, ratings: [cursor.u16()?, cursor.u16()?], year_and_result: cursor.u16()? })
    }

    /// The result; one that is not known is [`Termination::Unknown`].
    pub(crate) fn result(&self) -> Termination {
        match self.year_and_result & 3 {
            1 => Termination::WhiteWins,
            2 => Termination::Draw,
            3 => Termination::BlackWins,
            _ => Termination::Unknown,
        }
    }

    /// The rating of White (0) or Black (1).
    pub(crate) fn rating(&self, side: usize) -> Option<u32> {
        Some(u32::from(self.ratings[side])).filter(|rating| *rating > 0)
    }

    /// The year.
    pub(crate) fn year(&self) -> Option<u32> {
        Some(u32::from(self.year_and_result >> 2)).filter(|year| *year > 0)
    }

    /// Whether it starts from the usual position.
    pub(crate) fn starts_usually(&self) -> bool {
        self.place & ELSEWHERE == 0
    }
}

/// The body of a segment in its file.
pub(crate) struct View<'a> {
    pub(crate) source: &'a dyn Source,
    pub(crate) segment: &'a Segment,
}

pub(super) fn malformed(message: &str) -> Error {
    Error::new(ErrorCode::SectionMalformed, format!("an index is malformed: {message}"))
}

impl<'a> View<'a> {
    /// Bytes of the body, whose pages are compared with their checksums.
    fn bytes(&self, at: usize, len: usize) -> Result<Cow<'a, [u8]>> {
        let all: usize = self.segment.head.parts().iter().sum();
        let end = at.checked_add(len).filter(|end| *end <= all).ok_or_else(|| malformed("a place outside of it"))?;
        for page in at / PAGE_LEN..end.div_ceil(PAGE_LEN) {
            if !self.segment.is_checked(page) {
                let start = page * PAGE_LEN;
                self.segment.check(page, &self.raw(start, all.min(start + PAGE_LEN))?)?;
            }
        }
        self.raw(at, end)
    }

    fn raw(&self, start: usize, end: usize) -> Result<Cow<'a, [u8]>> {
        let (start, end) = (self.segment.body + start as u64, self.segment.body + end as u64);
        crate::file::reader::bytes_of(self.source, start..end)
    }

    /// Checks all pages.
    pub(crate) fn check(&self) -> Result<()> {
        self.bytes(0, self.segment.head.parts().iter().sum()).map(|_| ())
    }

    /// Where a part starts.
    fn part(&self, number: usize) -> usize {
        self.segment.head.parts()[..number].iter().sum()
    }

    fn u32_at(&self, part: usize, index: usize) -> Result<u32> {
        Cursor::new(&self.bytes(self.part(part) + 4 * index, 4)?).u32()
    }

    /// What is said of a game of the block.
    pub(crate) fn record(&self, game: usize) -> Result<GameRecord> {
        if game >= self.segment.head.games {
            return Err(malformed("a game outside of its block"));
        }
        GameRecord::parse(&self.bytes(RECORD_LEN * game, RECORD_LEN)?)
    }

    /// Where the code of a game starts and ends in the section `moves`; `None` if the index does not say so.
    pub(crate) fn place(&self, game: usize) -> Result<Option<std::ops::Range<usize>>> {
        let head = &self.segment.head;
        if head.moves_len == 0 {
            return Ok(None);
        }
        let start = self.record(game)?.place & !ELSEWHERE;
        let end = if game + 1 < head.games { self.record(game + 1)?.place & !ELSEWHERE } else { head.moves_len };
        let ordered = start <= end && end <= head.moves_len;
        ordered.then_some(Some(start as usize..end as usize)).ok_or_else(|| malformed("moves out of order"))
    }

    /// The entry of a position with this key, if there is one (`index.7`).
    pub(crate) fn entry(&self, key: u64) -> Result<Option<Entry<'a>>> {
        self.find(key)?.map(|index| self.entry_at(index)).transpose()
    }

    /// An entry by its number.
    pub(super) fn entry_at(&self, index: usize) -> Result<Entry<'a>> {
        let end = self.u32_at(2, index)? as usize;
        let start = if index == 0 { 0 } else { self.u32_at(2, index - 1)? as usize };
        let len = end.checked_sub(start).filter(|_| end <= self.segment.head.entries_len);
        let bytes = self.bytes(self.part(3) + start, len.ok_or_else(|| malformed("entries out of order"))?)?;
        Entry::parse(bytes, self.segment.head.games)
    }

    /// A key by its number.
    pub(super) fn key_at(&self, index: usize) -> Result<u64> {
        let bytes = self.bytes(self.part(1) + 8 * index, 8)?;
        Ok(u64::from_le_bytes(bytes.as_ref().try_into().map_err(|_| malformed("a key"))?))
    }

    /// The place of a key among the keys, which rise and are spread evenly.
    fn find(&self, key: u64) -> Result<Option<usize>> {
        let count = self.segment.head.positions;
        let (mut low, mut high) = (0, count);
        let mut guess = ((u128::from(key) * count as u128) >> 64) as usize;
        let mut step = 8;
        // Around the guess first, then by halves.
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
        let head = &self.segment.head;
        let bucket = if head.bucket_bits == 0 { 0 } else { (key >> (64 - head.bucket_bits)) as usize };
        let bytes = self.bucket_bytes(bucket)?;
        let mut cursor = Cursor::new(&bytes);
        let list: List<'_> = take_list(&mut cursor, head.games)?;
        cursor.finish()?;
        list.numbers()
    }
    /// The list of a bucket as it lies in the file.
    pub(super) fn bucket_bytes(&self, bucket: usize) -> Result<Cow<'a, [u8]>> {
        let end = self.u32_at(4, bucket)? as usize;
        let start = if bucket == 0 { 0 } else { self.u32_at(4, bucket - 1)? as usize };
        let len = end.checked_sub(start).filter(|_| end <= self.segment.head.lists_len);
        self.bytes(self.part(5) + start, len.ok_or_else(|| malformed("buckets out of order"))?)
    }
}
