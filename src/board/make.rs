//! Makes moves on the board. Callers have checked that the moves are possible; nothing is checked here.

use super::{
    attacks::bit,
    castling::Castling,
    mailbox::Board,
    moves::CAPTURE,
    piece::{KNIGHT, Piece},
    tracker::Tracker,
};
use crate::PackedMove;

/// Effects of one move on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MadeMove {
    /// The move: from, to, flags. [`PackedMove::NULL`] for a null move.
    pub packed: PackedMove,
    /// The piece that moved, before a promotion; [`Piece::NONE`] in a null move.
    pub piece: Piece,
    /// The captured piece, also en passant; [`Piece::NONE`] if there is none.
    pub captured: Piece,
}

impl MadeMove {
    /// A null move.
    pub(super) const NULL: MadeMove = MadeMove { packed: PackedMove::NULL, piece: Piece::NONE, captured: Piece::NONE };
}

impl<T: Tracker> Board<T> {
    /// Puts a piece on an empty square. Rights do not change.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: u8, square: u8) {
        self.squares[square as usize & 63] = piece;
        self.tracker.put(usize::from(piece >> 3), piece, square);
    }

    /// Removes a piece from its square, with its castling right, if any.
    #[inline(always)]
    pub(crate) fn remove(&mut self, square: u8) -> u8 {
        let piece = std::mem::take(&mut self.squares[square as usize & 63]);
        self.castling_rights &= !bit(square);
        self.tracker.remove(usize::from(piece >> 3), piece, square, &self.squares);
        piece
    }

    /// Ends the turn of side `us` with this move.
    #[inline(always)]
    pub(super) fn end_turn(&mut self, us: usize, ply: MadeMove) -> MadeMove {
        self.last = ply.packed;
        self.turn = us ^ 1;
        ply
    }

    /// Moves a piece of `us`, the side to move, to an empty square. Not for promotion.
    #[inline(always)]
    pub(crate) fn make_quiet(&mut self, us: usize, m: PackedMove, piece: u8, slot: T::Slot) -> MadeMove {
        let from = m.from();
        let to = m.to();
        self.tracker.relocate(us, piece, from, to, slot);
        self.squares[from as usize & 63] = 0;
        self.squares[to as usize & 63] = piece;
        self.castling_rights &= !bit(from);
        self.end_turn(us, MadeMove { packed: m, piece: Piece(piece), captured: Piece::NONE })
    }

    /// Moves a piece of `us`, the side to move, to the square of `captured`. Not for promotion and en passant.
    #[inline(always)]
    pub(crate) fn make_capture(
        &mut self,
        us: usize,
        m: PackedMove,
        piece: u8,
        captured: u8,
        slot: T::Slot,
    ) -> MadeMove {
        let from = m.from();
        let to = m.to();
        self.squares[from as usize & 63] = 0;
        self.squares[to as usize & 63] = piece;
        self.tracker.remove(us ^ 1, captured, to, &self.squares);
        self.tracker.relocate(us, piece, from, to, slot);
        self.castling_rights &= !(bit(from) | bit(to));
        self.end_turn(
            us,
            MadeMove { packed: PackedMove(m.0 | CAPTURE), piece: Piece(piece), captured: Piece(captured) },
        )
    }

    /// Captures en passant.
    pub(crate) fn make_en_passant(&mut self, m: PackedMove) -> MadeMove {
        self.tracker.before_special(self.last, self.castling_rights);
        let captured = self.remove(m.from() & 56 | m.to() & 7);
        let pawn = self.remove(m.from());
        self.put(pawn, m.to());
        self.end_turn(self.side(), MadeMove { packed: m, piece: Piece(pawn), captured: Piece(captured) })
    }

    /// Moves a pawn to its last rank, capturing any piece there.
    pub(crate) fn make_promotion(&mut self, m: PackedMove) -> MadeMove {
        self.tracker.before_special(self.last, self.castling_rights);
        let captured = self.piece(m.to());
        if captured != 0 {
            self.remove(m.to());
        }
        let pawn = self.remove(m.from());
        self.put(pawn & 8 | (KNIGHT + (m.flags() & 3)), m.to());
        self.end_turn(self.side(), MadeMove { packed: m, piece: Piece(pawn), captured: Piece(captured) })
    }

    /// Castles. The move's squares are the king's.
    pub(crate) fn make_castling(&mut self, m: PackedMove, castling: Castling) -> MadeMove {
        self.tracker.before_special(self.last, self.castling_rights);
        let king = self.remove(castling.king);
        let rook = self.remove(castling.rook);
        self.put(king, castling.king_to);
        self.put(rook, castling.rook_to);
        self.end_turn(self.side(), MadeMove { packed: m, piece: Piece(king), captured: Piece::NONE })
    }

    /// Passes the turn.
    pub(crate) fn null_move(&mut self) -> MadeMove {
        self.end_turn(self.side(), MadeMove::NULL)
    }
}

impl Board {
    /// Makes a legal move by its flags. After any other move, the board can even lack a king, but its squares stay valid.
    #[inline(always)]
    pub(crate) fn make_unchecked(&mut self, m: PackedMove) -> MadeMove {
        let us = self.side();
        let piece = self.piece(m.from());
        match m.flags() {
            _ if m.is_null() => self.null_move(),
            0 | 1 => self.make_quiet(us, m, piece, ()),
            4 => self.make_capture(us, m, piece, self.piece(m.to()), ()),
            5 => self.make_en_passant(m),
            8.. => self.make_promotion(m),
            side => match Castling::find(self.castling_rights, m.from(), side == 2) {
                Some(castling) => self.make_castling(m, castling),
                None => self.null_move(),
            },
        }
    }
}
