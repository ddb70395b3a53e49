//! Options of a writer.

use std::path::Path;

use super::{
    codec::codec_of,
    handle::{self, Growing},
};
use plypack::{Codec, Options, Reader, Result};

/// Options of a writer: `plypack_options options = PLYPACK_OPTIONS_INIT;` has the default values.
///
/// Functions with options fail with PLYPACK_UNKNOWN_CODEC for an unknown codec, with PLYPACK_UNSUPPORTED_CODEC for a line codec, which no
/// file has, and with PLYPACK_INVALID_ARGUMENT for an unknown level.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_options {
    /// `sizeof(plypack_options)`, set by the caller.
    pub size: usize,
    /// Codec of the main lines: `PLYPACK_CODEC_COORD16`, `PLYPACK_CODEC_BYTE` or `PLYPACK_CODEC_TIGHT`. 0 is the codec of the old file
    /// where games are appended or written again, otherwise `PLYPACK_CODEC_BYTE`.
    pub codec: u32,
    /// Compression level of zstd for everything but the moves: 1 (fast) to 22 (small). 0 is 9.
    pub level: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_options {
    const FIRST_SIZE: usize = size_of::<plypack_options>();
}

/// The options that a caller gives; `None` stands for a default.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    codec: Option<Codec>,
    level: Option<i32>,
}

impl Chosen {
    /// Returns the options of a writer; `codec` is its default codec.
    pub(super) fn or_codec(&self, codec: Codec) -> Options {
        let mut options = Options::default().with_codec(self.codec.unwrap_or(codec));
        options.level = self.level.unwrap_or(options.level);
        options
    }

    /// Returns the options of a writer that appends; `None` stands for the defaults with the codec of the file.
    pub(super) fn for_more_games_of(&self, path: &Path) -> Result<Option<Options>> {
        match (self.codec, self.level) {
            (None, None) => Ok(None),
            (None, Some(_)) => {
                let old = Reader::open(path)?.last_codec()?;
                Ok(Some(self.or_codec(old.unwrap_or(Options::default().codec))))
            }
            (Some(_), _) => Ok(Some(self.options())),
        }
    }

    /// Returns the options of the writer of a new file.
    pub(super) fn options(&self) -> Options {
        self.or_codec(Options::default().codec)
    }
}

/// Returns the options that `options` points to; NULL stands for the defaults.
///
/// # Safety
///
/// As [`handle::sized_input`].
pub(super) unsafe fn chosen(options: *const plypack_options) -> Result<Chosen> {
    if options.is_null() {
        return Ok(Chosen::default());
    }
    // SAFETY: as promised by the caller.
    let given = unsafe { handle::sized_input(options, "options") }?;
    let codec = if given.codec == 0 { None } else { Some(codec_of(given.codec)?) };
    let level = if given.level == 0 { None } else { Some(given.level) };
    Ok(Chosen { codec, level })
}
