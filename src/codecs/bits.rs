//! `bits`: number in the canonical list of legal moves, in as few bits as hold it.
//!
//! Spec chapter: `spec/codecs/bits.md`.

use shakmaty::{Chess, Move, Position};

use super::{
    errors::{no_such_rank, not_legal},
    order,
    stream::MoveCoder,
};
use crate::{
    PackedMove, Result,
    coding::bit_stream::{BitReader, BitWriter, bits_for},
};

/// See the module.
#[derive(Default)]
pub struct Bits {
    /// Whether the line has null moves: only then they are numbered (`codecs.7`).
    has_null: bool,
}

impl Bits {
    /// The number of choices, of which so many are legal moves.
    fn choices(&self, moves: usize, position: &Chess) -> usize {
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
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut BitWriter<'_>) -> Result<()> {
        let (ordinal, moves) = match m {
            Some(m) => order::ordinal_of(position, m, canonical_key)?,
            None if position.is_check() => return Err(not_legal()),
            None => (position.legal_moves().len() as u32, position.legal_moves().len()),
        };
        out.put(ordinal, bits_for(self.choices(moves, position)));
        Ok(())
    }

    fn get(&mut self, position: &Chess, code: &mut BitReader<'_>) -> Result<Option<Move>> {
        let (legal, before) = (position.legal_moves(), code.clone());
        let choices = self.choices(legal.len(), position);
        let ordinal = code.take(bits_for(choices))?;
        if choices > legal.len() && ordinal as usize == legal.len() {
            return Ok(None);
        }
        order::nth(&legal, ordinal, canonical_key).map(Some).ok_or_else(|| no_such_rank(&before))
    }
}

fn canonical_key(m: &Move) -> u16 {
    PackedMove::from_move(*m).canonical_key()
}
