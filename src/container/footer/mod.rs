//! Footers: they list the blocks, index segments, edits and optional parts of a file.
//!
//! Spec chapter: `spec/container.md`, sections "Footers" and "Edits".

mod body;
mod check;
mod edits;
mod segments;

use std::{collections::BTreeMap, ops::Range};

pub use edits::Edit;
pub use segments::segments_that_count;

use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, crc32c},
    container::BlockHeader,
    memory,
};

/// The first four bytes of a footer (`container.12`).
const MAGIC: [u8; 4] = *b"PLYF";

/// Bytes of a footer without its body: magic, body length, checksum.
pub const FOOTER_FRAME_LEN: usize = 4 + 4 + 4;

/// One entry of the list of blocks (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockEntry {
    /// Range of the block in the file.
    pub range: Range<u64>,
    /// Games in it, 1 or more.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// True if its games replace others and do not have their own numbers (`container.14`).
    pub is_replacement: bool,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// One entry of the list of index segments (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentEntry {
    /// Range of the segment in the file.
    pub range: Range<u64>,
    /// The first block that it covers. Counts blocks of games from 0, without blocks of replacements.
    pub first_block: u64,
    /// Number of blocks that it covers, 1 or more.
    pub blocks: u64,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// One entry of the list of optional parts (`container.13`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionalPart {
    /// Kind of the content. This version defines none.
    pub kind: u64,
    /// Its range in the file.
    pub range: Range<u64>,
    /// CRC-32C of these bytes.
    pub crc: u32,
}

/// A footer (`container.13`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Footer {
    /// The blocks, in file order.
    pub blocks: Vec<BlockEntry>,
    /// The index segments; later ones take precedence over earlier ones.
    pub segments: Vec<SegmentEntry>,
    /// Edits by game number (`container.14`).
    pub edits: BTreeMap<u64, Edit>,
    /// The optional parts.
    pub parts: Vec<OptionalPart>,
}

fn malformed(message: &str, at: u64) -> Error {
    Error::new(ErrorCode::FooterMalformed, message).with_offset(at)
}

impl BlockEntry {
    /// Returns the entry of a block that starts at `start` in the file.
    pub fn of(header: &BlockHeader, start: u64) -> BlockEntry {
        BlockEntry {
            range: start..start + header.len,
            games: header.games as u64,
            plies: header.plies,
            is_replacement: header.is_replacement,
            header_crc: header.crc,
        }
    }
}

impl OptionalPart {
    /// Returns whether a writer that does not know the kind keeps the part in the list (`container.13`, `versions.12`).
    pub fn is_kept(&self) -> bool {
        self.kind % 2 == 1
    }
}

impl Footer {
    /// Returns the bytes of the footer.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`]; [`ErrorCode::LimitExceeded`] for more than 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let body = body::to_bytes(self)?;
        let mut out = memory::with_capacity(framed_len(body.len())?)?;
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&(body.len() as u32).to_le_bytes());
        out.extend_from_slice(&body);
        out.extend_from_slice(&crc32c(&out).to_le_bytes());
        Ok(out)
    }

    /// Returns the length of a footer in bytes, from its first 8 bytes; `None` if no footer starts here.
    pub fn declared_len(start: &[u8]) -> Option<u64> {
        let mut cursor = Cursor::new(start);
        let magic: [u8; 4] = cursor.array().ok()?;
        let body = cursor.u32().ok()?;
        (magic == MAGIC).then_some(u64::from(body) + FOOTER_FRAME_LEN as u64)
    }

    /// Reads a footer that occupies exactly `bytes`, and starts at `start` in a file with the required features `features`.
    ///
    /// # Errors
    ///
    /// The errors of [`footer_body`], and [`ErrorCode::FooterMalformed`] or [`ErrorCode::LimitExceeded`] for content that breaks a rule.
    /// Offsets count from the start of the footer.
    pub fn parse(bytes: &[u8], start: u64, features: u32) -> Result<Footer> {
        let footer = body::parse(footer_body(bytes)?, start).map_err(|e| e.shifted_by(8))?;
        footer.check(features).map_err(|e| e.with_offset(0))?;
        Ok(footer)
    }
}

/// Returns the length of a footer with a body of `body` bytes. Commit records store it in 32 bits (`container.15`).
fn framed_len(body: usize) -> Result<usize> {
    let len = body + FOOTER_FRAME_LEN;
    if u32::try_from(len).is_err() {
        return Err(Error::new(ErrorCode::LimitExceeded, "a footer of more than 4 GiB"));
    }
    Ok(len)
}

/// Returns the body of a footer that occupies exactly `bytes`. Checks the frame, but not the body.
///
/// # Errors
///
/// [`ErrorCode::FooterMissing`] if this is not a footer, [`ErrorCode::ChecksumFooter`].
pub fn footer_body(bytes: &[u8]) -> Result<&[u8]> {
    let missing =
        || Error::new(ErrorCode::FooterMissing, "there is no footer where the commit record says").with_offset(0);
    if Footer::declared_len(bytes) != Some(bytes.len() as u64) {
        return Err(missing());
    }
    let (content, crc) = bytes.split_at(bytes.len() - 4);
    if crc32c(content).to_le_bytes() != crc {
        return Err(Error::new(ErrorCode::ChecksumFooter, "the footer is corrupt (checksum)").with_offset(0));
    }
    Ok(&content[8..])
}

/// Returns the checksum of a footer with a valid frame.
pub fn footer_crc(bytes: &[u8]) -> u32 {
    bytes.last_chunk().map_or(0, |crc| u32::from_le_bytes(*crc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_length_of_a_footer_has_32_bits() {
        let max = u32::MAX as usize - FOOTER_FRAME_LEN;
        assert_eq!(framed_len(max).unwrap(), u32::MAX as usize);
        assert_eq!(framed_len(max + 1).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}
