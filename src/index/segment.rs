//! Segments of the index: each covers one block, and is in a gap between blocks (`index.1` to `index.4`).

use std::sync::atomic::{AtomicBool, Ordering};

use super::record::RECORD_LEN;
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, crc32c, put_varint},
    limits, memory,
};

/// The first four bytes of a segment.
const MAGIC: [u8; 4] = *b"PLYX";

/// Bytes of the body under one checksum (`index.4`).
pub(super) const PAGE_LEN: usize = 4096;

/// Far above what 65,536 games need.
const MAX_BODY_LEN: u64 = 1 << 30;

/// The header of a segment (`index.2`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// Where the block starts that it covers.
    pub block_start: u64,
    /// The checksum of that block's header.
    pub block_crc: u32,
    /// Games of the block.
    pub games: usize,
    /// Bytes of the block's moves, when the records give offsets in them; else 0.
    pub moves_len: u32,
    /// Positions that have an entry.
    pub positions: usize,
    /// Bytes of all entries.
    pub entries_len: usize,
    /// There are 2 to the power of this buckets.
    pub bucket_bits: u32,
    /// Bytes of the lists of all buckets.
    pub lists_len: usize,
}

impl Header {
    /// The lengths of the parts of the body, in order (`index.3`).
    pub(super) fn part_lens(&self) -> [usize; 6] {
        let (records, positions) = (RECORD_LEN * self.games, self.positions);
        [records, 8 * positions, 4 * positions, self.entries_len, 4 << self.bucket_bits, self.lists_len]
    }

    fn body_len(&self) -> usize {
        self.part_lens().iter().sum()
    }
}

/// Encodes a segment.
///
/// # Errors
///
/// [`ErrorCode::NoMemory`].
pub(super) fn to_bytes(header: &Header, body: &[u8]) -> Result<Vec<u8>> {
    let table = memory::collected(body.chunks(PAGE_LEN).flat_map(|page| crc32c(page).to_le_bytes()))?;
    let mut fields = Vec::new();
    put_varint(&mut fields, header.block_start);
    fields.extend_from_slice(&header.block_crc.to_le_bytes());
    let numbers = [header.games, header.moves_len as usize, header.positions, header.entries_len];
    numbers.into_iter().for_each(|n| put_varint(&mut fields, n as u64));
    put_varint(&mut fields, header.bucket_bits.into());
    put_varint(&mut fields, header.lists_len as u64);
    fields.extend_from_slice(&crc32c(&table).to_le_bytes());
    let mut out = memory::with_capacity(MAGIC.len() + 8 + fields.len() + table.len() + body.len())?;
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&(fields.len() as u32).to_le_bytes());
    out.extend_from_slice(&fields);
    out.extend_from_slice(&crc32c(&out).to_le_bytes());
    out.extend_from_slice(&table);
    out.extend_from_slice(body);
    Ok(out)
}

/// A segment of a file.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(super) header: Header,
    /// Where its body starts in the file.
    body: u64,
    /// Where it ends.
    pub(crate) end: u64,
    /// Where it starts.
    pub(crate) start: u64,
    /// The checksum of its header.
    pub(crate) header_crc: u32,
    pages: Vec<Page>,
}

#[derive(Debug)]
struct Page {
    crc: u32,
    /// The page was compared with its checksum.
    checked: AtomicBool,
}

/// Reads the bytes from one offset of a file to another, all or an error.
pub(crate) type ReadRange<'a> = dyn Fn(u64, u64) -> Result<Vec<u8>> + 'a;

/// The length of the header's fields, if a segment starts with these bytes.
fn declared_len(start: &[u8]) -> Option<u64> {
    let mut cursor = Cursor::new(start);
    let magic: [u8; 4] = cursor.array().ok()?;
    let fields = cursor.u32().ok()?;
    (magic == MAGIC && fields as usize <= limits::MAX_HEADER_LEN).then_some(fields.into())
}

impl Segment {
    /// Reads the header of the segment at `at` and its table of checksums, `max_len` bytes at most; `None` unless a whole segment
    /// starts there, in `len` bytes of file.
    pub(crate) fn at(at: u64, len: u64, max_len: u64, read: &ReadRange<'_>) -> Option<Segment> {
        let header_end = at + 8 + declared_len(&read(at, at.checked_add(8).filter(|end| *end <= len)?).ok()?)? + 4;
        let bytes = read(at, Some(header_end).filter(|end| *end <= len && end - at <= max_len)?).ok()?;
        let (content, crc) = bytes.split_at(bytes.len() - 4);
        let (header, table_crc) = Some(parse(&content[8..]).ok()?).filter(|_| crc32c(content).to_le_bytes() == crc)?;
        let pages = header.body_len().div_ceil(PAGE_LEN) as u64;
        let body = header_end + 4 * pages;
        let end = Some(body + header.body_len() as u64).filter(|end| *end <= len && body - at <= max_len)?;
        let table = Some(read(header_end, body).ok()?).filter(|table| crc32c(table) == table_crc)?;
        let page = |crc: &[u8]| Page {
            crc: u32::from_le_bytes(crc.try_into().unwrap_or_default()),
            checked: AtomicBool::new(false),
        };
        let header_crc = u32::from_le_bytes(crc.try_into().ok()?);
        Some(Segment {
            header,
            body,
            end,
            start: at,
            header_crc,
            pages: memory::collected(table.chunks(4).map(page)).ok()?,
        })
    }

    /// Where the checked header of the segment at `at` ends, and where the segment ends by it; `None` unless a whole header starts
    /// there.
    pub(crate) fn span(at: u64, len: u64, read: &ReadRange<'_>) -> Option<(u64, u64)> {
        let header_end = at + 8 + declared_len(&read(at, at.checked_add(8).filter(|end| *end <= len)?).ok()?)? + 4;
        let bytes = read(at, Some(header_end).filter(|end| *end <= len)?).ok()?;
        let (content, crc) = bytes.split_at(bytes.len() - 4);
        let (header, _) = Some(parse(&content[8..]).ok()?).filter(|_| crc32c(content).to_le_bytes() == crc)?;
        let body_len = header.body_len() as u64;
        Some((header_end, header_end + 4 * body_len.div_ceil(PAGE_LEN as u64) + body_len))
    }

    /// Compares a page with its checksum, unless that was done before.
    pub(super) fn check(&self, page: usize, bytes: &[u8]) -> Result<()> {
        let stored = &self.pages[page];
        if !stored.checked.load(Ordering::Relaxed) {
            if crc32c(bytes) != stored.crc {
                let at = self.body + (page * PAGE_LEN) as u64;
                return Err(
                    Error::new(ErrorCode::ChecksumSection, "a page of an index is corrupt (checksum)").with_offset(at)
                );
            }
            stored.checked.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Whether page `page` was checked.
    pub(super) fn is_checked(&self, page: usize) -> bool {
        self.pages[page].checked.load(Ordering::Relaxed)
    }

    /// Where its body starts.
    pub(crate) fn body_start(&self) -> u64 {
        self.body
    }

    /// Whether it covers the block that starts there and has this checksum.
    pub(crate) fn covers(&self, block_start: u64, block_crc: u32, games: u64) -> bool {
        let header = &self.header;
        header.block_start == block_start && header.block_crc == block_crc && header.games as u64 == games
    }
}

/// The checksum of the header of a segment (`container.11`).
pub(crate) fn header_crc(segment: &[u8]) -> Option<u32> {
    let end = 8 + declared_len(segment)? as usize;
    segment.get(end..)?.first_chunk().map(|crc| u32::from_le_bytes(*crc))
}

fn parse(fields: &[u8]) -> Result<(Header, u32)> {
    let mut cursor = Cursor::new(fields);
    let block_start = cursor.varint()?;
    let block_crc = cursor.u32()?;
    let games = cursor.varint_up_to(limits::MAX_GAMES_IN_BLOCK as u64, "the games of an index")? as usize;
    let moves_len = cursor.varint_up_to(limits::MAX_SECTION_LEN as u64, "the moves of an index")? as u32;
    let max = MAX_BODY_LEN / 16;
    let positions = cursor.varint_up_to(max, "the positions of an index")? as usize;
    let entries_len = cursor.varint_up_to(max, "the entries of an index")? as usize;
    let bucket_bits = cursor.varint_up_to(24, "the buckets of an index")? as u32;
    let lists_len = cursor.varint_up_to(MAX_BODY_LEN / 4, "the lists of an index")? as usize;
    let table_crc = cursor.u32()?;
    cursor.finish()?;
    let header = Header { block_start, block_crc, games, moves_len, positions, entries_len, bucket_bits, lists_len };
    Ok((header, table_crc))
}
