//! Destinations of files.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    path::PathBuf,
};

use super::{scratch, source::Source};
use crate::{Result, memory};

/// A destination for a file: takes bytes in order, overwrites earlier bytes, and makes them durable.
///
/// A [`Spool`](crate::io::Spool) adapts a destination that cannot overwrite earlier bytes, such as a pipe.
pub trait Sink: Write {
    /// Overwrites bytes that were written before: `offset` counts from the first byte of the file.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Makes all bytes written so far durable, as far as the system supports that.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    /// Makes space for the next `bytes` bytes, which are then written in one call: a sink in memory that cannot grow fails here.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](std::io::ErrorKind::OutOfMemory).
    fn reserve(&mut self, _bytes: usize) -> std::io::Result<()> {
        Ok(())
    }

    /// Commits everything written, after its last byte: makes it durable and puts a new file into its place. Nothing is written
    /// afterwards.
    ///
    /// # Errors
    ///
    /// Errors of the operating system. Then [`Sink::abort`] discards everything written, except after two errors of an
    /// [`OutputFile`](crate::OutputFile), whose messages say that the work stays.
    fn commit(&mut self) -> std::io::Result<()> {
        self.sync()
    }

    /// Commits everything written, like [`Sink::commit`], and continues: [`Sink::abort`] then discards only what is written after it.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn go_on(&mut self) -> std::io::Result<()> {
        self.sync()
    }

    /// Discards everything written, where possible; see [`Writer::abort`](crate::Writer::abort). Nothing is written afterwards.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn abort(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A sink whose bytes can be read again, so that an index can be added before it is complete.
pub trait IndexedSink: Sink {
    /// Checks that an index can be added now.
    ///
    /// # Errors
    ///
    /// The error that [`Writer::add_index`](crate::Writer::add_index) then returns.
    fn check_gets_index(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the bytes written so far.
    ///
    /// # Errors
    ///
    /// Errors of the operating system; [`NoMemory`](crate::ErrorCode::NoMemory).
    fn written(&self) -> Result<Box<dyn Source>>;

    /// Returns the folder for positions that do not fit in memory while the index is built: if possible, on the disk of the file. By
    /// default the system's folder for temporary files.
    fn temporary_folder(&self) -> PathBuf {
        scratch::folder()
    }
}

impl IndexedSink for Vec<u8> {
    /// Returns a copy of the bytes.
    fn written(&self) -> Result<Box<dyn Source>> {
        Ok(Box::new(memory::copied(self)?))
    }
}

/// The file starts after the bytes that the vector already has.
impl Sink for Vec<u8> {
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self[offset as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn reserve(&mut self, bytes: usize) -> std::io::Result<()> {
        Ok(self.try_reserve(bytes)?)
    }

    fn abort(&mut self) -> std::io::Result<()> {
        self.clear();
        Ok(())
    }
}

/// Overwrites bytes at `offset`, and returns to the position before.
pub(super) fn rewrite_by_seeking(out: &mut (impl Write + Seek), offset: u64, bytes: &[u8]) -> io::Result<()> {
    let end = out.stream_position()?;
    out.seek(SeekFrom::Start(offset))?;
    out.write_all(bytes)?;
    out.seek(SeekFrom::Start(end)).map(drop)
}

/// The file must start at the first byte of the handle. A pipe or device cannot be overwritten, and needs a
/// [`Spool`](crate::io::Spool).
impl Sink for File {
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        rewrite_by_seeking(self, offset, bytes)
    }

    fn sync(&mut self) -> std::io::Result<()> {
        self.flush()?;
        match self.sync_data() {
            // Pipes and devices cannot be synchronized.
            Err(e) if e.kind() == std::io::ErrorKind::InvalidInput => Ok(()),
            done => done,
        }
    }
}

impl<S: Sink + ?Sized> Sink for Box<S> {
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        (**self).rewrite(offset, bytes)
    }

    fn sync(&mut self) -> std::io::Result<()> {
        (**self).sync()
    }

    fn reserve(&mut self, bytes: usize) -> std::io::Result<()> {
        (**self).reserve(bytes)
    }

    fn commit(&mut self) -> std::io::Result<()> {
        (**self).commit()
    }

    fn go_on(&mut self) -> std::io::Result<()> {
        (**self).go_on()
    }

    fn abort(&mut self) -> std::io::Result<()> {
        (**self).abort()
    }
}
