//! Walking through a game: main line, variations and annotations in the order of the movetext, with positions.

use std::{ffi::c_char, ptr::null};

use super::game::{HeldGame, plypack_game};
use crate::{
    boundary::{
        error::plypack_error,
        guard::{guard, guard_free, guard_getter},
        handle::{self, Handle, Held},
        status::plypack_status,
        types::{plypack_token, plypack_token_kind::PLYPACK_TOKEN_NONE},
    },
    positions::{
        moves::PLYPACK_PIECE_NONE,
        position::{HeldPosition, plypack_position},
    },
};
use plypack::{
    Game, PackedMove, Position, Result, Step, Token,
    moves::UndoMove,
    walk::{LinePosition, WalkState},
};

/// A walk through a copy of a game. The game may be changed or freed during the walk.
pub struct plypack_walk {
    _opaque: [u8; 0],
}

impl Handle for plypack_walk {
    type Value = HeldWalk;
}

/// A step of a walk.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct plypack_step {
    /// The token. PLYPACK_TOKEN_PLIES does not occur: moves of the main line are PLYPACK_TOKEN_MOVE, too.
    pub token: plypack_token,
    /// The number of variations around the step; 0 in the main line. The begin and the end of a variation count as inside.
    pub depth: u32,
    /// The number of plies from the start of the game to the end of the current line, after this step.
    pub ply: u32,
    /// The number of the step, counted from 1: its place for all functions with a place (`plypack_game_add_move_at`).
    pub place: usize,
    /// The `PLYPACK_PIECE_` number of the piece that moved, before a promotion; PLYPACK_PIECE_NONE for a null move and other
    /// tokens.
    pub piece: u8,
    /// The piece that was captured, also en passant; PLYPACK_PIECE_NONE if there was none.
    pub captured: u8,
}

impl plypack_step {
    /// Returns the step of a token that is not a move.
    fn of_token(token: plypack_token, depth: usize, ply: usize, place: usize) -> plypack_step {
        plypack_step {
            token,
            depth: depth as u32,
            ply: ply as u32,
            place,
            piece: PLYPACK_PIECE_NONE,
            captured: PLYPACK_PIECE_NONE,
        }
    }
}

/// A position of a walk, which C code may borrow.
pub(crate) struct LentPosition {
    held: Held<HeldPosition>,
    /// True if the moves were checked when they were added to the game.
    moves_are_legal: bool,
}

// SAFETY: it is changed only through exclusive references: C code gets only pointers to constants.
unsafe impl Sync for LentPosition {}

impl LentPosition {
    fn new(position: Position, moves_are_legal: bool) -> LentPosition {
        LentPosition { held: Held::new(HeldPosition::new(position)), moves_are_legal }
    }

    fn start_of(game: &HeldGame) -> LentPosition {
        LentPosition::new(game.game().start_position(), game.moves_are_legal())
    }

    fn lend(&self) -> *const plypack_position {
        self.held.lend()
    }
}

impl AsRef<Position> for LentPosition {
    #[inline]
    fn as_ref(&self) -> &Position {
        // SAFETY: nobody changes it through a pointer to a constant.
        &unsafe { self.held.get() }.now
    }
}

impl Clone for LentPosition {
    fn clone(&self) -> LentPosition {
        LentPosition::new(self.as_ref().clone(), self.moves_are_legal)
    }
}

impl LinePosition for LentPosition {
    type Undo = UndoMove;

    #[inline]
    fn make(&mut self, m: PackedMove) -> Result<UndoMove> {
        let position = &mut self.held.get_mut().now;
        if self.moves_are_legal { position.make_trusted(m) } else { position.make(m) }
    }

    fn unmake(&mut self, undo: &UndoMove) {
        self.held.get_mut().now.unmake(*undo);
    }
}

/// The value of a walk handle.
pub(crate) struct HeldWalk {
    game: Game,
    state: WalkState<LentPosition>,
    /// The number of steps.
    place: usize,
}

impl HeldWalk {
    fn new(game: &HeldGame) -> Result<HeldWalk> {
        let state = WalkState::from_start(LentPosition::start_of(game));
        Ok(HeldWalk { game: game.game().try_clone()?, state, place: 0 })
    }

    fn restart(&mut self, game: &HeldGame) -> Result<()> {
        self.place = 0;
        self.state.restart(LentPosition::start_of(game));
        self.game.try_clone_from(game.game())
    }

    fn step(&mut self) -> Result<plypack_step> {
        let Some(Step { token, depth, ply }) = self.state.step(&self.game)? else {
            let none = plypack_token::bare(PLYPACK_TOKEN_NONE, 0);
            return Ok(plypack_step::of_token(none, self.state.depth(), self.state.ply(), self.place));
        };
        self.place += 1;
        let step = plypack_step::of_token(token.into(), depth, ply, self.place);
        match (token, self.state.last_move()) {
            (Token::Move(_), Some(last)) => {
                Ok(plypack_step { piece: last.piece().0, captured: last.captured().0, ..step })
            }
            _ => Ok(step),
        }
    }
}

/// Creates a walk through a copy of a game, before its first step. The caller frees the walk. Programs that need no positions, SAN
/// or pieces can use `plypack_game_moves` and `plypack_game_token_at`, which take a quarter of the time or less.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_new(
    game: *const plypack_game,
    walk: *mut *mut plypack_walk,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let walk = handle::out(walk, "walk")?;
            walk.put(handle::hold(HeldWalk::new(game)?));
            Ok(())
        })
    }
}

/// Restarts the walk with a copy of `game`, and reuses the memory of the walk. Positions and texts that the walk returned before
/// are then invalid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_restart(
    walk: *mut plypack_walk,
    game: *const plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut walk = handle::get_mut(walk, "walk")?;
            let game = handle::get(game, "game")?;
            walk.restart(game)
        })
    }
}

/// Frees a walk.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_free(walk: *mut plypack_walk) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(walk) }
}

/// Goes to the next step and writes it: a move, which the call plays, or another token. At the end of the game, and in all later
/// calls, the step is PLYPACK_TOKEN_NONE. The text of a step is valid until the walk is freed or restarted. The call checks moves
/// that were read with PLYPACK_OPEN_TRUSTED. On failure the walk stays at its step.
///
/// Status: PLYPACK_ILLEGAL_MOVE in a game that was read with PLYPACK_OPEN_TRUSTED; PLYPACK_INVALID_GAME or PLYPACK_LIMIT_EXCEEDED
/// for a game with inconsistent tokens, which no function creates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_next(
    walk: *mut plypack_walk,
    step: *mut plypack_step,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut walk = handle::get_mut(walk, "walk")?;
            let step = handle::out(step, "step")?;
            step.put(walk.step()?);
            Ok(())
        })
    }
}

/// Returns the position at the end of the current line: after a move, the position after that move; after the begin of a variation,
/// the position from which the variation starts. The position belongs to the walk, and is valid until `plypack_walk_next`,
/// `_restart` or `_free` is called; `plypack_position_clone` copies it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_position(walk: *const plypack_walk) -> *const plypack_position {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(walk, null(), |walk| walk.state.position().lend()) }
}

/// Returns the position before the last move of the current line, or the position from which the line starts if it has no move
/// yet. The walk owns the position, as in `plypack_walk_position`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_before(walk: *const plypack_walk) -> *const plypack_position {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(walk, null(), |walk| walk.state.position_before().lend()) }
}

/// Writes the last move of the current line in SAN. A buffer of `PLYPACK_MOVE_CAPACITY` always suffices.
///
/// Status: PLYPACK_WRONG_STATE if the line has no move yet, PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_san(
    walk: *const plypack_walk,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let walk = handle::get(walk, "walk")?;
            let len = handle::out(len, "len")?;
            handle::text_buffer(text, capacity, "text")?.put_text_counted(walk.state.san()?, len)
        })
    }
}

/// Writes the last move of the current line in UCI notation. Castling is written as `plypack_position_from_fen` describes for the
/// start of the game. A buffer of `PLYPACK_MOVE_CAPACITY` always suffices.
///
/// Status: PLYPACK_WRONG_STATE if the line has no move yet, PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_walk_uci(
    walk: *const plypack_walk,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let walk = handle::get(walk, "walk")?;
            let len = handle::out(len, "len")?;
            handle::text_buffer(text, capacity, "text")?.put_text_counted(walk.state.uci()?, len)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plypack::ErrorCode;

    /// The rook jumps over its pawn: a board that trusts its caller does not notice.
    const JUMP: PackedMove = PackedMove(32);

    fn first_step(game: &HeldGame) -> Result<plypack_step> {
        HeldWalk::new(game).unwrap().step()
    }

    fn game(checks_moves: bool) -> HeldGame {
        let mut game = HeldGame::default();
        game.refill_from(checks_moves).moves.push(JUMP);
        game
    }

    #[test]
    fn unchecked_moves_are_checked_by_the_walk() {
        let mut unchecked = game(false);
        assert_eq!(first_step(&unchecked).err().map(|e| e.code()), Some(ErrorCode::IllegalMove));
        assert!(first_step(&unchecked.copied().unwrap()).is_err());
        // A change does not affect the other moves.
        unchecked.edit().unwrap();
        unchecked.build();
        assert!(first_step(&unchecked).is_err());
        unchecked.refill().clear();
        assert!(unchecked.moves_are_legal());
    }

    #[test]
    fn checked_moves_are_not_checked_again() {
        assert_eq!(first_step(&game(true)).unwrap().ply, 1);
        let mut walk = HeldWalk::new(&game(true)).unwrap();
        walk.restart(&game(false)).unwrap();
        assert!(walk.step().is_err());
        walk.restart(&game(true)).unwrap();
        assert!(walk.step().is_ok());
    }
}
