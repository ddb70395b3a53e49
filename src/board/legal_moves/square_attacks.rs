//! Attacks on every square and the pieces to capture there, one byte per square.

use super::{KING, LegalMoves};

/// A byte of [`LegalMoves::square_attacks`].
#[derive(Debug, Clone, Copy)]
pub struct SquareAttacks(pub u8);

impl SquareAttacks {
    /// The lowest class of their pieces that attack the square; 5 if none attacks it.
    pub const fn lowest_attacker(self) -> usize {
        (self.0 & 7) as usize
    }

    /// 1 if at least two of our pieces attack the square.
    pub const fn defended_twice(self) -> usize {
        (self.0 >> 3 & 1) as usize
    }

    /// The role of their piece on the square; [`super::NO_PIECE`] if there is nothing to capture.
    pub const fn captured(self) -> usize {
        (self.0 >> 4 & 7) as usize
    }

    /// 1 if at least one of our pieces attacks the square.
    pub const fn defended(self) -> usize {
        (self.0 >> 7) as usize
    }
}

impl LegalMoves {
    /// The [`SquareAttacks`] of every square, as bytes.
    #[inline(always)]
    pub fn square_attacks(&self) -> [u8; 64] {
        let [low, middle, high] = self.their_attacks.lowest_class();
        let [_, knights, bishops, rooks, queens, _] = self.them;
        let none = !(self.their_pieces & !self.them[KING]);
        bytes([
            low,
            middle,
            high,
            self.our_attacks_twice,
            knights | rooks | none,
            bishops | rooks,
            queens | none,
            self.our_attacks.all,
        ])
    }
}

/// Returns for every square the byte whose bit i is the square's bit in set i.
#[inline(always)]
fn bytes(sets: [u64; 8]) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (rank, bytes) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        // Byte i of `matrix` is the rank in set i. Transposed, byte f is file f of all sets: bits are swapped across the diagonal first one
        // by one, then in blocks of two by two, then of four by four.
        let mut matrix = 0;
        for (i, set) in sets.iter().enumerate() {
            matrix |= (set >> (8 * rank) & 0xFF) << (8 * i);
        }
        for (shift, lower) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
            let change = (matrix ^ matrix >> shift) & lower;
            matrix ^= change ^ change << shift;
        }
        *bytes = matrix.to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_are_the_sets_transposed(sets: [u64; 8]) {
            for (square, byte) in super::bytes(sets).into_iter().enumerate() {
                for (i, set) in sets.iter().enumerate() {
                    prop_assert_eq!(byte >> i & 1, (set >> square & 1) as u8);
                }
            }
        }
    }
}
