//! Pieces and their roles, as numbers.

use std::{fmt, ops::Not, str::FromStr};

use crate::{Error, ErrorCode};

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum Color {
    White = 0,
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The side with this number: 0 is White, any other number Black.
    #[inline(always)]
    pub(crate) const fn of(side: usize) -> Color {
        if side == 0 { Color::White } else { Color::Black }
    }

    /// Returns whether this is White.
    #[inline(always)]
    pub const fn is_white(self) -> bool {
        matches!(self, Color::White)
    }

    /// Returns whether this is Black.
    #[inline(always)]
    pub const fn is_black(self) -> bool {
        matches!(self, Color::Black)
    }

    /// `w` or `b`, as in FEN.
    pub const fn char(self) -> char {
        if self.is_white() { 'w' } else { 'b' }
    }
}

/// The other side.
impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        if self.is_white() { Color::Black } else { Color::White }
    }
}

/// `w` or `white`, `b` or `black`.
impl FromStr for Color {
    type Err = Error;

    fn from_str(text: &str) -> Result<Color, Error> {
        match text {
            "w" | "white" => Ok(Color::White),
            "b" | "black" => Ok(Color::Black),
            _ => {
                let message = format!("`{}` is no side; sides are `white` and `black`", text.escape_default());
                Err(Error::new(ErrorCode::InvalidArgument, message))
            }
        }
    }
}

/// `white` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.is_white() { "white" } else { "black" })
    }
}

/// Kind of a piece, apart from its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum Role {
    Pawn = 1,
    Knight = 2,
    Bishop = 3,
    Rook = 4,
    Queen = 5,
    King = 6,
}

impl Role {
    /// All roles, in the order of their numbers.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The role with this letter, as in FEN: one of `pnbrqk`, in either case.
    pub fn from_char(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.char() == letter.to_ascii_lowercase())
    }

    /// The letter, as for a black piece in FEN.
    pub const fn char(self) -> char {
        b" pnbrqk"[self as usize] as char
    }

    /// The piece of this role and side.
    pub const fn of(self, color: Color) -> Piece {
        Piece::new(color, self)
    }
}

/// The role with this number, 1 to 6.
impl TryFrom<u8> for Role {
    type Error = Error;

    fn try_from(number: u8) -> Result<Role, Error> {
        let no_role = || Error::new(ErrorCode::OutOfRange, format!("role {number}; roles are 1 to 6"));
        Role::ALL.get(usize::from(number).wrapping_sub(1)).copied().ok_or_else(no_role)
    }
}

/// The roles: a piece is one of them, plus 8 for Black.
pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;
/// The indices of the roles in arrays with one element per role.
pub mod index {
    pub const PAWN: usize = super::PAWN as usize - 1;
    pub const KNIGHT: usize = super::KNIGHT as usize - 1;
    pub const BISHOP: usize = super::BISHOP as usize - 1;
    pub const ROOK: usize = super::ROOK as usize - 1;
    pub const QUEEN: usize = super::QUEEN as usize - 1;
    pub const KING: usize = super::KING as usize - 1;
}

/// All pieces of a side, in the place of a role.
pub const ALL: u8 = 7;

/// A piece as a small number: 8 for Black, plus 1-6 for pawn, knight, bishop, rook, queen, king. 0 is no piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece(pub u8);

impl Piece {
    /// An empty square.
    pub const NONE: Piece = Piece(0);

    /// A piece of this side and role.
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece((color as u8) << 3 | role as u8)
    }

    /// The side of the piece; `None` for [`Piece::NONE`].
    pub fn color(self) -> Option<Color> {
        self.role().map(|_| Color::of(usize::from(self.0 >> 3)))
    }

    /// The role of the piece; `None` for [`Piece::NONE`].
    pub fn role(self) -> Option<Role> {
        Role::ALL.get(usize::from(self.0 & 7).wrapping_sub(1)).copied()
    }

    /// The letter as in FEN, upper case for White; `None` for [`Piece::NONE`].
    pub fn char(self) -> Option<char> {
        let color = self.color()?;
        let letter = self.role()?.char();
        Some(if color.is_white() { letter.to_ascii_uppercase() } else { letter })
    }
}
