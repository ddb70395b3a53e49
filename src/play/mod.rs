//! Playing through games: functions that need games, positions and notation together.
//!
//! [`lines`] keeps the open lines of the variation tree. Every traversal of the tree builds on it: [`WalkState`] and [`Walker`] (also the
//! PGN writer and the C interface), [`GameBuilder`], [`TokenChecker`] (the annotation section and the search in variations), and the PGN
//! parser. [`edit`] changes games at any place, [`tags`] their tags.

mod builder;
mod edit;
mod final_fen;
mod line_text;
pub(crate) mod lines;
mod position;
mod tags;
mod tokens;
mod walker;

pub use builder::GameBuilder;
pub(crate) use final_fen::final_fen;
pub use line_text::write_san_line;
pub use lines::LinePosition;
pub use tokens::TokenChecker;
pub(crate) use tokens::out_of_place;
pub use walker::{Step, WalkState, Walker};
