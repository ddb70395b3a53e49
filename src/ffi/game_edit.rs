//! Games: changing them at any place.

use std::ffi::c_char;

use super::{
    codec::packed, error::plypack_error, game::plypack_game, game_build::comment, guard::guard, handle,
    status::plypack_status,
};
use plypack::{Game, PackedMove, Result, Token};

/// Changes a game; `new_place` gets the place that the change gives.
///
/// # Safety
///
/// As [`handle::get_mut`] and [`handle::out`].
unsafe fn edit_at(
    game: *mut plypack_game,
    new_place: *mut usize,
    change: impl FnOnce(&mut Game) -> Result<usize>,
) -> Result<()> {
    // SAFETY: as promised by the caller.
    let (mut game, new_place) = unsafe { (handle::get_mut(game, "game")?, handle::out(new_place, "new_place")?) };
    new_place.put(change(game.edit()?)?);
    Ok(())
}

/// Plays a move after a place, as on a board: a move that already follows there, in the line or as the first of a variation, is found; at
/// the end of its line the move is appended; else it begins a new variation, after those that there are. `new_place` is the place of the
/// move.
///
/// A place is what `plypack_step.place` gives: the number of steps of a walk up to and including the one that is meant; 0 is the place
/// before the first step, where the game starts. A change moves the places after it: take new ones from a new walk. All functions
/// with a place, unless they say more: PLYPACK_OUT_OF_RANGE for a place after the end; PLYPACK_INVALID_ARGUMENT for a place that
/// does not have what the function changes; PLYPACK_ILLEGAL_MOVE when a move would be illegal, one that follows too: moves that are not
/// legal any more are never dropped; PLYPACK_WRONG_STATE while a variation is open after `plypack_game_begin_variation`, and for a game
/// whose start is unreadable or that is a continuation. The game is then unchanged. They take time in proportion to the game.
///
/// Status: those; PLYPACK_WRONG_STATE at the end of a line with unparsed text; PLYPACK_LIMIT_EXCEEDED for variations that are nested
/// deeper than 255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_move_at(
    game: *mut plypack_game,
    place: usize,
    packed_move: u16,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || edit_at(game, new_place, |game| game.add_move_at(place, PackedMove(packed_move)))) }
}

/// Inserts moves into the line after a place, behind the notes and variations that follow directly. What comes after them in the line must
/// stay legal, so that at the end of a line any moves can be inserted, and elsewhere an even number. `new_place` is the place of the first
/// one.
///
/// Status: as `plypack_game_add_move_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_insert_moves_at(
    game: *mut plypack_game,
    place: usize,
    moves: *const u16,
    count: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            edit_at(game, new_place, |game| {
                let moves = packed(handle::input(moves, count, "moves")?)?;
                game.insert_moves_at(place, &moves)
            })
        })
    }
}

/// Puts another move in the place of one. Notes, variations and the moves after it stay; these must stay legal: to replace them too, remove
/// them first.
///
/// Status: as all functions with a place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_replace_move_at(
    game: *mut plypack_game,
    place: usize,
    packed_move: u16,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.edit()?.replace_move_at(place, PackedMove(packed_move))
        })
    }
}

/// Removes the move at a place and those after it in its line, `count` in all or up to the end of the line (SIZE_MAX for all), with their
/// notes and variations. With the end of a line goes its unparsed text; a variation that would be left without moves is removed.
/// `new_place` is the place before: of the move that came before the first one, or of the start of the line.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT for a count of 0 as well.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_remove_moves_at(
    game: *mut plypack_game,
    place: usize,
    count: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || edit_at(game, new_place, |game| game.remove_moves_at(place, count))) }
}

/// Adds a variation: `moves` instead of the move at a place, after the variations that it has. `new_place` is the place of its first move.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT without moves as well; PLYPACK_LIMIT_EXCEEDED for variations
/// that are nested deeper than 255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_variation_at(
    game: *mut plypack_game,
    place: usize,
    moves: *const u16,
    count: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            edit_at(game, new_place, |game| {
                let moves = packed(handle::input(moves, count, "moves")?)?;
                game.add_variation_at(place, &moves)
            })
        })
    }
}

/// Removes the innermost variation around a place, with all that is in it; its begin and its end are in it. `new_place` is the place before
/// its first move: of the move that came before the one it replaced, or of the start of that line.
///
/// Status: as all functions with a place: PLYPACK_INVALID_ARGUMENT for one in the main line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_remove_variation_at(
    game: *mut plypack_game,
    place: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || edit_at(game, new_place, |game| game.remove_variation_at(place))) }
}

/// Promotes the innermost variation around a place by one step: it changes places with the end of the line around it, from the move it
/// replaces on, which becomes a variation in its place; other variations of that move stay variations of the new one. `new_place` is
/// the new place of the step at `place`; for the begin and the end of the variation, that of its first move.
///
/// Status: as all functions with a place: PLYPACK_INVALID_ARGUMENT for one in the main line; PLYPACK_WRONG_STATE for a variation
/// without moves, and when unparsed text would come into the main line or leave it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_promote_variation_at(
    game: *mut plypack_game,
    place: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || edit_at(game, new_place, |game| game.promote_variation_at(place))) }
}

/// As `plypack_game_promote_variation_at`, as often as it takes to bring the step into the main line.
///
/// Status: as `plypack_game_promote_variation_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_promote_to_main_line_at(
    game: *mut plypack_game,
    place: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || edit_at(game, new_place, |game| game.promote_to_main_line_at(place))) }
}

/// Adds a comment of a kind as in `plypack_game_add_comment` directly after a place, but behind the NAGs that follow there. At place 0 it
/// comes before the first move of the game, at that of the begin of a variation before the first move of the variation. `new_place` is its
/// place.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT for other kinds and for a text that such a comment cannot hold as
/// well; PLYPACK_WRONG_STATE after PLYPACK_TOKEN_RAW.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_comment_at(
    game: *mut plypack_game,
    place: usize,
    kind: u32,
    text: *const c_char,
    text_len: usize,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            edit_at(game, new_place, |game| {
                let text = handle::text(text, text_len, "text")?;
                game.add_note_at(place, comment(kind, text)?)
            })
        })
    }
}

/// Puts a comment in the place of a comment or NAG.
///
/// Status: as `plypack_game_add_comment_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_set_comment_at(
    game: *mut plypack_game,
    place: usize,
    kind: u32,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            let text = handle::text(text, text_len, "text")?;
            game.edit()?.set_note_at(place, comment(kind, text)?)
        })
    }
}

/// Adds a NAG directly after a place, behind those that follow there. `new_place` is its place.
///
/// Status: as all functions with a place; PLYPACK_WRONG_STATE after PLYPACK_TOKEN_RAW.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_add_nag_at(
    game: *mut plypack_game,
    place: usize,
    nag: u32,
    new_place: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || edit_at(game, new_place, |game| game.add_note_at(place, Token::Nag(nag)))) }
}

/// Removes the comment or NAG at a place. What came after it moves up: its place is one less.
///
/// Status: as all functions with a place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_remove_note_at(
    game: *mut plypack_game,
    place: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut game = handle::get_mut(game, "game")?;
            game.edit()?.remove_note_at(place)
        })
    }
}
