//! Bit strings, least significant bit first: Rice codes (a quotient in unary, ones and then a zero, and `k` low bits), Elias gamma
//! codes, and numbers of a fixed width.
//!
//! The position index (`index.4`) and the weights of a model (`tight-model.3`) use this code.

/// The largest parameter.
const MAX_K: u32 = 31;
/// The bits that a reader sees at once: 64, minus the bits already read of the first byte.
const WINDOW: u32 = 57;

/// Maximum number of bits after the first one of a number of [`RiceWriter::put_number`].
const MAX_NUMBER_BITS: u32 = 48;

/// Encodes numbers. Zeros fill the last byte.
#[derive(Debug, Default)]
pub struct RiceWriter {
    bytes: Vec<u8>,
    /// The last bits, in the low end; bits of complete bytes are already in `bytes`.
    pending: u64,
    /// Number of pending bits, 0-7 between calls.
    count: u32,
}

impl RiceWriter {
    /// Appends a number with the parameter `k`, at most 31.
    pub fn put(&mut self, number: u32, k: u32) {
        debug_assert!(k <= MAX_K);
        let mut quotient = number >> k;
        while quotient >= 32 {
            self.put_bits(u32::MAX, 32);
            quotient -= 32;
        }
        self.put_bits((1 << quotient) - 1, quotient + 1);
        self.put_bits(number & ((1 << k) - 1), k);
    }

    /// Appends a number below 2^48; larger numbers take more bits (`index.4`).
    pub fn put_number(&mut self, number: u64) {
        let width = (number + 1).ilog2();
        debug_assert!(width <= MAX_NUMBER_BITS);
        self.put(width, 0);
        self.put_wide(number + 1, width);
    }

    /// Appends the low `width` bits of `bits`, at most 64.
    pub fn put_wide(&mut self, bits: u64, width: u32) {
        let low = width.min(32);
        self.put_bits(bits as u32 & mask(low) as u32, low);
        if width > 32 {
            self.put_bits((bits >> 32) as u32 & mask(width - 32) as u32, width - 32);
        }
    }

    /// Returns the number of bits.
    pub fn bit_count(&self) -> usize {
        8 * self.bytes.len() + self.count as usize
    }

    fn put_bits(&mut self, bits: u32, width: u32) {
        self.pending |= u64::from(bits) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Returns the bytes of all numbers.
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Returns `width` ones, at most 64.
fn mask(width: u32) -> u64 {
    1u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1)
}

/// Decodes numbers.
#[derive(Debug, Clone)]
pub struct RiceReader<'a> {
    bytes: &'a [u8],
    /// The number of bits read.
    at: usize,
}

impl<'a> RiceReader<'a> {
    /// Starts at the lowest bit of the first byte of `bytes`.
    pub fn new(bytes: &'a [u8]) -> RiceReader<'a> {
        RiceReader { bytes, at: 0 }
    }

    /// Consumes a number with the parameter `k`, at most 31. `None` if its bits extend beyond the end or it does not fit 32 bits; nothing
    /// can be consumed afterwards.
    #[inline]
    pub fn take(&mut self, k: u32) -> Option<u32> {
        debug_assert!(k <= MAX_K);
        let window = self.window();
        let quotient = window.trailing_ones();
        if quotient + 1 + k > WINDOW {
            return self.take_long(k);
        }
        let low = window >> (quotient + 1) & ((1 << k) - 1);
        self.at += (quotient + 1 + k) as usize;
        self.checked(u64::from(quotient) << k | low)
    }

    /// Consumes `width` bits, at most 48; `None` if fewer remain.
    #[inline]
    pub fn take_bits(&mut self, width: u32) -> Option<u64> {
        debug_assert!(width <= MAX_NUMBER_BITS);
        let bits = self.window() & mask(width);
        self.at += width as usize;
        (self.at <= 8 * self.bytes.len()).then_some(bits)
    }

    /// Consumes a number of [`RiceWriter::put_number`]; `None` if there is none.
    #[inline]
    pub fn take_number(&mut self) -> Option<u64> {
        let width = self.take(0).filter(|width| *width <= MAX_NUMBER_BITS)?;
        Some((1 << width | self.take_bits(width)?) - 1)
    }

    /// Returns the number of bits consumed.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns `true` if only the zeros that fill the last byte remain.
    pub fn is_at_end(&self) -> bool {
        let left = 8 * self.bytes.len() - self.at.min(8 * self.bytes.len());
        left < 8 && self.window() & mask(left as u32) == 0
    }

    /// The part of [`RiceReader::take`] for codes longer than a window.
    #[cold]
    fn take_long(&mut self, k: u32) -> Option<u32> {
        let mut quotient = 0_u64;
        while self.window().trailing_ones() >= WINDOW {
            self.at += WINDOW as usize;
            quotient += u64::from(WINDOW);
        }
        let ones = self.window().trailing_ones();
        self.at += ones as usize + 1;
        let low = self.window() & ((1 << k) - 1);
        self.at += k as usize;
        self.checked((quotient + u64::from(ones)).checked_mul(1 << k)? | low)
    }

    /// Returns the number if it fits and all its bits exist.
    #[inline]
    fn checked(&self, number: u64) -> Option<u32> {
        if self.at > 8 * self.bytes.len() {
            return None;
        }
        u32::try_from(number).ok()
    }

    /// Returns at least the next [`WINDOW`] bits, with zeros after the end.
    #[inline]
    fn window(&self) -> u64 {
        let first = self.at / 8;
        let bytes = match self.bytes.get(first..first + 8) {
            Some(eight) => u64::from_le_bytes(eight.try_into().unwrap_or_default()),
            None => self.last_bytes(first),
        };
        bytes >> (self.at % 8)
    }

    #[cold]
    fn last_bytes(&self, first: usize) -> u64 {
        let rest = self.bytes.get(first..).unwrap_or_default();
        rest.iter().rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encode(numbers: &[(u32, u32)]) -> Vec<u8> {
        let mut writer = RiceWriter::default();
        numbers.iter().for_each(|(number, k)| writer.put(*number, *k));
        writer.finish()
    }

    /// 2, 37 and 0 with five low bits.
    #[test]
    fn bits_are_least_significant_first() {
        assert_eq!(encode(&[(2, 5), (37, 5), (0, 5)]), [0b0100_0100, 0b0000_0101, 0b0]);
        assert_eq!(encode(&[(0, 0), (3, 0), (1, 1)]), [0b0100_1110]);
        assert!(encode(&[]).is_empty());
    }

    #[test]
    fn the_end_is_checked() {
        for (bytes, k) in [(&[][..], 0), (&[0xFF], 0), (&[0x7F], 1), (&[0x00], 8), (&[0xFF; 100], 3)] {
            assert_eq!(RiceReader::new(bytes).take(k), None, "{bytes:?} {k}");
        }
        assert_eq!(RiceReader::new(&[0x7F]).take(0), Some(7));
        assert_eq!(RiceReader::new(&[0x00]).take(7), Some(0));
    }

    #[test]
    fn numbers_above_32_bits_are_rejected() {
        let take = |ones: usize| {
            let bytes = [vec![0xFF; ones / 8], vec![(1 << (ones % 8)) - 1, 0, 0, 0, 0]].concat();
            RiceReader::new(&bytes).take(28)
        };
        assert_eq!(take(15), Some(15 << 28));
        assert_eq!(take(16), None);
        assert_eq!(encode(&[(u32::MAX, 31)]), [0xFD, 0xFF, 0xFF, 0xFF, 0x01]);
        assert_eq!(RiceReader::new(&[0xFD, 0xFF, 0xFF, 0xFF, 0x01]).take(31), Some(u32::MAX));
    }

    /// The example of `index.4`: 0, 1, 2 and 9.
    #[test]
    fn small_numbers_are_short() {
        let mut writer = RiceWriter::default();
        [0, 1, 2, 9].into_iter().for_each(|number| writer.put_number(number));
        assert_eq!((writer.bit_count(), writer.finish()), (14, vec![0b1101_0010, 0b0001_0011]));
    }

    #[test]
    fn the_end_is_told() {
        let end = |bytes: &[u8], bits| {
            let mut reader = RiceReader::new(bytes);
            reader.take_bits(bits).map(|_| reader.is_at_end())
        };
        assert_eq!(
            [end(&[5], 3), end(&[5], 2), end(&[5, 0], 3), end(&[5], 9)],
            [Some(true), Some(false), Some(false), None]
        );
        assert!(RiceReader::new(&[]).is_at_end());
        assert_eq!(RiceReader::new(&[0xFF; 20]).take_number(), None);
    }

    proptest! {
        #[test]
        fn wide_numbers_round_trip(numbers in prop::collection::vec((0_u64..1 << 40, 0_u32..=48), 0..60)) {
            let mut writer = RiceWriter::default();
            for (number, width) in &numbers {
                writer.put_number(*number);
                writer.put_wide(number & mask(*width), *width);
            }
            let bytes = writer.finish();
            let mut reader = RiceReader::new(&bytes);
            for (number, width) in &numbers {
                prop_assert_eq!(reader.take_number(), Some(*number));
                prop_assert_eq!(reader.take_bits(*width), Some(number & mask(*width)));
            }
            prop_assert!(reader.is_at_end());
        }

        #[test]
        fn numbers_round_trip(numbers in prop::collection::vec((any::<u32>(), 0_u32..=31, 0_u32..=300), 0..60)) {
            // A quotient up to 300, and low bits.
            let numbers: Vec<_> = numbers
                .into_iter()
                .map(|(low, k, quotient)| {
                    let quotient = quotient.min(u32::MAX >> k);
                    (quotient << k | low & ((1 << k) - 1), k)
                })
                .collect();
            let bytes = encode(&numbers);
            let bits: u32 = numbers.iter().map(|(number, k)| (number >> k) + 1 + k).sum();
            prop_assert_eq!(bytes.len(), bits.div_ceil(8) as usize);
            let mut reader = RiceReader::new(&bytes);
            for (number, k) in &numbers {
                prop_assert_eq!(reader.take(*k), Some(*number));
            }
            let mut reader = RiceReader::new(&bytes[..bytes.len().saturating_sub(1)]);
            prop_assert!(numbers.is_empty() || numbers.iter().any(|(_, k)| reader.take(*k).is_none()));
        }
    }
}
