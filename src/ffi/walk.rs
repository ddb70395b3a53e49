//! Walking through a game: main line, variations and annotations in the order of the movetext, with positions.

use super::{
    error::plypack_error,
    game::plypack_game,
    guard::{guard, guard_free},
    handle::{self, Handle},
    position::{HeldPosition, plypack_position},
    status::plypack_status,
    types::{plypack_token, plypack_token_kind::PLYPACK_TOKEN_NONE},
};
use plypack::{
    Game, Result, Step, WalkState, positions,
    shakmaty::{CastlingMode, Chess},
};

/// A walk through a copy of a game: the game may be changed or freed during the walk. Since 0.1.
pub struct plypack_walk {
    _opaque: [u8; 0],
}

impl Handle for plypack_walk {
    type Value = HeldWalk;
}

/// A step of a walk. Since 0.1.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct plypack_step {
    /// The token. PLYPACK_TOKEN_PLIES does not occur: moves of the main line are PLYPACK_TOKEN_MOVE, too.
    pub token: plypack_token,
    /// How many variations are open around it; 0 in the main line. The begin and the end of a variation count as inside.
    pub depth: u32,
    /// The number of plies from the start of the game to the end of the current line, a move just made included.
    pub ply: u32,
    /// The number of steps, this one included: the place of the step for `plypack_game_add_move_at` and the like.
    pub place: usize,
}

/// What a walk handle holds.
pub(super) struct HeldWalk {
    game: Game,
    state: WalkState,
    uci_mode: CastlingMode,
    /// The number of steps.
    place: usize,
}

impl HeldWalk {
    fn new(game: &Game) -> HeldWalk {
        HeldWalk {
            game: game.clone(),
            state: WalkState::new(game),
            uci_mode: positions::uci_mode(&game.start_position()),
            place: 0,
        }
    }

    fn position(&self, now: &Chess) -> HeldPosition {
        HeldPosition { now: now.clone(), uci_mode: self.uci_mode }
    }

    fn step(&mut self) -> Result<plypack_step> {
        Ok(match self.state.step(&self.game)? {
            Some(Step { token, depth, ply }) => {
                self.place += 1;
                plypack_step { token: token.into(), depth: depth as u32, ply: ply as u32, place: self.place }
            }
            None => {
                let (depth, ply) = (self.state.depth() as u32, self.state.ply() as u32);
                plypack_step { token: plypack_token::bare(PLYPACK_TOKEN_NONE, 0), depth, ply, place: self.place }
            }
        })
    }
}

/// Begins a walk before the first move. The caller frees it.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_new(
    game: *const plypack_game,
    walk: *mut *mut plypack_walk,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (game, walk) = (handle::get(game, "game")?, handle::out(walk, "walk")?);
            walk.put(handle::hold(HeldWalk::new(game.game())));
            Ok(())
        })
    }
}

/// Frees a walk; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_free(walk: *mut plypack_walk) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(walk) }
}

/// Goes one step: a move, which is played, or another token. At the end of the game, and in all later calls, the step is
/// PLYPACK_TOKEN_NONE. Its text is valid until the walk is freed.
///
/// Status: PLYPACK_INVALID_GAME, PLYPACK_LIMIT_EXCEEDED or PLYPACK_ILLEGAL_MOVE for a game whose tokens are inconsistent,
/// which no function makes. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_next(
    walk: *mut plypack_walk,
    step: *mut plypack_step,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (mut walk, step) = (handle::get_mut(walk, "walk")?, handle::out(step, "step")?);
            step.put(walk.step()?);
            Ok(())
        })
    }
}

/// Makes a copy of the position at the end of the current line: after a move, the position after it; after the begin of a
/// variation, the one from which it starts. The caller frees it.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_position(
    walk: *const plypack_walk,
    position: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (walk, position) = (handle::get(walk, "walk")?, handle::out(position, "position")?);
            position.put(handle::hold(walk.position(walk.state.position())));
            Ok(())
        })
    }
}

/// Makes a copy of the position before the last move of the current line, for `plypack_position_move_to_san` and
/// `plypack_position_move_to_uci`; without such a move, the position from which the line starts. The caller frees it.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_before(
    walk: *const plypack_walk,
    position: *mut *mut plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (walk, position) = (handle::get(walk, "walk")?, handle::out(position, "position")?);
            position.put(handle::hold(walk.position(walk.state.position_before())));
            Ok(())
        })
    }
}
