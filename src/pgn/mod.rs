//! Reads PGN text into games and writes games as PGN text, without loss.
//!
//! Spec chapter: `spec/pgn.md`.
//!
//! A [`Splitter`] splits a source into [`Batch`]es of complete games, an [`Importer`] parses each game into a [`Game`](crate::Game), and a
//! [`Writer`] writes games as PGN. The game keeps text that cannot be parsed verbatim, and the importer reports it as an [`Issue`]. For
//! text in memory, [`games_from_pgn`](crate::games_from_pgn) does both; for files, [`import`](crate::import).
//!
//! plypack has its own parser because the crate pgn-reader skips `;` comments, `%` lines and unknown words, and does not report positions
//! in the source. The tests use that crate as an independent reference.

mod batch;
mod comment_tags;
mod comments;
mod issue;
mod language;
mod last_movetext;
mod lex;
mod markers;
mod mend;
mod movetext;
mod movetext_end;
mod parentheses;
mod parse;
mod report;
mod scores;
mod sniff;
mod split;
mod symbol;
mod tag_lines;
mod tag_names;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod unparsed;
mod weight;
mod write;
mod writer;

pub use batch::{Batch, GameText};
pub(crate) use comment_tags::ends_comment;
pub use issue::{Issue, Reason};
pub use language::Language;
pub(crate) use mend::{as_text, mended, of_text, with_fitting_tags};
pub use parse::Importer;
pub use report::MAX_ISSUES_PER_GAME;
pub(crate) use sniff::has_pgn;
pub use split::Splitter;
pub use write::write_movetext;
pub(crate) use writer::begins_with_tag;
pub use writer::{Writer, write_game};
