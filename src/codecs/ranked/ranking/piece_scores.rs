//! The scores of the moves of one piece, with what they have in common computed once.

use super::{
    features::PositionFeatures,
    table::{EXCHANGES, Exchanges, SAFETIES, base},
};
use crate::board::legal_moves::{CLASS, PAWN, attacks_from};

/// What the moves of a piece have in common, special moves aside.
pub struct PieceScores<'a> {
    /// The score of the features that do not depend on the to square.
    score: i32,
    /// By to square, the sum of its entries.
    piece_square_scores: &'a [i32],
    /// The sums of entries for safety, capture and check.
    exchanges: &'a Exchanges,
    /// Entries for threats.
    threats: &'a [i16],
    /// Entries for passed pawns, by rank.
    passed: &'a [i16],
    /// The squares from which it gives check.
    check_squares: u64,
}

impl<'a> PieceScores<'a> {
    #[inline(always)]
    pub fn new<const ROLE: usize>(
        features: &PositionFeatures<'_>,
        from: u32,
        table: &'a [i16],
        piece_square_scores: &'a [i32; 6 * 64],
    ) -> PieceScores<'a> {
        let mut score = features.castling_right(ROLE).map_or(0, |entry| i32::from(table[entry]));
        features.visit_from(ROLE, from, |entry| score += i32::from(table[entry]));
        let from_attacks = usize::from(features.square_attacks[from as usize & 63]);
        let from_safety = usize::from(SAFETIES[0][from_attacks].from);
        PieceScores {
            score,
            piece_square_scores: &piece_square_scores[ROLE * 64..][..64],
            exchanges: &EXCHANGES[ROLE * 12 + from_safety],
            threats: &table[base::THREAT + ROLE * 4..][..4],
            passed: &table[base::PASSED..][..8],
            check_squares: features.legal.check_squares[ROLE],
        }
    }

    /// The score of a move that is not special.
    #[inline(always)]
    pub fn evaluate<const ROLE: usize>(&self, features: &PositionFeatures<'_>, to: u32) -> i32 {
        let at = to as usize & 63;
        let check = (self.check_squares >> to & 1) as usize;
        let safety = SAFETIES[usize::from(ROLE == PAWN)][usize::from(features.square_attacks[at])];
        let mut score =
            self.score + self.piece_square_scores[at] + i32::from(self.exchanges[usize::from(safety.exchange) + check]);
        if ROLE == PAWN && features.stopped >> to & 1 == 0 {
            score += i32::from(self.passed[at / 8]);
        }
        let threat = match features.is_harmless(ROLE, to) {
            true => 0,
            false => features.threat(CLASS[ROLE], attacks_from(ROLE, to, features.legal.occupied)),
        };
        score + i32::from(self.threats[threat])
    }
}
