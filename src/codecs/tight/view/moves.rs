//! What the model sees of a move: output rows and table entries (`tight.8` to `tight.11`).

use shakmaty::{Move, Role, Square, attacks};

use super::{CLASS, OWN_STATUS, View, ends, has, reach};

/// First rows of the outputs (`tight.9`).
const FROM: u16 = 8 * 64;
const CAPTURE_CLASS: u16 = FROM + 6 * 64;
const ORIGIN_CLASS: u16 = CAPTURE_CLASS + 6 * 6 * 4 * 2;
const THREAT_CLASS: u16 = ORIGIN_CLASS + 6 * 4;
/// Output rows.
pub const OUTPUTS: usize = THREAT_CLASS as usize + 6 * 5;

/// First entries of the tables (`tight.10`).
const EXCHANGE: u32 = 0;
const ANSWER: u32 = EXCHANGE + 6 * 4 * 6 * 2 * 6 * 2;
const FOLLOW_UP: u32 = ANSWER + 385 * 384;
const RELATION: u32 = FOLLOW_UP + 385 * 384;
const PATH: u32 = RELATION + 6 * 64;
const TOWARDS_KING: u32 = PATH + 6 * 64 * 64;
const PHASE: u32 = TOWARDS_KING + 64 * 384;
const THREAT: u32 = PHASE + 8 * 384;
/// Entries of all tables.
pub const ENTRIES: usize = THREAT as usize + 6 * 5 * 4 * 4;

/// A man of the side to move.
#[derive(Debug, Clone, Copy)]
pub struct Man {
    piece: usize,
    from: usize,
    status: usize,
    discovers: bool,
}

/// What the model sees of a move.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// By which moves are ordered: origin, target, kind (`tight.11`).
    pub order: u16,
    /// Output rows (`tight.9`).
    pub rows: [u16; 5],
    /// Table entries (`tight.10`).
    pub entries: [u32; 8],
}

impl View {
    /// What holds for all moves of the man on `from`, an absolute square.
    pub fn man(&self, role: Role, from: Square) -> Man {
        let (piece, f) = (role as usize - 1, from as usize ^ usize::from(self.flip));
        let status = match piece {
            5 => 0,
            _ => {
                let sets = &self.boards[OWN_STATUS + 3 * piece..][..3];
                has(sets[0], f) + 2 * has(sets[1], f) + 3 * has(sets[2], f)
            }
        };
        Man { piece, from: f, status, discovers: has(self.discovering, f) == 1 }
    }

    /// The rows and entries of a legal move of `man`.
    #[inline]
    pub fn read(&self, man: &Man, m: Move) -> Seen {
        let Man { piece, from: f, status, discovers } = *man;
        let t = usize::from(ends(m).1 ^ self.flip);
        let (mut kind, mut after, mut victim, mut order) = (piece, piece, 5, 0);
        match m {
            Move::Normal { capture, promotion, .. } => {
                victim = capture.map_or(5, |role| role as usize - 1);
                if let Some(role) = promotion {
                    after = role as usize - 1;
                    order = after;
                    kind = if after == 4 { 0 } else { 7 };
                }
            }
            Move::EnPassant { .. } => victim = 0,
            _ => (kind, order) = (6, 1),
        }

        // tight.8: the attacker of least value, and what follows from it.
        let by = &self.enemy_attacks;
        let attackers =
            has(by[0], t) | has(by[1], t) << 1 | has(by[2], t) << 2 | has(by[3], t) << 3 | has(by[4], t) << 4 | 32;
        let attacker = attackers.trailing_zeros() as usize;
        let counts_itself = piece != 0 || victim != 5;
        let support = has(if counts_itself { self.own_twice } else { self.own_all }, t);
        let danger = match attacker {
            5 => 0,
            a if a < CLASS[piece] => 1,
            _ => 2 + support,
        };
        let uncovers = discovers
            && !attacks::aligned(Square::new(u32::from(self.enemy_king)), Square::new(f as u32), Square::new(t as u32));
        let check = usize::from(uncovers) | has(self.checking[after], t);
        let threat = self.threat(after, f, t);

        // tight.10
        let relation = if t == self.last_to { self.answer } else { 0 }
            | usize::from(f == self.own_to) << 2
            | usize::from(f == self.own_to && t == self.own_from) << 3
            | usize::from(t == self.own_from) << 4
            | self.returned;

        let target = (piece * 64 + t) as u32;
        Seen {
            order: (f << 9 | t << 3 | order) as u16,
            rows: [
                (kind * 64 + t) as u16,
                FROM + (piece * 64 + f) as u16,
                CAPTURE_CLASS + (((piece * 6 + victim) * 4 + danger) * 2 + check) as u16,
                ORIGIN_CLASS + (piece * 4 + status) as u16,
                THREAT_CLASS + (piece * 5 + threat) as u16,
            ],
            entries: [
                EXCHANGE + (((((piece * 4 + status) * 6 + attacker) * 2 + support) * 6 + victim) * 2 + check) as u32,
                ANSWER + self.last_key * 384 + target,
                FOLLOW_UP + self.own_key * 384 + target,
                RELATION + (piece * 64 + relation) as u32,
                PATH + ((piece * 64 + f) * 64 + t) as u32,
                TOWARDS_KING + u32::from(self.enemy_king) * 384 + target,
                PHASE + self.phase * 384 + target,
                THREAT + (((piece * 5 + threat) * 4 + danger) * 4 + status) as u32,
            ],
        }
    }

    /// The most valuable enemy man that a man on `t`, come from `f`, attacks to some use: 0 none, 1 pawn, 2 minor piece,
    /// 3 rook, 4 queen (`tight.8`).
    #[inline]
    fn threat(&self, role: usize, f: usize, t: usize) -> usize {
        let prey = self.undefended | self.prey[CLASS[role].min(3)];
        let hit = prey & reach(role, Square::new(t as u32), self.occupied & !(1 << f));
        let men = &self.boards[6..11];
        let kinds = usize::from(hit & men[0] != 0)
            | usize::from(hit & (men[1] | men[2]) != 0) << 1
            | usize::from(hit & men[3] != 0) << 2
            | usize::from(hit & men[4] != 0) << 3;
        (usize::BITS - kinds.leading_zeros()) as usize
    }
}
