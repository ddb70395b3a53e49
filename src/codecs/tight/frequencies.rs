//! The frequencies of the legal moves, for the range coder (`tight.11`, `tight.12`).

use super::features::Candidates;

/// The frequency of the null move, the last choice where it is legal (`tight.12`).
pub const NULL_FREQUENCY: u32 = 1;

/// The frequencies of [`Candidates`], and of the null move.
#[derive(Debug, Default)]
pub struct Frequencies {
    frequencies: Vec<u32>,
    total: u32,
}

impl Frequencies {
    /// Normalises scores to frequencies (`tight.12`). `has_null` is whether the null move is legal.
    #[inline(always)]
    pub fn normalise(&mut self, scores: &[i32], exp2: &[u32; 1024], has_null: bool) {
        // All totals stay below 2^24, for no position has 2^11 moves.
        let shift = if scores.len() <= 255 { 0 } else { 3 };
        let best = scores.iter().fold(i32::MIN, |best, score| best.max(*score));
        self.frequencies.clear();
        self.frequencies.extend(scores.iter().map(|score| {
            let below_best = (best - score) as u32;
            1 + (exp2[(below_best & 1023) as usize] >> ((below_best >> 10) + shift).min(31))
        }));
        self.total = self.frequencies.iter().sum::<u32>() + if has_null { NULL_FREQUENCY } else { 0 };
    }

    /// The sum of all frequencies; 0 without choices.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The frequency of the move at `index`.
    pub fn of(&self, index: usize) -> u32 {
        self.frequencies[index]
    }

    /// The cumulative frequency of the move at `index`: the sum of those before it in the order of `tight.11`.
    pub fn cumulative(&self, index: usize, moves: &Candidates) -> u32 {
        let m = moves.at(index);
        moves.moves().zip(&self.frequencies).map(|(other, frequency)| if other < m { *frequency } else { 0 }).sum()
    }

    /// The index of the move whose interval has `target`, with cumulative frequency and frequency; `None` for the null move.
    pub fn find(&self, target: u32, moves: &Candidates) -> Option<(usize, u32, u32)> {
        let mut cumulative = 0;
        for piece in moves.by_piece() {
            let of_piece: u32 = self.frequencies[piece.clone()].iter().sum();
            if target - cumulative >= of_piece {
                cumulative += of_piece;
                continue;
            }
            for index in piece {
                if target - cumulative < self.frequencies[index] {
                    return Some((index, cumulative, self.frequencies[index]));
                }
                cumulative += self.frequencies[index];
            }
        }
        None
    }
}
