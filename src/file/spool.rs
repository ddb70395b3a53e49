//! Files for pipes, devices and callbacks: commit records are written last, but come first in the file.

use std::{
    fmt,
    io::{self, Seek, Write},
};

use super::sink::{Sink, rewrite_by_seeking};

/// Number of bytes kept in memory before they go to a temporary file.
#[cfg(not(target_family = "wasm"))]
const IN_MEMORY: usize = 1 << 20;

#[cfg(not(target_family = "wasm"))]
type Held = tempfile::SpooledTempFile;
#[cfg(target_family = "wasm")]
type Held = io::Cursor<Vec<u8>>;

/// A sink for a destination that cannot overwrite earlier bytes. Holds the file in memory, or above 1 MiB in an unnamed temporary file,
/// and writes it to the destination when it is complete.
pub struct Spool<W> {
    held: Held,
    out: W,
}

impl<W: Write> Spool<W> {
    /// Starts an empty file for `out`.
    pub fn new(out: W) -> Spool<W> {
        #[cfg(not(target_family = "wasm"))]
        let held = tempfile::spooled_tempfile(IN_MEMORY);
        #[cfg(target_family = "wasm")]
        let held = Held::default();
        Spool { held, out }
    }

    /// Returns the destination.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W> fmt::Debug for Spool<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spool").finish_non_exhaustive()
    }
}

impl<W: Write> Write for Spool<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<W: Write> Sink for Spool<W> {
    fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        rewrite_by_seeking(&mut self.held, offset, bytes)
    }

    fn commit(&mut self) -> io::Result<()> {
        self.held.rewind()?;
        io::copy(&mut self.held, &mut self.out)?;
        self.out.flush()
    }
}
