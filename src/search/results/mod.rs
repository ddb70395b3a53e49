//! Searches by their results: games, trees, move orders, names, rows, statistics, duplicates.

pub mod duplicates;
pub mod find;
pub mod hit;
pub mod list;
pub mod move_orders;
pub mod names;
pub mod rows;
#[cfg(feature = "arrow")]
pub mod select;
pub mod statistics;
pub mod trees;
