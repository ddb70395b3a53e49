//! Positions and moves, without any file.

use std::ffi::c_char;

use crate::boundary::{
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    status::plypack_status,
};
use plypack::{Error, ErrorCode, PackedMove, Position, Result, moves::UndoMove};

/// A chess position, including positions of Chess960.
pub struct plypack_position {
    _opaque: [u8; 0],
}

impl Handle for plypack_position {
    type Value = HeldPosition;
}

/// The value of a position handle.
#[derive(Debug)]
pub(crate) struct HeldPosition {
    /// The position.
    pub(crate) now: Position,
    /// Undoes the moves that were played on this handle.
    played: Vec<UndoMove>,
}

impl HeldPosition {
    pub(crate) fn new(now: Position) -> HeldPosition {
        HeldPosition { now, played: Vec::new() }
    }

    fn play(&mut self, m: PackedMove) -> Result<()> {
        self.played.push(self.now.make(m)?);
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        let none = || Error::new(ErrorCode::WrongState, "no move was played on this position, or all were undone");
        self.now.unmake(self.played.pop().ok_or_else(none)?);
        Ok(())
    }

    fn set(&mut self, start: Position) {
        self.now = start;
        self.played.clear();
    }
}

/// Creates the standard starting position. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_new(
    position: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::out(position, "position")?;
            position.put(handle::hold(HeldPosition::new(Position::default())));
            Ok(())
        })
    }
}

/// Creates a position from a FEN; the caller frees it. Castling letters of Shredder-FEN and X-FEN are accepted, and missing fields
/// have their default values.
///
/// The castling rights decide how castling is written in UCI notation, in this position and in all positions after it: `e1g1`, or
/// `e1h1` (Chess960) if a king or rook with a castling right is not on its square of standard chess.
///
/// Status: PLYPACK_ILLEGAL_POSITION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_from_fen(
    fen: *const c_char,
    fen_len: usize,
    position: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let fen = handle::text(fen, fen_len, "fen")?;
            let position = handle::out(position, "position")?;
            position.put(handle::hold(HeldPosition::new(Position::from_fen(fen)?)));
            Ok(())
        })
    }
}

/// Copies a position, which may belong to a walk. The caller frees the copy. Moves that were played before the copy was made cannot
/// be undone on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_clone(
    position: *const plypack_position,
    copy: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let copy = handle::out(copy, "copy")?;
            copy.put(handle::hold(HeldPosition::new(position.now.clone())));
            Ok(())
        })
    }
}

/// Frees a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_free(position: *mut plypack_position) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(position) }
}

/// Sets the position from a FEN, read as in `plypack_position_from_fen`; `PLYPACK_STANDARD_FEN` is the standard start. On failure
/// the position is unchanged.
///
/// Status: PLYPACK_ILLEGAL_POSITION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_set_fen(
    position: *mut plypack_position,
    fen: *const c_char,
    fen_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut position = handle::get_mut(position, "position")?;
            position.set(Position::from_fen(handle::text(fen, fen_len, "fen")?)?);
            Ok(())
        })
    }
}

/// Plays a packed move; `PLYPACK_NULL_MOVE` is not legal in check. On failure the position is unchanged.
///
/// Status: PLYPACK_ILLEGAL_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_play(
    position: *mut plypack_position,
    packed_move: u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(position, "position")?.play(PackedMove(packed_move))) }
}

/// Undoes the last move that was played on this handle and is not undone yet.
///
/// Status: PLYPACK_WRONG_STATE if there is no such move since the position was created or set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_undo(
    position: *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(position, "position")?.undo()) }
}

/// Writes the FEN. A buffer of `PLYPACK_FEN_CAPACITY` always suffices.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_fen(
    position: *const plypack_position,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let len = handle::out(len, "len")?;
            handle::text_buffer(text, capacity, "text")?.put_text_counted(position.now.fen(), len)
        })
    }
}

/// Reads a move in UCI notation, without playing it. Accepts both forms of castling, and `0000` for the null move.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_move_from_uci(
    position: *const plypack_position,
    uci: *const c_char,
    uci_len: usize,
    packed_move: *mut u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let packed_move = handle::out(packed_move, "packed_move")?;
            packed_move.put(position.now.read_uci(handle::text(uci, uci_len, "uci")?)?.0);
            Ok(())
        })
    }
}

/// Reads a move in SAN, without playing it. Accepts all forms that PGN import accepts (spec/pgn.md); `--` is the null move.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT; PLYPACK_ILLEGAL_MOVE, also for an ambiguous move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_move_from_san(
    position: *const plypack_position,
    san: *const c_char,
    san_len: usize,
    packed_move: *mut u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let packed_move = handle::out(packed_move, "packed_move")?;
            packed_move.put(position.now.read_san(handle::text(san, san_len, "san")?)?.0);
            Ok(())
        })
    }
}

/// Writes a move in UCI notation, without playing it. A buffer of `PLYPACK_MOVE_CAPACITY` always suffices.
///
/// Status: PLYPACK_ILLEGAL_MOVE, PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_move_to_uci(
    position: *const plypack_position,
    packed_move: u16,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let len = handle::out(len, "len")?;
            let buffer = handle::text_buffer(text, capacity, "text")?;
            buffer.put_text_counted(position.now.uci(PackedMove(packed_move))?, len)
        })
    }
}

/// Writes a move in SAN as in the export format of PGN, with `+` or `#`, without playing it. A buffer of `PLYPACK_MOVE_CAPACITY`
/// always suffices.
///
/// Status: PLYPACK_ILLEGAL_MOVE, PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_move_to_san(
    position: *const plypack_position,
    packed_move: u16,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            let len = handle::out(len, "len")?;
            let buffer = handle::text_buffer(text, capacity, "text")?;
            buffer.put_text_counted(position.now.san(PackedMove(packed_move))?, len)
        })
    }
}
