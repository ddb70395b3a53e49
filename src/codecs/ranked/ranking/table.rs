//! The trained table, and sums of its entries that are computed once.

use std::{str::FromStr, sync::LazyLock};

use crate::board::legal_moves::{NO_PIECE, SquareAttacks};

/// Where the features of each kind begin in the table (`ranking.3`), in the order in which they are stored.
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

/// The number of features, each with its entry of the table.
pub const FEATURES: usize = base::END;

/// The table (`ranking.4`).
pub static TABLE: LazyLock<Box<[i16]>> =
    LazyLock::new(|| numbers(include_str!("../../../../spec/tables/ranking.txt"), FEATURES));

/// The sums of the entries of a to square, for every phase and the buckets of both kings.
pub static PIECE_SQUARE_SCORES: LazyLock<Box<[[i32; 6 * 64]]>> = LazyLock::new(|| {
    let entry = |base: usize, part: usize, at: usize| i32::from(TABLE[base + part * 6 * 64 + at]);
    let scores = |i: usize| {
        std::array::from_fn(|at| {
            entry(base::TO, i / 9, at) + entry(base::OUR_KING, i / 3 % 3, at) + entry(base::THEIR_KING, i % 3, at)
        })
    };
    (0..4 * 9).map(scores).collect()
});

/// Sums of entries by captured piece, safety of the to square, and check; the rest is 0.
pub type Exchanges = [i16; 256];

/// The sums of the entries for safety, capture and check, for every role and safety of the from square.
pub static EXCHANGES: LazyLock<Box<[Exchanges]>> = LazyLock::new(|| {
    let exchange = |role: usize, from: usize, i: usize| {
        let (captured, to, check) = (i / 24, i / 2 % 12, i % 2);
        let capture = if captured < NO_PIECE { TABLE[base::CAPTURE + (captured * 6 + role) * 12 + to] } else { 0 };
        let check = if check == 1 { TABLE[base::CHECK + role * 12 + to] } else { 0 };
        TABLE[base::SAFETY + (role * 12 + from) * 12 + to] + capture + check
    };
    let all = |i: usize| std::array::from_fn(|j| if j < 24 * 6 { exchange(i / 12, i % 12, j) } else { 0 });
    (0..6 * 12).map(all).collect()
});

/// Offsets that follow from a [`SquareAttacks`].
#[derive(Clone, Copy)]
pub struct Safety {
    /// F of `ranking.3`.
    pub from: u8,
    /// The first of the [`Exchanges`] of captured piece and to square.
    pub exchange: u8,
}

/// [`Safety`] by byte: for pieces, and for pawns, which do not attack the to square of a push.
pub static SAFETIES: [[Safety; 256]; 2] = safeties();

const fn safeties() -> [[Safety; 256]; 2] {
    let mut table = [[Safety { from: 0, exchange: 0 }; 256]; 2];
    let mut i = 0;
    while i < 2 * 256 {
        let (is_pawn, attacks) = (i / 256 == 1, SquareAttacks(i as u8));
        let (attacker, captured) = (attacks.lowest_attacker(), attacks.captured());
        if attacker <= 5 && captured <= NO_PIECE {
            let is_push = is_pawn && captured == NO_PIECE;
            let to_defended = if is_push { attacks.defended() } else { attacks.defended_twice() };
            table[i / 256][i % 256] = Safety {
                from: (2 * attacker + attacks.defended()) as u8,
                exchange: (2 * (captured * 12 + 2 * attacker + to_defended)) as u8,
            };
        }
        i += 1;
    }
    table
}

/// The numbers of one of the files in `spec/tables`, which are part of the library.
pub(crate) fn numbers<T: FromStr>(text: &str, count: usize) -> Box<[T]> {
    let numbers: Box<[T]> = text.split_ascii_whitespace().map_while(|number| number.parse().ok()).collect();
    assert_eq!(numbers.len(), count, "a table of the library is incomplete");
    numbers
}
