//! The squares of each piece, as sets.

use super::{
    attacks::{self, PSEUDO_ATTACKS, bit},
    mailbox::START_SQUARES,
    piece::{ALL, BISHOP, KING, PAWN, QUEEN, ROOK},
    tracker::Tracker,
};
use crate::PackedMove;

/// The squares of each piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bitboards {
    /// The squares by piece; with [`ALL`] as role, all pieces of a side. Indices that are not a piece are unused.
    pub(super) sets: [u64; 16],
    /// State of the legality checks.
    pub(super) check_info: CheckInfo,
}

/// Records which moves could uncover or give a check, so that hardly any move needs a search for attackers.
///
/// Invariant after every legal move, for each king: its square is in `king_guards`, and every opposing slider that would attack it on an
/// empty board is blocked by a piece on a square of `king_guards`. The invariant can fail only for the side to move,
/// and only while `may_give_check` is not empty.
///
/// A full check, which recomputes both fields, establishes the invariant. It stays true. An occupied square becomes empty only as the
/// from-square of a move: if the square is in the mover's `king_guards`, the move is checked in full; if it is in the other side's
/// `king_guards`, `may_give_check` is set, and that side's next move is checked in full. A capture leaves its square occupied. A slider can
/// start to aim at a king in two ways. If the slider moves, the blocking piece is found, or `may_give_check` is set if
/// there is none. If the king moves, the move is checked in full, because its square is in `king_guards`. Castling, en
/// passant and promotions do more; after them, both fields are recomputed for both sides. So if neither field applies,
/// the mover's king is not attacked. A slider that aims at it is blocked. Any other attacker would have set
/// `may_give_check` with the last move, and earlier checks were answered.
///
/// `king_guards` can hold squares for sliders that have left; moves from them are then checked in full unnecessarily.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CheckInfo {
    /// By side: the king's square, and for each slider that aims at the king one occupied square in between. All squares if unknown.
    pub king_guards: [u64; 2],
    /// Not empty if the last move could have put the side to move in check.
    pub may_give_check: u64,
    /// The state before the last special move.
    pub before_special: Before,
}

/// State before a move that decides the legality of castling or en passant, in addition to the board after the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Before {
    pub last: PackedMove,
    pub castling_rights: u64,
}

impl CheckInfo {
    /// Nothing is known: the next move of each side is checked in full.
    pub const UNKNOWN: CheckInfo = CheckInfo { king_guards: [!0; 2], may_give_check: !0, ..CheckInfo::START };

    /// State of the standard start: no slider aims at a king.
    const START: CheckInfo = CheckInfo {
        king_guards: [bit(4), bit(60)],
        may_give_check: 0,
        before_special: Before { last: PackedMove::NULL, castling_rights: 0 },
    };
}

/// Trackers that include bitboards.
pub trait HasBitboards: Tracker {
    /// The squares of each piece.
    fn bitboards(&self) -> &Bitboards;

    /// The squares of each piece, mutable.
    fn bitboards_mut(&mut self) -> &mut Bitboards;
}

impl HasBitboards for Bitboards {
    #[inline(always)]
    fn bitboards(&self) -> &Bitboards {
        self
    }

    #[inline(always)]
    fn bitboards_mut(&mut self) -> &mut Bitboards {
        self
    }
}

impl<A: Tracker> HasBitboards for (A, Bitboards) {
    #[inline(always)]
    fn bitboards(&self) -> &Bitboards {
        &self.1
    }

    #[inline(always)]
    fn bitboards_mut(&mut self) -> &mut Bitboards {
        &mut self.1
    }
}

impl Tracker for Bitboards {
    type Slot = ();
    const START: Bitboards = Bitboards { check_info: CheckInfo::START, ..Bitboards::count(&START_SQUARES) };

    fn of(squares: &[u8; 64]) -> Bitboards {
        Bitboards::count(squares)
    }

    #[inline(always)]
    fn put(&mut self, side: usize, piece: u8, square: u8) {
        self.toggle(side, piece, bit(square));
    }

    #[inline(always)]
    fn remove(&mut self, side: usize, piece: u8, square: u8, _: &[u8; 64]) {
        self.toggle(side, piece, bit(square));
    }

    #[inline(always)]
    fn relocate(&mut self, side: usize, piece: u8, from: u8, to: u8, (): ()) {
        self.toggle(side, piece, bit(from) | bit(to));
    }

    // Such moves are checked in full.
    #[inline(always)]
    fn before_special(&mut self, last: PackedMove, castling_rights: u64) {
        self.check_info.before_special = Before { last, castling_rights };
        self.check_info.may_give_check = !0;
    }
}

impl Bitboards {
    const fn count(squares: &[u8; 64]) -> Bitboards {
        let mut sets = [0; 16];
        let mut square = 0;
        while square < 64 {
            let piece = squares[square];
            if piece != 0 {
                sets[piece as usize & 15] |= 1 << square;
                sets[(piece | ALL) as usize & 15] |= 1 << square;
            }
            square += 1;
        }
        Bitboards { sets, check_info: CheckInfo::UNKNOWN }
    }

    #[inline(always)]
    fn toggle(&mut self, side: usize, piece: u8, squares: u64) {
        self.sets[piece as usize & 15] ^= squares;
        self.sets[(side << 3 | ALL as usize) & 15] ^= squares;
    }

    /// Like [`Tracker::remove`], but for squares that may have been empty; branchless.
    #[inline(always)]
    pub(super) fn remove_any(&mut self, side: usize, piece: u8, square: u8) {
        let squares = if piece == 0 { 0 } else { bit(square) };
        self.toggle(side, piece, squares);
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub fn all(&self) -> u64 {
        self.sets[ALL as usize] | self.sets[8 | ALL as usize]
    }

    /// Returns the squares of a piece.
    #[inline(always)]
    pub fn set(&self, piece: u8) -> u64 {
        self.sets[piece as usize & 15]
    }

    /// Returns the pieces of one role of a side; with [`ALL`], all its pieces.
    #[inline(always)]
    pub fn of_side(&self, side: usize, role: u8) -> u64 {
        self.set((side as u8) << 3 | role)
    }

    /// Returns the square of a side's king.
    #[inline(always)]
    pub fn king(&self, side: usize) -> u8 {
        (self.of_side(side, KING).trailing_zeros() & 63) as u8
    }

    /// Returns the pieces of a side, from pawns to the king.
    #[inline(always)]
    pub fn by_role(&self, side: usize) -> &[u64; 6] {
        let [_, white @ .., _, _, _, _, _, _, _, _, _]: &[u64; 16] = &self.sets;
        let [_, _, _, _, _, _, _, _, _, black @ .., _]: &[u64; 16] = &self.sets;
        if side & 1 == 0 { white } else { black }
    }

    /// Returns the sliders of `side` that would attack a square on an empty board.
    #[inline(always)]
    pub fn aiming_sliders(&self, square: u8, side: usize) -> u64 {
        let queens = self.of_side(side, QUEEN);
        let on_empty_board = |role: u8| PSEUDO_ATTACKS[role as usize][square as usize & 63];
        on_empty_board(ROOK) & (self.of_side(side, ROOK) | queens)
            | on_empty_board(BISHOP) & (self.of_side(side, BISHOP) | queens)
    }

    /// Selects the guard among the pieces between a king and a slider: a pawn if possible, because pawns move least.
    #[inline(always)]
    pub(super) fn guard(&self, between: u64) -> u64 {
        let pawns = between & (self.set(PAWN) | self.set(8 | PAWN));
        let best = if pawns != 0 { pawns } else { between };
        best & best.wrapping_neg()
    }

    /// Returns this square of a king, plus one piece between it and each slider of `side` that aims at it. `None` if `side` attacks the
    /// square.
    #[inline(always)]
    pub fn king_guards(&self, king: u8, side: usize) -> Option<u64> {
        let all = self.all();
        let (mut king_guards, mut checks) =
            (bit(king), attacks::leapers(self.by_role(side), side & 1 == 1, king.into()));
        for slider in attacks::squares(self.aiming_sliders(king, side)) {
            let between = attacks::between(king.into(), slider) & all;
            king_guards |= self.guard(between);
            checks |= u64::from(between == 0);
        }
        (checks == 0).then_some(king_guards)
    }

    /// Returns `true` if the king of side `us` is not attacked after a move of one of its pieces, neither castling nor en passant.
    /// `occupied` is the occupancy before the move.
    #[inline]
    pub fn keeps_king_safe(&self, us: usize, from: u8, to: u8, occupied: u64) -> bool {
        let king = if self.king(us) == from { to } else { self.king(us) };
        let occupied = occupied & !bit(from) | bit(to);
        attacks::attackers(self.by_role(us ^ 1), us == 0, king.into(), occupied) & !bit(to) == 0
    }

    /// Returns `true` if `side` attacks a square with this occupancy.
    #[inline(always)]
    pub fn is_attacked(&self, square: u8, side: usize, occupied: u64) -> bool {
        attacks::attackers(self.by_role(side), side & 1 == 1, square.into(), occupied) != 0
    }
}
