//! plypack: chess games in a small, fast, versioned binary format.

pub mod codecs;
mod error;
mod game;
pub mod limits;
mod moves;
pub mod pgn;
pub mod positions;

pub use codecs::Codec;
pub use error::{Class, Code, Error, Result};
pub use game::{Game, Start, Tag, Termination, Token, escape, unescape};
pub use moves::{Kind, MoveWord, canonical_order, canonical_uci};
pub use shakmaty;
