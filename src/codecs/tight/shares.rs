//! The shares of the legal moves: what the range coder codes (`tight.11` to `tight.14`).

use shakmaty::{Move, MoveList};

use crate::MoveWord;

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

/// By which shares are ordered: origin, target, kind (`tight.11`).
fn key(m: Move) -> u16 {
    let word = MoveWord::from_move(m).0;
    (word & 0xFFF) << 4 | word >> 12
}

impl Shares {
    /// Takes the legal moves of another position.
    pub fn begin(&mut self, moves: MoveList) {
        self.keys.clear();
        self.keys.extend(moves.iter().map(|m| key(*m)));
        self.moves = moves;
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

    /// How many moves come before `m`.
    pub fn ordinal(&self, m: Move) -> usize {
        let key = key(m);
        self.keys.iter().filter(|k| **k < key).count()
    }

    /// Start and size of the share of a legal move.
    pub fn of(&self, m: Move) -> (u32, u32) {
        let own = key(m);
        let mut found = (0, 0);
        for (key, size) in self.keys.iter().zip(&self.sizes) {
            found.0 += if *key < own { *size } else { 0 };
            found.1 += if *key == own { *size } else { 0 };
        }
        found
    }

    /// The move in whose share `target` lies, with start and size. There must be moves, and `target` be below the total.
    pub fn find(&self, target: u32) -> (Move, u32, u32) {
        // First the origin, then the move: cheaper than sorting all moves.
        let mut by_origin = [0u32; 64];
        for (key, size) in self.keys.iter().zip(&self.sizes) {
            by_origin[usize::from(key >> 10)] += size;
        }
        let (mut start, mut origin) = (0, 0);
        while origin < 63 && target - start >= by_origin[origin as usize] {
            start += by_origin[origin as usize];
            origin += 1;
        }
        let mut least = origin << 10;
        loop {
            let next = (0..self.keys.len()).filter(|i| self.keys[*i] >= least).min_by_key(|i| self.keys[*i]);
            let next = next.unwrap_or(0);
            let size = self.sizes[next];
            if target - start < size || self.keys[next] == u16::MAX {
                return (self.moves[next], start, size);
            }
            start += size;
            least = self.keys[next] + 1;
        }
    }
}
