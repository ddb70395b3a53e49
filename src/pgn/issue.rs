//! What could not be read, and why.

use std::fmt;

use crate::{notation::san::SanError, play::lines::NestingError};

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

impl From<SanError> for Reason {
    fn from(error: SanError) -> Reason {
        match error {
            SanError::NotSan => Reason::UnknownWord,
            SanError::IllegalMove => Reason::IllegalMove,
            SanError::AmbiguousMove => Reason::AmbiguousMove,
        }
    }
}

impl From<NestingError> for Reason {
    fn from(error: NestingError) -> Reason {
        match error {
            NestingError::NoMove => Reason::VariationBeforeMove,
            NestingError::TooDeep => Reason::TooDeep,
            NestingError::NotOpen => Reason::StrayParenthesis,
        }
    }
}

/// Text of the source that could not be parsed, and is kept verbatim.
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
