//! Starting positions that are accepted, UCI mode, and the null move.
//!
//! Spec chapter: `spec/positions.md`.

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup, fen::Fen};

use crate::{Error, ErrorCode, Result};

/// Reads a FEN, also with Shredder or X-FEN castling letters; missing fields take their default values.
///
/// Every board on which chess can be played is accepted: one king each, no pawn on the first or last rank, and the side
/// that is not to move not in check. Castling rights without king or rook in place and an impossible en passant square
/// are dropped; too many pieces and impossible checks are accepted (`positions.2`).
///
/// # Errors
///
/// [`ErrorCode::IllegalPosition`] for text that is no FEN and for boards that are not playable.
pub fn from_fen(fen: &[u8]) -> Result<Chess> {
    let refuse = |why: String| {
        let shown = String::from_utf8_lossy(&fen[..fen.len().min(100)]).into_owned();
        Error::new(ErrorCode::IllegalPosition, format!("`{shown}` is not a playable position: {why}"))
    };
    let setup = Fen::from_ascii(fen).map_err(|e| refuse(e.to_string()))?.into_setup();
    if setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any() {
        return Err(refuse("it is of a variant other than chess".to_owned()));
    }
    accept(Chess::from_setup(setup, CastlingMode::Chess960)).map_err(|e| refuse(e.to_string()))
}

/// The position of a setup, if [`from_fen`] would accept it.
pub(crate) fn from_setup(setup: Setup) -> Option<Chess> {
    accept(Chess::from_setup(setup, CastlingMode::Chess960)).ok()
}

/// Accepts every setup on which chess can be played (`positions.2`).
#[allow(clippy::result_large_err, reason = "shakmaty's error holds the position")]
fn accept(position: Result<Chess, PositionError<Chess>>) -> Result<Chess, PositionError<Chess>> {
    position
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
}

/// How castling is written in UCI notation in games from this start: `e1g1`, or `e1h1` if there is a right of a king that is
/// not on the e file or of a rook that is not in the corner (`positions.3`).
pub fn uci_mode(start: &Chess) -> CastlingMode {
    CastlingMode::detect(&start.to_setup(EnPassantMode::Always))
}

/// Makes a null move: changes the side to move and clears the en passant square (`moves.2`, `positions.5`).
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`] when the side to move is in check.
pub fn play_null(position: &mut Chess) -> Result<()> {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.swap_turn();
    *position = accept(Chess::from_setup(setup, CastlingMode::Chess960))
        .map_err(|_| Error::new(ErrorCode::IllegalMove, "a null move is not legal while in check"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playable_boards_are_accepted_and_others_are_not() {
        for (fen, playable) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true),
            ("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/7k/8/8/K7 w KQkq e3", false),
            ("QQQQQQ2/8/8/8/8/6k1/8/K7 b KQkq e3", true),
            ("nbbrnkrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRNKRQ w GDgd - 0 1", true),
            ("8/8/8/8/7k/8/8/8 w - -", false),
            ("P7/8/8/8/7k/8/8/K7 w - -", false),
            ("kk6/8/8/8/8/8/8/K7 w - -", false),
            ("nonsense", false),
        ] {
            assert_eq!(from_fen(fen.as_bytes()).is_ok(), playable, "{fen}");
        }
    }

    #[test]
    fn null_move_needs_no_check() {
        let mut position = Chess::default();
        play_null(&mut position).unwrap();
        assert!(position.turn().is_black());
        let mut checked = from_fen(b"4k3/8/8/8/8/8/8/K3R3 b - -").unwrap();
        assert!(play_null(&mut checked).is_err());
    }
}
