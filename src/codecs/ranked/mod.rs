//! Codecs that rank the legal moves by how likely they are.

pub mod arith;
pub mod huffman;
pub mod rank_3bit;
pub mod ranking;
