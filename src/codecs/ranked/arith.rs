//! `arith`: every legal move with a frequency by its score in the ranking, arithmetic coding.
//!
//! Spec chapter: `spec/codecs/arith.md`.

use std::sync::LazyLock;

use shakmaty::{Chess, Move};

use super::ranking::{Ranking, SCORE_PER_BIT, numbers};
use crate::codecs::{errors::not_legal, stream::MoveCoder};
use crate::{
    Result,
    coding::range_coder::{RangeDecoder, RangeEncoder},
};

/// The frequencies for scores that are 0 to 63 below that of the best move (`arith.1`).
static FREQUENCIES: LazyLock<Box<[u32]>> =
    LazyLock::new(|| numbers(include_str!("../../../spec/tables/arith.txt"), SCORE_PER_BIT as usize));

/// arith.1
#[inline]
fn frequency(frequencies: &[u32], best: i32, score: i32) -> u32 {
    // Unsigned, because the division is faster.
    let (below_best, per_bit) = ((best - score) as u32, SCORE_PER_BIT as u32);
    (frequencies[(below_best % per_bit) as usize] >> (below_best / per_bit).min(31)).max(1)
}

/// The score of the best move, and the sum of all frequencies: that of the null move is 1 (`arith.2`).
fn best_and_total(ranking: &Ranking) -> (i32, u32) {
    let (frequencies, best) = (&**FREQUENCIES, ranking.scores().max().unwrap_or(0));
    let of_moves: u32 = ranking.scores().map(|score| frequency(frequencies, best, score)).sum();
    (best, of_moves + u32::from(ranking.has_null()))
}

/// See the module.
#[derive(Default)]
pub struct Arith(Ranking);

impl MoveCoder for Arith {
    type Encoder<'a> = RangeEncoder<'a>;
    type Decoder<'a> = RangeDecoder<'a>;

    // arith.2, arith.3
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut RangeEncoder<'_>) -> Result<()> {
        let Self(ranking) = self;
        ranking.update(position);
        let (best, total) = best_and_total(ranking);
        let Some(m) = m else {
            // The last choice.
            let is_legal = ranking.has_null().then(|| out.encode(total - 1, 1, total));
            return is_legal.ok_or_else(not_legal);
        };
        let (score, before) = ranking.with_scores_before(m).ok_or_else(not_legal)?;
        let frequencies = &**FREQUENCIES;
        let frequency = |score| frequency(frequencies, best, score);
        out.encode(before.map(frequency).sum(), frequency(score), total);
        Ok(())
    }

    fn get(&mut self, position: &Chess, code: &mut RangeDecoder<'_>) -> Result<Option<Move>> {
        let Self(ranking) = self;
        ranking.update(position);
        if ranking.choices() == 0 {
            return Err(code.malformed("no move is legal here"));
        }
        let (best, total) = best_and_total(ranking);
        let target = code.target(total)?;
        if ranking.has_null() && target == total - 1 {
            code.take(target, 1);
            return Ok(None);
        }
        let (frequencies, mut cumulative, mut of_move) = (&**FREQUENCIES, 0, 0);
        let found = ranking.find(|score| {
            cumulative += of_move;
            of_move = frequency(frequencies, best, score);
            target < cumulative + of_move
        });
        code.take(cumulative, of_move);
        found.map(Some).ok_or_else(|| code.malformed("the code is outside the intervals of all moves"))
    }
}
