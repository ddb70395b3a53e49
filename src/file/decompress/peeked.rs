//! A reader whose first bytes were inspected.

use std::io::{self, Read};

use crate::{Result, memory};

/// A reader that starts with the bytes that were inspected.
pub(super) struct Peeked<R> {
    head: Vec<u8>,
    /// Bytes of the head that were read.
    pos: usize,
    /// The error after the head; after an error the reader is not read again.
    error: Option<io::Error>,
    reader: R,
}

impl<R: Read> Peeked<R> {
    /// Reads the first `len` bytes. A later read returns an error that happens here, except for a lack of memory.
    pub fn new(mut reader: R, len: usize) -> Result<Peeked<R>> {
        let mut head = memory::with_capacity(len + 64)?;
        let error = (&mut reader).take(len as u64).read_to_end(&mut head).err();
        Ok(Peeked { head, pos: 0, error, reader })
    }

    /// The first bytes; fewer if there are no more, or no more could be read.
    pub fn head(&self) -> &[u8] {
        &self.head
    }
}

impl<R: Read> Read for Peeked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = &self.head[self.pos..];
        if !left.is_empty() {
            let len = left.len().min(buffer.len());
            buffer[..len].copy_from_slice(&left[..len]);
            self.pos += len;
            return Ok(len);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.reader.read(buffer),
        }
    }
}
