//! Playing through games: what needs games, positions and notation at once.
//!
//! [`lines`] holds the open lines of the tree of variations; whoever goes through that tree uses it: [`Walker`] and [`WalkState`]
//! for reading a game in movetext order, [`GameBuilder`] for making one, [`TokenChecker`] for the rules of tokens
//! (`annotations.2`), the PGN parser, and through these the PGN writer, the codec of annotations and the search.

mod builder;
mod final_fen;
mod line_text;
pub(crate) mod lines;
mod tokens;
mod walker;

pub use builder::GameBuilder;
pub(crate) use final_fen::final_fen;
pub use line_text::write_san_line;
pub use lines::LinePosition;
pub use tokens::TokenChecker;
pub(crate) use tokens::misplaced;
pub use walker::{Step, WalkState, Walker};
