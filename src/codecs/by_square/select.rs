//! Counts and numbers the squares of a set.

use crate::coding::swar::ONES;

/// The index of each set bit of a byte, from the lowest.
static SET_BITS: [[u8; 8]; 256] = set_bits();

const fn set_bits() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        let byte = i / 8;
        let bit = i % 8;
        if byte >> bit & 1 != 0 {
            table[byte][(byte & ((1 << bit) - 1)).count_ones() as usize] = bit as u8;
        }
        i += 1;
    }
    table
}

/// A set of squares that can be numbered from 0, in ascending order.
pub trait Squares: Copy {
    /// Numbers the squares of a set.
    fn new(set: u64) -> Self;

    /// Returns the number of squares.
    fn count(self) -> u32;

    /// Returns square `number`; any square if the set is smaller.
    fn nth(self, number: u32) -> u8;
}

/// [`Squares`] for every processor.
#[derive(Clone, Copy)]
pub struct CountedSquares {
    set: u64,
    /// In byte i, the number of the set's squares on ranks 1 to i + 1.
    sums: u64,
}

impl Squares for CountedSquares {
    #[inline(always)]
    fn new(set: u64) -> CountedSquares {
        let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let ranks = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        CountedSquares { set, sums: ranks.wrapping_mul(ONES) }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        (self.sums >> 56) as u32
    }

    #[inline(always)]
    fn nth(self, number: u32) -> u8 {
        // The ranks on which at most `number` squares have been passed; all eight sums are compared at once.
        let passed = (((u64::from(number & 63) * ONES) | (ONES << 7)) - self.sums) >> 7 & ONES;
        let shift = (passed.wrapping_mul(ONES) >> 53) as u32 & 56;
        let before = (self.sums << 8 >> shift) as u32;
        let bit = SET_BITS[(self.set >> shift) as usize & 0xFF][number.wrapping_sub(before) as usize & 7];
        shift as u8 + bit
    }
}

/// [`Squares`] for processors with the instruction `pdep` (BMI2). Used only if [`crate::board::legal_moves::has_bmi2`], by
/// [`super::Decoder`] and by tests.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct PdepSquares(u64);

#[cfg(target_arch = "x86_64")]
impl Squares for PdepSquares {
    #[inline(always)]
    fn new(set: u64) -> PdepSquares {
        PdepSquares(set)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    fn nth(self, number: u32) -> u8 {
        // SAFETY: used only if `has_bmi2`; the instruction accepts any numbers.
        #[allow(unsafe_code, reason = "three times as fast as the same with plain arithmetic")]
        let square = unsafe { std::arch::x86_64::_pdep_u64(1 << (number & 63), self.0) };
        square.trailing_zeros() as u8 & 63
    }
}

/// Returns the number of a square in the set: how many squares of the set precede it.
#[inline(always)]
pub fn number_of(set: u64, square: u8) -> u32 {
    (set & ((1 << (square & 63)) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::board::legal_moves::has_bmi2;

    proptest! {
        #[test]
        fn squares_are_numbered(set: u64) {
            let squares: Vec<u8> = (0..64).filter(|square| set >> square & 1 != 0).collect();
            let numbered = CountedSquares::new(set);
            prop_assert_eq!(numbered.count() as usize, squares.len());
            #[cfg(target_arch = "x86_64")]
            if has_bmi2() {
                prop_assert_eq!(PdepSquares::new(set).count() as usize, squares.len());
                for (number, square) in (0..).zip(&squares) {
                    prop_assert_eq!(PdepSquares::new(set).nth(number), *square);
                }
            }
            for (number, square) in (0..).zip(squares) {
                prop_assert_eq!(numbered.nth(number), square);
                prop_assert_eq!(number_of(set, square), number);
            }
        }
    }

    #[test]
    fn the_ends_of_the_range() {
        assert_eq!(
            (CountedSquares::new(!0).count(), CountedSquares::new(!0).nth(63), CountedSquares::new(0).count()),
            (64, 63, 0)
        );
        assert!((0..=u32::MAX).step_by(0xFFFF).all(|number| CountedSquares::new(7).nth(number) < 64));
    }
}
