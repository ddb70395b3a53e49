//! Pointers from C and back: inputs, outputs, and the handles of [`super::held`]. Everything else in `ffi` works with the results of these
//! functions.

use std::{
    ffi::{CStr, c_char},
    mem::MaybeUninit,
    path::Path,
};

use super::held::null;
pub(crate) use super::held::{Handle, Held, boxed, free, get, get_mut, hold};
use plypack::{Error, ErrorCode, Result};

/// An output parameter: possibly uninitialized, and written only on success.
pub(crate) struct Out<'a, T>(&'a mut MaybeUninit<T>);

impl<T> Out<'_, T> {
    pub(crate) fn put(self, value: T) {
        self.0.write(value);
    }
}

/// Returns the output parameter that `pointer` points to.
///
/// # Safety
///
/// `pointer` is NULL, or points to space for a `T` that nobody else uses during `'a`.
pub(crate) unsafe fn out<'a, T>(pointer: *mut T, name: &str) -> Result<Out<'a, T>> {
    // SAFETY: as promised by the caller.
    unsafe { pointer.cast::<MaybeUninit<T>>().as_mut() }.map(Out).ok_or_else(|| null(name))
}

/// A struct of the caller that later versions may extend. Its first member, `size_t size`, is the size of the caller's struct.
///
/// # Safety
///
/// It is `repr(C)`, begins with a `usize`, and has no byte that must not be copied.
pub(crate) unsafe trait Growing: Copy {
    /// The size of the first version of the struct.
    const FIRST_SIZE: usize;
}

/// The maximum size of a struct of any version; a larger size is invalid.
const MAX_STRUCT: usize = 1024;

/// Returns the size of the struct that `pointer` points to.
///
/// # Safety
///
/// `pointer` is NULL, or points to a struct that is as long as its `size` says.
unsafe fn checked_size<T: Growing>(pointer: *const T, name: &str) -> Result<usize> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: as promised by the caller; the size comes first.
    let size = unsafe { pointer.cast::<usize>().read() };
    if (T::FIRST_SIZE..=MAX_STRUCT).contains(&size) {
        Ok(size)
    } else {
        let message = format!("`{name}->size` is {size}: set it to the sizeof of the struct, {}", size_of::<T>());
        Err(Error::new(ErrorCode::InvalidArgument, message))
    }
}

/// Returns the struct of the caller that `pointer` points to. In a longer struct, the members that the library does not know must
/// be zero, because the library would ignore them.
///
/// # Safety
///
/// `pointer` is NULL, or points to a struct that is as long as its `size` says and that nobody changes during `'a`.
pub(crate) unsafe fn sized_input<'a, T: Growing>(pointer: *const T, name: &str) -> Result<&'a T> {
    // SAFETY: as promised by the caller.
    let size = unsafe { checked_size(pointer, name) }?;
    let known = size_of::<T>();
    // SAFETY: as promised by the caller, `size` bytes are readable.
    let unknown = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>().add(known), size.saturating_sub(known)) };
    if unknown.iter().any(|byte| *byte != 0) {
        let message =
            format!("`{name}` has members that this version of the library, whose struct has {known} bytes, lacks");
        return Err(Error::new(ErrorCode::InvalidArgument, message));
    }
    // SAFETY: as promised by the caller; this is its first version, so no caller has a shorter struct.
    Ok(unsafe { &*pointer })
}

/// A struct for results that begins with its size. It is written only on success.
pub(crate) struct SizedOut<T: Growing> {
    pointer: *mut T,
    size: usize,
}

impl<T: Growing> SizedOut<T> {
    /// Writes the members of `value` that the caller knows, zeros for members that only the caller knows, and the written length as
    /// `size`.
    pub(crate) fn put(self, value: T) {
        let from = size_of::<usize>();
        let to = self.size.min(size_of::<T>());
        // SAFETY: as promised where this was created, `size` bytes belong to the caller; the value is as long.
        unsafe {
            let source = (&raw const value).cast::<u8>();
            let target = self.pointer.cast::<u8>();
            target.add(from).copy_from_nonoverlapping(source.add(from), to - from);
            target.add(to).write_bytes(0, self.size - to);
            target.cast::<usize>().write(to);
        }
    }
}

/// Returns the output struct that `pointer` points to.
///
/// # Safety
///
/// `pointer` is NULL, or points to a struct that is as long as its `size` says and that nobody else uses as long as the result
/// lives.
pub(crate) unsafe fn sized_out<T: Growing>(pointer: *mut T, name: &str) -> Result<SizedOut<T>> {
    // SAFETY: as promised by the caller.
    let size = unsafe { checked_size(pointer.cast_const(), name) }?;
    Ok(SizedOut { pointer, size })
}

/// Returns an array of `len` values; NULL is an empty array.
///
/// # Safety
///
/// `pointer` is NULL, or points to `len` values that nobody changes during `'a`.
pub(crate) unsafe fn input<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T]> {
    check_array::<T>(pointer, len, name)?;
    // SAFETY: as promised by the caller; the length was checked.
    Ok(if len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(pointer, len) } })
}

/// Copies values of the caller. They can have any size, so the allocation can fail.
pub(crate) fn copied<T: Copy>(values: &[T]) -> Result<Vec<T>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// Collects values for the caller. Their number is unbounded, so the allocation can fail.
pub(crate) fn collected<T>(values: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>> {
    let mut collected = Vec::new();
    collected.try_reserve_exact(values.len())?;
    collected.extend(values);
    Ok(collected)
}

/// Returns a text of `len` bytes; see [`input`].
///
/// # Safety
///
/// As [`input`].
pub(crate) unsafe fn text<'a>(pointer: *const c_char, len: usize, name: &str) -> Result<&'a [u8]> {
    // SAFETY: as promised by the caller; characters are bytes.
    unsafe { input(pointer.cast(), len, name) }
}

/// Returns a text of `len` bytes that must be UTF-8; see [`input`].
///
/// # Safety
///
/// As [`input`].
pub(crate) unsafe fn utf8<'a>(pointer: *const c_char, len: usize, name: &str) -> Result<&'a str> {
    // SAFETY: as promised by the caller.
    let text = unsafe { text(pointer, len, name) }?;
    str::from_utf8(text).map_err(|_| Error::new(ErrorCode::InvalidArgument, format!("`{name}` is not UTF-8")))
}

fn check_array<T>(pointer: *const T, len: usize, name: &str) -> Result<()> {
    if pointer.is_null() && len > 0 {
        return Err(null(name));
    }
    if len.checked_mul(size_of::<T>()).is_some_and(|bytes| bytes <= isize::MAX as usize) {
        Ok(())
    } else {
        Err(Error::new(ErrorCode::InvalidArgument, format!("`{name}` has a length that does not fit into memory")))
    }
}

/// The caller's array for results.
pub(crate) struct Buffer<'a, T>(&'a mut [MaybeUninit<T>]);

impl<'a, T: Copy> Buffer<'a, T> {
    /// Returns the space of the array, to be filled in place.
    pub(crate) fn into_slice(self) -> &'a mut [MaybeUninit<T>] {
        self.0
    }

    /// Copies `values` to the start.
    pub(crate) fn put(self, values: &[T]) -> Result<()> {
        let have = self.0.len();
        let target = self.0.get_mut(..values.len()).ok_or_else(|| too_small(values.len(), have))?;
        target.write_copy_of_slice(values);
        Ok(())
    }

    /// Like [`Buffer::put`], but writes the number of values to `count`, even if they do not fit.
    pub(crate) fn put_counted(self, values: &[T], count: Out<'_, usize>) -> Result<()> {
        count.put(values.len());
        self.put(values)
    }
}

impl Buffer<'_, u8> {
    /// Copies `text` to the start, and a NUL after it.
    pub(crate) fn put_text(self, text: impl AsRef<[u8]>) -> Result<usize> {
        let text = text.as_ref();
        let have = self.0.len();
        let target = self.0.get_mut(..=text.len()).and_then(<[_]>::split_last_mut);
        let (nul, target) = target.ok_or_else(|| too_small(text.len() + 1, have))?;
        target.write_copy_of_slice(text);
        nul.write(0);
        Ok(text.len())
    }

    /// Like [`Buffer::put_text`], but writes the length without the NUL to `len`, even if the text does not fit.
    pub(crate) fn put_text_counted(self, text: impl AsRef<[u8]>, len: Out<'_, usize>) -> Result<()> {
        len.put(text.as_ref().len());
        self.put_text(text).map(drop)
    }
}

#[cold]
fn too_small(needed: usize, have: usize) -> Error {
    Error::new(ErrorCode::BufferTooSmall, format!("{needed} values do not fit into a buffer for {have}"))
}

/// Returns an array for `capacity` results; NULL is an empty array.
///
/// # Safety
///
/// `pointer` is NULL, or points to space for `capacity` values that nobody else uses during `'a`.
pub(crate) unsafe fn buffer<'a, T>(pointer: *mut T, capacity: usize, name: &str) -> Result<Buffer<'a, T>> {
    check_array::<T>(pointer, capacity, name)?;
    if capacity == 0 {
        return Ok(Buffer(&mut []));
    }
    // SAFETY: as promised by the caller; the length was checked, and `MaybeUninit` needs no values.
    Ok(Buffer(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), capacity) }))
}

/// Returns an array for a text of up to `capacity` bytes, its NUL included.
///
/// # Safety
///
/// As [`buffer`].
pub(crate) unsafe fn text_buffer<'a>(pointer: *mut c_char, capacity: usize, name: &str) -> Result<Buffer<'a, u8>> {
    // SAFETY: as promised by the caller; characters are bytes.
    unsafe { buffer(pointer.cast(), capacity, name) }
}

/// Returns a path: NUL-terminated, in the encoding of the system (UTF-8 on Windows).
///
/// # Safety
///
/// `pointer` is NULL, or points to bytes that end with a NUL and that nobody changes during `'a`.
pub(crate) unsafe fn path<'a>(pointer: *const c_char, name: &str) -> Result<&'a Path> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: as promised by the caller.
    let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
    path_of(bytes).ok_or_else(|| Error::new(ErrorCode::InvalidArgument, format!("`{name}` is not UTF-8")))
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt;
    Some(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Option<&Path> {
    str::from_utf8(bytes).ok().map(Path::new)
}

/// Checks that there are no flags other than `allowed`. Each flag of the interface has its own bit, so that the check rejects a
/// flag of another function.
pub(crate) fn flags(flags: u32, allowed: u32) -> Result<u32> {
    match flags & !allowed {
        0 => Ok(flags),
        other => {
            let message = format!("`flags` has {other:#x}, which does not exist or does not belong to this function");
            Err(Error::new(ErrorCode::InvalidArgument, message))
        }
    }
}

/// Returns a callback, which must not be NULL.
pub(crate) fn callback<F>(callback: Option<F>, name: &str) -> Result<F> {
    callback.ok_or_else(|| null(name))
}
