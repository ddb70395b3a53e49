//! What is to be known of every square, one byte for each.

use super::legal_moves::{KING, LegalMoves};

/// What a byte of [`LegalMoves::about`] says.
#[derive(Debug, Clone, Copy)]
pub struct SquareAttacks(pub u8);

impl SquareAttacks {
    /// The lowest class of the enemy's men that attack the square, 5 if none does.
    pub const fn attacker(self) -> usize {
        (self.0 & 7) as usize
    }

    /// 1 if an own man attacks the square.
    pub const fn once(self) -> usize {
        (self.0 >> 3 & 1) as usize
    }

    /// 1 if at least two own men attack the square.
    pub const fn twice(self) -> usize {
        (self.0 >> 4 & 1) as usize
    }

    /// The role of the enemy's man on the square, [`super::legal_moves::NO_PIECE`] if there is none.
    pub const fn victim(self) -> usize {
        (self.0 >> 5) as usize
    }
}

impl LegalMoves {
    /// What is to be known of every square.
    #[inline(always)]
    pub fn square_attacks(&self) -> [u8; 64] {
        let [low, middle, high] = self.theirs.lowest_class();
        let [_, knights, bishops, rooks, queens, _] = self.enemy;
        let nobody = !(self.enemy_all & !self.enemy[KING]);
        bytes([
            low,
            middle,
            high,
            self.ours.all,
            self.ours.twice,
            knights | rooks | nobody,
            bishops | rooks,
            queens | nobody,
        ])
    }
}

/// For every square the byte whose bit i is that of set i.
#[inline(always)]
fn bytes(sets: [u64; 8]) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (rank, bytes) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        // Byte i of `matrix` is the rank in set i. Transposed, byte f is what all sets say of file f: bits change places
        // across the diagonal one by one, then in squares of two, then of four.
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
        fn sets_and_bytes_say_the_same(sets: [u64; 8]) {
            for (square, byte) in super::bytes(sets).into_iter().enumerate() {
                for (i, set) in sets.iter().enumerate() {
                    prop_assert_eq!(byte >> i & 1, (set >> square & 1) as u8);
                }
            }
        }
    }
}
