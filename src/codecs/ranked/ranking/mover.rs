//! The points of the moves of one man, with what they share found once.

use super::{
    table::{EXCHANGES, Exchanges, SAFETIES, base},
    view::View,
};
use crate::board::legal_moves::{CLASS, PAWN, reach};

/// What the moves of a man have in common, promotions, castling and en passant aside.
pub struct Mover<'a> {
    /// Points of the features that do not depend on the target.
    points: i32,
    /// Entries for targets, added up.
    targets: &'a [i32],
    /// Entries for safety, capture and check, added up.
    exchanges: &'a Exchanges,
    /// Entries for threats.
    threats: &'a [i16],
    /// Entries for passed pawns, by rank.
    passed: &'a [i16],
    /// From where it gives check.
    checks: u64,
}

impl<'a> Mover<'a> {
    #[inline(always)]
    pub fn new<const MAN: usize>(
        view: &View<'_>,
        from: u32,
        table: &'a [i16],
        targets: &'a [i32; 6 * 64],
    ) -> Mover<'a> {
        let mut points = view.right(MAN).map_or(0, |right| i32::from(table[right]));
        view.origin_features(MAN, from, |entry| points += i32::from(table[entry]));
        let origin = usize::from(SAFETIES[0][usize::from(view.about[from as usize & 63])].guarded_once);
        Mover {
            points,
            targets: &targets[MAN * 64..][..64],
            exchanges: &EXCHANGES[MAN * 12 + origin],
            threats: &table[base::THREAT + MAN * 4..][..4],
            passed: &table[base::PASSED..][..8],
            checks: view.sight.checks[MAN],
        }
    }

    /// The points of a move that is neither promotion nor castling nor en passant.
    #[inline(always)]
    pub fn points<const MAN: usize>(&self, view: &View<'_>, to: u32) -> i32 {
        let at = to as usize & 63;
        let check = (self.checks >> to & 1) as usize;
        let safety = SAFETIES[usize::from(MAN == PAWN)][usize::from(view.about[at])];
        let mut points =
            self.points + self.targets[at] + i32::from(self.exchanges[usize::from(safety.exchange) + check]);
        if MAN == PAWN && view.stopped >> to & 1 == 0 {
            points += i32::from(self.passed[at / 8]);
        }
        let threat = match view.is_harmless(MAN, to) {
            true => 0,
            false => view.threat(CLASS[MAN], reach(MAN, to, view.sight.occupied)),
        };
        points + i32::from(self.threats[threat])
    }
}
