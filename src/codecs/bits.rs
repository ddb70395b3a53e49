//! `bits`: number in the canonical list of legal moves, in as few bits as hold it.
//!
//! Spec chapter: `spec/codecs/bits.md`.

use shakmaty::{Chess, Move, Position};

use super::{
    errors::{no_null_move, no_such_rank},
    order,
    stream::MoveCoder,
};
use crate::{
    PackedMove, Result,
    coding::bit_stream::{BitReader, BitWriter, bits_for},
};

/// See the module.
#[derive(Default)]
pub struct Bits;

impl MoveCoder for Bits {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;

    // bits.1, bits.2
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut BitWriter<'_>) -> Result<()> {
        let (ordinal, moves) =
            order::ordinal_of(position, m.ok_or_else(no_null_move)?, |m| PackedMove::from_move(*m).canonical_key())?;
        out.put(ordinal, bits_for(moves));
        Ok(())
    }

    fn get(&mut self, position: &Chess, code: &mut BitReader<'_>) -> Result<Option<Move>> {
        let (legal, before) = (position.legal_moves(), code.clone());
        let ordinal = code.take(bits_for(legal.len()))?;
        order::nth(&legal, ordinal, |m| PackedMove::from_move(*m).canonical_key())
            .map(Some)
            .ok_or_else(|| no_such_rank(&before))
    }
}
