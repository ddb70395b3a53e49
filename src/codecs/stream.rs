//! Codecs that code move after move into one stream of bits or numbers.
//!
//! Spec chapter: `spec/codecs/README.md`.

use std::marker::PhantomData;

use super::{
    errors::{no_move, no_null_in_line, no_such_rank},
    move_codec::{Line, MoveCodec, RunStarts},
    order,
};
use crate::{
    PackedMove, Position, Result, board,
    coding::{
        bit_stream::{BitReader, BitWriter, Filling},
        range_coder::{RangeDecoder, RangeEncoder},
    },
};

/// An encoder to which codes are written.
pub trait StreamEncoder<'a> {
    /// Begins after the last byte of `out`.
    fn begin(out: &'a mut Vec<u8>) -> Self;
    /// Ends the code.
    fn end(self, filling: Filling);
}

/// A decoder from which codes are read.
pub trait StreamDecoder<'a> {
    /// Begins with the first byte.
    fn begin(code: &'a [u8]) -> Self;
    /// Returns `true` if only the filling bits of the last byte remain.
    fn is_at_end(&self, filling: Filling) -> bool;
    /// Checks the end, and returns the number of bytes.
    fn end(&self, filling: Filling) -> Result<usize>;
    /// Returns the offset of the byte that holds the next bit, or of the next byte.
    fn offset(&self) -> u64;
}

impl<'a> StreamEncoder<'a> for BitWriter<'a> {
    fn begin(out: &'a mut Vec<u8>) -> Self {
        BitWriter::new(out)
    }

    fn end(self, filling: Filling) {
        self.finish(filling);
    }
}

impl<'a> StreamDecoder<'a> for BitReader<'a> {
    fn begin(code: &'a [u8]) -> Self {
        BitReader::new(code)
    }

    fn is_at_end(&self, filling: Filling) -> bool {
        self.remaining() < 8 && self.finish(filling).is_ok()
    }

    fn end(&self, filling: Filling) -> Result<usize> {
        self.finish(filling)
    }

    fn offset(&self) -> u64 {
        self.position() as u64 / 8
    }
}

impl<'a> StreamEncoder<'a> for RangeEncoder<'a> {
    fn begin(out: &'a mut Vec<u8>) -> Self {
        RangeEncoder::new(out)
    }

    fn end(self, _: Filling) {
        self.finish();
    }
}

impl<'a> StreamDecoder<'a> for RangeDecoder<'a> {
    fn begin(code: &'a [u8]) -> Self {
        RangeDecoder::new(code)
    }

    // A range code does not show its end, so that its codecs are not self-delimiting.
    fn is_at_end(&self, _: Filling) -> bool {
        false
    }

    fn end(&self, _: Filling) -> Result<usize> {
        self.finish()
    }

    fn offset(&self) -> u64 {
        RangeDecoder::offset(self)
    }
}

/// The code of one move of a position.
pub trait MoveCoder: Default {
    /// The encoder.
    type Encoder<'a>: StreamEncoder<'a>;
    /// The decoder.
    type Decoder<'a>: StreamDecoder<'a>;
    /// The filling bits of the last byte (`bit-stream.3`).
    const FILLING: Filling = Filling::Zeros;

    /// Encodes the data before the moves of a line. The line has moves.
    fn begin_line(&mut self, _moves: &[PackedMove], _out: &mut Self::Encoder<'_>) {}

    /// Decodes what [`MoveCoder::begin_line`] encoded.
    ///
    /// Errors: [`crate::ErrorCode::Truncated`].
    fn read_line_start(&mut self, _code: &mut Self::Decoder<'_>) -> Result<()> {
        Ok(())
    }

    /// Returns `true` if a line with these moves begins with the data that [`MoveCoder::read_line_start`] decoded.
    fn is_line(&self, _moves: &[PackedMove]) -> bool {
        true
    }

    /// Encodes `m`, which can be illegal.
    ///
    /// Errors: [`crate::ErrorCode::IllegalMove`].
    fn put(&mut self, position: &Position, m: PackedMove, out: &mut Self::Encoder<'_>) -> Result<()>;

    /// Decodes a move. It is legal, except that a null move can be illegal.
    ///
    /// Errors: [`crate::ErrorCode::MoveMalformed`], [`crate::ErrorCode::Truncated`], with their offset.
    fn get(&mut self, position: &Position, code: &mut Self::Decoder<'_>) -> Result<PackedMove>;
}

/// The codec of a [`MoveCoder`].
pub struct StreamCodec<C>(PhantomData<fn() -> C>);

impl<C> StreamCodec<C> {
    pub const NEW: StreamCodec<C> = StreamCodec(PhantomData);
}

impl<C: MoveCoder> MoveCodec for StreamCodec<C> {
    // The offset of an error is the ply in its line.
    fn encode_run(&self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        let mut coder = C::default();
        let mut encoder = C::Encoder::begin(out);
        for line in lines {
            let mut position = line.start.clone();
            if !line.moves.is_empty() {
                coder.begin_line(line.moves, &mut encoder);
            }
            for (ply, m) in line.moves.iter().enumerate() {
                put_move(&mut coder, &mut position, *m, &mut encoder).map_err(|e| e.with_offset(ply as u64))?;
            }
        }
        encoder.end(C::FILLING);
        Ok(())
    }

    fn decode_run(&self, run: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        let mut coder = C::default();
        let mut decoder = C::Decoder::begin(code);
        for (start, plies) in run.starts.iter().filter(|(_, plies)| *plies > 0) {
            let mut position = (*start).clone();
            let before = out.len();
            coder.read_line_start(&mut decoder)?;
            for _ in 0..*plies {
                out.push(get_move(&mut coder, &mut position, &mut decoder)?);
            }
            if !coder.is_line(&out[before..]) {
                out.truncate(before); // its moves are not a line
                return Err(no_null_in_line(decoder.offset()));
            }
        }
        if run.is_whole { decoder.end(C::FILLING) } else { Ok(code.len()) }
    }

    fn decode_all(&self, start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        let mut coder = C::default();
        let mut decoder = C::Decoder::begin(code);
        let mut position = start.clone();
        while !decoder.is_at_end(C::FILLING) {
            out.push(get_move(&mut coder, &mut position, &mut decoder)?);
        }
        Ok(())
    }
}

/// Encodes a move, and plays it.
fn put_move<C: MoveCoder>(
    coder: &mut C,
    position: &mut Position,
    packed: PackedMove,
    encoder: &mut C::Encoder<'_>,
) -> Result<()> {
    // The coder checks that the move is legal, unless it is the null move.
    coder.put(position, packed, encoder).map_err(|_| board::not_legal(packed))?;
    position.play(packed)
}

/// Decodes a move, and plays it.
fn get_move<C: MoveCoder>(coder: &mut C, position: &mut Position, decoder: &mut C::Decoder<'_>) -> Result<PackedMove> {
    let offset = decoder.offset();
    let m = coder.get(position, decoder)?;
    position.play(m).map_err(|_| no_move(offset))?;
    Ok(m)
}

/// Encodes the number of a move in `width` bits with an escape code; the null move has the number after the last move (`codecs.6`).
pub fn put_escaped<K: Ord>(
    position: &Position,
    m: PackedMove,
    key: impl FnMut(PackedMove) -> K,
    width: u32,
    out: &mut BitWriter<'_>,
) -> Result<()> {
    let ordinal =
        if m.is_null() { order::legal_moves(position).len() as u32 } else { order::ordinal_of(position, m, key)?.0 };
    out.put_escaped(ordinal, width);
    Ok(())
}

/// Decodes the result of [`put_escaped`].
pub fn get_escaped<K: Ord + Copy>(
    position: &Position,
    key: impl FnMut(PackedMove) -> K,
    width: u32,
    code: &mut BitReader<'_>,
) -> Result<PackedMove> {
    let legal = order::legal_moves(position);
    let before = code.clone();
    let ordinal = code.take_escaped(width)?;
    if ordinal as usize == legal.len() {
        return Ok(PackedMove::NULL);
    }
    order::nth(&legal, ordinal, key).ok_or_else(|| no_such_rank(&before))
}
