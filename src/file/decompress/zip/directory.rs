//! The directory at the end of a zip archive. It is read one entry at a time, so it takes no memory, however many files
//! it lists. The fields are as in sections 4.3 and 4.5.3 of PKWARE's APPNOTE.TXT.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
};

use memchr::memmem::rfind;

use super::super::refused;
use crate::{Error, ErrorCode, Result};

/// Bytes of the record at the end, without the comment after it.
const END: usize = 22;

/// Bytes of the locator before that record. It leads to the record with 64-bit numbers.
const LOCATOR: usize = 20;
const LONG_END: usize = 56;

/// Bytes of the header of a file in the directory, and of the local header before the file.
const HEADER: usize = 46;
const LOCAL_HEADER: usize = 30;

/// The value of a 32-bit number that a 64-bit number elsewhere replaces.
const LONG: u64 = u32::MAX as u64;

/// Rest of a directory.
pub(super) struct Directory {
    /// Offset of the next header.
    next: u64,
    /// End of the directory: the start of the record at the end.
    end: u64,
    /// Number of files that remain.
    files: u64,
}

/// A file of the archive.
pub(super) struct Member {
    pub name: Vec<u8>,
    pub method: u16,
    pub is_encrypted: bool,
    pub crc: u32,
    /// Length of the stored bytes.
    pub len: u64,
    /// Offset of the local header.
    header: u64,
}

/// An archive that cannot be read.
pub(super) fn broken(what: &str) -> Error {
    Error::new(ErrorCode::Io, format!("zip: {what}"))
}

/// Returns `len` little-endian bytes of a record as a number.
fn number(record: &[u8], start: usize, len: usize) -> u64 {
    record[start..start + len].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Reads a record that begins with `PK` and these two bytes.
fn record<const N: usize>(file: &mut File, at: u64, kind: [u8; 2]) -> Result<[u8; N]> {
    let mut record = [0; N];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut record).map_err(|_| broken("it is cut off"))?;
    if record.starts_with(&[b'P', b'K', kind[0], kind[1]]) {
        Ok(record)
    } else {
        Err(broken("its directory is corrupt"))
    }
}

impl Directory {
    /// Errors: [`ErrorCode::Io`]; [`ErrorCode::UnsupportedEncoding`] for an archive in several parts.
    pub fn of(file: &mut File) -> Result<Directory> {
        let len = file.seek(SeekFrom::End(0))?;
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(len.saturating_sub((END + usize::from(u16::MAX)) as u64)))?;
        file.read_to_end(&mut tail)?;
        let start = len - tail.len() as u64;
        // The comment after the record may contain its first bytes, too.
        let mut searched = &tail[..];
        let mut error = broken("its directory is missing");
        while let Some(at) = rfind(searched, b"PK\x05\x06") {
            match tail[at..].first_chunk().map(|end| Directory::listed_by(file, start + at as u64, end)) {
                Some(Ok(directory)) => return Ok(directory),
                Some(Err(e)) => error = e,
                None => {}
            }
            searched = &tail[..at];
        }
        Err(error)
    }

    /// Returns the directory of the record `end` at `at`.
    fn listed_by(file: &mut File, at: u64, end: &[u8; END]) -> Result<Directory> {
        let [parts, files, len, next] = [(4, 2), (10, 2), (12, 4), (16, 4)].map(|(start, len)| number(end, start, len));
        let short = Directory { next, end: at, files };
        let is_long = files == u64::from(u16::MAX) || len == LONG || next == LONG;
        let (directory, len, parts) = if is_long && at >= LOCATOR as u64 {
            Directory::of_long_record(file, at - LOCATOR as u64)?.unwrap_or((short, len, parts))
        } else {
            (short, len, parts)
        };
        if parts != 0 {
            return Err(refused("a part of a zip archive; join the parts first"));
        }
        if directory.next.checked_add(len).is_none_or(|end| end > directory.end) {
            return Err(broken("its directory is corrupt"));
        }
        if directory.files > 0 {
            record::<4>(file, directory.next, [1, 2])?;
        }
        Ok(directory)
    }

    /// Returns the directory of a record with 64-bit numbers, its length and the number of its part, if there is a locator at `at`.
    fn of_long_record(file: &mut File, at: u64) -> Result<Option<(Directory, u64, u64)>> {
        let Ok(locator) = record::<LOCATOR>(file, at, [6, 7]) else { return Ok(None) };
        let end = number(&locator, 8, 8);
        let long = record::<LONG_END>(file, end, [6, 6])?;
        let [part, files, len, next] =
            [(16, 4), (32, 8), (40, 8), (48, 8)].map(|(start, len)| number(&long, start, len));
        Ok(Some((Directory { next, end, files }, len, part)))
    }

    /// Returns the next file.
    ///
    /// Errors: [`ErrorCode::Io`]; no file can be read after it.
    pub fn next(&mut self, file: &mut File) -> Result<Option<Member>> {
        let Some(left) = self.files.checked_sub(1) else { return Ok(None) };
        self.files = 0;
        let member = self.read(file)?;
        self.files = left;
        Ok(Some(member))
    }

    fn read(&mut self, file: &mut File) -> Result<Member> {
        let header = record::<HEADER>(file, self.next, [1, 2])?;
        let [name, extra, comment] = [28, 30, 32].map(|start| number(&header, start, 2) as usize);
        self.next += (HEADER + name + extra + comment) as u64;
        if self.next > self.end {
            return Err(broken("its directory is corrupt"));
        }
        let mut rest = vec![0; name + extra];
        file.read_exact(&mut rest)?;
        let extra = rest.split_off(name);
        let [_, len, start] = with_long_numbers([24, 20, 42].map(|start| number(&header, start, 4)), &extra)?;
        let [flags, method, crc] = [(8, 2), (10, 2), (16, 4)].map(|(start, len)| number(&header, start, len));
        let method = method as u16;
        let crc = crc as u32;
        Ok(Member { name: rest, method, is_encrypted: flags & 1 == 1, crc, len, header: start })
    }
}

/// Returns the numbers of a header, in the order in which their 64-bit forms follow in its extra field.
fn with_long_numbers(mut numbers: [u64; 3], extra: &[u8]) -> Result<[u64; 3]> {
    let mut long = long_numbers(extra);
    for n in numbers.iter_mut().filter(|n| **n == LONG) {
        let (first, rest) = long.split_first_chunk::<8>().ok_or_else(|| broken("its directory is corrupt"))?;
        (*n, long) = (u64::from_le_bytes(*first), rest);
    }
    Ok(numbers)
}

/// Returns the part of an extra field that has the 64-bit numbers; empty if there is none.
fn long_numbers(mut extra: &[u8]) -> &[u8] {
    while let Some((head, rest)) = extra.split_first_chunk::<4>() {
        let kind = number(head, 0, 2);
        let len = number(head, 2, 2) as usize;
        let Some((content, next)) = rest.split_at_checked(len) else { break };
        if kind == 1 {
            return content;
        }
        extra = next;
    }
    &[]
}

impl Member {
    /// Returns the offset of the file's bytes, after its local header, whose lengths may differ from the lengths in the directory.
    pub fn start(&self, file: &mut File) -> Result<u64> {
        let header = record::<LOCAL_HEADER>(file, self.header, [3, 4])?;
        Ok(self.header + LOCAL_HEADER as u64 + number(&header, 26, 2) + number(&header, 28, 2))
    }
}
