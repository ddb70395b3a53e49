//! Files on a disk that are read: by reads or by a map, and whether someone writes to them.

use std::fs::{File, TryLockError};

use crate::{
    Result,
    file::source::{Source, copy_at},
};

/// A file that this library opened for itself, so that a lock on it is nobody else's.
pub(crate) struct OpenedFile(pub(crate) File);

impl Source for OpenedFile {
    fn len(&self) -> Result<u64> {
        self.0.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        self.0.read_at(offset, buffer)
    }

    fn is_being_written(&self) -> bool {
        has_writer(&self.0)
    }
}

/// Whether someone holds the lock of a writer on a file. `false` where the file system has no locks.
fn has_writer(file: &File) -> bool {
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => false,
        Ok(()) => {
            let _ = file.unlock();
            false
        }
    }
}

/// A memory-mapped file, which searches read in place.
struct Mapped {
    map: memmap2::Mmap,
    file: OpenedFile,
}

/// The file, mapped into memory if it can be.
pub(crate) fn map(file: File) -> Box<dyn Source> {
    match map_of(&file) {
        Ok(map) => Box::new(Mapped { map, file: OpenedFile(file) }),
        Err(_) => Box::new(OpenedFile(file)),
    }
}

#[allow(unsafe_code, reason = "searches read whole files, and copying would take longer than scanning")]
fn map_of(file: &File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: what a plypack file holds is never changed (container.1): programs only add to it, and the map ends where the
    // file ended. The documentation of `Reader::open_mapped` says so.
    unsafe { memmap2::Mmap::map(file) }
}

impl Source for Mapped {
    fn len(&self) -> Result<u64> {
        Ok(self.map.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        copy_at(&self.map, offset, buffer)
    }

    fn renewed(&self) -> Result<Option<Box<dyn Source>>> {
        Ok(Some(map(self.file.0.try_clone()?)))
    }

    fn is_being_written(&self) -> bool {
        self.file.is_being_written()
    }

    fn in_memory(&self) -> Option<&[u8]> {
        Some(&self.map)
    }
}
