//! Numbers and bits as bytes: what every part of the format is written with. Nothing here depends on chess.

pub mod bit_stream;
pub mod mixing;
pub mod range_coder;
pub mod rice;
pub mod swar;
pub mod wire;
