//! Moves as text: SAN and UCI.

pub mod san;
pub mod uci;
