//! Files on a disk, opened for reading, by system calls or through a memory map. Shows whether someone writes to them,
//! and whether they were replaced.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use super::{Identity, lock};
use crate::{
    Error, ErrorCode, Result,
    file::source::{Source, copy_at, open_file},
};

/// A file that this library opened itself, so that nobody else owns a lock of its handle.
pub(crate) struct OpenedFile {
    file: File,
    /// Absolute, so that it still leads to the same file if the program changes its folder.
    path: PathBuf,
}

impl OpenedFile {
    /// Opens a file for reading. Refuses a named pipe, which would wait for a writer.
    ///
    /// Errors: from [`open_file`].
    pub(crate) fn open(path: &Path) -> Result<OpenedFile> {
        if is_named_pipe(path) {
            let message = "a named pipe, which cannot be read in any order; copy it to a file first";
            return Err(Error::new(ErrorCode::Io, message).context(path.display()));
        }
        let file = open_file(path)?;
        Ok(OpenedFile { file, path: std::path::absolute(path)? })
    }

    /// Returns whether the path leads to another file now, for example after a rename onto it. `false` if the path leads to no file.
    fn is_replaced(&self) -> bool {
        let identities = (Identity::at(&self.path), Identity::of(&self.file));
        matches!(identities, (Ok(Some(there)), Ok(here)) if there != here)
    }
}

#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

impl Source for OpenedFile {
    fn len(&self) -> Result<u64> {
        self.file.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        self.file.read_at(offset, buffer)
    }

    fn renewed(&self) -> Result<Option<Box<dyn Source>>> {
        if self.is_replaced() { Ok(Some(Box::new(OpenedFile::open(&self.path)?))) } else { Ok(None) }
    }

    fn is_being_written(&self) -> bool {
        match lock::try_shared(&self.file) {
            Ok(false) => true,
            // Not every file system has locks.
            Err(_) => false,
            Ok(true) => {
                let _ = lock::unlock(&self.file);
                false
            }
        }
    }

    fn mapped(&self, len: u64) -> Option<Box<dyn Source>> {
        let is_there = self.file.len().is_ok_and(|now| now >= len);
        let map = (is_there && is_local(&self.file)).then(|| map_of(&self.file, len))?;
        // Without this, scans are slower but still correct.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let _ = super::calls::advise_sequential(&self.file);
        Some(Box::new(Mapped(map.ok()?)))
    }
}

/// The start of a file, mapped into memory.
struct Mapped(memmap2::Mmap);

#[allow(unsafe_code, reason = "searches read whole files, and copying would take longer than scanning")]
fn map_of(file: &File, len: u64) -> std::io::Result<memmap2::Mmap> {
    let len = usize::try_from(len).map_err(|_| std::io::Error::from(std::io::ErrorKind::FileTooLarge))?;
    // SAFETY: of the committed bytes only the records are changed (container.1, container.17), and they are not read here; the map ends with the
    // committed bytes, so writers of this format neither change nor truncate any byte of it. For other programs, see `Reader::open_mapped`.
    unsafe { memmap2::MmapOptions::new().len(len).map(file) }
}

impl Source for Mapped {
    fn len(&self) -> Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        copy_at(&self.0, offset, buffer)
    }

    fn in_memory(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}

/// Returns whether a file is on a disk of this computer. A file on a server can change without the knowledge of this system, and a
/// lost connection would kill a program that reads a map.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn is_local(file: &File) -> bool {
    // linux/magic.h, and the sources of the file systems.
    const REMOTE: [u32; 14] = [
        0x6969,      // NFS
        0x517b,      // SMB
        0xff53_4d42, // CIFS
        0xfe53_4d42, // SMB 2 and 3
        0x6573_5546, // FUSE: sshfs, rclone and others
        0x0102_1997, // 9p
        0x00c3_6400, // Ceph
        0x5346_414f, // AFS
        0x6b41_4653, // AFS, of the kernel
        0x7375_7245, // Coda
        0x564c,      // NCP
        0x0bd0_0bd0, // Lustre
        0x4750_4653, // GPFS
        0x786f_4256, // shared folders of VirtualBox
    ];
    // The width of the number depends on the processor.
    super::calls::file_system(file).is_ok_and(|system| !REMOTE.contains(&(system.f_type as u32)))
}

#[cfg(target_vendor = "apple")]
fn is_local(file: &File) -> bool {
    super::calls::file_system(file).is_ok_and(|system| system.f_flags & libc::MNT_LOCAL as u32 != 0)
}

/// Other systems do not report whether a file is local. On Windows there is another reason not to map: writers cannot
/// truncate or replace a mapped file.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn is_local(_: &File) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_or_mapped() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let refused = OpenedFile::open(&pipe).err().unwrap();
        assert_eq!(refused.code(), ErrorCode::Io);
        assert!(refused.message().contains("a named pipe"), "{refused}");
        let path = folder.path().join("file");
        std::fs::write(&path, "0123").unwrap();
        let file = OpenedFile::open(&path).unwrap();
        let mapped = |len| file.mapped(len).map(|map| map.in_memory().unwrap().to_vec());
        assert_eq!(mapped(5), None, "longer than the file");
        assert!(mapped(3).is_none_or(|map| map == b"012"));
    }
}
