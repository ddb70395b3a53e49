//! A position and its legal moves as the side to move sees them: with Black to move, the board is turned upside down
//! (square ^ 56), so that the mover's pawns always go towards higher ranks.
//!
//! shakmaty has the moves too, as a list that serves everybody. Codecs that look at all of them at every ply are faster with
//! sets of squares, and need to know who attacks what anyway.

#[cfg(test)]
mod tests;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square};

pub use super::attacks::{Attacks, CLASS, ahead, attackers, blockers, line, pawn, reach, squares};
pub use super::piece::index::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
pub use super::square_attacks::SquareAttacks;
use crate::PackedMove;

/// In place of a role where no man is.
pub const NO_PIECE: usize = 5;

/// On which pawns promote.
pub const LAST_RANK: u64 = 0xFF << 56;

/// A legal move, turned: bits 9-14 origin, bits 3-8 target (that of the king in castling), bits 0-2 what it is beside that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegalMove(pub u16);

/// In bits 0-2 of a [`LegalMove`]: castling by a king; by a pawn the promotion to a knight, and so on up to the queen.
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

    /// Bits 0-2.
    pub fn special(self) -> u16 {
        self.0 & 7
    }
}

/// What a legal move does.
#[derive(Debug, Clone, Copy)]
pub struct MoveInfo {
    /// The role of the man that moves.
    pub man: usize,
    /// Its role after the move: another in a promotion.
    pub after: usize,
    /// The role of the man that is captured, or [`NO_PIECE`].
    pub victim: usize,
    pub castles: bool,
    pub is_en_passant: bool,
}

/// What the side to move sees.
#[derive(Debug, Clone)]
pub struct LegalMoves {
    /// What squares are turned by: 0 with White to move, 56 with Black.
    pub flip: u32,
    /// The men of the side to move, one set for each role.
    pub own: [u64; 6],
    pub enemy: [u64; 6],
    pub own_all: u64,
    pub enemy_all: u64,
    pub occupied: u64,
    pub ours: Attacks,
    pub theirs: Attacks,
    pub king: u32,
    pub enemy_king: u32,
    /// The enemy's men that give check.
    pub checkers: u64,
    /// Men of both sides that alone stand between the own king and an enemy slider.
    pub blockers: u64,
    /// From where a man of each role attacks the enemy's king, with the men as they stand.
    pub checks: [u64; 6],
    /// The targets of the own man on each square; castling is not among them. Only squares of own men count.
    pub targets: [u64; 64],
    /// Where the king ends by castling.
    pub castling: u64,
    /// Whether the side to move may still castle to some side, now or later.
    pub has_rights: bool,
    /// The rooks with which it may castle now, towards the c file and the g file.
    rooks: [u32; 2],
    /// The en passant square, if it is the target of a legal move.
    pub en_passant: u64,
}

impl Default for LegalMoves {
    /// Sees nothing yet.
    fn default() -> LegalMoves {
        LegalMoves {
            flip: 0,
            own: [0; 6],
            enemy: [0; 6],
            own_all: 0,
            enemy_all: 0,
            occupied: 0,
            ours: Attacks::default(),
            theirs: Attacks::default(),
            king: 0,
            enemy_king: 0,
            checkers: 0,
            blockers: 0,
            checks: [0; 6],
            targets: [0; 64],
            castling: 0,
            has_rights: false,
            rooks: [0; 2],
            en_passant: 0,
        }
    }
}

impl LegalMoves {
    /// Of `position`.
    pub fn of(position: &Chess) -> LegalMoves {
        let mut sight = LegalMoves::default();
        sight.look(position);
        sight
    }

    /// Turns to `position`.
    #[inline(always)]
    pub fn look(&mut self, position: &Chess) {
        self.place(position);
        self.attack();
        self.find_castling(position);
        let evasions = self.evasions();
        self.find_pieces(evasions);
        self.find_pawns(evasions);
        self.find_en_passant(position);
        self.find_king();
    }

    /// Takes the men from the board.
    #[inline(always)]
    fn place(&mut self, position: &Chess) {
        let (board, turn) = (position.board(), position.turn());
        let white = turn == Color::White;
        let turned = |set: Bitboard| if white { set.0 } else { set.0.swap_bytes() };
        self.flip = if white { 0 } else { 56 };
        self.own_all = turned(board.by_color(turn));
        self.enemy_all = turned(board.by_color(!turn));
        self.occupied = self.own_all | self.enemy_all;
        for (i, role) in Role::ALL.into_iter().enumerate() {
            let men = turned(board.by_role(role));
            self.own[i] = men & self.own_all;
            self.enemy[i] = men & self.enemy_all;
        }
        self.king = self.own[KING].trailing_zeros() & 63;
        self.enemy_king = self.enemy[KING].trailing_zeros() & 63;
    }

    /// Finds who attacks what; the targets of pieces are then what they attack.
    #[inline(always)]
    fn attack(&mut self) {
        let targets = &mut self.targets;
        self.ours = Attacks::of(&self.own, true, self.occupied, |from, reach| targets[from as usize & 63] = reach);
        self.theirs = Attacks::of(&self.enemy, false, self.occupied, |_, _| ());
        self.checkers = match self.theirs.all >> self.king & 1 {
            0 => 0,
            _ => attackers(&self.enemy, true, self.king, self.occupied),
        };
        self.blockers = blockers(self.king, &self.enemy, self.occupied);
        let at = |role| reach(role, self.enemy_king, self.occupied);
        let (diagonal, straight) = (at(BISHOP), at(ROOK));
        self.checks = [pawn(self.enemy_king, false), at(KNIGHT), diagonal, straight, diagonal | straight, 0];
    }

    /// The targets that end check, for men other than the king.
    #[inline(always)]
    fn evasions(&self) -> u64 {
        match self.checkers.count_ones() {
            0 => !0,
            1 => super::attacks::between(self.king, self.checkers.trailing_zeros()) | self.checkers,
            _ => 0,
        }
    }

    /// The squares to which a man may go for all that pins it.
    #[inline(always)]
    fn unpinned(&self, from: u32) -> u64 {
        match self.blockers >> from & 1 {
            0 => !0,
            _ => line(self.king, from),
        }
    }

    #[inline(always)]
    fn find_pieces(&mut self, evasions: u64) {
        let pieces = self.own_all & !self.own[PAWN];
        let allowed = evasions & !self.own_all;
        for from in squares(pieces) {
            self.targets[from as usize & 63] &= allowed & self.unpinned(from);
        }
    }

    #[inline(always)]
    fn find_pawns(&mut self, evasions: u64) {
        let free = !self.occupied;
        for from in squares(self.own[PAWN]) {
            let one = 1 << 8 << from & free;
            let two = (one & 0xFF << 16) << 8 & free;
            let captures = pawn(from, true) & self.enemy_all;
            self.targets[from as usize & 63] = (one | two | captures) & evasions & self.unpinned(from);
        }
    }

    /// Adds captures en passant, after which the king must not be attacked (`positions.6`).
    fn find_en_passant(&mut self, position: &Chess) {
        self.en_passant = 0;
        let Some(square) = position.maybe_ep_square() else { return };
        let to = square as u32 ^ self.flip;
        let mut rest = self.enemy;
        rest[PAWN] &= !(1 << (to - 8));
        for from in squares(self.own[PAWN] & pawn(to, false)) {
            let occupied = self.occupied ^ 1 << from ^ 1 << to ^ 1 << (to - 8);
            if attackers(&rest, true, self.king, occupied) == 0 {
                self.targets[from as usize & 63] |= 1 << to;
                self.en_passant = 1 << to;
            }
        }
    }

    #[inline(always)]
    fn find_king(&mut self) {
        let behind = squares(self.checkers & (self.enemy[BISHOP] | self.enemy[ROOK] | self.enemy[QUEEN]))
            .map(|checker| line(self.king, checker) & !(1 << checker))
            .fold(0, |all, line| all | line);
        self.targets[self.king as usize] = reach(KING, self.king, 0) & !self.own_all & !self.theirs.all & !behind;
    }

    fn find_castling(&mut self, position: &Chess) {
        let (castles, turn) = (position.castles(), position.turn());
        (self.has_rights, self.castling) = (castles.has_color(turn), 0);
        if self.checkers != 0 || !self.has_rights {
            return;
        }
        for side in CastlingSide::ALL {
            let is_free = (castles.path(turn, side) & position.board().occupied()).is_empty();
            if let Some(rook) = castles.rook(turn, side)
                && is_free
                && !position.castling_moves(side).is_empty()
            {
                self.castling |= 1 << Square::from_coords(side.king_to_file(), Rank::First) as u32;
                self.rooks[usize::from(side.is_king_side())] = rook as u32 ^ self.flip;
            }
        }
    }

    /// Calls `visit` with target and special of the legal moves of the man of this role on `from`, in ascending order of
    /// [`LegalMove`]s.
    #[inline(always)]
    pub fn moves_of(&self, role: usize, from: u32, mut visit: impl FnMut(u32, u16)) {
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

    /// The role of the own man on a square.
    pub fn role_at(&self, square: u32) -> usize {
        self.own.iter().position(|men| men >> square & 1 == 1).unwrap_or(NO_PIECE)
    }

    /// The role of the enemy's man on a square, or [`NO_PIECE`].
    pub fn victim_at(&self, square: u32) -> usize {
        self.enemy[..KING].iter().position(|men| men >> square & 1 == 1).unwrap_or(NO_PIECE)
    }

    /// Whether the own man of this role on `from` has moves that are more than an origin and a target: castling, promotions, en
    /// passant.
    #[inline(always)]
    pub fn is_special(&self, role: usize, from: u32) -> bool {
        match role {
            PAWN => self.targets[from as usize & 63] & (LAST_RANK | self.en_passant) != 0,
            KING => self.castling != 0,
            _ => false,
        }
    }

    /// What a legal move does.
    pub fn info(&self, m: LegalMove) -> MoveInfo {
        let man = self.role_at(m.from());
        let is_en_passant = man == PAWN && (m.from() ^ m.to()) & 7 != 0 && self.enemy_all >> m.to() & 1 == 0;
        MoveInfo {
            man,
            after: if man == PAWN { usize::from(m.special()) } else { man },
            victim: if is_en_passant { PAWN } else { self.victim_at(m.to()) },
            castles: man == KING && m.special() == SPECIAL,
            is_en_passant,
        }
    }

    /// The move for shakmaty. It must be legal.
    pub fn to_move(&self, m: LegalMove) -> Move {
        let at = |square: u32| Square::new(square ^ self.flip);
        let (from, to, info) = (at(m.from()), at(m.to()), self.info(m));
        if info.castles {
            return Move::Castle { king: from, rook: at(self.rooks[usize::from(m.to() & 7 > 4)]) };
        }
        if info.is_en_passant {
            return Move::EnPassant { from, to };
        }
        Move::Normal {
            role: Role::ALL[info.man],
            from,
            capture: Role::ALL[..KING].get(info.victim).copied(),
            to,
            promotion: if info.after == info.man { None } else { Some(Role::ALL[info.after]) },
        }
    }

    /// The move that a word would be if it were legal here. Others may have the same, so that what is found for it has to be
    /// compared with the word.
    pub fn of_word(&self, word: PackedMove) -> LegalMove {
        let special = match word.flags() {
            2 | 3 => SPECIAL,
            kind @ 8.. => SPECIAL + u16::from(kind & 3),
            _ => 0,
        };
        LegalMove::new(u32::from(word.from()) ^ self.flip, u32::from(word.to()) ^ self.flip, special)
    }
}

/// Does `work` with what the processor has for sets of squares: the same instructions that all code has, and some that make a
/// quarter of them needless. Only what is inlined gains.
#[inline(always)]
#[allow(unsafe_code, reason = "needs instructions that are asked for")]
pub fn with_bit_instructions<T>(on: &mut T, work: impl FnOnce(&mut T)) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn quickly<T>(on: &mut T, work: impl FnOnce(&mut T)) {
            work(on);
        }
        if has_bit_instructions() {
            // SAFETY: the processor has what the function needs.
            return unsafe { quickly(on, work) };
        }
    }
    work(on);
}

/// Whether the processor has `bmi1`, `bmi2`, `lzcnt`, `popcnt`, and `avx2`.
#[cfg(target_arch = "x86_64")]
pub fn has_bit_instructions() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}
