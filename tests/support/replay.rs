//! Replays packed moves with shakmaty, the reference for positions and legal moves.

#![allow(dead_code, reason = "each test program uses what it needs")]

use plypack::{Game, PackedMove, Result};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError};

/// The position before the first move of a game.
pub fn start_of(game: &Game) -> Chess {
    Chess::from(&game.start_position())
}

/// Plays a move.
///
/// # Errors
///
/// `ErrorCode::IllegalMove` if the move is not legal, and for a null move in check. The position is then unchanged.
pub fn play(position: &mut Chess, m: PackedMove) -> Result<()> {
    match m.is_null().then(|| after_null(position)).flatten() {
        Some(after) => *position = after,
        // No legal move packs to the null move.
        None => position.play_unchecked(m.to_shakmaty(position)?),
    }
    Ok(())
}

/// The position after a null move; `None` in check.
fn after_null(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.swap_turn();
    // positions.2
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
