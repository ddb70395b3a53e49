//! What reading SAN asks of a board: shakmaty's, with which PGN is imported, or the library's own.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square, attacks};

use crate::board::{Bitboards, Board, Piece, attacks::bit, piece::ALL};

pub(crate) trait SanBoard {
    fn turn(&self) -> Color;

    fn role_at(&self, square: Square) -> Option<Role>;

    fn by_color(&self, color: Color) -> Bitboard;

    /// Pieces of the side to move.
    fn our(&self, role: Role) -> Bitboard;

    /// The square behind a pawn that has just made a double push.
    fn en_passant(&self) -> Option<Square>;

    fn is_check(&self) -> bool;

    /// Castling to this side, if it is legal.
    fn castling(&self, side: CastlingSide) -> Option<Move>;

    /// Whether a pseudo-legal move does not leave its own king in check; `en_passant` is the square of a pawn that it captures so.
    fn keeps_king_safe(&self, role: Role, from: Square, to: Square, en_passant: Option<Square>) -> bool;
}

/// Pieces of the side to move that attack the square `to`; none if a piece of that side is on it.
#[inline]
pub(super) fn attackers(board: &impl SanBoard, role: Role, to: Square) -> Bitboard {
    let (us, them) = (board.by_color(board.turn()), board.by_color(!board.turn()));
    if us.contains(to) {
        return Bitboard::EMPTY;
    }
    let from = match role {
        Role::Pawn => attacks::pawn_attacks(!board.turn(), to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, us | them),
        Role::Rook => attacks::rook_attacks(to, us | them),
        Role::Queen => attacks::queen_attacks(to, us | them),
        Role::King => attacks::king_attacks(to),
    };
    from & board.our(role)
}

impl SanBoard for Chess {
    #[inline]
    fn turn(&self) -> Color {
        Position::turn(self)
    }

    #[inline]
    fn role_at(&self, square: Square) -> Option<Role> {
        self.board().role_at(square)
    }

    #[inline]
    fn by_color(&self, color: Color) -> Bitboard {
        self.board().by_color(color)
    }

    #[inline]
    fn our(&self, role: Role) -> Bitboard {
        Position::our(self, role)
    }

    #[inline]
    fn en_passant(&self) -> Option<Square> {
        self.maybe_ep_square()
    }

    fn is_check(&self) -> bool {
        Position::is_check(self)
    }

    fn castling(&self, side: CastlingSide) -> Option<Move> {
        self.castling_moves(side).first().copied()
    }

    #[inline]
    fn keeps_king_safe(&self, role: Role, from: Square, to: Square, en_passant: Option<Square>) -> bool {
        let (board, us) = (self.board(), Position::turn(self));
        let captured = Bitboard::from_square(to) | en_passant.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let occupied = (board.occupied() & !captured).without(from).with(to);
        let king = if role == Role::King { Some(to) } else { board.king_of(us) };
        king.is_some_and(|king| (board.attacks_to(king, !us, occupied) & !captured).is_empty())
    }
}

impl SanBoard for Board<Bitboards> {
    #[inline]
    fn turn(&self) -> Color {
        Board::turn(self)
    }

    #[inline]
    fn role_at(&self, square: Square) -> Option<Role> {
        Some(self.piece_at(square).piece()?.role)
    }

    #[inline]
    fn by_color(&self, color: Color) -> Bitboard {
        self.sets().of_side(usize::from(color.is_black()), ALL).into()
    }

    #[inline]
    fn our(&self, role: Role) -> Bitboard {
        self.sets().set(Piece::new(role.of(Board::turn(self))).0).into()
    }

    #[inline]
    fn en_passant(&self) -> Option<Square> {
        Board::en_passant(self)
    }

    fn is_check(&self) -> bool {
        Board::is_check(self)
    }

    fn castling(&self, side: CastlingSide) -> Option<Move> {
        let m = self.legal_castling().find(|m| m.castling_side() == Some(side))?;
        let rook = self.castling_rook(side.is_king_side())?;
        Some(Move::Castle { king: Square::new(m.from().into()), rook: Square::new(rook.into()) })
    }

    #[inline]
    fn keeps_king_safe(&self, _: Role, from: Square, to: Square, en_passant: Option<Square>) -> bool {
        match en_passant {
            None => self.keeps_king_safe(from as u8, to as u8),
            Some(_) => self.en_passant_target(from as u8) & bit(to as u8) != 0,
        }
    }
}
