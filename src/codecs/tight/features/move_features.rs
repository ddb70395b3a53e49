//! The features of a move: move features and entries of the pair table (`tight.9` to `tight.11`).

use super::{Features, has};
use crate::board::legal_moves::{CLASS, LegalMove, MoveInfo, NO_PIECE, PAWN, QUEEN, attacks_from, line};

/// First numbers of the move features (`tight.10`).
pub const FROM: u16 = 8 * 64;
pub const CAPTURE_CLASS: u16 = FROM + 6 * 64;
pub const RISK: u16 = CAPTURE_CLASS + 6 * 6 * 4 * 2;
pub const RELATION: u16 = RISK + 6 * 5 * 4 * 4;
pub const PLAYED: u16 = RELATION + 6 * 64;
/// The number of move features.
pub const MOVE_FEATURES: usize = PLAYED as usize + 40;

/// First entries of the parts of the pair table (`tight.11`).
pub const EXCHANGE: usize = 0;
pub const REPLY: usize = EXCHANGE + 6 * 4 * 6 * 2 * 6 * 2;
pub const FOLLOW_UP: usize = REPLY + 385 * 384;
pub const PATH: usize = FOLLOW_UP + 385 * 384;
/// The number of entries of the pair table.
pub const ENTRIES: usize = PATH + 6 * 64 * 64;

/// The features of a move.
#[derive(Debug, Clone, Copy)]
pub struct MoveFeatures {
    /// Move features (`tight.10`): mover and to square, role and from square, capture, risk, relation.
    pub features: [u16; 5],
    /// Entries of the pair table (`tight.11`).
    pub entries: [u32; 4],
}

/// The attributes of a move (`tight.9`).
struct Attributes {
    from: usize,
    to: usize,
    role: usize,
    captured: usize,
    attacker: usize,
    support: usize,
    danger: usize,
    status: usize,
    check: usize,
    threat: usize,
    mover: usize,
    relation: usize,
}

impl Features<'_> {
    /// The status of our piece on `from`; 0 for the king (`tight.4`, `tight.9`).
    #[inline(always)]
    pub fn status(&self, from: u32) -> usize {
        has(self.status_bits[0], from) | has(self.status_bits[1], from) << 1
    }

    /// Returns the features of a legal move. [`super::Candidates`] computes the features of most moves faster.
    pub fn move_features(&self, m: LegalMove) -> MoveFeatures {
        let attributes = self.attributes(m);
        MoveFeatures { features: attributes.features(), entries: self.entries(&attributes).map(|entry| entry as u32) }
    }

    // tight.9
    fn attributes(&self, m: LegalMove) -> Attributes {
        let legal = self.legal;
        let from = m.from();
        let to = m.to();
        let info = legal.info(m);
        let MoveInfo { role, role_after, captured, .. } = info;
        let attacker = legal.their_attacks.by.iter().position(|set| has(*set, to) == 1).unwrap_or(5);
        let is_push = role == PAWN && captured == NO_PIECE;
        let support = has(if is_push { legal.our_attacks.all } else { legal.our_attacks_twice }, to);
        Attributes {
            from: from as usize,
            to: to as usize,
            role,
            captured,
            attacker,
            support,
            danger: danger(role, attacker, support),
            status: self.status(from),
            check: usize::from(self.discovers_check(from, to)) | has(legal.check_squares[role_after], to),
            threat: self.threat(role_after, from, to),
            mover: mover(&info),
            relation: self.relation(from, to),
        }
    }

    fn discovers_check(&self, from: u32, to: u32) -> bool {
        has(self.discoverers, from) == 1 && has(line(self.legal.their_king, from), to) == 0
    }

    fn threat(&self, role: usize, from: u32, to: u32) -> usize {
        let attacked = attacks_from(role, to, self.legal.occupied & !(1 << from));
        let hanging = &self.hanging[CLASS[role]];
        (0..4).rfind(|kind| attacked & hanging[*kind] != 0).map_or(0, |kind| kind + 1)
    }

    // tight.9
    fn relation(&self, from: u32, to: u32) -> usize {
        let reply = if to == self.last_to { self.reply } else { 0 };
        reply
            | usize::from(from == self.previous_to) << 2
            | usize::from(from == self.previous_to && to == self.previous_from) << 3
            | usize::from(to == self.previous_from) << 4
            | self.undone
    }

    // tight.11
    fn entries(&self, m: &Attributes) -> [usize; 4] {
        let Attributes { from, to, role, captured, attacker, support, status, check, .. } = *m;
        let role_to = role * 64 + to;
        [
            EXCHANGE + ((((role * 4 + status) * 6 + attacker) * 2 + support) * 6 + captured) * 2 + check,
            REPLY + self.last_key * 384 + role_to,
            FOLLOW_UP + self.previous_key * 384 + role_to,
            PATH + (role * 64 + from) * 64 + to,
        ]
    }
}

impl Attributes {
    // tight.10
    fn features(&self) -> [u16; 5] {
        let Attributes { from, to, role, captured, danger, status, check, threat, mover, relation, .. } = *self;
        [
            (mover * 64 + to) as u16,
            FROM + (role * 64 + from) as u16,
            CAPTURE_CLASS + (((role * 6 + captured) * 4 + danger) * 2 + check) as u16,
            RISK + (((role * 4 + status) * 5 + threat) * 4 + danger) as u16,
            RELATION + (role * 64 + relation) as u16,
        ]
    }
}

/// The mover: 6 for castling, 7 for an underpromotion, otherwise the role (`tight.9`).
fn mover(info: &MoveInfo) -> usize {
    match (info.role, info.role_after) {
        _ if info.is_castling => 6,
        (PAWN, PAWN | QUEEN) => PAWN,
        (PAWN, _) => 7,
        (role, _) => role,
    }
}

/// The danger of a move (`tight.9`).
pub const fn danger(role: usize, attacker: usize, support: usize) -> usize {
    match attacker {
        5 => 0,
        _ if attacker < CLASS[role] => 1,
        _ => 2 + support,
    }
}
