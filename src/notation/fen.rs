//! Positions as FEN, with the castling letters of X-FEN.

use std::fmt;

use crate::board::{Bitboards, Board, attacks::squares, castling::HOME_RANKS, piece::ROOK};

/// The pieces by their numbers; `.` is none.
const PIECES: &[u8; 16] = b".PNBRQK..pnbrqk.";

/// The length of the longest FEN: 71 bytes of pieces, 3 for the turn, 5 for castling rights, 3 for the en passant square, and twice 11 for
/// the counters.
const MAX_FEN: usize = 104;

/// A FEN in a fixed buffer, without heap allocation.
#[derive(Clone, Copy)]
pub struct FenText {
    bytes: [u8; MAX_FEN],
    len: usize,
}

impl FenText {
    /// The text as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the first four fields, with this en passant square.
    pub(crate) fn of_board(board: &Board<Bitboards>, en_passant: Option<u8>) -> FenText {
        let mut text = FenText { bytes: [0; MAX_FEN], len: 0 };
        text.push_pieces(board);
        text.extend(if board.side() == 0 { b" w " } else { b" b " });
        text.push_castling(board);
        match en_passant {
            Some(square) => text.extend(&[b' ', b'a' + (square & 7), b'1' + (square >> 3)]),
            None => text.extend(b" -"),
        }
        text
    }

    /// Appends a space and a number.
    pub(crate) fn push_number(&mut self, number: u32) {
        self.push(b' ');
        let mut power = 10u32.pow(number.checked_ilog10().unwrap_or(0));
        while power > 0 {
            self.push(b'0' + (number / power % 10) as u8);
            power /= 10;
        }
    }

    /// Never overflows: no text written here is longer than the array.
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.push(*byte));
    }

    fn push_pieces(&mut self, board: &Board<Bitboards>) {
        for (index, rank) in board.squares.as_chunks::<8>().0.iter().rev().enumerate() {
            if index > 0 {
                self.push(b'/');
            }
            let mut empty = 0;
            for piece in rank {
                if *piece == 0 {
                    empty += 1;
                    continue;
                }
                self.push_empty(std::mem::take(&mut empty));
                self.push(PIECES[usize::from(*piece & 15)]);
            }
            self.push_empty(empty);
        }
    }

    /// Appends a run of empty squares.
    fn push_empty(&mut self, count: u8) {
        if count > 0 {
            self.push(b'0' + count);
        }
    }

    fn push_castling(&mut self, board: &Board<Bitboards>) {
        let start = self.len;
        let rights = board.castling_rooks();
        for (side, home_rank) in HOME_RANKS.into_iter().enumerate() {
            let rooks = board.sets().of_side(side, ROOK) & home_rank;
            let mut letters = squares(rights & rooks).map(|rook| castling_letter(board, side, rooks, rook as u8));
            let first = letters.next();
            let second = letters.next();
            second.into_iter().chain(first).for_each(|letter| self.push(letter));
        }
        if self.len == start {
            self.push(b'-');
        }
    }
}

impl AsRef<[u8]> for FenText {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Returns `K` or `Q` for the outermost rook on its side of the king, the file letter for another rook.
fn castling_letter(board: &Board<Bitboards>, side: usize, rooks: u64, rook: u8) -> u8 {
    let is_queen_side = rook < board.sets().king(side);
    let outermost = if is_queen_side { rooks.trailing_zeros() } else { 63 - rooks.leading_zeros() };
    let letter = if outermost != u32::from(rook) {
        b'A' + (rook & 7)
    } else if is_queen_side {
        b'Q'
    } else {
        b'K'
    };
    if side == 0 { letter } else { letter.to_ascii_lowercase() }
}
