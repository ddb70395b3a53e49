//! The board: a piece for every square, rights, the last move, and the side to move.

use super::{
    moves::{MoveFlags, PackedMove},
    piece::{BISHOP, Color, KING, KNIGHT, PAWN, Piece, QUEEN, ROOK},
    square::Square,
    tracker::Tracker,
};

/// A board on which a line of moves is played. It stays consistent whatever moves are played: each side always has exactly one king.
///
/// Reading it after every ply is cheap, which scans rely on: see [`crate::codecs::byte::scan`].
#[derive(Debug, Clone)]
pub struct Board<T = ()> {
    /// Pieces by square, as the numbers of [`Piece`].
    pub(crate) squares: [u8; 64],
    /// Kings and rooks that can still castle: a right needs both.
    pub(crate) castling_rights: u64,
    /// The last move, if known: a double push determines the en passant square.
    pub(crate) last: PackedMove,
    /// 0 White, 1 Black.
    pub(crate) turn: usize,
    pub(crate) tracker: T,
}

/// The pieces of the standard start.
pub(super) const START_SQUARES: [u8; 64] = {
    let back = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
    let mut squares = [0; 64];
    let mut file = 0;
    while file < 8 {
        squares[file] = back[file];
        squares[8 + file] = PAWN;
        squares[48 + file] = 8 | PAWN;
        squares[56 + file] = 8 | back[file];
        file += 1;
    }
    squares
};

/// The kings and rooks of the standard start.
const START_RIGHTS: u64 = 0x91 | 0x91 << 56;

impl<T: Tracker> Default for Board<T> {
    /// The standard start.
    #[inline]
    fn default() -> Board<T> {
        Board {
            squares: START_SQUARES,
            castling_rights: START_RIGHTS,
            last: PackedMove::NULL,
            turn: 0,
            tracker: T::START,
        }
    }
}

impl<T: Tracker> Board<T> {
    /// Returns whether this is the standard start.
    #[inline]
    pub(super) fn is_start(&self) -> bool {
        self.castling_rights == START_RIGHTS && self.turn == 0 && self.squares == START_SQUARES
    }

    /// Makes a board with these pieces, by the numbers of [`Piece`], and without rights.
    pub(super) fn of_squares(squares: &[u8; 64], turn: Color) -> Board<T> {
        Board {
            tracker: T::of(squares),
            squares: *squares,
            castling_rights: 0,
            last: PackedMove::NULL,
            turn: turn as usize,
        }
    }

    /// The piece on a square, as the number of [`Piece`].
    #[inline(always)]
    pub(crate) fn piece(&self, square: u8) -> u8 {
        self.squares[square as usize & 63]
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        Color::of(self.turn)
    }

    /// 0 if White is to move, 1 if Black is.
    #[inline(always)]
    pub(crate) fn side(&self) -> usize {
        self.turn & 1
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Piece {
        Piece(self.squares[square as usize & 63])
    }

    /// The pieces on all squares, a1 first, as the numbers of [`Piece`].
    #[inline(always)]
    pub fn pieces(&self) -> &[u8; 64] {
        &self.squares
    }

    /// Returns all occupied squares as a set: bit 0 is a1, bit 63 is h8. Visits every square: too slow for every ply.
    pub fn occupied(&self) -> u64 {
        self.squares_with(|piece| piece != 0)
    }

    /// Returns the squares of one kind of piece as a set. Visits every square: too slow for every ply.
    pub fn by_piece(&self, piece: Piece) -> u64 {
        self.squares_with(|other| other == piece.0)
    }

    fn squares_with(&self, wanted: impl Fn(u8) -> bool) -> u64 {
        self.squares.iter().rev().fold(0, |bits, piece| bits << 1 | u64::from(wanted(*piece)))
    }

    /// The rooks that can still castle, as a set of squares.
    pub fn castling_rights(&self) -> u64 {
        let rooks_of = |side: u8| {
            let pieces = self.castling_rights & 0xFF << (56 * side);
            let may_castle = pieces & self.by_piece(Piece(side << 3 | KING)) != 0;
            if may_castle { pieces & self.by_piece(Piece(side << 3 | ROOK)) } else { 0 }
        };
        rooks_of(0) | rooks_of(1)
    }

    /// Kings and rooks that have not moved since the start, as far as castling needs them: like [`Board::castling_rights`], but without a
    /// look at the pieces.
    #[inline(always)]
    pub(crate) fn raw_castling_rights(&self) -> u64 {
        self.castling_rights
    }

    /// The en passant square: behind the pawn that has just made a double push.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        let is_double_push = self.last.flags() == MoveFlags::DoublePush as u8;
        is_double_push.then(|| Square::of((self.last.from() + self.last.to()) / 2))
    }
}
