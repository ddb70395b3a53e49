//! Matching a part of a board (`search.3`).

use shakmaty::{Color, Role, Square};

use super::{
    matcher::Matcher,
    required_material::{RequiredMaterial, SpareMaterial, Unreachable},
};
use crate::{
    Error, ErrorCode, Result,
    codecs::byte::{Board, MadeMove, Piece},
};

/// Pieces on squares; the other squares do not matter.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Square and piece, as the numbers of [`Piece`].
    pieces: Vec<(u8, u8)>,
    squares: u64,
    required: RequiredMaterial,
}

impl Pattern {
    /// Reads the first field of a FEN: ranks 8 to 1 with letters for pieces and digits for squares that do not matter.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for other text, and for a pattern that no board can hold: two kings of one side, a pawn on
    /// the first or last rank.
    pub fn from_text(text: &str) -> Result<Pattern> {
        let refuse = || {
            Error::new(
                ErrorCode::InvalidArgument,
                format!("`{}` is not a pattern such as 8/8/p7/8/8/8/8/8", text.escape_debug()),
            )
        };
        let ranks: Vec<&str> = text.trim().split('/').collect();
        if ranks.len() != 8 {
            return Err(refuse());
        }
        let mut board = [0u8; 64];
        for (rank, row) in (0..8u32).rev().zip(ranks) {
            fill_rank(&mut board, rank, row).ok_or_else(refuse)?;
        }
        let kings = [Piece::new(Color::White.king()), Piece::new(Color::Black.king())];
        if kings.iter().any(|king| board.iter().filter(|piece| **piece == king.0).count() > 1) {
            return Err(refuse());
        }
        let pieces: Vec<_> = (0u8..).zip(board).filter(|(_, piece)| *piece != 0).collect();
        let squares = pieces.iter().fold(0, |bits, (square, _)| bits | 1 << square);
        Ok(Pattern { pieces, squares, required: RequiredMaterial::at_least(&board) })
    }
}

fn fill_rank(board: &mut [u8; 64], rank: u32, row: &str) -> Option<()> {
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
                board[Square::new(rank * 8 + file) as usize] = Piece::new(piece).0;
                file += 1;
            }
        }
    }
    (file == 8).then_some(())
}

impl Matcher for Pattern {
    type State = SpareMaterial;
    const IS_EXACT: bool = false;

    fn start(&self, board: &Board) -> Option<SpareMaterial> {
        self.required.spare(board)
    }

    fn matches(&self, board: &Board) -> bool {
        self.pieces.iter().all(|(square, piece)| board.pieces()[*square as usize & 63] == *piece)
    }

    #[inline(always)]
    fn update(
        &self,
        spare: &mut SpareMaterial,
        board: &Board,
        ply: MadeMove,
    ) -> std::result::Result<bool, Unreachable> {
        spare.update(ply)?;
        // A piece of the pattern has just arrived, or the rook of castling may have.
        let to = ply.packed.to() & 63;
        let arrived = self.squares >> to & 1 != 0 || ply.packed.castling_side().is_some();
        Ok(arrived && self.matches(board))
    }

    fn required(&self) -> &RequiredMaterial {
        &self.required
    }
}
