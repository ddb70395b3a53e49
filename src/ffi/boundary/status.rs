//! Statuses: the table of `src/error.rs` for C. A test keeps the two and the header equal.

use std::ffi::{CStr, c_char};

use super::panics::guard_value;
use plypack::{ErrorCode, Result};

/// The result of a call. The hundreds are the class: `PLYPACK_STATUS_CLASS`. Later versions may add numbers, but never change the
/// meaning of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum plypack_status {
    /// Success.
    PLYPACK_OK = 0,
    /// An argument has a value that this call does not accept.
    PLYPACK_INVALID_ARGUMENT = 100,
    /// A pointer that must not be NULL is NULL.
    PLYPACK_NULL_POINTER = 101,
    /// An index (game, tag, ply) is past the end.
    PLYPACK_OUT_OF_RANGE = 102,
    /// The caller's buffer is too small; nothing was written to it.
    PLYPACK_BUFFER_TOO_SMALL = 103,
    /// The move is not legal in its position.
    PLYPACK_ILLEGAL_MOVE = 104,
    /// The FEN is malformed, or the position is illegal.
    PLYPACK_ILLEGAL_POSITION = 105,
    /// The text is not a move in UCI or SAN notation.
    PLYPACK_INVALID_MOVE_TEXT = 106,
    /// No codec has this name or number.
    PLYPACK_UNKNOWN_CODEC = 107,
    /// The state of the handle does not allow the call: for example, the writer is finished, or an earlier call on the handle
    /// failed.
    PLYPACK_WRONG_STATE = 108,
    /// The game cannot be stored: its tokens are inconsistent.
    PLYPACK_INVALID_GAME = 109,
    /// Nothing has this name, or the game with this number was deleted.
    PLYPACK_NOT_FOUND = 110,
    /// This is not a plypack file: the first eight bytes differ.
    PLYPACK_NOT_PLYPACK = 200,
    /// The data ends before it is complete.
    PLYPACK_TRUNCATED = 201,
    /// A field of the file header or of a commit record has a value that no version allows.
    PLYPACK_HEADER_MALFORMED = 202,
    /// A field of a block header has a value that no version allows.
    PLYPACK_BLOCK_MALFORMED = 203,
    /// The content of a section is inconsistent with itself or its block.
    PLYPACK_SECTION_MALFORMED = 204,
    /// An integer is written longer than needed, or does not fit its type.
    PLYPACK_VARINT_MALFORMED = 205,
    /// No footer is at the offset in the commit record.
    PLYPACK_FOOTER_MISSING = 206,
    /// A field of a footer has a value that no version allows.
    PLYPACK_FOOTER_MALFORMED = 207,
    /// A move code stands for no legal move in its position.
    PLYPACK_MOVE_MALFORMED = 208,
    /// Bytes are left over after the last value.
    PLYPACK_TRAILING_BYTES = 209,
    /// A tag column or a list of names is inconsistent.
    PLYPACK_TAGS_MALFORMED = 210,
    /// The annotation tokens of a game are inconsistent.
    PLYPACK_ANNOTATION_MALFORMED = 211,
    /// The file needs a reader for a newer format version.
    PLYPACK_UNSUPPORTED_VERSION = 300,
    /// The file needs a feature that this reader does not support.
    PLYPACK_UNSUPPORTED_FEATURE = 301,
    /// The file has a section of an unknown kind that must not be skipped.
    PLYPACK_UNSUPPORTED_SECTION = 302,
    /// The file uses a move codec that this reader does not support.
    PLYPACK_UNSUPPORTED_CODEC = 303,
    /// The file uses a compression method or tag encoding that this reader does not support.
    PLYPACK_UNSUPPORTED_ENCODING = 304,
    /// The file uses a model of the codec tight that this reader does not support.
    PLYPACK_UNSUPPORTED_MODEL = 305,
    /// A size or count is above the limit of the format (spec/limits.md).
    PLYPACK_LIMIT_EXCEEDED = 400,
    /// The CRC-32C of the file header does not match.
    PLYPACK_CHECKSUM_HEADER = 500,
    /// The CRC-32C of a block header does not match.
    PLYPACK_CHECKSUM_BLOCK = 501,
    /// The CRC-32C of a section does not match.
    PLYPACK_CHECKSUM_SECTION = 502,
    /// The CRC-32C of a footer does not match.
    PLYPACK_CHECKSUM_FOOTER = 503,
    /// Reading or writing failed in the operating system or in a callback.
    PLYPACK_IO = 600,
    /// Another process is writing to this file.
    PLYPACK_LOCKED = 601,
    /// A callback stopped the work.
    PLYPACK_CANCELLED = 602,
    /// There is not enough memory.
    PLYPACK_NO_MEMORY = 603,
    /// This process is already writing to the file.
    PLYPACK_BUSY = 604,
    /// The game to edit was edited since the caller saw it, or its number now names another game.
    PLYPACK_CHANGED = 605,
    /// A bug in plypack.
    PLYPACK_INTERNAL = 900,
    /// A bug in plypack that caused a panic. A handle that the call was changing can only be freed.
    PLYPACK_PANIC = 901,
}

use plypack_status::*;

/// Every status with its error code and its name.
const TABLE: &[(plypack_status, ErrorCode, &CStr)] = &[
    (PLYPACK_INVALID_ARGUMENT, ErrorCode::InvalidArgument, c"INVALID_ARGUMENT"),
    (PLYPACK_NULL_POINTER, ErrorCode::NullPointer, c"NULL_POINTER"),
    (PLYPACK_OUT_OF_RANGE, ErrorCode::OutOfRange, c"OUT_OF_RANGE"),
    (PLYPACK_BUFFER_TOO_SMALL, ErrorCode::BufferTooSmall, c"BUFFER_TOO_SMALL"),
    (PLYPACK_ILLEGAL_MOVE, ErrorCode::IllegalMove, c"ILLEGAL_MOVE"),
    (PLYPACK_ILLEGAL_POSITION, ErrorCode::IllegalPosition, c"ILLEGAL_POSITION"),
    (PLYPACK_INVALID_MOVE_TEXT, ErrorCode::InvalidMoveText, c"INVALID_MOVE_TEXT"),
    (PLYPACK_UNKNOWN_CODEC, ErrorCode::UnknownCodec, c"UNKNOWN_CODEC"),
    (PLYPACK_WRONG_STATE, ErrorCode::WrongState, c"WRONG_STATE"),
    (PLYPACK_INVALID_GAME, ErrorCode::InvalidGame, c"INVALID_GAME"),
    (PLYPACK_NOT_FOUND, ErrorCode::NotFound, c"NOT_FOUND"),
    (PLYPACK_NOT_PLYPACK, ErrorCode::NotPlypack, c"NOT_PLYPACK"),
    (PLYPACK_TRUNCATED, ErrorCode::Truncated, c"TRUNCATED"),
    (PLYPACK_HEADER_MALFORMED, ErrorCode::HeaderMalformed, c"HEADER_MALFORMED"),
    (PLYPACK_BLOCK_MALFORMED, ErrorCode::BlockMalformed, c"BLOCK_MALFORMED"),
    (PLYPACK_SECTION_MALFORMED, ErrorCode::SectionMalformed, c"SECTION_MALFORMED"),
    (PLYPACK_VARINT_MALFORMED, ErrorCode::VarintMalformed, c"VARINT_MALFORMED"),
    (PLYPACK_FOOTER_MISSING, ErrorCode::FooterMissing, c"FOOTER_MISSING"),
    (PLYPACK_FOOTER_MALFORMED, ErrorCode::FooterMalformed, c"FOOTER_MALFORMED"),
    (PLYPACK_MOVE_MALFORMED, ErrorCode::MoveMalformed, c"MOVE_MALFORMED"),
    (PLYPACK_TRAILING_BYTES, ErrorCode::TrailingBytes, c"TRAILING_BYTES"),
    (PLYPACK_TAGS_MALFORMED, ErrorCode::TagsMalformed, c"TAGS_MALFORMED"),
    (PLYPACK_ANNOTATION_MALFORMED, ErrorCode::AnnotationMalformed, c"ANNOTATION_MALFORMED"),
    (PLYPACK_UNSUPPORTED_VERSION, ErrorCode::UnsupportedVersion, c"UNSUPPORTED_VERSION"),
    (PLYPACK_UNSUPPORTED_FEATURE, ErrorCode::UnsupportedFeature, c"UNSUPPORTED_FEATURE"),
    (PLYPACK_UNSUPPORTED_SECTION, ErrorCode::UnsupportedSection, c"UNSUPPORTED_SECTION"),
    (PLYPACK_UNSUPPORTED_CODEC, ErrorCode::UnsupportedCodec, c"UNSUPPORTED_CODEC"),
    (PLYPACK_UNSUPPORTED_ENCODING, ErrorCode::UnsupportedEncoding, c"UNSUPPORTED_ENCODING"),
    (PLYPACK_UNSUPPORTED_MODEL, ErrorCode::UnsupportedModel, c"UNSUPPORTED_MODEL"),
    (PLYPACK_LIMIT_EXCEEDED, ErrorCode::LimitExceeded, c"LIMIT_EXCEEDED"),
    (PLYPACK_CHECKSUM_HEADER, ErrorCode::ChecksumHeader, c"CHECKSUM_HEADER"),
    (PLYPACK_CHECKSUM_BLOCK, ErrorCode::ChecksumBlock, c"CHECKSUM_BLOCK"),
    (PLYPACK_CHECKSUM_SECTION, ErrorCode::ChecksumSection, c"CHECKSUM_SECTION"),
    (PLYPACK_CHECKSUM_FOOTER, ErrorCode::ChecksumFooter, c"CHECKSUM_FOOTER"),
    (PLYPACK_IO, ErrorCode::Io, c"IO"),
    (PLYPACK_LOCKED, ErrorCode::Locked, c"LOCKED"),
    (PLYPACK_CANCELLED, ErrorCode::Cancelled, c"CANCELLED"),
    (PLYPACK_NO_MEMORY, ErrorCode::NoMemory, c"NO_MEMORY"),
    (PLYPACK_BUSY, ErrorCode::Busy, c"BUSY"),
    (PLYPACK_CHANGED, ErrorCode::Changed, c"CHANGED"),
    (PLYPACK_INTERNAL, ErrorCode::Internal, c"INTERNAL"),
    (PLYPACK_PANIC, ErrorCode::Panic, c"PANIC"),
];

impl plypack_status {
    /// Returns the status of a result.
    pub(crate) fn of(result: &Result<()>) -> plypack_status {
        result.as_ref().map_or_else(|e| plypack_status::from(e.code()), |()| PLYPACK_OK)
    }
}

impl From<ErrorCode> for plypack_status {
    fn from(code: ErrorCode) -> plypack_status {
        let row = TABLE.iter().find(|row| row.1 == code);
        row.map_or(PLYPACK_INTERNAL, |row| row.0)
    }
}

/// The class of a status: `PLYPACK_STATUS_CLASS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum plypack_class {
    /// Success.
    PLYPACK_CLASS_OK = 0,
    /// 1xx: a mistake of the caller.
    PLYPACK_CLASS_CALLER = 1,
    /// 2xx: data that breaks a rule of the format.
    PLYPACK_CLASS_MALFORMED = 2,
    /// 3xx: data of a newer format, or of an optional part that is not built in.
    PLYPACK_CLASS_UNSUPPORTED = 3,
    /// 4xx: data above a limit.
    PLYPACK_CLASS_LIMIT = 4,
    /// 5xx: data that changed after it was written.
    PLYPACK_CLASS_CHECKSUM = 5,
    /// 6xx: input and output.
    PLYPACK_CLASS_IO = 6,
    /// 9xx: a bug in plypack.
    PLYPACK_CLASS_INTERNAL = 9,
}

fn name_of(status: i32) -> &'static CStr {
    match status {
        0 => c"OK",
        _ => TABLE.iter().find(|row| row.0 as i32 == status).map_or(c"UNKNOWN", |row| row.2),
    }
}

/// Returns the name of a status: its constant without `PLYPACK_`, for example "CHECKSUM_SECTION"; "UNKNOWN" for other numbers.
///
/// The text is NUL-terminated and lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_status_name(status: i32) -> *const c_char {
    guard_value(c"".as_ptr(), || name_of(status).as_ptr())
}

#[cfg(test)]
mod tests {
    use super::{plypack_class::*, *};

    const CLASSES: [plypack_class; 7] = [
        PLYPACK_CLASS_CALLER,
        PLYPACK_CLASS_MALFORMED,
        PLYPACK_CLASS_UNSUPPORTED,
        PLYPACK_CLASS_LIMIT,
        PLYPACK_CLASS_CHECKSUM,
        PLYPACK_CLASS_IO,
        PLYPACK_CLASS_INTERNAL,
    ];

    #[test]
    fn statuses_are_the_codes() {
        assert_eq!(TABLE.len(), ErrorCode::ALL.len());
        for ((status, code, name), expected) in TABLE.iter().zip(ErrorCode::ALL) {
            assert_eq!(code, expected);
            assert_eq!(*status as i32, code.number());
            assert_eq!(name.to_str(), Ok(code.name()));
            assert_eq!(format!("{status:?}"), format!("PLYPACK_{}", code.name()));
            assert_eq!(plypack_status::from(*code), *status);
            let class = CLASSES.iter().find(|class| **class as i32 == code.number() / 100).unwrap();
            let name = format!("PLYPACK_CLASS_{}", code.class().name().to_uppercase());
            assert_eq!(format!("{class:?}"), name);
        }
    }
}
