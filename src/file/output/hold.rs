//! The exclusive right of a writer to a file.

use std::{
    collections::BTreeSet,
    fs::File,
    path::Path,
    sync::{Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use crate::file::system::{Identity, System, lock as file_lock};
use crate::{Error, ErrorCode, Result, lock::lock};

/// Time that a writer waits for a lock: readers that check whether a file is being written hold it for a moment.
const PATIENCE: Duration = Duration::from_millis(200);
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(5);

/// Number of times that a file is opened again because it was replaced before it was locked.
const ATTEMPTS: u32 = 20;

/// The right of a writer to a file, against other writers of this process and, by a lock, of other processes. Ends when dropped.
/// Readers need no such right (`container.15`, `container.18`).
#[derive(Debug)]
pub(super) struct Hold {
    claim: Claim,
    file: File,
    /// True if the file is locked: not every file system has locks.
    pub is_locked: bool,
}

impl Hold {
    /// Takes the right to an open regular file.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Busy`] if this program already writes to the file, [`ErrorCode::Locked`] if another one does.
    pub fn of(system: &dyn System, file: &File) -> Result<Hold> {
        let claim = Claim::new(Identity::of(file)?)?;
        let file = file.try_clone()?;
        let is_locked = waited_for_lock(system, &file)?;
        Ok(Hold { claim, file, is_locked })
    }

    /// Opens the regular file at `path` and takes the right to it. Tries again if another writer replaced the file
    /// while this one waited for it.
    ///
    /// # Errors
    ///
    /// Like [`Hold::of`]; [`ErrorCode::Io`].
    pub fn open(system: &dyn System, path: &Path) -> Result<(File, Hold)> {
        for _ in 0..ATTEMPTS {
            let file = system.open(path)?;
            let hold = Hold::of(system, &file)?;
            if hold.is_at(path)? {
                return Ok((file, hold));
            }
        }
        Err(Error::new(ErrorCode::Locked, "other processes replace this file again and again"))
    }

    /// Returns whether `path` leads to the file.
    pub fn is_at(&self, path: &Path) -> Result<bool> {
        Ok(Identity::at(path)? == Some(self.claim.0))
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // Closing would unlock it only if no other handle of the file were open; a child process may have one.
        let _ = file_lock::unlock(&self.file);
    }
}

/// Waits a little for the lock. Returns whether there is one.
fn waited_for_lock(system: &dyn System, file: &File) -> Result<bool> {
    let end = Instant::now() + PATIENCE;
    loop {
        match system.try_lock(file) {
            Ok(true) => return Ok(true),
            Ok(false) if Instant::now() < end => thread::sleep(BETWEEN_ATTEMPTS),
            Ok(false) => return Err(Error::new(ErrorCode::Locked, "another process is writing to this file")),
            // Not every file system has locks.
            Err(_) => return Ok(false),
        }
    }
}

/// The files that this process is writing: the system's lock does not say which process has it.
static WRITTEN: Mutex<BTreeSet<Identity>> = Mutex::new(BTreeSet::new());

fn written() -> MutexGuard<'static, BTreeSet<Identity>> {
    lock(&WRITTEN)
}

/// The right of one writer of this process to a file.
#[derive(Debug)]
struct Claim(Identity);

impl Claim {
    fn new(identity: Identity) -> Result<Claim> {
        if written().insert(identity) {
            Ok(Claim(identity))
        } else {
            Err(Error::new(ErrorCode::Busy, "this program is writing to the file already"))
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        written().remove(&self.0);
    }
}
