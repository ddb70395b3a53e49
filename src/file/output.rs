//! A file on a disk that is being written: nobody else writes to it, and until it is complete it can be taken back.

mod hold;
mod replacement;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    scratch,
    sink::{IndexedSink, Sink},
    source::{Source, open_file},
    spool::Spool,
    system::{Identity, Native, System},
};
use crate::{Error, ErrorCode, Result, container::MAGIC};
use hold::Hold;
use replacement::Replacement;
pub(super) use replacement::{Aside, aside_path, resolved};

/// A file that is being written; no other writer can open it meanwhile.
///
/// Writers make one with [`Writer::create`](crate::Writer::create) and [`Writer::append`](crate::Writer::append); for
/// [`recode`](crate::files::recode), [`repair`](crate::files::repair) and [`export`](crate::export) it is made with
/// [`OutputFile::create`].
///
/// Nothing counts before [`Sink::commit`]: dropping the file without it, also by a panic, takes back what was written, as
/// [`Sink::abort`] does.
#[derive(Debug)]
pub struct OutputFile {
    system: Arc<dyn System>,
    file: File,
    /// Offset of the next bytes, which no other handle moves; it is of no use for a pipe.
    end: u64,
    kind: Kind,
    /// True if it is complete or taken back.
    is_ended: bool,
    hold: Option<Hold>,
}

#[derive(Debug)]
enum Kind {
    /// A pipe or a device, which gets the file when it is complete.
    Stream(Spool<Stream>),
    /// New bytes at the end of a file, after its first `start`, until its commit record is written.
    Appended { start: u64, is_changed: bool, has_unfinished_end: bool, is_committed: bool },
    /// A new file, which takes the place of another one.
    New(Replacement),
}

/// A pipe or a device.
#[derive(Debug)]
struct Stream {
    system: Arc<dyn System>,
    file: File,
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.system.write(&self.file, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl OutputFile {
    /// Makes a new file, which replaces the file at `path`, if there is one, when it is complete. Until then the old file stays
    /// unchanged, and locked; the new file is beside it, named `.NAME.plypack-new`. Such a file that a killed program left is
    /// removed. If it cannot be removed, because another user owns it, or because the file system has no locks that tell
    /// whether its writer lives, the name of the new file ends with `-1` to `-99`; the next call removes such files where locks
    /// say that nobody writes to them. A link at `path` stays, and its target is replaced. The new file keeps the permissions
    /// of the old one; of several hard links to the old file, only this one leads to the new file. On systems where a file that
    /// is in use cannot be replaced (Windows, while it is mapped), completing the new one fails.
    ///
    /// A file with content that others put in this place meanwhile is not replaced ([`OutputFile::replacing_any`]).
    ///
    /// A pipe or device gets the bytes when they are complete, without a lock.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Busy`] when this program is writing to the file already, or is making another one for the same path;
    /// [`ErrorCode::Locked`] when another program is; [`ErrorCode::InvalidArgument`] for a path without the name of a file;
    /// [`ErrorCode::Io`], also when files cannot be made in the folder.
    pub fn create(path: impl AsRef<Path>) -> Result<OutputFile> {
        OutputFile::create_by(Arc::new(Native), path.as_ref())
    }

    pub(super) fn create_by(system: Arc<dyn System>, path: &Path) -> Result<OutputFile> {
        let create = || match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(Error::new(ErrorCode::Io, "is a folder")),
            Ok(metadata) if !metadata.is_file() => {
                let file = OpenOptions::new().write(true).open(path)?;
                let stream = Stream { system: system.clone(), file: file.try_clone()? };
                let kind = Kind::Stream(Spool::new(stream));
                Ok(OutputFile { system, file, end: 0, kind, is_ended: false, hold: None })
            }
            _ => {
                let (replacement, file, hold) = Replacement::make(&*system, path)?;
                Ok(OutputFile { system, file, end: 0, kind: Kind::New(replacement), is_ended: false, hold: Some(hold) })
            }
        };
        create().map_err(|e: Error| e.context(path.display()))
    }

    /// The same, but it also takes the place of a file with content that others put there after this one was made: without this,
    /// such a file stays, and completing this one fails.
    #[must_use]
    pub fn replacing_any(mut self) -> OutputFile {
        if let Kind::New(replacement) = &mut self.kind {
            replacement.replaces_any = true;
        }
        self
    }

    /// Returns whether it takes the place of a file with content, which stays as it is until this one is complete.
    pub fn replaces(&self) -> bool {
        matches!(&self.kind, Kind::New(replacement) if replacement.replaces)
    }

    /// Gives the file that this one replaces another name, until this one takes its place. None where none is replaced.
    ///
    /// Errors: as [`Sink::commit`]; nothing has another name then.
    pub(super) fn set_old_aside(&mut self) -> Result<Option<Aside>> {
        match &mut self.kind {
            Kind::New(replacement) => replacement.set_aside(self.system.clone()),
            Kind::Stream(_) | Kind::Appended { .. } => Ok(None),
        }
    }

    /// Returns whether it is complete and in its place, or was taken back.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Opens a regular file to write at its end.
    ///
    /// Errors: as [`OutputFile::create`].
    pub(super) fn append(system: Arc<dyn System>, path: &Path) -> Result<OutputFile> {
        if !fs::metadata(path)?.is_file() {
            return Err(Error::new(ErrorCode::Io, "is no regular file: nothing can be appended to it"));
        }
        let (file, hold) = Hold::open(&*system, path)?;
        let end = file.metadata()?.len();
        let kind = Kind::Appended { start: end, is_changed: false, has_unfinished_end: false, is_committed: false };
        Ok(OutputFile { system, file, end, kind, is_ended: false, hold: Some(hold) })
    }

    /// Returns whether no other process can write to the file meanwhile: not every file system has locks.
    pub(super) fn is_locked(&self) -> bool {
        self.hold.as_ref().is_some_and(|hold| hold.is_locked)
    }

    /// Goes on at `end`: what another writer did not finish after it is cut off for good before the first byte is written
    /// (`container.17`), and stays if none is. Nothing is written yet.
    pub(super) fn roll_back(&mut self, end: u64) {
        self.end = end;
        self.kind = Kind::Appended { start: end, is_changed: false, has_unfinished_end: true, is_committed: false };
    }

    /// Before bytes are written to a file that is continued.
    fn begin_change(&mut self) -> io::Result<()> {
        if let Kind::Appended { start, is_changed, has_unfinished_end, .. } = &mut self.kind {
            if *has_unfinished_end {
                self.system.cut(&self.file, *start)?;
                self.system.sync(&self.file)?;
                *has_unfinished_end = false;
            }
            *is_changed = true;
        }
        Ok(())
    }

    /// Writes bytes of a file at an offset.
    fn write_over(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let end = std::mem::replace(&mut self.end, at);
        let written = self.write_all(bytes);
        self.end = end;
        written
    }

    /// Writes a commit record of a file that is continued. From then on readers may see what was added: nothing is cut off any more
    /// (`container.17`). If writing fails, the old bytes are put back, so that the file is as it was.
    fn write_record(&mut self, at: u64, record: &[u8]) -> io::Result<()> {
        let mut old = vec![0; record.len()];
        self.file.read_at(at, &mut old).map_err(io::Error::other)?;
        if let Err(e) = self.restore_record(at, record) {
            return Err(match self.write_over(at, &old) {
                Ok(()) => e,
                Err(_) => {
                    let message = format!("a commit record is damaged, and the file must be repaired: {e}");
                    io::Error::new(e.kind(), message)
                }
            });
        }
        Ok(())
    }

    /// Writes over a commit record. Nothing is cut off any more then.
    pub(super) fn restore_record(&mut self, at: u64, record: &[u8]) -> io::Result<()> {
        self.write_over(at, record)?;
        if let Kind::Appended { is_committed, .. } = &mut self.kind {
            *is_committed = true;
        }
        Ok(())
    }

    /// Returns whether it is a file that can be read again, not a pipe or device.
    pub fn is_regular(&self) -> bool {
        !matches!(self.kind, Kind::Stream(_))
    }

    /// Returns whether it can get an index before it is complete.
    pub(super) fn check_gets_index(&self) -> Result<()> {
        let (code, message) = match self.kind {
            Kind::New(_) => return Ok(()),
            Kind::Appended { .. } => {
                (ErrorCode::WrongState, "a file that is continued gets its index when it is finished")
            }
            Kind::Stream(_) => (
                ErrorCode::InvalidArgument,
                "a pipe or device gets no index: its games are read again while that is made",
            ),
        };
        Err(Error::new(code, message))
    }

    /// A second handle for reading.
    pub(super) fn reading(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    fn take_back(&mut self) -> io::Result<()> {
        match &self.kind {
            Kind::Stream(_) | Kind::Appended { is_changed: false, .. } | Kind::Appended { is_committed: true, .. } => {
                Ok(())
            }
            Kind::Appended { start, .. } => {
                self.system.cut(&self.file, *start)?;
                self.system.sync(&self.file)
            }
            Kind::New(replacement) => replacement.remove(&*self.system),
        }
    }
}

impl IndexedSink for OutputFile {
    fn check_gets_index(&self) -> Result<()> {
        OutputFile::check_gets_index(self)
    }

    fn written(&self) -> Result<Box<dyn Source>> {
        Ok(Box::new(self.reading()?))
    }

    fn temporary_folder(&self) -> PathBuf {
        match &self.kind {
            Kind::New(replacement) => replacement.folder_path(),
            Kind::Stream(_) | Kind::Appended { .. } => scratch::folder(),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_ended {
            return Err(io::Error::other("the file is complete or given up; nothing can be written to it"));
        }
        self.begin_change()?;
        if let Kind::Stream(spool) = &mut self.kind {
            return spool.write(bytes);
        }
        let len = self.system.write_at(&self.file, bytes, self.end)?;
        self.end += len as u64;
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Sink for OutputFile {
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        match &mut self.kind {
            Kind::Stream(spool) => spool.rewrite(offset, bytes),
            Kind::Appended { start, .. } if offset < *start => self.write_record(offset, bytes),
            Kind::Appended { .. } | Kind::New(_) => self.write_over(offset, bytes),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.system.sync(&self.file)
    }

    /// Makes it durable. A new file takes the place of the old one.
    ///
    /// Two errors come after the work is done, and say so in their message. The work stays, because readers may have seen it:
    /// appended games are in the file but could not be flushed, or the new file is whole in its place but its folder could not
    /// be flushed. If the computer fails then, the appended games may be gone, or the old file may be back, whole. Repeating
    /// the work is safe for a new file; after an append it would add the games twice.
    fn commit(&mut self) -> io::Result<()> {
        if self.is_ended {
            return Err(io::Error::other("the file is complete or given up already"));
        }
        if let Kind::Appended { is_changed, .. } = self.kind {
            self.is_ended = true;
            let durable = if is_changed { self.sync() } else { Ok(()) };
            return durable.map_err(|e| {
                let message = format!("what was added is in the file, but may be lost if the computer fails: {e}");
                io::Error::new(e.kind(), message)
            });
        }
        if let Kind::Stream(spool) = &mut self.kind {
            spool.commit()?;
        }
        self.sync()?;
        let Kind::New(replacement) = &mut self.kind else {
            self.is_ended = true;
            return Ok(());
        };
        let folder = replacement.take_place(&*self.system)?;
        self.is_ended = true;
        let durable = folder.map_or(Ok(()), |folder| self.system.sync_folder(&folder));
        durable.map_err(|e| {
            let message = format!("the new file is complete and in its place, but its folder cannot be flushed: {e}");
            io::Error::new(e.kind(), message)
        })
    }

    fn go_on(&mut self) -> io::Result<()> {
        self.sync()?;
        if let Kind::Appended { start, is_changed, is_committed, .. } = &mut self.kind {
            *start = self.end;
            *is_changed = false;
            *is_committed = false;
        }
        Ok(())
    }

    /// Leaves everything as it was when this was made: an appended file is cut to its old end, a new one is removed.
    fn abort(&mut self) -> io::Result<()> {
        if !self.is_ended {
            self.take_back()?;
            self.is_ended = true;
        }
        Ok(())
    }
}

/// Takes back an incomplete file, as far as that is possible.
impl Drop for OutputFile {
    fn drop(&mut self) {
        let _ = self.abort();
    }
}

/// Returns whether the first bytes of a file are the first bytes of a plypack file, whatever follows.
///
/// # Errors
///
/// [`ErrorCode::Io`] with the path in the message.
pub fn is_plypack_file(path: impl AsRef<Path>) -> Result<bool> {
    let path = path.as_ref();
    let mut start = Vec::new();
    let read = open_file(path)?.take(MAGIC.len() as u64).read_to_end(&mut start);
    read.map(|_| start == MAGIC).map_err(|e| Error::from(e).context(path.display()))
}

/// Returns whether two paths lead to the same regular file, as links do; never when one of them leads to none.
pub fn is_same_file(a: impl AsRef<Path>, b: impl AsRef<Path>) -> bool {
    let identities = (Identity::at(a.as_ref()), Identity::at(b.as_ref()));
    matches!(identities, (Ok(Some(a)), Ok(Some(b))) if a == b)
}

/// Returns whether a path leads to a file that is open, as standard input may be; never when that is no regular file.
pub fn is_open_file(file: &File, path: impl AsRef<Path>) -> bool {
    matches!((Identity::of(file), Identity::at(path.as_ref())), (Ok(a), Ok(Some(b))) if a == b)
}

#[cfg(test)]
mod tests;
