//! The shares of the legal moves: what the range coder codes (`tight.11` to `tight.14`).

use shakmaty::{Move, MoveList};

/// Legal moves and the sizes of their shares.
#[derive(Debug, Default)]
pub struct Shares {
    moves: MoveList,
    keys: Vec<u16>,
    scores: Vec<i32>,
    sizes: Vec<u32>,
    total: u32,
}

/// What the moves of the opening tree are weighed against (`tight.13`).
const DOUBT: u64 = 24;
/// The sum of shares, about, where the opening tree has a word.
const BLENDED: u64 = 1 << 22;

impl Shares {
    /// Takes the legal moves of another position.
    pub fn begin(&mut self, moves: MoveList) {
        self.moves = moves;
    }

    /// By what the moves are ordered: numbers below 2^15, each once (`tight.11`).
    pub fn set_order(&mut self, keys: impl Iterator<Item = u16>) {
        self.keys.clear();
        self.keys.extend(keys);
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The scores of the moves.
    pub fn set_scores(&mut self, scores: impl Iterator<Item = i32>) {
        self.scores.clear();
        self.scores.extend(scores);
    }

    /// Makes the sizes, from the scores and from what was `played` here before: ordinals and counts.
    pub fn settle(&mut self, halving: &[u32], played: impl Iterator<Item = (usize, u32)> + Clone) {
        // tight.12: all sums stay below 2^24, for no position has 2^11 moves.
        let few = if self.moves.len() <= 255 { 0 } else { 3 };
        let best = self.scores.iter().copied().max().unwrap_or(0);
        self.sizes.clear();
        self.sizes.extend(self.scores.iter().map(|score| {
            let less = (best - score) as u32;
            1 + (halving[(less & 1023) as usize] >> ((less >> 10) + few).min(31))
        }));
        self.total = self.sizes.iter().sum();
        let counted: u64 = played.clone().map(|(_, count)| u64::from(count)).sum();
        if counted > 0 {
            self.blend(counted, played);
        }
    }

    /// tight.13
    fn blend(&mut self, counted: u64, played: impl Iterator<Item = (usize, u32)>) {
        let model = BLENDED * DOUBT / (DOUBT + counted);
        let each = (BLENDED - model) / counted;
        let total = u64::from(self.total);
        for size in &mut self.sizes {
            *size = 1 + (u64::from(*size) * model / total) as u32;
        }
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        order.sort_unstable_by_key(|i| self.keys[*i]);
        for (ordinal, count) in played {
            if let Some(i) = order.get(ordinal) {
                self.sizes[*i] += (u64::from(count) * each) as u32;
            }
        }
        self.total = self.sizes.iter().sum();
    }

    /// The sum of all sizes.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// How many moves come before the one at `index`.
    pub fn ordinal(&self, index: usize) -> usize {
        let own = self.keys[index];
        self.keys.iter().filter(|key| **key < own).count()
    }

    /// Start and size of the share of the move at `index`.
    pub fn of(&self, index: usize) -> (u32, u32) {
        let own = self.keys[index];
        let before = self.keys.iter().zip(&self.sizes).map(|(key, size)| if *key < own { *size } else { 0 });
        (before.sum(), self.sizes[index])
    }

    /// The index of the move in whose share `target` lies, with start and size. There must be moves, and `target` be below the total.
    pub fn find(&self, target: u32) -> (usize, u32, u32) {
        // First the origin, then the move: cheaper than sorting all moves.
        let mut by_origin = [0u32; 64];
        for (key, size) in self.keys.iter().zip(&self.sizes) {
            by_origin[usize::from(key >> 9)] += size;
        }
        let (mut start, mut origin) = (0, 0);
        while origin < 63 && target - start >= by_origin[origin as usize] {
            start += by_origin[origin as usize];
            origin += 1;
        }
        let mut least = origin << 9;
        loop {
            let next = (0..self.keys.len()).filter(|i| self.keys[*i] >= least).min_by_key(|i| self.keys[*i]);
            let next = next.unwrap_or(0);
            let size = self.sizes[next];
            if target - start < size || self.keys[next] == u16::MAX {
                return (next, start, size);
            }
            start += size;
            least = self.keys[next] + 1;
        }
    }
}
