//! Details of a failure.

use std::ffi::{CStr, CString, c_char};

use super::{
    handle::{self, Handle},
    panics::{guard_free, guard_value},
    status::plypack_status,
    types::PLYPACK_NO_OFFSET,
};
use plypack::{Error, Result};

/// The outcome of the last call to which this object was passed. Each call fills it, also on success. Each thread needs its own
/// object, which it can pass to any number of calls.
pub struct plypack_error {
    _opaque: [u8; 0],
}

impl Handle for plypack_error {
    type Value = Report;
}

/// The content of an error object.
#[derive(Debug)]
pub(crate) struct Report {
    status: plypack_status,
    offset: u64,
    /// `None` after success.
    message: Option<CString>,
}

impl Default for Report {
    fn default() -> Report {
        Report { status: plypack_status::PLYPACK_OK, offset: PLYPACK_NO_OFFSET, message: None }
    }
}

impl Report {
    #[cold]
    fn of(e: &Error) -> Report {
        Report {
            status: e.code().into(),
            offset: e.offset().unwrap_or(PLYPACK_NO_OFFSET),
            message: CString::new(e.message().replace('\0', "\\0")).ok(),
        }
    }

    fn is_success(&self) -> bool {
        self.status == plypack_status::PLYPACK_OK
    }

    fn message(&self) -> &CStr {
        self.message.as_deref().unwrap_or_default()
    }
}

/// Fills the error object unless it is NULL.
///
/// # Safety
///
/// `error` is NULL or a live error object that nobody else uses.
#[inline]
pub(crate) unsafe fn report(error: *mut plypack_error, result: &Result<()>) {
    // SAFETY: as promised by the caller.
    let has_success = || unsafe { handle::get(error, "error") }.is_ok_and(Report::is_success);
    // Most calls succeed after a call that succeeded: then there is nothing to write.
    if error.is_null() || result.is_ok() && has_success() {
        return;
    }
    // SAFETY: as promised by the caller.
    if let Ok(mut report) = unsafe { handle::get_mut(error, "error") } {
        *report = result.as_ref().map_or_else(Report::of, |()| Report::default());
    }
}

/// Creates an error object, which the caller frees. Returns NULL if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_error_new() -> *mut plypack_error {
    guard_value(std::ptr::null_mut(), || handle::hold(Report::default()))
}

/// Returns the offset of the last call's error: a byte offset in the file, unless the function documents another meaning. Returns
/// `PLYPACK_NO_OFFSET` after success and if the offset is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_error_offset(error: *const plypack_error) -> u64 {
    guard_value(PLYPACK_NO_OFFSET, || {
        // SAFETY: the rules of the module.
        let report = unsafe { handle::get(error, "error") };
        report.map_or(PLYPACK_NO_OFFSET, |report| report.offset)
    })
}

/// Returns the error message of the last call, in English, for people; empty after success. The wording may change.
///
/// The text is NUL-terminated and owned by the error object: it is valid until the object is passed to another call or freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_error_message(error: *const plypack_error) -> *const c_char {
    guard_value(c"".as_ptr(), || {
        // SAFETY: the rules of the module.
        let report = unsafe { handle::get(error, "error") };
        report.map_or(c"".as_ptr(), |report| report.message().as_ptr())
    })
}

/// Frees an error object and its message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_error_free(error: *mut plypack_error) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(error) }
}
