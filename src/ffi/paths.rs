//! The files that paths lead to, those of folders too.

use std::{
    ffi::{CString, c_char},
    path::Path,
};

use super::{
    error::plypack_error,
    game::out_of_range,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Handle},
    io::Reports,
    status::plypack_status,
    types::{plypack_callbacks, plypack_error_info},
};
use plypack::{Error, ErrorCode, Paths, Result};

/// Paths of files, to be opened and searched as one.
pub struct plypack_paths {
    _opaque: [u8; 0],
}

impl Handle for plypack_paths {
    type Value = FoundPaths;
}

/// What paths lead to.
pub(super) struct FoundPaths {
    files: Vec<CString>,
    errors: Vec<Error>,
}

impl FoundPaths {
    fn find(paths: &[&Path], reports: Reports) -> Result<FoundPaths> {
        let mut found = Paths::find_with(paths, |looked_at| reports.progress(looked_at, 0))?;
        let mut files = Vec::new();
        for path in &found.files {
            match text_of(path) {
                Some(text) => files.push(text),
                None => found
                    .failed
                    .push(Error::new(ErrorCode::Io, format!("{}: its name is not valid Unicode", path.display()))),
            }
        }
        Ok(FoundPaths { files, errors: found.failed })
    }

    fn file(&self, index: usize) -> Result<*const c_char> {
        let path = self.files.get(index).ok_or_else(|| out_of_range("path", index, self.files.len()))?;
        Ok(path.as_ptr())
    }

    fn error(&self, index: usize) -> Result<plypack_error_info> {
        let error = self.errors.get(index).ok_or_else(|| out_of_range("error", index, self.errors.len()))?;
        Ok(error.into())
    }
}

/// A path as C passes it back: see [`handle::path`].
#[cfg(unix)]
fn text_of(path: &Path) -> Option<CString> {
    use std::os::unix::ffi::OsStrExt;
    CString::new(path.as_os_str().as_bytes()).ok()
}

#[cfg(not(unix))]
fn text_of(path: &Path) -> Option<CString> {
    path.to_str().and_then(|text| CString::new(text).ok())
}

/// Finds the files that `path_count` paths lead to, for searching them as one: open each with `plypack_reader_open`, and pass all readers
/// to a search. A path of a file stands for that file, whatever its name is. One of a folder stands for the files in it and in the folders
/// below it whose names end in `.plypack`, in upper or lower case, sorted by name; links to files count, links to folders are not followed
/// there, and what has a name that begins with a dot is left out. A file to which several paths lead, as links do, is found once. The
/// caller frees the paths.
///
/// A path that leads to no file, and a folder that cannot be read or has no such file, are no failure of the call: see
/// `plypack_paths_error_at`. The progress counts paths and entries of folders, each up to twice; its total is 0, for unknown.
///
/// Status: PLYPACK_CANCELLED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_find(
    paths: *const *const c_char,
    path_count: usize,
    callbacks: *const plypack_callbacks,
    found: *mut *mut plypack_paths,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let paths = handle::input(paths, path_count, "paths")?;
            let reports = Reports::of(callbacks)?;
            let found = handle::out(found, "found")?;
            let paths: Vec<&Path> =
                paths.iter().map(|path| handle::path(*path, "paths[]")).collect::<Result<Vec<_>>>()?;
            found.put(handle::hold(FoundPaths::find(&paths, reports)?));
            Ok(())
        })
    }
}

/// Frees paths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_free(paths: *mut plypack_paths) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(paths) }
}

/// Returns the number of files.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_count(paths: *const plypack_paths) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(paths, 0, |paths| paths.files.len()) }
}

/// Writes the path of a file, from 0, in the order of the paths that were given: NUL-terminated, as `plypack_reader_open` takes it. Valid
/// until the paths are freed.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_at(
    paths: *const plypack_paths,
    index: usize,
    path: *mut *const c_char,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (paths, path) = (handle::get(paths, "paths")?, handle::out(path, "path")?);
            path.put(paths.file(index)?);
            Ok(())
        })
    }
}

/// Returns the number of paths that led to no file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_error_count(paths: *const plypack_paths) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(paths, 0, |paths| paths.errors.len()) }
}

/// Why a path led to no file, from 0; the message names it. The status is PLYPACK_IO. Its text is valid until the paths are freed.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_error_at(
    paths: *const plypack_paths,
    index: usize,
    info: *mut plypack_error_info,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (paths, info) = (handle::get(paths, "paths")?, handle::out(info, "info")?);
            info.put(paths.error(index)?);
            Ok(())
        })
    }
}
