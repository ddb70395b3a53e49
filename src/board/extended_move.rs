//! The extended move of the Chess Programming Wiki: a packed move with the pieces involved and a score, in 32 bits.
//!
//! Spec chapter: `spec/codecs/enumeration.md`.

use std::fmt;

use super::{Position, Role, not_legal};
use crate::{Error, ErrorCode, PackedMove, Result};

/// A move with all data that a board needs to make and undo it, and a score by which programs order moves (`enumeration.4`). Bits 0 to 15
/// are the packed move, 16 to 18 the role of the moving piece, 19 to 21 the role of the captured piece, 22 to 31 the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExtendedMove(pub u32);

impl ExtendedMove {
    /// The range of valid scores.
    pub const SCORES: std::ops::RangeInclusive<i16> = -512..=511;

    /// Makes a move that is legal in `position`, with the score 0. The null move has no pieces.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for any other move, including the null move in check.
    pub fn new(position: &Position, packed: PackedMove) -> Result<ExtendedMove> {
        let ply = position.board().clone().make_legal(packed).filter(|ply| ply.packed == packed);
        let ply = ply.ok_or_else(|| not_legal(packed))?;
        let [piece, captured] = [ply.piece, ply.captured].map(|piece| u32::from(piece.0 & 7));
        Ok(ExtendedMove(u32::from(packed.0) | piece << 16 | captured << 19))
    }

    /// The move.
    pub const fn packed(self) -> PackedMove {
        PackedMove(self.0 as u16)
    }

    /// The role of the moving piece, a pawn in a promotion; `None` in a null move.
    pub fn role(self) -> Option<Role> {
        Role::try_from((self.0 >> 16 & 7) as u8).ok()
    }

    /// The role of the captured piece, also en passant.
    pub fn captured(self) -> Option<Role> {
        Role::try_from((self.0 >> 19 & 7) as u8).ok()
    }

    /// The score, -512 to 511.
    pub const fn score(self) -> i16 {
        (self.0 as i32 >> 22) as i16
    }

    /// Returns the same move with another score.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for a score outside [`ExtendedMove::SCORES`].
    pub fn with_score(self, score: i16) -> Result<ExtendedMove> {
        if !ExtendedMove::SCORES.contains(&score) {
            let message = format!("the score {score}; scores of extended moves go from -512 to 511");
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        Ok(ExtendedMove(self.0 & 0x003F_FFFF | (score as u32) << 22))
    }
}

impl fmt::Debug for ExtendedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?} takes {:?}, {})", self.packed(), self.role(), self.captured(), self.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_and_score_are_beside_the_move() {
        let position = Position::from_fen(b"4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1").unwrap();
        let packed = position.read_uci(b"e4d3").unwrap();
        let extended = ExtendedMove::new(&position, packed).unwrap();
        assert_eq!(extended.0, 0x0009_5713);
        assert_eq!((extended.role(), extended.captured(), extended.score()), (Some(Role::Pawn), Some(Role::Pawn), 0));
        for score in [-512, -1, 0, 7, 511] {
            let scored = extended.with_score(score).unwrap();
            assert_eq!((scored.packed(), scored.captured(), scored.score()), (packed, Some(Role::Pawn), score));
            assert_eq!(scored.with_score(0).unwrap(), extended);
        }
        assert_eq!(extended.with_score(512).unwrap_err().code(), ErrorCode::InvalidArgument);
        assert!(ExtendedMove::new(&position, PackedMove(1)).is_err());
        let null = ExtendedMove::new(&position, PackedMove::NULL).unwrap();
        assert_eq!((null.0, null.role(), null.captured()), (0, None, None));
    }
}
