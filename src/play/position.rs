//! A position on the library's own board: quicker to play on than [`Chess`], and with what a display needs.

#[cfg(test)]
mod tests;
mod undo;

pub use undo::UndoMove;

use std::{fmt, num::NonZeroU32, sync::LazyLock};

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position as _, Setup, Square};

use crate::{
    Game, PackedMove, Result, Start,
    board::{Bitboards, Board, Piece, not_legal},
    chess::positions,
    notation::{
        fen::FenText,
        move_text::MoveText,
        san,
        uci::{read_and_make, uci_text},
    },
};

/// A position, of Chess960 too. It has only legal moves played, so that it is always one on which chess can be played, unless a
/// caller of [`Position::make_trusted`] was wrong.
///
/// ```
/// use plypack::Position;
///
/// let mut position = Position::default();
/// for san in ["e4", "e5", "Qh5", "Ke7"] {
///     position.play(position.read_san(san.as_bytes())?)?;
/// }
/// let mate = position.read_uci(b"h5e5")?;
/// assert_eq!(position.san(mate)?.as_str(), "Qxe5#");
/// position.play(mate)?;
/// assert!(position.is_checkmate());
/// assert_eq!(position.fen().as_str(), "rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3");
/// # Ok::<(), plypack::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    board: Board<Bitboards>,
    halfmoves: u32,
    fullmoves: u32,
    is_chess960: bool,
}

static START: LazyLock<Position> = LazyLock::new(Position::default);

/// Why a game ends in a position, whatever its players do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Checkmate = 1,
    /// The side to move is not in check and has no legal move.
    Stalemate = 2,
    /// Neither side has the pieces for mate.
    InsufficientMaterial = 3,
}

/// The standard starting position.
impl Default for Position {
    fn default() -> Position {
        Position { board: Board::default(), halfmoves: 0, fullmoves: 1, is_chess960: false }
    }
}

/// The start of a game: its rights to castle give the [UCI mode](positions::uci_mode).
impl From<&Chess> for Position {
    fn from(start: &Chess) -> Position {
        Position {
            board: Board::new(start),
            halfmoves: start.halfmoves(),
            fullmoves: start.fullmoves().get(),
            is_chess960: positions::uci_mode(start) == CastlingMode::Chess960,
        }
    }
}

impl Position {
    /// Reads a FEN; see [`positions::from_fen`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`](crate::ErrorCode::IllegalPosition).
    pub fn from_fen(fen: &[u8]) -> Result<Position> {
        positions::from_fen(fen).map(|start| Position::from(&start))
    }

    /// The position before the first move of a game; the standard one when the start is unreadable.
    pub fn start_of(game: &Game) -> Position {
        match &game.start {
            Start::Fen(start) => Position::from(&**start),
            Start::Standard | Start::Unreadable => Position::default(),
        }
    }

    /// The same position for shakmaty.
    pub fn to_chess(&self) -> Chess {
        if (self.halfmoves, self.fullmoves) == (0, 1) && *self == *START {
            return Chess::default();
        }
        let setup = Setup {
            board: self.board.sets().to_board(),
            turn: self.turn(),
            castling_rights: Bitboard(self.castling_rooks()),
            ep_square: self.board.en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: NonZeroU32::new(self.fullmoves).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        };
        // Every position that legal moves lead to is accepted.
        positions::from_setup(setup).unwrap_or_default()
    }

    /// Plays a move; [`PackedMove::NULL`] only changes the side to move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove) when exactly this move, flags included, is not legal, or null while in check. The position is
    /// then unchanged.
    #[inline]
    pub fn play(&mut self, m: PackedMove) -> Result<()> {
        self.make(m).map(drop)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Piece {
        self.board.piece_at(square)
    }

    /// The pieces on all squares, a1 first, as the numbers of [`Piece`].
    pub fn pieces(&self) -> &[u8; 64] {
        self.board.pieces()
    }

    /// The rooks that may still castle, as a set of squares.
    pub fn castling_rooks(&self) -> u64 {
        self.board.castling_rooks()
    }

    /// The rook that castles in this move of the side to move; `None` for other moves, and without the right.
    pub fn castling_rook(&self, m: PackedMove) -> Option<Square> {
        let side = m.castling_side().filter(|_| m.from() == self.board.sets().king(self.board.side()))?;
        self.board.castling_rook(side.is_king_side()).map(|rook| Square::new(rook.into()))
    }

    /// The square on which a pawn can legally capture en passant.
    pub fn en_passant(&self) -> Option<Square> {
        self.board.legal_en_passant().map(|square| Square::new(square.into()))
    }

    /// Plies since the last capture or move of a pawn.
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The number of the move, from 1, as in PGN.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Whether castling is written as king takes own rook in UCI notation: see [`positions::uci_mode`] of the start.
    pub fn is_chess960(&self) -> bool {
        self.is_chess960
    }

    /// A hash of what makes two positions equal: pieces, side to move, rights to castle, and the file of a legal en passant
    /// capture. It never changes: it is the key that files have in their index (`index.5`).
    pub fn hash(&self) -> u64 {
        self.board.hash()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.board.is_check()
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.board.has_legal_move()
    }

    /// Whether the side to move has no legal move, and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.board.has_legal_move()
    }

    /// Whether neither side has the pieces for mate.
    pub fn is_insufficient_material(&self) -> bool {
        self.board.is_material_insufficient()
    }

    /// Why the game ends here, if it does.
    pub fn ending(&self) -> Option<Ending> {
        match () {
            () if !self.board.has_legal_move() => {
                Some(if self.is_check() { Ending::Checkmate } else { Ending::Stalemate })
            }
            () if self.is_insufficient_material() => Some(Ending::InsufficientMaterial),
            () => None,
        }
    }

    /// The legal moves in canonical order (`moves.4`), without the null move.
    pub fn legal_moves(&self) -> Vec<PackedMove> {
        self.moves_from(!0)
    }

    /// The legal moves of the piece on a square, in canonical order.
    pub fn legal_moves_from(&self, square: Square) -> Vec<PackedMove> {
        self.moves_from(1 << (square as u32))
    }

    fn moves_from(&self, from: u64) -> Vec<PackedMove> {
        let mut moves = Vec::with_capacity(64);
        self.board.legal_moves(from, &mut moves);
        moves.sort_unstable_by_key(|m| m.canonical_key());
        moves
    }

    /// Whether exactly this move, flags included, is legal; the null move is, but for checks.
    pub fn is_legal(&self, m: PackedMove) -> bool {
        self.board.clone().make_exactly(m)
    }

    /// Reads a move in UCI notation; castling in either mode, and `0000` for the null move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidMoveText`](crate::ErrorCode::InvalidMoveText), [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn read_uci(&self, text: &[u8]) -> Result<PackedMove> {
        match read_and_make(text, &mut self.board.clone()) {
            Some(m) => Ok(m),
            None => PackedMove::from_uci(text, &self.to_chess()),
        }
    }

    /// Reads a move in SAN; see [`read_san`](crate::read_san).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidMoveText`](crate::ErrorCode::InvalidMoveText), [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn read_san(&self, text: &[u8]) -> Result<PackedMove> {
        san::read_san_on(text, &self.board)
    }

    /// A move in UCI notation. The position is not changed.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn uci(&self, m: PackedMove) -> Result<MoveText> {
        if self.is_legal(m) { Ok(self.uci_of_legal(m)) } else { Err(not_legal(m)) }
    }

    /// A move in SAN as PGN's export format has it, with `+` or `#`. The position is not changed.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
    pub fn san(&self, m: PackedMove) -> Result<MoveText> {
        san::san_and_make(m, &mut self.board.clone())
    }

    #[inline]
    fn uci_of_legal(&self, m: PackedMove) -> MoveText {
        let rook = if self.is_chess960 { self.castling_rook(m) } else { None };
        uci_text(m, rook.map(|rook| rook as u8))
    }

    /// The FEN; the en passant square only if a capture there is legal.
    pub fn fen(&self) -> FenText {
        let mut text = FenText::of_board(&self.board, self.board.legal_en_passant());
        text.push_number(self.halfmoves);
        text.push_number(self.fullmoves);
        text
    }

    /// The first four fields of the FEN, with the en passant square whether or not a capture there is legal.
    pub(crate) fn short_fen(&self) -> FenText {
        FenText::of_board(&self.board, self.board.en_passant().map(|square| square as u8))
    }
}

impl AsRef<Position> for Position {
    fn as_ref(&self) -> &Position {
        self
    }
}

/// Equal positions have the same pieces, side to move, rights to castle and legal en passant captures (`search.1`).
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.pieces() == other.pieces()
            && self.turn() == other.turn()
            && self.castling_rooks() == other.castling_rooks()
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Position {}

/// The FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.fen(), f)
    }
}
