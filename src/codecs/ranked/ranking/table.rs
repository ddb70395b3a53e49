//! The trained table, and the sums that are made of it once.

use std::{str::FromStr, sync::LazyLock};

use crate::board::legal_moves::{NO_PIECE, SquareAttacks};

/// Where the features of each kind begin in the table (`ranking.3`), in the order in which they are stored.
pub mod base {
    pub const TO: usize = 0;
    pub const FROM: usize = TO + 4 * 6 * 64;
    pub const OWN_KING: usize = FROM + 4 * 6 * 64;
    pub const ENEMY_KING: usize = OWN_KING + 3 * 6 * 64;
    pub const SAFETY: usize = ENEMY_KING + 3 * 6 * 64;
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

/// Entries of the table.
pub const FEATURES: usize = base::END;

/// The table (`ranking.4`).
pub static TABLE: LazyLock<Box<[i16]>> =
    LazyLock::new(|| numbers(include_str!("../../../../spec/tables/ranking.txt"), FEATURES));

/// The entries for targets, added up for every phase and zones of both kings.
pub static TARGETS: LazyLock<Box<[[i32; 6 * 64]]>> = LazyLock::new(|| {
    let part = |base: usize, part: usize, at: usize| i32::from(TABLE[base + part * 6 * 64 + at]);
    let sums = |sum: usize| {
        std::array::from_fn(|at| {
            part(base::TO, sum / 9, at) + part(base::OWN_KING, sum / 3 % 3, at) + part(base::ENEMY_KING, sum % 3, at)
        })
    };
    (0..4 * 9).map(sums).collect()
});

/// Entries by victim, safety of the target, and check; then nothing.
pub type Exchanges = [i16; 256];

/// The entries for safety, capture and check, added up, for every man and safety of its origin.
pub static EXCHANGES: LazyLock<Box<[Exchanges]>> = LazyLock::new(|| {
    let exchange = |man: usize, origin: usize, i: usize| {
        let (victim, target, check) = (i / 24, i / 2 % 12, i % 2);
        let capture = if victim < NO_PIECE { TABLE[base::CAPTURE + (victim * 6 + man) * 12 + target] } else { 0 };
        let check = if check == 1 { TABLE[base::CHECK + man * 12 + target] } else { 0 };
        TABLE[base::SAFETY + (man * 12 + origin) * 12 + target] + capture + check
    };
    let all = |i: usize| std::array::from_fn(|j| if j < 24 * 6 { exchange(i / 12, i % 12, j) } else { 0 });
    (0..6 * 12).map(all).collect()
});

/// What follows from a byte of [`crate::board::legal_moves::LegalMoves::about`].
#[derive(Clone, Copy)]
pub struct Safety {
    /// O of `ranking.3`.
    pub guarded_once: u8,
    /// Where the victim's and the target's entries begin in [`Exchanges`].
    pub exchange: u8,
}

/// [`Safety`] by byte: for pieces, and for pawns, whose steps do not guard their target.
pub static SAFETIES: [[Safety; 256]; 2] = safeties();

const fn safeties() -> [[Safety; 256]; 2] {
    let mut table = [[Safety { guarded_once: 0, exchange: 0 }; 256]; 2];
    let mut i = 0;
    while i < 2 * 256 {
        let (is_pawn, about) = (i / 256 == 1, SquareAttacks(i as u8));
        let (attacker, victim) = (about.attacker(), about.victim());
        if attacker <= 5 && victim <= NO_PIECE {
            let guard = if is_pawn && victim == NO_PIECE { about.once() } else { about.twice() };
            table[i / 256][i % 256] = Safety {
                guarded_once: (2 * attacker + about.once()) as u8,
                exchange: (2 * (victim * 12 + 2 * attacker + guard)) as u8,
            };
        }
        i += 1;
    }
    table
}

/// The numbers of one of the files in `spec/tables`, which are part of the library.
pub(crate) fn numbers<T: FromStr>(text: &str, count: usize) -> Box<[T]> {
    let numbers: Box<[T]> = text.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len(), count, "a table of the library is incomplete");
    numbers
}
