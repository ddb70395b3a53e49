//! Castling on boards that hold squares as numbers (`positions.4`).

use shakmaty::{Square, attacks};

#[inline(always)]
pub fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

#[inline(always)]
pub fn between(a: u8, b: u8) -> u64 {
    attacks::between(Square::new(u32::from(a & 63)), Square::new(u32::from(b & 63))).0
}

/// A king and a rook that castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Castling {
    pub king: u8,
    pub king_to: u8,
    pub rook: u8,
    pub rook_to: u8,
}

impl Castling {
    /// How the king castles to that side; `None` if the right is gone. `castling_rights` are kings and rooks that have a right.
    #[inline]
    pub fn find(castling_rights: u64, king: u8, king_side: bool) -> Option<Castling> {
        if castling_rights & bit(king) == 0 {
            return None;
        }
        let outside = if king_side { !0 << (king & 63) << 1 } else { bit(king) - 1 };
        let home_rank = 0xFF << (king & 56);
        let rooks = castling_rights & home_rank & outside;
        if rooks == 0 {
            return None;
        }
        let rook = (rooks.trailing_zeros() & 63) as u8;
        let (king_file, rook_file) = if king_side { (6, 5) } else { (2, 3) };
        Some(Castling { king, king_to: king & 56 | king_file, rook, rook_to: king & 56 | rook_file })
    }

    /// Whether nothing stands in the way.
    pub fn is_free(&self, occupied: u64) -> bool {
        let king_way = between(self.king, self.king_to) | bit(self.king_to);
        let rook_way = between(self.rook, self.rook_to) | bit(self.rook_to);
        (king_way | rook_way) & !bit(self.king) & !bit(self.rook) & occupied == 0
    }
}
