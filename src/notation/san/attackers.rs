//! The pieces that can move to a square.

use shakmaty::{Bitboard, Chess, Position, Role, Square, attacks};

/// Pieces of the side to move that attack the square `to`; none if a piece of that side is on it.
#[inline]
pub(super) fn attackers(position: &Chess, role: Role, to: Square) -> Bitboard {
    let board = position.board();
    if position.us().contains(to) {
        return Bitboard::EMPTY;
    }
    let from = match role {
        Role::Pawn => attacks::pawn_attacks(!position.turn(), to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, board.occupied()),
        Role::Rook => attacks::rook_attacks(to, board.occupied()),
        Role::Queen => attacks::queen_attacks(to, board.occupied()),
        Role::King => attacks::king_attacks(to),
    };
    from & position.our(role)
}

/// Whether a pseudo-legal move does not leave its own king in check.
#[inline]
pub(super) fn keeps_king_safe(
    position: &Chess,
    role: Role,
    from: Square,
    to: Square,
    en_passant: Option<Square>,
) -> bool {
    let board = position.board();
    let captured = Bitboard::from_square(to) | en_passant.map_or(Bitboard::EMPTY, Bitboard::from_square);
    let occupied = (board.occupied() & !captured).without(from).with(to);
    let king = if role == Role::King { Some(to) } else { board.king_of(position.turn()) };
    king.is_some_and(|king| (board.attacks_to(king, !position.turn(), occupied) & !captured).is_empty())
}
