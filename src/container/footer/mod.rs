//! Footers: what an append added to the file, and the earlier footers that list the rest.
//!
//! Spec chapter: `spec/container.md`, sections "Footers" and "Edits".

mod body;
mod edits;
mod listing;
mod merge;

use std::ops::Range;

pub use edits::{Edit, GameEdit};
pub use listing::{Listing, PlacedFooter};
pub use merge::{FooterChain, segments_that_count};

use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, crc32c},
    container::BlockHeader,
    memory,
    versions::Versions,
};

/// The first four bytes of a footer, and the last four bytes of the file (`container.12`).
const MAGIC: [u8; 4] = *b"PLYF";
const END_MAGIC: [u8; 4] = *b"FYLP";

/// The last bytes of a footer: its length and the end magic.
pub const TRAILER_LEN: usize = 4 + 4;

/// Bytes of a footer apart from its body: magic, body length, checksum, trailer.
const FRAME_LEN: usize = 4 + 4 + 4 + TRAILER_LEN;

/// Earlier footers that a footer may refer to (`container.13`): at most eight footers are read to open a file.
pub const MAX_EARLIER: usize = 7;

/// One entry of the list of blocks (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockEntry {
    /// The bytes of the block in the file.
    pub range: Range<u64>,
    /// Games in it, 1 or more.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// Whether its games replace others and have no numbers of their own (`container.14`).
    pub is_replacement: bool,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// One entry of the list of index segments (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentEntry {
    /// The bytes of the segment in the file.
    pub range: Range<u64>,
    /// The first block that it covers. Blocks are counted from 0 over all footers, without those of replacements.
    pub first_block: u64,
    /// How many blocks it covers, 1 or more.
    pub blocks: u64,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// Where an earlier footer is (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FooterRef {
    /// Its bytes in the file.
    pub range: Range<u64>,
    /// Its checksum.
    pub crc: u32,
}

/// A footer (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footer {
    /// Versions and features that hold for the whole file.
    pub versions: Versions,
    /// The earlier footers that list the blocks before its own, oldest first.
    pub earlier: Vec<FooterRef>,
    /// Its own blocks, in file order.
    pub blocks: Vec<BlockEntry>,
    /// Its own index segments.
    pub segments: Vec<SegmentEntry>,
    /// Games that it deletes, replaces or restores, by ascending numbers (`container.14`).
    pub edits: Vec<GameEdit>,
}

fn malformed(message: &str, at: u64) -> Error {
    Error::new(ErrorCode::FooterMalformed, message).with_offset(at)
}

impl BlockEntry {
    /// The entry of a block that starts at `start` of the file.
    pub fn of(header: &BlockHeader, start: u64, is_replacement: bool) -> BlockEntry {
        let (games, plies) = (header.games as u64, header.plies);
        BlockEntry { range: start..start + header.len, games, plies, is_replacement, header_crc: header.crc }
    }
}

impl Footer {
    /// A footer that lists nothing.
    pub fn empty(versions: Versions) -> Footer {
        Footer { versions, earlier: Vec::new(), blocks: Vec::new(), segments: Vec::new(), edits: Vec::new() }
    }

    /// The bytes of the footer.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let body = body::to_bytes(self)?;
        let mut out = memory::with_capacity(body.len() + FRAME_LEN)?;
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&(body.len() as u32).to_le_bytes());
        out.extend_from_slice(&body);
        out.extend_from_slice(&crc32c(&out).to_le_bytes());
        out.extend_from_slice(&((body.len() + FRAME_LEN) as u32).to_le_bytes());
        out.extend_from_slice(&END_MAGIC);
        Ok(out)
    }

    /// How many bytes a footer takes, once its first 8 are known; `None` when no footer starts here.
    pub fn declared_len(start: &[u8]) -> Option<u64> {
        let mut cursor = Cursor::new(start);
        let magic: [u8; 4] = cursor.array().ok()?;
        let body = cursor.u32().ok()?;
        (magic == MAGIC).then_some(u64::from(body) + FRAME_LEN as u64)
    }

    /// Reads a footer that takes exactly `bytes`; it starts at `start` of the file.
    ///
    /// # Errors
    ///
    /// Those of [`footer_body`], of [`Versions::check_readable`], and [`ErrorCode::FooterMalformed`] or
    /// [`ErrorCode::LimitExceeded`] for a field that contradicts a rule. Offsets count from the start of the footer.
    pub fn parse(bytes: &[u8], start: u64) -> Result<Footer> {
        body::parse(footer_body(bytes)?, start).map_err(|e| e.shifted_by(8))
    }
}

/// The body of a footer that takes exactly `bytes`; the frame is checked, not what is in the body.
///
/// # Errors
///
/// [`ErrorCode::FooterMissing`] when this is no footer, [`ErrorCode::ChecksumFooter`].
pub fn footer_body(bytes: &[u8]) -> Result<&[u8]> {
    let missing = || Error::new(ErrorCode::FooterMissing, "no footer starts here").with_offset(0);
    let body_len = bytes.len().checked_sub(FRAME_LEN).ok_or_else(missing)?;
    let mut cursor = Cursor::new(bytes);
    if cursor.array()? != MAGIC || cursor.u32()? as usize != body_len {
        return Err(missing());
    }
    let body = cursor.take(body_len)?;
    if cursor.u32()? != crc32c(&bytes[..8 + body_len]) {
        return Err(Error::new(ErrorCode::ChecksumFooter, "the footer is corrupt (checksum)").with_offset(0));
    }
    if cursor.u32()? as usize != bytes.len() || cursor.array()? != END_MAGIC {
        return Err(missing());
    }
    Ok(body)
}

/// The checksum of a footer with a valid frame.
pub fn footer_crc(bytes: &[u8]) -> u32 {
    let crc = bytes.len().checked_sub(TRAILER_LEN + 4).and_then(|at| bytes[at..].first_chunk());
    crc.map_or(0, |crc| u32::from_le_bytes(*crc))
}

/// The length of the footer whose trailer this is; `None` when it is no trailer.
pub fn footer_span(trailer: [u8; TRAILER_LEN]) -> Option<u64> {
    let (len, magic) = trailer.split_at(4);
    let len = u32::from_le_bytes(len.try_into().expect("four bytes"));
    (magic == END_MAGIC && len as usize >= FRAME_LEN).then_some(u64::from(len))
}
