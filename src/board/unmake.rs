//! Undoing moves.

use super::{bitboards::Bitboards, castling::Castling, mailbox::Board, make::MadeMove, piece::Piece};
use crate::PackedMove;

/// State that undoes a move: a tenth of the size of a board.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    /// The move.
    pub ply: MadeMove,
    /// The previous move.
    last: PackedMove,
    /// Kings and rooks that could castle before the move.
    castling_rights: u64,
}

impl Board<Bitboards> {
    /// Makes a move if exactly this move, including its flags, is legal; otherwise the board is unchanged.
    #[inline(always)]
    pub(crate) fn make_undoable(&mut self, m: PackedMove) -> Option<Undo> {
        let us = self.side();
        let mut undo = self.undo_of_next();
        undo.ply = self.make(m)?;
        let is_legal = undo.ply.packed == m && self.was_legal(us, undo.ply);
        self.keep_if(is_legal, undo)
    }

    /// Like [`Board::make_undoable`], but for a move already found legal. For any other move, checks only that it leaves the board
    /// consistent and that its flags are right.
    #[inline(always)]
    pub(crate) fn make_trusted(&mut self, m: PackedMove) -> Option<Undo> {
        let mut undo = self.undo_of_next();
        undo.ply = self.make(m)?;
        self.reset_check_info();
        self.keep_if(undo.ply.packed == m, undo)
    }

    /// Returns the undo state of the next move. The caller makes that move and sets `ply` to it.
    #[inline(always)]
    pub(crate) fn undo_of_next(&self) -> Undo {
        Undo { ply: MadeMove::NULL, last: self.last, castling_rights: self.castling_rights }
    }

    /// Undoes the last move unless `is_right`.
    #[inline(always)]
    pub(crate) fn keep_if(&mut self, is_right: bool, undo: Undo) -> Option<Undo> {
        if !is_right {
            self.unmake(undo);
        }
        is_right.then_some(undo)
    }

    /// Undoes the last move. If the state belongs to another move, the board becomes meaningless.
    #[inline(never)]
    pub(crate) fn unmake(&mut self, undo: Undo) {
        let Undo { ply: MadeMove { packed: m, piece, captured }, last, castling_rights } = undo;
        match m.flags() {
            _ if m.is_null() => {}
            2 | 3 => self.unmake_castling(m, castling_rights),
            5 => {
                self.move_back(m, piece);
                self.put(captured.0, m.from() & 56 | m.to() & 7);
            }
            _ => {
                self.move_back(m, piece);
                if captured != Piece::NONE {
                    self.put(captured.0, m.to());
                }
            }
        }
        self.last = last;
        self.castling_rights = castling_rights;
        self.turn = self.side() ^ 1;
        self.reset_check_info();
    }

    /// Also undoes a promotion.
    fn move_back(&mut self, m: PackedMove, piece: Piece) {
        self.remove(m.to());
        self.put(piece.0, m.from());
    }

    fn unmake_castling(&mut self, m: PackedMove, castling_rights: u64) {
        if let Some(castling) = Castling::find(castling_rights, m.from(), m.flags() == 2) {
            let king = self.remove(castling.king_to);
            let rook = self.remove(castling.rook_to);
            self.put(king, castling.king);
            self.put(rook, castling.rook);
        }
    }
}

impl Undo {
    /// The king and the rook that castled.
    pub(crate) fn castling(&self) -> Option<Castling> {
        let side = self.ply.packed.castling_side()?;
        Castling::find(self.castling_rights, self.ply.packed.from(), side.is_king_side())
    }
}
