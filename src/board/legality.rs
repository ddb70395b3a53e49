//! Decides which moves are possible and which are legal, on boards with [`Bitboards`].

#[cfg(test)]
mod tests;

use super::{
    attacks::{self, PSEUDO_ATTACKS, PUSHES, between, bit},
    bitboards::{Bitboards, CheckInfo, HasBitboards},
    castling::Castling,
    mailbox::Board,
    make::MadeMove,
    moves::{CAPTURE, NOT_CAPTURABLE, capture_class},
    piece::{KING, PAWN, index},
};
use crate::{Error, ErrorCode, PackedMove, moves::MoveFlags};

/// One bit per value of the flags: set for castling (2, 3) and en passant (5).
const SPECIAL_FLAGS: u16 = 0b10_1100;

impl<T: HasBitboards> Board<T> {
    /// The squares of each piece.
    #[inline(always)]
    pub(crate) fn sets(&self) -> &Bitboards {
        self.tracker.bitboards()
    }

    /// Returns `true` if the move that side `us` has just made was legal; the piece must move like this and be allowed on its target.
    /// Checks that the path is empty, en passant directly follows the double push, castling is not through check, and the mover's king is
    /// not in check. Faster if `us` is a constant.
    ///
    /// All moves since the board was set up must have been found legal here, or [`Board::reset_check_info`] must have been called after
    /// them.
    #[inline(always)]
    pub(crate) fn was_legal_piece_move(&mut self, us: usize, ply: MadeMove) -> bool {
        let blocked = between(ply.packed.from().into(), ply.packed.to().into()) & self.sets().all();
        self.is_surely_legal(us, ply, blocked) || self.was_legal_in_full(ply)
    }

    /// Like [`Board::was_legal_piece_move`], but for a piece whose path is known to be empty, or that jumps.
    #[inline(always)]
    pub(crate) fn was_legal_on_clear_path(&mut self, us: usize, ply: MadeMove) -> bool {
        self.is_surely_legal(us, ply, 0) || self.was_legal_in_full(ply)
    }

    /// Returns `true` if the move that side `us` has just made is not special, its path is empty, and nothing can attack the king of `us`:
    /// see [`CheckInfo`]. One branch for all conditions, because each is hard to predict separately.
    #[inline(always)]
    fn is_surely_legal(&mut self, us: usize, MadeMove { packed: m, piece, .. }: MadeMove, blocked: u64) -> bool {
        let us = us & 1;
        let them = us ^ 1;
        let from = bit(m.from());
        let sets = self.tracker.bitboards_mut();
        let attacks = PSEUDO_ATTACKS[piece.0 as usize & 15][m.to() as usize & 63];
        let aims = attacks & sets.of_side(them, KING);
        // One by one: processors are slow to read values together that were written one by one.
        let check_info = &mut sets.check_info;
        let may_be_illegal = check_info.may_give_check | from & check_info.king_guards[us] | blocked;
        check_info.may_give_check = from & check_info.king_guards[them];
        if aims != 0 {
            self.aim_at_king(them, m.to());
        }
        may_be_illegal == 0
    }

    /// Called if a piece on this square would attack a side's king on an empty board.
    #[inline(never)]
    fn aim_at_king(&mut self, side: usize, from: u8) {
        let sets = self.tracker.bitboards_mut();
        let between = between(from.into(), sets.king(side).into()) & sets.all();
        sets.check_info.may_give_check |= u64::from(between == 0);
        sets.check_info.king_guards[side & 1] |= sets.guard(between);
    }

    /// The full check of [`Board::was_legal_piece_move`], for moves that the fast test does not decide.
    #[inline(never)]
    fn was_legal_in_full(&mut self, ply: MadeMove) -> bool {
        let m = ply.packed;
        let is_legal = match m.flags() {
            0 | 1 | 4 => between(m.from().into(), m.to().into()) & self.sets().all() == 0,
            _ => self.was_special_legal(ply),
        };
        is_legal && self.find_guards(self.side() ^ 1)
    }

    /// Returns `true` if the king of a side is not attacked, and updates the pieces that guard it.
    fn find_guards(&mut self, side: usize) -> bool {
        let sets = self.tracker.bitboards_mut();
        let guards = sets.king_guards(sets.king(side), side ^ 1);
        sets.check_info.king_guards[side] = guards.unwrap_or(!0);
        guards.is_some()
    }

    /// Forgets the known pins and checks, after a move whose legality was tested in another way.
    pub(crate) fn reset_check_info(&mut self) {
        self.tracker.bitboards_mut().check_info = CheckInfo::UNKNOWN;
    }

    /// Checks castling, en passant and promotions, except that the mover's king is not in check after them.
    fn was_special_legal(&mut self, ply: MadeMove) -> bool {
        let m = ply.packed;
        let before = self.sets().check_info.before_special;
        // The rook or the new piece can give check, and the captured pawn opens lines. Checked here, where the processor has probably
        // mispredicted a branch already, instead of by another full check of the next move.
        let gives_check = !self.find_guards(self.side());
        self.tracker.bitboards_mut().check_info.may_give_check = u64::from(gives_check);
        match m.flags() {
            2 | 3 => self.castled_out_of_attack(m, before.castling_rights),
            // byte.14: only directly after the double push.
            5 => before.last.flags() == MoveFlags::DoublePush as u8 && before.last.to() == (m.from() & 56 | m.to() & 7),
            _ => true,
        }
    }

    /// positions.4: the king neither starts from nor passes an attacked square.
    fn castled_out_of_attack(&self, m: PackedMove, rights: u64) -> bool {
        let them = self.side();
        let sets = self.sets();
        let Some(castling) = Castling::find(rights, m.from(), m.flags() == 2) else { return false };
        let moved = bit(castling.king_to) | bit(castling.rook_to);
        let without_king = sets.all() & !moved | bit(castling.rook);
        let mut path = attacks::squares(between(castling.king.into(), castling.king_to.into()) | bit(castling.king));
        !path.any(|square| sets.is_attacked(square as u8, them, without_king))
    }

    /// Returns how the side to move castles to this side, if it has the right and the path is clear.
    pub(crate) fn castling(&self, king_side: bool) -> Option<Castling> {
        let sets = self.sets();
        let castling = Castling::find(self.castling_rights, sets.king(self.side()), king_side)?;
        (castling.path() & sets.all() == 0).then_some(castling)
    }
}

impl Board<Bitboards> {
    /// Makes a move if it is legal. Uses only from, to, promotion and castling of `m`. Computes the flags of captures, double pushes and en
    /// passant, and sets them in the result, so that callers can compare it with `m`. `None` if the move is illegal; the board may then
    /// have changed.
    #[inline(always)]
    pub(crate) fn make_legal(&mut self, m: PackedMove) -> Option<MadeMove> {
        let us = self.side();
        let ply = self.make(m)?;
        self.was_legal(us, ply).then_some(ply)
    }

    /// Makes a move if exactly this move, including its flags, is legal, and returns whether it is. If not, the board may have changed.
    #[inline(always)]
    pub(crate) fn make_exactly(&mut self, m: PackedMove) -> bool {
        self.make_legal(m).is_some_and(|ply| ply.packed == m)
    }

    /// Returns `true` if the move that side `us` has just made was legal.
    #[inline(always)]
    pub(crate) fn was_legal(&mut self, us: usize, ply: MadeMove) -> bool {
        is_piece_move(ply) && self.was_legal_piece_move(us, ply)
    }

    /// Returns whether the piece on `from` may be able to castle, capture en passant or promote. A fast test: it can be `true` for a piece
    /// that cannot, but is never `false` for a piece that can.
    #[inline(always)]
    pub(crate) fn may_be_special(&self, us: usize, from: u8) -> bool {
        let pushed = u64::from(self.last.flags() == MoveFlags::DoublePush as u8) << (self.last.to() & 63);
        let before_last_rank = [0xFF << 48, 0xFF << 8][us & 1];
        let pawns = self.sets().of_side(us, PAWN) & (before_last_rank | pushed << 1 | pushed >> 1);
        (self.castling_rights & self.sets().of_side(us, KING) | pawns) & bit(from) != 0
    }

    /// Like [`Board::make_legal`], but trusts the move to be legal. `None` if the piece cannot go there; the board is then unchanged. Does
    /// not check that a piece moves like its role, or that it jumps over no others.
    #[inline(always)]
    pub(crate) fn make(&mut self, m: PackedMove) -> Option<MadeMove> {
        let from = m.from();
        let to = m.to();
        let us = self.side();
        let piece = self.piece(from);
        let captured = self.piece(to);
        let class = capture_class(us, captured);
        // Castling, promotions, null moves.
        if m.0 & 0b1010 << 12 != 0 || m.is_null() {
            return self.make_special(m);
        }
        if class == NOT_CAPTURABLE || piece == 0 || usize::from(piece >> 3) != us {
            return None;
        }
        // Branchless, because pawns, captures and double pushes are hard to predict.
        let is_pawn = piece & 7 == PAWN;
        let is_sideways = (from ^ to) & 7 != 0;
        if is_pawn & ((is_sideways != (captured != 0)) | !(8..56).contains(&to)) {
            return self.capture_en_passant(from, to);
        }
        let is_double = is_pawn & (from.abs_diff(to) == 16);
        let m = PackedMove(m.0 & 0xFFF | class | u16::from(is_double) << 12);
        self.tracker.remove_any(us ^ 1, captured, to);
        self.castling_rights &= !bit(to);
        Some(MadeMove { captured: super::Piece(captured), ..self.make_quiet(us, m, piece, ()) })
    }

    /// Moves the piece of side `us` on `from`, like [`Board::make`], but checks no pawn moves either. Not for promotion, castling and en
    /// passant.
    #[inline(always)]
    pub(crate) fn make_normal(&mut self, us: usize, from: u8, to: u8) -> Option<MadeMove> {
        let piece = self.piece(from);
        let captured = self.piece(to);
        let m = PackedMove(u16::from(from) << 6 | u16::from(to));
        // A branch, because captures are often predicted correctly and the next move then need not wait for this test.
        if captured != 0 {
            let may_capture = capture_class(us, captured) == CAPTURE;
            return may_capture.then(|| self.make_capture(us, m, piece, captured, ()));
        }
        let is_double = piece & 7 == PAWN && from.abs_diff(to) == 16;
        Some(self.make_quiet(us, PackedMove(m.0 | u16::from(is_double) << 12), piece, ()))
    }

    /// En passant, and moves that pawns cannot make.
    #[inline(never)]
    fn capture_en_passant(&mut self, from: u8, to: u8) -> Option<MadeMove> {
        let is_ep_square = self.en_passant().is_some_and(|square| square as u8 == to);
        let is_attacked = attacks::pawn_attacks(from.into(), self.side() == 0) >> to & 1 != 0;
        let is_pawn = self.piece(from & 56 | to & 7) == self.piece(from) ^ 8;
        let is_possible = is_ep_square && is_attacked && is_pawn && self.piece(to) == 0;
        is_possible.then(|| self.make_en_passant(PackedMove::new(from, to, MoveFlags::EnPassant)))
    }

    /// Castling, promotions, null moves.
    #[inline(never)]
    fn make_special(&mut self, m: PackedMove) -> Option<MadeMove> {
        match m.flags() {
            0 => Some(self.null_move()),
            2 | 3 => {
                let castling = self.castling(m.flags() == 2)?;
                let m = PackedMove(m.0 & 0xF000 | u16::from(castling.king) << 6 | u16::from(castling.king_to));
                Some(self.make_castling(m, castling))
            }
            8.. => self.promote(m),
            _ => None,
        }
    }

    fn promote(&mut self, m: PackedMove) -> Option<MadeMove> {
        let from = m.from();
        let to = m.to();
        let us = self.side();
        let pawn = self.piece(from);
        let captured = self.piece(to);
        let class = capture_class(us, captured);
        let is_sideways = from & 7 != to & 7;
        let reaches = from >> 3 == [6, 1][us] && to >> 3 == [7, 0][us];
        let is_pawn = pawn == (us as u8) << 3 | PAWN;
        let is_possible = class != NOT_CAPTURABLE && is_sideways == (captured != 0) && reaches && is_pawn;
        is_possible.then(|| self.make_promotion(PackedMove(m.0 & !CAPTURE | class)))
    }

    /// Returns the square on which a pawn of the side to move can capture en passant; empty if there is none, or if the capture would leave
    /// the king in check (`positions.6`).
    #[inline(always)]
    pub(crate) fn en_passant_target(&self, from: u8) -> u64 {
        let ep_square = self.en_passant().map_or(0, |square| bit(square as u8));
        let target = attacks::pawn_attacks(from.into(), self.side() == 0) & ep_square;
        if target != 0 && self.may_capture_en_passant(from, target.trailing_zeros() as u8) { target } else { 0 }
    }

    #[cold]
    fn may_capture_en_passant(&self, from: u8, to: u8) -> bool {
        let us = self.side();
        let captured = bit(from & 56 | to & 7);
        let occupied = self.tracker.all() ^ bit(from) ^ bit(to) ^ captured;
        let mut them = *self.tracker.by_role(us ^ 1);
        them[index::PAWN] &= !captured;
        // Ignores the other king: on a board with trusted moves it can be on any square.
        them[index::KING] = 0;
        attacks::attackers(&them, us == 0, self.tracker.king(us).into(), occupied) == 0
    }
}

/// Returns `true` if the piece moves like this on an empty board. Always `true` for castling, en passant and null moves, which
/// [`Board::make`] has checked.
#[inline(always)]
fn is_piece_move(ply: MadeMove) -> bool {
    let m = ply.packed;
    let piece = ply.piece.0;
    let is_push = (piece & 7 == PAWN) & (ply.captured.0 == 0);
    let row = if is_push { piece | PUSHES } else { piece };
    PSEUDO_ATTACKS[row as usize & 15][m.from() as usize & 63] >> m.to() & 1 != 0
        || SPECIAL_FLAGS >> m.flags() & 1 != 0
        || m.is_null()
}

/// Returns the error for an illegal move.
#[cold]
pub fn not_legal(m: PackedMove) -> Error {
    Error::new(ErrorCode::IllegalMove, format!("{m} is not a legal move here"))
}
