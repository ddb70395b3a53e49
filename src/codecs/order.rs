//! Numbers legal moves in an order that a codec defines.

use super::errors::not_legal;
use crate::{PackedMove, Position, Result};

/// The legal moves, in any order.
pub fn legal_moves(position: &Position) -> Vec<PackedMove> {
    let mut legal = Vec::with_capacity(64);
    position.board().legal_moves(!0, &mut legal);
    legal
}

/// Returns the number of `m` among the legal moves sorted by ascending keys, and the number of legal moves. All keys differ.
///
/// Errors: [`crate::ErrorCode::IllegalMove`].
pub fn ordinal_of<K: Ord>(
    position: &Position,
    m: PackedMove,
    mut key: impl FnMut(PackedMove) -> K,
) -> Result<(u32, usize)> {
    let legal = legal_moves(position);
    if !legal.contains(&m) {
        return Err(not_legal());
    }
    let key_of_m = key(m);
    let lower = legal.iter().filter(|other| key(**other) < key_of_m).count();
    Ok((lower as u32, legal.len()))
}

/// Returns the move with number `ordinal` of `legal`, sorted by ascending keys. All keys differ.
pub fn nth<K: Ord + Copy>(
    legal: &[PackedMove],
    ordinal: u32,
    mut key: impl FnMut(PackedMove) -> K,
) -> Option<PackedMove> {
    let ordinal = ordinal as usize;
    if ordinal >= legal.len() {
        return None;
    }
    let mut keyed: Vec<_> = legal.iter().map(|m| (key(*m), *m)).collect();
    Some(keyed.select_nth_unstable_by_key(ordinal, |(key, _)| *key).1.1)
}
