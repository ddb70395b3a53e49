//! The container: file header, blocks, footers.
//!
//! Spec chapter: `spec/container.md`.

pub mod annotations;
mod block;
mod build;
mod footer;
mod game_meta;
mod header;
mod lines;
mod load;
mod move_text;
mod notes;
mod run_cache;
mod runs;
mod section;
mod sections;
mod some_tags;
mod state;
mod summaries;
pub mod tags;
pub mod values;

pub use block::{BlockHead, SectionHead, scan_block_head};
pub use build::{BlockBuilder, EncodedBlock};
pub use footer::{BlockEntry, Footer, TRAILER_LEN, footer_span};
pub use game_meta::GameMeta;
pub use header::{HEADER_LEN, Header, MAGIC};
pub use lines::{Lines, Outline, Scan, move_codes, plies};
pub use load::Block;
pub use section::{Compressor, Decompressor, Section, SectionKind};
pub use sections::Fetch;
pub use some_tags::SomeTags;
pub(crate) use summaries::{DEPARTURE_PLANES, HOME_PAWNS, pawn_number};
pub use summaries::{SUMMARY_LEN, Summaries, summary};
