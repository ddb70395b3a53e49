//! A position of a game, sortable by its key.

use crate::index::entry::NO_MOVE;

/// A position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub key: u64,
    /// Game, ply and next move, from the highest bits to the lowest.
    place: u64,
}

/// Number of bits of a ply and of a move.
const PLY_BITS: u32 = 28;
const MOVE_BITS: u32 = 16;

/// The last ply that an occurrence can have.
pub(super) const MAX_PLY: u32 = (1 << PLY_BITS) - 1;

impl Occurrence {
    /// Size of an occurrence in bytes.
    pub(super) const LEN: usize = 16;

    /// Creates a position without a known next move.
    pub(super) fn new(key: u64, game: u32, ply: u32) -> Occurrence {
        let place = u64::from(game) << (PLY_BITS + MOVE_BITS) | u64::from(ply) << MOVE_BITS | u64::from(NO_MOVE);
        Occurrence { key, place }
    }

    /// Returns the same position with this next move.
    pub(super) fn followed_by(self, next: u16) -> Occurrence {
        Occurrence { place: self.place >> MOVE_BITS << MOVE_BITS | u64::from(next), ..self }
    }

    /// Returns the sort key: key, game and ply as one number, which sorts faster than comparing fields.
    #[inline]
    pub(super) fn order(&self) -> u128 {
        u128::from(self.key) << 64 | u128::from(self.place)
    }

    pub(super) fn to_bytes(self) -> [u8; Occurrence::LEN] {
        self.order().to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: &[u8; Occurrence::LEN]) -> Occurrence {
        let order = u128::from_le_bytes(*bytes);
        Occurrence { key: (order >> 64) as u64, place: order as u64 }
    }

    pub(super) fn game(&self) -> u32 {
        (self.place >> (PLY_BITS + MOVE_BITS)) as u32
    }

    pub(super) fn ply(&self) -> u32 {
        (self.place >> MOVE_BITS) as u32 & MAX_PLY
    }

    /// The next move, or [`NO_MOVE`].
    pub(super) fn next(&self) -> u16 {
        self.place as u16
    }
}
