//! The parts of a position, and reading them from a FEN (`positions.1`).

use super::{Color, KING, ROOK, Role, Square};

/// The parts of a position, which may be unplayable.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// Pieces by square, as the numbers of [`Piece`].
    pub pieces: [u8; 64],
    pub turn: Color,
    /// The rooks that can castle.
    pub castling_rooks: u64,
    pub en_passant: Option<Square>,
    pub halfmoves: u32,
    pub fullmoves: u32,
}

impl Setup {
    /// Reads a FEN (`positions.1`), or returns the reason for which the text is not a FEN.
    pub fn from_fen(fen: &[u8]) -> std::result::Result<Setup, &'static str> {
        let mut fields = fen.split(|byte| matches!(byte, b' ' | b'_')).filter(|field| !field.is_empty());
        let pieces = read_pieces(fields.next().ok_or("it is empty")?)
            .ok_or("its first field is not eight ranks of eight squares, with the pieces `PNBRQKpnbrqk`")?;
        let turn = match fields.next() {
            None | Some(b"w") => Color::White,
            Some(b"b") => Color::Black,
            Some(_) => return Err("its side to move is neither `w` nor `b`"),
        };
        let castling_rooks = match fields.next() {
            None | Some(b"-") => 0,
            Some(letters) => read_castling(letters, &pieces).ok_or("its castling rights are not letters of rooks")?,
        };
        let en_passant = match fields.next() {
            None | Some(b"-") => None,
            Some(name) => Some(Square::from_ascii(name).map_err(|_| "its en passant square is none")?),
        };
        let halfmoves = read_number(fields.next(), 0).ok_or("its half-move clock is not a number")?;
        let fullmoves = read_number(fields.next(), 1).ok_or("its move number is not a number")?.max(1);
        match fields.next() {
            None => Ok(Setup { pieces, turn, castling_rooks, en_passant, halfmoves, fullmoves }),
            Some(_) => Err("it has more than six fields"),
        }
    }
}

/// Returns the pieces by square of the first field of a FEN.
fn read_pieces(field: &[u8]) -> Option<[u8; 64]> {
    let mut pieces = [0; 64];
    let mut ranks = field.split(|byte| *byte == b'/');
    for rank in (0..8).rev() {
        let mut file = 0;
        for letter in ranks.next()? {
            match letter {
                b'1'..=b'8' => file += usize::from(letter - b'0'),
                _ => {
                    let role = Role::from_char(char::from(*letter))? as u8;
                    *pieces[8 * rank..8 * rank + 8].get_mut(file)? = role | u8::from(letter.is_ascii_lowercase()) << 3;
                    file += 1;
                }
            }
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some(pieces)
}

/// Returns the squares of the castling rights; `None` for other letters, and for more than two squares on a rank.
fn read_castling(letters: &[u8], pieces: &[u8; 64]) -> Option<u64> {
    let home = |side: usize| &pieces[56 * side..56 * side + 8];
    let mut files = [0_u8; 2];
    for letter in letters {
        let side = usize::from(letter.is_ascii_lowercase());
        let set = |role: u8| {
            home(side).iter().rev().fold(0_u8, |set, piece| set << 1 | u8::from(*piece == (side as u8) << 3 | role))
        };
        // positions.1: the outermost king or rook decides: if it is a rook, its square, otherwise the corner.
        let rooks = set(ROOK);
        let both = rooks | set(KING);
        let file = match letter.to_ascii_lowercase() {
            b'k' => 7 - if rooks > set(KING) { both.leading_zeros() } else { 0 },
            b'q' => {
                let outermost = both & both.wrapping_neg();
                if rooks & outermost == 0 { 0 } else { outermost.trailing_zeros() }
            }
            file @ b'a'..=b'h' => u32::from(file - b'a'),
            _ => return None,
        };
        files[side] |= 1 << file;
        if files[side].count_ones() > 2 {
            return None;
        }
    }
    Some(u64::from(files[0]) | u64::from(files[1]) << 56)
}

/// Reads a number of any length; a number that does not fit becomes the largest.
fn read_number(field: Option<&[u8]>, missing: u32) -> Option<u32> {
    let Some(digits) = field else { return Some(missing) };
    digits.iter().try_fold(0_u32, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        Some(number.saturating_mul(10).saturating_add(digit))
    })
}
