//! The legal moves of a position, on boards with [`Bitboards`].
//!
//! [`Board::make_legal`] must have found every move since the board was set up legal.

#[cfg(test)]
mod tests;

use super::{
    attacks::{self, bit, piece_attacks, pushes, set_of, squares},
    bitboards::Bitboards,
    castling::{Castling, HOME_RANKS},
    mailbox::Board,
    piece::{ALL, KING, PAWN, ROOK},
};
use crate::{PackedMove, moves::MoveFlags};

impl Board<Bitboards> {
    /// Returns `true` if the side to move is in check.
    #[inline]
    pub(crate) fn is_check(&self) -> bool {
        let us = self.side();
        let sets = self.sets();
        sets.check_info.may_give_check != 0 && sets.is_attacked(sets.king(us), us ^ 1, sets.all())
    }

    /// Returns `true` if the king of the side to move is not attacked after a move of one piece, neither castling nor en passant.
    #[inline]
    pub(crate) fn keeps_king_safe(&self, from: u8, to: u8) -> bool {
        self.sets().keeps_king_safe(self.side(), from, to, self.sets().all())
    }

    /// Returns `true` if there is a legal move; ignores null moves.
    pub(crate) fn has_legal_move(&self) -> bool {
        let guards = self.king_guards();
        let king = self.sets().king(self.side());
        let ours = self.sets().of_side(self.side(), ALL);
        // Tests the king first, because it can escape most checks.
        self.can_move(king, guards)
            || squares(ours & !bit(king)).any(|from| self.can_move(from as u8, guards))
            || self.legal_castling().next().is_some()
    }

    /// Returns `true` if our piece on `from` has a legal move other than castling.
    fn can_move(&self, from: u8, guards: u64) -> bool {
        let is_safe = |to| guards & bit(from) == 0 || self.keeps_king_safe(from, to as u8);
        squares(self.targets(from)).any(is_safe) || self.piece(from) & 7 == PAWN && self.en_passant_target(from) != 0
    }

    /// Appends the legal moves of the pieces on `from`, in no particular order, without the null move.
    pub(crate) fn legal_moves(&self, from: u64, out: &mut Vec<PackedMove>) {
        let us = self.side();
        let guards = self.king_guards();
        for square in squares(from & self.sets().of_side(us, ALL)) {
            let square = square as u8;
            squares(self.legal_targets(square, guards)).for_each(|to| self.push_moves(square, to as u8, out));
        }
        if from & self.sets().of_side(us, KING) != 0 {
            out.extend(self.legal_castling());
        }
    }

    /// Returns our pieces whose moves can leave the king in check: all of them during a check.
    fn king_guards(&self) -> u64 {
        let us = self.side();
        let sets = self.sets();
        let king = sets.king(us);
        if self.is_check() { !0 } else { bit(king) | attacks::blockers(king.into(), sets.by_role(us ^ 1), sets.all()) }
    }

    /// Returns the squares that our piece on `from` reaches, without castling and en passant. The move can leave the king in check.
    fn targets(&self, from: u8) -> u64 {
        let us = self.side();
        let sets = self.sets();
        let piece = self.piece(from);
        let attacked = piece_attacks(piece, from, sets.all());
        match piece & 7 {
            PAWN => pushes(bit(from), us == 0, !sets.all()) | attacked & sets.of_side(us ^ 1, ALL),
            _ => attacked & !sets.of_side(us, ALL),
        }
    }

    /// Returns the squares that our piece on `from` reaches by legal moves, without castling.
    fn legal_targets(&self, from: u8, guards: u64) -> u64 {
        let targets = self.targets(from);
        let legal = match guards & bit(from) {
            0 => targets,
            _ => set_of(squares(targets).filter(|to| self.keeps_king_safe(from, *to as u8))),
        };
        if self.piece(from) & 7 == PAWN { legal | self.en_passant_target(from) } else { legal }
    }

    /// Appends the move to this square, or the four promotions.
    fn push_moves(&self, from: u8, to: u8, out: &mut Vec<PackedMove>) {
        let is_pawn = self.piece(from) & 7 == PAWN;
        let capture = if self.piece(to) == 0 { 0 } else { MoveFlags::Capture as u16 };
        let packed = |flags: u16| PackedMove(flags << 12 | u16::from(from) << 6 | u16::from(to));
        if is_pawn && !(8..56).contains(&to) {
            out.extend((0..4).map(|role| packed((MoveFlags::PromoteKnight as u16 + role) | capture)));
        } else if is_pawn && from.abs_diff(to) == 16 {
            out.push(packed(MoveFlags::DoublePush as u16));
        } else if is_pawn && capture == 0 && (from ^ to) & 7 != 0 {
            out.push(packed(MoveFlags::EnPassant as u16));
        } else {
            out.push(packed(capture));
        }
    }

    /// Returns the legal castling moves.
    pub(crate) fn legal_castling(&self) -> impl Iterator<Item = PackedMove> {
        let sides = [(true, MoveFlags::CastleKingSide), (false, MoveFlags::CastleQueenSide)];
        let possible = sides.into_iter().filter_map(|(king_side, flags)| {
            let Castling { king, king_to, .. } = self.castling(king_side)?;
            Some(PackedMove::new(king, king_to, flags))
        });
        possible.filter(|m| self.clone().make_exactly(*m))
    }

    /// Returns the square on which a pawn can legally capture en passant.
    pub(crate) fn legal_en_passant(&self) -> Option<u8> {
        let to = self.en_passant()? as u8;
        let pawns = self.sets().of_side(self.side(), PAWN) & attacks::pawn_attacks(to.into(), self.side() == 1);
        squares(pawns).any(|from| self.en_passant_target(from as u8) != 0).then_some(to)
    }

    /// Returns the rooks that can still castle; faster than [`Board::castling_rights`].
    pub(crate) fn castling_rooks(&self) -> u64 {
        let rooks_of = |side: usize| {
            let rights = self.castling_rights & HOME_RANKS[side];
            let has_king = rights & self.sets().of_side(side, KING) != 0;
            if has_king { rights & self.sets().of_side(side, ROOK) } else { 0 }
        };
        rooks_of(0) | rooks_of(1)
    }

    /// Returns the rook with which the king of the side to move would castle, if it has the right.
    pub(crate) fn castling_rook(&self, king_side: bool) -> Option<u8> {
        let king = self.sets().king(self.side());
        Castling::find(self.castling_rights, king, king_side).map(|castling| castling.rook)
    }
}
