//! The footer: the list of blocks, at the end of the file.

use std::ops::Range;

use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, MAX_VARINT_LEN, crc32c, put_varint},
    limits, memory,
    versions::Versions,
};

/// The first four bytes of a footer, and the last four bytes of the file (`container.10`).
const MAGIC: [u8; 4] = *b"PLYF";
const END_MAGIC: [u8; 4] = *b"FYLP";

/// The last bytes of a footer: its length and the end magic.
pub const TRAILER_LEN: usize = 4 + 4;

/// Bytes of a footer apart from its body: magic, body length, checksum, trailer.
const FRAME_LEN: usize = 4 + 4 + 4 + TRAILER_LEN;

/// One entry of the list of blocks (`container.11`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockEntry {
    /// The bytes of the block in the file.
    pub range: Range<u64>,
    /// Games in it; a block has 1 or more, but a corrupt list may say 0.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// A footer (`container.11`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footer {
    /// Versions and features that hold for the whole file.
    pub versions: Versions,
    /// The blocks in file order.
    pub blocks: Vec<BlockEntry>,
}

impl Footer {
    /// The bytes of the footer.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        // Versions and a number; four numbers and a checksum a block.
        let max = 3 * MAX_VARINT_LEN + 16 + (4 * MAX_VARINT_LEN + 4) * self.blocks.len();
        let mut body = memory::with_capacity(max)?;
        body.extend_from_slice(&self.versions.write.to_le_bytes());
        body.extend_from_slice(&self.versions.read.to_le_bytes());
        body.extend_from_slice(&self.versions.required.to_le_bytes());
        body.extend_from_slice(&self.versions.optional.to_le_bytes());
        put_varint(&mut body, self.blocks.len() as u64);
        let mut end = super::HEADER_LEN as u64;
        for block in &self.blocks {
            let numbers = [block.range.start - end, block.range.end - block.range.start];
            numbers.into_iter().chain([block.games, block.plies]).for_each(|n| put_varint(&mut body, n));
            body.extend_from_slice(&block.header_crc.to_le_bytes());
            end = block.range.end;
        }
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
    /// [`ErrorCode::FooterMissing`] when this is no footer, [`ErrorCode::ChecksumFooter`], the errors of
    /// [`Versions::check_readable`], and [`ErrorCode::FooterMalformed`] or [`ErrorCode::LimitExceeded`] for a field that
    /// contradicts a rule. Offsets count from the start of the footer.
    pub fn parse(bytes: &[u8], start: u64) -> Result<Footer> {
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
        parse_body(body, start).map_err(|e| e.rebase(8))
    }
}

fn parse_body(body: &[u8], start: u64) -> Result<Footer> {
    let mut cursor = Cursor::new(body);
    let versions =
        Versions { write: cursor.u16()?, read: cursor.u16()?, required: cursor.u32()?, optional: cursor.u32()? };
    versions.check_readable().map_err(|e| e.with_offset(0))?;
    // Every entry takes 8 bytes or more, so the count cannot claim more than the footer holds.
    let count = cursor.varint_up_to(cursor.remaining() as u64 / 8, "the number of blocks")?;
    let mut end = super::HEADER_LEN as u64;
    let mut games = 0u64;
    let mut blocks = memory::with_capacity(count as usize)?;
    for _ in 0..count {
        let entry = parse_entry(&mut cursor, end, start)?;
        end = entry.range.end;
        games += entry.games;
        if games > limits::MAX_GAMES {
            return Err(cursor.error(ErrorCode::LimitExceeded, "more games than a file can have"));
        }
        blocks.push(entry);
    }
    cursor.finish()?;
    Ok(Footer { versions, blocks })
}

fn parse_entry(cursor: &mut Cursor<'_>, end: u64, footer_start: u64) -> Result<BlockEntry> {
    let at = cursor.position() as u64;
    let (gap, len) = (cursor.varint()?, cursor.varint()?);
    let start = end.checked_add(gap);
    let range = start.and_then(|start| Some(start..start.checked_add(len)?));
    let range = range.filter(|r| r.end <= footer_start).ok_or_else(|| {
        Error::new(ErrorCode::FooterMalformed, "a listed block does not end before the footer").with_offset(at)
    })?;
    let games = cursor.varint_up_to(limits::MAX_GAMES_IN_BLOCK as u64, "the number of games in a block")?;
    let plies = cursor.varint_up_to(limits::MAX_PLIES_IN_BLOCK, "the number of plies in a block")?;
    // limits.11: an entry claims no more than a block of its length can.
    if !limits::games_allowed(games, len) || !limits::plies_allowed(plies, len) {
        let message = format!("{games} games and {plies} plies are listed for a block of {len} bytes");
        return Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(at));
    }
    Ok(BlockEntry { range, games, plies, header_crc: cursor.u32()? })
}

/// The length of the footer whose trailer this is; `None` when it is no trailer.
pub fn footer_span(trailer: [u8; TRAILER_LEN]) -> Option<u64> {
    let (len, magic) = trailer.split_at(4);
    let len = u32::from_le_bytes(len.try_into().expect("four bytes"));
    (magic == END_MAGIC && len as usize >= FRAME_LEN).then_some(u64::from(len))
}
