//! Games: their tags, start and termination.

use std::ffi::c_char;

use super::game::plypack_game;
use crate::{
    boundary::{error::plypack_error, guard::guard, handle, status::plypack_status},
    positions::position::plypack_position,
};
use plypack::{
    Error, ErrorCode, Game, Result, Termination,
    openings::{self, ExistingTags},
};

fn termination_of(number: u32) -> Result<Termination> {
    let known = Termination::ALL.into_iter().find(|t| *t as u32 == number);
    known.ok_or_else(|| Error::new(ErrorCode::InvalidArgument, format!("{number} is not a termination")))
}

fn existing_tags(replace: u32) -> Result<ExistingTags> {
    match replace {
        0 => Ok(ExistingTags::Keep),
        1 => Ok(ExistingTags::Replace),
        _ => Err(Error::new(ErrorCode::InvalidArgument, format!("replace is {replace}; it must be 0 or 1"))),
    }
}

/// Changes the tags of a game with a name and a value.
///
/// # Safety
///
/// As [`handle::get_mut`] and [`handle::text`].
unsafe fn change_tag(
    game: *mut plypack_game,
    (name, name_len): (*const c_char, usize),
    (value, value_len): (*const c_char, usize),
    change: impl FnOnce(&mut Game, &[u8], &[u8]) -> Result<()>,
) -> Result<()> {
    // SAFETY: as promised by the caller.
    let (mut game, name, value) = unsafe {
        (
            handle::get_mut(game, "game")?,
            handle::text(name, name_len, "name")?,
            handle::text(value, value_len, "value")?,
        )
    };
    game.build().change_tags(|game| change(game, name, value))
}

/// Adds a tag after the others. `value` is without escapes: the library escapes `"` and `\`. Texts are copied.
///
/// Three tags have a meaning for the game, as long as they are the first of their name. `FEN`: the game starts from its
/// position; it may change while all moves stay legal from there. `Result`: sets the termination marker, too; a later
/// `plypack_game_set_termination` changes the marker alone. `Variant`: other variants than chess cannot be played, see
/// `plypack_game_set_unreadable_start`. A game whose movetext could not be parsed keeps its start and marker; its new tags set
/// them when it is written as PGN and read again.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a name or value that no PGN tag can hold and for a variant other than chess;
/// PLYPACK_ILLEGAL_POSITION and PLYPACK_ILLEGAL_MOVE for a `FEN` tag; PLYPACK_WRONG_STATE for a continuation, which has no
/// tags. The game is then unchanged.
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
            change_tag(game, (name, name_len), (value, value_len), |game, name, value| game.add_tag(name, value))
        })
    }
}

/// As `plypack_game_add_tag`, for a value with escapes: `escaped` of `plypack_tag`.
///
/// Status: as `plypack_game_add_tag`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_escaped_tag(
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
            change_tag(game, (name, name_len), (value, value_len), |game, name, value| {
                game.add_escaped_tag(name, value)
            })
        })
    }
}

/// Adds another line after the tags, verbatim: a `%` or `;` line or a malformed tag, without line end. An empty line stands for a second
/// blank line before the movetext; there can be one, and tags that are added later come before it.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a line that would not be read as such a line, PLYPACK_WRONG_STATE for a continuation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_tag_line(
    game: *mut plypack_game,
    line: *const c_char,
    line_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let line = handle::text(line, line_len, "line")?;
            game.build().change_tags(|game| game.add_tag_line(line))
        })
    }
}

/// Sets the value of the first tag of this name, or adds the tag if there is none. `value` is without escapes.
///
/// Status: as `plypack_game_add_tag`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_tag(
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
            change_tag(game, (name, name_len), (value, value_len), |game, name, value| game.set_tag(name, value))
        })
    }
}

/// Replaces line `index`, from 0, of the tag section by a tag: another value, another name, or both. `value` is without
/// escapes.
///
/// Status: PLYPACK_OUT_OF_RANGE, and as `plypack_game_add_tag`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_tag_at(
    game: *mut plypack_game,
    index: usize,
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            change_tag(game, (name, name_len), (value, value_len), |game, name, value| {
                game.set_tag_at(index, name, value)
            })
        })
    }
}

/// Removes all tags of this name.
///
/// Status: PLYPACK_NOT_FOUND when there is none; PLYPACK_ILLEGAL_MOVE for the `FEN` tag of a game whose moves are not legal from the
/// standard start. The game is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_remove_tag(
    game: *mut plypack_game,
    name: *const c_char,
    name_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let name = handle::text(name, name_len, "name")?;
            game.build().change_tags(|game| game.remove_tag(name))
        })
    }
}

/// Removes line `index`, from 0, of the tag section.
///
/// Status: PLYPACK_OUT_OF_RANGE; PLYPACK_ILLEGAL_MOVE as `plypack_game_remove_tag`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_remove_tag_at(
    game: *mut plypack_game,
    index: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.build().change_tags(|game| game.remove_tag_at(index))
        })
    }
}

/// Sets the tags `ECO` and `Opening` by the last position of the main line that has a name, by whatever moves it was reached. With a
/// `replace` of 0, tags stay unless they are empty, `?` or `-`. With 1 both are set. `is_changed` gets
/// 1 if a tag changed, otherwise 0; a game without such a position, or with another start than the standard one, stays as it is.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another `replace`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_opening_tags(
    game: *mut plypack_game,
    replace: u32,
    is_changed: *mut u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let is_changed = handle::out(is_changed, "is_changed")?;
            let existing = existing_tags(replace)?;
            let mut is_new = false;
            game.build().change_tags(|game| {
                is_new = openings::add_tags(game, existing)?;
                Ok(())
            })?;
            is_changed.put(u32::from(is_new));
            Ok(())
        })
    }
}

/// Sets the position from which the moves are played, with the tags `FEN` and `SetUp`; the standard start has neither.
///
/// Status: PLYPACK_ILLEGAL_MOVE when the moves of the game are not legal from there; PLYPACK_WRONG_STATE for a game whose start is
/// unreadable and for a continuation. The game is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_start(
    game: *mut plypack_game,
    position: *const plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let position = handle::get(position, "position")?;
            game.build().change_tags(|game| game.set_start(&position.now))
        })
    }
}

/// Sets the termination marker to one of the `PLYPACK_TERMINATION_` numbers. The `Result` tag is not changed; setting it later
/// changes the marker.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers; PLYPACK_WRONG_STATE for a change of the marker in a game with unparsed
/// text, which may have a marker itself.
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
            game.build().set_termination(termination_of(termination)?)
        })
    }
}
