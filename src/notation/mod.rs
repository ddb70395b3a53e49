//! Moves as text: SAN and UCI; positions as FEN.

pub(crate) mod comment_commands;
pub(crate) mod fen;
pub(crate) mod move_text;
pub mod nag;
pub mod san;
pub mod uci;
