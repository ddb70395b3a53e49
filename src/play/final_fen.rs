//! The position at the end of a game.

use crate::{PackedMove, Position, Result};

/// Returns the first four fields of the FEN after `moves` from `start`, with the en passant square even if no capture there is legal
/// (`tags.10`).
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
pub(crate) fn final_fen(start: &Position, moves: &[PackedMove]) -> Result<Vec<u8>> {
    let mut position = start.clone();
    moves.iter().try_for_each(|m| position.play(*m))?;
    Ok(position.short_fen().as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::final_fen;
    use crate::Position;

    #[test]
    fn final_fens_have_four_fields() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
            "nbbrnkrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRNKRQ w KQkq -",
        ] {
            assert_eq!(final_fen(&Position::from_fen(fen.as_bytes()).unwrap(), &[]).unwrap(), fen.as_bytes());
        }
        let inner = b"1r2k3/8/8/8/8/8/8/RR2K1R1 w BGb -";
        assert_eq!(final_fen(&Position::from_fen(inner).unwrap(), &[]).unwrap(), b"1r2k3/8/8/8/8/8/8/RR2K1R1 w KBq -");
    }
}
