//! Numbers and ascending lists in the bit strings of an index (`index.4`).

use crate::{
    Error, ErrorCode, Result,
    coding::rice::{RiceReader, RiceWriter},
    memory,
};

/// Returns an error in the content of an index.
pub(super) fn malformed(message: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::SectionMalformed, format!("an index is malformed: {message}"))
}

/// Takes `width` bits.
pub(super) fn take_bits(bits: &mut RiceReader<'_>, width: u32) -> Result<u64> {
    bits.take_bits(width).ok_or_else(|| malformed("its bits end early"))
}

/// Takes a number up to `max`.
pub(super) fn take_number(bits: &mut RiceReader<'_>, max: u64, what: &str) -> Result<u64> {
    match bits.take_number() {
        Some(number) if number <= max => Ok(number),
        Some(number) => {
            let message = format!("{what} in an index is {number}; the maximum is {max}");
            Err(Error::new(ErrorCode::LimitExceeded, message))
        }
        None => Err(malformed("its bits end early")),
    }
}

/// Returns the number of low bits of a gap in a list of `count` numbers below `limit`.
fn low_bits(count: usize, limit: usize) -> u32 {
    (limit / (count + 1)).max(1).ilog2()
}

/// Appends ascending numbers below `limit`; readers must know their count.
pub(super) fn put_list(bits: &mut RiceWriter, list: &[u32], limit: usize) {
    if list.len() == limit {
        return;
    }
    let low = low_bits(list.len(), limit);
    let mut next = 0;
    for number in list {
        bits.put(number - next, low);
        next = number + 1;
    }
}

/// Takes `count` ascending numbers below `limit`.
pub(super) fn take_list(bits: &mut RiceReader<'_>, count: usize, limit: usize) -> Result<Vec<u32>> {
    if count == limit {
        return memory::collected(0..count as u32);
    }
    // Not reserved for `count` numbers: a false count would reserve any amount of memory, but each number that is read
    // takes at least one bit.
    let mut list = Vec::new();
    each_number(bits, count, limit, |number| memory::push(&mut list, number))?;
    Ok(list)
}

/// Skips a list after checking its rules, and returns its first number. A list of all numbers takes no bits.
pub(super) fn skip_list(bits: &mut RiceReader<'_>, count: usize, limit: usize) -> Result<Option<u32>> {
    if count == limit {
        return Ok((count > 0).then_some(0));
    }
    let mut first = None;
    each_number(bits, count, limit, |number| {
        first = first.or(Some(number));
        Ok(())
    })?;
    Ok(first)
}

/// Passes the numbers of a list to `each`. The list must not contain all numbers below `limit`: such a list takes no
/// bits.
fn each_number(
    bits: &mut RiceReader<'_>,
    count: usize,
    limit: usize,
    mut each: impl FnMut(u32) -> Result<()>,
) -> Result<()> {
    let low = low_bits(count, limit);
    let mut next = 0u32;
    for _ in 0..count {
        let number = bits.take(low).and_then(|gap| next.checked_add(gap));
        let number = number.filter(|number| (*number as usize) < limit);
        let number = number.ok_or_else(|| malformed("a list that breaks a rule"))?;
        each(number)?;
        next = number + 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes_of(list: &[u32], limit: usize) -> Vec<u8> {
        let mut bits = RiceWriter::default();
        put_list(&mut bits, list, limit);
        bits.finish()
    }

    /// The example of `index.4`.
    #[test]
    fn worked_example() {
        // Three numbers below 100: gaps have four low bits. As high part and low bits, the number 2 is 0 and 2; 40,
        // after a gap of 37, is 2 and 5; 41 is 0 and 0.
        assert_eq!(bytes_of(&[2, 40, 41], 100), [0b0110_0100, 0b0000_0101, 0]);
        assert!(bytes_of(&[0, 1, 2], 3).is_empty());
    }

    #[test]
    fn ends_and_overflows_are_seen() {
        for (bytes, count, limit) in [(&[0xFF][..], 1, 100), (&[0], 2, 100), (&[0x0F], 3, 4), (&[], 1, 2)] {
            assert!(take_list(&mut RiceReader::new(bytes), count, limit).is_err(), "{bytes:?}");
            assert!(skip_list(&mut RiceReader::new(bytes), count, limit).is_err(), "{bytes:?}");
        }
        assert!(take_number(&mut RiceReader::new(&[0b100]), 0, "it").is_ok());
        let error = take_number(&mut RiceReader::new(&[0b101]), 0, "it").unwrap_err();
        assert_eq!(error.code(), ErrorCode::LimitExceeded);
    }

    /// Gaps of 5 and 2^32 - 3 lead to 3 modulo 2^32.
    #[test]
    fn a_number_above_32_bits_is_refused() {
        let mut bits = RiceWriter::default();
        let limit = 1 << 28;
        let low = low_bits(2, limit);
        [5, u32::MAX - 2].into_iter().for_each(|gap| bits.put(gap, low));
        let bytes = bits.finish();
        assert!(take_list(&mut RiceReader::new(&bytes), 2, limit).is_err());
        assert!(skip_list(&mut RiceReader::new(&bytes), 2, limit).is_err());
    }

    proptest! {
        #[test]
        fn round_trip(set: std::collections::BTreeSet<u16>, more in 0..70_000usize) {
            let list: Vec<u32> = set.into_iter().map(u32::from).collect();
            let limit = list.last().map_or(1, |last| *last as usize + 1) + more;
            let bytes = bytes_of(&list, limit);
            let mut bits = RiceReader::new(&bytes);
            prop_assert_eq!(&take_list(&mut bits, list.len(), limit).unwrap(), &list);
            prop_assert!(bits.is_at_end());
            let mut bits = RiceReader::new(&bytes);
            prop_assert_eq!(skip_list(&mut bits, list.len(), limit).unwrap(), list.first().copied());
            prop_assert!(bits.is_at_end());
        }
    }
}
