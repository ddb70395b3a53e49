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
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
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

/// Adds a tag after the others. `value` has no escapes: the library escapes `"` and `\`. Copies the texts.
///
/// Three tags affect the game if they are the first of their name:
///
/// - `FEN` sets the position from which the game starts. The position can change as long as all moves stay legal.
/// - `Result` sets the termination marker, too. A later `plypack_game_set_termination` changes only the marker.
/// - `Variant` must name a variant that is played like chess: for others see `plypack_game_set_unreadable_start`.
///
/// In a game whose movetext could not be parsed, new tags change neither start nor marker; they take effect when the game is
/// written as PGN and read again.
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
            change_tag(game, name, name_len, value, value_len, |game, name, value| game.add_tag(name, value))
        })
    }
}

/// Like `plypack_game_add_tag`, but `value` has escapes, as in `escaped` of `plypack_tag`.
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
            change_tag(game, name, name_len, value, value_len, |game, name, value| game.add_escaped_tag(name, value))
        })
    }
}

/// Adds a line that is not a tag after the tags, verbatim and without a line end: a `%` or `;` line, or a malformed tag. An empty
/// line stands for a second blank line between tags and movetext. A game can have one empty line; tags that are added later come
/// before it.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a line that a PGN reader would read as something else; PLYPACK_WRONG_STATE for a
/// continuation.
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

/// Sets the value of the first tag of this name, or adds the tag if there is none. `value` has no escapes.
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
            change_tag(game, name, name_len, value, value_len, |game, name, value| game.set_tag(name, value))
        })
    }
}

/// Replaces line `index` of the tag section, counted from 0, with a tag: another value, another name, or both. `value` has no
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
            change_tag(game, name, name_len, value, value_len, |game, name, value| game.set_tag_at(index, name, value))
        })
    }
}

/// Removes all tags of this name.
///
/// Status: PLYPACK_NOT_FOUND if there is none; PLYPACK_ILLEGAL_MOVE for the `FEN` tag of a game whose moves are not legal from the
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

/// Removes line `index` of the tag section, counted from 0.
///
/// Status: PLYPACK_OUT_OF_RANGE; PLYPACK_ILLEGAL_MOVE as from `plypack_game_remove_tag`.
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

/// Sets the tags `ECO` and `Opening` by the last position of the main line that has an opening name; the moves before it do not
/// matter. If `replace` is 0, keeps existing tags unless they are empty, `?` or `-`; if `replace` is 1, sets both tags.
/// `is_changed` receives 1 if a tag changed, otherwise 0. The game stays unchanged if no position has an opening name, or if the
/// game has a custom start.
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

/// Sets the position from which the moves are played, and the tags `FEN` and `SetUp`. For the standard start, removes both tags.
///
/// Status: PLYPACK_ILLEGAL_MOVE if the moves of the game are not legal from this position; PLYPACK_WRONG_STATE for a game whose
/// start is unreadable and for a continuation. The game is then unchanged.
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

/// Sets the termination marker to one of the `PLYPACK_TERMINATION_` numbers. Does not change the `Result` tag; setting that tag
/// later changes the marker.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers; PLYPACK_WRONG_STATE if the call would change the marker of a game with
/// unparsed text, because the text may contain the marker.
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
