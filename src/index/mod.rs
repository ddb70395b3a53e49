//! The position index: for every block, which games have which positions.
//!
//! Spec chapter: `spec/index.md`.

mod add;
mod bits;
mod build;
mod entry;
mod key;
mod parts;
mod piece;

pub use add::{Added, add_index};
pub(crate) use entry::Entry;
pub(crate) use key::Key;
pub(crate) use parts::{GameRecord, View};
pub(crate) use piece::{Piece, find_pieces};
