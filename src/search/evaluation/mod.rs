//! Runs a search: prepares its condition, filters and decodes blocks, or answers from the index.

pub mod block;
pub mod block_filter;
pub mod collect;
pub mod event;
pub mod files;
pub mod index;
pub mod plan;
pub mod run;
pub mod scanner;
pub mod selection;
pub mod verified_entry;
