//! Destinations of files.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    path::PathBuf,
};

use super::{scratch, source::Source};
use crate::{Result, memory};

/// A destination of a file. Takes bytes in order, writes over earlier bytes, and makes them durable.
///
/// A [`Spool`](crate::io::Spool) adapts a destination that cannot write over earlier bytes, such as a pipe.
pub trait Sink: Write {
    /// Writes over bytes that were written before: `offset` counts from the first byte of the file.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Makes all bytes so far durable, as far as the system offers that.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    /// Makes space for the next `bytes` bytes, which are written in one call then: a sink in memory that cannot grow says so here.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](std::io::ErrorKind::OutOfMemory).
    fn reserve(&mut self, _bytes: usize) -> std::io::Result<()> {
        Ok(())
    }

    /// Makes what was written count, after its last byte: durable, and a new file in its place. Nothing is written after it.
    ///
    /// # Errors
    ///
    /// Errors of the operating system, after which [`Sink::abort`] takes back what was written; of an
    /// [`OutputFile`](crate::OutputFile) two leave it, which say so.
    fn commit(&mut self) -> std::io::Result<()> {
        self.sync()
    }

    /// Makes what was written count, as [`Sink::commit`] does, and goes on: [`Sink::abort`] takes back what is written after it.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn go_on(&mut self) -> std::io::Result<()> {
        self.sync()
    }

    /// Takes back what was written, where that is possible; see [`Writer::abort`](crate::Writer::abort). Nothing is written after it.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn abort(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A sink that an index is added to before it is complete: its bytes can be read again.
pub trait IndexedSink: Sink {
    /// Returns whether that can be done now.
    ///
    /// # Errors
    ///
    /// What [`Writer::add_index`](crate::Writer::add_index) says of a sink for which this is not so.
    fn check_gets_index(&self) -> Result<()> {
        Ok(())
    }

    /// The bytes so far.
    ///
    /// # Errors
    ///
    /// Errors of the operating system; [`NoMemory`](crate::ErrorCode::NoMemory).
    fn written(&self) -> Result<Box<dyn Source>>;

    /// The folder for positions that do not fit in memory while the index is built: on the disk of the file, where that is known. By
    /// default the system's folder for temporary files.
    fn temporary_folder(&self) -> PathBuf {
        scratch::folder()
    }
}

impl IndexedSink for Vec<u8> {
    /// A copy of them.
    fn written(&self) -> Result<Box<dyn Source>> {
        Ok(Box::new(memory::copied(self)?))
    }
}

/// The file starts where the vector does, whatever that has before.
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

/// Writes over bytes at `offset`, and goes back to where it was.
pub(super) fn rewrite_by_seeking(out: &mut (impl Write + Seek), offset: u64, bytes: &[u8]) -> io::Result<()> {
    let end = out.stream_position()?;
    out.seek(SeekFrom::Start(offset))?;
    out.write_all(bytes)?;
    out.seek(SeekFrom::Start(end)).map(drop)
}

/// The file starts where the first byte of the handle is; a pipe or device cannot be written over, and needs a
/// [`Spool`](crate::io::Spool).
impl Sink for File {
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        rewrite_by_seeking(self, offset, bytes)
    }

    fn sync(&mut self) -> std::io::Result<()> {
        self.flush()?;
        match self.sync_data() {
            // Pipes and devices cannot be synchronised.
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
