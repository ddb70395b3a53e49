//! Attacks of sliders by hyperbola quintessence on files and diagonals, and by a table of rank attacks: no large tables, which
//! would compete for the caches.

/// File, rising and falling diagonal of each square, without the square.
const MASKS: [[u64; 3]; 64] = masks();
/// Squares of a rank that are attacked from a file, by the occupancy of the six inner squares of the rank.
const RANKS: [[u8; 64]; 8] = ranks();

const fn masks() -> [[u64; 3]; 64] {
    let mut masks = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 & 7, square as i32 >> 3);
        let mut other = 0;
        while other < 64 {
            let (f, r) = (other & 7, other >> 3);
            if other as usize != square {
                masks[square][0] |= ((f == file) as u64) << other;
                masks[square][1] |= ((f - r == file - rank) as u64) << other;
                masks[square][2] |= ((f + r == file + rank) as u64) << other;
            }
            other += 1;
        }
        square += 1;
    }
    masks
}

const fn ranks() -> [[u8; 64]; 8] {
    let mut ranks = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (file, occupied) = (i as i32 / 64, (i as i32 & 63) << 1);
        let mut direction = -1;
        while direction <= 1 {
            let mut f = file + direction;
            while f >= 0 && f < 8 {
                ranks[file as usize][i & 63] |= 1 << f;
                if occupied >> f & 1 == 1 {
                    break;
                }
                f += direction;
            }
            direction += 2;
        }
        i += 1;
    }
    ranks
}

#[inline(always)]
const fn line_attacks(square: u32, mask: u64, occupied: u64) -> u64 {
    let (bit, occupied) = (1u64 << square, occupied & mask);
    let up = occupied.wrapping_sub(bit << 1);
    let down = occupied.swap_bytes().wrapping_sub(bit.swap_bytes() << 1).swap_bytes();
    (up ^ down) & mask
}

#[inline(always)]
pub const fn bishop(square: u32, occupied: u64) -> u64 {
    let [_, rising, falling] = MASKS[square as usize & 63];
    line_attacks(square, rising, occupied) | line_attacks(square, falling, occupied)
}

#[inline(always)]
pub const fn rook(square: u32, occupied: u64) -> u64 {
    let (file, shift) = (square as usize & 7, square & 56);
    let rank = (RANKS[file][(occupied >> shift >> 1 & 63) as usize] as u64) << shift;
    rank | line_attacks(square, MASKS[square as usize & 63][0], occupied)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Bitboard, Square, attacks};

    use super::*;

    #[test]
    fn the_same_as_tables() {
        let mut occupied = 0x1234_5678_9ABC_DEF1_u64;
        for square in (0..64).cycle().take(20_000) {
            occupied = occupied.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ occupied >> 29;
            let (at, set) = (Square::new(square), Bitboard(occupied));
            assert_eq!(bishop(square, occupied), attacks::bishop_attacks(at, set).0);
            assert_eq!(rook(square, occupied), attacks::rook_attacks(at, set).0);
        }
    }
}
