//! Numbers of legal moves in an order that a codec gives them.

use shakmaty::{Chess, Move, MoveList, Position};

use super::stream::not_legal;
use crate::Result;

/// The number of `m` among the legal moves, sorted by ascending keys, which differ; and how many legal moves there are.
///
/// Errors: [`crate::ErrorCode::IllegalMove`].
pub fn ordinal_of<K: Ord>(position: &Chess, m: Move, mut key: impl FnMut(&Move) -> K) -> Result<(u32, usize)> {
    let legal = position.legal_moves();
    if !legal.contains(&m) {
        return Err(not_legal());
    }
    let own = key(&m);
    let lower = legal.iter().filter(|other| key(other) < own).count();
    Ok((lower as u32, legal.len()))
}

/// The move with number `ordinal` of `legal`, sorted by ascending keys, which differ.
pub fn nth<K: Ord + Copy>(legal: &MoveList, ordinal: u32, mut key: impl FnMut(&Move) -> K) -> Option<Move> {
    let ordinal = ordinal as usize;
    if ordinal >= legal.len() {
        return None;
    }
    let mut keyed: Vec<_> = legal.iter().map(|m| (key(m), *m)).collect();
    Some(keyed.select_nth_unstable_by_key(ordinal, |(key, _)| *key).1.1)
}
