//! Codecs whose codes are told from the men and their squares, without a list of legal moves.
//!
//! Lines are played on a [`Board`] that is made for speed. Where moves must be checked, they are played on shakmaty's as well.

pub mod block_index;
mod board;
pub mod coord12;
mod select;
pub mod varlen;

use shakmaty::Chess;

use super::{
    byte::Ply,
    errors::no_null_move,
    move_codec::{Line, RunStarts},
};
#[cfg(target_arch = "x86_64")]
use crate::board::legal_moves::has_bit_instructions;
use crate::{
    Error, ErrorCode, PackedMove, Result,
    coding::bit_stream::{BitReader, BitWriter},
};

pub use board::{ALL, BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use select::Numbered;
pub use select::{Squares, number_of};

/// A codec that says how one move of a board is coded.
pub trait SquareCoder: Sized {
    /// Whether the null move has a code (`codecs.5`).
    const HAS_NULL: bool;

    /// Begins with a line.
    fn begin(board: &Board) -> Self;

    /// Appends the code of a move. `None` if it can be seen to be none.
    fn put(&self, board: &Board, word: PackedMove, out: &mut BitWriter<'_>) -> Option<()>;

    /// Takes the code of a move, as a word for [`Board::step`]. `None` if it stands for no move.
    ///
    /// Errors: [`ErrorCode::Truncated`].
    fn get<S: Squares>(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>>;

    /// Takes and plays the next move, trusting that it is legal, if it is a usual one of side `US`, whose turn it is. Gives its
    /// complete word. `None` for any other move and for code that stands for none: all is then as before.
    fn decode_fast<S: Squares, const US: usize>(
        &mut self,
        board: &mut Board,
        code: &mut BitReader<'_>,
    ) -> Option<PackedMove>;

    /// Goes on after a move by `side`.
    #[inline(always)]
    fn follow(&mut self, _side: usize, _ply: Ply) {}
}

/// What is asked of every move.
pub trait Check {
    /// Whether all is legal.
    const TRUSTS: bool;
    /// Begins with a line.
    fn begin(start: &Chess) -> Self;
    /// Plays the move and tells whether it was legal.
    fn accepts(&mut self, word: PackedMove) -> bool;
}

/// All that [`Board::step`] lets pass.
pub struct Trusted;

impl Check for Trusted {
    const TRUSTS: bool = true;

    fn begin(_: &Chess) -> Trusted {
        Trusted
    }

    #[inline(always)]
    fn accepts(&mut self, _: PackedMove) -> bool {
        true
    }
}

/// codecs.2: legal moves only.
pub struct Strict(Chess);

impl Check for Strict {
    const TRUSTS: bool = false;

    fn begin(start: &Chess) -> Strict {
        Strict(start.clone())
    }

    fn accepts(&mut self, word: PackedMove) -> bool {
        word.play(&mut self.0).is_ok()
    }
}

struct Walker<C, K> {
    board: Board,
    coder: C,
    check: K,
}

impl<C: SquareCoder, K: Check> Walker<C, K> {
    fn new(start: &Chess) -> Walker<C, K> {
        let board = Board::new(start);
        Walker { coder: C::begin(&board), board, check: K::begin(start) }
    }

    /// Plays a move, and gives its complete word if it may be played.
    #[inline(always)]
    fn play(&mut self, word: PackedMove) -> Option<PackedMove> {
        let side = self.board.turn();
        let ply = self.board.step(word)?;
        self.coder.follow(side, ply);
        self.check.accepts(ply.word).then_some(ply.word)
    }

    #[inline(always)]
    fn read<S: Squares>(&mut self, code: &mut BitReader<'_>) -> Result<PackedMove> {
        let place = code.position() / 8;
        let word = self.coder.get::<S>(&self.board, code)?;
        match word.and_then(|word| self.play(word)) {
            Some(word) => Ok(word),
            None => Err(no_move(place)),
        }
    }

    /// Reads a usual move that is trusted to be legal; see [`SquareCoder::decode_fast`].
    #[inline(always)]
    fn decode_fast<S: Squares>(&mut self, code: &mut BitReader<'_>) -> Option<PackedMove> {
        // Whose turn it is can be foreseen, and makes constants of much that follows.
        match self.board.turn() {
            _ if !K::TRUSTS => None,
            0 => self.coder.decode_fast::<S, 0>(&mut self.board, code),
            _ => self.coder.decode_fast::<S, 1>(&mut self.board, code),
        }
    }

    /// Reads `plies` moves and appends them to `out`.
    #[inline(always)]
    fn read_line<S: Squares>(
        &mut self,
        plies: usize,
        code: &mut BitReader<'_>,
        out: &mut Vec<PackedMove>,
    ) -> Result<()> {
        // Nearly all plies have four bits at least in these codecs.
        out.reserve(plies.min(code.remaining() / 4));
        for _ in 0..plies {
            let word = match self.decode_fast::<S>(code) {
                Some(word) => word,
                None => self.read::<S>(code)?,
            };
            out.push(word);
        }
        Ok(())
    }

    #[inline(always)]
    fn append(&mut self, word: PackedMove, out: &mut BitWriter<'_>) -> Result<()> {
        if word.is_null() && !C::HAS_NULL {
            return Err(no_null_move());
        }
        let put = self.coder.put(&self.board, word, out);
        match put.and_then(|()| self.play(word)) {
            Some(played) if played == word => Ok(()),
            _ => Err(Error::new(ErrorCode::IllegalMove, format!("{word} is not a legal move here"))),
        }
    }
}

#[cold]
fn no_move(place: usize) -> Error {
    Error::new(ErrorCode::MoveMalformed, "a code that stands for no legal move").with_offset(place as u64)
}

/// See [`crate::Codec::encode_run`]; the offset of an error is the ply in its line.
pub fn encode_run<C: SquareCoder, K: Check>(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let mut writer = BitWriter::new(out);
    for line in lines {
        let mut walker = Walker::<C, K>::new(line.start);
        for (ply, word) in line.moves.iter().enumerate() {
            walker.append(*word, &mut writer).map_err(|e| e.with_offset(ply as u64))?;
        }
    }
    writer.finish(false);
    Ok(())
}

/// See [`RunStarts`]. Returns the number of bytes.
pub fn decode_run<C: SquareCoder, K: Check>(
    lines: RunStarts<'_>,
    code: &[u8],
    out: &mut Vec<PackedMove>,
) -> Result<usize> {
    #[cfg(target_arch = "x86_64")]
    if has_bit_instructions() {
        // SAFETY: the processor has what the function asks for.
        #[allow(unsafe_code, reason = "the hot path of trusted decoding; plain code does the same")]
        return unsafe { decode_run_depositing::<C, K>(lines, code, out) };
    }
    decode_run_with::<C, K, Numbered>(lines, code, out)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn decode_run_depositing<C: SquareCoder, K: Check>(
    lines: RunStarts<'_>,
    code: &[u8],
    out: &mut Vec<PackedMove>,
) -> Result<usize> {
    decode_run_with::<C, K, select::Deposited>(lines, code, out)
}

#[inline(always)]
fn decode_run_with<C: SquareCoder, K: Check, S: Squares>(
    RunStarts { starts, is_whole }: RunStarts<'_>,
    code: &[u8],
    out: &mut Vec<PackedMove>,
) -> Result<usize> {
    let mut reader = BitReader::new(code);
    for (start, plies) in starts {
        Walker::<C, K>::new(start).read_line::<S>(*plies, &mut reader, out)?;
    }
    if is_whole { reader.finish(false) } else { Ok(code.len()) }
}

/// [`encode_run`] for one line, with every move checked.
pub fn encode_line<C: SquareCoder>(start: &Chess, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
    encode_run::<C, Strict>(&[Line { start, moves }], out)
}

/// [`decode_run`] for one line, with every move checked.
pub fn decode_line<C: SquareCoder>(
    start: &Chess,
    code: &[u8],
    plies: usize,
    out: &mut Vec<PackedMove>,
) -> Result<usize> {
    decode_run::<C, Strict>(RunStarts::whole(&[(start, plies)]), code, out)
}

/// See [`crate::Codec::decode_all`]. A code of this codec has more bits than what fills the last byte.
pub fn decode_all<C: SquareCoder>(start: &Chess, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let mut reader = BitReader::new(code);
    let mut walker = Walker::<C, Strict>::new(start);
    while reader.remaining() >= 8 || reader.finish(false).is_err() {
        out.push(walker.read::<Numbered>(&mut reader)?);
    }
    Ok(())
}
