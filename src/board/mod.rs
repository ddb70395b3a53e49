//! The chess board: which piece stands where, what is attacked, which moves are legal.

pub mod attacks;
mod bitboards;
pub mod castling;
pub mod legal_moves;
mod legality;
mod mailbox;
mod make;
mod material;
mod moves;
pub mod piece;
pub mod sliders;
mod tracker;
mod unmake;
pub mod zobrist;

pub use bitboards::{Bitboards, HasBitboards};
pub use legality::{check_line, not_legal};
pub use mailbox::Board;
pub use make::MadeMove;
pub use piece::Piece;
pub use tracker::Tracker;
pub use unmake::Undo;
