//! The chess board: the pieces on their squares, attacks, and legal moves.

pub mod attacks;
mod bitboards;
pub mod castling;
pub mod extended_move;
mod generate;
pub mod legal_moves;
mod legality;
mod mailbox;
mod make;
mod material;
pub mod moves;
pub mod piece;
pub mod positions;
#[cfg(test)]
pub mod reference;
pub mod sliders;
mod square;
mod tracker;
mod unmake;
#[cfg(any(test, feature = "shakmaty"))]
mod with_shakmaty;
pub mod zobrist;

pub use bitboards::{Bitboards, HasBitboards};
pub use castling::CastlingSide;
pub use legality::not_legal;
pub use mailbox::Board;
pub use make::MadeMove;
pub use moves::{MoveFlags, PackedMove};
pub use piece::{Color, Piece, Role};
pub use positions::{Ending, Position, UndoMove, check_line};
pub use square::Square;
pub use tracker::Tracker;
pub use unmake::Undo;
