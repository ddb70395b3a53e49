//! How games are stored.

use crate::Codec;

/// How games are stored.
///
/// ```
/// use plypack::{Codec, Options};
///
/// let options = Options::of(Codec::Tight).with_level(3);
/// assert_eq!((options.codec, options.level), (Codec::Tight, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The codec of the main lines, one of [`Codec::IN_FILES`]: a writer refuses others.
    pub codec: Codec,
    /// The zstd level of everything but the moves, 1 to 22.
    pub level: i32,
}

impl Options {
    /// This codec with its default level: 9, which costs little time, or 19 with `tight`, which takes longer than any level.
    pub const fn of(codec: Codec) -> Options {
        Options { codec, level: if matches!(codec, Codec::Tight) { 19 } else { 9 } }
    }

    /// The same options with another codec; the level stays.
    #[must_use]
    pub const fn with_codec(self, codec: Codec) -> Options {
        Options { codec, ..self }
    }

    /// The same options with another zstd level.
    #[must_use]
    pub const fn with_level(self, level: i32) -> Options {
        Options { level, ..self }
    }
}

impl Default for Options {
    /// The codec of live databases.
    fn default() -> Options {
        Options::of(Codec::Byte)
    }
}
