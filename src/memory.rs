//! Fallible allocation where a file or a caller decides the size: a lack of memory is [`ErrorCode::NoMemory`] and does not end the
//! program.
//!
//! Other code reserves the space of vectors with [`Vec::try_reserve`], whose error becomes an error of this library.

use std::{collections::TryReserveError, io};

use zstd::zstd_safe::{CCtx, DCtx};

use crate::{Error, ErrorCode, Result};

impl From<TryReserveError> for Error {
    fn from(_: TryReserveError) -> Error {
        none()
    }
}

/// Returns the error for a lack of memory.
pub fn none() -> Error {
    Error::new(ErrorCode::NoMemory, "there is not enough memory")
}

/// Return value of zstd when it lacks memory: `ZSTD_error_memory_allocation`, negative.
const ZSTD_NO_MEMORY: usize = 0usize.wrapping_sub(64);

/// Converts an error of zstd, of which [`io::Error`] holds only the text: if zstd lacked memory, the result has the kind that
/// becomes [`ErrorCode::NoMemory`].
pub fn of_zstd(error: io::Error) -> io::Error {
    if error.to_string() == zstd::zstd_safe::get_error_name(ZSTD_NO_MEMORY) {
        io::Error::new(io::ErrorKind::OutOfMemory, error)
    } else {
        error
    }
}

/// Returns the error for an error code of zstd.
pub fn zstd_error(code: usize) -> Error {
    of_zstd(io::Error::other(zstd::zstd_safe::get_error_name(code))).into()
}

/// Returns a context for compressing with zstd. Contexts of the crate `zstd` panic when they lack memory.
pub fn compression_context() -> Result<CCtx<'static>> {
    CCtx::try_create().ok_or_else(none)
}

/// Returns a context for decompressing with zstd; see [`compression_context`].
pub fn decompression_context() -> Result<DCtx<'static>> {
    DCtx::try_create().ok_or_else(none)
}

/// Returns the content, `len` bytes long, of a zstd frame that is part of the library.
pub fn decompressed(frame: &[u8], len: usize) -> Result<Vec<u8>> {
    let mut content = with_capacity(len)?;
    decompression_context()?.decompress(&mut content, frame).map_err(zstd_error)?;
    Ok(content)
}

/// Returns an empty vector with space for `len` values.
pub fn with_capacity<T>(len: usize) -> Result<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(len)?;
    Ok(values)
}

/// Returns `len` times `value`.
#[inline]
pub fn filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>> {
    let mut values = with_capacity(len)?;
    values.resize(len, value);
    Ok(values)
}

/// Returns a copy of `values`.
pub fn copied<T: Copy>(values: &[T]) -> Result<Vec<T>> {
    let mut copy = with_capacity(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// Returns a copy of `values` that cannot grow.
pub fn boxed<T: Copy>(values: &[T]) -> Result<Box<[T]>> {
    copied(values).map(Vec::into_boxed_slice)
}

/// Collects all values of an iterator.
pub fn collected<T>(values: impl IntoIterator<Item = T>) -> Result<Vec<T>> {
    all(values.into_iter().map(Ok))
}

/// Collects all values of an iterator, or returns its first error.
#[inline]
pub fn all<T>(values: impl IntoIterator<Item = Result<T>>) -> Result<Vec<T>> {
    let values = values.into_iter();
    let mut vector = with_capacity(values.size_hint().0)?;
    for value in values {
        push(&mut vector, value?)?;
    }
    Ok(vector)
}

/// Adds a value.
#[inline]
pub fn push<T>(values: &mut Vec<T>, value: T) -> Result<()> {
    // Only when the vector is full: growing by single values would take a call for each.
    if values.len() == values.capacity() {
        values.try_reserve(1)?;
    }
    values.push(value);
    Ok(())
}

/// Adds values.
pub fn append<T: Copy>(values: &mut Vec<T>, more: &[T]) -> Result<()> {
    values.try_reserve(more.len())?;
    values.extend_from_slice(more);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_an_error() {
        let error = filled(0u64, usize::MAX / 16).unwrap_err();
        assert_eq!(error.code(), ErrorCode::NoMemory);
        assert_eq!(with_capacity::<u64>(usize::MAX).unwrap_err().code(), ErrorCode::NoMemory);
    }

    #[test]
    fn zstd_may_lack_memory() {
        let name = |code: usize| zstd::zstd_safe::get_error_name(0usize.wrapping_sub(code)).to_owned();
        assert!(name(64).contains("memory"), "{}", name(64));
        let code = |number| Error::from(of_zstd(io::Error::other(name(number)))).code();
        assert_eq!((code(64), code(20)), (ErrorCode::NoMemory, ErrorCode::Io));
        let by_code = |number: usize| zstd_error(0usize.wrapping_sub(number)).code();
        assert_eq!((by_code(64), by_code(20)), (ErrorCode::NoMemory, ErrorCode::Io));
    }

    #[test]
    fn vectors_are_as_those_of_the_standard_library() {
        let mut values = collected(0..5).unwrap();
        push(&mut values, 5).unwrap();
        append(&mut values, &[6, 7]).unwrap();
        assert_eq!(values, (0..8).collect::<Vec<_>>());
        assert_eq!((copied(&values).unwrap(), filled(3, 2).unwrap()), (values, vec![3, 3]));
        let failing = [Ok(1), Err(Error::new(ErrorCode::Io, "no")), Ok(2)];
        assert_eq!(all(failing).unwrap_err().code(), ErrorCode::Io);
    }
}
