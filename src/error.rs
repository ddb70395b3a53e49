//! Errors: one closed table of codes, used by Rust, C and the conformance vectors alike.
//!
//! Spec chapter: `spec/limits.md`, section "Errors".

use std::{fmt, io, sync::Arc};

/// A [`std::result::Result`] with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $number:literal, $id:literal;)+) => {
        /// Code of an error. The number is also the C status; the hundreds give the [class](ErrorCode::class).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(i32)]
        #[non_exhaustive]
        pub enum ErrorCode { $($(#[doc = $doc])+ $name = $number,)+ }

        impl ErrorCode {
            /// Every code, in the order of the numbers.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name),+];

            /// The stable name used by vectors and reports, for example `CHECKSUM_SECTION`.
            pub const fn name(self) -> &'static str {
                match self { $(ErrorCode::$name => $id,)+ }
            }
        }
    };
}

codes! {
    /// An argument has a value that this call does not take.
    InvalidArgument = 100, "INVALID_ARGUMENT";
    /// A pointer that must not be NULL is NULL (C only).
    NullPointer = 101, "NULL_POINTER";
    /// An index (game, tag, ply) is past the end.
    OutOfRange = 102, "OUT_OF_RANGE";
    /// The caller's buffer is too small; nothing was written to it.
    BufferTooSmall = 103, "BUFFER_TOO_SMALL";
    /// A move that is not legal in its position.
    IllegalMove = 104, "ILLEGAL_MOVE";
    /// Text that is not a FEN, or a position in which chess cannot be played.
    IllegalPosition = 105, "ILLEGAL_POSITION";
    /// Text that is not a move in UCI or SAN notation.
    InvalidMoveText = 106, "INVALID_MOVE_TEXT";
    /// No codec has this name or number.
    UnknownCodec = 107, "UNKNOWN_CODEC";
    /// A call that the handle's state forbids: it was closed, or an earlier call on it failed.
    WrongState = 108, "WRONG_STATE";
    /// The game is not one that the format can hold: its tokens are inconsistent.
    InvalidGame = 109, "INVALID_GAME";
    /// Nothing has this name, or the game that had this number was deleted.
    NotFound = 110, "NOT_FOUND";

    /// Not a plypack file: the first eight bytes differ.
    NotPlypack = 200, "NOT_PLYPACK";
    /// The data ends before it is complete.
    Truncated = 201, "TRUNCATED";
    /// A field of the file header has a value that no version allows.
    HeaderMalformed = 202, "HEADER_MALFORMED";
    /// A field of a block header has a value that no version allows.
    BlockMalformed = 203, "BLOCK_MALFORMED";
    /// The content of a section contradicts itself or its block.
    SectionMalformed = 204, "SECTION_MALFORMED";
    /// An integer is written longer than needed, or does not fit its type.
    VarintMalformed = 205, "VARINT_MALFORMED";
    /// There is no footer where the commit record says.
    FooterMissing = 206, "FOOTER_MISSING";
    /// A field of a footer has a value that no version allows.
    FooterMalformed = 207, "FOOTER_MALFORMED";
    /// A move code stands for no legal move in its position.
    MoveMalformed = 208, "MOVE_MALFORMED";
    /// Bytes follow the last value.
    TrailingBytes = 209, "TRAILING_BYTES";
    /// A tag column or a list of names contradicts itself.
    TagsMalformed = 210, "TAGS_MALFORMED";
    /// The annotation tokens of a game are inconsistent.
    AnnotationMalformed = 211, "ANNOTATION_MALFORMED";

    /// The file needs a reader of a newer format version.
    UnsupportedVersion = 300, "UNSUPPORTED_VERSION";
    /// The file needs a feature that this reader does not have.
    UnsupportedFeature = 301, "UNSUPPORTED_FEATURE";
    /// A section is of an unknown kind that must not be skipped.
    UnsupportedSection = 302, "UNSUPPORTED_SECTION";
    /// A move codec that this reader does not have.
    UnsupportedCodec = 303, "UNSUPPORTED_CODEC";
    /// A compression method, or tag encoding, that this reader does not have.
    UnsupportedEncoding = 304, "UNSUPPORTED_ENCODING";
    /// A model of the codec `tight` that this reader does not have.
    UnsupportedModel = 305, "UNSUPPORTED_MODEL";

    /// A size or count is above the limit of the format (spec/limits.md).
    LimitExceeded = 400, "LIMIT_EXCEEDED";

    /// The CRC-32C of the file header does not match.
    ChecksumHeader = 500, "CHECKSUM_HEADER";
    /// The CRC-32C of a block header does not match.
    ChecksumBlock = 501, "CHECKSUM_BLOCK";
    /// The CRC-32C of a section does not match.
    ChecksumSection = 502, "CHECKSUM_SECTION";
    /// The CRC-32C of a footer does not match.
    ChecksumFooter = 503, "CHECKSUM_FOOTER";

    /// Reading or writing failed in the operating system or in a callback.
    Io = 600, "IO";
    /// Another process is writing to this file.
    Locked = 601, "LOCKED";
    /// A callback stopped the call.
    Cancelled = 602, "CANCELLED";
    /// There is not enough memory.
    NoMemory = 603, "NO_MEMORY";
    /// This process is writing to the file already.
    Busy = 604, "BUSY";
    /// The game to edit is not the game that the caller saw: it was edited since, or its number names another game.
    Changed = 605, "CHANGED";

    /// A bug in plypack.
    Internal = 900, "INTERNAL";
    /// A bug in plypack that ended in a panic; the handle can only be freed.
    Panic = 901, "PANIC";
}

/// The classes of [`ErrorCode`], as the hundreds of its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorClass {
    /// 1xx: a mistake of the caller.
    Caller,
    /// 2xx: data that breaks a rule of the format.
    Malformed,
    /// 3xx: data of a newer format, or data that needs an optional part that is not built in.
    Unsupported,
    /// 4xx: data above a limit.
    Limit,
    /// 5xx: data that changed after it was written.
    Checksum,
    /// 6xx: input and output.
    Io,
    /// 9xx: a bug in plypack.
    Internal,
}

impl ErrorClass {
    /// The stable lower-case name used by vectors and reports.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorClass::Caller => "caller",
            ErrorClass::Malformed => "malformed",
            ErrorClass::Unsupported => "unsupported",
            ErrorClass::Limit => "limit",
            ErrorClass::Checksum => "checksum",
            ErrorClass::Io => "io",
            ErrorClass::Internal => "internal",
        }
    }
}

impl ErrorCode {
    /// The number, which is also the C status.
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// The class that the number belongs to.
    pub const fn class(self) -> ErrorClass {
        match self as i32 / 100 {
            1 => ErrorClass::Caller,
            2 => ErrorClass::Malformed,
            3 => ErrorClass::Unsupported,
            4 => ErrorClass::Limit,
            5 => ErrorClass::Checksum,
            6 => ErrorClass::Io,
            _ => ErrorClass::Internal,
        }
    }
}

/// An error: an [`ErrorCode`], the place where it happened, and a sentence that says what happened and why.
#[derive(Debug, Clone)]
pub struct Error {
    code: ErrorCode,
    offset: Option<u64>,
    message: String,
    source: Option<Arc<io::Error>>,
}

impl Error {
    /// Makes an error without an offset.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Error {
        Error { code, offset: None, message: message.into(), source: None }
    }

    /// Sets the byte offset, unless the error already has a more precise one.
    #[must_use]
    pub fn with_offset(mut self, offset: u64) -> Error {
        self.offset.get_or_insert(offset);
        self
    }

    /// Moves a known offset by `base`: from "in the section" to "in the file".
    #[must_use]
    pub fn shifted_by(mut self, base: u64) -> Error {
        self.offset = self.offset.map(|offset| offset.saturating_add(base));
        self
    }

    /// Puts `what` and a colon before the message.
    #[must_use]
    pub fn context(mut self, what: impl fmt::Display) -> Error {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// Puts a semicolon and `advice` after the message.
    #[must_use]
    pub fn advised(mut self, advice: impl fmt::Display) -> Error {
        self.message = format!("{}; {advice}", self.message);
        self
    }

    /// Returns whether the file is damaged, so that recovery may find games in it. `false` for a file of another kind.
    pub fn is_damage(&self) -> bool {
        let is_of_content = matches!(self.code.class(), ErrorClass::Malformed | ErrorClass::Checksum);
        is_of_content && self.code != ErrorCode::NotPlypack
    }

    /// Returns whether only memory was lacking; the data can be valid.
    pub(crate) fn is_no_memory(&self) -> bool {
        self.code == ErrorCode::NoMemory
    }

    /// Returns whether the error says nothing about the file, because memory was lacking or a read failed. Another attempt can succeed.
    pub(crate) fn is_temporary(&self) -> bool {
        self.is_no_memory() || self.code.class() == ErrorClass::Io
    }

    /// Returns whether another attempt on the same file can succeed: memory was lacking, a read failed, or a model is not loaded yet.
    /// Such an error says nothing about the games, so observers should not treat it as corruption.
    pub fn may_pass(&self) -> bool {
        self.is_temporary() || self.code == ErrorCode::UnsupportedModel
    }

    /// Returns what went wrong.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// The byte offset in the data that was read, if known.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// The sentence, without offset.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}

/// An error of this library that passed through `io::Error` keeps its code.
impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        let kind = error.source.as_ref().map_or(io::ErrorKind::Other, |source| source.kind());
        io::Error::new(kind, error)
    }
}

impl From<io::Error> for Error {
    fn from(source: io::Error) -> Error {
        if let Some(error) = source.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
            return error.clone();
        }
        let code = if source.kind() == io::ErrorKind::OutOfMemory { ErrorCode::NoMemory } else { ErrorCode::Io };
        Error { code, offset: None, message: source.to_string(), source: Some(Arc::new(source)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_and_names_are_unique() {
        assert!(ErrorCode::ALL.windows(2).all(|w| w[0].number() < w[1].number()));
        let names: std::collections::BTreeSet<_> = ErrorCode::ALL.iter().map(|c| c.name()).collect();
        assert_eq!(names.len(), ErrorCode::ALL.len());
    }

    #[test]
    fn the_first_offset_stays() {
        let error = Error::new(ErrorCode::Truncated, "short").with_offset(3).with_offset(9).shifted_by(10);
        assert_eq!(error.to_string(), "short (at byte 13)");
    }
}
