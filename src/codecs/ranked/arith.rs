//! `arith`: the move by its points in the ranking, arithmetic coding.
//!
//! Spec chapter: `spec/codecs/arith.md`.

use std::sync::LazyLock;

use shakmaty::{Chess, Move};

use super::ranking::{POINTS_PER_BIT, Ranking, numbers};
use crate::codecs::{
    errors::{no_null_move, not_legal},
    stream::MoveCoder,
};
use crate::{
    Result,
    coding::range_coder::{RangeDecoder, RangeEncoder},
};

/// The sizes for 0 to 63 points less than the best move has (`arith.1`).
static SIZES: LazyLock<Box<[u32]>> =
    LazyLock::new(|| numbers(include_str!("../../../spec/tables/arith.txt"), POINTS_PER_BIT as usize));

/// arith.1
#[inline]
fn size(sizes: &[u32], best: i32, points: i32) -> u32 {
    // Without a sign, because dividing is easier so.
    let (less, per_bit) = ((best - points) as u32, POINTS_PER_BIT as u32);
    (sizes[(less % per_bit) as usize] >> (less / per_bit).min(31)).max(1)
}

/// The points of the best move, and the sum of all sizes.
fn total(ranking: &Ranking) -> (i32, u32) {
    let (sizes, best) = (&**SIZES, ranking.points().max().unwrap_or(0));
    (best, ranking.points().map(|points| size(sizes, best, points)).sum())
}

/// See the module.
#[derive(Default)]
pub struct Arith(Ranking);

impl MoveCoder for Arith {
    type Sink<'a> = RangeEncoder<'a>;
    type Source<'a> = RangeDecoder<'a>;

    // arith.2, arith.3
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut RangeEncoder<'_>) -> Result<()> {
        let Self(ranking) = self;
        ranking.look(position);
        let (own, before) = ranking.with_those_before(m.ok_or_else(no_null_move)?).ok_or_else(not_legal)?;
        let (best, total) = total(ranking);
        let sizes = &**SIZES;
        let size = |points| size(sizes, best, points);
        out.encode(before.map(size).sum(), size(own), total);
        Ok(())
    }

    fn get(&mut self, position: &Chess, code: &mut RangeDecoder<'_>) -> Result<Option<Move>> {
        let Self(ranking) = self;
        ranking.look(position);
        if ranking.is_empty() {
            return Err(code.malformed("no move is legal here"));
        }
        let (best, total) = total(ranking);
        let target = code.target(total)?;
        let (sizes, mut start, mut own) = (&**SIZES, 0, 0);
        let found = ranking.find(|points| {
            start += own;
            own = size(sizes, best, points);
            target < start + own
        });
        code.take(start, own);
        found.map(Some).ok_or_else(|| code.malformed("the code lies outside all shares"))
    }
}
