//! Plays moves that can be undone.

use super::Position;
use crate::{
    PackedMove, Result,
    board::{MadeMove, Piece, Undo, castling::Castling, not_legal, piece::PAWN},
};

/// State that undoes a move: see [`Position::make`].
#[derive(Debug, Clone, Copy)]
pub struct UndoMove {
    board: Undo,
    halfmoves: u32,
    fullmoves: u32,
}

impl UndoMove {
    /// The move.
    pub fn packed(&self) -> PackedMove {
        self.board.ply.packed
    }

    /// The piece that moved, before a promotion; [`Piece::NONE`] for a null move.
    pub fn piece(&self) -> Piece {
        self.board.ply.piece
    }

    /// The captured piece, also en passant; [`Piece::NONE`] if there is none.
    pub fn captured(&self) -> Piece {
        self.board.ply.captured
    }

    /// The move, with the pieces involved.
    pub(crate) fn made(&self) -> MadeMove {
        self.board.ply
    }

    /// The king and the rook that castled.
    pub(crate) fn castling(&self) -> Option<Castling> {
        self.board.castling()
    }
}

impl Position {
    /// Plays a move, like [`Position::play`], and returns the state that undoes it. The state is small: remembering it for each move of a
    /// line is faster than copying positions.
    ///
    /// ```
    /// let mut position = plypack::Position::default();
    /// let undo = position.make(position.read_san(b"e4")?)?;
    /// assert_eq!(position.piece_at(plypack::Square::E4).0, 1);
    /// position.unmake(undo);
    /// assert_eq!(position, plypack::Position::default());
    /// # Ok::<(), plypack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Position::play`].
    #[inline]
    pub fn make(&mut self, m: PackedMove) -> Result<UndoMove> {
        let made = self.board.make_undoable(m);
        self.count_made(made, m)
    }

    /// Like [`Position::make`], but does not check that the move is legal: for moves already found legal, such as moves of games that were
    /// read, parsed or built. Takes two thirds of the time.
    ///
    /// After an illegal move the position may be impossible, and the results of all functions are meaningless.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove) if the from-square has no piece of the side to move, if the to-square has
    /// a piece of this side or a king, if the flags are wrong, or if the right to castle is missing. The position is then unchanged.
    #[inline(always)]
    pub fn make_trusted(&mut self, m: PackedMove) -> Result<UndoMove> {
        let made = self.board.make_trusted(m);
        self.count_made(made, m)
    }

    #[inline(always)]
    fn count_made(&mut self, made: Option<Undo>, m: PackedMove) -> Result<UndoMove> {
        let halfmoves = self.halfmoves;
        let fullmoves = self.fullmoves;
        match made {
            Some(board) => {
                self.count_move(board.ply);
                Ok(UndoMove { board, halfmoves, fullmoves })
            }
            None => Err(not_legal(m)),
        }
    }

    /// Undoes the last move that was played and not yet undone. `undo` must belong to that move: otherwise the position becomes
    /// meaningless.
    pub fn unmake(&mut self, undo: UndoMove) {
        self.board.unmake(undo.board);
        self.halfmoves = undo.halfmoves;
        self.fullmoves = undo.fullmoves;
    }

    /// Updates the counters after a move. A null move does not change them.
    #[inline(always)]
    fn count_move(&mut self, ply: MadeMove) {
        let is_zeroing = ply.piece.0 & 7 == PAWN || ply.captured != Piece::NONE;
        let is_move = u32::from(!ply.packed.is_null());
        let is_black = self.board.side() as u32 ^ 1;
        self.halfmoves = if is_zeroing { 0 } else { self.halfmoves.saturating_add(is_move) };
        self.fullmoves = self.fullmoves.saturating_add(is_move & is_black);
    }
}
