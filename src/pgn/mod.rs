//! PGN text into games and back, with nothing lost.
//!
//! Spec chapter: `spec/pgn.md`.
//!
//! A [`Splitter`] cuts a source into [`Batch`]es of whole games, an [`Importer`] makes a [`Game`](crate::Game) of each,
//! and a [`Writer`] makes PGN of games. What cannot be read stays in the game as it was, and is reported as an
//! [`Issue`].
//!
//! plypack has a reader of its own because the usual one, the crate pgn-reader, passes over `;` comments, `%` lines and
//! words that it does not know, and cannot say where in the source something stood. It serves the tests, as an
//! independent opinion.

mod lex;
mod parse;
mod split;
pub(crate) mod tags;
#[cfg(test)]
mod tests;
mod write;

use std::{fmt, ops::Range};

pub use crate::notation::san::{read_san, write_san};
pub use parse::{Importer, MAX_ISSUES_PER_GAME};
pub use split::Splitter;
pub use write::{Writer, write_game, write_movetext};

/// The text of one game inside a [`Batch`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Where in [`Batch::text`] it lies.
    pub range: Range<usize>,
    /// The line of the source in which it begins, from 1.
    pub line: u64,
    /// The byte of the source at which it begins, from 0.
    pub offset: u64,
    /// The game before it was cut at [`MAX_GAME_TEXT`](crate::limits::MAX_GAME_TEXT); this is the direct continuation.
    pub continued: bool,
    /// This text was cut; it goes on in the next game.
    pub cut: bool,
}

/// Consecutive games of one source: what becomes one block of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The text of all games, with the white space between them.
    pub text: Vec<u8>,
    /// Where each game lies in it, in order.
    pub games: Vec<GameText>,
}

impl Batch {
    /// The text of one game.
    ///
    /// # Panics
    ///
    /// When there are not so many games.
    pub fn game(&self, index: usize) -> &[u8] {
        &self.text[self.games[index].range.clone()]
    }
}

/// Why something could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The `Variant` tag names another game than chess.
    OtherVariant,
    /// The `FEN` tag holds no playable position.
    UnplayablePosition,
    /// Not a word of PGN.
    UnknownWord,
    /// A move that is not legal where it stands.
    IllegalMove,
    /// A move that several pieces can make.
    AmbiguousMove,
    /// `$` without a number, or with one above 4294967295.
    BadNag,
    /// A comment that is opened and not closed.
    OpenComment,
    /// `}` without a comment before it.
    StrayBrace,
    /// A variation that is opened and not closed.
    OpenVariation,
    /// `)` without a variation before it.
    StrayParenthesis,
    /// A variation where its line has no move yet.
    VariationBeforeMove,
    /// Variations nested deeper than [`MAX_VARIATION_DEPTH`](crate::limits::MAX_VARIATION_DEPTH).
    TooDeep,
    /// A termination marker inside a variation.
    MarkerInVariation,
    /// Something other than comments and NAGs after the termination marker.
    AfterMarker,
    /// The game is longer than [`MAX_GAME_TEXT`](crate::limits::MAX_GAME_TEXT).
    TooLong,
    /// The game was read, but the format cannot hold it.
    NotStorable,
}

impl Reason {
    /// The reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::OtherVariant => "another game than chess",
            Reason::UnplayablePosition => "no playable starting position",
            Reason::UnknownWord => "not a word of PGN",
            Reason::IllegalMove => "illegal move",
            Reason::AmbiguousMove => "ambiguous move",
            Reason::BadNag => "not a NAG",
            Reason::OpenComment => "comment without end",
            Reason::StrayBrace => "end of a comment that was not opened",
            Reason::OpenVariation => "variation without end",
            Reason::StrayParenthesis => "end of a variation that was not opened",
            Reason::VariationBeforeMove => "variation before any move",
            Reason::TooDeep => "variations nested too deep",
            Reason::MarkerInVariation => "result inside a variation",
            Reason::AfterMarker => "text after the result",
            Reason::TooLong => "game too long",
            Reason::NotStorable => "kept as text",
        }
    }
}

/// Something in the source that could not be read, and was kept as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The line of the source, from 1.
    pub line: u64,
    /// The byte of the source, from 0.
    pub offset: u64,
    /// Why it could not be read.
    pub reason: Reason,
    /// How it begins: at most 40 characters of ASCII, other bytes escaped as in Rust.
    pub text: String,
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.reason.as_str(), self.text)
    }
}

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// White space inside a line.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

const fn is_space(byte: u8) -> bool {
    is_blank(byte) || is_line_end(byte)
}

/// Whether a line of movetext that begins so is the first of a new game.
// pgn.5
fn begins_tag(line: &[u8]) -> bool {
    matches!(line, [b'[', next, ..] if next.is_ascii_alphanumeric() || *next == b'_')
}

fn trim_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_space(*b)).map_or(0, |at| at + 1);
    &text[..end]
}

fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| !is_space(*b)).unwrap_or(text.len());
    &text[start..]
}

/// Splits off the first line; the line end belongs to neither part. CR, LF and CRLF end a line.
// pgn.2
fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let Some(at) = memchr::memchr2(b'\n', b'\r', text) else {
        return (text, &[]);
    };
    let crlf = text[at..].starts_with(b"\r\n");
    (&text[..at], &text[at + 1 + usize::from(crlf)..])
}
