//! PGN files in a zip archive.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use flate2::{CrcReader, bufread::DeflateDecoder};
use zip::{CompressionMethod, ZipArchive, result::ZipError};

use super::{BUFFER, HEAD, Text, peeked::Peeked, plain, refused};
use crate::{Error, ErrorCode, Result};

/// The files of an archive whose names end with `.pgn`, in the order of its directory.
pub(in crate::file) struct Members {
    archive: ZipArchive<File>,
    /// The same file, with the same position: the archive is read only between the texts.
    file: File,
    next: usize,
    /// Whether there was any.
    found: bool,
}

impl Members {
    /// Copies the archive into a temporary file without a name, because its directory is at the end.
    ///
    /// Errors: [`ErrorCode::Io`], also for a directory that cannot be read; [`ErrorCode::UnsupportedEncoding`] for one with a name
    /// that is there twice.
    pub fn of(mut input: impl Read) -> Result<Members> {
        let mut file = tempfile::tempfile()?;
        io::copy(&mut input, &mut file)?;
        file.rewind()?;
        let archive = ZipArchive::new(file.try_clone()?).map_err(broken)?;
        if archive.has_duplicate_names() {
            // Only the last of them could be read.
            return Err(refused(
                "a zip archive with several files of the same name; unpack it first, each under a name of its own",
            ));
        }
        Ok(Members { archive, file, next: 0, found: false })
    }

    /// The next text.
    ///
    /// Errors: [`ErrorCode::UnsupportedEncoding`] when it cannot be decompressed, or when no file is PGN; [`ErrorCode::Io`].
    pub fn next<'a>(&mut self) -> Result<Option<Text<'a>>> {
        while self.next < self.archive.len() {
            self.next += 1;
            if let Some(name) = self.pgn_name(self.next - 1)? {
                self.found = true;
                return self.text(self.next - 1).map(Some).map_err(|e| e.context(name));
            }
        }
        if self.found { Ok(None) } else { self.nothing_found() }
    }

    /// The name of a member, if it is a PGN file.
    fn pgn_name(&mut self, index: usize) -> Result<Option<String>> {
        let member = self.archive.by_index_raw(index).map_err(broken)?;
        let name = String::from_utf8_lossy(member.name_raw()).into_owned();
        Ok((name.to_ascii_lowercase().ends_with(".pgn") && member.is_file()).then_some(name))
    }

    fn nothing_found<'a>(&mut self) -> Result<Option<Text<'a>>> {
        self.found = true;
        Err(refused("a zip archive without a .pgn file"))
    }

    fn text<'a>(&mut self, index: usize) -> Result<Text<'a>> {
        let member = self.archive.by_index_raw(index).map_err(broken)?;
        if member.encrypted() {
            return Err(refused("encrypted; unpack it first"));
        }
        let (method, expected, len) = (member.compression(), member.crc32(), member.compressed_size());
        let start = member.data_start().ok_or_else(|| broken(ZipError::FileNotFound))?;
        drop(member);
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        let stored = BufReader::with_capacity(BUFFER, file.take(len));
        let text: Text<'a> = match method {
            CompressionMethod::STORE => Box::new(stored),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(stored)),
            other => return Err(refused(&format!("compressed with method {other}; unpack it first"))),
        };
        plain(Peeked::new(Checked { text: CrcReader::new(text), expected }, HEAD)?)
    }
}

fn broken(error: ZipError) -> Error {
    Error::new(ErrorCode::Io, format!("zip: {error}"))
}

/// A text whose checksum is checked at its end.
struct Checked<R> {
    text: CrcReader<R>,
    expected: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        match read == 0 && !buffer.is_empty() && self.text.crc().sum() != self.expected {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, "zip: the checksum does not match")),
            false => Ok(read),
        }
    }
}
