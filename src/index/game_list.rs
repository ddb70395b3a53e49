//! Lists of ascending game numbers, Rice-coded (`index.9`).

use crate::{
    Error, ErrorCode, Result,
    coding::{
        rice::{RiceReader, RiceWriter},
        wire::{Cursor, MAX_VARINT_LEN, put_varint},
    },
    memory,
};

/// The low bits of a gap, when `count` of `games` numbers are listed.
fn low_bits(count: usize, games: usize) -> u32 {
    (games / count.max(1)).max(1).ilog2()
}

/// Appends a list of ascending numbers below `games`: varint count, varint bytes, the bytes.
///
/// # Errors
///
/// [`ErrorCode::NoMemory`].
pub(super) fn put_list(out: &mut Vec<u8>, list: &[u32], games: usize) -> Result<()> {
    out.try_reserve(2 * MAX_VARINT_LEN)?;
    put_varint(out, list.len() as u64);
    if list.is_empty() {
        return Ok(());
    }
    let low = low_bits(list.len(), games);
    let mut gaps = RiceWriter::default();
    let mut next = 0;
    for number in list {
        gaps.put(number - next, low);
        next = number + 1;
    }
    let bytes = gaps.finish();
    put_varint(out, bytes.len() as u64);
    memory::append(out, &bytes)
}

/// A list that is not decoded yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameList<'a> {
    count: usize,
    games: usize,
    bytes: &'a [u8],
}

/// Takes a list of numbers below `games`.
pub(super) fn take_list<'a>(cursor: &mut Cursor<'a>, games: usize) -> Result<GameList<'a>> {
    let count = cursor.varint_up_to(games as u64, "the number of games of a list")? as usize;
    if count == 0 {
        return Ok(GameList { count, games, bytes: &[] });
    }
    let len = cursor.varint_up_to(cursor.remaining() as u64, "the length of a list")? as usize;
    Ok(GameList { count, games, bytes: cursor.take(len)? })
}

impl GameList<'_> {
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
        // So many different numbers are all numbers.
        if self.count == self.games {
            return memory::collected(0..self.count as u32);
        }
        self.decode(self.count)
    }

    /// Decodes; `count` is how many numbers the whole list has.
    fn decode(&self, count: usize) -> Result<Vec<u32>> {
        let malformed = || Error::new(ErrorCode::SectionMalformed, "a list of games in an index breaks a rule");
        let low = low_bits(count, self.games);
        let mut gaps = RiceReader::new(self.bytes);
        let mut numbers = memory::with_capacity(self.count)?;
        let mut next = 0u32;
        for _ in 0..self.count {
            let number = gaps.take(low).and_then(|gap| next.checked_add(gap));
            let number = number.filter(|number| (*number as usize) < self.games).ok_or_else(malformed)?;
            numbers.push(number);
            next = number + 1;
        }
        Ok(numbers)
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
        put_list(&mut out, &[2, 40, 41], 100).unwrap();
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
            put_list(&mut out, &list, games).unwrap();
            let mut cursor = Cursor::new(&out);
            let read = take_list(&mut cursor, games).unwrap();
            cursor.finish().unwrap();
            prop_assert_eq!(read.first().unwrap(), list.first().copied());
            prop_assert_eq!(read.numbers().unwrap(), list);
        }
    }
}
