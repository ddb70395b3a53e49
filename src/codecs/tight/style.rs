//! The style of a run: which of sixteen kinds of games it is like (`tight.2`).

use super::{Evaluator, Line, features::STYLES, model::Model};
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

    /// Lower costs come first.
    fn order(&self) -> (u32, std::cmp::Reverse<u64>) {
        (self.bytes, std::cmp::Reverse(self.range))
    }

    fn add(&mut self, frequency: u32, total: u32) {
        self.range = self.range / u64::from(total) * u64::from(frequency);
        while self.range < 1 << 32 {
            self.range <<= 8;
            self.bytes += 1;
        }
    }
}

/// One ply of so many is sampled.
const SAMPLE_INTERVAL: usize = 16;

/// After so many samples the worse half of the styles is given up, and again after twice as many, until two are left.
const SAMPLES_TO_HALVE: usize = 32;

/// The style with the lowest estimated cost, for lines of legal moves.
///
/// Errors: those of [`Evaluator::step`].
pub fn choose(model: &Model, lines: &[Line<'_>]) -> Result<u16> {
    let mut styles: Vec<_> = (0..STYLES).map(|style| (CostEstimate::NOTHING, style)).collect();
    // Without visits: they would have to be found at every ply.
    let mut evaluator = Evaluator::new(model, None, 0);
    let (mut count, mut samples) = (0, 0_usize);
    for line in lines {
        evaluator.begin(line.start);
        for packed in line.moves {
            count += 1;
            if count % SAMPLE_INTERVAL == 0 {
                add_sample(&mut evaluator, *packed, &mut styles);
                samples += 1;
                if samples >= SAMPLES_TO_HALVE && samples.is_power_of_two() && styles.len() > 2 {
                    styles.sort_by_cached_key(|(cost, _)| cost.order());
                    styles.truncate(styles.len() / 2);
                }
            }
            evaluator.step(evaluator.to_move(*packed))?;
        }
    }
    Ok(styles.iter().min_by_key(|(cost, _)| cost.order()).map_or(0, |(_, style)| *style))
}

/// Adds to the cost of each style that of a move in the position of the evaluator.
fn add_sample(evaluator: &mut Evaluator<'_>, packed: PackedMove, styles: &mut [(CostEstimate, u16)]) {
    let elements = evaluator.elements();
    for (cost, style) in styles {
        evaluator.evaluate_in(*style, &elements);
        let (_, frequency) = evaluator.interval(packed);
        cost.add(frequency, evaluator.frequencies.total());
    }
}
