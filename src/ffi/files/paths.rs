//! Finding the files that paths lead to, including files in folders.

use std::{
    ffi::{CString, c_char},
    path::Path,
};

use crate::boundary::{
    error::plypack_error,
    found::Viewed,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Handle},
    io::Reports,
    status::plypack_status,
    types::{plypack_callbacks, plypack_error_array, plypack_error_info},
};
use plypack::{Error, ErrorCode, Paths, Result};

/// Paths owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_path_array {
    /// The first path. Paths are NUL-terminated, as `plypack_reader_open` takes them.
    pub data: *const *const c_char,
    /// The number of paths.
    pub len: usize,
}

const NO_PATHS: plypack_path_array = plypack_path_array { data: std::ptr::null(), len: 0 };

/// Paths of files, which can be opened and searched as one. Several threads may read them at the same time.
pub struct plypack_paths {
    _opaque: [u8; 0],
}

impl Handle for plypack_paths {
    type Value = FoundPaths;
}

/// The files that paths lead to.
pub(crate) struct FoundPaths {
    files: Viewed<CString, PathData>,
    errors: Viewed<Error, plypack_error_info>,
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
        Ok(FoundPaths { files: Viewed::new(files)?, errors: Viewed::new(found.failed)? })
    }
}

/// The first byte of a path.
#[repr(transparent)]
struct PathData(*const c_char);

impl From<&CString> for PathData {
    fn from(path: &CString) -> PathData {
        PathData(path.as_ptr())
    }
}

/// Returns a path as C passes it back: see [`handle::path`].
#[cfg(unix)]
fn text_of(path: &Path) -> Option<CString> {
    use std::os::unix::ffi::OsStrExt;
    CString::new(path.as_os_str().as_bytes()).ok()
}

#[cfg(not(unix))]
fn text_of(path: &Path) -> Option<CString> {
    path.to_str().and_then(|text| CString::new(text).ok())
}

/// Finds the files of `path_count` paths. The caller frees the result. The path of a file, with any name, gives this file. The
/// path of a folder gives the files in the folder and its subfolders whose names end in `.plypack`, in upper or lower case,
/// sorted by name. In folders the call follows links to files but not links to folders, and skips names that begin with a dot. If
/// several paths or links lead to a file, the call finds it once. To search the files as one, open each with
/// `plypack_reader_open` and pass all readers to a search.
///
/// The call does not fail for a path that leads to no file, a folder that cannot be read, or a folder without plypack files:
/// `plypack_paths_errors` lists these errors. The progress counts paths and entries of folders, each up to twice; its total is 0
/// (unknown).
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

/// Returns the files, in the order of the paths passed to `plypack_paths_find`; valid until the paths are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_view(paths: *const plypack_paths) -> plypack_path_array {
    // SAFETY: the rules of the module.
    unsafe {
        guard_getter(paths, NO_PATHS, |paths| {
            let files = paths.files.array();
            plypack_path_array { data: files.as_ptr().cast(), len: files.len() }
        })
    }
}

/// Returns an error for each path that led to no file, with the path in the message and the status PLYPACK_IO. Valid until the
/// paths are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_paths_errors(paths: *const plypack_paths) -> plypack_error_array {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(paths, plypack_error_array::NONE, |paths| paths.errors.array().into()) }
}
