//! Plain data that crosses the boundary: views, enums that are only given out, callbacks.

use std::ffi::{c_char, c_void};

use super::status::plypack_status;
use plypack::{Corruption, Error, PackedMove, Tag, Termination, Token};

/// Stands for "no place is known" where a byte offset is expected. Since 0.1.
pub const PLYPACK_NO_OFFSET: u64 = 0xFFFF_FFFF_FFFF_FFFF;

/// The null move as a move word. Since 0.1.
pub const PLYPACK_NULL_MOVE: u16 = 0;

/// Bytes that a FEN needs at most, its NUL included. Since 0.1.
pub const PLYPACK_FEN_CAPACITY: usize = 128;

/// Bytes that one move in UCI or SAN notation needs at most, its NUL included. Since 0.1.
pub const PLYPACK_MOVE_CAPACITY: usize = 16;

/// Text that belongs to the library: `len` bytes, usually UTF-8 but not always, without a NUL behind them. `data` is never
/// NULL. The function that gives it says how long it is valid. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_text {
    /// The first byte.
    pub data: *const c_char,
    /// The number of bytes.
    pub len: usize,
}

/// Bytes that belong to the library; as `plypack_text`. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_bytes {
    /// The first byte.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

/// Moves that belong to the library; as `plypack_text`. A move word has the target square in bits 0-5, the origin in bits
/// 6-11 (a1 = 0, b1 = 1, h8 = 63) and the kind in bits 12-15; spec/moves.md has the kinds. Since 0.1.
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
        // A move word is a transparent u16.
        plypack_moves { data: moves.as_ptr().cast(), len: moves.len() }
    }
}

/// The side to move. Since 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_color {
    /// White.
    PLYPACK_WHITE = 0,
    /// Black.
    PLYPACK_BLACK = 1,
}

/// From where the moves of a game start. Since 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_start {
    /// The usual position.
    PLYPACK_START_STANDARD = 0,
    /// The position of the `FEN` tag.
    PLYPACK_START_FEN = 1,
    /// The `FEN` tag cannot be played, or the game is of another variant: all movetext is in `plypack_game_rest`.
    PLYPACK_START_UNREADABLE = 2,
}

/// The termination marker at the end of the movetext. Since 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_termination {
    /// There is none.
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

/// What a line of the tag section is. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub enum plypack_tag_kind {
    /// `[name "value"]`
    PLYPACK_TAG_PAIR = 0,
    /// Another line, kept as it was: `%` and `;` lines, tags that are not well-formed.
    PLYPACK_TAG_LINE = 1,
}

/// A line of the tag section. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_tag {
    /// Which it is.
    pub kind: plypack_tag_kind,
    /// The name of a pair, else empty.
    pub name: plypack_text,
    /// The value of a pair as its text, or the whole line.
    pub value: plypack_text,
    /// As `value`, but as it stands between the quotes in PGN, with `\"` and `\\`.
    pub raw: plypack_text,
}

impl plypack_tag {
    /// The tag with its value as text.
    pub(super) fn of<'a>(tag: Tag<'a>, value: &'a [u8]) -> plypack_tag {
        let (kind, name, raw): (_, &[u8], _) = match tag {
            Tag::Pair(name, raw) => (plypack_tag_kind::PLYPACK_TAG_PAIR, name, raw),
            Tag::Raw(line) => (plypack_tag_kind::PLYPACK_TAG_LINE, b"", line),
        };
        plypack_tag { kind, name: name.into(), value: value.into(), raw: raw.into() }
    }
}

/// The kinds of token that stand around the moves; see include/README.md for how they nest. Since 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_token_kind {
    /// Only from `plypack_walk_next`: the game is over.
    PLYPACK_TOKEN_NONE = 0,
    /// Only from `plypack_game_token`: go on by `number` plies of the main line.
    PLYPACK_TOKEN_PLIES = 1,
    /// A move; `number` is its move word. From `plypack_game_token` only moves of variations.
    PLYPACK_TOKEN_MOVE = 2,
    /// `$` and `number`, or `!` and the like as 1 to 6.
    PLYPACK_TOKEN_NAG = 3,
    /// `{...}`, the text between the braces.
    PLYPACK_TOKEN_COMMENT = 4,
    /// `;...`, the text behind the semicolon.
    PLYPACK_TOKEN_LINE_COMMENT = 5,
    /// `%...` at the start of a line, the text behind it.
    PLYPACK_TOKEN_ESCAPE = 6,
    /// `(`: a variation for the last move of the line that is open.
    PLYPACK_TOKEN_BEGIN = 7,
    /// `)`
    PLYPACK_TOKEN_END = 8,
    /// What could not be read of a variation, as it was; the end of the variation comes next.
    PLYPACK_TOKEN_RAW = 9,
}

use plypack_token_kind::*;

/// A token. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_token {
    /// Which it is.
    pub kind: plypack_token_kind,
    /// Plies, move word or NAG; else 0.
    pub number: u32,
    /// The text of comments, escapes and unreadable parts; else empty.
    pub text: plypack_text,
}

impl plypack_token {
    /// A token without text.
    pub(super) fn bare(kind: plypack_token_kind, number: u32) -> plypack_token {
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
            Token::Move(word) => plypack_token::bare(PLYPACK_TOKEN_MOVE, word.0.into()),
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

/// What is wrong with a file. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_fault {
    /// What went wrong.
    pub status: plypack_status,
    /// The byte of the file, or `PLYPACK_NO_OFFSET`.
    pub offset: u64,
    /// In English, for people.
    pub message: plypack_text,
}

impl From<&Error> for plypack_fault {
    fn from(error: &Error) -> plypack_fault {
        plypack_fault {
            status: error.code().into(),
            offset: error.offset().unwrap_or(PLYPACK_NO_OFFSET),
            message: error.message().as_bytes().into(),
        }
    }
}

/// Games that cannot be read, or not wholly. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_damage {
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub count: u64,
    /// 1 if the games are there with some part missing, 0 if they are lost.
    pub partly: u32,
    /// Why.
    pub fault: plypack_fault,
}

impl From<&Corruption> for plypack_damage {
    fn from(damage: &Corruption) -> plypack_damage {
        plypack_damage {
            first: damage.games.start,
            count: damage.games.end - damage.games.start,
            partly: damage.partly.into(),
            fault: (&damage.error).into(),
        }
    }
}

/// Something in a PGN text that could not be read, and was kept as it was. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_issue {
    /// The number of the game in the file that is written.
    pub game: u64,
    /// The line of the text, from 1.
    pub line: u64,
    /// The byte of the text, from 0.
    pub offset: u64,
    /// Why, in English.
    pub reason: plypack_text,
    /// How it begins: up to 40 characters of ASCII, other bytes escaped.
    pub text: plypack_text,
}

/// Counts of an import. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_imported {
    /// Games added.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Things that could not be read.
    pub issues: u64,
    /// Games that have them.
    pub games_with_issues: u64,
}

/// Counts of an export or a repair. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_exported {
    /// Games written.
    pub games: u64,
    /// Games that are lost, or not whole.
    pub damaged: u64,
}

/// Takes the next `len` bytes of what is written. Gives 0, or anything else to fail with `PLYPACK_IO`. `data` is valid during
/// the call. Called on the thread of the function that was given it. Since 0.1.
pub type plypack_write_callback = Option<unsafe extern "C" fn(user: *mut c_void, data: *const u8, len: usize) -> i32>;

/// Gives the size of a file in bytes. Gives 0, or anything else to fail with `PLYPACK_IO`. Since 0.1.
pub type plypack_size_callback = Option<unsafe extern "C" fn(user: *mut c_void, size: *mut u64) -> i32>;

/// Fills `buffer` with the `len` bytes of a file at `offset`, all of them. Gives 0, or anything else to fail with
/// `PLYPACK_IO`. Called by all threads that use the reader, and by threads that the library starts for one of its functions,
/// also at the same time. Since 0.1.
pub type plypack_read_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, buffer: *mut u8, len: usize) -> i32>;

/// Hears that `done` of `total` games are done. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`. Called on the
/// thread of the function that was given it. Since 0.1.
pub type plypack_progress_callback = Option<unsafe extern "C" fn(user: *mut c_void, done: u64, total: u64) -> i32>;

/// Hears of games that cannot be read. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`. `damage` and its text are
/// valid during the call. Called on the thread of the function that was given it. Since 0.1.
pub type plypack_damage_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, damage: *const plypack_damage) -> i32>;

/// Hears of something in a PGN text that could not be read. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`.
/// `issue` and its texts are valid during the call. Called on the thread of the function that was given it. Since 0.1.
pub type plypack_issue_callback = Option<unsafe extern "C" fn(user: *mut c_void, issue: *const plypack_issue) -> i32>;
