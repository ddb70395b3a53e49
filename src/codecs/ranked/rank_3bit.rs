//! `rank-3bit`: the six likeliest moves in three bits, the others after one or two escape codes.
//!
//! Spec chapter: `spec/codecs/rank-3bit.md`.

use super::ranking::Ranking;
use crate::codecs::{errors::no_such_rank, stream::MoveCoder};
use crate::{
    PackedMove, Position, Result,
    coding::bit_stream::{BitReader, BitWriter, bits_for},
};

/// Ranks without an escape.
const SHORT: usize = 6;
/// Ranks after the first escape code.
const MIDDLE: usize = 4;

/// See the module.
#[derive(Default)]
pub struct Rank3Bit(Ranking);

// rank-3bit.3
impl MoveCoder for Rank3Bit {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;

    fn put(&mut self, position: &Position, m: PackedMove, out: &mut BitWriter<'_>) -> Result<()> {
        let Self(ranking) = self;
        let rank = ranking.rank_in(position, m)?;
        let choices = ranking.choices();
        let mut put = |value: usize, width| out.put(value as u32, width);
        match rank {
            // rank-3bit.1
            _ if choices <= 8 => put(rank, bits_for(choices)),
            // rank-3bit.2
            0..SHORT => put(rank, 3),
            _ if rank < SHORT + MIDDLE => put(6 << 2 | (rank - SHORT), 5),
            _ => {
                put(7, 3);
                put(rank - SHORT - MIDDLE, bits_for(choices - SHORT - MIDDLE));
            }
        }
        Ok(())
    }

    fn get(&mut self, position: &Position, code: &mut BitReader<'_>) -> Result<PackedMove> {
        let Self(ranking) = self;
        let before = code.clone();
        let choice = ranking.choice_in(position, |choices| {
            let mut take = |width| code.take(width).map(|value| value as usize);
            Ok(match choices {
                0..=8 => take(bits_for(choices))?,
                _ => match take(3)? {
                    6 => SHORT + take(2)?,
                    7 => SHORT + MIDDLE + take(bits_for(choices.saturating_sub(SHORT + MIDDLE)))?,
                    rank => rank,
                },
            })
        })?;
        choice.ok_or_else(|| no_such_rank(&before))
    }
}
