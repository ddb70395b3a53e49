//! The range coder: codes symbols of known frequencies, each in log2(total / frequency) bits.
//!
//! Spec chapter: `spec/range-coder.md`. The carry propagates into bytes already written, as in Martin's range coder (1979).

use crate::{Error, ErrorCode, Result};

/// The range at the start, and the bound of `low` (`range-coder.2`).
const WHOLE: u64 = 1 << 40;
/// Below this, the range is renormalized by a byte (`range-coder.4`).
const NARROW: u64 = 1 << 32;
/// The bytes of a number below [`WHOLE`].
const WINDOW: usize = 5;

/// The largest total of frequencies (`range-coder.1`).
pub const MAX_TOTAL: u32 = 1 << 24;

/// Narrows an interval symbol by symbol, and writes the shortest fraction in it.
#[derive(Debug)]
pub struct RangeEncoder<'a> {
    out: &'a mut Vec<u8>,
    /// Start of the code in `out`.
    begin: usize,
    low: u64,
    range: u64,
}

impl<'a> RangeEncoder<'a> {
    /// Starts with the byte after the last of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> RangeEncoder<'a> {
        RangeEncoder { begin: out.len(), out, low: 0, range: WHOLE }
    }

    /// Encodes a symbol by cumulative frequency, frequency and total: `frequency >= 1`, `cumulative + frequency <= total`,
    /// `total <= ` [`MAX_TOTAL`] (`range-coder.3`).
    #[inline]
    pub fn encode(&mut self, cumulative: u32, frequency: u32, total: u32) {
        debug_assert!(frequency >= 1 && cumulative + frequency <= total && total <= MAX_TOTAL);
        let unit = self.range / u64::from(total);
        self.low += unit * u64::from(cumulative);
        self.range = unit * u64::from(frequency);
        if self.low >= WHOLE {
            self.carry();
        }
        while self.range < NARROW {
            self.out.push((self.low >> 32) as u8);
            self.low = (self.low & (NARROW - 1)) << 8;
            self.range <<= 8;
        }
    }

    /// Propagates a carry into bytes already written.
    #[cold]
    fn carry(&mut self) {
        self.low -= WHOLE;
        for byte in self.out[self.begin..].iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }

    /// Ends the code with the shortest bytes in the interval (`range-coder.5`).
    pub fn finish(mut self) {
        if self.low > 0 && self.low + self.range <= WHOLE {
            self.out.push(self.low.div_ceil(NARROW) as u8);
            return;
        }
        if self.low > 0 {
            self.low = WHOLE;
            self.carry();
        }
        while self.out.len() > self.begin && self.out.last() == Some(&0) {
            self.out.pop();
        }
    }
}

/// Decodes the symbols of a [`RangeEncoder`].
#[derive(Debug, Clone)]
pub struct RangeDecoder<'a> {
    bytes: &'a [u8],
    /// The number of bytes read, including bytes after the end.
    at: usize,
    /// The last five bytes.
    window: u64,
    /// The code minus the encoder's `low`.
    offset: u64,
    range: u64,
    unit: u64,
}

impl<'a> RangeDecoder<'a> {
    /// Starts at the first byte of `bytes`, which are the complete code.
    pub fn new(bytes: &'a [u8]) -> RangeDecoder<'a> {
        let mut decoder = RangeDecoder { bytes, at: 0, window: 0, offset: 0, range: WHOLE, unit: 1 };
        for _ in 0..WINDOW {
            let byte = decoder.next_byte();
            decoder.offset = decoder.offset << 8 | byte;
        }
        decoder
    }

    #[inline]
    fn next_byte(&mut self) -> u64 {
        let byte = u64::from(self.bytes.get(self.at).copied().unwrap_or(0));
        self.at += 1;
        self.window = (self.window << 8 | byte) & (WHOLE - 1);
        byte
    }

    /// Returns a value below `total` in the interval of the next symbol (`range-coder.6`). [`RangeDecoder::take`] must follow.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MoveMalformed`] for a code outside all intervals.
    #[inline]
    pub fn target(&mut self, total: u32) -> Result<u32> {
        self.unit = self.range / u64::from(total);
        let target = self.offset / self.unit;
        if target < u64::from(total) {
            Ok(target as u32)
        } else {
            Err(self.malformed("the code is outside all intervals"))
        }
    }

    /// Consumes the symbol with this cumulative frequency and frequency; the target must be in its interval.
    #[inline]
    pub fn take(&mut self, cumulative: u32, frequency: u32) {
        self.offset -= self.unit * u64::from(cumulative);
        self.range = self.unit * u64::from(frequency);
        debug_assert!(self.offset < self.range);
        while self.range < NARROW {
            self.offset = self.offset << 8 | self.next_byte();
            self.range <<= 8;
        }
    }

    /// Returns the offset of the next byte to read, or of the end.
    pub fn offset(&self) -> u64 {
        self.at.min(self.bytes.len()) as u64
    }

    /// Returns an error at that offset.
    #[cold]
    pub fn malformed(&self, message: &str) -> Error {
        Error::new(ErrorCode::MoveMalformed, message).with_offset(self.offset())
    }

    /// Checks that the code is the shortest for the consumed symbols (`range-coder.7`), and returns its length.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TrailingBytes`] for a code that is too long, [`ErrorCode::MoveMalformed`] for any other code that is not the shortest.
    pub fn finish(&self) -> Result<usize> {
        let written = self.at - WINDOW;
        if self.bytes.len() > written + 1 {
            let left = self.bytes.len() - written - 1;
            let message = format!("{left} bytes after the last move");
            return Err(Error::new(ErrorCode::TrailingBytes, message).with_offset(written as u64 + 1));
        }
        let shortest = if self.bytes.len() == written + 1 {
            match self.window.checked_sub(self.offset) {
                None | Some(0) => false,
                Some(low) => low + self.range <= WHOLE && low.div_ceil(NARROW) == self.window >> 32,
            }
        } else {
            self.bytes.last() != Some(&0)
        };
        if shortest { Ok(self.bytes.len()) } else { Err(self.malformed("the code is not the shortest for its moves")) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encode(symbols: &[(u32, u32, u32)]) -> Vec<u8> {
        let mut bytes = vec![0xFF; 2];
        let mut encoder = RangeEncoder::new(&mut bytes);
        for (cumulative, frequency, total) in symbols {
            encoder.encode(*cumulative, *frequency, *total);
        }
        encoder.finish();
        bytes.split_off(2)
    }

    fn decode(bytes: &[u8], symbols: &[(u32, u32, u32)]) -> Result<usize> {
        let mut decoder = RangeDecoder::new(bytes);
        for (cumulative, frequency, total) in symbols {
            let target = decoder.target(*total)?;
            if !(*cumulative..cumulative + frequency).contains(&target) {
                return Err(decoder.malformed("another symbol"));
            }
            decoder.take(*cumulative, *frequency);
        }
        decoder.finish()
    }

    #[test]
    fn example_of_the_spec() {
        assert!(encode(&[]).is_empty());
        assert!(encode(&[(0, 1, 2)]).is_empty());
        assert_eq!(encode(&[(1, 1, 2)]), [0x80]);
        assert_eq!(encode(&[(1, 1, 3), (2, 2, 5)]), [0x78]);
        assert_eq!(encode(&[(255, 1, 256), (255, 1, 256), (1, 2, 3)]), [0xFF, 0xFF, 0x56]);
    }

    #[test]
    fn carries_propagate() {
        let thirds: Vec<_> = (0..40).map(|_| (1, 1, 3)).collect();
        for (cumulative, frequency) in [(0, 1), (1, 1), (2, 1)] {
            let symbols: Vec<_> = thirds.iter().copied().chain([(cumulative, frequency, 3)]).collect();
            let bytes = encode(&symbols);
            decode(&bytes, &symbols).unwrap();
        }
    }

    proptest! {
        #[test]
        fn symbols_round_trip(symbols in prop::collection::vec((0_u32..3000, 1_u32..4000, 0_u32..70_000), 0..80)) {
            let symbols: Vec<_> = symbols.into_iter().map(|(cumulative, frequency, rest)| (cumulative, frequency, cumulative + frequency + rest)).collect();
            let bytes = encode(&symbols);
            prop_assert!(decode(&bytes, &symbols).is_ok());
            let exact: f64 = symbols.iter().map(|(_, frequency, total)| (f64::from(*total) / f64::from(*frequency)).log2()).sum();
            prop_assert!(8.0 * bytes.len() as f64 <= exact + 8.01);
            // Any other code for the same symbols is rejected.
            let mut longer = bytes.clone();
            longer.push(0);
            prop_assert!(decode(&longer, &symbols).is_err());
            *longer.last_mut().unwrap() = 0x80;
            prop_assert!(decode(&longer, &symbols).is_err());
            for shorter in 0..bytes.len() {
                prop_assert!(decode(&bytes[..shorter], &symbols).is_err());
            }
            if let Some(last) = bytes.last() {
                for other in (0..=255).filter(|byte| byte != last) {
                    let mut changed = bytes.clone();
                    *changed.last_mut().unwrap() = other;
                    prop_assert!(decode(&changed, &symbols).is_err());
                }
            }
        }
    }
}
