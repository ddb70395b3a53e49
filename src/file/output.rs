//! A file on a disk that is being written: no other writer can write to it, and writing can be undone until the file is complete.

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

/// A file that is being written; no other writer can open it in the meantime.
///
/// [`Writer::create`](crate::Writer::create) and [`Writer::append`](crate::Writer::append) make one; for
/// [`recode`](crate::files::recode), [`repair`](crate::files::repair) and [`export`](crate::export), make it with
/// [`OutputFile::create`].
///
/// Nothing takes effect before [`Sink::commit`]: dropping the file without it, also by a panic, discards the written bytes like
/// [`Sink::abort`].
#[derive(Debug)]
pub struct OutputFile {
    system: Arc<dyn System>,
    file: File,
    /// Offset of the next write. Other handles cannot move it, unlike the position of the file. Unused for a pipe.
    end: u64,
    kind: Kind,
    /// True if the file is complete or aborted.
    is_ended: bool,
    hold: Option<Hold>,
}

#[derive(Debug)]
enum Kind {
    /// A pipe or a device, which gets the file when it is complete.
    Stream(Spool<Stream>),
    /// New bytes after the first `start` bytes of a file, until its commit record is written.
    Appended { start: u64, is_changed: bool, has_unfinished_end: bool, is_committed: bool },
    /// A new file, which replaces another one.
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
    /// Makes a new file. When it is complete, it replaces the file at `path`, if there is one. Until then the old file stays unchanged and
    /// locked, and the new file is in the same folder, named `.NAME.plypack-new`.
    ///
    /// - Leftovers: a file with that name that a killed program left is removed. It cannot be removed if another user owns it, or if the
    ///   file system has no locks that show whether its writer is alive. The name of the new file then ends with `-1` to `-99`. The next
    ///   call removes such files if locks show that nobody writes to them.
    /// - Links: a symbolic link at `path` stays, and its target is replaced. If the old file has several hard links, only this one leads to
    ///   the new file.
    /// - Permissions: the new file gets the permissions of the old one.
    /// - Files in use: on systems where a file in use cannot be replaced (Windows, while it is mapped), completing the new file fails.
    /// - Other programs: a file with content that another program puts at `path` in the meantime is not replaced. To replace it, use
    ///   [`OutputFile::replacing_any`].
    /// - A pipe or device is not locked; it gets the bytes when they are complete.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Busy`] if this program is already writing to the file or making a new file for the same path;
    /// [`ErrorCode::Locked`] if another program is; [`ErrorCode::InvalidArgument`] for a path without a file name;
    /// [`ErrorCode::Io`], also if files cannot be made in the folder.
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

    /// Also replaces a file with content that another program put there after this file was made. By default, that file stays and
    /// completing this one fails.
    #[must_use]
    pub fn replacing_any(mut self) -> OutputFile {
        if let Kind::New(replacement) = &mut self.kind {
            replacement.replaces_any = true;
        }
        self
    }

    /// Returns whether this file replaces a file with content. The old file stays as it is until this file is complete.
    pub fn replaces(&self) -> bool {
        matches!(&self.kind, Kind::New(replacement) if replacement.replaces)
    }

    /// Renames the file that this one replaces, until this one takes its place. `None` if no file is replaced.
    ///
    /// Errors: like [`Sink::commit`]; nothing is renamed then.
    pub(super) fn set_old_aside(&mut self) -> Result<Option<Aside>> {
        match &mut self.kind {
            Kind::New(replacement) => replacement.set_aside(self.system.clone()),
            Kind::Stream(_) | Kind::Appended { .. } => Ok(None),
        }
    }

    /// Returns whether the file is complete and in its place, or aborted.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Opens a regular file to write at its end.
    ///
    /// Errors: like [`OutputFile::create`].
    pub(super) fn append(system: Arc<dyn System>, path: &Path) -> Result<OutputFile> {
        if !fs::metadata(path)?.is_file() {
            return Err(Error::new(ErrorCode::Io, "is no regular file: nothing can be appended to it"));
        }
        let (file, hold) = Hold::open(&*system, path)?;
        let end = file.metadata()?.len();
        let kind = Kind::Appended { start: end, is_changed: false, has_unfinished_end: false, is_committed: false };
        Ok(OutputFile { system, file, end, kind, is_ended: false, hold: Some(hold) })
    }

    /// Returns whether a lock keeps other processes from writing to the file. Not every file system has locks.
    pub(super) fn is_locked(&self) -> bool {
        self.hold.as_ref().is_some_and(|hold| hold.is_locked)
    }

    /// Continues at `end`. Does not truncate the unfinished bytes of another writer after `end` yet: the first write
    /// does (`container.17`), and [`Sink::abort`] does not restore them.
    pub(super) fn roll_back(&mut self, end: u64) {
        self.end = end;
        self.kind = Kind::Appended { start: end, is_changed: false, has_unfinished_end: true, is_committed: false };
    }

    /// Prepares for the first change of a file that is appended to.
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

    /// Writes a commit record of a file that is appended to. From then on readers can see the added games, so nothing is truncated
    /// any more (`container.17`). If writing fails, the old bytes are written back, so that the file is as it was.
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

    /// Overwrites a commit record. Nothing is truncated after that.
    pub(super) fn restore_record(&mut self, at: u64, record: &[u8]) -> io::Result<()> {
        self.write_over(at, record)?;
        if let Kind::Appended { is_committed, .. } = &mut self.kind {
            *is_committed = true;
        }
        Ok(())
    }

    /// Returns whether this is a file that can be read again, not a pipe or device.
    pub fn is_regular(&self) -> bool {
        !matches!(self.kind, Kind::Stream(_))
    }

    /// Checks that the file can get an index before it is complete.
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

    /// Makes the file durable. A new file then replaces the old one.
    ///
    /// After two errors the work stays, because readers may have seen it. Their messages say so.
    ///
    /// | error | after a crash | repeating the work |
    /// |---|---|---|
    /// | the appended games are in the file, but could not be flushed | the games may be lost | adds the games twice |
    /// | the new file is in its place, but its folder could not be flushed | the old file may be back | is safe |
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

    /// Restores the state before this file was made: truncates an appended file to its old end, removes a new file.
    fn abort(&mut self) -> io::Result<()> {
        if !self.is_ended {
            self.take_back()?;
            self.is_ended = true;
        }
        Ok(())
    }
}

/// Discards an incomplete file, as far as that is possible.
impl Drop for OutputFile {
    fn drop(&mut self) {
        let _ = self.abort();
    }
}

/// Returns whether a file starts like a plypack file, whatever follows.
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

/// Returns whether two paths lead to the same regular file, for example by links; `false` if one leads to no regular file.
pub fn is_same_file(a: impl AsRef<Path>, b: impl AsRef<Path>) -> bool {
    let identities = (Identity::at(a.as_ref()), Identity::at(b.as_ref()));
    matches!(identities, (Ok(Some(a)), Ok(Some(b))) if a == b)
}

/// Returns whether a path leads to an open file, such as standard input; `false` if that is not a regular file.
pub fn is_open_file(file: &File, path: impl AsRef<Path>) -> bool {
    matches!((Identity::of(file), Identity::at(path.as_ref())), (Ok(a), Ok(Some(b))) if a == b)
}

#[cfg(test)]
mod tests;
