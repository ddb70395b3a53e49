//! A system in which some calls fail, for tests.

use std::{
    fs::{File, Metadata},
    io::{Error, ErrorKind, Result},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use super::{Native, System};
use crate::container::UNITS_START;

/// Effect on one of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// The call fails; later ones do not.
    Once,
    /// If the call writes, half is written, and no later call writes anything: a full disk.
    Full,
    /// The call fails and no later one does anything: the program was killed.
    Killed,
}

/// Counts the calls that change something, and makes one of them fail.
#[derive(Debug)]
pub struct Faulty {
    fault: Fault,
    at: usize,
    calls: AtomicUsize,
}

impl Faulty {
    /// Fails at call `at`.
    pub fn new(fault: Fault, at: usize) -> Faulty {
        Faulty { fault, at, calls: AtomicUsize::new(0) }
    }

    /// Returns the number of calls.
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Returns the error of this call, if it must fail. `takes_space` says whether a full disk can make it fail.
    fn call(&self, takes_space: bool) -> Result<()> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let fails = match self.fault {
            Fault::None => false,
            Fault::Once => call == self.at,
            Fault::Full => call >= self.at && takes_space,
            Fault::Killed => call >= self.at,
        };
        if !fails {
            return Ok(());
        }
        let is_full = self.fault == Fault::Full;
        Err(if is_full { Error::from(ErrorKind::StorageFull) } else { Error::other("fault") })
    }
}

impl System for Faulty {
    fn make(&self, path: &Path) -> Result<File> {
        self.call(true).and_then(|()| Native.make(path))
    }

    fn make_temporary(&self, folder: &Path) -> Result<File> {
        self.call(true).and_then(|()| Native.make_temporary(folder))
    }

    fn write_at(&self, file: &File, bytes: &[u8], offset: u64) -> Result<usize> {
        let done = self.call(true);
        // Bytes before the fault stay. A commit record, which is within one page, is written completely or not at all.
        if done.is_err() && self.calls() == self.at + 1 && offset >= UNITS_START {
            Native.write_at(file, &bytes[..bytes.len() / 2], offset)?;
        }
        done.and_then(|()| Native.write_at(file, bytes, offset))
    }

    fn cut(&self, file: &File, len: u64) -> Result<()> {
        self.call(false).and_then(|()| Native.cut(file, len))
    }

    fn sync(&self, file: &File) -> Result<()> {
        self.call(true).and_then(|()| Native.sync(file))
    }

    fn open_folder(&self, folder: &Path) -> Result<Option<File>> {
        self.call(false).and_then(|()| Native.open_folder(folder))
    }

    fn sync_folder(&self, folder: &File) -> Result<()> {
        self.call(false).and_then(|()| Native.sync_folder(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        self.call(false).and_then(|()| Native.rename(from, to))
    }

    fn remove(&self, path: &Path) -> Result<()> {
        self.call(false).and_then(|()| Native.remove(path))
    }

    fn take_over(&self, old: &Metadata, new: &File) -> Result<()> {
        self.call(false).and_then(|()| Native.take_over(old, new))
    }
}
