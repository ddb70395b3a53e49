//! The position index: for every block, which games have which positions.
//!
//! Spec chapter: `spec/index.md`.

mod bits;
mod build;
mod contents;
mod entry;
mod key;
mod parts;
mod segment;

pub use build::build as build_segment;
pub use contents::{Contents, EntryContents, contents};
pub(crate) use entry::Entry;
pub(crate) use key::Key;
pub use key::position_key;
pub use parts::GameRecord;
pub(crate) use parts::View;
pub(crate) use segment::{Segment, find_segments};
