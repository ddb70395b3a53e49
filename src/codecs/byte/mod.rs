//! `byte`: piece code and vector code, one byte a ply, exactly as Tarrasch V3 has them.
//!
//! Spec chapter: `spec/codecs/byte.md`.
//!
//! Three ways through the same code:
//! - [`crate::Codec::decode_line`] and [`crate::Codec::encode_line`] check that every move is legal;
//! - [`decode_trusted`] and [`encode_trusted`] are for moves that are known to be legal, because plypack wrote them under a
//!   checksum or an importer has just checked them;
//! - [`scan`] shows a [`Board`] after every trusted ply, for searches.

mod board;
mod fallback;
mod lists;
mod play;
mod tables;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use shakmaty::Chess;

pub use board::{Board, Man, Ply};

use crate::{Code, Error, MoveWord, Result};

impl Board {
    /// Plays the move that `code` begins with, and gives the number of its bytes. The move is trusted to be legal; see
    /// [`decode_trusted`] for what is checked all the same.
    ///
    /// # Errors
    ///
    /// [`Code::MoveMalformed`] for bytes that can be seen to stand for no move, [`Code::Truncated`] when `code` ends early.
    /// The board may then have changed.
    #[inline(always)]
    pub fn play(&mut self, code: &[u8]) -> Result<(Ply, usize)> {
        self.play_next::<false>(code)
    }

    #[inline(always)]
    fn play_next<const STRICT: bool>(&mut self, code: &[u8]) -> Result<(Ply, usize)> {
        match code.first().and_then(|byte| self.step::<STRICT>(*byte)) {
            Some(ply) => Ok((ply, 1)),
            None => self.play_unusual(code),
        }
    }

    /// byte.5: fallback mode, or an error.
    #[cold]
    fn play_unusual(&mut self, code: &[u8]) -> Result<(Ply, usize)> {
        match code.first() {
            None => Err(Error::new(Code::Truncated, "the moves end in the middle of the game").at(0)),
            Some(_) if self.overfull[self.turn & 1] => fallback::decode(self, code),
            Some(byte) => Err(Error::new(Code::MoveMalformed, format!("byte {byte:#04x} stands for no legal move"))),
        }
        .map_err(|e| e.at(0))
    }

    /// Appends the code of a move and plays it.
    #[inline(always)]
    fn append<const STRICT: bool>(&mut self, word: MoveWord, out: &mut Vec<u8>) -> Result<()> {
        if self.overfull[self.turn & 1] {
            return fallback::encode(self, word, out);
        }
        let code = self.code_of(word);
        // A move is right if its code stands for it.
        match self.step::<STRICT>(code) {
            Some(ply) if ply.word == word => out.push(code),
            _ => return Err(not_legal(word)),
        }
        Ok(())
    }
}

#[cold]
fn not_legal(word: MoveWord) -> Error {
    Error::new(Code::IllegalMove, format!("{word} is not a legal move here"))
}

/// Plays up to `plies` moves, until `code` ends or `visit` breaks off. Gives the bytes and plies that were played.
#[inline(always)]
fn walk<const STRICT: bool>(
    start: &Chess,
    code: &[u8],
    plies: usize,
    mut visit: impl FnMut(&Board, Ply) -> ControlFlow<()>,
) -> Result<(usize, usize)> {
    let mut board = Board::new(start);
    let (mut used, mut played) = (0, 0);
    while played < plies && used < code.len() {
        let (ply, bytes) = board.play_next::<STRICT>(&code[used..]).map_err(|e| e.shifted(used as u64))?;
        used += bytes;
        played += 1;
        if visit(&board, ply).is_break() {
            break;
        }
    }
    Ok((used, played))
}

#[inline(always)]
fn decode<const STRICT: bool>(start: &Chess, code: &[u8], plies: usize, out: &mut Vec<MoveWord>) -> Result<usize> {
    out.reserve(plies.min(code.len()));
    let (used, played) = walk::<STRICT>(start, code, plies, |_, ply| {
        out.push(ply.word);
        ControlFlow::Continue(())
    })?;
    match played == plies {
        true => Ok(used),
        false => Err(Error::new(Code::Truncated, "the moves end in the middle of the game").at(code.len() as u64)),
    }
}

/// Reads `plies` moves that are known to be legal, appends them to `out` and gives the number of bytes that they took.
///
/// For code that plypack has written itself and that a checksum protects. Whether a sliding piece jumps over men, whether a
/// king is left in check, castles through check or passes while in check, and whether en passant comes right after the double
/// push is **not** checked. Checked is what keeps the board whole: that the man exists, that the target lies on the board and
/// holds neither an own man nor a king, that pawns step to empty squares and capture men, that castling rights are left and
/// that nothing stands in the way of castling or a double push. Moves in fallback mode are always checked completely.
/// Any bytes are safe: they give moves or an error.
///
/// # Errors
///
/// [`Code::MoveMalformed`] with the offset in `code` when one of these checks fails, [`Code::Truncated`] when `code` ends
/// early. What was read before stays in `out`.
pub fn decode_trusted(start: &Chess, code: &[u8], plies: usize, out: &mut Vec<MoveWord>) -> Result<usize> {
    decode::<false>(start, code, plies, out)
}

/// Appends the code of moves that are known to be legal. What is checked all the same is said at [`decode_trusted`].
///
/// # Errors
///
/// [`Code::IllegalMove`], with the number of the ply as offset, for a move that can be seen not to be one.
/// The code of the moves before it stays in `out`.
pub fn encode_trusted(start: &Chess, moves: &[MoveWord], out: &mut Vec<u8>) -> Result<()> {
    encode::<false>(start, moves, out)
}

/// Plays a line that is known to be legal, as [`decode_trusted`] does, and calls `visit` with the board after every ply until
/// it breaks off. Gives the number of bytes played.
///
/// # Errors
///
/// As [`decode_trusted`].
#[inline]
pub fn scan(
    start: &Chess,
    code: &[u8],
    plies: usize,
    mut visit: impl FnMut(&Board, Ply) -> ControlFlow<()>,
) -> Result<usize> {
    let mut stopped = false;
    let (used, played) = walk::<false>(start, code, plies, |board, ply| {
        let flow = visit(board, ply);
        stopped = flow.is_break();
        flow
    })?;
    match stopped || played == plies {
        true => Ok(used),
        false => Err(Error::new(Code::Truncated, "the moves end in the middle of the game").at(code.len() as u64)),
    }
}

#[inline(always)]
fn encode<const STRICT: bool>(start: &Chess, moves: &[MoveWord], out: &mut Vec<u8>) -> Result<()> {
    let mut board = Board::new(start);
    out.reserve(moves.len());
    for (ply, word) in moves.iter().enumerate() {
        board.append::<STRICT>(*word, out).map_err(|e| e.at(ply as u64))?;
    }
    Ok(())
}

/// See [`crate::Codec::encode_line`].
pub(super) fn encode_line(start: &Chess, moves: &[MoveWord], out: &mut Vec<u8>) -> Result<()> {
    encode::<true>(start, moves, out)
}

/// See [`crate::Codec::decode_line`]. Gives the number of bytes that the moves took.
pub(super) fn decode_line(start: &Chess, code: &[u8], plies: usize, out: &mut Vec<MoveWord>) -> Result<usize> {
    decode::<true>(start, code, plies, out)
}

/// See [`crate::Codec::decode_all`].
pub(super) fn decode_all(start: &Chess, code: &[u8], out: &mut Vec<MoveWord>) -> Result<()> {
    let keep = |_: &Board, ply: Ply| {
        out.push(ply.word);
        ControlFlow::Continue(())
    };
    walk::<true>(start, code, usize::MAX, keep).map(|_| ())
}
