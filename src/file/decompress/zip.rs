//! PGN files in a zip archive, plain or compressed.

mod directory;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use flate2::{CrcReader, bufread::DeflateDecoder};

use self::directory::{Directory, Member, broken};
use super::{BUFFER, HEAD, Skipped, Text, peeked::Peeked, refused, text_of};
use crate::Result;

/// Ends of names of PGN files.
const PGN: [&str; 5] = [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.xz", ".pgn.zst"];

/// Ends of names of other files that may hold games: databases, archives, and files compressed in other ways.
const WITH_GAMES: [&str; 20] = [
    ".7z", ".bz2", ".cbf", ".cbh", ".cbv", ".gz", ".lz", ".lz4", ".lzma", ".pgi", ".plypack", ".rar", ".si3", ".si4",
    ".si5", ".tar", ".tgz", ".xz", ".zip", ".zst",
];

/// The files of an archive that hold games, in the order of its directory.
pub(in crate::file) struct Members {
    file: File,
    directory: Directory,
    /// Bytes of the archive that texts may still take. The files of a zip bomb share bytes: they fail once they have
    /// taken as many bytes as the archive has.
    left: u64,
    /// True if a file that may hold games was found.
    found: bool,
    skipped: Skipped,
}

impl Members {
    /// Copies the archive into a temporary file without a name, because its directory is at the end.
    ///
    /// Errors: [`crate::ErrorCode::Io`], also if the directory cannot be read; [`crate::ErrorCode::UnsupportedEncoding`] for a part
    /// of a split archive.
    pub fn of(mut input: impl Read) -> Result<Members> {
        let mut file = tempfile::tempfile()?;
        let left = io::copy(&mut input, &mut file)?;
        let directory = Directory::of(&mut file)?;
        Ok(Members { file, directory, left, found: false, skipped: Skipped::default() })
    }

    /// Returns the next text.
    ///
    /// Errors: [`crate::ErrorCode::UnsupportedEncoding`] for a file that may hold games and cannot be read, and if no file holds
    /// games; [`crate::ErrorCode::Io`].
    pub fn next<'a>(&mut self) -> Result<Option<Text<'a>>> {
        while let Some(member) = self.directory.next(&mut self.file)? {
            let name = String::from_utf8_lossy(&member.name);
            let ends_with = |ends: &[&str]| ends.iter().any(|end| name.to_ascii_lowercase().ends_with(end));
            if ends_with(&PGN) {
                self.found = true;
                return self.text(&member).map(Some).map_err(|e| e.context(name));
            }
            if ends_with(&WITH_GAMES) {
                self.found = true;
                return Err(refused("no PGN file by its name; unpack the archive first").context(name));
            }
            // The entry of a folder ends with a slash.
            if !name.ends_with('/') {
                self.skipped.add(&name);
            }
        }
        if self.found { Ok(None) } else { self.nothing_found() }
    }

    /// Returns the files that were skipped so far.
    pub fn skipped(&self) -> &Skipped {
        &self.skipped
    }

    fn nothing_found<'a>(&mut self) -> Result<Option<Text<'a>>> {
        self.found = true;
        Err(refused("a zip archive without a .pgn file"))
    }

    fn text<'a>(&mut self, member: &Member) -> Result<Text<'a>> {
        if member.is_encrypted {
            return Err(refused("encrypted; unpack it first"));
        }
        self.left = self.left.checked_sub(member.len).ok_or_else(|| broken("its files share their bytes"))?;
        // This handle shares its position with `self.file`, so the directory is read only when no text is being read.
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(member.start(&mut self.file)?))?;
        let stored = BufReader::with_capacity(BUFFER, file.take(member.len));
        let text: Text<'a> = match member.method {
            0 => Box::new(stored),
            8 => Box::new(DeflateDecoder::new(stored)),
            other => return Err(refused(&format!("compressed with method {other}; unpack it first"))),
        };
        let checked: Text<'a> = Box::new(Checked { text: CrcReader::new(text), expected: member.crc });
        text_of(Peeked::new(checked, HEAD)?)
    }
}

/// A text whose checksum is checked at its end.
struct Checked<R> {
    text: CrcReader<R>,
    expected: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.text.crc().sum() != self.expected {
            Err(io::Error::new(io::ErrorKind::InvalidData, "zip: the checksum does not match"))
        } else {
            Ok(read)
        }
    }
}
