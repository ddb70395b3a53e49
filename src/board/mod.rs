//! The chess board: who stands where, who attacks what, which moves are legal.

pub mod attacks;
pub mod castling;
pub mod legal_moves;
mod sliders;
