//! The lock of a writer (`container.18`). Readers also try it, to see whether there is a writer.
//!
//! With advisory locks, the complete file is locked. On Windows no other handle can read or write locked bytes, so only
//! a byte past the end of any file is locked: readers, and other handles of this program, can then read while a writer
//! works.

use std::{fs::File, io};

#[cfg(not(windows))]
mod native {
    use std::fs::TryLockError;

    use super::{File, io};

    /// Takes the lock; `false` if somebody else has it.
    pub fn try_lock(file: &File, is_exclusive: bool) -> io::Result<bool> {
        let locked = if is_exclusive { file.try_lock() } else { file.try_lock_shared() };
        match locked {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(e)) => Err(e),
        }
    }

    pub fn unlock(file: &File) -> io::Result<()> {
        file.unlock()
    }
}

#[cfg(windows)]
mod native {
    use std::os::windows::io::AsRawHandle;

    use windows_sys::Win32::{
        Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION},
        Storage::FileSystem::{LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFileEx},
        System::IO::OVERLAPPED,
    };

    use super::{File, io};

    /// The byte that is locked: the last but one that an offset can name.
    const PLACE: u64 = i64::MAX as u64 - 1;

    fn place() -> OVERLAPPED {
        let mut place = OVERLAPPED::default();
        place.Anonymous.Anonymous.Offset = PLACE as u32;
        place.Anonymous.Anonymous.OffsetHigh = (PLACE >> 32) as u32;
        place
    }

    /// Takes the lock; `false` if somebody else has it.
    #[allow(unsafe_code, reason = "the standard library locks whole files only, against readers too")]
    pub fn try_lock(file: &File, is_exclusive: bool) -> io::Result<bool> {
        let flags = LOCKFILE_FAIL_IMMEDIATELY | if is_exclusive { LOCKFILE_EXCLUSIVE_LOCK } else { 0 };
        let mut place = place();
        // SAFETY: the handle is open while `file` is borrowed, and the call is complete when it returns: the handle is not
        // overlapped, and the call does not wait for the lock.
        if unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &mut place) } != 0 {
            return Ok(true);
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error().map(|code| code as u32) {
            Some(ERROR_LOCK_VIOLATION | ERROR_IO_PENDING) => Ok(false),
            _ => Err(error),
        }
    }

    #[allow(unsafe_code, reason = "as for the lock")]
    pub fn unlock(file: &File) -> io::Result<()> {
        let mut place = place();
        // SAFETY: as above.
        match unsafe { UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &mut place) } {
            0 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }
}

/// Takes the lock as a writer; `false` if somebody else has it. Fails if the file system has no locks.
pub fn try_exclusive(file: &File) -> io::Result<bool> {
    native::try_lock(file, true)
}

/// Takes the lock as a reader, which many can do at a time; `false` if a writer has it. Fails if the file system has no locks.
pub fn try_shared(file: &File) -> io::Result<bool> {
    native::try_lock(file, false)
}

/// Releases the lock.
pub fn unlock(file: &File) -> io::Result<()> {
    native::unlock(file)
}
