//! `bits`: number in the canonical list of legal moves, in the fewest bits that hold it.
//!
//! Spec chapter: `spec/codecs/bits.md`.

use super::{
    errors::{no_such_rank, not_legal},
    order,
    stream::MoveCoder,
};
use crate::{
    PackedMove, Position, Result,
    coding::bit_stream::{BitReader, BitWriter, bits_for},
};

/// See the module.
#[derive(Default)]
pub struct Bits {
    /// True if the line has null moves; only then do null moves have numbers (`codecs.7`).
    has_null: bool,
}

impl Bits {
    /// Returns the number of choices; `moves` of them are legal moves.
    fn choices(&self, moves: usize, position: &Position) -> usize {
        moves + usize::from(self.has_null && !position.is_check())
    }
}

impl MoveCoder for Bits {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;

    fn begin_line(&mut self, moves: &[PackedMove], out: &mut BitWriter<'_>) {
        self.has_null = moves.contains(&PackedMove::NULL);
        out.put(self.has_null.into(), 1);
    }

    fn read_line_start(&mut self, code: &mut BitReader<'_>) -> Result<()> {
        self.has_null = code.take(1)? != 0;
        Ok(())
    }

    fn is_line(&self, moves: &[PackedMove]) -> bool {
        self.has_null == moves.contains(&PackedMove::NULL)
    }

    // bits.1, bits.2
    fn put(&mut self, position: &Position, m: PackedMove, out: &mut BitWriter<'_>) -> Result<()> {
        let (ordinal, moves) = if !m.is_null() {
            order::ordinal_of(position, m, PackedMove::canonical_key)?
        } else if position.is_check() {
            return Err(not_legal());
        } else {
            let moves = order::legal_moves(position).len();
            (moves as u32, moves)
        };
        out.put(ordinal, bits_for(self.choices(moves, position)));
        Ok(())
    }

    fn get(&mut self, position: &Position, code: &mut BitReader<'_>) -> Result<PackedMove> {
        let legal = order::legal_moves(position);
        let before = code.clone();
        let choices = self.choices(legal.len(), position);
        let ordinal = code.take(bits_for(choices))?;
        if choices > legal.len() && ordinal as usize == legal.len() {
            return Ok(PackedMove::NULL);
        }
        order::nth(&legal, ordinal, PackedMove::canonical_key).ok_or_else(|| no_such_rank(&before))
    }
}
