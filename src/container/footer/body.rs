//! The body of a footer (`container.13`).

use std::ops::Range;

use super::{BlockEntry, Footer, FooterRef, MAX_EARLIER, SegmentEntry, edits, malformed};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, MAX_VARINT_LEN, put_varint},
    container::{HEADER_LEN, header::parse_versions},
    limits, memory,
};

/// Fewest bytes of an earlier footer's entry, of a block's and of a segment's (`limits.10`).
const MIN_EARLIER: u64 = 2 + 4;
const MIN_BLOCK: u64 = 5 + 4;
const MIN_SEGMENT: u64 = 4 + 4;

/// Attributes of a block.
const ORDINARY: u64 = 0;
const REPLACEMENT: u64 = 1;

pub(super) fn to_bytes(footer: &Footer) -> Result<Vec<u8>> {
    let entries = footer.earlier.len() + footer.blocks.len() + footer.segments.len() + footer.edits.len();
    // Versions and four counts; at most six numbers and a checksum an entry.
    let mut body = memory::with_capacity(12 + 4 * MAX_VARINT_LEN + (6 * MAX_VARINT_LEN + 4) * entries)?;
    body.extend_from_slice(&footer.versions.to_bytes());
    put_varint(&mut body, footer.earlier.len() as u64);
    for earlier in &footer.earlier {
        [earlier.range.start, len(&earlier.range)].into_iter().for_each(|n| put_varint(&mut body, n));
        body.extend_from_slice(&earlier.crc.to_le_bytes());
    }
    put_varint(&mut body, footer.blocks.len() as u64);
    let mut end = HEADER_LEN as u64;
    for block in &footer.blocks {
        let attributes = if block.is_replacement { REPLACEMENT } else { ORDINARY };
        [block.range.start - end, len(&block.range), block.games, block.plies, attributes]
            .into_iter()
            .for_each(|n| put_varint(&mut body, n));
        body.extend_from_slice(&block.header_crc.to_le_bytes());
        end = block.range.end;
    }
    put_varint(&mut body, footer.segments.len() as u64);
    for segment in &footer.segments {
        [segment.range.start, len(&segment.range), segment.first_block, segment.blocks]
            .into_iter()
            .for_each(|n| put_varint(&mut body, n));
        body.extend_from_slice(&segment.header_crc.to_le_bytes());
    }
    edits::put(&mut body, &footer.edits);
    Ok(body)
}

fn len(range: &Range<u64>) -> u64 {
    range.end - range.start
}

/// Reads the body of a footer that starts at `start` of the file. Offsets of errors count from the start of the body.
pub(super) fn parse(body: &[u8], start: u64) -> Result<Footer> {
    let mut cursor = Cursor::new(body);
    let versions = parse_versions(&mut cursor)?;
    versions.check_readable().map_err(|e| e.with_offset(0))?;
    let earlier = parse_earlier(&mut cursor, start)?;
    let blocks = parse_blocks(&mut cursor, start)?;
    let segments = parse_segments(&mut cursor, start)?;
    let edits = edits::parse(&mut cursor)?;
    cursor.finish()?;
    Ok(Footer { versions, earlier, blocks, segments, edits })
}

/// A range that is within `bounds` and not empty.
fn range_within(start: Option<u64>, len: u64, bounds: Range<u64>) -> Option<Range<u64>> {
    let range = start.and_then(|start| Some(start..start.checked_add(len)?))?;
    (range.start >= bounds.start && range.end <= bounds.end && len > 0).then_some(range)
}

/// limits.10: a count cannot claim more than the footer holds.
fn count(cursor: &mut Cursor<'_>, min_len: u64, what: &str) -> Result<u64> {
    cursor.varint_up_to(cursor.remaining() as u64 / min_len, what)
}

fn parse_earlier(cursor: &mut Cursor<'_>, start: u64) -> Result<Vec<FooterRef>> {
    let at = cursor.position() as u64;
    let count = count(cursor, MIN_EARLIER, "the number of earlier footers")?;
    if count > MAX_EARLIER as u64 {
        return Err(malformed("a footer refers to more than seven earlier ones", at));
    }
    let mut end = HEADER_LEN as u64;
    let parse = |_| {
        let at = cursor.position() as u64;
        let (offset, len) = (cursor.varint()?, cursor.varint()?);
        let range = range_within(Some(offset), len, end..start)
            .ok_or_else(|| malformed("an earlier footer is not before the one that names it", at))?;
        end = range.end;
        Ok(FooterRef { range, crc: cursor.u32()? })
    };
    memory::all((0..count).map(parse))
}

fn parse_blocks(cursor: &mut Cursor<'_>, start: u64) -> Result<Vec<BlockEntry>> {
    let count = count(cursor, MIN_BLOCK, "the number of blocks")?;
    let mut end = HEADER_LEN as u64;
    let mut blocks = memory::with_capacity(count as usize)?;
    for _ in 0..count {
        let entry = parse_block(cursor, end, start)?;
        end = entry.range.end;
        blocks.push(entry);
    }
    Ok(blocks)
}

fn parse_block(cursor: &mut Cursor<'_>, end: u64, footer_start: u64) -> Result<BlockEntry> {
    let at = cursor.position() as u64;
    let (gap, len) = (cursor.varint()?, cursor.varint()?);
    let range = range_within(end.checked_add(gap), len, end..footer_start)
        .ok_or_else(|| malformed("a listed block is empty, or does not end before the footer", at))?;
    let games_at = cursor.position() as u64;
    let games = cursor.varint_up_to(limits::MAX_GAMES_IN_BLOCK as u64, "the number of games in a block")?;
    if games == 0 {
        return Err(malformed("a listed block without games", games_at));
    }
    let plies = cursor.varint_up_to(limits::MAX_PLIES_IN_BLOCK, "the number of plies in a block")?;
    check_claims(games, plies, len).map_err(|e| e.with_offset(at))?;
    let attributes_at = cursor.position() as u64;
    let is_replacement = match cursor.varint()? {
        ORDINARY => false,
        REPLACEMENT => true,
        _ => return Err(malformed("attributes of a block that do not exist", attributes_at)),
    };
    Ok(BlockEntry { range, games, plies, is_replacement, header_crc: cursor.u32()? })
}

/// limits.7: an entry claims no more than a block of its length can hold.
fn check_claims(games: u64, plies: u64, len: u64) -> Result<()> {
    match limits::games_allowed(games, len) && limits::plies_allowed(plies, len) {
        true => Ok(()),
        false => {
            let message = format!("{games} games and {plies} plies are listed for a block of {len} bytes");
            Err(Error::new(ErrorCode::LimitExceeded, message))
        }
    }
}

fn parse_segments(cursor: &mut Cursor<'_>, start: u64) -> Result<Vec<SegmentEntry>> {
    let count = count(cursor, MIN_SEGMENT, "the number of index segments")?;
    let parse = |_| {
        let at = cursor.position() as u64;
        let (offset, len) = (cursor.varint()?, cursor.varint()?);
        let range = range_within(Some(offset), len, HEADER_LEN as u64..start)
            .ok_or_else(|| malformed("a listed index segment is empty, or does not end before the footer", at))?;
        let (first_block, blocks) = (cursor.varint()?, cursor.varint()?);
        if blocks == 0 || first_block.checked_add(blocks).is_none() {
            return Err(malformed("an index segment of no block", at));
        }
        Ok(SegmentEntry { range, first_block, blocks, header_crc: cursor.u32()? })
    };
    memory::all((0..count).map(parse))
}
