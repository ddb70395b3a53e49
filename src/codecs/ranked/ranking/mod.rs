//! The ranking: a log-odds score for every legal move of a position, a sum of integers from a table.
//!
//! Spec chapter: `spec/ranking.md`. The codecs `rank-3bit`, `huffman` and `arith` use it. The program `ranking` of the package
//! `plypack-train` trained the table on real games.

mod features;
mod keys;
mod piece_scores;
mod table;

pub use table::FEATURES;
pub(crate) use table::numbers;

use features::PositionFeatures;
use keys::Keys;
use piece_scores::RoleScores;
use table::{SUMS, Sums, TABLE, key, squares_in_key};

use crate::{
    PackedMove, Position, Result,
    board::legal_moves::{BISHOP, KING, KNIGHT, LegalMove, LegalMoves, PAWN, QUEEN, ROOK, squares, with_bmi2},
    codecs::errors::not_legal,
};

/// The score of a factor of two in likelihood (`ranking.5`).
pub const SCORE_PER_BIT: i32 = 64;

/// Calls `add` with the move and the feature for every feature of every legal move, in any order. For training.
pub fn visit_features(position: &Position, mut add: impl FnMut(PackedMove, usize)) {
    let legal = LegalMoves::new(position);
    let features = PositionFeatures::new(&legal);
    for m in position.legal_moves() {
        features.visit(legal.of_packed(m), |feature| add(m, feature));
    }
}

/// The legal moves of a position with their scores.
#[derive(Debug, Clone, Default)]
pub struct Ranking {
    legal: LegalMoves,
    keys: Keys,
}

impl Ranking {
    /// The ranking of a position (`ranking.5`).
    pub fn new(position: &Position) -> Ranking {
        let mut ranking = Ranking::default();
        ranking.update(position);
        ranking
    }

    /// Updates the ranking to another position. Queries are fast within [`with_bmi2`].
    #[inline(never)]
    pub fn update(&mut self, position: &Position) {
        with_bmi2(
            self,
            #[inline(always)]
            |ranking| ranking.update_inline(position),
        );
    }

    #[inline(always)]
    fn update_inline(&mut self, position: &Position) {
        self.keys.clear();
        self.legal.update(position);
        let features = PositionFeatures::new(&self.legal);
        let sums = &*SUMS;
        let keys = &mut self.keys;
        // By role, because the roles of pieces on successive squares are hard to predict for a processor.
        add_pieces::<PAWN>(&features, sums, keys);
        add_pieces::<KNIGHT>(&features, sums, keys);
        add_pieces::<BISHOP>(&features, sums, keys);
        add_pieces::<ROOK>(&features, sums, keys);
        add_pieces::<QUEEN>(&features, sums, keys);
        add_pieces::<KING>(&features, sums, keys);
        keys.finish();
    }

    /// Updates the ranking to `position`, and returns the rank of a move; the null move comes last (`codecs.6`).
    ///
    /// Errors: [`crate::ErrorCode::IllegalMove`].
    pub fn rank_in(&mut self, position: &Position, m: PackedMove) -> Result<usize> {
        let rank = with_bmi2(
            self,
            #[inline(always)]
            |ranking| {
                ranking.update(position);
                if m.is_null() { ranking.has_null().then_some(ranking.len()) } else { ranking.rank_of(m) }
            },
        );
        rank.ok_or_else(not_legal)
    }

    /// Updates the ranking to `position`, and calls `read` with the number of choices. Returns the choice with the rank that `read`
    /// returns; `None` if no choice has this rank.
    ///
    /// Errors: any error of `read`.
    pub fn choice_in(
        &mut self,
        position: &Position,
        read: impl FnOnce(usize) -> Result<usize>,
    ) -> Result<Option<PackedMove>> {
        with_bmi2(
            self,
            #[inline(always)]
            |ranking| {
                ranking.update(position);
                let rank = read(ranking.choices())?;
                let null = (rank == ranking.len() && ranking.has_null()).then_some(PackedMove::NULL);
                Ok(ranking.nth(rank).or(null))
            },
        )
    }

    /// Returns `true` if the null move is legal.
    pub fn has_null(&self) -> bool {
        self.legal.checkers == 0
    }

    /// Returns the number of choices: the legal moves, and the null move if it is legal (`codecs.6`).
    pub fn choices(&self) -> usize {
        self.len() + usize::from(self.has_null())
    }

    /// The number of legal moves.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns `true` if no move is legal.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the move with this rank; rank 0 has the highest score (`ranking.6`).
    #[inline(always)]
    pub fn nth(&self, rank: usize) -> Option<PackedMove> {
        if rank >= self.len() {
            return None;
        }
        let key = match rank {
            0..SCANNED_RANKS => {
                (0..rank).fold(self.keys.lowest_from(i32::MIN), |key, _| self.keys.lowest_from(key + 1))
            }
            _ => *self.keys.as_slice().to_vec().select_nth_unstable(rank).1,
        };
        Some(self.move_of(key))
    }

    /// The move with this key.
    #[inline(always)]
    fn move_of(&self, key: i32) -> PackedMove {
        // The low bits equal `PackedMove::canonical_key`, except for flags that a legal move does not need.
        self.legal.to_packed(self.legal.of_packed(PackedMove((key as u16).rotate_right(4))))
    }

    #[inline(always)]
    fn key_of(&self, m: PackedMove) -> Option<i32> {
        let legal = self.legal.of_packed(m);
        let canonical = m.canonical_key();
        let low = if self.legal.is_special(self.legal.our_role_at(legal.from()), legal.from()) {
            canonical
        } else if legal.special() == 0 {
            // Keys without special moves have no flags.
            canonical & !0xF
        } else {
            return None;
        };
        let key = self.keys.with_low_bits(low)?;
        (self.legal.to_packed(legal) == m).then_some(key)
    }

    /// Returns the rank of a move; `None` if it is illegal.
    #[inline(always)]
    pub fn rank_of(&self, m: PackedMove) -> Option<usize> {
        Some(self.keys.count_below(self.key_of(m)?))
    }

    /// Returns the score of a move, and the sum of `value` over the scores of all moves that rank before it; `None` if it is illegal.
    #[inline(always)]
    pub fn with_sum_before(&self, m: PackedMove, value: impl Fn(i32) -> u32) -> Option<(i32, u32)> {
        let key_of_m = self.key_of(m)?;
        // Branchless, because which moves rank before another is hard to predict.
        let value_before = |key: i32| value(score_of(key)) & u32::from(key < key_of_m).wrapping_neg();
        Some((score_of(key_of_m), self.keys.as_slice().iter().map(|key| value_before(*key)).sum()))
    }

    /// Iterates over the scores of all moves, in any order.
    #[inline(always)]
    pub fn scores(&self) -> impl Iterator<Item = i32> {
        self.keys.as_slice().iter().map(|key| score_of(*key))
    }

    /// Returns the highest score; `None` without moves.
    #[inline(always)]
    pub fn best_score(&self) -> Option<i32> {
        (!self.is_empty()).then(|| score_of(self.keys.lowest_from(i32::MIN)))
    }

    /// Iterates over all moves with their scores, by ascending rank.
    pub fn by_rank(&self) -> impl Iterator<Item = (PackedMove, i32)> {
        let mut keys = self.keys.as_slice().to_vec();
        keys.sort_unstable();
        keys.into_iter().map(|key| (self.move_of(key), score_of(key)))
    }

    /// Returns the first move for which `is_found` is true. Calls `is_found` with the scores of the moves by ascending rank.
    #[inline(always)]
    pub fn find(&self, mut is_found: impl FnMut(i32) -> bool) -> Option<PackedMove> {
        let mut min = i32::MIN;
        for _ in 0..self.len().min(SCANNED_MOVES) {
            let key = self.keys.lowest_from(min);
            if is_found(score_of(key)) {
                return Some(self.move_of(key));
            }
            min = key + 1;
        }
        let mut others: Vec<i32> = self.keys.as_slice().iter().copied().filter(|key| *key >= min).collect();
        others.sort_unstable();
        others.into_iter().find(|key| is_found(score_of(*key))).map(|key| self.move_of(key))
    }
}

/// A lower rank is found faster by one scan per rank up to it than by selection.
const SCANNED_RANKS: usize = 16;
/// Up to this many moves are sorted faster by one scan per move.
const SCANNED_MOVES: usize = 32;

#[inline(always)]
fn add_pieces<const ROLE: usize>(features: &PositionFeatures<'_>, sums: &Sums, keys: &mut Keys) {
    let legal = features.legal;
    let (scores, flip) =
        (RoleScores::new::<ROLE>(features, sums), squares_in_key(legal.flip as usize, legal.flip as usize));
    for from in squares(legal.us[ROLE]) {
        if legal.is_special(ROLE, from) {
            add_special(features, ROLE, from, keys);
            continue;
        }
        // No other move of the piece goes to the same square, so that its flags need not be known.
        let key = scores.of_piece::<ROLE>(features, from);
        for to in squares(legal.targets[from as usize & 63]) {
            keys.push(key(to) ^ flip);
        }
    }
}

/// Adds the moves of a piece that castles, promotes, or captures en passant.
#[cold]
fn add_special(features: &PositionFeatures<'_>, role: usize, from: u32, keys: &mut Keys) {
    features.legal.visit_moves(role, from, |to, special| {
        let m = LegalMove::new(from, to, special);
        let mut score = 0;
        features.visit(m, |feature| score += i32::from(TABLE[feature]));
        keys.push(key(score) | i32::from(features.legal.to_packed(m).canonical_key()));
    });
}

/// The score in a key.
fn score_of(key: i32) -> i32 {
    -(key >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of `ranking.5`.
    fn score_by_features(position: &Position, wanted: PackedMove) -> i32 {
        let mut score = 0;
        visit_features(position, |m, feature| score += i32::from(m == wanted) * i32::from(TABLE[feature]));
        score
    }

    #[test]
    fn scores_are_sums_of_features_and_ranks_follow_scores() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "1n1n3k/2P5/8/2pP4/8/8/8/K2R4 w - c6 0 1",
            "4r2k/8/8/b7/8/2N5/3PR3/4K2r w - - 0 1",
            "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
            "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        ] {
            let position = Position::from_fen(fen.as_bytes()).unwrap();
            let ranking = Ranking::new(&position);
            assert_eq!(ranking.len(), position.legal_moves().len());
            let sorted: Vec<_> = ranking.by_rank().collect();
            assert!(sorted.windows(2).all(|pair| {
                pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && pair[0].0.canonical_key() < pair[1].0.canonical_key()
            }));
            for (rank, (m, score)) in sorted.iter().enumerate() {
                assert_eq!(*score, score_by_features(&position, *m), "{fen} {m:?}");
                assert_eq!(ranking.nth(rank), Some(*m));
                assert_eq!(ranking.rank_of(*m), Some(rank));
                assert_eq!(ranking.with_sum_before(*m, |_| 1), Some((*score, rank as u32)));
            }
            assert_eq!(ranking.nth(sorted.len()), None);
        }
    }

    /// Scores have 16 bits in a key.
    #[test]
    fn scores_fit_16_bits() {
        use table::base::*;
        let kinds = [
            TO, FROM, OUR_KING, THEIR_KING, SAFETY, CAPTURE, CHECK, THREAT, EVASION, PASSED, PROMOTION, CASTLING,
            RIGHTS, EN_PASSANT, END,
        ];
        let largest = |pair: &[usize]| TABLE[pair[0]..pair[1]].iter().map(|entry| i32::from(*entry).abs()).max();
        let sum: i32 = kinds.windows(2).filter_map(largest).sum();
        assert!(sum < 1 << 15, "{sum}");
    }
}
