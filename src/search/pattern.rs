//! A part of a board (`search.3`).

use shakmaty::{Color, Role, Square};

use super::budget::Needs;
use crate::{Error, ErrorCode, Result, codecs::byte::Piece};

/// Men that must stand on their squares; other squares do not matter.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Square and man, as the numbers of [`Piece`].
    pub(super) men: Vec<(u8, u8)>,
    pub(super) squares: u64,
    pub(super) needs: Needs,
}

impl Pattern {
    /// Reads the first field of a FEN: ranks 8 to 1 with letters for men and digits for squares that do not matter.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`] for other text, and for a pattern that no board can hold: two kings of one side, a pawn on
    /// the first or last rank.
    pub fn from_text(text: &str) -> Result<Pattern> {
        let refuse = || Error::new(ErrorCode::IllegalPosition, format!("`{}` is not a pattern", text.escape_debug()));
        let ranks: Vec<&str> = text.trim().split('/').collect();
        if ranks.len() != 8 {
            return Err(refuse());
        }
        let mut men = [0u8; 64];
        for (rank, row) in (0..8u32).rev().zip(ranks) {
            fill_rank(&mut men, rank, row).ok_or_else(refuse)?;
        }
        let kings = [Piece::new(Color::White.king()), Piece::new(Color::Black.king())];
        if kings.iter().any(|king| men.iter().filter(|man| **man == king.0).count() > 1) {
            return Err(refuse());
        }
        let standing: Vec<_> = (0u8..).zip(men).filter(|(_, man)| *man != 0).collect();
        let squares = standing.iter().fold(0, |bits, (square, _)| bits | 1 << square);
        Ok(Pattern { men: standing, squares, needs: Needs::at_least(&men) })
    }
}

fn fill_rank(men: &mut [u8; 64], rank: u32, row: &str) -> Option<()> {
    let mut file = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(skip @ 1..=8) => file += skip,
            Some(_) => return None,
            None => {
                let piece = shakmaty::Piece::from_char(letter).filter(|_| file < 8)?;
                if piece.role == Role::Pawn && matches!(rank, 0 | 7) {
                    return None;
                }
                men[Square::new(rank * 8 + file) as usize] = Piece::new(piece).0;
                file += 1;
            }
        }
    }
    (file == 8).then_some(())
}
