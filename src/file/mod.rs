//! Files: reading, writing, and what is done with whole files.

pub mod add_index;
pub mod compare;
pub mod export;
pub mod import;
pub mod reader;
pub mod source;
pub mod writer;
