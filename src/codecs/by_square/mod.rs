//! Codecs whose codes depend only on the pieces and their squares, and need no list of legal moves.

pub mod block_index;
pub mod byte_queens;
pub mod coord12;
pub mod coord_static;
pub mod direction_target;
pub mod enumeration;
mod ordinals;
mod select;
pub mod slots;
pub mod static_code;
pub mod varlen;

use std::marker::PhantomData;

use super::{
    errors::no_null_in_line,
    move_codec::{Line, RunStarts},
};
#[cfg(target_arch = "x86_64")]
use crate::board::legal_moves::has_bmi2;
use crate::{
    Error, ErrorCode, PackedMove, Position, Result,
    board::{
        Bitboards, MadeMove, not_legal,
        piece::{KING, PAWN},
    },
    coding::bit_stream::{BitReader, BitWriter, Filling},
};

pub use select::{CountedSquares, Squares, number_of};

/// The board of these codecs.
pub type Board = crate::board::Board<Bitboards>;

/// A codec that codes one move on a board.
pub trait SquareCoder: Sized {
    /// True if a bit before a line says whether its null moves have numbers (`codecs.7`).
    const MARKS_NULL: bool = false;
    /// True if the same compiled code decodes trusted and untrusted lines, which is smaller and slower.
    const CHECKS_AT_RUN_TIME: bool = false;

    /// Creates the coder for the start of a line.
    fn begin(board: &Board) -> Self;

    /// Sets whether null moves of the next line have numbers, if the codec [marks](SquareCoder::MARKS_NULL) such lines.
    fn number_null(&mut self, _is_numbered: bool) {}

    /// Appends the code of a move. `None` if the move proves illegal.
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()>;

    /// Reads the code of a move, as a move for [`Board::make`]. `None` if the code is not a move.
    ///
    /// Errors: [`ErrorCode::Truncated`].
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>>;

    /// Returns the next move of `US`, the side to move, and the length of its code in bits, without consuming it. `None` if the move is
    /// special, or if this fast path does not pay.
    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, _board: &Board, _code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        None
    }

    /// Reads and makes the next move of `US`, the side to move, unless it is castling, promotion or en passant. `None` for these and for
    /// code that is not a move; then nothing is changed.
    #[inline(always)]
    fn decode_fast<S: Squares, const US: usize>(
        &mut self,
        board: &mut Board,
        code: &mut BitReader<'_>,
    ) -> Option<MadeMove> {
        let (m, bits) = self.peek::<S, US>(board, code)?;
        let mut after = code.clone();
        after.skip(bits).ok()?;
        let ply = make_plain::<US>(board, m)?;
        self.update(US, ply);
        *code = after;
        Some(ply)
    }

    /// Updates the coder after a move by `side`, unless the coder's own [`SquareCoder::decode_fast`] made the move.
    #[inline(always)]
    fn update(&mut self, _side: usize, _ply: MadeMove) {}
}

/// Makes a move of `US`, the side to move, unless it is castling, promotion or en passant. Otherwise nothing is changed.
#[inline(always)]
fn make_plain<const US: usize>(board: &mut Board, m: PackedMove) -> Option<MadeMove> {
    let from = m.from();
    let to = m.to();
    let piece = board.piece(from);
    let is_capture = board.piece(to) != 0;
    let is_sideways = (from ^ to) & 7 != 0;
    let is_special = match piece & 7 {
        PAWN => is_sideways != is_capture || !(8..56).contains(&to),
        KING => from >> 3 == to >> 3 && from.abs_diff(to) > 1,
        role => role == 0,
    };
    let is_other = m.0 >> 12 & 0b1010 != 0 || usize::from(piece >> 3) != US;
    if is_special || is_other || board.may_be_special(US, from) {
        return None;
    }
    board.make_normal(US, from, to)
}

/// The checks of each move.
trait Validation: Copy {
    /// Returns `true` if anything is checked.
    fn is_strict(self) -> bool;

    /// Returns `true` if the move that side `us` has just made was legal.
    fn accepts(self, board: &mut Board, us: usize, ply: MadeMove) -> bool;
}

/// Accepts everything that [`Board::make`] accepts.
#[derive(Clone, Copy)]
struct Trusted;

impl Validation for Trusted {
    fn is_strict(self) -> bool {
        false
    }

    #[inline(always)]
    fn accepts(self, _: &mut Board, _: usize, _: MadeMove) -> bool {
        true
    }
}

/// codecs.2: accepts only legal moves.
#[derive(Clone, Copy)]
struct Strict;

impl Validation for Strict {
    fn is_strict(self) -> bool {
        true
    }

    #[inline(always)]
    fn accepts(self, board: &mut Board, us: usize, ply: MadeMove) -> bool {
        board.was_legal(us, ply)
    }
}

/// [`Strict`] or [`Trusted`], selected at run time: one copy of the compiled code instead of two.
#[derive(Clone, Copy)]
struct StrictIf(bool);

impl Validation for StrictIf {
    fn is_strict(self) -> bool {
        self.0
    }

    #[inline(always)]
    fn accepts(self, board: &mut Board, us: usize, ply: MadeMove) -> bool {
        !self.0 || board.was_legal(us, ply)
    }
}

/// Encodes and decodes a line on a board.
struct LineCoder<C> {
    board: Board,
    coder: C,
}

impl<C: SquareCoder> LineCoder<C> {
    fn new(start: &Position) -> LineCoder<C> {
        let board = Board::new(start);
        LineCoder { coder: C::begin(&board), board }
    }

    /// Makes a move. If it is accepted, returns it with all its flags.
    #[inline(always)]
    fn make(&mut self, m: PackedMove, check: impl Validation) -> Option<PackedMove> {
        let side = self.board.side();
        let ply = self.board.make(m)?;
        self.coder.update(side, ply);
        check.accepts(&mut self.board, side, ply).then_some(ply.packed)
    }

    #[inline(always)]
    fn read<S: Squares>(&mut self, code: &mut BitReader<'_>, check: impl Validation) -> Result<PackedMove> {
        // The side to move is well predicted, and as a constant it simplifies the called code.
        if self.board.side() == 0 { self.read_of::<S, 0>(code, check) } else { self.read_of::<S, 1>(code, check) }
    }

    #[inline(always)]
    fn read_of<S: Squares, const US: usize>(
        &mut self,
        code: &mut BitReader<'_>,
        check: impl Validation,
    ) -> Result<PackedMove> {
        let at = code.position() / 8;
        match self.coder.decode_fast::<S, US>(&mut self.board, code) {
            Some(ply) if check.accepts(&mut self.board, US, ply) => Ok(ply.packed),
            Some(_) => Err(no_move(at)),
            None => self.read_rare(code, check.is_strict()),
        }
    }

    /// Reads a move that [`SquareCoder::decode_fast`] does not handle. Such moves are rare, and a copy of this for each way of decoding
    /// would be most of a codec's compiled code.
    #[inline(never)]
    fn read_rare(&mut self, code: &mut BitReader<'_>, is_strict: bool) -> Result<PackedMove> {
        let at = code.position() / 8;
        let m = self.coder.get(&self.board, code)?;
        m.and_then(|m| self.make(m, StrictIf(is_strict))).ok_or_else(|| no_move(at))
    }

    /// Reads the moves of a line and appends them to `out`.
    #[inline(always)]
    fn read_line<S: Squares>(
        &mut self,
        plies: Plies,
        code: &mut BitReader<'_>,
        check: impl Validation,
        out: &mut Vec<PackedMove>,
    ) -> Result<()> {
        // In these codecs, nearly all plies take at least four bits.
        out.reserve(plies.most.min(code.remaining() / 4));
        for _ in 0..plies.most {
            if plies.end_with_code && is_at_end(code) {
                break;
            }
            out.push(self.read::<S>(code, check)?);
        }
        Ok(())
    }

    #[inline(always)]
    fn append(&mut self, m: PackedMove, check: impl Validation, out: &mut BitWriter<'_>) -> Result<()> {
        let put = self.coder.put(&self.board, m, out);
        match put.and_then(|()| self.make(m, check)) {
            Some(made) if made == m => Ok(()),
            _ => Err(not_legal(m)),
        }
    }
}

/// Number of plies of a line.
#[derive(Clone, Copy)]
struct Plies {
    most: usize,
    /// True if the line also ends at the end of the code.
    end_with_code: bool,
}

/// Returns `true` if only filling bits remain: a code of these codecs has more bits than the filling of the last byte.
fn is_at_end(code: &BitReader<'_>) -> bool {
    code.remaining() < 8 && code.finish(Filling::Zeros).is_ok()
}

#[cold]
fn no_move(at: usize) -> Error {
    Error::new(ErrorCode::MoveMalformed, "a code that stands for no legal move").with_offset(at as u64)
}

/// See [`crate::Codec::encode_run`]; the offset of an error is the ply in its line.
pub fn encode_run<C: SquareCoder>(lines: &[Line<'_>], is_strict: bool, out: &mut Vec<u8>) -> Result<()> {
    let mut writer = BitWriter::new(out);
    for line in lines {
        let mut line_coder = LineCoder::<C>::new(line.start);
        if C::MARKS_NULL && !line.moves.is_empty() {
            let has_null = line.moves.contains(&PackedMove::NULL);
            line_coder.coder.number_null(has_null);
            writer.put(has_null.into(), 1);
        }
        for (ply, m) in line.moves.iter().enumerate() {
            line_coder.append(*m, StrictIf(is_strict), &mut writer).map_err(|e| e.with_offset(ply as u64))?;
        }
    }
    writer.finish(Filling::Zeros);
    Ok(())
}

/// See [`RunStarts`]. Returns the number of bytes.
pub fn decode_run<C: SquareCoder>(
    run: RunStarts<'_>,
    is_strict: bool,
    code: &[u8],
    out: &mut Vec<PackedMove>,
) -> Result<usize> {
    if C::CHECKS_AT_RUN_TIME {
        Decoder::<C, _>::new(run, StrictIf(is_strict)).decode(code, out)
    } else if is_strict {
        Decoder::<C, _>::new(run, Strict).decode(code, out)
    } else {
        Decoder::<C, _>::new(run, Trusted).decode(code, out)
    }
}

/// See [`crate::Codec::decode_all`].
pub fn decode_all<C: SquareCoder>(start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let starts = [(start, usize::MAX)];
    let run = RunStarts::whole(&starts);
    let used = if C::CHECKS_AT_RUN_TIME {
        Decoder::<C, _> { end_with_code: true, ..Decoder::new(run, StrictIf(true)) }.decode(code, out)
    } else {
        Decoder::<C, _> { end_with_code: true, ..Decoder::new(run, Strict) }.decode(code, out)
    };
    used.map(drop)
}

/// The lines to be decoded, and the way to decode them.
struct Decoder<'a, C, K> {
    run: RunStarts<'a>,
    /// See [`Plies`].
    end_with_code: bool,
    check: K,
    coder: PhantomData<C>,
}

impl<C: SquareCoder> Decoder<'_, C, StrictIf> {
    /// Uses no special instructions: one copy for all lines that may be checked.
    #[inline(never)]
    fn decode_plain(&self, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        self.decode_with::<CountedSquares>(code, out)
    }
}

impl<'a, C: SquareCoder, K: Validation> Decoder<'a, C, K> {
    fn new(run: RunStarts<'a>, check: K) -> Decoder<'a, C, K> {
        Decoder { run, end_with_code: false, check, coder: PhantomData }
    }

    #[inline(never)]
    fn decode(&self, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        #[cfg(target_arch = "x86_64")]
        if has_bmi2() {
            // SAFETY: the processor supports the instructions of the function.
            #[allow(unsafe_code, reason = "the hot path of trusted decoding; plain code does the same")]
            return unsafe { self.decode_with_pdep(code, out) };
        }
        let Decoder { run, end_with_code, check, coder } = *self;
        Decoder::<C, _> { run, end_with_code, check: StrictIf(check.is_strict()), coder }.decode_plain(code, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn decode_with_pdep(&self, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        self.decode_with::<select::PdepSquares>(code, out)
    }

    #[inline(always)]
    fn decode_with<S: Squares>(&self, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        let mut reader = BitReader::new(code);
        for (start, plies) in self.run.starts {
            let mut line_coder = LineCoder::<C>::new(start);
            let before = out.len();
            let marks_null = C::MARKS_NULL && *plies > 0 && reader.take(1)? != 0;
            line_coder.coder.number_null(marks_null);
            let plies = Plies { most: *plies, end_with_code: self.end_with_code };
            line_coder.read_line::<S>(plies, &mut reader, self.check, out)?;
            if marks_null && !out[before..].contains(&PackedMove::NULL) {
                out.truncate(before); // its moves are not a line
                return Err(no_null_in_line(reader.position() as u64 / 8));
            }
        }
        if self.run.is_whole { reader.finish(Filling::Zeros) } else { Ok(code.len()) }
    }
}
