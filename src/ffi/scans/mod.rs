//! Scans of all games and of tables.

pub mod scan;
pub mod table;
#[cfg_attr(not(feature = "arrow"), path = "no_tables.rs")]
pub mod table_of_scan;
