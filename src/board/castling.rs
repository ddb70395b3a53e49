//! Castling on boards that hold squares as numbers (`positions.4`).

use super::attacks::{between, bit};

/// The side of the board to which a king castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum CastlingSide {
    KingSide,
    QueenSide,
}

impl CastlingSide {
    /// Both sides.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// Returns whether this is the king side.
    pub const fn is_king_side(self) -> bool {
        matches!(self, CastlingSide::KingSide)
    }
}

/// The rank on which each side castles: its first.
pub const HOME_RANKS: [u64; 2] = [0xFF, 0xFF << 56];

/// A king and a rook that castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Castling {
    pub king: u8,
    pub king_to: u8,
    pub rook: u8,
    pub rook_to: u8,
}

impl Castling {
    /// Returns how the king castles to this side of the board; `None` without the right. `castling_rights` is the set of kings and rooks
    /// that can still castle.
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

    /// The squares that must be empty for the king and the rook to pass.
    #[inline]
    pub fn path(&self) -> u64 {
        let king_path = between(self.king.into(), self.king_to.into()) | bit(self.king_to);
        let rook_path = between(self.rook.into(), self.rook_to.into()) | bit(self.rook_to);
        (king_path | rook_path) & !bit(self.king) & !bit(self.rook)
    }
}
