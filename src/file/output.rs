//! A file on a disk that is being written: with the lock of a writer, and a way back.

use std::{
    collections::BTreeSet,
    fs::{File, Metadata, OpenOptions, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, MutexGuard},
};

use super::sink::Sink;
use crate::{Error, ErrorCode, Result, lock::lock};

/// A file that is being written; no other writer can open it meanwhile.
///
/// Writers make one with [`Writer::create`](crate::Writer::create) and [`Writer::append`](crate::Writer::append); for
/// [`recode`](crate::recode) and [`repair`](crate::repair) it is made with [`OutputFile::create`].
#[derive(Debug)]
pub struct OutputFile {
    file: File,
    /// Where writing began, in a regular file: [`Sink::abort`] cuts it there.
    start: Option<u64>,
    _claim: Option<Claim>,
}

impl OutputFile {
    /// Makes an empty file, or empties one that is there. A pipe or device is written as it is, without a lock.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Busy`] when this program is writing to the file already, [`ErrorCode::Locked`] when another one is,
    /// [`ErrorCode::Io`].
    pub fn create(path: impl AsRef<Path>) -> Result<OutputFile> {
        let create = |path: &Path| {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            let mut output = OutputFile::locked(file, path)?;
            if output.start.is_some() {
                output.file.set_len(0)?;
                output.start = Some(0);
            }
            Ok(output)
        };
        create(path.as_ref()).map_err(|e: Error| e.context(path.as_ref().display()))
    }

    /// Opens a file to write at its end.
    ///
    /// Errors: as [`OutputFile::create`].
    pub(super) fn append(path: &Path) -> Result<OutputFile> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut output = OutputFile::locked(file, path)?;
        output.file.seek(SeekFrom::End(0))?;
        Ok(output)
    }

    /// Writes over bytes that this writer wrote and no footer lists yet.
    pub(super) fn rewrite(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.file.write_all(bytes)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }

    /// A second handle for reading.
    pub(super) fn reading(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// A writer locks its file; readers need no lock (`container.15`, `container.17`).
    fn locked(file: File, path: &Path) -> Result<OutputFile> {
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Ok(OutputFile { file, start: None, _claim: None });
        }
        let claim = Claim::new(Identity::of(&metadata, path)?)?;
        match file.try_lock() {
            // Not every file system has locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::new(ErrorCode::Locked, "another process is writing to this file"));
            }
        }
        Ok(OutputFile { file, start: Some(metadata.len()), _claim: Some(claim) })
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Sink for OutputFile {
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync()
    }

    /// Cuts the file back to what it was when it was opened: an appended one to its old end, a created one to nothing.
    fn abort(&mut self) -> io::Result<()> {
        let Some(start) = self.start else { return Ok(()) };
        self.file.set_len(start)?;
        self.file.sync()
    }
}

/// What tells files apart, whatever their paths.
#[cfg(unix)]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity(u64, u64);

#[cfg(unix)]
impl Identity {
    fn of(metadata: &Metadata, _: &Path) -> Result<Identity> {
        use std::os::unix::fs::MetadataExt;
        Ok(Identity(metadata.dev(), metadata.ino()))
    }
}

#[cfg(not(unix))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity(std::path::PathBuf);

#[cfg(not(unix))]
impl Identity {
    fn of(_: &Metadata, path: &Path) -> Result<Identity> {
        Ok(Identity(path.canonicalize()?))
    }
}

impl Identity {
    /// That of the file at `path`; `None` for what is no regular file.
    pub(super) fn at(path: &Path) -> Result<Option<Identity>> {
        let metadata = std::fs::metadata(path)?;
        metadata.is_file().then(|| Identity::of(&metadata, path)).transpose()
    }
}

/// Whether two paths lead to the same regular file, as links do; never when one of them leads to none.
pub fn is_same_file(a: impl AsRef<Path>, b: impl AsRef<Path>) -> bool {
    matches!((Identity::at(a.as_ref()), Identity::at(b.as_ref())), (Ok(Some(a)), Ok(Some(b))) if a == b)
}

/// The files that this process is writing: the system's lock does not tell whose it is.
static WRITTEN: Mutex<BTreeSet<Identity>> = Mutex::new(BTreeSet::new());

fn written() -> MutexGuard<'static, BTreeSet<Identity>> {
    lock(&WRITTEN)
}

/// The right of one writer of this process to a file.
#[derive(Debug)]
struct Claim(Identity);

impl Claim {
    fn new(identity: Identity) -> Result<Claim> {
        match written().insert(identity.clone()) {
            true => Ok(Claim(identity)),
            false => Err(Error::new(ErrorCode::Busy, "this program is writing to the file already")),
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        written().remove(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_writer_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        let first = OutputFile::create(&path).unwrap();
        std::fs::hard_link(&path, &link).unwrap();
        for path in [&path, &link] {
            assert_eq!(OutputFile::create(path).unwrap_err().code(), ErrorCode::Busy);
            assert_eq!(OutputFile::append(path).unwrap_err().code(), ErrorCode::Busy);
        }
        drop(first);
        drop(OutputFile::create(&path).unwrap());
        // A lock that is not a writer's of this library is someone else's.
        let other = File::open(&path).unwrap();
        other.lock().unwrap();
        assert_eq!(OutputFile::create(&path).unwrap_err().code(), ErrorCode::Locked);
        drop(other);
        OutputFile::create(&path).unwrap();
    }

    #[test]
    fn links_lead_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, other] = ["a", "b", "c"].map(|name| folder.path().join(name));
        std::fs::write(&file, b"x").unwrap();
        std::fs::write(&other, b"x").unwrap();
        std::fs::hard_link(&file, &link).unwrap();
        assert!(is_same_file(&file, &file) && is_same_file(&file, &link));
        assert!(!is_same_file(&file, &other) && !is_same_file(&file, folder.path().join("none")));
        assert!(!is_same_file(folder.path(), folder.path()), "only files are overwritten");
    }

    #[test]
    fn aborting_takes_back_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        OutputFile::create(&path).unwrap().write_all(b"old").unwrap();
        let mut file = OutputFile::append(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"oldnew");
        file.abort().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        drop(file);
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.abort().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
    }
}
