//! The features of a position and of its moves (`ranking.1` to `ranking.3`).

use super::table::base;
use crate::board::legal_moves::{
    BISHOP, CLASS, KING, LegalMove, LegalMoves, MoveInfo, NO_PIECE, PAWN, QUEEN, ROOK, SquareAttacks, attacks_from,
    passed_pawn_spans,
};

/// What the features of all moves of a position have in common.
pub struct PositionFeatures<'a> {
    pub legal: &'a LegalMoves,
    /// See [`LegalMoves::square_attacks`].
    pub square_attacks: [u8; 64],
    pub phase: usize,
    pub our_king_bucket: usize,
    pub their_king_bucket: usize,
    /// By the class of an attacker, their pieces that are worth more.
    pub more_valuable: [u64; 5],
    /// Their undefended pieces, the king excepted.
    pub undefended: u64,
    pub in_check: bool,
    /// Squares with a pawn of theirs ahead, on their file or an adjacent one.
    pub stopped: u64,
}

impl<'a> PositionFeatures<'a> {
    #[inline(always)]
    pub fn new(legal: &'a LegalMoves) -> PositionFeatures<'a> {
        let [pawns, knights, bishops, rooks, queens, king] = legal.them;
        let majors = rooks | queens;
        let non_pawns = legal.occupied & !(legal.us[PAWN] | legal.us[KING] | pawns | king);
        PositionFeatures {
            square_attacks: legal.square_attacks(),
            // ranking.2
            phase: match non_pawns.count_ones() {
                12.. => 0,
                8..12 => 1,
                4..8 => 2,
                _ => 3,
            },
            our_king_bucket: king_bucket(legal.our_king),
            their_king_bucket: king_bucket(legal.their_king),
            more_valuable: [knights | bishops | majors, majors, queens, 0, 0],
            undefended: legal.their_pieces & !king & !legal.their_attacks.all,
            in_check: legal.checkers != 0,
            stopped: passed_pawn_spans(pawns, false),
            legal,
        }
    }

    /// Calls `add` with the table entry of every feature of the move (`ranking.3`).
    pub fn visit(&self, m: LegalMove, mut add: impl FnMut(usize)) {
        let info = self.legal.info(m);
        let MoveInfo { role, role_after, .. } = info;
        self.visit_from(role, m.from(), &mut add);
        self.visit_to(role, m.to(), &mut add);
        self.visit_exchange(m, &info, &mut add);
        let attacked = attacks_from(role_after, m.to(), self.legal.occupied);
        add(base::THREAT + role_after * 4 + self.threat(CLASS[role_after], attacked));
        if role == PAWN && self.stopped >> m.to() & 1 == 0 {
            add(base::PASSED + m.to() as usize / 8);
        }
        if role_after != role {
            add(base::PROMOTION + role_after - 1);
        }
        if info.is_castling {
            add(base::CASTLING + usize::from(m.to() & 7 > 4));
        } else if let Some(entry) = self.castling_right(role) {
            add(entry);
        }
        if info.is_en_passant {
            add(base::EN_PASSANT);
        }
    }

    /// The features that do not depend on the to square.
    #[inline(always)]
    pub fn visit_from(&self, role: usize, from: u32, mut add: impl FnMut(usize)) {
        add(base::FROM + (self.phase * 6 + role) * 64 + from as usize);
        add(base::EVASION + 6 * usize::from(self.in_check) + role);
    }

    fn visit_to(&self, role: usize, to: u32, mut add: impl FnMut(usize)) {
        for (first, part) in
            [(base::TO, self.phase), (base::OUR_KING, self.our_king_bucket), (base::THEIR_KING, self.their_king_bucket)]
        {
            add(first + (part * 6 + role) * 64 + to as usize);
        }
    }

    /// Safety, capture and check.
    fn visit_exchange(&self, m: LegalMove, info: &MoveInfo, mut add: impl FnMut(usize)) {
        let MoveInfo { role, role_after, captured, is_castling, .. } = *info;
        let attacks_to = !is_castling && (role != PAWN || captured != NO_PIECE);
        let (from_safety, to_safety) = (self.safety(m.from(), false), self.safety(m.to(), attacks_to));
        add(base::SAFETY + (role * 12 + from_safety) * 12 + to_safety);
        if captured != NO_PIECE {
            add(base::CAPTURE + (captured * 6 + role) * 12 + to_safety);
        }
        if self.legal.check_squares[role_after] >> m.to() & 1 == 1 {
            add(base::CHECK + role_after * 12 + to_safety);
        }
    }

    /// The entry of a move by which king or rook may lose a castling right.
    #[inline(always)]
    pub fn castling_right(&self, role: usize) -> Option<usize> {
        match role {
            KING if self.legal.has_rights => Some(base::RIGHTS),
            ROOK if self.legal.has_rights => Some(base::RIGHTS + 1),
            _ => None,
        }
    }

    /// F and T of `ranking.3`: `twice` if two of our pieces must attack the square for it to be defended.
    #[inline(always)]
    fn safety(&self, square: u32, twice: bool) -> usize {
        let attacks = SquareAttacks(self.square_attacks[square as usize & 63]);
        2 * attacks.lowest_attacker() + if twice { attacks.defended_twice() } else { attacks.defended() }
    }

    /// 2 if a piece of this class that attacks `attacked` attacks a more valuable piece of theirs, and 1 if an undefended one.
    #[inline(always)]
    pub fn threat(&self, class: usize, attacked: u64) -> usize {
        2 * usize::from(attacked & self.more_valuable[class] != 0) + usize::from(attacked & self.undefended != 0)
    }

    /// Whether a piece of this role has no threat from a square, whatever the occupancy.
    #[inline(always)]
    pub fn is_harmless(&self, role: usize, square: u32) -> bool {
        let attacked = match role {
            BISHOP | ROOK | QUEEN => attacks_from(role, square, 0),
            _ => !0,
        };
        attacked & (self.more_valuable[CLASS[role]] | self.undefended) == 0
    }
}

/// ranking.2: files a to c, d and e, f to h.
#[inline(always)]
fn king_bucket(king: u32) -> usize {
    match king & 7 {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    }
}
