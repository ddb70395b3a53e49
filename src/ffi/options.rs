//! Options of a writer.

use super::{
    codec::codec_of,
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    status::plypack_status,
};
use plypack::{Error, ErrorCode, Options, Result};

/// Options of a writer, which copies them: they may be changed or freed right after the call.
pub struct plypack_options {
    _opaque: [u8; 0],
}

impl Handle for plypack_options {
    type Value = Options;
}

fn check_level(level: i32) -> Result<i32> {
    match level {
        1..=22 => Ok(level),
        _ => Err(Error::new(ErrorCode::InvalidArgument, format!("compression level {level}; levels go from 1 to 22"))),
    }
}

/// Makes options with the default values: codec `PLYPACK_CODEC_BYTE`, level 9. The caller frees them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_options_new(
    options: *mut *mut plypack_options,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = handle::out(options, "options")?;
            options.put(handle::hold(Options::default()));
            Ok(())
        })
    }
}

/// Sets the codec of the main lines: `PLYPACK_CODEC_COORD16`, `PLYPACK_CODEC_BYTE` or `PLYPACK_CODEC_TIGHT`.
///
/// Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_UNSUPPORTED_CODEC for a line codec, which no file has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_options_set_codec(
    options: *mut plypack_options,
    codec: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut options = handle::get_mut(options, "options")?;
            let codec = codec_of(codec)?;
            codec.check_in_files()?;
            options.codec = codec;
            Ok(())
        })
    }
}

/// Sets the compression level of zstd for everything but the moves: 1 (fast) to 22 (small).
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_options_set_level(
    options: *mut plypack_options,
    level: i32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut options = handle::get_mut(options, "options")?;
            options.level = check_level(level)?;
            Ok(())
        })
    }
}

/// Frees options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_options_free(options: *mut plypack_options) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(options) }
}
