//! Games as text: moves, positions, PGN.

use std::ffi::c_char;

use super::game::plypack_game;
use crate::{
    boundary::{error::plypack_error, guard::guard, handle, status::plypack_status},
    positions::position::{HeldPosition, plypack_position},
};
use plypack::{Error, ErrorCode, Game, Result, pgn};

fn pgn_of(game: &Game) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    pgn::write_game(game, &mut text)?;
    Ok(text)
}

/// Reads the first game of `text`; returns the number of issues.
fn read_first(text: &[u8], game: &mut Game) -> Result<usize> {
    let batch = pgn::Splitter::new(text).next_batch()?;
    let batch = batch.filter(|batch| !batch.games.is_empty());
    let batch = batch.ok_or_else(|| Error::new(ErrorCode::InvalidArgument, "the text holds no game"))?;
    let mut issues = Vec::new();
    pgn::Importer::new().read_game(&batch, 0, game, &mut issues)?;
    Ok(issues.len())
}

/// Creates the position before ply `ply` of the main line, counted from 0; the caller frees it. If `ply` is the number of plies,
/// creates the last position. Takes time in proportion to `ply`.
///
/// Status: PLYPACK_OUT_OF_RANGE; PLYPACK_ILLEGAL_MOVE in a game that was read with PLYPACK_OPEN_TRUSTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_position_at(
    game: *const plypack_game,
    ply: usize,
    position: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let position = handle::out(position, "position")?;
            position.put(handle::hold(HeldPosition::new(game.game().position_at(ply)?)));
            Ok(())
        })
    }
}

/// Writes the main line in UCI notation with single spaces between the moves. Castling is written as `plypack_position_from_fen`
/// describes for the starting position.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL, but never with a capacity of `PLYPACK_LINE_CAPACITY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_uci_line(
    game: *const plypack_game,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let len = handle::out(len, "len")?;
            let buffer = handle::text_buffer(text, capacity, "text")?;
            buffer.put_text_counted(game.game().uci_line()?, len)
        })
    }
}

/// Writes the main line in SAN with single spaces between the moves and without move numbers.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL, but never with a capacity of `PLYPACK_LINE_CAPACITY`; PLYPACK_ILLEGAL_MOVE in a game that was
/// read with PLYPACK_OPEN_TRUSTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_san_line(
    game: *const plypack_game,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let len = handle::out(len, "len")?;
            let buffer = handle::text_buffer(text, capacity, "text")?;
            buffer.put_text_counted(game.game().san_line()?, len)
        })
    }
}

/// Writes the game as PGN text with a line end at the end.
///
/// Status: PLYPACK_INVALID_GAME for a game that PGN cannot express, for example with an open variation; PLYPACK_ILLEGAL_MOVE in
/// a game that was read with PLYPACK_OPEN_TRUSTED; PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_pgn(
    game: *const plypack_game,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let len = handle::out(len, "len")?;
            let buffer = handle::text_buffer(text, capacity, "text")?;
            buffer.put_text_counted(pgn_of(game.game())?, len)
        })
    }
}

/// Sets the game to the first game of a PGN text. Keeps parts that cannot be parsed verbatim; `issues` receives their number.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a text without a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_read_pgn(
    game: *mut plypack_game,
    text: *const c_char,
    text_len: usize,
    issues: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let text = handle::text(text, text_len, "text")?;
            let issues = handle::out(issues, "issues")?;
            issues.put(read_first(text, game.refill())?);
            Ok(())
        })
    }
}

/// Writes the game as a record of SCID 4, as Scid keeps games in memory and in `.sg4`: moves, variations, NAGs and comments, the
/// start, and the tags that the index of SCID does not have. The record lacks White, Black, Event, Site, Round, and the tags that
/// the index stores exactly (date, result, ratings, ECO). `len` receives the number of bytes, less than 131,072.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL; PLYPACK_LIMIT_EXCEEDED for a game that SCID cannot hold: a Chess960 start with castling, more
/// than 16 pieces of a side, or 128 KiB; PLYPACK_INVALID_GAME if only the tags of the game were read; PLYPACK_ILLEGAL_MOVE in a
/// game that was read with PLYPACK_OPEN_TRUSTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_scid_record(
    game: *const plypack_game,
    record: *mut u8,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let len = handle::out(len, "len")?;
            let buffer = handle::buffer(record, capacity, "record")?;
            buffer.put_counted(&game.game().to_scid_record()?, len)
        })
    }
}

/// Reads a record of SCID 4, as `plypack_game_scid_record` writes it. Replaces the moves of the game, and keeps its tags and
/// termination. So clear the game first, and add the tags of the index; `Result` also sets the termination. The call appends the
/// tags of the record. They replace tags of the same name, except White, Black, Event, Site and Round, which the game then has
/// twice. `issue_count` receives the number of corrupt parts and illegal moves. The call reads the moves before them, and keeps
/// illegal moves and everything after them as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_read_scid_record(
    game: *mut plypack_game,
    record: *const u8,
    len: usize,
    issue_count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let issue_count = handle::out(issue_count, "issue_count")?;
            let record = handle::input(record, len, "record")?;
            let mut issues = Vec::new();
            game.refill().read_scid_record(record, &mut issues)?;
            issue_count.put(issues.len());
            Ok(())
        })
    }
}
