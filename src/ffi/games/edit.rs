//! Games: changing them at any place.

use std::ffi::c_char;

use super::{build::comment, game::plypack_game};
use crate::{
    boundary::{error::plypack_error, guard::guard, handle, status::plypack_status},
    positions::codec::packed,
};
use plypack::{Game, PackedMove, Result, Token};

/// Changes a game, and writes the place that the change returns to `new_place`.
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

/// Plays a move after a place, as on a board. `new_place` receives the place of the move. If the move already follows there, in the
/// line or as the first move of a variation, the call finds it and changes nothing. At the end of a line, the call appends the
/// move. Elsewhere, it begins a new variation after the existing ones.
///
/// A place is the number of a step in a walk (`plypack_step.place`), counted from 1; place 0 is the start of the game, before the
/// first step. A change gives new numbers to the places after it: get the new places from a new walk. A note is a comment or a
/// NAG. Functions with a place take time in proportion to the size of the game. On failure they leave the game unchanged. All
/// functions with a place can return:
///
/// - PLYPACK_OUT_OF_RANGE for a place after the end;
/// - PLYPACK_INVALID_ARGUMENT if the step at the place is not of the kind that the function changes;
/// - PLYPACK_ILLEGAL_MOVE if the move or a move after it would be illegal: the calls never drop illegal moves;
/// - PLYPACK_WRONG_STATE while a variation is open after `plypack_game_begin_variation`, and for a game whose start is
///   unreadable or that is a continuation.
///
/// Status: as all functions with a place; PLYPACK_WRONG_STATE at the end of a line with unparsed text; PLYPACK_LIMIT_EXCEEDED if
/// variations would be nested deeper than 255.
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

/// Inserts moves into the line, after a place; notes and variations that directly follow the place stay before the new moves. The
/// later moves of the line must stay legal: at the end of a line any number of moves can be inserted, elsewhere only an even
/// number. `new_place` receives the place of the first inserted move.
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

/// Replaces the move at a place. Notes, variations and later moves stay, and all moves must stay legal. To replace the later moves,
/// too, remove them first.
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

/// Removes `count` moves of a line, with their notes and variations, from the move at a place on. If the line has fewer moves,
/// removes all moves to its end: SIZE_MAX always does this. Removing the end of a line also removes the unparsed text of the
/// line. Removing all moves of a variation removes the variation. `new_place` receives the place of the move before the first
/// removed move, or of the start of the line.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT also if `count` is 0.
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

/// Adds a variation: `moves` as an alternative to the move at a place, after the other variations of that move. `new_place`
/// receives the place of the first move of the variation.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT also if `count` is 0; PLYPACK_LIMIT_EXCEEDED if variations would
/// be nested deeper than 255.
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

/// Removes the innermost variation around a place with its complete content; its begin and end count as inside. The variation is
/// an alternative to a move: `new_place` receives the place of the move before this move, or of the start of the line.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT for a place in the main line.
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

/// Promotes the innermost variation around a place by one level: its moves replace the moves of the line around it, from the
/// replaced move to the end of the line. The replaced moves become a variation. The other variations of the replaced move become
/// variations of the first promoted move. `new_place` receives the new place of the step at `place`, or the place of the first
/// move of the variation if `place` is its begin or end.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT for a place in the main line; PLYPACK_WRONG_STATE also for a
/// variation without moves, and if unparsed text would move into or out of the main line.
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

/// Promotes the variations around a place, like repeated calls of `plypack_game_promote_variation_at`, until the step at the
/// place is in the main line.
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

/// Adds a comment after a place; NAGs that directly follow the place stay before the comment. `kind` is as in
/// `plypack_game_add_comment`. At place 0 the comment comes before the first move of the game; at the begin of a variation,
/// before the first move of the variation. `new_place` receives the place of the comment.
///
/// Status: as all functions with a place; PLYPACK_INVALID_ARGUMENT also for an unknown kind, and for a text that a comment of
/// this kind cannot hold; PLYPACK_WRONG_STATE after PLYPACK_TOKEN_RAW.
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

/// Replaces the comment or NAG at a place with a comment.
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

/// Adds a NAG after a place; NAGs that directly follow the place stay before the new NAG. `new_place` receives the place of the
/// new NAG.
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

/// Removes the comment or NAG at a place. The places after it decrease by 1.
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
