//! Positions, moves and their codecs, without any file.

pub mod codec;
pub mod moves;
pub mod position;
pub mod state;
