//! Options of a writer.

use crate::{
    boundary::{
        arguments::{invalid, opening_tags},
        handle::{self, Growing},
    },
    positions::codec::codec_of,
};
use plypack::{Options, Result, openings::ExistingTags};

/// Options of a writer: `plypack_options options = PLYPACK_OPTIONS_INIT;` has the default values.
///
/// Functions with these options fail with PLYPACK_UNKNOWN_CODEC for an unknown codec, with PLYPACK_UNSUPPORTED_CODEC for a line
/// codec, which files cannot use, and with PLYPACK_INVALID_ARGUMENT for an unknown level.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_options {
    /// `sizeof(plypack_options)`, set by the caller.
    pub size: usize,
    /// The codec of the main lines: `PLYPACK_CODEC_COORD16`, `PLYPACK_CODEC_BYTE` or `PLYPACK_CODEC_TIGHT`. 0 means the codec of
    /// the old file if games are appended or rewritten, otherwise `PLYPACK_CODEC_BYTE`.
    pub codec: u32,
    /// The compression level of zstd for everything but the moves: 1 (fast) to 22 (small). 0 means 9, or 19 with
    /// `PLYPACK_CODEC_TIGHT`.
    pub level: i32,
    /// Sets the tags `ECO` and `Opening` from the moves, as `plypack_game_set_opening_tags` does, in the games that
    /// `plypack_writer_add_pgn`, `_add_pgn_file` and `_add_pgn_callback` add. 0 leaves the tags unchanged. 1 sets tags that are
    /// missing, empty, `?` or `-`. 2 also replaces other values. Other numbers fail with PLYPACK_INVALID_ARGUMENT.
    /// `plypack_file_repair` and `plypack_file_recode` accept only 0.
    pub classify: u32,
    /// Must be 0; other numbers fail with PLYPACK_INVALID_ARGUMENT.
    pub reserved: u32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_options {
    const FIRST_SIZE: usize = size_of::<plypack_options>();
}

/// Options of a writer of games.
pub(crate) struct WriterOptions {
    pub(crate) file: Options,
    /// The opening tags of imported games.
    pub(crate) openings: Option<ExistingTags>,
}

/// Returns the options that `options` points to, for a function that creates no writer; NULL stands for the defaults.
///
/// # Safety
///
/// As [`handle::sized_input`].
pub(crate) unsafe fn chosen(options: *const plypack_options) -> Result<Options> {
    // SAFETY: as promised by the caller.
    let WriterOptions { file, openings } = unsafe { of_writer(options) }?;
    match openings {
        None => Ok(file),
        Some(_) => Err(invalid("`options->classify` is for games that are added to a writer; set it to 0")),
    }
}

/// Returns the options that `options` points to, for a writer; NULL stands for the defaults.
///
/// # Safety
///
/// As [`handle::sized_input`].
pub(crate) unsafe fn of_writer(options: *const plypack_options) -> Result<WriterOptions> {
    if options.is_null() {
        return Ok(WriterOptions { file: Options::default(), openings: None });
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
    if given.reserved != 0 {
        return Err(invalid("`options->reserved` is not 0"));
    }
    Ok(WriterOptions { file: options, openings: opening_tags(given.classify, "options->classify")? })
}
