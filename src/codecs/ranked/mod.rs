//! Codecs that rank the legal moves by likelihood.

pub mod arith;
pub mod huffman;
pub mod rank_3bit;
pub mod ranking;
