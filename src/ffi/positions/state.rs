//! The pieces, rights and legal moves of a position, and whether it ends the game.

use super::{moves::PLYPACK_NO_SQUARE, position::plypack_position};
use crate::boundary::{
    error::plypack_error,
    guard::{guard, guard_getter},
    handle,
    status::plypack_status,
    types::{plypack_bytes, plypack_color, plypack_text},
};
use plypack::{
    Color, Ending, PackedMove, Position, Square,
    openings::{self, Opening},
};

/// The opening of a position.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_opening {
    /// The ECO code, `B90`; valid as long as the program runs.
    pub eco: plypack_text,
    /// The name, `Sicilian Defense: Najdorf Variation`; valid as long as the program runs.
    pub name: plypack_text,
}

/// Returns the opening to which the position belongs. The texts are empty if the position has no opening name, like the standard
/// start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_opening(position: *const plypack_position) -> plypack_opening {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, None.into(), |position| openings::of_position(&position.now).into()) }
}

impl From<Option<&Opening>> for plypack_opening {
    fn from(opening: Option<&Opening>) -> plypack_opening {
        let text = |text: fn(&Opening) -> &'static str| opening.map_or("", text).as_bytes().into();
        plypack_opening { eco: text(Opening::eco), name: text(Opening::name) }
    }
}

/// The reason why a game ends in a position by the rules of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_ending {
    /// The game goes on: there is a legal move and enough material for mate.
    PLYPACK_ENDING_NONE = 0,
    /// The side to move is in check and has no legal move.
    PLYPACK_ENDING_CHECKMATE = 1,
    /// The side to move is not in check and has no legal move.
    PLYPACK_ENDING_STALEMATE = 2,
    /// Neither side can give mate with its pieces.
    PLYPACK_ENDING_INSUFFICIENT_MATERIAL = 3,
}

/// Castling rights, en passant square, counters and check of a position.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_position_facts {
    /// The rooks with a castling right, as a set of squares: bit 0 is a1, bit 63 is h8. Rooks on the first rank are White's, rooks
    /// on the last rank Black's.
    pub castling_rooks: u64,
    /// The number of plies since the last capture or pawn move, as in the FEN.
    pub halfmove_clock: u32,
    /// The number of the move, counted from 1, as in the FEN.
    pub fullmove_number: u32,
    /// The square on which a pawn can legally capture en passant; `PLYPACK_NO_SQUARE` if there is none.
    pub en_passant: u8,
    /// 1 if castling is written as `e1h1` in UCI notation (see `plypack_position_from_fen`), else 0.
    pub is_chess960: u8,
    /// 1 if the side to move is in check, else 0.
    pub is_check: u8,
    /// Reserved: zeros.
    pub reserved: [u8; 5],
}

const NO_FACTS: plypack_position_facts = plypack_position_facts {
    castling_rooks: 0,
    halfmove_clock: 0,
    fullmove_number: 0,
    en_passant: PLYPACK_NO_SQUARE,
    is_chess960: 0,
    is_check: 0,
    reserved: [0; 5],
};

fn facts_of(position: &Position) -> plypack_position_facts {
    plypack_position_facts {
        castling_rooks: position.castling_rooks(),
        halfmove_clock: position.halfmoves(),
        fullmove_number: position.fullmoves(),
        en_passant: number_of(position.en_passant()),
        is_chess960: position.is_chess960().into(),
        is_check: position.is_check().into(),
        ..NO_FACTS
    }
}

use plypack_ending::*;

impl From<Option<Ending>> for plypack_ending {
    fn from(ending: Option<Ending>) -> plypack_ending {
        match ending {
            None => PLYPACK_ENDING_NONE,
            Some(Ending::Checkmate) => PLYPACK_ENDING_CHECKMATE,
            Some(Ending::Stalemate) => PLYPACK_ENDING_STALEMATE,
            Some(Ending::InsufficientMaterial) => PLYPACK_ENDING_INSUFFICIENT_MATERIAL,
        }
    }
}

fn color_of(color: Color) -> plypack_color {
    if color.is_white() { plypack_color::PLYPACK_WHITE } else { plypack_color::PLYPACK_BLACK }
}

fn number_of(square: Option<Square>) -> u8 {
    square.map_or(PLYPACK_NO_SQUARE, |square| square as u8)
}

fn unpacked(moves: &[PackedMove]) -> Vec<u16> {
    moves.iter().map(|m| m.0).collect()
}

/// Returns the side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_turn(position: *const plypack_position) -> plypack_color {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, plypack_color::PLYPACK_WHITE, |position| color_of(position.now.turn())) }
}

/// Returns the pieces on all 64 squares, from a1, b1 to h8, as `PLYPACK_PIECE_` numbers; 0 is an empty square. The view is valid
/// until the position is changed or freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_board(position: *const plypack_position) -> plypack_bytes {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, (&b""[..]).into(), |position| position.now.pieces()[..].into()) }
}

/// Returns castling rights, en passant square, counters and check of a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_state(position: *const plypack_position) -> plypack_position_facts {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, NO_FACTS, |position| facts_of(&position.now)) }
}

/// Returns the square of the rook in a castling move of the side to move, or `PLYPACK_NO_SQUARE` if the move is not castling or the
/// side has no right to it. The move need not be legal. A packed move has only the squares of the king, and in Chess960 the rook
/// can be on any file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_castling_rook(position: *const plypack_position, packed_move: u16) -> u8 {
    // SAFETY: the rules of the module.
    unsafe {
        guard_getter(position, PLYPACK_NO_SQUARE, |position| {
            number_of(position.now.castling_rook(PackedMove(packed_move)))
        })
    }
}

/// Returns the key of the position: a hash of the pieces, the side to move, the castling rights, and the file of a legal en passant
/// capture (index.5 in spec/index.md). Equal positions have equal keys, in all versions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_key(position: *const plypack_position) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, 0, |position| position.now.key()) }
}

/// Returns the reason why the game ends in this position; `PLYPACK_ENDING_NONE` if it does not end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_ending(position: *const plypack_position) -> plypack_ending {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, PLYPACK_ENDING_NONE, |position| position.now.ending().into()) }
}

/// Returns 1 if the packed move is legal with exactly these flags, else 0. `PLYPACK_NULL_MOVE` is legal unless the side to move is
/// in check.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_is_legal(position: *const plypack_position, packed_move: u16) -> u32 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(position, 0, |position| position.now.is_legal(PackedMove(packed_move)).into()) }
}

/// Writes the legal moves as packed moves in canonical order (spec/moves.md), without the null move.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_legal_moves(
    position: *const plypack_position,
    moves: *mut u16,
    capacity: usize,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let count = handle::out(count, "count")?;
            let buffer = handle::buffer(moves, capacity, "moves")?;
            buffer.put_counted(&unpacked(&position.now.legal_moves()), count)
        })
    }
}
