//! Plain data that crosses the boundary: views, enums that are only returned, callbacks.

use std::{
    ffi::{c_char, c_void},
    mem::offset_of,
};

use super::{handle::Growing, status::plypack_status};
use plypack::{Corruption, Error, PackedMove, Summary, Tag, Termination, Token, files::Exported};

/// The byte offset of an error whose offset is unknown.
pub const PLYPACK_NO_OFFSET: u64 = 0xFFFF_FFFF_FFFF_FFFF;

/// The null move as a packed move.
pub const PLYPACK_NULL_MOVE: u16 = 0;

/// The largest size of a FEN in bytes, its NUL included.
pub const PLYPACK_FEN_CAPACITY: usize = 128;

/// The largest size of a move in UCI or SAN notation in bytes, its NUL included.
pub const PLYPACK_MOVE_CAPACITY: usize = 16;

/// Text owned by the library: `len` bytes, usually but not always UTF-8, without a NUL at the end. `data` is never NULL. The
/// function that returns a text says how long it is valid.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_text {
    /// The first byte.
    pub data: *const c_char,
    /// The number of bytes.
    pub len: usize,
}

/// Bytes owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_bytes {
    /// The first byte.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

/// Moves owned by the library, valid like a `plypack_text`. A packed move has the to square in bits 0-5, the from square in bits
/// 6-11 (a1 = 0, b1 = 1, h8 = 63) and the flags in bits 12-15: see `PLYPACK_MOVE_FROM`, `_TO` and `_FLAGS`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_moves {
    /// The first move.
    pub data: *const u16,
    /// The number of moves.
    pub len: usize,
}

impl From<&[u8]> for plypack_text {
    fn from(text: &[u8]) -> plypack_text {
        plypack_text { data: text.as_ptr().cast(), len: text.len() }
    }
}

impl From<&[u8]> for plypack_bytes {
    fn from(bytes: &[u8]) -> plypack_bytes {
        plypack_bytes { data: bytes.as_ptr(), len: bytes.len() }
    }
}

impl From<&[PackedMove]> for plypack_moves {
    fn from(moves: &[PackedMove]) -> plypack_moves {
        // A packed move is a transparent u16.
        plypack_moves { data: moves.as_ptr().cast(), len: moves.len() }
    }
}

/// The side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_color {
    /// White.
    PLYPACK_WHITE = 0,
    /// Black.
    PLYPACK_BLACK = 1,
}

/// The position from which the moves of a game are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_start {
    /// The standard starting position.
    PLYPACK_START_STANDARD = 0,
    /// The position of the `FEN` tag.
    PLYPACK_START_FEN = 1,
    /// The `FEN` tag is not a legal position, or the game is of another variant: all movetext is in `plypack_game_unparsed`.
    PLYPACK_START_UNREADABLE = 2,
}

/// The termination marker at the end of the movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_termination {
    /// There is no marker.
    PLYPACK_TERMINATION_ABSENT = 0,
    /// `*`
    PLYPACK_TERMINATION_UNKNOWN = 1,
    /// `1-0`
    PLYPACK_TERMINATION_WHITE_WINS = 2,
    /// `0-1`
    PLYPACK_TERMINATION_BLACK_WINS = 3,
    /// `1/2-1/2`
    PLYPACK_TERMINATION_DRAW = 4,
}

const _: () = assert!(Termination::Draw as u32 == plypack_termination::PLYPACK_TERMINATION_DRAW as u32);

/// The kind of a line in the tag section.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub enum plypack_tag_kind {
    /// `[name "value"]`
    PLYPACK_TAG_PAIR = 0,
    /// Another line, kept verbatim: `%` and `;` lines, malformed tags.
    PLYPACK_TAG_LINE = 1,
}

/// A line in the tag section.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_tag {
    /// The kind.
    pub kind: plypack_tag_kind,
    /// The name of a pair, else empty.
    pub name: plypack_text,
    /// The value of a pair without escapes, or the complete line.
    pub value: plypack_text,
    /// Like `value`, but with the escapes of PGN, `\"` and `\\`.
    pub escaped: plypack_text,
}

impl plypack_tag {
    /// Returns the tag with its value as text.
    pub(crate) fn of<'a>(tag: Tag<'a>, value: &'a [u8]) -> plypack_tag {
        let (kind, name, escaped): (_, &[u8], _) = match tag {
            Tag::Pair(name, escaped) => (plypack_tag_kind::PLYPACK_TAG_PAIR, name, escaped),
            Tag::Raw(line) => (plypack_tag_kind::PLYPACK_TAG_LINE, b"", line),
        };
        plypack_tag { kind, name: name.into(), value: value.into(), escaped: escaped.into() }
    }
}

/// The kind of a token; include/README.md describes how tokens nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_token_kind {
    /// Only from `plypack_walk_next`: the end of the game.
    PLYPACK_TOKEN_NONE = 0,
    /// Only from `plypack_game_token_at`: `number` plies of the main line come next.
    PLYPACK_TOKEN_PLIES = 1,
    /// A move; `number` is the packed move. `plypack_game_token_at` returns only moves of variations.
    PLYPACK_TOKEN_MOVE = 2,
    /// `$` and `number`; `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    PLYPACK_TOKEN_NAG = 3,
    /// `{...}`, the text between the braces.
    PLYPACK_TOKEN_COMMENT = 4,
    /// `;...`, the text after the semicolon.
    PLYPACK_TOKEN_LINE_COMMENT = 5,
    /// `%...` at the start of a line, the text after it.
    PLYPACK_TOKEN_ESCAPE = 6,
    /// `(`: begins an alternative to the last move of the current line.
    PLYPACK_TOKEN_BEGIN = 7,
    /// `)`
    PLYPACK_TOKEN_END = 8,
    /// The unparsed text of a variation, verbatim; the end of the variation comes next.
    PLYPACK_TOKEN_RAW = 9,
}

use plypack_token_kind::*;

/// A token.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_token {
    /// The kind.
    pub kind: plypack_token_kind,
    /// The number of plies, the packed move or the NAG; else 0.
    pub number: u32,
    /// The text of comments, escapes and unparsed parts; else empty.
    pub text: plypack_text,
}

impl plypack_token {
    /// Returns a token without text.
    pub(crate) fn bare(kind: plypack_token_kind, number: u32) -> plypack_token {
        plypack_token { kind, number, text: plypack_text::from(&b""[..]) }
    }

    fn with_text(kind: plypack_token_kind, text: &[u8]) -> plypack_token {
        plypack_token { kind, number: 0, text: text.into() }
    }
}

impl From<Token<'_>> for plypack_token {
    fn from(token: Token<'_>) -> plypack_token {
        match token {
            Token::Plies(n) => plypack_token::bare(PLYPACK_TOKEN_PLIES, n),
            Token::Move(m) => plypack_token::bare(PLYPACK_TOKEN_MOVE, m.0.into()),
            Token::Nag(n) => plypack_token::bare(PLYPACK_TOKEN_NAG, n),
            Token::Begin => plypack_token::bare(PLYPACK_TOKEN_BEGIN, 0),
            Token::End => plypack_token::bare(PLYPACK_TOKEN_END, 0),
            Token::Comment(text) => plypack_token::with_text(PLYPACK_TOKEN_COMMENT, text),
            Token::LineComment(text) => plypack_token::with_text(PLYPACK_TOKEN_LINE_COMMENT, text),
            Token::Escape(text) => plypack_token::with_text(PLYPACK_TOKEN_ESCAPE, text),
            Token::Raw(text) => plypack_token::with_text(PLYPACK_TOKEN_RAW, text),
        }
    }
}

/// An error found in a file.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_error_info {
    /// The status of the error.
    pub status: plypack_status,
    /// The byte offset in the file, or `PLYPACK_NO_OFFSET`.
    pub offset: u64,
    /// The message, in English, for people.
    pub message: plypack_text,
}

impl From<&Error> for plypack_error_info {
    fn from(error: &Error) -> plypack_error_info {
        plypack_error_info {
            status: error.code().into(),
            offset: error.offset().unwrap_or(PLYPACK_NO_OFFSET),
            message: error.message().as_bytes().into(),
        }
    }
}

/// Errors owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_error_array {
    /// The first error.
    pub data: *const plypack_error_info,
    /// The number of errors.
    pub len: usize,
}

impl plypack_error_array {
    /// No errors.
    pub(crate) const NONE: plypack_error_array = plypack_error_array { data: std::ptr::null(), len: 0 };
}

impl From<&[plypack_error_info]> for plypack_error_array {
    fn from(errors: &[plypack_error_info]) -> plypack_error_array {
        plypack_error_array { data: errors.as_ptr(), len: errors.len() }
    }
}

/// Corruption of a range of games: the games are lost, can be read only in part, or cannot be searched with the index.
/// `plypack_reader_verify` also reports damage that affects no game.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_corruption {
    /// The number of the first game.
    pub first: u64,
    /// The number of games; 0 for an error in the structure of the file, and for damage in unneeded bytes.
    pub count: u64,
    /// 1 if the games can be read, completely or in part; 0 if they are lost.
    pub partly: u32,
    /// The error from reading the games.
    pub error: plypack_error_info,
    /// The file: the index of its reader in a search of several files; otherwise 0.
    pub file: u32,
    /// 1 if only the position index or the summaries are wrong and the games can be read as they were written. Otherwise 0.
    /// Searches ignore a damaged part of the index or summaries, but a part that contradicts the games makes search results wrong.
    pub in_index: u32,
    /// 1 if the damaged bytes are unneeded, so that the file is still valid. Otherwise 0.
    pub unused: u32,
}

impl From<Exported> for plypack_exported {
    fn from(count: Exported) -> plypack_exported {
        plypack_exported {
            size: size_of::<plypack_exported>(),
            games: count.games,
            corrupt: count.corrupt,
            incomplete: count.incomplete,
            lost: count.lost,
            ends_in_comment: count.ends_in_comment.into(),
        }
    }
}

impl From<&Corruption> for plypack_corruption {
    fn from(corruption: &Corruption) -> plypack_corruption {
        plypack_corruption {
            first: corruption.games.start,
            count: corruption.games.end - corruption.games.start,
            partly: corruption.partly.into(),
            error: (&corruption.error).into(),
            file: 0,
            in_index: corruption.in_index.into(),
            unused: 0,
        }
    }
}

/// A part of a PGN text that could not be parsed; it is kept verbatim.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_issue {
    /// The number of the game in the file being written.
    pub game: u64,
    /// The line number in the text, from 1.
    pub line: u64,
    /// The byte offset in the text, from 0.
    pub offset: u64,
    /// The reason, in English.
    pub reason: plypack_text,
    /// The beginning of the part: up to 40 characters of ASCII, other bytes escaped.
    pub text: plypack_text,
}

/// Counts of an import.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_imported {
    /// `sizeof(plypack_imported)`, set by the caller.
    pub size: usize,
    /// Games added.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Parts of the text that could not be parsed (issues).
    pub issues: u64,
    /// Games with issues.
    pub games_with_issues: u64,
    /// Games with issues whose main line could not be parsed to its end. In the other games with issues, only a variation or text
    /// after the result could not be parsed.
    pub games_cut_short: u64,
    /// Duplicates that were left out after `plypack_writer_skip_duplicates`. The other counts exclude them.
    pub duplicates: u64,
}

impl From<&Summary> for plypack_imported {
    fn from(summary: &Summary) -> plypack_imported {
        plypack_imported {
            size: size_of::<plypack_imported>(),
            games: summary.games,
            plies: summary.plies,
            issues: summary.issues,
            games_with_issues: summary.games_with_issues,
            games_cut_short: summary.games_cut_short,
            duplicates: summary.duplicates,
        }
    }
}

/// Counts of an export or a repair.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_exported {
    /// `sizeof(plypack_exported)`, set by the caller.
    pub size: usize,
    /// Games written.
    pub games: u64,
    /// Games that are lost or incomplete: the sum of the counts passed to the corruption callback. A game with two corrupt parts
    /// counts twice.
    pub corrupt: u64,
    /// Games that were written with a part missing or changed; each counts once.
    pub incomplete: u64,
    /// Games that could not be written; each counts once.
    pub lost: u64,
    /// 1 if the PGN text ends inside a comment that a corrupt game left open: a program that writes more text must first close the
    /// comment with `}`. Otherwise 0; always 0 for a repair.
    pub ends_in_comment: u64,
}

/// Receives the next `len` bytes of the output. `data` is valid during the call.
pub type plypack_write_callback = Option<unsafe extern "C" fn(user: *mut c_void, data: *const u8, len: usize) -> i32>;

/// Writes the size of a file in bytes to `size`. Called on the thread of the function that opens or refreshes the reader.
pub type plypack_size_callback = Option<unsafe extern "C" fn(user: *mut c_void, size: *mut u64) -> i32>;

/// Fills `buffer` with exactly `len` bytes of a file, from byte `offset` on. Called on all threads that use the reader and on
/// worker threads of the library, possibly at the same time.
pub type plypack_read_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, buffer: *mut u8, len: usize) -> i32>;

/// Writes the next bytes of a PGN text to `buffer`, at most `capacity`, and their number to `len`; 0 means the end of the text.
/// `plypack_writer_add_pgn_callback` calls this function on a thread of the library, one call at a time, and not after it has
/// returned.
pub type plypack_pgn_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, buffer: *mut u8, capacity: usize, len: *mut usize) -> i32>;

/// Reports progress: `done` of `total` games. Imports count bytes of the PGN text instead, or compressed bytes if the text is
/// compressed; their `total` is the size of the text in memory or of the regular file, and 0 (unknown) for callbacks and pipes.
/// Functions that count something else say so.
pub type plypack_progress_callback = Option<unsafe extern "C" fn(user: *mut c_void, done: u64, total: u64) -> i32>;

/// Called with games that cannot be read, or only in part. `corruption` and its text are valid during the call.
pub type plypack_corruption_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, corruption: *const plypack_corruption) -> i32>;

/// Called with a part of a PGN text that could not be parsed. `issue` and its texts are valid during the call.
pub type plypack_issue_callback = Option<unsafe extern "C" fn(user: *mut c_void, issue: *const plypack_issue) -> i32>;

/// Callbacks of a long call. Each may be NULL, and so may the pointer to the struct. They run on the thread of the call.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_callbacks {
    /// `sizeof(plypack_callbacks)`, set by the caller.
    pub size: usize,
    /// Passed to each callback; may be NULL.
    pub user: *mut c_void,
    /// Called with the progress of the call.
    pub progress: plypack_progress_callback,
    /// Called with games that cannot be read, or only in part; the call continues. Without this callback, the first such game ends
    /// the call with its error, except with `PLYPACK_OPEN_ACCEPT_DAMAGE` and in functions that say otherwise.
    pub corruption: plypack_corruption_callback,
    /// Called with each part of a PGN text that could not be parsed.
    pub issue: plypack_issue_callback,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_callbacks {
    const FIRST_SIZE: usize = size_of::<plypack_callbacks>();
}

// SAFETY: as above.
unsafe impl Growing for plypack_exported {
    const FIRST_SIZE: usize = offset_of!(plypack_exported, incomplete);
}

// SAFETY: as above.
unsafe impl Growing for plypack_imported {
    const FIRST_SIZE: usize = offset_of!(plypack_imported, duplicates);
}
