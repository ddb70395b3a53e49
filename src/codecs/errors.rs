//! Errors that several codecs report.

use crate::{Error, ErrorCode, coding::bit_stream::BitReader};

/// A move to encode is not legal.
#[cold]
pub fn not_legal() -> Error {
    Error::new(ErrorCode::IllegalMove, "not a legal move here")
}

/// A code that is not a legal move; `offset` is the offset of its first byte.
#[cold]
pub fn no_move(offset: u64) -> Error {
    Error::new(ErrorCode::MoveMalformed, "a code that stands for no legal move").with_offset(offset)
}

/// A line without null moves that is marked as having null moves (`codecs.7`); `offset` is the end of the line.
#[cold]
pub fn no_null_in_line(offset: u64) -> Error {
    Error::new(ErrorCode::MoveMalformed, "a line that is said to have null moves has none").with_offset(offset)
}

/// A move number that is too large; `code` is positioned before it.
#[cold]
pub fn no_such_rank(code: &BitReader<'_>) -> Error {
    code.malformed("no move has this number")
}
