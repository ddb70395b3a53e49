//! The boundary that no panic crosses. The body of every export is one call of a function here; a test sees to it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{
    error::{plypack_error, report},
    handle::{self, Handle},
    status::plypack_status,
};
use plypack::{Error, ErrorCode, Result};

/// Runs the body of an export; tells `error`, unless it is NULL, how it ended.
///
/// # Safety
///
/// `error` is NULL or a live error object that no other thread uses.
pub(super) unsafe fn guard(error: *mut plypack_error, body: impl FnOnce() -> Result<()>) -> plypack_status {
    // A handle that the body was changing stays marked as in use, see `handle::Exclusive`: nobody sees half a change.
    let done = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| Err(panicked(&*payload)));
    // SAFETY: as promised by the caller.
    unsafe { report(error, &done) };
    plypack_status::of(&done)
}

fn panicked(payload: &(dyn std::any::Any + Send)) -> Error {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Error::new(ErrorCode::Panic, format!("a bug in plypack: {text}"))
}

/// Runs an export that cannot fail; gives `fallback` if it panics all the same.
pub(super) fn guard_value<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Frees a handle; NULL is nothing to free.
///
/// # Safety
///
/// `pointer` is NULL or a live handle that nobody uses.
pub(super) unsafe fn guard_free<H: Handle>(pointer: *mut H) {
    // SAFETY: as promised by the caller.
    let freed = catch_unwind(AssertUnwindSafe(|| unsafe { handle::free(pointer) }));
    // Dropping the payload might panic again.
    freed.unwrap_or_else(std::mem::forget);
}
