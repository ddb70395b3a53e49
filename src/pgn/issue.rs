//! Unparsed text, and the reasons for not parsing it.

use std::fmt;

use crate::{notation::san::SanError, play::lines::NestingError};

/// The reason for which text was not parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The `Variant` tag names a variant other than chess.
    OtherVariant,
    /// The `FEN` tag has no playable position.
    UnplayablePosition,
    /// A `FEN` tag that does not set the start, because it is inside another tag, has lower-case letters in its name, or follows another
    /// `FEN`.
    UnusedFen,
    /// A line of the tag section with a name and a value but without the quotes of PGN, such as `[Event 'x']`.
    UnreadTag,
    /// A number before the first move that differs from the number of the starting position; the writer numbers moves by the position.
    OtherNumber,
    /// Neither a move nor another element of PGN.
    UnknownWord,
    /// A move that is not legal in its position.
    IllegalMove,
    /// A move that several pieces can make.
    AmbiguousMove,
    /// `$` without a number, or with a number above 4294967295.
    BadNag,
    /// `{` without `}`.
    OpenComment,
    /// `}` outside comments.
    StrayBrace,
    /// `(` without `)`.
    OpenVariation,
    /// `)` outside variations.
    StrayParenthesis,
    /// A variation before the first move of its line.
    VariationBeforeMove,
    /// Variations nested deeper than [`MAX_VARIATION_DEPTH`](crate::limits::MAX_VARIATION_DEPTH).
    TooDeep,
    /// A termination marker inside a variation.
    MarkerInVariation,
    /// Anything but comments and NAGs after the termination marker.
    AfterMarker,
    /// Control characters, such as NUL bytes where a disk lost data. The game omits them, except in tags and comments.
    ControlCharacter,
    /// The text of the game exceeds [`MAX_GAME_TEXT`](crate::limits::MAX_GAME_TEXT) or its weight exceeds
    /// [`MAX_GAME_WEIGHT`](crate::limits::MAX_GAME_WEIGHT).
    TooLong,
    /// A line of the tag section that is longer than [`MAX_GAME_WEIGHT`](crate::limits::MAX_GAME_WEIGHT).
    LongTagLine,
    /// A comment within which the game exceeds a limit, like [`Reason::TooLong`].
    LongComment,
    /// The game was parsed, but the format cannot store it.
    NotStorable,
    /// A part of a SCID database that contradicts its format.
    Corrupt,
}

impl Reason {
    /// Returns `true` if the game keeps the text unparsed: `false` for numbers and control characters that it omits.
    ///
    /// ```
    /// let (games, issues) = plypack::games_from_pgn(b"3. e4 zz *")?;
    /// let kept: Vec<_> = issues.iter().map(|(_, issue)| (issue.text.as_str(), issue.reason.is_text_kept())).collect();
    /// assert_eq!(kept, [("3. e4", false), ("zz", true)]);
    /// assert_eq!(games[0].unparsed(), b"zz *");
    /// # Ok::<(), plypack::Error>(())
    /// ```
    pub const fn is_text_kept(self) -> bool {
        !matches!(self, Reason::OtherNumber | Reason::ControlCharacter)
    }

    /// Returns the reason in English.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::OtherVariant => "another game than chess",
            Reason::UnplayablePosition => "no playable starting position",
            Reason::UnusedFen => "FEN that is not in effect",
            Reason::UnreadTag => "not a tag of PGN",
            Reason::OtherNumber => "not the number of the first move",
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
            Reason::ControlCharacter => "control character",
            Reason::TooLong => "game too long",
            Reason::LongTagLine => "tag line longer than 8 MiB",
            Reason::LongComment => "comment that exceeds the 8 MiB of a game",
            Reason::NotStorable => "kept as text",
            Reason::Corrupt => "corrupt",
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

/// Text of a source that was not parsed. The game keeps it verbatim if [`Reason::is_text_kept`] is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Line number in the source, counted from 1; 0 in a SCID database, which has no lines.
    pub line: u64,
    /// Byte offset in the source, counted from 0; in a SCID database, the offset in its `.sg4`.
    pub offset: u64,
    /// The reason.
    pub reason: Reason,
    /// The beginning of the text: at most 40 ASCII characters, with other bytes escaped as in Rust.
    pub text: String,
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "byte {} of the .sg4: {}: {}", self.offset, self.reason.as_str(), self.text),
            line => write!(f, "line {line}: {}: {}", self.reason.as_str(), self.text),
        }
    }
}
