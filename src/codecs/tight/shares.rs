//! The shares of the legal moves: what the range coder codes (`tight.11`, `tight.12`).

use super::view::Candidates;

/// The sizes of the shares of [`Candidates`].
#[derive(Debug, Default)]
pub struct Shares {
    sizes: Vec<u32>,
    total: u32,
}

impl Shares {
    /// Makes the sizes from the scores (`tight.12`).
    #[inline(always)]
    pub fn settle(&mut self, scores: &[i32], halving: &[u32; 1024]) {
        // All sums stay below 2^24, for no position has 2^11 moves.
        let few = if scores.len() <= 255 { 0 } else { 3 };
        let best = scores.iter().fold(i32::MIN, |best, score| best.max(*score));
        self.sizes.clear();
        self.sizes.extend(scores.iter().map(|score| {
            let less = (best - score) as u32;
            1 + (halving[(less & 1023) as usize] >> ((less >> 10) + few).min(31))
        }));
        self.total = self.sizes.iter().sum();
    }

    /// The sum of all sizes; 0 without moves.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Start and size of the share of the move at `place`.
    pub fn of(&self, place: usize, moves: &Candidates) -> (u32, u32) {
        let own = moves.at(place);
        let before = moves.moves().zip(&self.sizes).map(|(m, size)| if m < own { *size } else { 0 });
        (before.sum(), self.sizes[place])
    }

    /// The place of the move in whose share `target` lies, with start and size. There must be moves, and `target` be below the
    /// total.
    pub fn find(&self, target: u32, moves: &Candidates) -> (usize, u32, u32) {
        let mut start = 0;
        for man in moves.men() {
            let of_man: u32 = self.sizes[man.clone()].iter().sum();
            if target - start >= of_man {
                start += of_man;
                continue;
            }
            for place in man {
                if target - start < self.sizes[place] {
                    return (place, start, self.sizes[place]);
                }
                start += self.sizes[place];
            }
        }
        unreachable!("the target is below the total")
    }
}
