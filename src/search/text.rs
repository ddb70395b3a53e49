//! Moves that people type.

use shakmaty::Chess;

use crate::{PackedMove, Result, read_san};

/// The position after these moves from the usual start: SAN or UCI, separated by white space; move numbers are passed over.
///
/// # Errors
///
/// [`ErrorCode::InvalidMoveText`](crate::ErrorCode::InvalidMoveText), [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
pub fn position_after(moves: &[u8]) -> Result<Chess> {
    let mut position = Chess::default();
    for word in moves.split(u8::is_ascii_whitespace).map(without_number).filter(|word| !word.is_empty()) {
        // Both are tried, as `b2b4` and `bxc3` begin alike; what SAN says about a wrong move is clearer.
        let found = PackedMove::from_uci(word, &position).or_else(|_| read_san(word, &position))?;
        found.play(&mut position)?;
    }
    Ok(position)
}

/// `1.e4` and `1...e5` without their numbers.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|b| **b == b'.').count();
    if dots > 0 || digits == word.len() { &word[digits + dots..] } else { word }
}
