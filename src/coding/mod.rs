//! Numbers and bits as bytes, in which every part of the format is written. Nothing here depends on chess.

pub mod bit_stream;
pub mod mixing;
pub mod range_coder;
pub mod rice;
pub mod swar;
pub mod wire;
