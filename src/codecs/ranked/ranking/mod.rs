//! The ranking: a log-odds score for every legal move of a position, a sum of integers from a table.
//!
//! Spec chapter: `spec/ranking.md`. The codecs `rank-3bit`, `huffman` and `arith` use it. The table was trained on real games
//! by the program `ranking` of the package `plypack-train`.

mod features;
mod piece_scores;
mod table;

use shakmaty::{Chess, Move, Position};

pub use table::FEATURES;
pub(crate) use table::numbers;

use features::PositionFeatures;
use piece_scores::PieceScores;
use table::{PIECE_SQUARE_SCORES, TABLE};

use crate::{
    PackedMove, Result,
    board::legal_moves::{BISHOP, KING, KNIGHT, LegalMove, LegalMoves, PAWN, QUEEN, ROOK, squares, with_bmi2},
    codecs::errors::not_legal,
};

/// The score of a factor of two in likelihood (`ranking.5`).
pub const SCORE_PER_BIT: i32 = 64;

/// Calls `add` with move and feature, for every feature of every legal move, in any order. For training.
pub fn visit_features(position: &Chess, mut add: impl FnMut(Move, usize)) {
    let legal = LegalMoves::new(position);
    let features = PositionFeatures::new(&legal);
    for m in position.legal_moves() {
        features.visit(legal.of_packed(PackedMove::from_move(m)), |feature| add(m, feature));
    }
}

/// The legal moves of a position with their scores.
#[derive(Debug, Clone, Default)]
pub struct Ranking {
    legal: LegalMoves,
    moves: Vec<LegalMove>,
    /// For every move a number that sorts by descending score, then in canonical order.
    keys: Vec<i32>,
}

impl Ranking {
    /// That of a position (`ranking.5`).
    pub fn new(position: &Chess) -> Ranking {
        let mut ranking = Ranking::default();
        ranking.update(position);
        ranking
    }

    /// Changes to that of another position.
    pub fn update(&mut self, position: &Chess) {
        with_bmi2(
            self,
            #[inline(always)]
            |ranking| ranking.update_inline(position),
        );
    }

    /// Changes to that of `position`, and returns the rank of a move there, or of the null move, which comes last (`codecs.6`).
    ///
    /// Errors: [`crate::ErrorCode::IllegalMove`].
    pub fn rank_in(&mut self, position: &Chess, m: Option<Move>) -> Result<usize> {
        self.update(position);
        let rank = match m {
            Some(m) => self.rank_of(m),
            None => self.has_null().then_some(self.len()),
        };
        rank.ok_or_else(not_legal)
    }

    /// Whether the null move is legal.
    pub fn has_null(&self) -> bool {
        self.legal.checkers == 0
    }

    /// The number of choices: legal moves, and the null move if it is legal (`codecs.6`).
    pub fn choices(&self) -> usize {
        self.len() + usize::from(self.has_null())
    }

    /// The choice with this rank; `None` in it is the null move.
    pub fn choice(&self, rank: usize) -> Option<Option<Move>> {
        if rank == self.len() { self.has_null().then_some(None) } else { self.nth(rank).map(Some) }
    }

    #[inline(always)]
    fn update_inline(&mut self, position: &Chess) {
        self.moves.clear();
        self.keys.clear();
        self.legal.update(position);
        let features = PositionFeatures::new(&self.legal);
        let (moves, keys) = (&mut self.moves, &mut self.keys);
        // By role, because the roles of the pieces on successive squares are hard for a processor to predict.
        add_pieces::<PAWN>(&features, moves, keys);
        add_pieces::<KNIGHT>(&features, moves, keys);
        add_pieces::<BISHOP>(&features, moves, keys);
        add_pieces::<ROOK>(&features, moves, keys);
        add_pieces::<QUEEN>(&features, moves, keys);
        add_pieces::<KING>(&features, moves, keys);
    }

    /// The number of legal moves.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no move is legal.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The move with this rank, 0 for the one with the highest score (`ranking.6`).
    pub fn nth(&self, rank: usize) -> Option<Move> {
        if rank >= self.len() {
            return None;
        }
        let key = match rank {
            0..SCANNED_RANKS => (0..rank).fold(self.next_key(i32::MIN), |key, _| self.next_key(key + 1)),
            _ => *self.keys.clone().select_nth_unstable(rank).1,
        };
        self.move_of(key)
    }

    /// The lowest key that is `min` or higher.
    fn next_key(&self, min: i32) -> i32 {
        self.keys.iter().fold(i32::MAX, |lowest, key| if *key >= min { lowest.min(*key) } else { lowest })
    }

    /// The move with this key.
    fn move_of(&self, key: i32) -> Option<Move> {
        self.keys.iter().position(|other| *other == key).map(|at| self.legal.to_move(self.moves[at]))
    }

    fn key_of(&self, m: Move) -> Option<i32> {
        let legal = self.legal.of_packed(PackedMove::from_move(m));
        let at = self.moves.iter().position(|other| *other == legal)?;
        (self.legal.to_move(legal) == m).then(|| self.keys[at])
    }

    /// The rank of a move; `None` if it is not legal.
    pub fn rank_of(&self, m: Move) -> Option<usize> {
        let key_of_m = self.key_of(m)?;
        Some(self.keys.iter().map(|key| usize::from(*key < key_of_m)).sum())
    }

    /// The score of a move, and those of all moves that rank before it, in any order; `None` if it is not legal.
    pub fn with_scores_before(&self, m: Move) -> Option<(i32, impl Iterator<Item = i32>)> {
        let key_of_m = self.key_of(m)?;
        let before = self.keys.iter().filter(move |key| **key < key_of_m).map(|key| score_of(*key));
        Some((score_of(key_of_m), before))
    }

    /// The scores of all moves, in any order.
    pub fn scores(&self) -> impl Iterator<Item = i32> {
        self.keys.iter().map(|key| score_of(*key))
    }

    /// All moves with their scores, by ascending rank.
    pub fn by_rank(&self) -> impl Iterator<Item = (Move, i32)> {
        self.keys_by_rank().filter_map(|key| Some((self.move_of(key)?, score_of(key))))
    }

    /// The first move for which `is_found` is true, which is called with the scores of the moves by ascending rank.
    pub fn find(&self, mut is_found: impl FnMut(i32) -> bool) -> Option<Move> {
        self.move_of(self.keys_by_rank().find(|key| is_found(score_of(*key)))?)
    }

    fn keys_by_rank(&self) -> impl Iterator<Item = i32> {
        let mut min = i32::MIN;
        let next = move || {
            let key = self.next_key(min);
            min = key.saturating_add(1);
            key
        };
        let first = std::iter::repeat_with(next).take(self.len().min(SCANNED_RANKS));
        let others = std::iter::once_with(|| {
            let mut keys = self.keys.clone();
            keys.sort_unstable();
            keys.into_iter().skip(SCANNED_RANKS)
        });
        first.chain(others.flatten())
    }
}

/// Ranks below this are found faster by a scan for each than by sorting.
const SCANNED_RANKS: usize = 8;

#[inline(always)]
fn add_pieces<const ROLE: usize>(features: &PositionFeatures<'_>, moves: &mut Vec<LegalMove>, keys: &mut Vec<i32>) {
    let (legal, table) = (features.legal, &**TABLE);
    let piece_square_scores =
        &PIECE_SQUARE_SCORES[(features.phase * 3 + features.our_king_bucket) * 3 + features.their_king_bucket];
    for from in squares(legal.us[ROLE]) {
        if legal.is_special(ROLE, from) {
            add_special(features, ROLE, from, moves, keys);
            continue;
        }
        let scores = PieceScores::new::<ROLE>(features, from, table, piece_square_scores);
        // No other move of the piece goes to the same square: its flags need not be known.
        let canonical = (from ^ legal.flip) << 10;
        for to in squares(legal.targets[from as usize & 63]) {
            let canonical = canonical | (to ^ legal.flip) << 4;
            moves.push(LegalMove::new(from, to, 0));
            keys.push(-scores.evaluate::<ROLE>(features, to) << 16 | canonical as i32);
        }
    }
}

/// Adds the moves of a piece that castles, promotes, or captures en passant.
#[cold]
fn add_special(
    features: &PositionFeatures<'_>,
    role: usize,
    from: u32,
    moves: &mut Vec<LegalMove>,
    keys: &mut Vec<i32>,
) {
    features.legal.visit_moves(role, from, |to, special| {
        let (m, mut score) = (LegalMove::new(from, to, special), 0);
        features.visit(m, |feature| score += i32::from(TABLE[feature]));
        moves.push(m);
        keys.push(-score << 16 | i32::from(PackedMove::from_move(features.legal.to_move(m)).canonical_key()));
    });
}

/// The score in a key.
fn score_of(key: i32) -> i32 {
    -(key >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions;

    /// The sum of `ranking.5`.
    fn score_by_features(position: &Chess, wanted: Move) -> i32 {
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
            let position = positions::from_fen(fen.as_bytes()).unwrap();
            let ranking = Ranking::new(&position);
            assert_eq!(ranking.len(), position.legal_moves().len());
            let sorted: Vec<_> = ranking.by_rank().collect();
            assert!(sorted.windows(2).all(|pair| {
                pair[0].1 > pair[1].1
                    || pair[0].1 == pair[1].1
                        && PackedMove::from_move(pair[0].0).canonical_key()
                            < PackedMove::from_move(pair[1].0).canonical_key()
            }));
            for (rank, (m, score)) in sorted.iter().enumerate() {
                assert_eq!(*score, score_by_features(&position, *m), "{fen} {m:?}");
                assert_eq!(ranking.nth(rank), Some(*m));
                assert_eq!(ranking.rank_of(*m), Some(rank));
                let (of_m, before) = ranking.with_scores_before(*m).unwrap();
                assert_eq!((of_m, before.count()), (*score, rank));
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
