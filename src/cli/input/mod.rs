//! Input of commands: options that several commands take, databases, and the PGN and SCID files of imports.

pub mod arguments;
pub mod classify;
pub mod conditions;
pub mod files;
pub mod searching;
pub mod sources;
