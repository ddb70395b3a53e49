//! The squares of the board.

use std::{fmt, str::FromStr};

use crate::{Error, ErrorCode};

/// A square. As a number (`square as u8`), a1 is 0, b1 is 1, h8 is 63.
///
/// ```
/// use plypack::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!((square as u8, square.file(), square.rank()), (28, 4, 3));
/// assert_eq!(square.to_string(), "e4");
/// # Ok::<(), plypack::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares, in the order of their numbers.
    #[rustfmt::skip]
    pub const ALL: [Square; 64] = {
        use Square::*;
        [
            A1, B1, C1, D1, E1, F1, G1, H1,
            A2, B2, C2, D2, E2, F2, G2, H2,
            A3, B3, C3, D3, E3, F3, G3, H3,
            A4, B4, C4, D4, E4, F4, G4, H4,
            A5, B5, C5, D5, E5, F5, G5, H5,
            A6, B6, C6, D6, E6, F6, G6, H6,
            A7, B7, C7, D7, E7, F7, G7, H7,
            A8, B8, C8, D8, E8, F8, G8, H8,
        ]
    };

    /// The square of the low six bits of a number.
    #[inline(always)]
    pub(crate) const fn of(number: u8) -> Square {
        Square::ALL[number as usize & 63]
    }

    /// The square on this file and rank, each from 0 (a, 1) to 7 (h, 8); `None` for other numbers.
    pub const fn from_coords(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square::of(rank << 3 | file)) } else { None }
    }

    /// The file: 0 for a, 7 for h.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self as u8 & 7
    }

    /// The rank: 0 for the first, 7 for the eighth.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self as u8 >> 3
    }

    /// Reads the name of a square, such as `e4`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for any other text.
    pub fn from_ascii(text: &[u8]) -> Result<Square, Error> {
        let square = match text {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Square::from_coords(file - b'a', rank - b'1'),
            _ => None,
        };
        square.ok_or_else(|| {
            let shown = text[..text.len().min(16)].escape_ascii();
            Error::new(ErrorCode::InvalidArgument, format!("`{shown}` is not a square; squares are `a1` to `h8`"))
        })
    }
}

/// The square with this number, 0 to 63.
impl TryFrom<u8> for Square {
    type Error = Error;

    fn try_from(number: u8) -> Result<Square, Error> {
        let no_square = || Error::new(ErrorCode::OutOfRange, format!("square {number}; squares are 0 to 63"));
        Square::ALL.get(usize::from(number)).copied().ok_or_else(no_square)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square as u8
    }
}

/// See [`Square::from_ascii`].
impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Square, Error> {
        Square::from_ascii(text.as_bytes())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = [b'a' + self.file(), b'1' + self.rank()].map(char::from);
        write!(f, "{file}{rank}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_numbers_and_names() {
        for (number, square) in (0..).zip(Square::ALL) {
            assert_eq!((square as u8, Square::try_from(number).unwrap()), (number, square));
            assert_eq!(Square::from_coords(square.file(), square.rank()), Some(square));
            assert_eq!(square.to_string().parse::<Square>().unwrap(), square);
            assert_eq!(square.to_string().to_uppercase(), format!("{square:?}"));
        }
        for text in ["", "e", "e9", "i1", "E4", "e4 ", "e44"] {
            assert_eq!(text.parse::<Square>().unwrap_err().code(), ErrorCode::InvalidArgument, "{text}");
        }
        assert_eq!(Square::try_from(64).unwrap_err().code(), ErrorCode::OutOfRange);
        assert_eq!((Square::from_coords(8, 0), Square::from_coords(0, 8)), (None, None));
    }
}
