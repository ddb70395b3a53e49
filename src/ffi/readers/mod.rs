//! Readers of files: opening, games, figures, export as PGN.

pub mod export;
pub mod info;
pub mod open;
pub mod reader;
pub mod state;
