//! Positions given by moves, as users type them.

use shakmaty::Chess;

use crate::{PackedMove, Result, read_san};

/// The position after these moves from the standard start: SAN or UCI, separated by white space; move numbers are skipped.
///
/// # Errors
///
/// [`ErrorCode::InvalidMoveText`](crate::ErrorCode::InvalidMoveText), [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
pub fn position_after(moves: &[u8]) -> Result<Chess> {
    let mut position = Chess::default();
    for text in moves.split(u8::is_ascii_whitespace).map(without_number).filter(|text| !text.is_empty()) {
        // Both are tried, as `b2b4` and `bxc3` begin alike; the error of SAN is the clearer one.
        let found = PackedMove::from_uci(text, &position).or_else(|_| read_san(text, &position))?;
        found.play(&mut position)?;
    }
    Ok(position)
}

/// `1.e4` and `1...e5` without their numbers.
fn without_number(text: &[u8]) -> &[u8] {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|b| **b == b'.').count();
    if dots > 0 || digits == text.len() { &text[digits + dots..] } else { text }
}
