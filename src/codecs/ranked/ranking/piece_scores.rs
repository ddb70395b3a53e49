//! The scores of the moves of one piece; shared values are computed once.

use super::{
    features::PositionFeatures,
    table::{CHECK, Sums, TABLE, USED, key},
};
use crate::board::legal_moves::{PAWN, SquareAttacks};

/// Values shared by the moves of the pieces of a role, except special moves. Scores are [`key`]s.
pub struct RoleScores<'a> {
    /// The score of the features that depend only on the role.
    score: i32,
    /// The sums of the entries, by from square and by to square.
    from: &'a [i32; 64],
    to: &'a [i32; 64],
    /// By safety of the from square.
    exchanges: &'a [[i32; 512]],
    threats: &'a [i32; 4],
    passed: &'a [[i32; 8]; 2],
    /// The squares from which the pieces give check.
    check_squares: u64,
}

impl<'a> RoleScores<'a> {
    #[inline(always)]
    pub fn new<const ROLE: usize>(features: &PositionFeatures<'_>, sums: &'a Sums) -> RoleScores<'a> {
        let buckets = (features.phase * 3 + features.our_king_bucket) * 3 + features.their_king_bucket;
        let mut score = 0;
        features.visit_role(ROLE, |entry| score += i32::from(TABLE[entry]));
        RoleScores {
            score: key(score),
            from: of_role::<ROLE>(&sums.from[features.phase]),
            to: of_role::<ROLE>(&sums.to[buckets]),
            exchanges: &sums.exchanges[12 * ROLE..][..12],
            threats: &sums.threats[ROLE],
            passed: &sums.passed,
            check_squares: features.legal.check_squares[ROLE],
        }
    }

    /// Returns the function that maps to squares to the keys of the piece's ordinary moves.
    #[inline(always)]
    pub fn of_piece<const ROLE: usize>(&self, features: &PositionFeatures<'_>, from: u32) -> impl Fn(u32) -> i32 {
        let attacks = SquareAttacks(features.square_attacks[from as usize & 63]);
        let exchanges = &self.exchanges[2 * attacks.lowest_attacker() + attacks.defended()];
        let score = self.score + self.from[from as usize & 63];
        move |to| {
            let at = to as usize & 63;
            let check = (self.check_squares >> at & 1) as usize * CHECK;
            let exchange = usize::from(features.square_attacks[at]) & USED[usize::from(ROLE == PAWN)] | check;
            let score = score + self.to[at] + exchanges[exchange] + self.threats[features.threat(ROLE, to)];
            if ROLE != PAWN {
                return score;
            }
            let is_passed = features.stopped >> at & 1 == 0;
            score + self.passed[usize::from(is_passed)][at / 8]
        }
    }
}

/// The 64 entries of a role.
#[inline(always)]
fn of_role<const ROLE: usize>(entries: &[i32; 6 * 64]) -> &[i32; 64] {
    entries[64 * ROLE..].first_chunk().expect("64 entries of each role")
}
