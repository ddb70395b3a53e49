//! The temporary file of an index while it is built.

use std::{
    env,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{source::Source, system::System};
use crate::{Error, ErrorCode, Result, index::Scratch};

/// A temporary file without a name.
struct TemporaryFile {
    system: Arc<dyn System>,
    file: File,
    folder: PathBuf,
}

/// Returns a function that makes temporary files in a folder.
pub(super) fn in_folder(system: Arc<dyn System>, folder: PathBuf) -> impl Fn() -> Result<Box<dyn Scratch>> + Sync {
    move || {
        let file = system.make_temporary(&folder).map_err(|e| advised(e, &folder))?;
        Ok(Box::new(TemporaryFile { system: system.clone(), file, folder: folder.clone() }))
    }
}

/// Returns the folder of the system for temporary files.
pub(super) fn folder() -> PathBuf {
    // Without an operating system, as in a browser, asking for it panics.
    if cfg!(target_family = "wasm") { PathBuf::new() } else { env::temp_dir() }
}

/// Returns an error of the system with the folder and with advice.
fn advised(e: impl Into<Error>, folder: &Path) -> Error {
    let advice = "making an index needs up to 1.1 GB there, or memory for 20 bytes per ply (--memory)";
    e.into().context(format_args!("a temporary file in {}", folder.display())).advised(advice)
}

impl Scratch for TemporaryFile {
    fn write_at(&self, mut offset: u64, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            match self.system.write_at(&self.file, bytes, offset) {
                Ok(0) => return Err(advised(io::Error::from(io::ErrorKind::WriteZero), &self.folder)),
                Ok(len) => {
                    bytes = &bytes[len..];
                    offset += len as u64;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(advised(e, &self.folder)),
            }
        }
        Ok(())
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<()> {
        // Leaves out the offset in this temporary file, which would look like an offset in the indexed file.
        let failed = |e: Error| advised(Error::new(ErrorCode::Io, e.message()), &self.folder);
        self.file.read_at(offset, bytes).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    /// Writes at most three bytes at a time, and is interrupted by signals.
    #[derive(Debug, Default)]
    struct Interrupted(AtomicUsize);

    impl System for Interrupted {
        fn write_at(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
            match self.0.fetch_add(1, Relaxed) % 2 {
                0 => Err(io::ErrorKind::Interrupted.into()),
                _ => crate::file::system::Native.write_at(file, &bytes[..bytes.len().min(3)], offset),
            }
        }
    }

    #[test]
    fn writes_that_are_interrupted_go_on() {
        let system = Arc::new(Interrupted::default());
        let scratch = in_folder(system.clone(), folder())().unwrap();
        scratch.write_at(2, b"0123456789").unwrap();
        let mut read = [0; 12];
        scratch.read_at(0, &mut read).unwrap();
        assert_eq!(&read, b"\0\x000123456789");
        assert_eq!(system.0.load(Relaxed), 2 * 4);
    }
}
