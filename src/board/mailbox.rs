//! The board: a piece for every square, rights, the last move, and the side to move.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Setup, Square};

use super::{
    piece::{BISHOP, KING, KNIGHT, PAWN, Piece, QUEEN, ROOK},
    tracker::Tracker,
};
use crate::{Error, ErrorCode, MoveFlags, PackedMove, Result, chess::positions};

/// A board on which a line of moves is played. It stays consistent whatever moves are played: each side has one king.
///
/// Reading it after every ply costs almost nothing, as scans need: see [`crate::codecs::byte::scan`].
#[derive(Debug, Clone)]
pub struct Board<T = ()> {
    /// Pieces by square, as the numbers of [`Piece`].
    pub(crate) squares: [u8; 64],
    /// Kings and rooks that may still castle: a right needs both.
    pub(crate) castling_rights: u64,
    /// The last move, if it is known: an en passant square follows from a double push.
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

static START: LazyLock<Chess> = LazyLock::new(Chess::new);

impl<T: Tracker> Default for Board<T> {
    /// The standard start.
    #[inline]
    fn default() -> Board<T> {
        let castling_rights = 0x91 | 0x91 << 56;
        Board { squares: START_SQUARES, castling_rights, last: PackedMove::NULL, turn: 0, tracker: T::START }
    }
}

impl<T: Tracker> Board<T> {
    /// A board with this position.
    pub fn new(position: &Chess) -> Board<T> {
        // The equality of positions leaves out an en passant square without capture, as do the rules.
        if *position == *START { Board::default() } else { Board::set_up(position) }
    }

    pub(super) fn set_up(position: &Chess) -> Board<T> {
        let mut squares = [0; 64];
        for (square, piece) in position.board().iter() {
            squares[square as usize] = Piece::new(piece).0;
        }
        Board {
            tracker: T::of(&squares),
            squares,
            castling_rights: castling_rights(position),
            last: position.maybe_ep_square().map_or(PackedMove::NULL, double_push_over),
            turn: position.turn().is_black().into(),
        }
    }

    /// The piece on a square, as the number of [`Piece`].
    #[inline(always)]
    pub(crate) fn piece(&self, square: u8) -> u8 {
        self.squares[square as usize & 63]
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        Color::from_white(self.turn == 0)
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

    /// All squares that are not empty. Visits every square: too slow for every ply.
    pub fn occupied(&self) -> Bitboard {
        self.squares_with(|piece| piece != 0)
    }

    /// The squares of one kind of pieces. Visits every square: too slow for every ply.
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.squares_with(|other| other == piece.0)
    }

    fn squares_with(&self, wanted: impl Fn(u8) -> bool) -> Bitboard {
        let bits = self.squares.iter().rev().fold(0, |bits, piece| bits << 1 | u64::from(wanted(*piece)));
        Bitboard(bits)
    }

    /// The rooks that may still castle.
    pub fn castling_rights(&self) -> Bitboard {
        let rooks = |color: Color| {
            let pieces = Bitboard(self.castling_rights) & color.backrank();
            let may_castle = (pieces & self.by_piece(Piece::new(color.king()))).any();
            if may_castle { pieces & self.by_piece(Piece::new(color.rook())) } else { Bitboard::EMPTY }
        };
        rooks(Color::White) | rooks(Color::Black)
    }

    /// Kings and rooks that have not moved since the start, as far as castling needs it: [`Board::castling_rights`] without
    /// looking at the board.
    #[inline(always)]
    pub(crate) fn raw_castling_rights(&self) -> u64 {
        self.castling_rights
    }

    /// The en passant square: behind the pawn that has just made a double push.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        let is_double_push = self.last.flags() == MoveFlags::DoublePush as u8;
        is_double_push.then(|| Square::new(u32::from(self.last.from() + self.last.to()) / 2))
    }

    /// The position, with move counters 0 and 1.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`] if the side that is not to move is in check: trusted decoding can lead there.
    pub fn to_chess(&self) -> Result<Chess> {
        let setup = self.to_setup(self.castling_rights());
        positions::from_setup(setup)
            .ok_or_else(|| Error::new(ErrorCode::IllegalPosition, "the side that is not to move is in check"))
    }

    pub(crate) fn to_setup(&self, castling_rights: Bitboard) -> Setup {
        let mut board = shakmaty::Board::empty();
        for square in Square::ALL {
            self.piece_at(square).piece().into_iter().for_each(|piece| board.set_piece_at(square, piece));
        }
        let (turn, ep_square) = (self.turn(), self.en_passant());
        Setup { board, turn, castling_rights, ep_square, ..Setup::empty() }
    }
}

/// Kings and rooks that have a right to castle.
fn castling_rights(position: &Chess) -> u64 {
    let rooks = position.castles().castling_rights();
    let kings = [Color::White, Color::Black].map(|c| match (rooks & position.board().by_color(c)).any() {
        true => position.board().by_piece(c.king()),
        false => Bitboard::EMPTY,
    });
    (rooks | kings[0] | kings[1]).0
}

/// The double push that leaves this en passant square.
fn double_push_over(square: Square) -> PackedMove {
    PackedMove::new(square as u8 ^ 0o30, square as u8 ^ 0o10, MoveFlags::DoublePush)
}

/// Whether two positions are the same for the code: pieces, turn, rights, and the en passant square.
impl<T: Tracker> PartialEq<Chess> for Board<T> {
    fn eq(&self, position: &Chess) -> bool {
        let setup = self.to_setup(self.castling_rights());
        let other = position.to_setup(EnPassantMode::Always);
        setup.board == other.board
            && setup.turn == other.turn
            && setup.castling_rights == other.castling_rights
            && setup.ep_square == other.ep_square
    }
}
