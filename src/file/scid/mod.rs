//! SCID 4 databases as files: opening, reading and writing games. The module `scid4` handles their contents.

mod batch;
mod export;
mod paths;
mod reader;
mod writer;

pub use crate::scid4::ScidRefusal;
pub(super) use batch::{ScidBatch, ScidBatches};
pub use export::{ScidEvent, export_scid};
pub use paths::is_scid_path;
pub use reader::ScidReader;
pub use writer::{ScidWriter, ScidWritten};

#[cfg(test)]
mod tests;
