//! Positions as text: FEN, and moves in SAN and UCI notation.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use crate::{
    Error, PackedMove, Position, Result,
    board::not_legal,
    moves::UndoMove,
    notation::{
        fen::FenText,
        move_text::MoveText,
        san,
        uci::{canonical_uci, read_and_make, uci_text},
    },
};

impl Position {
    /// Reads a move in UCI notation; castling in either mode, and `0000` for the null move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidMoveText`](crate::ErrorCode::InvalidMoveText), [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn read_uci(&self, text: &[u8]) -> Result<PackedMove> {
        // The null move is accepted even if it is not legal.
        if text == b"0000" { Ok(PackedMove::NULL) } else { read_and_make(text, &mut self.board().clone()) }
    }

    /// Reads a move in SAN, as liberally as the PGN parser does, including the spellings of the null move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidMoveText`](crate::ErrorCode::InvalidMoveText) for other text,
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove) for a move that is not legal or is ambiguous.
    pub fn read_san(&self, text: &[u8]) -> Result<PackedMove> {
        san::read_san(text, self.board())
    }

    /// Returns a move in UCI notation. The position is not changed.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn uci(&self, m: PackedMove) -> Result<MoveText> {
        if self.is_legal(m) { Ok(self.uci_of_legal(m)) } else { Err(not_legal(m)) }
    }

    /// Returns the canonical UCI text of a legal move (`moves.3`); some codecs sort by it. Castling is `e1g1` if the king is on the e file
    /// and the rook in a corner, otherwise the king takes its own rook.
    pub fn canonical_uci(&self, m: PackedMove) -> MoveText {
        canonical_uci(m, self.castling_rook(m))
    }

    /// Returns a move in SAN as in PGN's export format, with `+` or `#`. The position is not changed.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn san(&self, m: PackedMove) -> Result<MoveText> {
        san::san_and_make(m, &mut self.board().clone())
    }

    #[inline]
    fn uci_of_legal(&self, m: PackedMove) -> MoveText {
        let rook = if self.is_chess960() { self.castling_rook(m) } else { None };
        uci_text(m, rook.map(|rook| rook as u8))
    }

    /// The SAN of the last move.
    #[inline]
    pub(crate) fn san_of_last(&self, undo: &UndoMove) -> MoveText {
        san::san_of_made(undo.made(), self.board())
    }

    /// The last move in UCI notation.
    pub(crate) fn uci_of_last(&self, undo: &UndoMove) -> MoveText {
        let rook = if self.is_chess960() { undo.castling().map(|castling| castling.rook) } else { None };
        uci_text(undo.packed(), rook)
    }

    /// Returns the FEN; it has the en passant square only if a capture there is legal.
    pub fn fen(&self) -> FenText {
        let mut text = FenText::of_board(self.board(), self.board().legal_en_passant());
        text.push_number(self.halfmoves());
        text.push_number(self.fullmoves());
        text
    }

    /// Returns the first four fields of the FEN, with the en passant square even if no capture there is legal.
    pub(crate) fn short_fen(&self) -> FenText {
        FenText::of_board(self.board(), self.board().en_passant().map(|square| square as u8))
    }
}

/// See [`Position::from_fen`].
impl FromStr for Position {
    type Err = Error;

    fn from_str(fen: &str) -> Result<Position> {
        Position::from_fen(fen.as_bytes())
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.fen().as_str())
    }
}

/// The FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.fen(), f)
    }
}
