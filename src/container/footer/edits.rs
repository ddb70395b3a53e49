//! Edits: deleted and replaced games (`container.14`).

use std::collections::BTreeMap;

use super::malformed;
use crate::{
    Result,
    coding::wire::{Cursor, put_varint},
};

/// Edit of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edit {
    /// The game is deleted; its number is not reused.
    Deleted,
    /// The replacement with this number replaces the game.
    Replaced(u64),
}

impl Edit {
    fn action(self) -> u64 {
        match self {
            Edit::Deleted => 0,
            Edit::Replaced(replacement) => 1 + replacement,
        }
    }

    fn from_action(action: u64) -> Edit {
        match action {
            0 => Edit::Deleted,
            replaced => Edit::Replaced(replaced - 1),
        }
    }
}

/// Writes a list of edits by ascending numbers: the gap to the previous number, and the action.
pub(super) fn put(out: &mut Vec<u8>, edits: &BTreeMap<u64, Edit>) {
    put_varint(out, edits.len() as u64);
    let mut next = 0;
    for (number, edit) in edits {
        put_varint(out, number - next);
        put_varint(out, edit.action());
        next = number + 1;
    }
}

/// Reads a list of edits.
pub(super) fn parse(cursor: &mut Cursor<'_>) -> Result<BTreeMap<u64, Edit>> {
    let count = cursor.varint_up_to(cursor.remaining() as u64 / 2, "the number of edits")?;
    let mut edits = BTreeMap::new();
    let mut next = 0u64;
    for _ in 0..count {
        let at = cursor.position() as u64;
        let number = next.checked_add(cursor.varint()?).filter(|number| *number < u64::MAX);
        let number = number.ok_or_else(|| malformed("an edit of a game that cannot be", at))?;
        edits.insert(number, Edit::from_action(cursor.varint()?));
        next = number + 1;
    }
    Ok(edits)
}
