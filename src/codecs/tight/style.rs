//! The style of a run: which of eight kinds of games it is like (`tight.2`).

use super::{Evaluator, LegalLine, features::STYLES, model::Model};
use crate::Result;

/// An estimate of the cost of a style: the state of a range coder that codes in it.
#[derive(Clone, Copy)]
struct CostEstimate {
    range: u64,
    bytes: u32,
}

impl CostEstimate {
    fn add(&mut self, frequency: u32, total: u32) {
        self.range = self.range / u64::from(total) * u64::from(frequency);
        while self.range < 1 << 32 {
            self.range <<= 8;
            self.bytes += 1;
        }
    }
}

/// One ply of so many is sampled.
const SAMPLE_INTERVAL: usize = 64;

/// The style with the lowest estimated cost.
///
/// Errors: those of [`Evaluator::play`].
pub fn choose(model: &Model, lines: &[LegalLine<'_>]) -> Result<u16> {
    let mut costs = [CostEstimate { range: 1 << 40, bytes: 0 }; STYLES as usize];
    let mut evaluator = Evaluator::new(model, 0);
    let mut count = 0;
    for line in lines {
        evaluator.begin(line.start);
        for m in &line.moves {
            count += 1;
            if count % SAMPLE_INTERVAL == 0 {
                evaluator.update_features();
                for (style, cost) in costs.iter_mut().enumerate() {
                    evaluator.evaluate_in(style as u16);
                    cost.add(evaluator.frequency(*m), evaluator.frequencies.total());
                }
            }
            evaluator.play(*m)?;
        }
    }
    let cheapest = (0..STYLES).min_by_key(|style| {
        let cost = costs[usize::from(*style)];
        (cost.bytes, std::cmp::Reverse(cost.range))
    });
    Ok(cheapest.unwrap_or(0))
}
