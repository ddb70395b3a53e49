//! The guard that runs the body of every export: a test checks that each body is one call of a guard.

pub(crate) use super::panics::{guard_free, guard_getter, guard_value};

use super::{
    error::{plypack_error, report},
    panics::catch,
    status::plypack_status,
};
use plypack::Result;

/// Runs the body of an export; fills `error`, unless it is NULL, with the outcome.
///
/// # Safety
///
/// `error` is NULL or a live error object that no other thread uses.
pub(crate) unsafe fn guard(error: *mut plypack_error, body: impl FnOnce() -> Result<()>) -> plypack_status {
    let result = catch(body);
    // SAFETY: as promised by the caller.
    unsafe { report(error, &result) };
    plypack_status::of(&result)
}
