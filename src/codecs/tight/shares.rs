//! The shares of the legal moves: what the range coder codes (`tight.11`, `tight.12`).

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

/// No man has more moves: a queen in the middle of an empty board has 27.
const MOST_OF_ONE_MAN: usize = 32;

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

    /// What [`Shares::set_scores`] took.
    #[cfg(test)]
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// Makes the sizes from the scores (`tight.12`).
    pub fn settle(&mut self, halving: &[u32]) {
        // All sums stay below 2^24, for no position has 2^11 moves.
        let few = if self.moves.len() <= 255 { 0 } else { 3 };
        let best = self.scores.iter().copied().max().unwrap_or(0);
        self.sizes.clear();
        self.sizes.extend(self.scores.iter().map(|score| {
            let less = (best - score) as u32;
            1 + (halving[(less & 1023) as usize] >> ((less >> 10) + few).min(31))
        }));
        self.total = self.sizes.iter().sum();
    }

    /// The sum of all sizes.
    pub fn total(&self) -> u32 {
        self.total
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
        let (mut by_origin, mut origins) = ([0u32; 64], 0u64);
        for (key, size) in self.keys.iter().zip(&self.sizes) {
            by_origin[usize::from(key >> 9)] += size;
            origins |= 1 << (key >> 9);
        }
        let mut start = 0;
        let mut origin = origins.trailing_zeros() as u16;
        while target - start >= by_origin[usize::from(origin & 63)] {
            start += by_origin[usize::from(origin & 63)];
            origins &= origins - 1;
            origin = origins.trailing_zeros() as u16;
        }
        let mut of_origin = [0u32; MOST_OF_ONE_MAN];
        let mut count = 0;
        for (index, key) in self.keys.iter().enumerate().filter(|(_, key)| **key >> 9 == origin) {
            of_origin[count] = u32::from(*key) << 16 | index as u32;
            count += 1;
        }
        let of_origin = &mut of_origin[..count];
        of_origin.sort_unstable();
        for entry in of_origin.iter() {
            let index = (entry & 0xFFFF) as usize;
            if target - start < self.sizes[index] {
                return (index, start, self.sizes[index]);
            }
            start += self.sizes[index];
        }
        unreachable!("the target is below the total")
    }
}
