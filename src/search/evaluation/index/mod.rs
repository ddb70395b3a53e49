//! Answers of the index of a file, and the games that they leave to be replayed.

pub mod candidates;
pub mod group_lines;
pub mod lookup;
#[cfg(feature = "arrow")]
pub mod position_of_key;
