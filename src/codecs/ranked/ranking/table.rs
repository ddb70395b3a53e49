//! The trained table, and sums of its entries that are precomputed.

use std::{str::FromStr, sync::LazyLock};

use crate::{
    board::legal_moves::{NO_PIECE, PAWN, SquareAttacks},
    memory,
};

/// Index in the table of the first feature of each kind (`ranking.3`), in stored order.
pub mod base {
    pub const TO: usize = 0;
    pub const FROM: usize = TO + 4 * 6 * 64;
    pub const OUR_KING: usize = FROM + 4 * 6 * 64;
    pub const THEIR_KING: usize = OUR_KING + 3 * 6 * 64;
    pub const SAFETY: usize = THEIR_KING + 3 * 6 * 64;
    pub const CAPTURE: usize = SAFETY + 6 * 12 * 12;
    pub const CHECK: usize = CAPTURE + 5 * 6 * 12;
    pub const THREAT: usize = CHECK + 6 * 12;
    pub const EVASION: usize = THREAT + 6 * 4;
    pub const PASSED: usize = EVASION + 12;
    pub const PROMOTION: usize = PASSED + 8;
    pub const CASTLING: usize = PROMOTION + 4;
    pub const RIGHTS: usize = CASTLING + 2;
    pub const EN_PASSANT: usize = RIGHTS + 2;
    pub const END: usize = EN_PASSANT + 1;
}

/// The number of features; each has one entry in the table.
pub const FEATURES: usize = base::END;

/// The file of the table as a zstd frame: `zstd --ultra -22 spec/tables/ranking.txt -o src/codecs/ranked/ranking/ranking.zst`.
const FRAME: &[u8] = include_bytes!("ranking.zst");

/// Size of the file in bytes.
const FILE_SIZE: usize = 22_712;

/// The table (`ranking.4`).
pub static TABLE: LazyLock<Box<[i16]>> = LazyLock::new(|| {
    let file = memory::decompressed(FRAME, FILE_SIZE).expect("a table of the library, and memory for it");
    numbers(std::str::from_utf8(&file).unwrap_or_default(), FEATURES)
});

/// Precomputed sums of entries, as [`key`]s.
pub static SUMS: LazyLock<Sums> = LazyLock::new(Sums::new);

/// Returns the contribution of a score to a key; keys sort by descending score.
pub fn key(score: i32) -> i32 {
    -score << 16
}

/// See [`SUMS`].
pub struct Sums {
    /// By phase and the buckets of both kings, then by role and to square: the sum of these entries, plus the to square in its bits of the
    /// key.
    pub to: Box<[[i32; 6 * 64]]>,
    /// By phase, then by role and from square: the entry, plus the from square in its bits of the key.
    pub from: Box<[[i32; 6 * 64]]>,
    /// By role and safety of the from square, then by [`SquareAttacks`] of the to square, with [`CHECK`]: safety, capture and check.
    pub exchanges: Box<[[i32; 512]]>,
    /// By role, then 2 for an attack on a more valuable piece plus 1 for an attack on an undefended piece.
    pub threats: [[i32; 4]; 6],
    /// By whether a pawn is passed, then by rank.
    pub passed: [[i32; 8]; 2],
}

/// Added to the index of an exchange if the move gives check.
pub const CHECK: usize = 256;
/// The bits of a [`SquareAttacks`] that pieces and pawns use. For pieces, only other attacks decide if a to square is defended; for pawns,
/// it depends on whether they capture.
pub const USED: [usize; 2] = [0x7F, 0xFF];

/// The bits of a key that hold the from and to square.
pub const fn squares_in_key(from: usize, to: usize) -> i32 {
    (from << 10 | to << 4) as i32
}

impl Sums {
    fn new() -> Sums {
        let entry = |base: usize, part: usize, at: usize| i32::from(TABLE[base + part * 6 * 64 + at]);
        let to = |i: usize, at: usize| {
            entry(base::TO, i / 9, at) + entry(base::OUR_KING, i / 3 % 3, at) + entry(base::THEIR_KING, i % 3, at)
        };
        let to_key = |i: usize| std::array::from_fn(|at| key(to(i, at)) | squares_in_key(0, at % 64));
        let from_key = |i: usize| std::array::from_fn(|at| key(entry(base::FROM, i, at)) | squares_in_key(at % 64, 0));
        let exchanges = |i: usize| std::array::from_fn(|at| key(exchange(i / 12, i % 12, at)));
        let keys = |first: usize, i: usize| key(TABLE[first + i].into());
        Sums {
            to: (0..4 * 9).map(to_key).collect(),
            from: (0..4).map(from_key).collect(),
            exchanges: (0..6 * 12).map(exchanges).collect(),
            threats: std::array::from_fn(|role| std::array::from_fn(|i| keys(base::THREAT, role * 4 + i))),
            passed: [[0; 8], std::array::from_fn(|rank| keys(base::PASSED, rank))],
        }
    }
}

/// Returns the sum of the entries of a move of this role from a square of this safety, for an index of [`Sums::exchanges`].
fn exchange(role: usize, from_safety: usize, index: usize) -> i32 {
    let attacks = SquareAttacks(index as u8);
    let captured = attacks.captured();
    if attacks.lowest_attacker() > 5 || captured > NO_PIECE {
        // Such a square does not exist.
        return 0;
    }
    // ranking.2
    let is_push = role == PAWN && captured == NO_PIECE;
    let defended = if is_push { attacks.defended() } else { attacks.defended_twice() };
    let to_safety = 2 * attacks.lowest_attacker() + defended;
    let entry = |at: usize| i32::from(TABLE[at]);
    entry(base::SAFETY + (role * 12 + from_safety) * 12 + to_safety)
        + if captured < NO_PIECE { entry(base::CAPTURE + (captured * 6 + role) * 12 + to_safety) } else { 0 }
        + if index >= CHECK { entry(base::CHECK + role * 12 + to_safety) } else { 0 }
}

/// Reads the numbers of one of the files in `spec/tables`, which are part of the library.
pub(crate) fn numbers<T: FromStr>(text: &str, count: usize) -> Box<[T]> {
    let numbers: Box<[T]> = text.split_ascii_whitespace().map_while(|number| number.parse().ok()).collect();
    assert_eq!(numbers.len(), count, "a table of the library is incomplete");
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_of_the_file_of_the_chapter() {
        let file = include_bytes!("../../../../spec/tables/ranking.txt");
        assert!(memory::decompressed(FRAME, FILE_SIZE).unwrap() == file);
    }
}
