//! The board on which code bytes are played.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Role, Setup, Square};

use super::lists::{Lists, PAWN, key_of};
use crate::{Error, ErrorCode, MoveFlags, PackedMove, Result, chess::positions};

/// A man as a small number: 8 for Black, plus 1-6 for pawn, knight, bishop, rook, queen, king. 0 is no man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece(pub u8);

impl Piece {
    /// An empty square.
    pub const NONE: Piece = Piece(0);

    /// The number of this piece.
    pub const fn new(piece: shakmaty::Piece) -> Piece {
        Piece((piece.color as u8 ^ 1) << 3 | piece.role as u8)
    }

    /// The piece, unless there is none.
    pub fn piece(self) -> Option<shakmaty::Piece> {
        let role = Role::try_from(self.0 & 7).ok()?;
        Some(shakmaty::Piece { color: Color::from_white(self.0 & 8 == 0), role })
    }
}

/// What one code byte did to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// The move: origin, target, promotion. [`PackedMove::NULL`] if the turn was passed.
    pub word: PackedMove,
    /// The man that moved, as it was before a promotion; [`Piece::NONE`] in a null move.
    pub man: Piece,
    /// The man that was captured, also en passant; [`Piece::NONE`] if none was.
    pub captured: Piece,
}

/// A board that follows a line of the byte codec, with the lists of men that the code needs kept up to date.
///
/// It can be looked at after every ply for next to nothing, which is meant for scans: see [`super::scan`].
#[derive(Debug, Clone)]
pub struct Board {
    /// Keys of the men of White and Black; empty while the side has more men than the lists can hold, so that no byte finds
    /// a man there.
    pub lists: [Lists; 2],
    /// Men by square.
    pub squares: [u8; 64],
    /// Kings and rooks that may still castle: a right needs both.
    pub castling_rights: u64,
    /// The last move, if it is known: tells whether en passant is on.
    pub last: PackedMove,
    /// 0 White, 1 Black.
    pub turn: usize,
    /// byte.4: whether the side needs the list of legal moves.
    pub in_fallback: [bool; 2],
}

static START: LazyLock<(Chess, Board)> = LazyLock::new(|| (Chess::new(), Board::set_up(&Chess::new())));

impl Default for Board {
    /// The usual starting position.
    fn default() -> Board {
        START.1.clone()
    }
}

impl Board {
    /// A board with this position.
    pub fn new(position: &Chess) -> Board {
        // The equality of positions leaves out an en passant square without capture, as do the rules of the code.
        if *position == START.0 { Board::default() } else { Board::set_up(position) }
    }

    fn set_up(position: &Chess) -> Board {
        let mut board = Board {
            lists: [Lists::EMPTY; 2],
            squares: [0; 64],
            castling_rights: castling_rights(position),
            last: position.maybe_ep_square().map_or(PackedMove::NULL, double_push_over),
            turn: position.turn().is_black().into(),
            in_fallback: [false; 2],
        };
        for (square, piece) in position.board().iter() {
            board.place(Piece::new(piece).0, square as u8);
        }
        board.rebuild(0);
        board.rebuild(1);
        board
    }

    #[inline(always)]
    pub(crate) fn man(&self, square: u8) -> u8 {
        self.squares[square as usize & 63]
    }

    /// Puts a man on a square; the lists do not learn of it.
    #[inline(always)]
    pub fn place(&mut self, man: u8, square: u8) {
        self.squares[square as usize & 63] = man;
    }

    /// Takes a man off its square; the lists do not learn of it.
    #[inline(always)]
    pub fn lift(&mut self, square: u8) -> u8 {
        std::mem::take(&mut self.squares[square as usize & 63])
    }

    /// byte.4: makes the lists of a side from its men, or finds that there are too many.
    pub fn rebuild(&mut self, side: usize) {
        let lists = self.listed(side & 1);
        self.in_fallback[side & 1] = lists.is_none();
        self.lists[side & 1] = lists.unwrap_or(Lists::EMPTY);
    }

    fn listed(&self, side: usize) -> Option<Lists> {
        let mut lists = Lists::EMPTY;
        let mut pawns = 0;
        for (square, man) in (0..64).zip(self.squares).filter(|(_, man)| *man != 0 && usize::from(man >> 3) == side) {
            let (role, key) = (man & 7, key_of(man & 7, square));
            if role == PAWN {
                pawns += 1;
                lists.insert_pawn(key);
            } else if !lists.add_piece(role, key) {
                return None;
            }
        }
        (pawns <= 8 && !lists.is_crowded()).then_some(lists)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        Color::from_white(self.turn == 0)
    }

    /// The man on a square.
    #[inline(always)]
    pub fn man_at(&self, square: Square) -> Piece {
        Piece(self.squares[square as usize & 63])
    }

    /// The men on all squares, a1 first, as the numbers of [`Piece`].
    #[inline(always)]
    pub fn men(&self) -> &[u8; 64] {
        &self.squares
    }

    /// All squares that are not empty. Looks at every square: better not used after every ply.
    pub fn occupied(&self) -> Bitboard {
        self.squares_with(|man| man != 0)
    }

    /// The squares of one kind of men. Looks at every square: better not used after every ply.
    pub fn by_man(&self, man: Piece) -> Bitboard {
        self.squares_with(|other| other == man.0)
    }

    fn squares_with(&self, wanted: impl Fn(u8) -> bool) -> Bitboard {
        let bits = self.squares.iter().rev().fold(0, |bits, man| bits << 1 | u64::from(wanted(*man)));
        Bitboard(bits)
    }

    /// The rooks that may still castle.
    pub fn castling_rights(&self) -> Bitboard {
        let rooks = |color: Color| {
            let men = Bitboard(self.castling_rights) & color.backrank();
            let may_castle = (men & self.by_man(Piece::new(color.king()))).any();
            if may_castle { men & self.by_man(Piece::new(color.rook())) } else { Bitboard::EMPTY }
        };
        rooks(Color::White) | rooks(Color::Black)
    }

    /// Kings and rooks that have not moved since the start, as far as castling asks for it: [`Board::castling_rights`] without
    /// looking at the board.
    #[inline(always)]
    pub(crate) fn raw_castling_rights(&self) -> u64 {
        self.castling_rights
    }

    /// The square that a pawn has just jumped over.
    pub fn en_passant(&self) -> Option<Square> {
        let ep_square = self.last.flags() == MoveFlags::DoublePush as u8;
        ep_square.then(|| Square::new(u32::from(self.last.from() + self.last.to()) / 2))
    }

    /// The position, with move counters 0 and 1.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`] if the side that is not to move is in check: trusted decoding can lead there.
    pub fn to_chess(&self) -> Result<Chess> {
        let setup = self.to_setup(self.castling_rights());
        positions::from_setup(setup).ok_or_else(|| Error::new(ErrorCode::IllegalPosition, "the king can be taken"))
    }

    pub(crate) fn to_setup(&self, castling_rights: Bitboard) -> Setup {
        let mut board = shakmaty::Board::empty();
        for square in Square::ALL {
            self.man_at(square).piece().into_iter().for_each(|piece| board.set_piece_at(square, piece));
        }
        let (turn, ep_square) = (self.turn(), self.en_passant());
        Setup { board, turn, castling_rights, ep_square, ..Setup::empty() }
    }
}

/// Kings and rooks that have a right to castle.
pub fn castling_rights(position: &Chess) -> u64 {
    let rooks = position.castles().castling_rights();
    let kings = [Color::White, Color::Black].map(|c| match (rooks & position.board().by_color(c)).any() {
        true => position.board().by_piece(c.king()),
        false => Bitboard::EMPTY,
    });
    (rooks | kings[0] | kings[1]).0
}

/// The double push that leaves this en passant square.
pub fn double_push_over(square: Square) -> PackedMove {
    PackedMove::new(square as u8 ^ 0o30, square as u8 ^ 0o10, MoveFlags::DoublePush)
}

/// Whether two positions are the same for the code: men, turn, rights, and the square ep_square over.
impl PartialEq<Chess> for Board {
    fn eq(&self, position: &Chess) -> bool {
        let setup = self.to_setup(self.castling_rights());
        let other = position.to_setup(EnPassantMode::Always);
        setup.board == other.board
            && setup.turn == other.turn
            && setup.castling_rights == other.castling_rights
            && setup.ep_square == other.ep_square
    }
}
