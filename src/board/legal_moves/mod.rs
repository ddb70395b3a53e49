//! A position and its legal moves relative to the side to move: if Black is to move, the board is flipped vertically (square ^ 56), so that
//! our pawns always move towards higher ranks.
//!
//! For codecs that need all legal moves and the attacks of both sides at every ply.

mod square_attacks;
#[cfg(test)]
mod tests;

pub use super::attacks::{
    Attacks, CLASS, attackers, attacks_from, blockers, line, passed_pawn_spans, pawn_attacks, squares,
};
pub use super::piece::index::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::{Position, castling::HOME_RANKS};
use crate::{PackedMove, moves::MoveFlags};
pub use square_attacks::SquareAttacks;

/// Replaces the role of a captured piece if there is none.
pub const NO_PIECE: usize = 5;

/// The rank on which our pawns promote.
pub const LAST_RANK: u64 = 0xFF << 56;

/// A legal move, flipped: bits 9-14 from square, bits 3-8 to square (the king's in castling), bits 0-2 special part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegalMove(pub u16);

/// The special part of castling, and of a promotion to a knight; promotions to bishop, rook and queen follow.
pub const SPECIAL: u16 = 1;

impl LegalMove {
    pub fn new(from: u32, to: u32, special: u16) -> LegalMove {
        LegalMove((from << 9 | to << 3) as u16 | special)
    }

    pub fn from(self) -> u32 {
        u32::from(self.0 >> 9 & 63)
    }

    pub fn to(self) -> u32 {
        u32::from(self.0 >> 3 & 63)
    }

    /// Returns bits 0-2: 0, or [`SPECIAL`] and above.
    pub fn special(self) -> u16 {
        self.0 & 7
    }
}

/// Properties of a legal move.
#[derive(Debug, Clone, Copy)]
pub struct MoveInfo {
    /// The role of the moving piece.
    pub role: usize,
    /// Its role after the move, which differs in a promotion.
    pub role_after: usize,
    /// The role of the captured piece, or [`NO_PIECE`].
    pub captured: usize,
    pub is_castling: bool,
    pub is_en_passant: bool,
}

/// The pieces of a position, their attacks and the legal moves: *we* are the side to move, *they* the other side.
#[derive(Debug, Clone)]
pub struct LegalMoves {
    /// The XOR mask that flips squares: 0 if White is to move, 56 if Black is.
    pub flip: u32,
    /// Our pieces by role.
    pub us: [u64; 6],
    /// Their pieces by role.
    pub them: [u64; 6],
    pub our_pieces: u64,
    pub their_pieces: u64,
    pub occupied: u64,
    pub our_attacks: Attacks,
    /// The squares that at least two of our pieces attack.
    pub our_attacks_twice: u64,
    pub their_attacks: Attacks,
    pub our_king: u32,
    pub their_king: u32,
    /// Their pieces that give check.
    pub checkers: u64,
    /// Pieces of both sides that stand alone between our king and a slider of theirs.
    pub blockers: u64,
    /// By role, the squares from which a piece attacks their king, with the current occupancy.
    pub check_squares: [u64; 6],
    /// The to squares of our piece on each square, without castling. Entries of squares without a piece are invalid.
    pub targets: [u64; 64],
    /// The king's to squares in castling.
    pub castling: u64,
    /// True if we have a castling right.
    pub has_rights: bool,
    /// The en passant square, if a legal move goes there.
    pub en_passant: u64,
}

impl Default for LegalMoves {
    /// Has no position yet.
    fn default() -> LegalMoves {
        LegalMoves {
            flip: 0,
            us: [0; 6],
            them: [0; 6],
            our_pieces: 0,
            their_pieces: 0,
            occupied: 0,
            our_attacks: Attacks::default(),
            our_attacks_twice: 0,
            their_attacks: Attacks::default(),
            our_king: 0,
            their_king: 0,
            checkers: 0,
            blockers: 0,
            check_squares: [0; 6],
            targets: [0; 64],
            castling: 0,
            has_rights: false,
            en_passant: 0,
        }
    }
}

impl LegalMoves {
    /// Computes the legal moves of `position`.
    pub fn new(position: &Position) -> LegalMoves {
        let mut legal = LegalMoves::default();
        legal.update(position);
        legal
    }

    /// Replaces the moves by the legal moves of `position`.
    #[inline(always)]
    pub fn update(&mut self, position: &Position) {
        self.find_pieces(position);
        self.find_their_attacks();
        let evasions = self.evasions();
        self.find_our_attacks(evasions);
        self.find_castling(position);
        self.find_pawn_moves(evasions);
        self.find_en_passant(position);
        self.find_king_moves();
    }

    /// Copies the pieces from the board.
    #[inline(always)]
    fn find_pieces(&mut self, position: &Position) {
        let board = position.board();
        let us = position.board().side();
        let ours = board.sets().by_role(us);
        let theirs = board.sets().by_role(us ^ 1);
        self.flip = if us == 0 { 0 } else { 56 };
        (self.us, self.them) = match us {
            0 => (*ours, *theirs),
            _ => (ours.map(u64::swap_bytes), theirs.map(u64::swap_bytes)),
        };
        self.our_pieces = self.us.iter().fold(0, |all, set| all | set);
        self.their_pieces = self.them.iter().fold(0, |all, set| all | set);
        self.occupied = self.our_pieces | self.their_pieces;
        self.our_king = self.us[KING].trailing_zeros() & 63;
        self.their_king = self.them[KING].trailing_zeros() & 63;
    }

    /// Computes the attacks of the other side, and their effects on our king.
    #[inline(always)]
    fn find_their_attacks(&mut self) {
        self.their_attacks = Attacks::of(&self.them, false, self.occupied);
        self.checkers = match self.their_attacks.all >> self.our_king & 1 {
            0 => 0,
            _ => attackers(&self.them, true, self.our_king, self.occupied),
        };
        self.blockers = blockers(self.our_king, &self.them, self.occupied);
    }

    /// Computes our attacks, and the targets of our pieces except pawns and king.
    #[inline(always)]
    fn find_our_attacks(&mut self, evasions: u64) {
        let allowed = evasions & !self.our_pieces;
        let pinned = self.blockers;
        let king = self.our_king;
        let targets = &mut self.targets;
        (self.our_attacks, self.our_attacks_twice) =
            Attacks::of_each(&self.us, true, self.occupied, |from, attacked| {
                targets[from as usize & 63] = attacked & allowed & pin_mask(pinned, king, from);
            });
        let at = |role| attacks_from(role, self.their_king, self.occupied);
        let diagonal = at(BISHOP);
        let straight = at(ROOK);
        self.check_squares =
            [pawn_attacks(self.their_king, false), at(KNIGHT), diagonal, straight, diagonal | straight, 0];
    }

    /// Returns the to squares that end a check, for pieces other than the king.
    #[inline(always)]
    fn evasions(&self) -> u64 {
        match self.checkers.count_ones() {
            0 => !0,
            1 => super::attacks::between(self.our_king, self.checkers.trailing_zeros()) | self.checkers,
            _ => 0,
        }
    }

    #[inline(always)]
    fn find_pawn_moves(&mut self, evasions: u64) {
        let empty = !self.occupied;
        for from in squares(self.us[PAWN]) {
            let push = 1 << 8 << from & empty;
            let double_push = (push & 0xFF << 16) << 8 & empty;
            let captures = pawn_attacks(from, true) & self.their_pieces;
            self.targets[from as usize & 63] =
                (push | double_push | captures) & evasions & pin_mask(self.blockers, self.our_king, from);
        }
    }

    /// Adds en passant captures that leave our king unattacked (`positions.6`).
    fn find_en_passant(&mut self, position: &Position) {
        self.en_passant = 0;
        let Some(square) = position.board().en_passant() else { return };
        let to = square as u32 ^ self.flip;
        let mut after = self.them;
        after[PAWN] &= !(1 << (to - 8));
        for from in squares(self.us[PAWN] & pawn_attacks(to, false)) {
            let occupied = self.occupied ^ 1 << from ^ 1 << to ^ 1 << (to - 8);
            if attackers(&after, true, self.our_king, occupied) == 0 {
                self.targets[from as usize & 63] |= 1 << to;
                self.en_passant = 1 << to;
            }
        }
    }

    #[inline(always)]
    fn find_king_moves(&mut self) {
        // A slider that gives check also attacks the squares behind the king.
        let xrays = squares(self.checkers & (self.them[BISHOP] | self.them[ROOK] | self.them[QUEEN]))
            .map(|checker| line(self.our_king, checker) & !(1 << checker))
            .fold(0, |all, line| all | line);
        self.targets[self.our_king as usize] =
            attacks_from(KING, self.our_king, 0) & !self.our_pieces & !self.their_attacks.all & !xrays;
    }

    fn find_castling(&mut self, position: &Position) {
        let board = position.board();
        let our_rank = HOME_RANKS[board.side()];
        self.has_rights = board.castling_rooks() & our_rank != 0;
        self.castling = 0;
        if self.checkers != 0 || !self.has_rights {
            return;
        }
        self.castling = board.legal_castling().fold(0, |set, m| set | 1 << (u32::from(m.to()) ^ self.flip));
    }

    /// Calls `visit` with the to square and the special part of each legal move of our piece of this role on `from`, in ascending order of
    /// [`LegalMove`]s.
    #[inline(always)]
    pub fn visit_moves(&self, role: usize, from: u32, mut visit: impl FnMut(u32, u16)) {
        let targets = self.targets[from as usize & 63];
        match role {
            PAWN if targets & LAST_RANK != 0 => {
                for to in squares(targets) {
                    (SPECIAL..SPECIAL + 4).for_each(|special| visit(to, special));
                }
            }
            KING if self.castling != 0 => {
                for to in squares(targets | self.castling) {
                    if targets >> to & 1 == 1 {
                        visit(to, 0);
                    }
                    if self.castling >> to & 1 == 1 {
                        visit(to, SPECIAL);
                    }
                }
            }
            _ => squares(targets).for_each(|to| visit(to, 0)),
        }
    }

    /// Returns the role of our piece on a square, or [`NO_PIECE`].
    #[inline]
    pub fn our_role_at(&self, square: u32) -> usize {
        role_at(&self.us, square)
    }

    /// Returns the role of the piece that a move to a square captures, or [`NO_PIECE`].
    #[inline]
    pub fn captured_at(&self, square: u32) -> usize {
        role_at(&self.them, square)
    }

    /// Returns `true` if our piece of this role on `from` has special moves: castling, promotions, en passant captures.
    #[inline(always)]
    pub fn is_special(&self, role: usize, from: u32) -> bool {
        match role {
            PAWN => self.targets[from as usize & 63] & (LAST_RANK | self.en_passant) != 0,
            KING => self.castling != 0,
            _ => false,
        }
    }

    /// Returns the properties of a legal move.
    pub fn info(&self, m: LegalMove) -> MoveInfo {
        let role = self.our_role_at(m.from());
        let is_en_passant = role == PAWN && (m.from() ^ m.to()) & 7 != 0 && self.their_pieces >> m.to() & 1 == 0;
        MoveInfo {
            role,
            role_after: if role == PAWN { usize::from(m.special()) } else { role },
            captured: if is_en_passant { PAWN } else { self.captured_at(m.to()) },
            is_castling: role == KING && m.special() == SPECIAL,
            is_en_passant,
        }
    }

    /// Returns the packed move of a move, which must be legal.
    #[inline(always)]
    pub fn to_packed(&self, m: LegalMove) -> PackedMove {
        let info = self.info(m);
        let is_double = info.role == PAWN && m.from().abs_diff(m.to()) == 16;
        let capture = if info.captured == NO_PIECE { 0 } else { MoveFlags::Capture as u16 };
        let flags = if info.is_castling && m.to() & 7 > 4 {
            MoveFlags::CastleKingSide as u16
        } else if info.is_castling {
            MoveFlags::CastleQueenSide as u16
        } else if info.is_en_passant {
            MoveFlags::EnPassant as u16
        } else if info.role != info.role_after {
            (MoveFlags::PromoteKnight as u16 + m.special() - SPECIAL) | capture
        } else if is_double {
            MoveFlags::DoublePush as u16
        } else {
            capture
        };
        PackedMove(flags << 12 | ((m.from() ^ self.flip) << 6 | m.to() ^ self.flip) as u16)
    }

    /// Returns the move that a packed move would be if it were legal here. Illegal packed moves can give the same result, so the caller
    /// must compare it.
    pub fn of_packed(&self, m: PackedMove) -> LegalMove {
        let special = match m.flags() {
            2 | 3 => SPECIAL,
            flags @ 8.. => SPECIAL + u16::from(flags & 3),
            _ => 0,
        };
        LegalMove::new(u32::from(m.from()) ^ self.flip, u32::from(m.to()) ^ self.flip, special)
    }
}

/// Returns the role of the piece on a square; 5 for an empty square and for a king. Branchless, because roles are hard to predict.
#[inline(always)]
fn role_at(pieces: &[u64; 6], square: u32) -> usize {
    let [pawns, knights, bishops, rooks, queens, _] = *pieces;
    let has = |set: u64| (set >> (square & 63) & 1) as usize;
    let none_or_king = !(pawns | knights | bishops | rooks | queens);
    has(knights | rooks | none_or_king) | has(bishops | rooks) << 1 | has(queens | none_or_king) << 2
}

/// Returns the squares that a pin leaves to the piece on `from`: the line of the pin if the piece is one of the `pinned`, otherwise all.
#[inline(always)]
fn pin_mask(pinned: u64, king: u32, from: u32) -> u64 {
    match pinned >> from & 1 {
        0 => !0,
        _ => line(king, from),
    }
}

/// Calls `work`, compiled for bit manipulation instructions if the processor has them. The result is the same with a quarter fewer
/// instructions. Only inlined code benefits.
#[inline(always)]
#[allow(unsafe_code, reason = "needs instructions that are checked for at run time")]
pub fn with_bmi2<T, R>(on: &mut T, work: impl FnOnce(&mut T) -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_instructions<T, R>(on: &mut T, work: impl FnOnce(&mut T) -> R) -> R {
            work(on)
        }
        if has_bmi2() {
            // SAFETY: the processor supports the instructions of the function.
            return unsafe { with_instructions(on, work) };
        }
    }
    work(on)
}

/// Returns `true` if the processor has `bmi1`, `bmi2`, `lzcnt`, `popcnt`, and `avx2`.
#[cfg(target_arch = "x86_64")]
pub fn has_bmi2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}
