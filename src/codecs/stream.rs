//! Codecs that code move after move into one stream of bits or numbers.
//!
//! Spec chapter: `spec/codecs/README.md`.

use shakmaty::{Chess, Move, Position};

use super::{Line, Lines, order};
use crate::{
    Error, ErrorCode, PackedMove, Result,
    chess::positions,
    coding::{
        bit_stream::{BitReader, BitWriter},
        range_coder::{RangeDecoder, RangeEncoder},
    },
};

/// Where codes go.
pub trait Sink<'a> {
    /// Begins after the last byte of `out`.
    fn begin(out: &'a mut Vec<u8>) -> Self;
    /// Ends the code.
    fn end(self, fill_ones: bool);
}

/// Where codes come from.
pub trait Source<'a> {
    /// Begins with the first byte.
    fn begin(code: &'a [u8]) -> Self;
    /// Whether nothing is left but what fills the last byte.
    fn is_used_up(&self, fill_ones: bool) -> bool;
    /// Checks the end, and gives the number of bytes.
    fn end(&self, fill_ones: bool) -> Result<usize>;
    /// The byte that holds the next code's first bit, or that is read next.
    fn place(&self) -> u64;
}

impl<'a> Sink<'a> for BitWriter<'a> {
    fn begin(out: &'a mut Vec<u8>) -> Self {
        BitWriter::new(out)
    }

    fn end(self, fill_ones: bool) {
        self.finish(fill_ones);
    }
}

impl<'a> Source<'a> for BitReader<'a> {
    fn begin(code: &'a [u8]) -> Self {
        BitReader::new(code)
    }

    fn is_used_up(&self, fill_ones: bool) -> bool {
        self.remaining() < 8 && self.finish(fill_ones).is_ok()
    }

    fn end(&self, fill_ones: bool) -> Result<usize> {
        self.finish(fill_ones)
    }

    fn place(&self) -> u64 {
        self.position() as u64 / 8
    }
}

impl<'a> Sink<'a> for RangeEncoder<'a> {
    fn begin(out: &'a mut Vec<u8>) -> Self {
        RangeEncoder::new(out)
    }

    fn end(self, _: bool) {
        self.finish();
    }
}

impl<'a> Source<'a> for RangeDecoder<'a> {
    fn begin(code: &'a [u8]) -> Self {
        RangeDecoder::new(code)
    }

    fn is_used_up(&self, _: bool) -> bool {
        false
    }

    fn end(&self, _: bool) -> Result<usize> {
        self.finish()
    }

    fn place(&self) -> u64 {
        RangeDecoder::place(self)
    }
}

/// A codec that says how one move of a position is coded.
pub trait MoveCoder: Default {
    /// What it writes to.
    type Sink<'a>: Sink<'a>;
    /// What it reads from.
    type Source<'a>: Source<'a>;
    /// Whether ones fill the last byte, not zeros (`bit-stream.3`).
    const FILL_ONES: bool = false;
    /// Whether what [`MoveCoder::get`] gives is always legal, so that nobody needs to check it.
    const ALWAYS_LEGAL: bool;

    /// Appends the code of `m`, which is legal unless the caller of the codec lied; `None` is the null move.
    ///
    /// Errors: [`ErrorCode::IllegalMove`].
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut Self::Sink<'_>) -> Result<()>;

    /// Takes the code of a move; `None` is the null move.
    ///
    /// Errors: [`ErrorCode::MoveMalformed`], [`ErrorCode::Truncated`], with their place.
    fn get(&mut self, position: &Chess, code: &mut Self::Source<'_>) -> Result<Option<Move>>;
}

/// See [`crate::Codec::encode_run`]; the offset of an error is the ply in its line.
pub fn encode_run<C: MoveCoder>(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let (mut coder, mut sink) = (C::default(), C::Sink::begin(out));
    for line in lines {
        let mut position = line.start.clone();
        for (ply, word) in line.moves.iter().enumerate() {
            put_move(&mut coder, &mut position, *word, &mut sink).map_err(|e| e.with_offset(ply as u64))?;
        }
    }
    sink.end(C::FILL_ONES);
    Ok(())
}

fn put_move<C: MoveCoder>(coder: &mut C, position: &mut Chess, word: PackedMove, sink: &mut C::Sink<'_>) -> Result<()> {
    let m = match word.is_null() {
        true => None,
        false => Some(word.to_move(position)?),
    };
    coder.put(position, m, sink)?;
    match m {
        Some(m) => position.play_unchecked(m),
        None => positions::play_null(position)?,
    }
    Ok(())
}

/// See [`Lines`]. Gives the number of bytes.
pub fn decode_run<C: MoveCoder>(
    Lines { starts, are_all }: Lines<'_>,
    code: &[u8],
    out: &mut Vec<PackedMove>,
) -> Result<usize> {
    let (mut coder, mut source) = (C::default(), C::Source::begin(code));
    for (start, plies) in starts {
        let mut position = (*start).clone();
        for _ in 0..*plies {
            out.push(get_move(&mut coder, &mut position, &mut source)?);
        }
    }
    if are_all { source.end(C::FILL_ONES) } else { Ok(code.len()) }
}

/// See [`crate::Codec::decode_all`].
pub fn decode_all<C: MoveCoder>(start: &Chess, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let (mut coder, mut source) = (C::default(), C::Source::begin(code));
    let mut position = start.clone();
    while !source.is_used_up(C::FILL_ONES) {
        out.push(get_move(&mut coder, &mut position, &mut source)?);
    }
    Ok(())
}

fn get_move<C: MoveCoder>(coder: &mut C, position: &mut Chess, source: &mut C::Source<'_>) -> Result<PackedMove> {
    let before = source.place();
    let no_move = || Error::new(ErrorCode::MoveMalformed, "a code that stands for no legal move").with_offset(before);
    let Some(m) = coder.get(position, source)? else {
        positions::play_null(position).map_err(|_| no_move())?;
        return Ok(PackedMove::NULL);
    };
    if !C::ALWAYS_LEGAL && !position.is_legal(m) {
        return Err(no_move());
    }
    position.play_unchecked(m);
    Ok(PackedMove::from_move(m))
}

/// Appends the number of a move in units of `width` bits; the null move has the number after the last (`codecs.6`).
pub fn put_extended<K: Ord>(
    position: &Chess,
    m: Option<Move>,
    key: impl FnMut(&Move) -> K,
    width: u32,
    out: &mut BitWriter<'_>,
) -> Result<()> {
    let ordinal = match m {
        Some(m) => order::ordinal_of(position, m, key)?.0,
        None => position.legal_moves().len() as u32,
    };
    out.put_extended(ordinal, width);
    Ok(())
}

/// Takes what [`put_extended`] wrote.
pub fn get_extended<K: Ord + Copy>(
    position: &Chess,
    key: impl FnMut(&Move) -> K,
    width: u32,
    code: &mut BitReader<'_>,
) -> Result<Option<Move>> {
    let (legal, before) = (position.legal_moves(), code.clone());
    let ordinal = code.take_extended(width)?;
    if ordinal as usize == legal.len() {
        return Ok(None);
    }
    order::nth(&legal, ordinal, key).map(Some).ok_or_else(|| no_such_rank(&before))
}

/// What codecs say of a move that is not among the legal ones.
#[cold]
pub fn not_legal() -> Error {
    Error::new(ErrorCode::IllegalMove, "not a legal move here")
}

/// What codecs say of a number that is too large; `code` stands before it.
#[cold]
pub fn no_such_rank(code: &BitReader<'_>) -> Error {
    code.malformed("no move has this number")
}

/// What codecs say that hold no null moves (`codecs.5`).
#[cold]
pub fn no_null_move() -> Error {
    Error::new(ErrorCode::IllegalMove, "this codec holds no null moves")
}
