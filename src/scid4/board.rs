//! A position with numbered pieces, as the lines of a game need it.

use super::pieces::Pieces;
use crate::{PackedMove, Position, Result, moves::UndoMove, play::LinePosition};

/// Plays any move. After an illegal move the board is lost: it knows the places of the pieces, but no longer the legal moves.
#[derive(Debug, Clone)]
pub(super) struct Board {
    position: Position,
    pieces: Pieces,
    is_lost: bool,
}

/// State that undoes a move.
#[derive(Debug, Clone)]
pub(super) struct BoardUndo {
    /// `None` for a move that was not played on the position.
    position: Option<UndoMove>,
    pieces: Pieces,
    was_lost: bool,
}

impl Board {
    /// Makes a board on which moves are checked.
    pub fn new(position: Position, pieces: Pieces) -> Board {
        Board { position, pieces, is_lost: false }
    }

    /// Makes a board on which no move is legal.
    pub fn lost(pieces: Pieces) -> Board {
        Board { position: Position::default(), pieces, is_lost: true }
    }

    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns `true` if an illegal move was played.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }
}

impl LinePosition for Board {
    type Undo = BoardUndo;

    fn make(&mut self, m: PackedMove) -> Result<BoardUndo> {
        let pieces = self.pieces.clone();
        let was_lost = self.is_lost;
        let rook = if was_lost { None } else { self.position.castling_rook(m) };
        let position = if was_lost { None } else { self.position.make(m).ok() };
        self.is_lost = position.is_none();
        self.pieces.make(m, rook.map(|square| square as u8));
        Ok(BoardUndo { position, pieces, was_lost })
    }

    fn unmake(&mut self, undo: &BoardUndo) {
        if let Some(position) = undo.position {
            self.position.unmake(position);
        }
        self.pieces.clone_from(&undo.pieces);
        self.is_lost = undo.was_lost;
    }
}
