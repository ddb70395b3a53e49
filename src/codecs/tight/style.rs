//! The style of a run: which of sixteen kinds of games it is like (`tight.2`).

use super::{Evaluator, Line};
use crate::{PackedMove, Result};

/// An estimate of the cost of a style: the state of a range coder that codes in it.
#[derive(Clone, Copy)]
struct CostEstimate {
    range: u64,
    bytes: u32,
}

impl CostEstimate {
    /// Of no symbols.
    const NOTHING: CostEstimate = CostEstimate { range: 1 << 40, bytes: 0 };

    /// Of one bit.
    const BIT: CostEstimate = CostEstimate { range: 1 << 39, bytes: 0 };

    /// Lower costs come first: fewer bytes, and then a larger range, which is at most 2^40.
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

/// Styles that are tried for a run of a kind of games. The first is taken unless another saves more than a bit in the samples: they
/// differ by some hundredths of a bit a ply, less than so few samples can tell.
type Candidates = [u16];

/// Masters, and players online of falling strength.
const PEOPLE: &Candidates = &[4, 9, 7, 8, 6];

/// Engines, and games that begin from other positions.
const ENGINES: &Candidates = &[12, 14, 15];

/// Plies of a game on average from which on a run is taken for one of engines. Of 435 runs of people 2 have as many, of 74 runs of
/// engines 4 have fewer.
const PLIES_OF_ENGINES: usize = 110;

/// Samples of a run of many games. With twice as many, a run takes 0.003 bits a ply less, and encoding a hundredth longer.
const SAMPLES: usize = 40;

/// Samples of one game. More would take longer than they save, in a run of a single game.
const MOST_SAMPLES: usize = 3;

/// Plies of the first sample of a game; the next game has its first sample a ply later: kinds of games differ most in their
/// openings.
const FIRST_PLIES: usize = 8;

/// Plies from one sample of a game to the next.
const SAMPLE_INTERVAL: usize = 24;

/// After so many samples only the best two styles stay.
const SAMPLES_OF_ALL: usize = 20;

fn candidates(lines: &[Line<'_>]) -> &'static Candidates {
    let plies: usize = lines.iter().map(|line| line.moves.len()).sum();
    if plies >= lines.len() * PLIES_OF_ENGINES { ENGINES } else { PEOPLE }
}

/// The style with the lowest estimated cost, for lines whose moves are in part checked here. `evaluator` has no style.
///
/// Errors: any for a move that is not legal.
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

/// Plays moves that are not evaluated.
fn step_through(evaluator: &mut Evaluator<'_>, moves: &[PackedMove]) -> Result<()> {
    moves.iter().try_for_each(|packed| evaluator.step(*packed).map(drop))
}

/// Adds to the cost of each style the cost of a move in the position of the evaluator.
fn add_sample(evaluator: &mut Evaluator<'_>, packed: PackedMove, styles: &mut [(CostEstimate, u16)]) -> Result<()> {
    let elements = evaluator.elements();
    for (cost, style) in styles {
        evaluator.evaluate_in(*style, &elements);
        let (_, frequency) = evaluator.choice(packed)?.interval;
        cost.add(frequency, evaluator.frequencies.total());
    }
    Ok(())
}
