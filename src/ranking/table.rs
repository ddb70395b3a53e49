//! The trained table, and the sums that are made of it once.

use std::{str::FromStr, sync::LazyLock};

/// Where the features of each kind begin in the table (`ranking.3`), in the order in which they are stored.
pub(super) mod base {
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
pub(super) static TABLE: LazyLock<Box<[i16]>> =
    LazyLock::new(|| numbers(include_str!("../../spec/tables/ranking.txt"), FEATURES));

/// The entries for targets, added up for every phase and zones of both kings.
pub(super) static TARGETS: LazyLock<Box<[[i32; 6 * 64]]>> = LazyLock::new(|| {
    let part = |base: usize, part: usize, at: usize| i32::from(TABLE[base + part * 6 * 64 + at]);
    let sums = |sum: usize| {
        std::array::from_fn(|at| {
            part(base::TO, sum / 9, at) + part(base::OWN_KING, sum / 3 % 3, at) + part(base::ENEMY_KING, sum % 3, at)
        })
    };
    (0..4 * 9).map(sums).collect()
});

/// The numbers of one of the files in `spec/tables`, which are part of the library.
pub(crate) fn numbers<T: FromStr>(text: &str, count: usize) -> Box<[T]> {
    let numbers: Box<[T]> = text.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len(), count, "a table of the library is incomplete");
    numbers
}
