//! Standard algebraic notation (SAN): read liberally, written as in PGN's export format.
//!
//! Spec chapter: `spec/pgn.md`.

mod attackers;
mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use error::SanError;
pub use read::read_san;
pub(crate) use read::{is_null_move, parse_san};
pub use write::write_san;
pub(crate) use write::{write_and_play, write_move, write_played};
