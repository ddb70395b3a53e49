//! Options of a writer.

use super::{
    codec::codec_of,
    handle::{self, Growing},
};
use plypack::{Options, Result};

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
    /// Compression level of zstd for everything but the moves: 1 (fast) to 22 (small). 0 is 9, or 19 with
    /// `PLYPACK_CODEC_TIGHT`.
    pub level: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_options {
    const FIRST_SIZE: usize = size_of::<plypack_options>();
}

/// Returns the options that `options` points to; NULL stands for the defaults.
///
/// # Safety
///
/// As [`handle::sized_input`].
pub(super) unsafe fn chosen(options: *const plypack_options) -> Result<Options> {
    if options.is_null() {
        return Ok(Options::default());
    }
    // SAFETY: as promised by the caller.
    let given = unsafe { handle::sized_input(options, "options") }?;
    let mut options = Options::default();
    if given.codec != 0 {
        options = options.with_codec(codec_of(given.codec)?);
    }
    if given.level != 0 {
        options = options.with_level(given.level);
    }
    Ok(options)
}
