//! Games: building them.

use std::ffi::c_char;

use super::{
    error::plypack_error, game::plypack_game, guard::guard, handle, status::plypack_status, types::plypack_token_kind,
};
use plypack::{Error, ErrorCode, PackedMove, Result, Termination, Token};

fn refuse(what: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, what)
}

/// A comment of the kind that the number stands for.
fn comment(kind: u32, text: &[u8]) -> Result<Token<'_>> {
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

fn termination_of(number: u32) -> Result<Termination> {
    let known = Termination::ALL.into_iter().find(|t| *t as u32 == number);
    known.ok_or_else(|| refuse(&format!("{number} is not a termination")))
}

/// Adds a tag. `value` is without escapes: the library escapes `"` and `\`. Texts are copied. A `FEN` tag takes effect with
/// `plypack_game_start_from_tags`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a name or value that no PGN tag can hold. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_tag(
    game: *mut plypack_game,
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let (name, value) = (handle::text(name, name_len, "name")?, handle::text(value, value_len, "value")?);
            game.build().add_tag(name, value)
        })
    }
}

/// Sets the starting position to that of the `FEN` tag, or to the standard one if there is none. To be called after the tags are
/// added and before the moves.
///
/// Status: PLYPACK_ILLEGAL_POSITION; PLYPACK_WRONG_STATE when the game has moves or annotations. The game is then unchanged.
/// Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_start_from_tags(
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().start_from_tags()) }
}

/// Adds a move to the current line: the main line, or the innermost open variation.
///
/// Status: PLYPACK_ILLEGAL_MOVE; PLYPACK_WRONG_STATE for a game with unparsed text. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_move(
    game: *mut plypack_game,
    packed_move: u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().add_move(PackedMove(packed_move))) }
}

/// As `plypack_game_add_move`, for a move in UCI notation.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, PLYPACK_WRONG_STATE. Since 0.1.
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

/// As `plypack_game_add_move`, for a move in SAN.
///
/// Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, PLYPACK_WRONG_STATE. Since 0.1.
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

/// Adds a comment after the last addition. `kind` is PLYPACK_TOKEN_COMMENT, PLYPACK_TOKEN_LINE_COMMENT or
/// PLYPACK_TOKEN_ESCAPE. The text is copied.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another kind, or a text that such a comment cannot hold; PLYPACK_WRONG_STATE. Since 0.1.
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
/// Status: PLYPACK_WRONG_STATE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_nag(
    game: *mut plypack_game,
    nag: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().add_nag(nag)) }
}

/// Begins a variation: an alternative to the last move of the current line. Later additions go into it.
///
/// Status: PLYPACK_WRONG_STATE when the line has no move yet, PLYPACK_LIMIT_EXCEEDED when nested deeper than 255. Since 0.1.
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
/// Status: PLYPACK_WRONG_STATE when none is open. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_end_variation(
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(game, "game")?.build().end_variation()) }
}

/// Sets the termination marker to one of the `PLYPACK_TERMINATION_` numbers. The `Result` tag is not changed.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_termination(
    game: *mut plypack_game,
    termination: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().set_termination(termination_of(termination)?);
            Ok(())
        })
    }
}
