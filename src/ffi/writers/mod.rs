//! Writers of files, their options, and edits of files.

pub mod any_writer;
pub mod edits;
pub mod options;
pub mod output;
pub mod writer;
