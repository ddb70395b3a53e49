//! `byte`: piece code and vector code, one byte per ply, exactly as in Tarrasch V3.
//!
//! Spec chapter: `spec/codecs/byte.md`.
//!
//! Captures are not marked (`byte.11`).
//!
//! Three entry points to the same code:
//! - [`crate::Codec::decode_line`] and [`crate::Codec::encode_line`] check that every move is legal;
//! - [`decode_trusted`] and [`encode_trusted`] are for moves known to be legal, because plypack wrote them under a checksum or an importer
//!   has just checked them;
//! - [`scan`] passes a [`Board`] to the caller after every trusted ply, for searches.

pub(super) mod fallback;
mod lists;
mod play;
pub(super) mod tables;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use crate::board::{MadeMove, Piece, check_line};
use crate::{
    Error, ErrorCode, PackedMove, Position, Result,
    board::{self, Bitboards, not_legal},
};
use lists::PieceLists;
use play::Validation;

/// A board that follows a line of this codec, with the piece lists that the code needs.
pub type Board = board::Board<PieceLists>;

impl Board {
    /// Plays the move that `code` begins with, and returns the number of its bytes. Trusts the move to be legal, except for the checks of
    /// [`decode_trusted`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MoveMalformed`] for bytes that prove not to be a move, [`ErrorCode::Truncated`] if `code` ends early. The board may
    /// have changed.
    #[inline(always)]
    pub fn play(&mut self, code: &[u8]) -> Result<(MadeMove, usize)> {
        match code.first() {
            None => Err(ends_early(0)),
            Some(_) if self.is_in_fallback() => fallback::decode(self, code),
            Some(byte) => self.step(*byte).map(|ply| (ply, 1)).ok_or_else(|| no_move(*byte)),
        }
        .map_err(|e| e.with_offset(0))
    }
}

#[cold]
fn no_move(byte: u8) -> Error {
    Error::new(ErrorCode::MoveMalformed, format!("byte {byte:#04x} stands for no legal move"))
}

#[cold]
fn ends_early(length: usize) -> Error {
    // byte.21
    Error::new(ErrorCode::Truncated, "the moves end in the middle of the game").with_offset(length as u64)
}

/// Accepts everything that [`board::Board::step`] accepts.
type Trusted = PieceLists;

impl Validation for Trusted {
    #[inline(always)]
    fn accepts<const US: usize, const IS_PATH_CLEAR: bool>(_: &mut Board, _: MadeMove) -> bool {
        true
    }
}

/// byte.1: moves follow from the position; byte.20: only legal moves.
type Strict = (PieceLists, Bitboards);

impl Validation for Strict {
    #[inline(always)]
    fn accepts<const US: usize, const IS_PATH_CLEAR: bool>(board: &mut board::Board<Strict>, ply: MadeMove) -> bool {
        if IS_PATH_CLEAR { board.was_legal_on_clear_path(US, ply) } else { board.was_legal_piece_move(US, ply) }
    }

    fn after_fallback_move(board: &mut board::Board<Strict>) {
        board.reset_check_info();
    }
}

/// The result of playing a byte.
enum ByteResult {
    Played(MadeMove),
    Illegal,
    InFallback,
}

/// The reason for which a sequence of bytes in fast mode ended.
enum End {
    OfBytes,
    Break,
    Illegal,
    InFallback,
}

/// The part of a line that has been played.
#[derive(Default)]
struct Progress {
    bytes: usize,
    plies: usize,
    /// True if the visitor stopped the line.
    is_stopped: bool,
}

/// Encodes and decodes a line on a board.
struct LineCoder<C> {
    board: board::Board<C>,
}

impl<C: Validation> LineCoder<C> {
    #[inline(always)]
    fn new(start: &Position) -> LineCoder<C> {
        LineCoder { board: board::Board::new(start) }
    }

    /// Plays and checks one byte. In fallback mode no byte is a move here, because the lists are empty.
    #[inline(always)]
    fn step(&mut self, byte: u8) -> ByteResult {
        // The side to move is well predicted, and as a constant it simplifies the called code.
        if self.board.side() == 0 { self.step_of::<0>(byte) } else { self.step_of::<1>(byte) }
    }

    #[inline(always)]
    fn step_of<const US: usize>(&mut self, byte: u8) -> ByteResult {
        match self.board.step_of::<US>(byte) {
            Some(ply) => ByteResult::Played(ply),
            // After a move that was not accepted, the other side is to move.
            None if self.board.side() == US && self.board.is_in_fallback() => ByteResult::InFallback,
            None => ByteResult::Illegal,
        }
    }

    /// Plays bytes in fast mode, one per ply, and returns their number and the reason for the end. `first` is the number of the first ply.
    ///
    /// A separate function, so that its few variables stay in registers: inlined, it would reload the address of the bytes from memory at
    /// every ply, and detect mispredicted branches later.
    #[inline(never)]
    fn play_bytes(
        &mut self,
        bytes: &[u8],
        first: usize,
        visit: &mut impl FnMut(&board::Board<C>, MadeMove, usize) -> ControlFlow<()>,
    ) -> (usize, End) {
        for (played, byte) in bytes.iter().enumerate() {
            match self.step(*byte) {
                ByteResult::Played(ply) if visit(&self.board, ply, first + played).is_continue() => {}
                ByteResult::Played(_) => return (played + 1, End::Break),
                ByteResult::Illegal => return (played, End::Illegal),
                ByteResult::InFallback => return (played, End::InFallback),
            }
        }
        (bytes.len(), End::OfBytes)
    }

    /// Plays up to `plies` moves, until `code` ends or `visit` breaks. `visit` also gets the number of the ply.
    #[inline(always)]
    fn play_line(
        &mut self,
        code: &[u8],
        plies: usize,
        progress: &mut Progress,
        mut visit: impl FnMut(&board::Board<C>, MadeMove, usize) -> ControlFlow<()>,
    ) -> Result<()> {
        while progress.plies < plies && progress.bytes < code.len() {
            let rest = &code[progress.bytes..];
            let most = (plies - progress.plies).min(rest.len());
            let (count, end) = self.play_bytes(&rest[..most], progress.plies, &mut visit);
            progress.bytes += count;
            progress.plies += count;
            let flow = match end {
                End::OfBytes => ControlFlow::Continue(()),
                End::Break => ControlFlow::Break(()),
                End::Illegal => return Err(no_move(rest[count]).with_offset(progress.bytes as u64)),
                End::InFallback => {
                    let ply = self.step_in_fallback(code, progress)?;
                    visit(&self.board, ply, progress.plies - 1)
                }
            };
            if flow.is_break() {
                progress.is_stopped = true;
                break;
            }
        }
        Ok(())
    }

    /// Plays one move of a side in fallback mode.
    #[cold]
    #[inline(never)]
    fn step_in_fallback(&mut self, code: &[u8], progress: &mut Progress) -> Result<MadeMove> {
        let step = fallback::decode(&mut self.board, &code[progress.bytes..]);
        C::after_fallback_move(&mut self.board);
        let (ply, bytes) = step.map_err(|e| e.with_offset(0).shifted_by(progress.bytes as u64))?;
        progress.bytes += bytes;
        progress.plies += 1;
        Ok(ply)
    }

    /// Writes the bytes of moves in fast mode, one each, and returns their number and the reason for the end.
    #[inline(always)]
    fn write_bytes(&mut self, moves: &[PackedMove], out: &mut [u8]) -> (usize, End) {
        for (written, (m, byte)) in moves.iter().zip(out).enumerate() {
            let coded =
                if self.board.side() == 0 { self.board.write_of::<0>(*m) } else { self.board.write_of::<1>(*m) };
            if let Some((code, is_legal)) = coded {
                *byte = code;
                if !is_legal {
                    return (written, End::Illegal);
                }
                continue;
            }
            // A move is legal if its code decodes to it.
            *byte = self.board.code_of(*m);
            match self.step(*byte) {
                ByteResult::Played(ply) if ply.packed == *m => {}
                ByteResult::InFallback => return (written, End::InFallback),
                _ => return (written, End::Illegal),
            }
        }
        (moves.len(), End::OfBytes)
    }

    /// Appends the code of moves and plays them.
    #[inline(always)]
    fn append(&mut self, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
        let mut coded = 0;
        while coded < moves.len() {
            let start = out.len();
            let rest = &moves[coded..];
            out.resize(start + rest.len(), 0);
            let (count, end) = self.write_bytes(rest, &mut out[start..]);
            out.truncate(start + count);
            coded += count;
            match end {
                End::InFallback => coded += self.append_in_fallback(coded, moves, out)?,
                End::Illegal => return Err(not_legal(moves[coded]).with_offset(coded as u64)),
                End::OfBytes | End::Break => {}
            }
        }
        Ok(())
    }

    /// Appends the code of moves from number `coded` on while their side is in fallback mode, and returns their number.
    #[cold]
    fn append_in_fallback(&mut self, coded: usize, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<usize> {
        for (count, m) in moves[coded..].iter().enumerate() {
            if !self.board.is_in_fallback() {
                return Ok(count);
            }
            let encoded = fallback::encode(&mut self.board, *m, out);
            C::after_fallback_move(&mut self.board);
            encoded.map_err(|e| e.with_offset((coded + count) as u64))?;
        }
        Ok(moves.len() - coded)
    }
}

#[inline(always)]
fn decode<C: Validation>(start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
    let before = out.len();
    out.try_reserve(plies.min(code.len()))?;
    // Not `resize`, which fills one by one in code optimized for size.
    out.extend(std::iter::repeat_n(PackedMove::NULL, plies.min(code.len())));
    let moves = &mut out[before..];
    let mut progress = Progress::default();
    let result = LineCoder::<C>::new(start).play_line(code, plies, &mut progress, |_, ply, number| {
        moves[number] = ply.packed;
        ControlFlow::Continue(())
    });
    out.truncate(before + progress.plies);
    result?;
    if progress.plies == plies { Ok(progress.bytes) } else { Err(ends_early(code.len())) }
}

/// Reads `plies` moves that are known to be legal, appends them to `out` and returns the number of bytes of their code.
///
/// For code that plypack wrote and a checksum protects. This is **not** checked: whether a sliding piece jumps over others; whether a king
/// is left in check, castles through check or passes while in check; and whether en passant directly follows the double push. The checks
/// that keep the board consistent are made: the piece exists; the target is on the board and holds neither a piece of the same side nor a
/// king; pawns step to empty squares and capture pieces; castling rights exist; and nothing blocks castling or a double push. Moves in
/// fallback mode are always checked completely. Any bytes are safe: the result is moves or an error.
///
/// # Errors
///
/// [`ErrorCode::MoveMalformed`] with the offset in `code` if one of these checks fails, [`ErrorCode::Truncated`] if `code` ends early.
/// `out` keeps the moves read before.
pub fn decode_trusted(start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
    decode::<Trusted>(start, code, plies, out)
}

/// Appends the code of moves that are known to be legal, with only the checks of [`decode_trusted`].
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`] for a move that proves illegal, with the number of the ply as offset. `out` keeps the code of the moves
/// before it.
pub fn encode_trusted(start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
    encode::<Trusted>(start, moves, out)
}

/// Plays a line that is known to be legal, like [`decode_trusted`], and calls `visit` with the board after every ply until it breaks.
/// Returns the number of bytes played.
///
/// # Errors
///
/// As [`decode_trusted`].
#[inline]
pub fn scan(
    start: &Position,
    code: &[u8],
    plies: usize,
    mut visit: impl FnMut(&Board, MadeMove) -> ControlFlow<()>,
) -> Result<usize> {
    let mut progress = Progress::default();
    LineCoder::<Trusted>::new(start).play_line(code, plies, &mut progress, |board, ply, _| visit(board, ply))?;
    if progress.is_stopped || progress.plies == plies { Ok(progress.bytes) } else { Err(ends_early(code.len())) }
}

/// A line played by [`scan_from`].
#[derive(Debug, Clone)]
pub struct Scanned {
    /// The board after the last ply played.
    pub board: Board,
    /// Bytes played.
    pub bytes: usize,
    /// Plies played.
    pub plies: usize,
}

/// Like [`scan`], but from an existing board. A line that ends before `plies` are played is not an error.
///
/// # Errors
///
/// [`ErrorCode::MoveMalformed`] as for [`decode_trusted`].
#[inline(always)]
pub fn scan_from(
    start: &Board,
    code: &[u8],
    plies: usize,
    mut visit: impl FnMut(&Board, MadeMove) -> ControlFlow<()>,
) -> Result<Scanned> {
    let mut coder = LineCoder { board: start.clone() };
    let mut progress = Progress::default();
    coder.play_line(code, plies, &mut progress, |board, ply, _| visit(board, ply))?;
    Ok(Scanned { board: coder.board, bytes: progress.bytes, plies: progress.plies })
}

#[inline(always)]
fn encode<C: Validation>(start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
    // A move in fallback takes two bytes at most.
    out.try_reserve(2 * moves.len())?;
    LineCoder::<C>::new(start).append(moves, out)
}

/// See [`crate::Codec::encode_line`].
pub fn encode_line(start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
    encode::<Strict>(start, moves, out)
}

/// See [`crate::Codec::decode_line`]. Returns the number of bytes of their code.
pub fn decode_line(start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
    decode::<Strict>(start, code, plies, out)
}

/// See [`crate::Codec::decode_all`].
pub fn decode_all(start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let keep = |_: &board::Board<Strict>, ply: MadeMove, _: usize| {
        out.push(ply.packed);
        ControlFlow::Continue(())
    };
    LineCoder::<Strict>::new(start).play_line(code, usize::MAX, &mut Progress::default(), keep)
}
