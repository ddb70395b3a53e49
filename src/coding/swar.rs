//! Compares the eight bytes of a number at once ("SIMD within a register").

/// A 1 in every byte.
pub const ONES: u64 = 0x0101_0101_0101_0101;

/// The lowest set bit is bit 7 of the first byte that equals `byte`; 0 if no byte equals it. Higher bits can be wrong.
#[inline(always)]
pub const fn equal(bytes: u64, byte: u8) -> u64 {
    let unequal = bytes ^ (byte as u64 * ONES);
    unequal.wrapping_sub(ONES) & !unequal & ONES << 7
}

/// The lowest set bit is bit 7 of the first byte below `limit`, which is at most 128; 0 if no byte is below it. Higher bits can be wrong.
#[inline(always)]
pub const fn below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(limit as u64 * ONES) & !bytes & ONES << 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn first(marks: u64) -> Option<usize> {
        (marks != 0).then(|| marks.trailing_zeros() as usize / 8)
    }

    proptest! {
        #[test]
        fn the_first_byte_is_found(bytes: [u8; 8], byte: u8, limit in 0..=128u8) {
            let word = u64::from_le_bytes(bytes);
            prop_assert_eq!(first(equal(word, byte)), bytes.iter().position(|b| *b == byte));
            prop_assert_eq!(first(equal(word, bytes[5])), bytes.iter().position(|b| *b == bytes[5]));
            prop_assert_eq!(first(below(word, limit)), bytes.iter().position(|b| *b < limit));
        }
    }
}
