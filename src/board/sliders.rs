//! Attacks of sliders. For one slider: hyperbola quintessence on files and diagonals, and a table of rank attacks. For sets of sliders:
//! parallel prefix fills. There are no large tables, because these would compete for the caches.

use std::hint::black_box;

/// File, rising and falling diagonal of each square, excluding the square.
const MASKS: [[u64; 3]; 64] = masks();
/// Squares of a rank attacked from a file, by the occupancy of the six inner squares of the rank.
const RANKS: [[u8; 64]; 8] = ranks();

const fn masks() -> [[u64; 3]; 64] {
    let mut masks = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let file = square as i32 & 7;
        let rank = square as i32 >> 3;
        let mut other = 0;
        while other < 64 {
            let f = other & 7;
            let r = other >> 3;
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
        let file = i as i32 / 64;
        let occupied = (i as i32 & 63) << 1;
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

/// Returns the file, the two diagonals and the rank of a square.
pub const fn lines_through(square: usize) -> [u64; 4] {
    let [file, rising, falling] = MASKS[square];
    let own = 1 << square;
    [file | own, rising | own, falling | own, 0xFF << (square & 56)]
}

#[inline(always)]
const fn line_attacks(square: u32, mask: u64, occupied: u64) -> u64 {
    let bit = 1u64 << square;
    let occupied = occupied & mask;
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
    let file = square as usize & 7;
    let shift = square & 56;
    let rank = (RANKS[file][(occupied >> shift >> 1 & 63) as usize] as u64) << shift;
    rank | line_attacks(square, MASKS[square as usize & 63][0], occupied)
}

/// Returns the squares that two sets of bishops and two sets of rooks attack, one result per set.
///
/// Kogge-Stone fills of all sets in parallel: with vector instructions as fast as the attacks of three or four sliders, whatever the number
/// of sliders.
#[inline(always)]
pub fn set_attacks(bishops: [u64; 2], rooks: [u64; 2], occupied: u64) -> ([u64; 2], [u64; 2]) {
    let sets = [bishops[0], bishops[1], rooks[0], rooks[1]];
    // Hides the sets and directions from the compiler: sharing them between some lanes would break up the vectors.
    let sets = black_box(&sets);
    let directions = black_box(&DIRECTIONS);
    let up = fill::<true>(sets, !occupied, &directions[0]);
    let down = fill::<false>(sets, !occupied, &directions[1]);
    let (up_left, down_right) =
        (fill::<true>(sets, !occupied, &directions[2]), fill::<false>(sets, !occupied, &directions[3]));
    let mut attacks = [0; 4];
    for i in 0..4 {
        attacks[i] = up[i] | down[i] | up_left[i] | down_right[i];
    }
    let [a, b, c, d] = *black_box(&attacks);
    ([a, b], [c, d])
}

/// One direction of bishops, twice, and one direction of rooks, twice.
struct Directions {
    /// The distances of the squares one, two and four steps away.
    steps: [[u64; 4]; 3],
    /// The squares that a step can lead to.
    reached: [u64; 4],
}

impl Directions {
    const fn new(bishop: u64, rook: u64, reached: [u64; 2]) -> Directions {
        let steps = [bishop, bishop, rook, rook];
        let doubled = [2 * bishop, 2 * bishop, 2 * rook, 2 * rook];
        let twice_doubled = [4 * bishop, 4 * bishop, 4 * rook, 4 * rook];
        let reached = [reached[0], reached[0], reached[1], reached[1]];
        Directions { steps: [steps, doubled, twice_doubled], reached }
    }
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// Upwards, downwards, upwards, downwards.
static DIRECTIONS: [Directions; 4] = [
    Directions::new(9, 8, [NOT_A, !0]),
    Directions::new(9, 8, [NOT_H, !0]),
    Directions::new(7, 1, [NOT_H, NOT_A]),
    Directions::new(7, 1, [NOT_A, NOT_H]),
];

#[inline(always)]
fn fill<const UP: bool>(sets: &[u64; 4], free: u64, directions: &Directions) -> [u64; 4] {
    let shifted = |set: u64, by: u64| if UP { set << (by & 63) } else { set >> (by & 63) };
    let [one, two, four] = &directions.steps;
    let mut attacked = [0; 4];
    for i in 0..4 {
        let mut set = sets[i];
        let mut open = directions.reached[i] & free;
        set |= open & shifted(set, one[i]);
        open &= shifted(open, one[i]);
        set |= open & shifted(set, two[i]);
        open &= shifted(open, two[i]);
        set |= open & shifted(set, four[i]);
        attacked[i] = shifted(set, one[i]) & directions.reached[i];
    }
    attacked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Bitboard, Square, attacks};

    use super::*;

    proptest! {
        #[test]
        fn sets_attack_what_their_pieces_attack(sets: [u64; 4], masks: [u64; 4], occupied: u64, more: u64) {
            let sets: [u64; 4] = std::array::from_fn(|i| sets[i] & masks[i]);
            let occupied = occupied & more;
            let together = |set: u64, attacks: fn(u32, u64) -> u64| {
                (0..64).filter(|square| set >> square & 1 == 1).fold(0, |all, square| all | attacks(square, occupied))
            };
            let bishops = [together(sets[0], bishop), together(sets[1], bishop)];
            let rooks = [together(sets[2], rook), together(sets[3], rook)];
            prop_assert_eq!(set_attacks([sets[0], sets[1]], [sets[2], sets[3]], occupied), (bishops, rooks));
        }
    }

    #[test]
    fn the_same_as_tables() {
        let mut occupied = 0x1234_5678_9ABC_DEF1_u64;
        for square in (0..64).cycle().take(20_000) {
            occupied = occupied.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ occupied >> 29;
            let at = Square::new(square);
            let set = Bitboard(occupied);
            assert_eq!(bishop(square, occupied), attacks::bishop_attacks(at, set).0);
            assert_eq!(rook(square, occupied), attacks::rook_attacks(at, set).0);
        }
    }
}
