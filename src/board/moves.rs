//! Packed moves and their canonical order.
//!
//! Spec chapter: `spec/moves.md`.

use std::fmt;

use super::{CastlingSide, Role, Square};

/// A move packed into 16 bits, as in many engines: bits 0-5 are the to-square, 6-11 the from-square (a1 = 0, b1 = 1, ... h8 = 63), 12-15
/// the [`MoveFlags`].
///
/// It can be read without a board. Castling has the king's from-square and to-square (on the c or g file), also in Chess960, and the flags
/// give the side. The null move is 0 (`moves.2`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct PackedMove(pub u16);

/// The four flag bits of a [`PackedMove`] (`moves.1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of the spec, as the numbers are")]
pub enum MoveFlags {
    Quiet = 0,
    DoublePush = 1,
    CastleKingSide = 2,
    CastleQueenSide = 3,
    Capture = 4,
    EnPassant = 5,
    PromoteKnight = 8,
    PromoteBishop = 9,
    PromoteRook = 10,
    PromoteQueen = 11,
    CapturePromoteKnight = 12,
    CapturePromoteBishop = 13,
    CapturePromoteRook = 14,
    CapturePromoteQueen = 15,
}

impl PackedMove {
    /// The null move, written `--` in SAN and `0000` in UCI.
    pub const NULL: PackedMove = PackedMove(0);

    /// Packs from-square, to-square (0-63 each) and flags.
    pub const fn new(from: u8, to: u8, flags: MoveFlags) -> PackedMove {
        PackedMove((flags as u16) << 12 | ((from & 63) as u16) << 6 | (to & 63) as u16)
    }

    /// The from-square, 0-63.
    pub const fn from(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The to-square, 0-63; for castling, the king's.
    pub const fn to(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The four flag bits, 0-15; no move has the flags 6 or 7.
    pub const fn flags(self) -> u8 {
        (self.0 >> 12) as u8
    }

    /// From-square, to-square, flags, from the highest bit down: the key of the canonical order (`moves.4`).
    pub(crate) const fn canonical_key(self) -> u16 {
        self.0.rotate_left(4)
    }

    /// Returns `true` if this is the null move.
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The side to which the king castles, if the move is castling.
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.flags() {
            2 => Some(CastlingSide::KingSide),
            3 => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// The role to which a pawn promotes, if the move is a promotion.
    pub const fn promotion(self) -> Option<Role> {
        match self.flags() {
            8 | 12 => Some(Role::Knight),
            9 | 13 => Some(Role::Bishop),
            10 | 14 => Some(Role::Rook),
            11 | 15 => Some(Role::Queen),
            _ => None,
        }
    }
}

/// UCI notation, castling as `e1g1`.
impl fmt::Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.pad("0000");
        }
        let promotion = self.promotion().map_or(String::new(), |role| role.char().to_string());
        f.pad(&format!("{}{}{promotion}", Square::of(self.from()), Square::of(self.to())))
    }
}

impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.flags())
    }
}

/// The capture bit of a [`PackedMove`], by 16 times the mover's side plus the piece on the target: 0 for an empty
/// square, [`CAPTURE`] for a piece that can be captured, or [`NOT_CAPTURABLE`].
pub static CAPTURE_CLASSES: [u16; 32] = capture_classes();
/// The class of the opponent's pieces except the king.
pub const CAPTURE: u16 = (MoveFlags::Capture as u16) << 12;
/// The class of the mover's own pieces and of kings.
pub const NOT_CAPTURABLE: u16 = 1;

const fn capture_classes() -> [u16; 32] {
    let mut table = [0; 32];
    let mut i = 0;
    while i < 32 {
        table[i] = match i & 7 {
            0 => 0,
            1..=5 if i >> 4 != i >> 3 & 1 => CAPTURE,
            _ => NOT_CAPTURABLE,
        };
        i += 1;
    }
    table
}

/// See [`CAPTURE_CLASSES`].
#[inline(always)]
pub fn capture_class(us: usize, target: u8) -> u16 {
    CAPTURE_CLASSES[(us << 4 | target as usize) & 31]
}
