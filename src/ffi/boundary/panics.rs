//! Catches panics at the boundary to C. `guard` is for exports that can fail, the guards here for all others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::handle::{self, Handle};
use plypack::{Error, ErrorCode, Result};

/// Runs the body of an export; a panic becomes an error.
pub(crate) fn catch(body: impl FnOnce() -> Result<()>) -> Result<()> {
    // A handle that the body was changing stays marked as in use (see `held::Exclusive`), so that nobody sees an incomplete change.
    catch_value(body).unwrap_or_else(Err)
}

/// Runs a function that C calls; a panic becomes an error.
pub(crate) fn catch_value<T>(body: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| panicked(&*payload))
}

fn panicked(payload: &(dyn std::any::Any + Send)) -> Error {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Error::new(ErrorCode::Panic, format!("a bug in plypack: {text}"))
}

/// Runs an export that cannot fail; returns `fallback` if it panics nevertheless.
pub(crate) fn guard_value<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Runs a getter: returns the result of `get` for the value of a handle, or `fallback` for NULL and for a handle that is being
/// changed or that a panic left half changed.
///
/// # Safety
///
/// As [`handle::get`].
pub(crate) unsafe fn guard_getter<'a, H: Handle, T>(
    handle: *const H,
    fallback: T,
    get: impl FnOnce(&'a H::Value) -> T,
) -> T
where
    H::Value: 'a,
{
    // SAFETY: as promised by the caller.
    let value = catch_unwind(AssertUnwindSafe(|| unsafe { handle::get(handle, "") }.ok().map(get)));
    value.ok().flatten().unwrap_or(fallback)
}

/// Frees a handle; NULL is ignored.
///
/// # Safety
///
/// `pointer` is NULL or a live handle that nobody uses.
pub(crate) unsafe fn guard_free<H: Handle>(pointer: *mut H) {
    // SAFETY: as promised by the caller.
    let freed = catch_unwind(AssertUnwindSafe(|| unsafe { handle::free(pointer) }));
    // Dropping the payload might panic again.
    freed.unwrap_or_else(std::mem::forget);
}
