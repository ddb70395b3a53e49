//! The style of a run: which of sixteen kinds of games it resembles (`tight.2`).

use super::{Evaluator, Line};
use crate::{PackedMove, Result};

/// An estimate of the cost of a style: the state of a range coder that codes with it.
#[derive(Clone, Copy)]
struct CostEstimate {
    range: u64,
    bytes: u32,
}

impl CostEstimate {
    /// The cost of no symbols.
    const NOTHING: CostEstimate = CostEstimate { range: 1 << 40, bytes: 0 };

    /// The cost of one bit.
    const BIT: CostEstimate = CostEstimate { range: 1 << 39, bytes: 0 };

    /// Lower costs sort first: fewer bytes, then a larger range, which is at most 2^40.
    fn order(&self) -> u64 {
        (u64::from(self.bytes) << 40) + ((1 << 40) - self.range)
    }

    fn add(&mut self, frequency: u32, total: u32) {
        self.range = self.range / u64::from(total) * u64::from(frequency);
        while self.range < 1 << 32 {
            self.range <<= 8;
            self.bytes += 1;
        }
    }
}

/// The styles to try for a run of some kind of games. The first one is used unless another saves more than a bit in the samples: styles
/// differ by some hundredths of a bit per ply, less than so few samples can show.
type Candidates = [u16];

/// Masters, and players online of falling strength.
const PEOPLE: &Candidates = &[4, 9, 7, 8, 6];

/// Engines, and games that begin from other positions.
const ENGINES: &Candidates = &[12, 14, 15];

/// Average plies per game from which a run counts as games of engines. Of 435 runs of people, 2 have that many; of 74 runs of engines, 4
/// have fewer.
const PLIES_OF_ENGINES: usize = 110;

/// Samples of a run of many games. Twice as many would save 0.003 bits per ply and make encoding 1 % slower.
const SAMPLES: usize = 40;

/// Samples of one game. In a run of a single game, more would cost more time than they save.
const MOST_SAMPLES: usize = 3;

/// The first sample of a game is within this many plies, a ply later from game to game, because kinds of games differ most in their
/// openings.
const FIRST_PLIES: usize = 8;

/// Plies from one sample of a game to the next.
const SAMPLE_INTERVAL: usize = 24;

/// Number of samples after which only the best two styles remain.
const SAMPLES_OF_ALL: usize = 20;

fn candidates(lines: &[Line<'_>]) -> &'static Candidates {
    let plies: usize = lines.iter().map(|line| line.moves.len()).sum();
    if plies >= lines.len() * PLIES_OF_ENGINES { ENGINES } else { PEOPLE }
}

/// Returns the style with the lowest estimated cost. Checks only part of the moves of the lines. `evaluator` has no style.
///
/// Errors: any error for an illegal move.
pub fn choose(evaluator: &mut Evaluator<'_>, lines: &[Line<'_>]) -> Result<u16> {
    let mut styles: Vec<_> = candidates(lines).iter().map(|style| (CostEstimate::BIT, *style)).collect();
    styles[0].0 = CostEstimate::NOTHING;
    let samples_of_game = (SAMPLES / lines.len().max(1)).clamp(1, MOST_SAMPLES);
    let sampled_games = lines.iter().step_by(lines.len().div_ceil(SAMPLES).max(1));
    let mut samples = 0;
    for (game, line) in sampled_games.enumerate() {
        evaluator.begin(line.start);
        let mut ply = 0;
        for sampled in (game % FIRST_PLIES..line.moves.len()).step_by(SAMPLE_INTERVAL).take(samples_of_game) {
            step_through(evaluator, &line.moves[ply..sampled])?;
            ply = sampled;
            add_sample(evaluator, line.moves[ply], &mut styles)?;
            samples += 1;
            if samples == SAMPLES_OF_ALL {
                styles.sort_by_cached_key(|(cost, _)| cost.order());
                styles.truncate(2);
            }
        }
    }
    Ok(styles.iter().min_by_key(|(cost, _)| cost.order()).map_or(0, |(_, style)| *style))
}

/// Plays moves without evaluating them.
fn step_through(evaluator: &mut Evaluator<'_>, moves: &[PackedMove]) -> Result<()> {
    moves.iter().try_for_each(|packed| evaluator.step(*packed).map(drop))
}

/// Adds the cost of a move in the evaluator's position to each style.
fn add_sample(evaluator: &mut Evaluator<'_>, packed: PackedMove, styles: &mut [(CostEstimate, u16)]) -> Result<()> {
    let elements = evaluator.elements();
    for (cost, style) in styles {
        evaluator.evaluate_in(*style, &elements);
        let (_, frequency) = evaluator.choice(packed)?.interval;
        cost.add(frequency, evaluator.frequencies.total());
    }
    Ok(())
}
