//! The numbers that make up the key of a position (`index.5`).

use super::{Piece, bitboards::Bitboards, mailbox::Board, make::MadeMove};
use crate::moves::MoveFlags;

/// Indices in the sequence of [`number`] at which the numbers of castling rooks, files and the side to move start.
const ROOK: u64 = 1024;
const FILE: u64 = ROOK + 64;
const BLACK: u64 = FILE + 8;

/// Number `i` of the splitmix64 sequence that starts at 0.
// index.5
pub(crate) const fn number(i: u64) -> u64 {
    let z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// By piece and square.
static PIECES: [[u64; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut i = 64;
    while i < 16 * 64 {
        table[i / 64][i % 64] = number(i as u64);
        i += 1;
    }
    table
};

/// The number of a piece on a square; 0 for [`super::Piece::NONE`].
#[inline(always)]
pub(crate) fn piece(piece: u8, square: u8) -> u64 {
    PIECES[piece as usize & 15][square as usize & 63]
}

/// The combined numbers of all pieces on the board.
pub(crate) fn pieces(squares: &[u8; 64]) -> u64 {
    (0u8..).zip(squares).fold(0, |key, (square, on_it)| key ^ piece(*on_it, square))
}

/// The numbers of the rooks that can castle.
pub(crate) fn castling(rooks: u64) -> u64 {
    super::attacks::squares(rooks).fold(0, |key, square| key ^ number(ROOK + u64::from(square)))
}

/// The number of the file of a legal en passant capture, 0 to 7; 0 if there is none.
#[inline(always)]
pub(crate) fn en_passant(file: Option<u8>) -> u64 {
    file.map_or(0, |file| number(FILE + u64::from(file)))
}

/// The number of the side to move.
#[inline(always)]
pub(crate) fn turn(side: usize) -> u64 {
    if side == 0 { 0 } else { const { number(BLACK) } }
}

/// Returns the change of the pieces' part of the key by a move other than castling.
#[inline(always)]
pub fn change(ply: MadeMove) -> u64 {
    let m = ply.packed;
    let is_en_passant = ply.packed.flags() == MoveFlags::EnPassant as u8;
    let from = m.from();
    let to = m.to();
    let placed = m.promotion().map_or(ply.piece.0, |role| ply.piece.0 & 8 | role as u8);
    let captured = match ply.captured {
        Piece::NONE => 0,
        captured => piece(captured.0, if is_en_passant { from & 56 | to & 7 } else { to }),
    };
    if m.is_null() { 0 } else { piece(ply.piece.0, from) ^ piece(placed, to) ^ captured }
}

impl Board<Bitboards> {
    /// Returns the key of the position (`index.5`).
    pub(crate) fn key(&self) -> u64 {
        let file = self.legal_en_passant().map(|square| square & 7);
        pieces(&self.squares) ^ castling(self.castling_rooks()) ^ en_passant(file) ^ turn(self.side())
    }
}
