//! The ranking: how likely every legal move of a position is, by a sum of integers from a table.
//!
//! Spec chapter: `spec/ranking.md`. The codecs `rank-3bit`, `huffman` and `arith` use it. The table was trained on real games
//! by `train`.

mod mover;
mod table;
mod view;

use shakmaty::{Chess, Move, Position};

pub use table::FEATURES;
pub(crate) use table::numbers;

use mover::Mover;
use table::{TABLE, TARGETS};
use view::View;

use crate::{
    PackedMove,
    board::legal_moves::{
        BISHOP, KING, KNIGHT, LegalMove, LegalMoves, PAWN, QUEEN, ROOK, squares, with_bit_instructions,
    },
    chess::moves::canonical_key,
};

/// Points for a factor of two in likelihood (`ranking.5`).
pub const POINTS_PER_BIT: i32 = 64;

/// Calls `add` with move and table entry, for every feature of every legal move, in any order. For training.
pub fn features(position: &Chess, mut add: impl FnMut(Move, usize)) {
    let sight = LegalMoves::of(position);
    let view = View::new(&sight);
    for m in position.legal_moves() {
        view.features(sight.of_word(PackedMove::from_move(m)), |entry| add(m, entry));
    }
}

/// The legal moves of a position with their points.
#[derive(Debug, Clone, Default)]
pub struct Ranking {
    sight: LegalMoves,
    moves: Vec<LegalMove>,
    /// For every move a number that sorts by descending points, then in canonical order.
    keys: Vec<i32>,
}

impl Ranking {
    /// Gives every legal move its points (`ranking.5`).
    pub fn new(position: &Chess) -> Ranking {
        let mut ranking = Ranking::default();
        ranking.look(position);
        ranking
    }

    /// Turns to another position.
    pub fn look(&mut self, position: &Chess) {
        with_bit_instructions(
            self,
            #[inline(always)]
            |ranking| ranking.look_at(position),
        );
    }

    #[inline(always)]
    fn look_at(&mut self, position: &Chess) {
        self.moves.clear();
        self.keys.clear();
        self.sight.look(position);
        let view = View::new(&self.sight);
        let (moves, keys) = (&mut self.moves, &mut self.keys);
        // By role, because a processor foresees badly what men stand on the squares one after another.
        add_men::<PAWN>(&view, moves, keys);
        add_men::<KNIGHT>(&view, moves, keys);
        add_men::<BISHOP>(&view, moves, keys);
        add_men::<ROOK>(&view, moves, keys);
        add_men::<QUEEN>(&view, moves, keys);
        add_men::<KING>(&view, moves, keys);
    }

    /// The number of legal moves.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no move is legal.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The move with this rank, 0 for the one with the most points (`ranking.6`).
    pub fn nth(&self, rank: usize) -> Option<Move> {
        if rank >= self.len() {
            return None;
        }
        let key = match rank {
            0..FEW => (0..rank).fold(self.after(i32::MIN), |key, _| self.after(key + 1)),
            _ => *self.keys.clone().select_nth_unstable(rank).1,
        };
        self.move_of(key)
    }

    /// The lowest key that is `least` or higher.
    fn after(&self, least: i32) -> i32 {
        self.keys.iter().fold(i32::MAX, |lowest, key| if *key >= least { lowest.min(*key) } else { lowest })
    }

    /// The move with this key.
    fn move_of(&self, key: i32) -> Option<Move> {
        self.keys.iter().position(|other| *other == key).map(|at| self.sight.to_move(self.moves[at]))
    }

    fn key_of(&self, m: Move) -> Option<i32> {
        let legal = self.sight.of_word(PackedMove::from_move(m));
        let at = self.moves.iter().position(|other| *other == legal)?;
        (self.sight.to_move(legal) == m).then(|| self.keys[at])
    }

    /// The rank of a move; `None` if it is not legal.
    pub fn rank_of(&self, m: Move) -> Option<usize> {
        let own = self.key_of(m)?;
        Some(self.keys.iter().map(|key| usize::from(*key < own)).sum())
    }

    /// The points of a move, and those of all moves that come before it, in any order; `None` if it is not legal.
    pub fn with_those_before(&self, m: Move) -> Option<(i32, impl Iterator<Item = i32>)> {
        let own = self.key_of(m)?;
        Some((points_of(own), self.keys.iter().filter(move |key| **key < own).map(|key| points_of(*key))))
    }

    /// The points of all moves, in any order.
    pub fn points(&self) -> impl Iterator<Item = i32> {
        self.keys.iter().map(|key| points_of(*key))
    }

    /// All moves with their points, by ascending rank.
    pub fn by_rank(&self) -> impl Iterator<Item = (Move, i32)> {
        self.keys_by_rank().filter_map(|key| Some((self.move_of(key)?, points_of(key))))
    }

    /// The move at which `ends` stops, which is given the points of all moves by ascending rank.
    pub fn find(&self, mut ends: impl FnMut(i32) -> bool) -> Option<Move> {
        self.move_of(self.keys_by_rank().find(|key| ends(points_of(*key)))?)
    }

    fn keys_by_rank(&self) -> impl Iterator<Item = i32> {
        let mut next = i32::MIN;
        let first = move || {
            let key = self.after(next);
            next = key.saturating_add(1);
            key
        };
        let likely = std::iter::repeat_with(first).take(self.len().min(FEW));
        let rest = std::iter::once_with(|| {
            let mut keys = self.keys.clone();
            keys.sort_unstable();
            keys.into_iter().skip(FEW)
        });
        likely.chain(rest.flatten())
    }
}

/// Ranks that are found faster by looking for the next one again and again than by sorting.
const FEW: usize = 8;

#[inline(always)]
fn add_men<const MAN: usize>(view: &View<'_>, moves: &mut Vec<LegalMove>, keys: &mut Vec<i32>) {
    let (sight, table) = (view.sight, &**TABLE);
    let targets = &TARGETS[(view.phase * 3 + view.own_zone) * 3 + view.enemy_zone];
    for from in squares(sight.own[MAN]) {
        if sight.is_special(MAN, from) {
            add_special(view, MAN, from, moves, keys);
            continue;
        }
        let mover = Mover::new::<MAN>(view, from, table, targets);
        let canonical = canonical_square(sight, from) << 9;
        for to in squares(sight.targets[from as usize & 63]) {
            let canonical = canonical | canonical_square(sight, to) << 3;
            moves.push(LegalMove::new(from, to, 0));
            keys.push(-mover.points::<MAN>(view, to) << 16 | canonical as i32);
        }
    }
}

/// Adds the moves of a man that castles, promotes, or captures en passant.
#[cold]
fn add_special(view: &View<'_>, man: usize, from: u32, moves: &mut Vec<LegalMove>, keys: &mut Vec<i32>) {
    view.sight.moves_of(man, from, |to, special| {
        let (m, mut points) = (LegalMove::new(from, to, special), 0);
        view.features(m, |entry| points += i32::from(TABLE[entry]));
        moves.push(m);
        keys.push(-points << 16 | i32::from(canonical_key(&view.sight.to_move(m))));
    });
}

/// A square in the order of texts: by file, then by rank (`moves.4`).
#[inline(always)]
fn canonical_square(sight: &LegalMoves, square: u32) -> u32 {
    ((square & 7) << 3 | square >> 3) ^ sight.flip >> 3
}

/// The points in a key.
fn points_of(key: i32) -> i32 {
    -(key >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions;

    /// The sum as `ranking.5` has it.
    fn points_by_features(position: &Chess, wanted: Move) -> i32 {
        let mut points = 0;
        features(position, |m, entry| points += i32::from(m == wanted) * i32::from(TABLE[entry]));
        points
    }

    #[test]
    fn points_are_sums_of_features_and_ranks_follow_points() {
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
                pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && canonical_key(&pair[0].0) < canonical_key(&pair[1].0)
            }));
            for (rank, (m, points)) in sorted.iter().enumerate() {
                assert_eq!(*points, points_by_features(&position, *m), "{fen} {m:?}");
                assert_eq!(ranking.nth(rank), Some(*m));
                assert_eq!(ranking.rank_of(*m), Some(rank));
                let (own, before) = ranking.with_those_before(*m).unwrap();
                assert_eq!((own, before.count()), (*points, rank));
            }
            assert_eq!(ranking.nth(sorted.len()), None);
        }
    }

    /// Points have 16 bits in a key.
    #[test]
    fn points_are_small() {
        use table::base::*;
        let kinds = [
            TO, FROM, OWN_KING, ENEMY_KING, SAFETY, CAPTURE, CHECK, THREAT, EVASION, PASSED, PROMOTION, CASTLING,
            RIGHTS, EN_PASSANT, END,
        ];
        let largest = |pair: &[usize]| TABLE[pair[0]..pair[1]].iter().map(|entry| i32::from(*entry).abs()).max();
        let sum: i32 = kinds.windows(2).filter_map(largest).sum();
        assert!(sum < 1 << 15, "{sum}");
    }
}
