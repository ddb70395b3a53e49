//! Positions: accepted starts, the UCI mode, the null move.
//!
//! Spec chapter: `spec/positions.md`.

mod setup;
#[cfg(test)]
mod tests;
mod undo;

use std::hash::{Hash, Hasher};

pub(crate) use setup::Setup;
pub use undo::UndoMove;

use super::{
    attacks::squares,
    bitboards::Bitboards,
    castling::HOME_RANKS,
    legality::not_legal,
    mailbox::Board,
    moves::{MoveFlags, PackedMove},
    piece::{Color, KING, PAWN, Piece, ROOK, Role},
    square::Square,
    tracker::Tracker,
};
use crate::{Error, ErrorCode, Result};

/// A position of standard chess or Chess960. Only legal moves are played in it, so that it always is playable, unless a caller of
/// [`Position::make_trusted`] was wrong.
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
    pub(crate) board: Board<Bitboards>,
    halfmoves: u32,
    fullmoves: u32,
    is_chess960: bool,
}

/// The reason for which a game ends in a position, whatever the players do.
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
    #[inline]
    fn default() -> Position {
        Position { board: Board::default(), halfmoves: 0, fullmoves: 1, is_chess960: false }
    }
}

impl Setup {
    /// Returns the position if it is playable (`positions.2`), otherwise the reason.
    fn position(self) -> std::result::Result<Position, &'static str> {
        let mut board = Board::<Bitboards>::of_squares(&self.pieces, self.turn);
        let sets = *board.sets();
        if [0, 1].iter().any(|side| sets.of_side(*side, KING).count_ones() != 1) {
            return Err("each side needs one king");
        }
        if (sets.set(PAWN) | sets.set(8 | PAWN)) & (HOME_RANKS[0] | HOME_RANKS[1]) != 0 {
            return Err("there is a pawn on the first or last rank");
        }
        let us = board.side();
        let them = board.side() ^ 1;
        if sets.is_attacked(sets.king(them), us, sets.all()) {
            return Err("the side that is not to move is in check");
        }
        board.castling_rights = kings_and_rooks(&sets, self.castling_rooks);
        board.last = self.en_passant.and_then(|square| double_push(&self.pieces, us, square)).unwrap_or_default();
        let is_chess960 = is_chess960(&board);
        Ok(Position { board, halfmoves: self.halfmoves, fullmoves: self.fullmoves, is_chess960 })
    }
}

impl<T: Tracker> Board<T> {
    /// Makes a board with this position.
    #[inline]
    pub fn new(position: &Position) -> Board<T> {
        if position.board.is_start() { Board::default() } else { Board::set_up(position) }
    }

    pub(super) fn set_up(position: &Position) -> Board<T> {
        let Board { squares, castling_rights, last, turn, .. } = position.board;
        Board { tracker: T::of(&squares), squares, castling_rights, last, turn }
    }

    /// Returns the position, with move counters 0 and 1.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`] if the side that is not to move is in check; trusted decoding can lead to such a board.
    pub fn to_position(&self) -> Result<Position> {
        let setup = Setup {
            pieces: self.squares,
            turn: self.turn(),
            castling_rooks: self.castling_rights(),
            en_passant: self.en_passant(),
            halfmoves: 0,
            fullmoves: 1,
        };
        Position::from_setup(setup)
            .ok_or_else(|| Error::new(ErrorCode::IllegalPosition, "the side that is not to move is in check"))
    }
}

impl Position {
    /// Reads a FEN, also with Shredder or X-FEN castling letters. Missing fields get their default values (`positions.1`).
    ///
    /// Accepts every playable board: each side has one king, no pawn is on the first or last rank, and the side that is not to move is not
    /// in check. Drops castling rights without king or rook in place, and an impossible en passant square. Accepts too many pieces and
    /// impossible checks (`positions.2`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`] for text that is not a FEN and for boards that are not playable.
    pub fn from_fen(fen: &[u8]) -> Result<Position> {
        Setup::from_fen(fen).and_then(Setup::position).map_err(|why| {
            let shown = String::from_utf8_lossy(&fen[..fen.len().min(100)]);
            Error::new(ErrorCode::IllegalPosition, format!("`{shown}` is not a playable position: {why}"))
        })
    }

    /// Returns the position of a setup if [`Position::from_fen`] would accept it.
    pub(crate) fn from_setup(setup: Setup) -> Option<Position> {
        setup.position().ok()
    }

    /// Returns the parts, with the en passant square even if no capture there is legal.
    pub(crate) fn to_setup(&self) -> Setup {
        Setup {
            pieces: *self.pieces(),
            turn: self.turn(),
            castling_rooks: self.castling_rooks(),
            en_passant: self.board.en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The board.
    #[inline(always)]
    pub(crate) fn board(&self) -> &Board<Bitboards> {
        &self.board
    }

    /// Plays a move. [`PackedMove::NULL`] only changes the side to move (`positions.5`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] if exactly this move, including its flags, is not legal, and for a null move in check. The position is
    /// then unchanged.
    #[inline]
    pub fn play(&mut self, m: PackedMove) -> Result<()> {
        self.make(m).map(drop)
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Piece {
        self.board.piece_at(square)
    }

    /// The pieces on all squares, a1 first, as the numbers of [`Piece`].
    #[inline]
    pub fn pieces(&self) -> &[u8; 64] {
        self.board.pieces()
    }

    /// The squares of all pieces of a side and role, as a set: bit 0 is a1, bit 63 is h8.
    #[inline]
    pub fn pieces_of(&self, color: Color, role: Role) -> u64 {
        self.board.sets().set(Piece::new(color, role).0)
    }

    /// The square of a side's king.
    #[inline]
    pub fn king_of(&self, color: Color) -> Square {
        Square::of(self.board.sets().king(color as usize))
    }

    /// The rooks that can still castle, as a set of squares.
    pub fn castling_rooks(&self) -> u64 {
        self.board.castling_rooks()
    }

    /// The rook that castles if `m` is a castling move of the side to move; `None` for other moves, and without the right.
    pub fn castling_rook(&self, m: PackedMove) -> Option<Square> {
        let side = m.castling_side().filter(|_| m.from() == self.board.sets().king(self.board.side()))?;
        self.board.castling_rook(side.is_king_side()).map(Square::of)
    }

    /// The square on which a pawn can legally capture en passant.
    pub fn en_passant(&self) -> Option<Square> {
        self.board.legal_en_passant().map(Square::of)
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The move number, from 1, as in PGN.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Returns `true` if UCI notation writes castling as king takes own rook (`positions.3`): at the start, a king off the e file or a rook
    /// outside the corner had a castling right.
    pub fn is_chess960(&self) -> bool {
        self.is_chess960
    }

    /// Returns the key of the position: a Zobrist hash of everything that makes two positions equal, namely pieces, side to move, castling
    /// rights, and the file of a legal en passant capture. The index of files contains it, so it never changes (`index.5`).
    pub fn key(&self) -> u64 {
        self.board.key()
    }

    /// Returns `true` if the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.board.is_check()
    }

    /// Returns `true` if the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.board.has_legal_move()
    }

    /// Returns `true` if the side to move has no legal move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.board.has_legal_move()
    }

    /// Returns `true` if neither side has the material for mate.
    pub fn is_insufficient_material(&self) -> bool {
        self.board.is_material_insufficient()
    }

    /// Returns the reason for which the game ends here, if it does.
    pub fn ending(&self) -> Option<Ending> {
        if !self.board.has_legal_move() {
            return Some(if self.is_check() { Ending::Checkmate } else { Ending::Stalemate });
        }
        self.is_insufficient_material().then_some(Ending::InsufficientMaterial)
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

    /// Returns `true` if exactly this move, including its flags, is legal. The null move is legal except in check.
    pub fn is_legal(&self, m: PackedMove) -> bool {
        self.board.clone().make_exactly(m)
    }
}

impl AsRef<Position> for Position {
    fn as_ref(&self) -> &Position {
        self
    }
}

/// Equal positions have the same pieces, side to move, castling rights and legal en passant captures (`search.1`).
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.pieces() == other.pieces()
            && self.turn() == other.turn()
            && self.castling_rooks() == other.castling_rooks()
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.pieces(), self.turn(), self.castling_rooks(), self.en_passant()).hash(state);
    }
}

/// Checks that every move of a line is legal.
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`], with the number of the ply as offset.
pub fn check_line(start: &Position, moves: &[PackedMove]) -> Result<()> {
    let mut board = start.board.clone();
    for (ply, m) in moves.iter().enumerate() {
        if !board.make_exactly(*m) {
            return Err(not_legal(*m).with_offset(ply as u64));
        }
    }
    Ok(())
}

/// Returns the kings and rooks of castling rights, without the rights that positions.2 drops.
pub(super) fn kings_and_rooks(sets: &Bitboards, wanted: u64) -> u64 {
    let of_side = |side: usize| {
        let king = sets.of_side(side, KING) & HOME_RANKS[side];
        let rooks = wanted & HOME_RANKS[side] & sets.of_side(side, ROOK);
        let left = rooks & king.wrapping_sub(1);
        let right = rooks & !king.wrapping_sub(1);
        // The outermost rook: the lowest bit to the left of the king, the highest to its right.
        let left = left & left.wrapping_neg();
        let right = if right == 0 { 0 } else { 1 << right.ilog2() };
        if king == 0 || left | right == 0 { 0 } else { king | left | right }
    };
    of_side(0) | of_side(1)
}

/// Returns the double push that leads to an en passant square; `None` if none leads there (positions.2).
fn double_push(pieces: &[u8; 64], us: usize, square: Square) -> Option<PackedMove> {
    let square = square as u8;
    let (rank, pawn) = [(5, 8 | PAWN), (2, PAWN)][us];
    let (from, to) = if us == 0 {
        (square.wrapping_add(8), square.wrapping_sub(8))
    } else {
        (square.wrapping_sub(8), square.wrapping_add(8))
    };
    let at = |square: u8| pieces[usize::from(square & 63)];
    let is_possible = square >> 3 == rank && at(square) == 0 && at(from) == 0 && at(to) == pawn;
    is_possible.then(|| PackedMove::new(from, to, MoveFlags::DoublePush))
}

/// positions.3
fn is_chess960(board: &Board<Bitboards>) -> bool {
    let sets = board.sets();
    [0, 1].into_iter().any(|side| {
        let rooks = board.castling_rooks() & HOME_RANKS[side];
        let off_corner = squares(rooks).any(|rook| !matches!(rook & 7, 0 | 7));
        rooks != 0 && (off_corner || sets.king(side) & 7 != 4)
    })
}
