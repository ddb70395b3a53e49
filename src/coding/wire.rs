//! Conventions: little-endian integers, varints, integer columns, string lists, checksums.
//!
//! Spec chapter: `spec/wire.md`. The only module that parses bytes.

use crate::{Error, ErrorCode, Result, limits, memory};

/// CRC-32C (Castagnoli) of `bytes` (`wire.6`).
pub fn crc32c(bytes: &[u8]) -> u32 {
    ::crc32c::crc32c(bytes)
}

/// Bytes of the longest varint.
pub const MAX_VARINT_LEN: usize = 10;

/// Appends `value` as a varint: 7 bits per byte, low bits first, bit 7 set on all bytes except the last (`wire.2`).
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends an integer column: its width in bytes, then the low bytes of all values, the second bytes, and so on (`wire.4`).
///
/// # Errors
///
/// [`ErrorCode::NoMemory`].
pub fn put_column(out: &mut Vec<u8>, values: &[u32]) -> Result<()> {
    let all = values.iter().fold(0, |all, v| all | v);
    let width = 4 - all.leading_zeros() / 8;
    out.try_reserve(1 + width as usize * values.len())?;
    out.push(width as u8);
    for plane in 0..width {
        out.extend(values.iter().map(|v| (v >> (8 * plane)) as u8));
    }
    Ok(())
}

/// A list of byte strings in one buffer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strings {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Strings {
    /// Adds a string at the end. Errors: [`ErrorCode::NoMemory`]; the list is then unchanged.
    pub fn push(&mut self, string: &[u8]) -> Result<()> {
        self.bytes.try_reserve(string.len())?;
        memory::push(&mut self.ends, (self.bytes.len() + string.len()) as u32)?;
        self.bytes.extend_from_slice(string);
        Ok(())
    }

    /// Removes all strings but keeps their memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the approximate memory of the list in bytes.
    pub fn memory(&self) -> usize {
        self.bytes.len() + 4 * self.ends.len()
    }

    /// Returns `true` if there are no strings.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// String `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        (index < self.len()).then(|| &self.bytes[part_range(&self.ends, index)])
    }

    /// All strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start as usize..*end as usize])
    }

    /// The bytes of all strings, one after another.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the index of the string that holds byte `at` of [all bytes](Strings::bytes), and the string's end in them.
    pub fn at_byte(&self, at: usize) -> (usize, usize) {
        let index = self.ends.partition_point(|end| *end as usize <= at);
        (index, self.ends[index] as usize)
    }

    /// Appends the list: the column of the lengths, then all bytes (`wire.5`). Errors: [`ErrorCode::NoMemory`].
    pub fn put(&self, out: &mut Vec<u8>) -> Result<()> {
        let lengths = memory::collected(self.iter().map(|s| s.len() as u32))?;
        put_column(out, &lengths)?;
        memory::append(out, &self.bytes)
    }
}

/// A cursor over bytes with checked reads.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the first byte of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// Returns the number of bytes consumed.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the number of bytes that remain.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns an error with this code at the current position.
    pub fn error(&self, code: ErrorCode, message: impl Into<String>) -> Error {
        Error::new(code, message).with_offset(self.at as u64)
    }

    /// Takes `n` bytes. Errors: [`ErrorCode::Truncated`].
    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        if n > self.remaining() {
            let message = format!("{n} bytes are needed and {} are left", self.remaining());
            return Err(self.error(ErrorCode::Truncated, message));
        }
        let taken = &self.bytes[self.at..self.at + n];
        self.at += n;
        Ok(taken)
    }

    /// Takes all remaining bytes.
    pub fn take_rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Takes `N` bytes as an array. Errors: [`ErrorCode::Truncated`].
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.take(N).map(|bytes| bytes.try_into().expect("take returns N bytes"))
    }

    /// Takes a little-endian 16-bit integer (`wire.1`). Errors: [`ErrorCode::Truncated`].
    pub fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// Takes a little-endian 32-bit integer. Errors: [`ErrorCode::Truncated`].
    pub fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Takes a little-endian 64-bit integer. Errors: [`ErrorCode::Truncated`].
    pub fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// Takes a varint of up to 64 bits. Errors: [`ErrorCode::Truncated`]; [`ErrorCode::VarintMalformed`] if it is longer than necessary or
    /// does not fit (`wire.3`).
    pub fn varint(&mut self) -> Result<u64> {
        let start = self.at;
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    break;
                }
                return Ok(value);
            }
        }
        Err(Error::new(ErrorCode::VarintMalformed, "a varint is longer than needed or above 64 bits")
            .with_offset(start as u64))
    }

    /// Takes a varint that must be at most `max`. Errors: as [`Cursor::varint`], and [`ErrorCode::LimitExceeded`].
    pub fn varint_up_to(&mut self, max: u64, what: &str) -> Result<u64> {
        let start = self.at;
        match self.varint()? {
            value if value <= max => Ok(value),
            value => {
                let message = format!("{what} is {value}; the maximum is {max}");
                Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(start as u64))
            }
        }
    }

    /// Takes a column of `n` integers. Errors: [`ErrorCode::Truncated`]; [`ErrorCode::SectionMalformed`] for a width above 4 or larger than
    /// necessary; [`ErrorCode::LimitExceeded`] for too many values (`wire.4`, `limits.2`).
    pub fn column(&mut self, n: usize) -> Result<Vec<u32>> {
        if n > limits::MAX_COLUMN_VALUES {
            let message = format!("a column of {n} values; the maximum is {}", limits::MAX_COLUMN_VALUES);
            return Err(self.error(ErrorCode::LimitExceeded, message));
        }
        let start = self.at as u64;
        let [width] = self.array()?;
        if width > 4 {
            return Err(
                Error::new(ErrorCode::SectionMalformed, format!("a column of width {width}")).with_offset(start)
            );
        }
        let planes = self.take(n * usize::from(width))?;
        let mut values = memory::filled(0u32, n)?;
        for (plane, bytes) in planes.chunks_exact(n.max(1)).enumerate() {
            for (value, byte) in values.iter_mut().zip(bytes) {
                *value |= u32::from(*byte) << (8 * plane);
            }
        }
        let top_plane_is_zero = width > 0 && planes.iter().rev().take(n).all(|b| *b == 0);
        if top_plane_is_zero {
            return Err(Error::new(ErrorCode::SectionMalformed, "a column is wider than needed").with_offset(start));
        }
        Ok(values)
    }

    /// Takes a list of `n` strings. Errors: as [`Cursor::column`].
    pub fn strings(&mut self, n: usize) -> Result<Strings> {
        let lengths = self.column(n)?;
        let ends = prefix_sums(&lengths, self.remaining()).map_err(|e| e.with_offset(self.at as u64))?;
        let bytes = memory::copied(self.take(ends.last().map_or(0, |end| *end as usize))?)?;
        Ok(Strings { bytes, ends })
    }

    /// Checks that no byte remains (`wire.7`). Errors: [`ErrorCode::TrailingBytes`].
    pub fn finish(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(self.error(ErrorCode::TrailingBytes, format!("{left} bytes are left over"))),
        }
    }
}

/// Returns the end offsets of consecutive parts of these lengths, which must fit in `space` bytes.
///
/// # Errors
///
/// [`ErrorCode::Truncated`] if they do not fit.
pub fn prefix_sums(lengths: &[u32], space: usize) -> Result<Vec<u32>> {
    let space = u32::try_from(space).unwrap_or(u32::MAX);
    let mut sum = 0u32;
    let too_long =
        || Error::new(ErrorCode::Truncated, format!("the parts are longer than the {space} bytes that hold them"));
    memory::all(lengths.iter().map(|length| {
        sum = sum.checked_add(*length).filter(|s| *s <= space).ok_or_else(too_long)?;
        Ok(sum)
    }))
}

/// Like [`prefix_sums`], but for parts that must fill all `len` bytes of their section. `what` names them in errors.
///
/// # Errors
///
/// [`ErrorCode::Truncated`] for longer parts, [`ErrorCode::SectionMalformed`] for shorter ones.
pub fn exact_prefix_sums(lengths: &[u32], len: usize, what: &str) -> Result<Vec<u32>> {
    let ends = prefix_sums(lengths, len)?;
    if ends.last().map_or(0, |end| *end as usize) == len {
        Ok(ends)
    } else {
        Err(Error::new(ErrorCode::SectionMalformed, format!("{what} do not fill their section")))
    }
}

/// Returns the range of part `index`, by the end offsets of [`prefix_sums`].
///
/// # Panics
///
/// If there is no such part.
#[inline]
pub fn part_range(ends: &[u32], index: usize) -> std::ops::Range<usize> {
    let start = if index == 0 { 0 } else { ends[index - 1] };
    start as usize..ends[index] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code<T: std::fmt::Debug>(result: Result<T>) -> ErrorCode {
        result.unwrap_err().code()
    }

    #[test]
    fn varints_are_minimal() {
        for (bytes, value) in [(&[0][..], 0), (&[0x7f], 127), (&[0x80, 1], 128)] {
            assert_eq!(Cursor::new(bytes).varint().unwrap(), value);
        }
        for bad in [&[0x80, 0][..], &[0xff; 10], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]] {
            assert_eq!(code(Cursor::new(bad).varint()), ErrorCode::VarintMalformed);
        }
        assert_eq!(code(Cursor::new(&[0x80]).varint()), ErrorCode::Truncated);
    }

    #[test]
    fn columns_have_the_least_width() {
        let mut out = Vec::new();
        put_column(&mut out, &[1, 0x203]).unwrap();
        assert_eq!(out, [2, 1, 3, 0, 2]);
        assert_eq!(code(Cursor::new(&[1, 0, 0]).column(2)), ErrorCode::SectionMalformed);
        assert_eq!(code(Cursor::new(&[5]).column(0)), ErrorCode::SectionMalformed);
        assert_eq!(code(Cursor::new(&[1]).column(0)), ErrorCode::SectionMalformed);
        assert_eq!(Cursor::new(&[0]).column(3).unwrap(), [0, 0, 0]);
        assert_eq!(code(Cursor::new(&[0]).column(usize::MAX)), ErrorCode::LimitExceeded);
    }

    #[test]
    fn string_lengths_must_fit() {
        assert_eq!(code(Cursor::new(&[1, 3, b'a', b'b']).strings(1)), ErrorCode::Truncated);
    }

    proptest! {
        #[test]
        fn varint_round_trip(value: u64) {
            let mut out = Vec::new();
            put_varint(&mut out, value);
            let mut cursor = Cursor::new(&out);
            prop_assert_eq!(cursor.varint().unwrap(), value);
            cursor.finish().unwrap();
        }

        #[test]
        fn column_round_trip(values: Vec<u32>, shift in 0..32u32) {
            let values: Vec<u32> = values.iter().map(|v| v >> shift).collect();
            let mut out = Vec::new();
            put_column(&mut out, &values).unwrap();
            let mut cursor = Cursor::new(&out);
            prop_assert_eq!(cursor.column(values.len()).unwrap(), values);
            cursor.finish().unwrap();
        }

        #[test]
        fn strings_round_trip(list: Vec<Vec<u8>>) {
            let mut strings = Strings::default();
            list.iter().for_each(|s| strings.push(s).unwrap());
            let mut out = Vec::new();
            strings.put(&mut out).unwrap();
            let mut cursor = Cursor::new(&out);
            let read = cursor.strings(list.len()).unwrap();
            cursor.finish().unwrap();
            prop_assert_eq!(read.iter().map(<[u8]>::to_vec).collect::<Vec<_>>(), list);
        }
    }
}
