//! Pieces and their roles, as numbers.

use shakmaty::{Color, Role};

use crate::MoveFlags;

/// The roles: a piece is one of them, plus 8 for Black.
pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;
/// The indices of the roles in arrays that have one element for each.
pub mod index {
    pub const PAWN: usize = super::PAWN as usize - 1;
    pub const KNIGHT: usize = super::KNIGHT as usize - 1;
    pub const BISHOP: usize = super::BISHOP as usize - 1;
    pub const ROOK: usize = super::ROOK as usize - 1;
    pub const QUEEN: usize = super::QUEEN as usize - 1;
    pub const KING: usize = super::KING as usize - 1;
}

/// All pieces of a side, as if that were a role.
pub const ALL: u8 = 7;

/// A piece as a small number: 8 for Black, plus 1-6 for pawn, knight, bishop, rook, queen, king. 0 is no piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece(pub u8);

impl Piece {
    /// An empty square.
    pub const NONE: Piece = Piece(0);

    /// The number of this piece.
    pub const fn new(piece: shakmaty::Piece) -> Piece {
        Piece((piece.color as u8 ^ 1) << 3 | piece.role as u8)
    }

    /// The piece, unless there is none.
    pub fn piece(self) -> Option<shakmaty::Piece> {
        let role = Role::try_from(self.0 & 7).ok()?;
        Some(shakmaty::Piece { color: Color::from_white(self.0 & 8 == 0), role })
    }
}

/// The capture bit of a [`crate::PackedMove`] by the mover's side (16) and the piece on the target: 0 for an empty square,
/// [`CAPTURE`] for a piece that may be captured, or [`NOT_CAPTURABLE`].
pub static CAPTURE_CLASSES: [u16; 32] = capture_classes();
/// The class of the opponent's pieces, the king excepted.
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
