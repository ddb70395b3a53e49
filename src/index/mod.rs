//! The position index: finds the games that contain a position.
//!
//! Spec chapter: `spec/index.md`.

mod bits;
mod build;
mod contents;
mod directory;
mod entry;
mod group;
mod key;
mod lines;
mod moves;
mod page;
mod segment;

pub(crate) use build::{
    BlockPlace, FirstNumbers, MAX_SEGMENT_GAMES, MAX_SEGMENT_PLIES, MakeScratch, Scratch, SegmentBuilder,
};
pub use contents::{CellContents, Contents, LeafContents};
pub(crate) use directory::MovedBlock;
pub use directory::{CoveredBlock, MovesPlace};
pub use entry::Entry;
pub use group::{GameRecord, GameStart, GroupRecord};
pub(crate) use key::Key;
pub use key::position_key;
pub(crate) use lines::BlockLines;
pub(crate) use moves::GroupMoves;
pub use page::Leaf;
pub(crate) use page::MAX_GROUPS;
pub(crate) use segment::{HEAD_LEN, Segment, declared_len, head};
