//! `arith`: every legal move with a frequency by its score in the ranking, arithmetic coding.
//!
//! Spec chapter: `spec/codecs/arith.md`.

use std::sync::LazyLock;

use super::ranking::{Ranking, SCORE_PER_BIT, numbers};
use crate::codecs::{errors::not_legal, stream::MoveCoder};
use crate::{
    PackedMove, Position, Result,
    board::legal_moves::with_bmi2,
    coding::range_coder::{RangeDecoder, RangeEncoder},
};

/// The frequency of a move, by the difference of its score from the best move's (`arith.1`); lower scores have the last frequency.
static FREQUENCIES: LazyLock<[u16; 1024]> = LazyLock::new(|| {
    let per_bit = SCORE_PER_BIT as usize;
    let table: Box<[u16]> = numbers(include_str!("../../../spec/tables/arith.txt"), per_bit);
    std::array::from_fn(|below_best| (table[below_best % per_bit] >> (below_best / per_bit)).max(1))
});

/// arith.1
#[inline(always)]
fn frequency(frequencies: &[u16; 1024], best: i32, score: i32) -> u32 {
    frequencies[((best - score) as usize).min(frequencies.len() - 1)].into()
}

/// Returns the score of the best move, and the sum of all frequencies. The null move has the frequency 1 (`arith.2`).
#[inline(always)]
fn best_and_total(ranking: &Ranking) -> (i32, u32) {
    let frequencies = &*FREQUENCIES;
    let best = ranking.best_score().unwrap_or(0);
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
    fn put(&mut self, position: &Position, m: PackedMove, out: &mut RangeEncoder<'_>) -> Result<()> {
        with_bmi2(
            self,
            #[inline(always)]
            |arith| arith.put_inline(position, m, out),
        )
    }

    fn get(&mut self, position: &Position, code: &mut RangeDecoder<'_>) -> Result<PackedMove> {
        with_bmi2(
            self,
            #[inline(always)]
            |arith| arith.get_inline(position, code),
        )
    }
}

impl Arith {
    #[inline(always)]
    fn put_inline(&mut self, position: &Position, m: PackedMove, out: &mut RangeEncoder<'_>) -> Result<()> {
        let Self(ranking) = self;
        ranking.update(position);
        let (best, total) = best_and_total(ranking);
        if m.is_null() {
            // The last choice.
            let is_legal = ranking.has_null().then(|| out.encode(total - 1, 1, total));
            return is_legal.ok_or_else(not_legal);
        }
        let frequencies = &*FREQUENCIES;
        let frequency = |score| frequency(frequencies, best, score);
        let (score, cumulative) = ranking.with_sum_before(m, frequency).ok_or_else(not_legal)?;
        out.encode(cumulative, frequency(score), total);
        Ok(())
    }

    #[inline(always)]
    fn get_inline(&mut self, position: &Position, code: &mut RangeDecoder<'_>) -> Result<PackedMove> {
        let Self(ranking) = self;
        ranking.update(position);
        if ranking.choices() == 0 {
            return Err(code.malformed("no move is legal here"));
        }
        let (best, total) = best_and_total(ranking);
        let target = code.target(total)?;
        if ranking.has_null() && target == total - 1 {
            code.take(target, 1);
            return Ok(PackedMove::NULL);
        }
        let frequencies = &*FREQUENCIES;
        let mut cumulative = 0;
        let mut of_move = 0;
        let found = ranking.find(|score| {
            cumulative += of_move;
            of_move = frequency(frequencies, best, score);
            target < cumulative + of_move
        });
        code.take(cumulative, of_move);
        found.ok_or_else(|| code.malformed("the code is outside the intervals of all moves"))
    }
}
