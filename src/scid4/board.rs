//! A position with its pieces by number, as the lines of a game need it.

use super::pieces::Pieces;
use crate::{PackedMove, Position, Result, moves::UndoMove, play::LinePosition};

/// Plays any move. After one that is not legal it is lost: it knows where the pieces are, but no longer what is legal.
#[derive(Debug, Clone)]
pub(super) struct Board {
    position: Position,
    pieces: Pieces,
    is_lost: bool,
}

/// State that takes a move back.
#[derive(Debug, Clone)]
pub(super) struct BoardUndo {
    /// `None` for a move that was not played on the position.
    position: Option<UndoMove>,
    pieces: Pieces,
    was_lost: bool,
}

impl Board {
    /// A board on which moves are checked.
    pub fn new(position: Position, pieces: Pieces) -> Board {
        Board { position, pieces, is_lost: false }
    }

    /// A board on which no move is legal.
    pub fn lost(pieces: Pieces) -> Board {
        Board { position: Position::default(), pieces, is_lost: true }
    }

    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns whether a move was played that is not legal.
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
