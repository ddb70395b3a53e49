//! Bit streams, most significant bit first.
//!
//! Spec chapter: `spec/bit-stream.md`.

use crate::{Error, ErrorCode, Result};

/// The number of bits needed for the numbers below `choices`: 0 for one choice (`bit-stream.2`).
pub const fn bits_for(choices: usize) -> u32 {
    usize::BITS - choices.saturating_sub(1).leading_zeros()
}

/// The bits after the last one of a stream, up to the end of its byte (`bit-stream.3`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filling {
    /// All 0.
    Zeros,
    /// All 1.
    Ones,
}

impl Filling {
    /// The lowest `width` bits.
    const fn bits(self, width: u32) -> u32 {
        match self {
            Filling::Zeros => 0,
            Filling::Ones => (1 << width) - 1,
        }
    }
}

/// Appends bits to bytes (`bit-stream.1`).
#[derive(Debug)]
pub struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    /// The last bits, in the high end; bits of complete bytes are already in `out`.
    pending: u64,
    /// Number of pending bits, 0-7 between calls.
    count: u32,
}

impl<'a> BitWriter<'a> {
    /// Starts with the byte after the last of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { out, pending: 0, count: 0 }
    }

    /// Appends the lowest `width` bits of `value`, highest first. `width` is at most 32; `value` has no other bits set.
    #[inline]
    pub fn put(&mut self, value: u32, width: u32) {
        debug_assert!(width <= 32 && (width == 32 || value >> width == 0));
        if width == 0 {
            return;
        }
        self.pending |= u64::from(value) << (64 - width - self.count);
        self.count += width;
        while self.count >= 8 {
            self.out.push((self.pending >> 56) as u8);
            self.pending <<= 8;
            self.count -= 8;
        }
    }

    /// Appends `value` in `width` bits with an escape code: all ones add their value, and another `width` bits follow (`bit-stream.4`).
    pub fn put_escaped(&mut self, mut value: u32, width: u32) {
        let ones = (1 << width) - 1;
        while value >= ones {
            self.put(ones, width);
            value -= ones;
        }
        self.put(value, width);
    }

    /// Ends the stream: fills its last byte (`bit-stream.3`).
    pub fn finish(mut self, filling: Filling) {
        let left = (8 - self.count) % 8;
        self.put(filling.bits(left), left);
    }
}

/// Reads bits from bytes (`bit-stream.1`).
#[derive(Debug, Clone)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// The number of bits consumed.
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Starts at the highest bit of the first byte of `bytes`.
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    /// Returns the number of bits consumed.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the number of bits that remain.
    pub fn remaining(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    /// Consumes the next byte, at a byte boundary; `None` at the end.
    #[inline]
    pub(crate) fn take_byte(&mut self) -> Option<u8> {
        debug_assert!(self.at.is_multiple_of(8));
        let byte = self.bytes.get(self.at / 8)?;
        self.at += 8;
        Some(*byte)
    }

    /// Returns the next 32 bits, first bit highest, with zeros after the end. Consumes nothing.
    #[inline]
    pub fn peek(&self) -> u32 {
        let byte = self.at / 8;
        let bit = self.at % 8;
        let window = match self.bytes.get(byte..byte + 8) {
            Some(whole) => u64::from_be_bytes(whole.try_into().unwrap_or_default()),
            None => self.last_bytes(byte),
        };
        (window << bit >> 32) as u32
    }

    /// Returns the bytes from `first` on, fewer than eight, with zeros after the end.
    #[inline]
    fn last_bytes(&self, first: usize) -> u64 {
        let left = self.bytes.len().saturating_sub(first);
        if let (Some(last), true) = (self.bytes.last_chunk(), left > 0) {
            return u64::from_be_bytes(*last) << (8 * (8 - left));
        }
        (0..8).fold(0, |window, i| window << 8 | u64::from(self.bytes.get(first + i).copied().unwrap_or(0)))
    }

    /// Consumes `width` bits, at most 32.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Truncated`], with the length of the bytes as offset, if fewer remain. Nothing is then consumed.
    #[inline]
    pub fn take(&mut self, width: u32) -> Result<u32> {
        if width == 0 {
            return Ok(0);
        }
        let value = self.peek() >> (32 - width);
        self.skip(width)?;
        Ok(value)
    }

    /// Skips `width` bits.
    ///
    /// # Errors
    ///
    /// As [`BitReader::take`].
    #[inline]
    pub fn skip(&mut self, width: u32) -> Result<()> {
        if width as usize > self.remaining() {
            return Err(self.ends_early());
        }
        self.at += width as usize;
        Ok(())
    }

    #[cold]
    fn ends_early(&self) -> Error {
        Error::new(ErrorCode::Truncated, "the moves end in the middle of the game").with_offset(self.bytes.len() as u64)
    }

    /// Consumes a value of [`BitWriter::put_escaped`]; all values in use are below 2^16.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Truncated`]; [`ErrorCode::MoveMalformed`] for a value that is too large.
    pub fn take_escaped(&mut self, width: u32) -> Result<u32> {
        let ones = (1 << width) - 1;
        let mut value = 0;
        loop {
            let bits = self.take(width)?;
            value += bits;
            if bits != ones {
                return Ok(value);
            }
            if value > 1 << 16 {
                return Err(self.malformed("no position has so many moves"));
            }
        }
    }

    /// Returns an error with the offset of the next bit's byte.
    #[cold]
    pub fn malformed(&self, message: &str) -> Error {
        Error::new(ErrorCode::MoveMalformed, message).with_offset(self.at as u64 / 8)
    }

    /// Checks the filling bits of the last byte begun (`bit-stream.3`), and returns the number of bytes up to it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MoveMalformed`] for other filling bits.
    pub fn finish(&self, filling: Filling) -> Result<usize> {
        let left = (8 - self.at % 8) as u32 % 8;
        if left > 0 && self.peek() >> (32 - left) != filling.bits(left) {
            return Err(self.malformed("the filling bits of the last byte are wrong"));
        }
        Ok(self.at.div_ceil(8))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bits_are_most_significant_first() {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        writer.put(0b1, 1);
        writer.put(0b0110, 4);
        writer.put(0b11, 2);
        writer.put(0b101, 3);
        writer.finish(Filling::Zeros);
        assert_eq!(bytes, [0b1011_0111, 0b0100_0000]);
    }

    #[test]
    fn widths() {
        let widths: Vec<_> = [1, 2, 3, 4, 5, 8, 9, 218, 256, 257].into_iter().map(bits_for).collect();
        assert_eq!(widths, [0, 1, 2, 2, 3, 3, 4, 8, 8, 9]);
    }

    #[test]
    fn escape_codes() {
        for (value, expected) in [(0, "0f"), (14, "ef"), (15, "f0"), (29, "fe"), (30, "ff0f"), (31, "ff1f")] {
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            writer.put_escaped(value, 4);
            writer.finish(Filling::Ones);
            let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
            assert_eq!(hex, expected);
            assert_eq!(BitReader::new(&bytes).take_escaped(4).unwrap(), value);
        }
        let error = BitReader::new(&[0xFF; 5000]).take_escaped(4).unwrap_err();
        assert_eq!(error.code(), ErrorCode::MoveMalformed);
    }

    #[test]
    fn the_end_is_checked() {
        let mut reader = BitReader::new(&[0b1010_0000]);
        assert_eq!(reader.take(3).unwrap(), 0b101);
        assert_eq!(reader.finish(Filling::Zeros).unwrap(), 1);
        assert_eq!(reader.finish(Filling::Ones).unwrap_err().code(), ErrorCode::MoveMalformed);
        let error = reader.take(6).unwrap_err();
        assert_eq!((error.code(), error.offset()), (ErrorCode::Truncated, Some(1)));
    }

    proptest! {
        #[test]
        fn values_round_trip(values in prop::collection::vec((any::<u32>(), 0_u32..=32), 0..60), ones: bool) {
            let filling = if ones { Filling::Ones } else { Filling::Zeros };
            let values: Vec<_> =
                values.into_iter().map(|(v, width)| ((u64::from(v) & ((1 << width) - 1)) as u32, width)).collect();
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            for (value, width) in &values {
                writer.put(*value, *width);
            }
            writer.finish(filling);
            let mut reader = BitReader::new(&bytes);
            for (value, width) in &values {
                prop_assert_eq!(reader.take(*width).unwrap(), *value);
            }
            prop_assert_eq!(reader.finish(filling).unwrap(), bytes.len());
        }
    }
}
