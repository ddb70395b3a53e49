//! The frequencies of the legal moves, for the range coder (`tight.12`, `tight.13`).

use super::vector;

/// The frequency of the null move, which is the last choice if it is legal (`tight.13`).
const NULL_FREQUENCY: u32 = 1;

/// The frequencies of moves in the order of `tight.12`, and of the null move.
#[derive(Debug, Default)]
pub struct Frequencies {
    /// For each move its cumulative frequency plus its frequency: the end of its interval.
    ends: Vec<u32>,
    total: u32,
}

impl Frequencies {
    /// Normalizes scores to frequencies (`tight.13`). `temperature` is the temperature of the style; `has_null` is true if the null move is
    /// legal.
    #[inline(always)]
    pub fn normalise(&mut self, scores: &[i32], temperature: u32, exp2: &[u32; 1024], has_null: bool) {
        // All totals stay below 2^24, because no position has 2^11 moves.
        let shift = if scores.len() <= 255 { 0 } else { 3 };
        self.ends.resize(scores.len(), 0);
        let cumulative = vector::normalise(scores, temperature, (exp2, shift), &mut self.ends);
        self.total = cumulative + if has_null { NULL_FREQUENCY } else { 0 };
    }

    /// The sum of all frequencies; 0 without choices.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The cumulative frequency and the frequency of the move at `index`.
    pub fn interval(&self, index: usize) -> (u32, u32) {
        let cumulative = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        (cumulative, self.ends[index] - cumulative)
    }

    /// Returns the same for the null move, if it is legal.
    pub fn null_interval(&self) -> (u32, u32) {
        (self.total - NULL_FREQUENCY, NULL_FREQUENCY)
    }

    /// Returns the index of the move whose interval contains `target`; `None` for the null move.
    pub fn find(&self, target: u32) -> Option<usize> {
        let index = self.ends.partition_point(|end| *end <= target);
        (index < self.ends.len()).then_some(index)
    }
}
