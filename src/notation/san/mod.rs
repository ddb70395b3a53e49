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
pub(crate) use write::{san_and_make, san_of_made, san_without_check};
