//! The features of a position and of its moves (`ranking.1` to `ranking.3`).

use super::table::base;
use crate::board::{
    attacks::{kings_attacks, knights_attacks, pawns_attacks},
    legal_moves::{KING, LegalMove, LegalMoves, MoveInfo, NO_PIECE, PAWN, ROOK, SquareAttacks, passed_pawn_spans},
    sliders,
};

/// Values shared by the features of all moves of a position.
pub struct PositionFeatures<'a> {
    pub legal: &'a LegalMoves,
    /// See [`LegalMoves::square_attacks`].
    pub square_attacks: [u8; 64],
    pub phase: usize,
    pub our_king_bucket: usize,
    pub their_king_bucket: usize,
    /// By role, the squares from which our piece attacks an undefended piece of theirs, and the squares from which it attacks a more
    /// valuable one.
    pub threats: [[u64; 2]; 6],
    pub in_check: bool,
    /// Squares with one of their pawns ahead, on the same or an adjacent file.
    pub stopped: u64,
}

impl<'a> PositionFeatures<'a> {
    #[inline(always)]
    pub fn new(legal: &'a LegalMoves) -> PositionFeatures<'a> {
        let pawns = legal.them[PAWN];
        let non_pawns = legal.occupied & !(legal.us[PAWN] | legal.us[KING] | pawns | legal.them[KING]);
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
            threats: threats(legal),
            in_check: legal.checkers != 0,
            stopped: passed_pawn_spans(pawns, false),
            legal,
        }
    }

    /// Calls `add` with the table entry of every feature of the move (`ranking.3`).
    pub fn visit(&self, m: LegalMove, mut add: impl FnMut(usize)) {
        let info = self.legal.info(m);
        let MoveInfo { role, role_after, .. } = info;
        add(base::FROM + (self.phase * 6 + role) * 64 + m.from() as usize);
        if info.is_castling {
            add(base::EVASION + 6 * usize::from(self.in_check) + role);
            add(base::CASTLING + usize::from(m.to() & 7 > 4));
        } else {
            self.visit_role(role, &mut add);
        }
        self.visit_to(role, m.to(), &mut add);
        self.visit_exchange(m, &info, &mut add);
        add(base::THREAT + role_after * 4 + self.threat(role_after, m.to()));
        if role == PAWN && self.stopped >> m.to() & 1 == 0 {
            add(base::PASSED + m.to() as usize / 8);
        }
        if role_after != role {
            add(base::PROMOTION + role_after - 1);
        }
        if info.is_en_passant {
            add(base::EN_PASSANT);
        }
    }

    /// The features shared by all moves of a role, except special moves.
    #[inline(always)]
    pub fn visit_role(&self, role: usize, mut add: impl FnMut(usize)) {
        add(base::EVASION + 6 * usize::from(self.in_check) + role);
        if let Some(entry) = self.castling_right(role) {
            add(entry);
        }
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
        let from_safety = self.safety(m.from(), false);
        let to_safety = self.safety(m.to(), attacks_to);
        add(base::SAFETY + (role * 12 + from_safety) * 12 + to_safety);
        if captured != NO_PIECE {
            add(base::CAPTURE + (captured * 6 + role) * 12 + to_safety);
        }
        if self.legal.check_squares[role_after] >> m.to() & 1 == 1 {
            add(base::CHECK + role_after * 12 + to_safety);
        }
    }

    /// Returns the entry of a move by which a king or rook can lose a castling right.
    #[inline(always)]
    fn castling_right(&self, role: usize) -> Option<usize> {
        match role {
            KING if self.legal.has_rights => Some(base::RIGHTS),
            ROOK if self.legal.has_rights => Some(base::RIGHTS + 1),
            _ => None,
        }
    }

    /// F and T of `ranking.3`: `twice` if the square counts as defended only when two of our pieces attack it.
    #[inline(always)]
    fn safety(&self, square: u32, twice: bool) -> usize {
        let attacks = SquareAttacks(self.square_attacks[square as usize & 63]);
        2 * attacks.lowest_attacker() + if twice { attacks.defended_twice() } else { attacks.defended() }
    }

    /// Returns 2 if a piece of this role attacks a more valuable piece of theirs from the square, plus 1 if it attacks an undefended one.
    #[inline(always)]
    pub fn threat(&self, role: usize, square: u32) -> usize {
        let [undefended, more_valuable] = self.threats[role];
        (more_valuable >> square & 1) as usize * 2 + (undefended >> square & 1) as usize
    }
}

/// Computes [`PositionFeatures::threats`]. A piece attacks a target from the squares that the same piece would attack
/// from the target's square; for pawns, in the opposite direction.
#[inline(always)]
fn threats(legal: &LegalMoves) -> [[u64; 2]; 6] {
    let [_, knights, bishops, rooks, queens, king] = legal.them;
    let majors = rooks | queens;
    let undefended = legal.their_pieces & !king & !legal.their_attacks.all;
    let ([by_bishop, undefended_by_bishop], [by_rook, undefended_by_rook]) =
        sliders::set_attacks([majors, undefended], [queens, undefended], legal.occupied);
    [
        [pawns_attacks(undefended, false), pawns_attacks(knights | bishops | majors, false)],
        [knights_attacks(undefended), knights_attacks(majors)],
        [undefended_by_bishop, by_bishop],
        [undefended_by_rook, by_rook],
        [undefended_by_bishop | undefended_by_rook, 0],
        [kings_attacks(undefended), 0],
    ]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, board::legal_moves::attacks_from};

    /// Computes every threat of `ranking.3` from the attacks of each piece separately.
    #[test]
    fn threats_are_attacks_of_undefended_and_of_more_valuable_pieces() {
        for fen in [
            "r1b2rk1/pp1n1ppp/2p1pn2/q2p2B1/1bPP4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1",
            "2r3k1/1b3pp1/p3q2p/1p2P3/3Q4/P1R5/1P3PPP/3R2K1 b - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ] {
            let mut position = Position::from_fen(fen.as_bytes()).unwrap();
            for _ in 0..30 {
                check(&LegalMoves::new(&position));
                let moves = position.legal_moves();
                position.play(moves[moves.len() / 3]).unwrap();
            }
        }
    }

    fn check(legal: &LegalMoves) {
        let features = PositionFeatures::new(legal);
        let [_, knights, bishops, rooks, queens, king] = legal.them;
        let minors = knights | bishops;
        let majors = rooks | queens;
        let more_valuable = [minors | majors, majors, majors, queens, 0, 0];
        let undefended = legal.their_pieces & !king & !legal.their_attacks.all;
        for (role, more_valuable) in more_valuable.into_iter().enumerate() {
            for square in 0..64 {
                let attacked = attacks_from(role, square, legal.occupied);
                let expected = 2 * usize::from(attacked & more_valuable != 0) + usize::from(attacked & undefended != 0);
                assert_eq!(features.threat(role, square), expected, "{role} on {square} of {legal:?}");
            }
        }
    }
}
