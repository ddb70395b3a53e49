//! The position index: for every block, which games have which positions.
//!
//! Spec chapter: `spec/index.md`.

mod build;
mod contents;
mod entry;
mod game_list;
mod key;
mod lines;
mod record;
mod segment;
mod view;

pub use build::build as build_segment;
pub use contents::{Contents, EntryContents};
pub(crate) use entry::Entry;
pub(crate) use key::Key;
pub use key::position_key;
pub use record::GameRecord;

pub(crate) use segment::{Segment, header_crc};
pub(crate) use view::SegmentView;
