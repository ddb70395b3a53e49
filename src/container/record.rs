//! Commit records: which footer of a file is in force (`container.15`).

use std::{fmt, ops::Range, str::FromStr};

use super::{UNITS_START, header::parse_versions};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, crc32c},
    versions::Versions,
};

/// Bytes of a record.
pub const RECORD_LEN: usize = 8 // sequence number
    + 8 + 4 + 4 // offset, length and checksum of the footer
    + 12 // versions and features
    + 16 // file id
    + 8 // reserved
    + 4; // checksum

/// Offsets of the two records.
pub const RECORD_PLACES: [u64; 2] = [512, 1024];

/// The state of a file: files with equal states are equal.
///
/// While `file_id` is the same, a game number means the same game. Two files can have the same id and sequence number, for example two
/// copies to which different games were appended; the checksum tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// Identifies the numbering of games: a rewrite that renumbers games changes it. 0 for a file that never had games.
    pub file_id: [u8; 16],
    /// The number of the last commit, from 1 on.
    pub sequence: u64,
    /// CRC-32C of the footer in force.
    pub footer_crc: u32,
}

/// Text form: the three values in hex, joined with `-`.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file_id.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        write!(f, "-{:x}-{:08x}", self.sequence, self.footer_crc)
    }
}

/// Parses the text that `Display` writes.
impl FromStr for State {
    type Err = Error;

    fn from_str(text: &str) -> Result<State> {
        parsed(text).ok_or_else(|| {
            let message = format!(
                "`{text}` is no state of a file: 32 hex digits, the sequence number and 8 digits, joined with `-`"
            );
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }
}

fn parsed(text: &str) -> Option<State> {
    let (id, rest) = text.split_once('-')?;
    let (sequence, crc) = rest.split_once('-')?;
    if id.len() != 32 || crc.len() != 8 {
        return None;
    }
    let file_id = u128::from_str_radix(id, 16).ok()?.to_be_bytes();
    let sequence = u64::from_str_radix(sequence, 16).ok()?;
    let footer_crc = u32::from_str_radix(crc, 16).ok()?;
    Some(State { file_id, sequence, footer_crc })
}

impl State {
    /// Returns whether game numbers mean the same games in both states. Games may have been added or edited in between.
    pub fn has_numbers_of(&self, other: &State) -> bool {
        self.file_id == other.file_id
    }
}

/// A commit record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// File id, sequence number, and checksum of the footer.
    pub state: State,
    /// Offset of the footer in the file.
    pub footer_start: u64,
    /// Bytes of the footer.
    pub footer_len: u32,
    /// Versions and features of the file.
    pub versions: Versions,
}

impl Record {
    /// Returns the 64 bytes.
    pub fn to_bytes(self) -> [u8; RECORD_LEN] {
        let mut out = Vec::with_capacity(RECORD_LEN);
        out.extend_from_slice(&self.state.sequence.to_le_bytes());
        out.extend_from_slice(&self.footer_start.to_le_bytes());
        out.extend_from_slice(&self.footer_len.to_le_bytes());
        out.extend_from_slice(&self.state.footer_crc.to_le_bytes());
        out.extend_from_slice(&self.versions.to_bytes());
        out.extend_from_slice(&self.state.file_id);
        out.extend_from_slice(&[0; 8]);
        out.extend_from_slice(&crc32c(&out).to_le_bytes());
        out.try_into().expect("the fields add up to the record's length")
    }

    /// Returns the range of the footer in the file.
    pub fn footer(&self) -> Range<u64> {
        self.footer_start..self.end()
    }

    /// Returns the end of the file: bytes after it are not committed.
    pub fn end(&self) -> u64 {
        self.footer_start + u64::from(self.footer_len)
    }
}

/// The records of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Records {
    /// The record in force.
    pub in_force: Record,
    /// Index of the record in force: 0 or 1.
    pub place: usize,
}

impl Records {
    /// Reads the records; `start` must be the first bytes of the file.
    ///
    /// # Errors
    ///
    /// In this order: [`ErrorCode::Truncated`], [`ErrorCode::ChecksumHeader`], [`ErrorCode::HeaderMalformed`] for different records with
    /// the same number, the errors of [`Versions::check_readable`], [`ErrorCode::HeaderMalformed`] for a field of the record in force.
    pub fn parse(start: &[u8]) -> Result<Records> {
        let bytes = |place: usize| {
            let at = RECORD_PLACES[place] as usize;
            let bytes = start.get(at..at + RECORD_LEN);
            bytes.ok_or_else(|| {
                Error::new(ErrorCode::Truncated, "the file ends within its commit records").with_offset(0)
            })
        };
        let a = bytes(0)?;
        let b = bytes(1)?;
        let sequences = [sequence(a, 0)?, sequence(b, 1)?];
        if sequences[0] == sequences[1] && a != b {
            let message = "two different commit records with the same sequence number";
            return Err(Error::new(ErrorCode::HeaderMalformed, message).with_offset(RECORD_PLACES[0]));
        }
        let place = usize::from(sequences[1] > sequences[0]);
        let in_force = parse([a, b][place]).map_err(|e| e.shifted_by(RECORD_PLACES[place]))?;
        Ok(Records { in_force, place })
    }

    /// Reads the records of a file in which one may be damaged; the other one is then in force. `None` if neither is valid.
    pub fn salvage(start: &[u8]) -> Option<Records> {
        let record = |place: usize| {
            let at = RECORD_PLACES[place] as usize;
            let bytes = start.get(at..at + RECORD_LEN)?;
            sequence(bytes, place).and_then(|_| parse(bytes)).ok().map(|in_force| Records { in_force, place })
        };
        let valid = [record(0), record(1)].into_iter().flatten();
        valid.max_by_key(|records| (records.in_force.state.sequence, 1 - records.place))
    }

    /// Returns the offset of the record that is not in force, which the next commit writes.
    pub fn next_place(&self) -> u64 {
        RECORD_PLACES[1 - self.place]
    }
}

/// Returns the sequence number of a record with a valid checksum.
fn sequence(bytes: &[u8], place: usize) -> Result<u64> {
    let mut cursor = Cursor::new(bytes);
    let fields = cursor.take(RECORD_LEN - 4)?;
    if cursor.u32()? != crc32c(fields) {
        let message = format!("commit record {} is corrupt (checksum)", ["A", "B"][place]);
        return Err(Error::new(ErrorCode::ChecksumHeader, message).with_offset(RECORD_PLACES[place]));
    }
    Cursor::new(fields).u64()
}

/// Reads the fields of a record with a valid checksum. Offsets count from its start.
fn parse(bytes: &[u8]) -> Result<Record> {
    let malformed =
        |what: &str| Error::new(ErrorCode::HeaderMalformed, format!("a commit record {what}")).with_offset(0);
    let mut cursor = Cursor::new(bytes);
    let sequence = cursor.u64()?;
    let footer_start = cursor.u64()?;
    let footer_len = cursor.u32()?;
    let footer_crc = cursor.u32()?;
    let versions = parse_versions(&mut cursor)?;
    let file_id = cursor.array()?;
    versions.check_readable().map_err(|e| e.with_offset(24))?;
    if sequence == 0 {
        return Err(malformed("has the sequence number 0"));
    }
    if footer_start < UNITS_START || footer_start.checked_add(footer_len.into()).is_none() {
        return Err(malformed("names a footer that cannot be"));
    }
    if cursor.take(8)?.iter().any(|byte| *byte != 0) {
        return Err(malformed("has reserved bytes that are not 0"));
    }
    Ok(Record { state: State { file_id, sequence, footer_crc }, footer_start, footer_len, versions })
}

/// The hash for file ids: FNV-1a with 128 bits.
#[derive(Debug, Clone, Copy)]
pub struct FileIdHash(u128);

impl Default for FileIdHash {
    /// The hash of no bytes.
    fn default() -> FileIdHash {
        FileIdHash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl FileIdHash {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// Returns the id, low byte first.
    pub fn id(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(sequence: u64) -> Record {
        let state = State { file_id: [7; 16], sequence, footer_crc: 9 };
        Record { state, footer_start: UNITS_START, footer_len: 40, versions: Versions::CURRENT }
    }

    fn start(a: &Record, b: &Record) -> Vec<u8> {
        let mut start = vec![0; UNITS_START as usize];
        for (place, record) in RECORD_PLACES.into_iter().zip([a, b]) {
            start[place as usize..][..RECORD_LEN].copy_from_slice(&record.to_bytes());
        }
        start
    }

    #[test]
    fn the_larger_number_is_in_force() {
        for (a, b, place) in [(1, 1, 0), (1, 2, 1), (3, 2, 0), (256, 255, 0), (255, 256, 1)] {
            let records = Records::parse(&start(&record(a), &record(b))).unwrap();
            assert_eq!((records.place, records.in_force), (place, record(a.max(b))));
            assert_eq!(records.next_place(), RECORD_PLACES[1 - place]);
        }
    }

    #[test]
    fn every_bit_counts_and_the_other_record_serves() {
        let a = record(1);
        let b = record(2);
        let whole = start(&a, &b);
        for (place, at) in RECORD_PLACES.into_iter().enumerate() {
            for bit in 0..RECORD_LEN * 8 {
                let mut flipped = whole.clone();
                flipped[at as usize + bit / 8] ^= 1 << (bit % 8);
                let error = Records::parse(&flipped).unwrap_err();
                assert_eq!((error.code(), error.offset()), (ErrorCode::ChecksumHeader, Some(at)));
                assert_eq!(Records::salvage(&flipped).unwrap().in_force, [b, a][place]);
            }
        }
        for len in [0, 511, 1023, 1087] {
            assert_eq!(Records::parse(&whole[..len]).unwrap_err().code(), ErrorCode::Truncated);
        }
        assert!(Records::parse(&whole[..1088]).is_ok());
    }

    #[test]
    fn fields_that_break_a_rule() {
        let fields: [fn(&mut Record); 3] =
            [|r| r.state.sequence = 0, |r| r.footer_start = 1535, |r| r.footer_start = u64::MAX - 39];
        for change in fields {
            let mut wrong = record(2);
            change(&mut wrong);
            let error = Records::parse(&start(&wrong, &wrong)).unwrap_err();
            assert_eq!((error.code(), error.offset()), (ErrorCode::HeaderMalformed, Some(512)));
        }
        let mut other = record(1);
        other.footer_len += 1;
        let error = Records::parse(&start(&record(1), &other)).unwrap_err();
        assert_eq!((error.code(), error.offset()), (ErrorCode::HeaderMalformed, Some(512)));
        let mut newer = record(2);
        newer.versions.read = 0x7fff;
        let error = Records::parse(&start(&record(1), &newer)).unwrap_err();
        assert_eq!((error.code(), error.offset()), (ErrorCode::UnsupportedVersion, Some(1024 + 24)));
    }

    /// Values published by the authors of the hash: <http://www.isthe.com/chongo/tech/comp/fnv/>.
    #[test]
    fn hashes_of_known_texts() {
        let hash = |text: &str| {
            let mut hash = FileIdHash::default();
            hash.update(text.as_bytes());
            u128::from_le_bytes(hash.id())
        };
        assert_eq!(hash(""), 0x6c62272e07bb014262b821756295c58d);
        assert_eq!(hash("a"), 0xd228cb696f1a8caf78912b704e4a8964);
    }
}
