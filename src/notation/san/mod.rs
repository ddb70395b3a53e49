//! Standard algebraic notation (SAN): reads it liberally, writes it in PGN's export format.
//!
//! Spec chapter: `spec/pgn.md`.

mod error;
mod play;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use error::SanError;
pub(crate) use play::play_plain;
pub(crate) use read::{en_passant_mark_len, is_en_passant_mark, is_null_move, parse_san, read_san};
pub(crate) use write::{san_and_make, san_of_made, san_without_check};
