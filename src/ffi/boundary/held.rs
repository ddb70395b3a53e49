//! Handles: the values behind their pointers, and the check that a call may use a value.

use std::{
    cell::UnsafeCell,
    ops::{Deref, DerefMut},
    sync::atomic::{AtomicU32, Ordering},
};

use plypack::{Error, ErrorCode, Result};

/// An opaque C type whose pointers point to a [`Held`] value.
pub(crate) trait Handle {
    /// The value behind the pointer. The bounds ensure the header's promises about threads: handles may move, and `const` receivers
    /// may be shared.
    type Value: Send + Sync;
}

/// No call is changing the value. The number is unlikely, so that the check detects most pointers to something else.
const READY: u32 = 0x706C_7970;

/// A call is changing the value, or panicked while changing it.
const IN_USE: u32 = 0x706C_7971;

/// The handle was freed.
const FREED: u32 = 0x706C_7972;

/// The target of a handle. The state comes after the value, because allocators write into the first bytes of freed memory.
#[repr(C)]
pub(crate) struct Held<T> {
    value: UnsafeCell<T>,
    state: AtomicU32,
}

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Held<T> {
        Held { value: UnsafeCell::new(value), state: AtomicU32::new(READY) }
    }

    /// Fails for a handle that is being changed, and for a freed handle until its memory is reused.
    #[inline]
    fn check_ready(&self, name: &str) -> Result<()> {
        match self.state.load(Ordering::Acquire) {
            READY => Ok(()),
            state => Err(not_ready(state, name)),
        }
    }

    /// Returns the value, to be changed by its owner.
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    /// Returns the value.
    ///
    /// # Safety
    ///
    /// Nobody changes the value while the reference lives.
    pub(crate) unsafe fn get(&self) -> &T {
        // SAFETY: as promised by the caller.
        unsafe { &*self.value.get() }
    }

    /// Returns a handle that C code borrows and neither changes nor frees.
    pub(crate) fn lend<H: Handle<Value = T>>(&self) -> *const H {
        std::ptr::from_ref(self).cast()
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        // Atomic, so that the compiler keeps the store although the memory is about to be freed.
        self.state.store(FREED, Ordering::Release);
    }
}

/// Exclusive access to the value of a handle. A panic never releases it: the handle can then only be freed.
pub(crate) struct Exclusive<'a, T> {
    state: &'a AtomicU32,
    value: &'a mut T,
}

impl<T> Deref for Exclusive<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> DerefMut for Exclusive<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

impl<T> Drop for Exclusive<'_, T> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.state.store(READY, Ordering::Release);
        }
    }
}

/// Moves a value behind a new handle. The value must be small, because the header promises that larger allocations are checked;
/// [`boxed`] checks them.
pub(crate) fn hold<H: Handle>(value: H::Value) -> *mut H {
    const { assert!(size_of::<Held<H::Value>>() <= 1024) };
    Box::into_raw(Box::new(Held::new(value))).cast()
}

/// Boxes a value. It can have any size, so the allocation can fail.
pub(crate) fn boxed<T>(value: T) -> Result<Box<T>> {
    let mut space = Vec::new();
    space.try_reserve_exact(1)?;
    space.push(value);
    let array = Box::into_raw(space.into_boxed_slice());
    // SAFETY: an array of one value is laid out like the value.
    Ok(unsafe { Box::from_raw(array.cast::<T>()) })
}

/// Drops the value of the handle; NULL is ignored. Freeing a handle again has no effect until its memory is reused.
///
/// # Safety
///
/// `handle` is NULL or comes from [`hold`], and nobody uses it now or later.
pub(crate) unsafe fn free<H: Handle>(handle: *mut H) {
    let held = handle.cast::<Held<H::Value>>();
    // SAFETY: as promised by the caller; it came out of a box of this type, in `hold`.
    unsafe {
        if held.as_ref().is_some_and(|held| held.state.load(Ordering::Acquire) != FREED) {
            drop(Box::from_raw(held));
        }
    }
}

#[cold]
pub(crate) fn null(name: &str) -> Error {
    Error::new(ErrorCode::NullPointer, format!("`{name}` is NULL"))
}

#[cold]
fn not_ready(state: u32, name: &str) -> Error {
    let reason = match state {
        IN_USE => "is being changed by another call, or an earlier call on it panicked",
        _ => "was freed, or is no handle of this type",
    };
    Error::new(ErrorCode::WrongState, format!("`{name}` {reason}"))
}

/// Returns the value of a handle, to be read.
///
/// # Safety
///
/// `handle` is NULL, or a live handle that outlives `'a` and that nobody changes during `'a`.
#[inline]
pub(crate) unsafe fn get<'a, H: Handle>(handle: *const H, name: &str) -> Result<&'a H::Value>
where
    H::Value: 'a,
{
    // SAFETY: as promised by the caller.
    let held = unsafe { handle.cast::<Held<H::Value>>().as_ref() }.ok_or_else(|| null(name))?;
    held.check_ready(name)?;
    // SAFETY: as promised by the caller, nobody changes it.
    Ok(unsafe { &*held.value.get() })
}

/// Returns the value of a handle, to be changed. A second call at the same time, for example from a callback, fails.
///
/// # Safety
///
/// `handle` is NULL, or a live handle that outlives `'a` and that no other thread uses during `'a`.
#[inline]
pub(crate) unsafe fn get_mut<'a, H: Handle>(handle: *mut H, name: &str) -> Result<Exclusive<'a, H::Value>>
where
    H::Value: 'a,
{
    // SAFETY: as promised by the caller; what changes is in cells.
    let held = unsafe { handle.cast::<Held<H::Value>>().as_ref() }.ok_or_else(|| null(name))?;
    held.check_ready(name)?;
    // Not a swap, which would take as long as playing a move: any other call is on this thread, as promised by the caller.
    held.state.store(IN_USE, Ordering::Relaxed);
    // SAFETY: the state was READY, so no other exclusive reference is alive.
    Ok(Exclusive { state: &held.state, value: unsafe { &mut *held.value.get() } })
}

#[cfg(test)]
mod tests {
    use std::mem::ManuallyDrop;

    use super::*;

    enum Number {}

    impl Handle for Number {
        type Value = u64;
    }

    #[test]
    fn a_freed_handle_is_found_out() {
        // In memory that outlives the value.
        let mut held = ManuallyDrop::new(Held::new(7));
        let handle = held.lend::<Number>();
        // SAFETY: the memory is valid, and nobody changes it.
        unsafe {
            assert_eq!(get(handle, "number").ok(), Some(&7));
            ManuallyDrop::drop(&mut held);
            let error = get(handle, "number").unwrap_err();
            assert_eq!(
                (error.code(), error.message()),
                (ErrorCode::WrongState, "`number` was freed, or is no handle of this type")
            );
            free(handle.cast_mut());
        }
    }
}
