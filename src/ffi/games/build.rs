//! Games: building them from beginning to end.

use std::ffi::c_char;

use super::game::plypack_game;
use crate::boundary::{error::plypack_error, guard::guard, handle, status::plypack_status, types::plypack_token_kind};
use plypack::{Error, ErrorCode, Game, PackedMove, Result, Token};

fn refuse(what: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, what)
}

/// Returns a comment of the kind with this number.
pub(crate) fn comment(kind: u32, text: &[u8]) -> Result<Token<'_>> {
    const COMMENT: u32 = plypack_token_kind::PLYPACK_TOKEN_COMMENT as u32;
    const LINE_COMMENT: u32 = plypack_token_kind::PLYPACK_TOKEN_LINE_COMMENT as u32;
    const ESCAPE: u32 = plypack_token_kind::PLYPACK_TOKEN_ESCAPE as u32;
    match kind {
        COMMENT => Ok(Token::Comment(text)),
        LINE_COMMENT => Ok(Token::LineComment(text)),
        ESCAPE => Ok(Token::Escape(text)),
        other => Err(refuse(&format!("{other} is not a kind of comment"))),
    }
}

/// Adds a move to the current line: the main line, or the innermost open variation.
///
/// Status: PLYPACK_ILLEGAL_MOVE; PLYPACK_WRONG_STATE after unparsed text, for a game whose start is unreadable, and for a
/// continuation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_move(
    game: *mut plypack_game,
    packed_move: u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().add_move(PackedMove(packed_move))) }
}

/// Like `plypack_game_add_move`, but reads the move in UCI notation.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, PLYPACK_WRONG_STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_uci(
    game: *mut plypack_game,
    uci: *const c_char,
    uci_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().add_uci(handle::text(uci, uci_len, "uci")?)
        })
    }
}

/// Like `plypack_game_add_move`, but reads the move in SAN.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, PLYPACK_WRONG_STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_san(
    game: *mut plypack_game,
    san: *const c_char,
    san_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().add_san(handle::text(san, san_len, "san")?)
        })
    }
}

/// Adds a comment after the last addition. `kind` is PLYPACK_TOKEN_COMMENT, PLYPACK_TOKEN_LINE_COMMENT or PLYPACK_TOKEN_ESCAPE.
/// Copies the text.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another kind, and for a text that a comment of this kind cannot hold; PLYPACK_WRONG_STATE
/// as from `plypack_game_add_move`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_comment(
    game: *mut plypack_game,
    kind: u32,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().annotate(comment(kind, handle::text(text, text_len, "text")?)?)
        })
    }
}

/// Adds a NAG (`$nag`) after the last addition.
///
/// Status: PLYPACK_WRONG_STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_nag(
    game: *mut plypack_game,
    nag: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().add_nag(nag)) }
}

/// Begins a variation: an alternative to the last move of the current line. Later additions go into the variation.
///
/// Status: PLYPACK_WRONG_STATE if the line has no move yet, and as from `plypack_game_add_move`; PLYPACK_LIMIT_EXCEEDED if
/// variations would be nested deeper than 255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_begin_variation(
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().begin_variation()) }
}

/// Ends the innermost open variation.
///
/// Status: PLYPACK_WRONG_STATE if no variation is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_end_variation(
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().end_variation()) }
}

/// Adds unparsed text to the innermost open variation, verbatim: the text of a PLYPACK_TOKEN_RAW. Only the end of the variation can
/// follow. `plypack_game_pgn` fails if the text itself would end the variation.
///
/// Status: PLYPACK_WRONG_STATE if no variation is open, and as from `plypack_game_add_move`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_raw(
    game: *mut plypack_game,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().add_raw(handle::text(text, text_len, "text")?)
        })
    }
}

/// Sets the unparsed tail of the movetext, verbatim: see `plypack_game_unparsed`. Nothing can be added after it. An empty text
/// removes the tail. `plypack_game_pgn` fails if the text would be read as another game.
///
/// Status: PLYPACK_WRONG_STATE if a variation is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_unparsed(
    game: *mut plypack_game,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().set_unparsed(handle::text(text, text_len, "text")?)
        })
    }
}

/// Sets the start of the game to PLYPACK_START_UNREADABLE, for a game whose `FEN` tag has no legal position, or a game of another
/// variant. The game then has tags, and all its movetext is unparsed. Call this function before adding tags.
///
/// Status: PLYPACK_WRONG_STATE if the game has moves, annotations or a termination marker, or is a continuation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_unreadable_start(
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().change_tags(Game::set_unreadable_start)) }
}

/// Marks the game as the continuation of the game before it (see `plypack_game_is_continuation`). A continuation has nothing but
/// unparsed text.
///
/// Status: PLYPACK_WRONG_STATE if the game has other content.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_continuation(
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().change_tags(Game::set_continuation)) }
}
