//! Rising lists of game numbers in few bits (`index.9`).

use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, put_varint},
};

/// The bits of the lower part of a gap, when `count` of `games` numbers are listed.
fn low_bits(count: usize, games: usize) -> u32 {
    (games / count.max(1)).max(1).ilog2()
}

/// Appends a list of rising numbers below `games`: varint count, varint bytes, the bytes.
pub(super) fn put_list(out: &mut Vec<u8>, list: &[u32], games: usize) {
    put_varint(out, list.len() as u64);
    if list.is_empty() {
        return;
    }
    let low = low_bits(list.len(), games);
    let mut bits = BitWriter::default();
    let mut next = 0;
    for number in list {
        let gap = number - next;
        bits.put_ones(gap >> low);
        bits.put(gap & ((1 << low) - 1), low);
        next = number + 1;
    }
    put_varint(out, bits.bytes.len() as u64);
    out.extend_from_slice(&bits.bytes);
}

/// A list that is not decoded yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List<'a> {
    count: usize,
    games: usize,
    bytes: &'a [u8],
}

/// Takes a list of numbers below `games`.
pub(super) fn take_list<'a>(cursor: &mut Cursor<'a>, games: usize) -> Result<List<'a>> {
    let count = cursor.varint_up_to(games as u64, "the number of games of a list")? as usize;
    if count == 0 {
        return Ok(List { count, games, bytes: &[] });
    }
    let len = cursor.varint_up_to(cursor.remaining() as u64, "the length of a list")? as usize;
    Ok(List { count, games, bytes: cursor.take(len)? })
}

impl List<'_> {
    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The first number.
    pub(crate) fn first(&self) -> Result<Option<u32>> {
        let mut list = *self;
        list.count = list.count.min(1);
        list.decode(self.count).map(|numbers| numbers.first().copied())
    }

    /// All numbers.
    pub(crate) fn numbers(&self) -> Result<Vec<u32>> {
        // So many different numbers are all there are.
        if self.count == self.games {
            return Ok((0..self.count as u32).collect());
        }
        self.decode(self.count)
    }

    /// Decodes; `count` is how many numbers the whole list has.
    fn decode(&self, count: usize) -> Result<Vec<u32>> {
        let malformed = || Error::new(ErrorCode::SectionMalformed, "a list of games in an index breaks a rule");
        let low = low_bits(count, self.games);
        let mut bits = BitReader { bytes: self.bytes, at: 0 };
        let mut numbers = Vec::with_capacity(self.count);
        let mut next = 0u32;
        for _ in 0..self.count {
            let high = bits.take_ones().ok_or_else(malformed)?;
            let gap = bits.take(low).zip(high.checked_mul(1 << low)).and_then(|(low, high)| high.checked_add(low));
            let number = gap.and_then(|gap| next.checked_add(gap)).filter(|number| (*number as usize) < self.games);
            let number = number.ok_or_else(malformed)?;
            numbers.push(number);
            next = number + 1;
        }
        Ok(numbers)
    }
}

/// Bits from the lowest of each byte on.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    fn put_ones(&mut self, count: u32) {
        (0..count).for_each(|_| self.put(1, 1));
        self.put(0, 1);
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    /// The next 32 bits or fewer, and zeros behind the end.
    fn window(&self) -> u64 {
        let start = self.at / 8;
        let mut chunk = [0; 8];
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let len = rest.len().min(8);
        chunk[..len].copy_from_slice(&rest[..len]);
        u64::from_le_bytes(chunk) >> (self.at % 8)
    }

    fn take(&mut self, count: u32) -> Option<u32> {
        let value = (self.window() & ((1 << count) - 1)) as u32;
        self.at += count as usize;
        (self.at <= 8 * self.bytes.len()).then_some(value)
    }

    fn take_ones(&mut self) -> Option<u32> {
        let mut ones = 0;
        loop {
            let run = self.window().trailing_ones().min(32);
            self.at += run as usize;
            ones += run;
            if self.at >= 8 * self.bytes.len() {
                return None;
            }
            if run < 32 {
                self.at += 1;
                return Some(ones);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn worked_example() {
        let mut out = Vec::new();
        // 3 of 100: five low bits. 2: 0 and 2; 40: a gap of 37, 1 and 5; 41: 0 and 0.
        put_list(&mut out, &[2, 40, 41], 100);
        assert_eq!(out, [3, 3, 0b0100_0100, 0b0000_0101, 0b0]);
    }

    #[test]
    fn ends_and_overflows_are_seen() {
        for bytes in [&[1, 1, 0xFF][..], &[2, 1, 0], &[200, 1, 0, 0]] {
            let list = take_list(&mut Cursor::new(bytes), 100);
            assert!(list.is_err() || list.unwrap().numbers().is_err(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn round_trip(set: std::collections::BTreeSet<u16>, more in 0..70_000usize) {
            let list: Vec<u32> = set.into_iter().map(u32::from).collect();
            let games = list.last().map_or(1, |last| *last as usize + 1) + more;
            let mut out = Vec::new();
            put_list(&mut out, &list, games);
            let mut cursor = Cursor::new(&out);
            let read = take_list(&mut cursor, games).unwrap();
            cursor.finish().unwrap();
            prop_assert_eq!(read.first().unwrap(), list.first().copied());
            prop_assert_eq!(read.numbers().unwrap(), list);
        }
    }
}
