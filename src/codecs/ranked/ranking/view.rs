//! A position as the features see it (`ranking.1` to `ranking.3`).

use super::table::base;
use crate::board::legal_moves::{
    BISHOP, CLASS, KING, LegalMove, LegalMoves, MoveInfo, NO_PIECE, PAWN, QUEEN, ROOK, SquareAttacks, ahead, reach,
};

/// What all moves of a position have in common.
pub struct View<'a> {
    pub sight: &'a LegalMoves,
    /// See [`LegalMoves::about`].
    pub about: [u8; 64],
    pub phase: usize,
    pub own_zone: usize,
    pub enemy_zone: usize,
    /// The enemy's men that are worth more than a man of each class.
    pub richer: [u64; 5],
    /// The enemy's men, but for the king, that no man of theirs defends.
    pub loose: u64,
    pub in_check: bool,
    /// Squares with an enemy pawn ahead, on their file or one beside it.
    pub stopped: u64,
}

impl<'a> View<'a> {
    #[inline(always)]
    pub fn new(sight: &'a LegalMoves) -> View<'a> {
        let [pawns, knights, bishops, rooks, queens, king] = sight.enemy;
        let heavy = rooks | queens;
        let officers = sight.occupied & !(sight.own[PAWN] | sight.own[KING] | pawns | king);
        View {
            about: sight.square_attacks(),
            // ranking.2
            phase: match officers.count_ones() {
                12.. => 0,
                8..12 => 1,
                4..8 => 2,
                _ => 3,
            },
            own_zone: zone(sight.king),
            enemy_zone: zone(sight.enemy_king),
            richer: [knights | bishops | heavy, heavy, queens, 0, 0],
            loose: sight.enemy_all & !king & !sight.theirs.all,
            in_check: sight.checkers != 0,
            stopped: ahead(pawns, false),
            sight,
        }
    }

    /// Calls `add` with the table entry of every feature that the move has (`ranking.3`).
    pub fn features(&self, m: LegalMove, mut add: impl FnMut(usize)) {
        let (sight, from, to) = (self.sight, m.from(), m.to());
        let MoveInfo { man, after, victim, castles, is_en_passant } = sight.info(m);
        let attacks_target = !castles && (man != PAWN || victim != NO_PIECE);
        let origin = self.safety(from, false);
        let target = self.safety(to, attacks_target);
        add(base::TO + (self.phase * 6 + man) * 64 + to as usize);
        add(base::OWN_KING + (self.own_zone * 6 + man) * 64 + to as usize);
        add(base::ENEMY_KING + (self.enemy_zone * 6 + man) * 64 + to as usize);
        self.origin_features(man, from, &mut add);
        add(base::SAFETY + (man * 12 + origin) * 12 + target);
        if victim != NO_PIECE {
            add(base::CAPTURE + (victim * 6 + man) * 12 + target);
        }
        if sight.checks[after] >> to & 1 == 1 {
            add(base::CHECK + after * 12 + target);
        }
        let reach = reach(after, to, sight.occupied);
        add(base::THREAT + after * 4 + self.threat(CLASS[after], reach));
        if man == PAWN && self.stopped >> to & 1 == 0 {
            add(base::PASSED + to as usize / 8);
        }
        if after != man {
            add(base::PROMOTION + after - 1);
        }
        if castles {
            add(base::CASTLING + usize::from(to & 7 > 4));
        } else if let Some(right) = self.right(man) {
            add(right);
        }
        if is_en_passant {
            add(base::EN_PASSANT);
        }
    }

    /// The features that do not depend on the target.
    #[inline(always)]
    pub fn origin_features(&self, man: usize, from: u32, mut add: impl FnMut(usize)) {
        add(base::FROM + (self.phase * 6 + man) * 64 + from as usize);
        add(base::EVASION + 6 * usize::from(self.in_check) + man);
    }

    /// The entry of a move by which king or rook may lose a right to castle.
    #[inline(always)]
    pub fn right(&self, man: usize) -> Option<usize> {
        match man {
            KING if self.sight.has_rights => Some(base::RIGHTS),
            ROOK if self.sight.has_rights => Some(base::RIGHTS + 1),
            _ => None,
        }
    }

    /// O and T of `ranking.3`: `twice` if it takes two own men to guard the square.
    #[inline(always)]
    pub fn safety(&self, square: u32, twice: bool) -> usize {
        let about = SquareAttacks(self.about[square as usize & 63]);
        2 * about.attacker() + if twice { about.twice() } else { about.once() }
    }

    /// 2 if a man of this class that attacks `reach` attacks an enemy man worth more, and 1 if one that nobody defends.
    #[inline(always)]
    pub fn threat(&self, class: usize, reach: u64) -> usize {
        2 * usize::from(reach & self.richer[class] != 0) + usize::from(reach & self.loose != 0)
    }

    /// Whether a man of this role can have no threat from a square, whatever stands in between.
    #[inline(always)]
    pub fn is_harmless(&self, role: usize, square: u32) -> bool {
        let lines = match role {
            BISHOP | ROOK | QUEEN => reach(role, square, 0),
            _ => !0,
        };
        lines & (self.richer[CLASS[role]] | self.loose) == 0
    }
}

/// ranking.2: files a to c, d and e, f to h.
#[inline(always)]
fn zone(king: u32) -> usize {
    match king & 7 {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    }
}
