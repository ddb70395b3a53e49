//! Walking through a game: main line, variations and annotations in the order of the movetext, with positions.

use super::{
    cursor::Line,
    error::plypack_error,
    game::plypack_game,
    guard::{guard, guard_free},
    handle::{self, Handle},
    position::{Place, plypack_position},
    status::plypack_status,
    types::{
        plypack_token,
        plypack_token_kind::{
            PLYPACK_TOKEN_BEGIN, PLYPACK_TOKEN_END, PLYPACK_TOKEN_MOVE, PLYPACK_TOKEN_NONE, PLYPACK_TOKEN_PLIES,
        },
    },
};
use plypack::{Error, ErrorCode, Game, PackedMove, Result, Token, positions};

/// A way through a copy of a game: the game may be changed or freed meanwhile. Since 0.1.
pub struct plypack_walk {
    _opaque: [u8; 0],
}

impl Handle for plypack_walk {
    type Value = Walk;
}

/// A step of a walk. Since 0.1.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct plypack_step {
    /// What stands here. PLYPACK_TOKEN_PLIES never does; moves of the main line are PLYPACK_TOKEN_MOVE, too.
    pub token: plypack_token,
    /// How many variations are open around it; 0 in the main line. The begin and the end of a variation count as inside.
    pub depth: u32,
    /// The number of plies played in the line that is open, from the start of the game. After a move, the move counts.
    pub ply: u32,
}

/// What a walk handle holds.
pub(super) struct Walk {
    game: Game,
    style: plypack::shakmaty::CastlingMode,
    /// The next token.
    next: usize,
    /// Plies of the main line that come before it; all that are left once the tokens are over.
    plies: usize,
    main: Line,
    variations: Vec<Line>,
}

impl Walk {
    fn new(game: &Game) -> Walk {
        let start = game.start_position();
        let style = positions::castling_style(&start);
        Walk { game: game.clone(), style, next: 0, plies: 0, main: Line::new(start, 0), variations: Vec::new() }
    }

    fn line(&self) -> &Line {
        self.variations.last().unwrap_or(&self.main)
    }

    fn line_mut(&mut self) -> &mut Line {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    fn step(&mut self) -> Result<plypack_step> {
        if self.plies == 0 {
            let plies = match self.game.token(self.next).map(plypack_token::from) {
                Some(token) if token.kind == PLYPACK_TOKEN_PLIES => token.number as usize,
                Some(token) => return self.take_token(token),
                None => self.game.moves.len().saturating_sub(self.main.ply),
            };
            self.plies = plies;
            self.next += 1;
        }
        if self.plies == 0 {
            return Ok(self.here(plypack_token::bare(PLYPACK_TOKEN_NONE, 0)));
        }
        let word = self.game.moves.get(self.main.ply).copied();
        let word = word.ok_or_else(|| Error::new(ErrorCode::InvalidGame, "the tokens go past the main line"))?;
        self.main.play(word)?;
        self.plies -= 1;
        Ok(self.here(Token::Move(word).into()))
    }

    /// Takes a token whose text lies in the game, where it stays while nobody changes the game.
    fn take_token(&mut self, token: plypack_token) -> Result<plypack_step> {
        match token.kind {
            PLYPACK_TOKEN_BEGIN => {
                let variation = self.line().variation()?;
                self.variations.push(variation);
            }
            PLYPACK_TOKEN_MOVE => self.line_mut().play(PackedMove(token.number as u16))?,
            _ => {}
        }
        let step = self.here(token);
        if token.kind == PLYPACK_TOKEN_END {
            self.variations.pop();
        }
        self.next += 1;
        Ok(step)
    }

    fn here(&self, token: plypack_token) -> plypack_step {
        plypack_step { token, depth: self.variations.len() as u32, ply: self.line().ply as u32 }
    }

    fn position(&self) -> Place {
        Place { now: self.line().now.clone(), style: self.style }
    }

    /// The position before the last move of the line that is open.
    fn before(&self) -> Place {
        Place { now: self.line().before.clone(), style: self.style }
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
            walk.put(handle::hold(Walk::new(game.game())));
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

/// Goes one step: a move, which is played, or what stands around the moves. At the end of the game, and as often as asked
/// after that, the step is PLYPACK_TOKEN_NONE. Its text is valid until the walk is freed.
///
/// Status: PLYPACK_INVALID_GAME, PLYPACK_WRONG_STATE or PLYPACK_ILLEGAL_MOVE for a game whose tokens contradict each other;
/// none of them for games that were read. Since 0.1.
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

/// Makes a copy of the position in the line that is open: after a move, the position after it; after the begin of a variation,
/// the one from which it starts. The caller frees it.
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
            position.put(handle::hold(walk.position()));
            Ok(())
        })
    }
}

/// Makes a copy of the position before the last move of the line that is open, for `plypack_position_move_to_san` and
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
            position.put(handle::hold(walk.before()));
            Ok(())
        })
    }
}
