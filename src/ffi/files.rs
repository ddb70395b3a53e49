//! Whole files.

use std::{ffi::c_char, path::Path};

use super::{
    error::plypack_error,
    guard::guard,
    handle,
    io::Reports,
    options::plypack_options,
    status::plypack_status,
    types::{plypack_callbacks, plypack_exported},
};
use plypack::{Error, ErrorCode, Options, Reader, Result, Writer, open_file, repair};

/// The options of a repaired file: those given, else the defaults with the codec of the old file.
fn options_of(reader: &Reader, options: Option<&Options>) -> Options {
    let defaults = Options::default();
    options.copied().unwrap_or_else(|| defaults.with_codec(reader.last_codec().unwrap_or(defaults.codec)))
}

fn repair_file(from: &Path, to: &Path, options: Option<&Options>, reports: Reports) -> Result<plypack_exported> {
    // The new file is truncated first, so it must not be the old one.
    if to.exists() && std::fs::canonicalize(from)? == std::fs::canonicalize(to)? {
        return Err(Error::new(ErrorCode::InvalidArgument, "a file cannot be repaired onto itself"));
    }
    let reader = Reader::salvage(Box::new(open_file(from)?)).map_err(|e| e.context(from.display()))?;
    let options = options_of(&reader, options);
    let file = Writer::create_file(to)?;
    let (_, done) = repair(&reader, file, options, |corruption| reports.corruption(corruption))?;
    Ok(plypack_exported::new(done.games, done.corrupt))
}

/// Writes all games of the file at `from` that can be read into a new file at `to`, which is truncated first if it exists. It
/// must be another file. With NULL for `options`, the new file has the codec of the old one. What is lost is passed to
/// the corruption callback; `callbacks` may be NULL. On failure `to` may hold a part of a file. Any thread.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a file onto itself, the PLYPACK_UNSUPPORTED_ ones, PLYPACK_LOCKED, PLYPACK_IO,
/// PLYPACK_CANCELLED. Corruption is not a failure of the call. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_repair(
    from: *const c_char,
    to: *const c_char,
    options: *const plypack_options,
    callbacks: *const plypack_callbacks,
    exported: *mut plypack_exported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (from, to) = (handle::path(from, "from")?, handle::path(to, "to")?);
            let options = handle::get_optional(options, "options")?;
            let exported = handle::sized_out(exported, "exported")?;
            exported.put(repair_file(from, to, options, Reports::of(callbacks)?)?);
            Ok(())
        })
    }
}
