//! The container: file header, commit records, blocks, footers.
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
mod main_lines;
mod record;
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

pub use block::{BlockHeader, BlockNumbers, SectionHeader, required_features};
pub use build::{BlockBuilder, EncodedBlock, StoredGame};
pub use checked::{CheckedBlocks, CheckedGames};
pub use footer::{
    BlockEntry, Edit, FOOTER_FRAME_LEN, Footer, OptionalPart, SegmentEntry, footer_body, footer_crc,
    segments_that_count,
};
pub use game_meta::GameMeta;
pub use header::{HEADER_LEN, Header, MAGIC, UNITS_START};
pub use load::Block;
pub use record::{FileIdHash, RECORD_LEN, RECORD_PLACES, Record, Records, State};
pub use scan::{BlockOutline, BlockScan, LineCodes, StoredLines, plies};
pub use section::{Compressor, Decompressor, Section, SectionKind};
pub use sections::Fetch;
pub(crate) use summaries::{DEPARTURE_PLANES, HOME_PAWNS, pawn_number};
pub use summaries::{SUMMARY_LEN, StoredSummaries, Summaries, summary};
pub use tag_columns::{TagColumn, TagColumns, TagTable};
