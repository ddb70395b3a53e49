//! Calls of writers to the operating system: locks, replacing and truncating files, and making them durable.

use std::{
    fmt::Debug,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Write},
    path::Path,
};

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod calls;
#[cfg(test)]
pub mod faulty;
pub mod lock;
pub mod map;

/// The system calls for files that are written. By default each makes the real call; tests make some of them fail.
pub trait System: Debug + Send + Sync {
    /// Opens an existing file for reading and writing.
    fn open(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).open(path)
    }

    /// Makes a file; fails if anything has this name, even a link.
    fn make(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(path)
    }

    /// Makes an unnamed file in a folder; closing it removes it.
    fn make_temporary(&self, folder: &Path) -> io::Result<File> {
        #[cfg(not(target_family = "wasm"))]
        return tempfile::tempfile_in(folder);
        #[cfg(target_family = "wasm")]
        return no_files(folder);
    }

    /// Writes some of the bytes to a pipe or device, and returns their number.
    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    /// Writes some of the bytes at an offset, and returns their number. Ignores the position of the handle, because on Windows reads
    /// by another handle of the same open file move it.
    fn write_at(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
        #[cfg(windows)]
        return std::os::windows::fs::FileExt::seek_write(file, bytes, offset);
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::write_at(file, bytes, offset);
        #[cfg(not(any(unix, windows)))]
        return no_files((file, bytes, offset));
    }

    /// Truncates a file.
    fn cut(&self, file: &File, len: u64) -> io::Result<()> {
        file.set_len(len)
    }

    /// Makes the bytes written to a file durable, as far as the system supports that.
    fn sync(&self, file: &File) -> io::Result<()> {
        supported(file.sync_data())
    }

    /// Opens a folder, to make the names of its files durable; `None` if the system does not support that.
    fn open_folder(&self, folder: &Path) -> io::Result<Option<File>> {
        // Windows has no such call.
        if !cfg!(unix) {
            return Ok(None);
        }
        match File::open(folder) {
            // Files can be made in a folder that cannot be read.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => Ok(None),
            folder => folder.map(Some),
        }
    }

    /// Makes the names of the files in a folder durable, as far as the system supports that.
    fn sync_folder(&self, folder: &File) -> io::Result<()> {
        supported(folder.sync_all())
    }

    /// Renames a file in its folder; replaces an existing file with the new name in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// Takes the exclusive lock of a file; `false` if somebody else has it. Fails if the file system has no locks.
    fn try_lock(&self, file: &File) -> io::Result<bool> {
        lock::try_exclusive(file)
    }

    /// Gives a new file the permissions of the file that it will replace, and its owner and group if allowed.
    fn take_over(&self, old: &Metadata, new: &File) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the superuser can give files away; other users may be members of the group.
            let _ = fchown(new, None, Some(old.gid()));
            let _ = fchown(new, Some(old.uid()), None);
        }
        new.set_permissions(old.permissions())
    }
}

/// The system that this program runs on.
#[derive(Debug, Clone, Copy)]
pub struct Native;

impl System for Native {}

/// Always fails: a browser has no files, so nothing gets here.
#[cfg(not(any(unix, windows)))]
fn no_files<T>(_: impl Sized) -> io::Result<T> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Pipes, devices and some file systems do not support making files durable.
fn supported(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

/// Identity of a file, whatever its path: the numbers of the file and of the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity(u64, u64);

impl Identity {
    /// Returns the identity of an open file.
    pub fn of(file: &File) -> io::Result<Identity> {
        #[cfg(windows)]
        {
            let information = winapi_util::file::information(file)?;
            Ok(Identity(information.volume_serial_number(), information.file_index()))
        }
        #[cfg(unix)]
        return Ok(Identity::of_metadata(&file.metadata()?));
        #[cfg(not(any(unix, windows)))]
        return no_files(file);
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity(metadata.dev(), metadata.ino())
    }

    /// Returns the identity of the regular file at a path; `None` if the path leads to no regular file.
    pub fn at(path: &Path) -> io::Result<Option<Identity>> {
        match fs::metadata(path) {
            #[cfg(unix)]
            Ok(metadata) if metadata.is_file() => Ok(Some(Identity::of_metadata(&metadata))),
            #[cfg(windows)]
            Ok(metadata) if metadata.is_file() => Identity::of(&File::open(path)?).map(Some),
            #[cfg(not(any(unix, windows)))]
            Ok(metadata) if metadata.is_file() => no_files(path),
            Ok(_) => Ok(None),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Native.open_folder(folder.path()).unwrap().is_some());
        let missing = Native.open_folder(&folder.path().join("none")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
