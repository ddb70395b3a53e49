//! `huffman`: the rank of the move in a Huffman code.
//!
//! Spec chapter: `spec/codecs/huffman.md`. The idea is from Lichess; ranking and code differ.

use std::sync::LazyLock;

use super::ranking::{Ranking, numbers};
use crate::codecs::{errors::no_such_rank, stream::MoveCoder};
use crate::{
    PackedMove, Position, Result,
    coding::bit_stream::{BitReader, BitWriter},
};

/// The number of symbols: the ranks, and finally the escape (`huffman.1`).
const SYMBOLS: usize = 128;
const ESCAPE: usize = SYMBOLS - 1;
/// Bits after the escape (`huffman.2`).
const ESCAPED_WIDTH: u32 = 11;
/// Length of the longest code in bits.
const MAX_LENGTH: usize = 16;

/// The code, built from the lengths in `spec/tables/huffman.txt`.
static CODE: LazyLock<CanonicalCode> =
    LazyLock::new(|| CanonicalCode::new(&numbers(include_str!("../../../spec/tables/huffman.txt"), SYMBOLS)));

/// A canonical Huffman code (`huffman.1`).
struct CanonicalCode {
    /// Code and length of every symbol.
    codes: Vec<(u32, u32)>,
    /// The symbols by ascending length, then value.
    sorted: Vec<usize>,
    /// For every length, the first code of a greater length, left-aligned in 16 bits, and the addend that turns a code into its index in
    /// `sorted`.
    limits: [(u32, u32); MAX_LENGTH + 1],
}

impl CanonicalCode {
    fn new(lengths: &[u8]) -> CanonicalCode {
        let mut sorted: Vec<usize> = (0..lengths.len()).collect();
        sorted.sort_by_cached_key(|symbol| u64::from(lengths[*symbol]));
        let mut codes = vec![(0, 0); lengths.len()];
        let mut limits = [(0, 0); MAX_LENGTH + 1];
        let mut next = 0_u32;
        let mut index = 0;
        for (length, limit) in limits.iter_mut().enumerate().skip(1) {
            next <<= 1;
            limit.1 = (index as u32).wrapping_sub(next);
            while index < sorted.len() && usize::from(lengths[sorted[index]]) == length {
                codes[sorted[index]] = (next, length as u32);
                next += 1;
                index += 1;
            }
            limit.0 = next << (MAX_LENGTH - length);
        }
        CanonicalCode { codes, sorted, limits }
    }

    fn put(&self, symbol: usize, out: &mut BitWriter<'_>) {
        let (code, length) = self.codes[symbol];
        out.put(code, length);
    }

    fn take(&self, code: &mut BitReader<'_>) -> Result<usize> {
        let window = code.peek() >> (32 - MAX_LENGTH);
        let fits = |length: &usize| window < self.limits[*length].0;
        // The code is complete, so that some length fits.
        let length = (1..=MAX_LENGTH).find(fits).unwrap_or(MAX_LENGTH);
        code.skip(length as u32)?;
        let index = (window >> (MAX_LENGTH - length)).wrapping_add(self.limits[length].1);
        Ok(self.sorted[index as usize])
    }
}

/// See the module.
#[derive(Default)]
pub struct Huffman(Ranking);

impl MoveCoder for Huffman {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;

    // huffman.2, huffman.3
    fn put(&mut self, position: &Position, m: PackedMove, out: &mut BitWriter<'_>) -> Result<()> {
        let Self(ranking) = self;
        let rank = ranking.rank_in(position, m)?;
        if ranking.choices() > 1 {
            CODE.put(rank.min(ESCAPE), out);
        }
        if rank >= ESCAPE {
            out.put((rank - ESCAPE) as u32, ESCAPED_WIDTH);
        }
        Ok(())
    }

    fn get(&mut self, position: &Position, code: &mut BitReader<'_>) -> Result<PackedMove> {
        let Self(ranking) = self;
        let before = code.clone();
        let choice = ranking.choice_in(position, |choices| {
            let mut rank = if choices > 1 { CODE.take(code)? } else { 0 };
            if rank == ESCAPE {
                rank += code.take(ESCAPED_WIDTH)? as usize;
            }
            Ok(rank)
        })?;
        choice.ok_or_else(|| no_such_rank(&before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::bit_stream::Filling;

    #[test]
    fn the_code_is_complete() {
        let used: u32 = CODE.codes.iter().map(|(_, length)| 1 << (MAX_LENGTH as u32 - length)).sum();
        assert_eq!(used, 1 << MAX_LENGTH);
    }

    #[test]
    fn every_symbol_round_trips() {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        (0..SYMBOLS).for_each(|symbol| CODE.put(symbol, &mut writer));
        writer.finish(Filling::Zeros);
        let mut reader = BitReader::new(&bytes);
        (0..SYMBOLS).for_each(|symbol| assert_eq!(CODE.take(&mut reader).unwrap(), symbol));
        reader.finish(Filling::Zeros).unwrap();
    }
}
