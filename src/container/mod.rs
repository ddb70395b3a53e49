//! The container: file header, blocks, footers.
//!
//! Spec chapter: `spec/container.md`.

mod annotation_columns;
pub mod annotations;
mod block;
mod build;
mod checked;
mod footer;
mod game_meta;
mod header;
mod load;
mod move_text;
mod run_cache;
mod runs;
mod scan;
mod section;
mod sections;
mod state;
mod summaries;
mod tag_columns;
pub mod tags;
pub mod values;

pub use block::{BlockHeader, SectionHeader, required_features};
pub use build::{BlockBuilder, EncodedBlock};
pub use checked::{CheckedBlocks, CheckedGames};
pub use footer::{
    BlockEntry, Edit, Footer, FooterChain, FooterRef, GameEdit, Listing, PlacedFooter, SegmentEntry, TRAILER_LEN,
    footer_body, footer_crc, footer_span, segments_that_count,
};
pub use game_meta::GameMeta;
pub use header::{HEADER_LEN, Header, MAGIC};
pub use load::Block;
pub use scan::{BlockOutline, BlockScan, LineCodes, StoredLines, plies};
pub use section::{Compressor, Decompressor, Section, SectionKind};
pub use sections::Fetch;
pub(crate) use summaries::{DEPARTURE_PLANES, HOME_PAWNS, pawn_number};
pub use summaries::{SUMMARY_LEN, Summaries, summary};
pub use tag_columns::{TagColumn, TagColumns, TagTable};
