//! `coord16`: every move as its 16-bit word, little-endian.
//!
//! Spec chapter: `spec/codecs/coord16.md`.

use shakmaty::Chess;

use crate::{Code, Error, MoveWord, Result};

/// See [`crate::Codec::encode_line`].
pub(super) fn encode_line(start: &Chess, moves: &[MoveWord], out: &mut Vec<u8>) -> Result<()> {
    let mut position = start.clone();
    for (ply, m) in moves.iter().enumerate() {
        m.play(&mut position).map_err(|e| e.at(ply as u64))?;
        out.extend_from_slice(&m.0.to_le_bytes());
    }
    Ok(())
}

/// See [`crate::Codec::decode_line`]. Gives the number of bytes that the moves took.
pub(super) fn decode_line(start: &Chess, code: &[u8], plies: usize, out: &mut Vec<MoveWord>) -> Result<usize> {
    let mut position = start.clone();
    let (words, _) = code.as_chunks::<2>();
    for (ply, word) in words.iter().take(plies).enumerate() {
        let m = MoveWord(u16::from_le_bytes(*word));
        // coord16.2: a word that is not exactly that of a legal move is malformed.
        m.play(&mut position).map_err(|e| Error::new(Code::MoveMalformed, e.message()).at(2 * ply as u64))?;
        out.push(m);
    }
    if words.len() < plies {
        return Err(Error::new(Code::Truncated, "the moves end in the middle of the game").at(code.len() as u64));
    }
    Ok(2 * plies)
}

/// See [`crate::Codec::decode_all`].
pub(super) fn decode_all(start: &Chess, code: &[u8], out: &mut Vec<MoveWord>) -> Result<()> {
    decode_line(start, code, code.len().div_ceil(2), out).map(|_| ())
}
