//! What the model sees of a move: output rows and table entries (`tight.8` to `tight.10`).

use super::{OWN_STATUS, View, has};
use crate::board::legal_moves::{CLASS, KING, LegalMove, MoveInfo, NO_PIECE, PAWN, QUEEN, line, reach};

/// First rows of the outputs (`tight.9`).
pub const FROM: u16 = 8 * 64;
pub const CAPTURE_CLASS: u16 = FROM + 6 * 64;
pub const ORIGIN_CLASS: u16 = CAPTURE_CLASS + 6 * 6 * 4 * 2;
pub const THREAT_CLASS: u16 = ORIGIN_CLASS + 6 * 4;
/// Output rows.
pub const OUTPUTS: usize = THREAT_CLASS as usize + 6 * 5;

/// First entries of the tables (`tight.10`).
pub const EXCHANGE: usize = 0;
pub const ANSWER: usize = EXCHANGE + 6 * 4 * 6 * 2 * 6 * 2;
pub const FOLLOW_UP: usize = ANSWER + 385 * 384;
pub const RELATION: usize = FOLLOW_UP + 385 * 384;
pub const PATH: usize = RELATION + 6 * 64;
pub const TOWARDS_KING: usize = PATH + 6 * 64 * 64;
pub const PHASE: usize = TOWARDS_KING + 64 * 384;
pub const THREAT: usize = PHASE + 8 * 384;
/// Entries of all tables.
pub const ENTRIES: usize = THREAT + 6 * 5 * 4 * 4;

/// What the model sees of a move.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Output rows (`tight.9`): kind and target, man and origin, capture, status, threat.
    pub rows: [u16; 5],
    /// Table entries (`tight.10`).
    pub entries: [u32; 8],
}

impl View<'_> {
    /// The status of the own man of this role on `from` (`tight.4`).
    #[inline(always)]
    pub fn status(&self, role: usize, from: u32) -> usize {
        match role {
            KING => 0,
            _ => {
                let sets = &self.boards[OWN_STATUS + 3 * role..][..3];
                has(sets[0], from) + 2 * has(sets[1], from) + 3 * has(sets[2], from)
            }
        }
    }

    /// The rows and entries of a legal move. [`super::Candidates`] finds those of most moves faster.
    pub fn read(&self, m: LegalMove) -> Seen {
        let (sight, f, t) = (self.sight, m.from(), m.to());
        // tight.8
        let MoveInfo { man: piece, after, victim, castles, .. } = sight.info(m);
        let kind = match (piece, after) {
            _ if castles => 6,
            (PAWN, PAWN | QUEEN) => PAWN,
            (PAWN, _) => 7,
            _ => piece,
        };
        let status = self.status(piece, f);
        let attacker = sight.theirs.by.iter().position(|set| has(*set, t) == 1).unwrap_or(5);
        let is_step = piece == PAWN && victim == NO_PIECE;
        let support = has(if is_step { sight.ours.all } else { sight.ours.twice }, t);
        let danger = match attacker {
            5 => 0,
            a if a < CLASS[piece] => 1,
            _ => 2 + support,
        };
        let uncovers = has(self.discovering, f) == 1 && has(line(sight.enemy_king, f), t) == 0;
        let check = usize::from(uncovers) | has(sight.checks[after], t);
        let attacked = reach(after, t, sight.occupied & !(1 << f));
        let threat = (0..4).rfind(|kind| attacked & self.hanging[CLASS[after]][*kind] != 0).map_or(0, |kind| kind + 1);

        // tight.10
        let relation = if t == self.last_to { self.answer } else { 0 }
            | usize::from(f == self.own_to) << 2
            | usize::from(f == self.own_to && t == self.own_from) << 3
            | usize::from(t == self.own_from) << 4
            | self.returned;

        let target = piece * 64 + t as usize;
        Seen {
            rows: [
                kind as u16 * 64 + t as u16,
                FROM + piece as u16 * 64 + f as u16,
                CAPTURE_CLASS + (((piece * 6 + victim) * 4 + danger) * 2 + check) as u16,
                ORIGIN_CLASS + (piece * 4 + status) as u16,
                THREAT_CLASS + (piece * 5 + threat) as u16,
            ],
            entries: [
                EXCHANGE + ((((piece * 4 + status) * 6 + attacker) * 2 + support) * 6 + victim) * 2 + check,
                ANSWER + self.last_key * 384 + target,
                FOLLOW_UP + self.own_key * 384 + target,
                RELATION + piece * 64 + relation,
                PATH + (piece * 64 + f as usize) * 64 + t as usize,
                TOWARDS_KING + sight.enemy_king as usize * 384 + target,
                PHASE + self.phase * 384 + target,
                THREAT + ((piece * 5 + threat) * 4 + danger) * 4 + status,
            ]
            .map(|entry| entry as u32),
        }
    }
}
