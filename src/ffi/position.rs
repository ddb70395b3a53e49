//! Positions and moves, without any file.

use std::ffi::c_char;

use plypack::shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

use super::{
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    status::plypack_status,
    types::plypack_color,
};
use plypack::{Game, PackedMove, Result, canonical_order, positions, read_san, write_san};

/// A chess position, of Chess960 too. Since 0.1.
pub struct plypack_position {
    _opaque: [u8; 0],
}

impl Handle for plypack_position {
    type Value = HeldPosition;
}

/// What a position handle holds.
#[derive(Debug, Clone)]
pub(super) struct HeldPosition {
    /// The position.
    pub(super) now: Chess,
    /// How castling is written in UCI notation.
    pub(super) uci_mode: CastlingMode,
}

impl HeldPosition {
    /// The starting position of a game.
    fn start(now: Chess) -> HeldPosition {
        HeldPosition { uci_mode: positions::uci_mode(&now), now }
    }

    /// The position before ply `ply` of a game.
    pub(super) fn in_game(game: &Game, ply: usize) -> Result<HeldPosition> {
        Ok(HeldPosition { now: game.position_at(ply)?, uci_mode: positions::uci_mode(&game.start_position()) })
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.now, EnPassantMode::Legal).to_string()
    }

    fn uci(&self, m: PackedMove) -> Result<String> {
        m.play(&mut self.now.clone())?;
        Ok(m.to_uci(&self.now, self.uci_mode).to_string())
    }

    fn san(&self, m: PackedMove) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        write_san(m, &self.now, &mut text)?;
        Ok(text)
    }
}

/// Makes the standard starting position. The caller frees it. Any thread.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_new(
    position: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::out(position, "position")?;
            position.put(handle::hold(HeldPosition::start(Chess::default())));
            Ok(())
        })
    }
}

/// Makes a position from a FEN, also with Shredder or X-FEN castling letters; missing fields take their default values.
/// In UCI notation, castling from here and from all later positions is written `e1g1`, or `e1h1` (Chess960) when a king or rook
/// with a castling right is not on its square of standard chess. The caller frees the position. Any thread.
///
/// Status: PLYPACK_ILLEGAL_POSITION. Since 0.1.
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
            let (fen, position) = (handle::text(fen, fen_len, "fen")?, handle::out(position, "position")?);
            position.put(handle::hold(HeldPosition::start(positions::from_fen(fen)?)));
            Ok(())
        })
    }
}

/// Makes a copy, which the caller frees.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_clone(
    position: *const plypack_position,
    copy: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (position, copy) = (handle::get(position, "position")?, handle::out(copy, "copy")?);
            copy.put(handle::hold(position.clone()));
            Ok(())
        })
    }
}

/// Frees a position; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_free(position: *mut plypack_position) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(position) }
}

/// Plays a packed move; `PLYPACK_NULL_MOVE` is not legal in check. On failure the position is unchanged.
///
/// Status: PLYPACK_ILLEGAL_MOVE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_play(
    position: *mut plypack_position,
    packed_move: u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || PackedMove(packed_move).play(&mut handle::get_mut(position, "position")?.now)) }
}

/// Plays a move in UCI notation; castling in either mode, and `0000` for the null move. On failure the position is
/// unchanged.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_play_uci(
    position: *mut plypack_position,
    uci: *const c_char,
    uci_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut position = handle::get_mut(position, "position")?;
            PackedMove::from_uci(handle::text(uci, uci_len, "uci")?, &position.now)?.play(&mut position.now)
        })
    }
}

/// Writes the FEN, NUL-terminated; `len` counts without the NUL. A buffer of `PLYPACK_FEN_CAPACITY` always suffices.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
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
            let (position, len) = (handle::get(position, "position")?, handle::out(len, "len")?);
            handle::text_buffer(text, capacity, "text")?.put_text_counted(position.fen(), len)
        })
    }
}

/// The side to move: `PLYPACK_WHITE` or `PLYPACK_BLACK`.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_turn(
    position: *const plypack_position,
    turn: *mut plypack_color,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (position, turn) = (handle::get(position, "position")?, handle::out(turn, "turn")?);
            turn.put(position.now.turn().fold_wb(plypack_color::PLYPACK_WHITE, plypack_color::PLYPACK_BLACK));
            Ok(())
        })
    }
}

/// The number of legal moves, without the null move.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_position_legal_move_count(
    position: *const plypack_position,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (position, count) = (handle::get(position, "position")?, handle::out(count, "count")?);
            count.put(position.now.legal_moves().len());
            Ok(())
        })
    }
}

/// Writes the legal moves as packed moves in canonical order (spec/moves.md), without the null move. A capacity of
/// `plypack_position_legal_move_count` suffices.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
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
            let (position, count) = (handle::get(position, "position")?, handle::out(count, "count")?);
            let buffer = handle::buffer(moves, capacity, "moves")?;
            let legal: Vec<u16> =
                canonical_order(&position.now).iter().map(|(_, m)| PackedMove::from_move(*m).0).collect();
            buffer.put(&legal)?;
            count.put(legal.len());
            Ok(())
        })
    }
}

/// Reads a move in UCI notation; castling in either mode, and `0000` for the null move. The move is not played.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE. Since 0.1.
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
            let (position, packed_move) =
                (handle::get(position, "position")?, handle::out(packed_move, "packed_move")?);
            packed_move.put(PackedMove::from_uci(handle::text(uci, uci_len, "uci")?, &position.now)?.0);
            Ok(())
        })
    }
}

/// Reads a move in SAN, as liberally as PGN is parsed (spec/pgn.md); `--` is the null move. The move is not played.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, also for an ambiguous move. Since 0.1.
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
            let (position, packed_move) =
                (handle::get(position, "position")?, handle::out(packed_move, "packed_move")?);
            packed_move.put(read_san(handle::text(san, san_len, "san")?, &position.now)?.0);
            Ok(())
        })
    }
}

/// Writes a move in UCI notation, NUL-terminated; `len` counts without the NUL. A buffer of `PLYPACK_MOVE_CAPACITY` always
/// suffices. The move is not played.
///
/// Status: PLYPACK_ILLEGAL_MOVE, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
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
            let (position, len) = (handle::get(position, "position")?, handle::out(len, "len")?);
            let buffer = handle::text_buffer(text, capacity, "text")?;
            len.put(buffer.put_text(position.uci(PackedMove(packed_move))?)?);
            Ok(())
        })
    }
}

/// Writes a move in SAN as in PGN's export format, with `+` or `#`, NUL-terminated; `len` counts without the NUL. A buffer of
/// `PLYPACK_MOVE_CAPACITY` always suffices. The move is not played.
///
/// Status: PLYPACK_ILLEGAL_MOVE, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
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
            let (position, len) = (handle::get(position, "position")?, handle::out(len, "len")?);
            let buffer = handle::text_buffer(text, capacity, "text")?;
            len.put(buffer.put_text(position.san(PackedMove(packed_move))?)?);
            Ok(())
        })
    }
}
