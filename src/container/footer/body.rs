//! The body of a footer (`container.13`).

use std::ops::Range;

use super::{BlockEntry, Footer, OptionalPart, SegmentEntry, edits, malformed};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, MAX_VARINT_LEN, put_varint},
    container::{
        UNITS_START,
        block::{ORDINARY, REPLACEMENT},
    },
    limits, memory,
};

/// Minimum length of the entry of a block, a segment and an optional part in bytes (`limits.10`).
const MIN_BLOCK: u64 = 5 + 4;
const MIN_SEGMENT: u64 = 4 + 4;
const MIN_PART: u64 = 3 + 4;

pub(super) fn to_bytes(footer: &Footer) -> Result<Vec<u8>> {
    let entries = footer.blocks.len() + footer.segments.len() + footer.edits.len() + footer.parts.len();
    // The body has four counts, and per entry at most five numbers and a checksum.
    let mut body = memory::with_capacity(4 * MAX_VARINT_LEN + (5 * MAX_VARINT_LEN + 4) * entries)?;
    let put = |body: &mut Vec<u8>, numbers: &[u64]| numbers.iter().for_each(|n| put_varint(body, *n));
    put(&mut body, &[footer.blocks.len() as u64]);
    let mut end = UNITS_START;
    for block in &footer.blocks {
        let attributes = if block.is_replacement { REPLACEMENT } else { ORDINARY };
        put(&mut body, &[block.range.start - end, len(&block.range), block.games, block.plies, attributes]);
        body.extend_from_slice(&block.header_crc.to_le_bytes());
        end = block.range.end;
    }
    put(&mut body, &[footer.segments.len() as u64]);
    for segment in &footer.segments {
        put(&mut body, &[segment.range.start, len(&segment.range), segment.first_block, segment.blocks]);
        body.extend_from_slice(&segment.header_crc.to_le_bytes());
    }
    edits::put(&mut body, &footer.edits);
    put(&mut body, &[footer.parts.len() as u64]);
    for part in &footer.parts {
        put(&mut body, &[part.kind, part.range.start, len(&part.range)]);
        body.extend_from_slice(&part.crc.to_le_bytes());
    }
    Ok(body)
}

fn len(range: &Range<u64>) -> u64 {
    range.end - range.start
}

/// Reads the body of a footer that starts at `start` in the file. Offsets of errors count from the start of the body.
pub(super) fn parse(body: &[u8], start: u64) -> Result<Footer> {
    let mut cursor = Cursor::new(body);
    let blocks = parse_blocks(&mut cursor, start)?;
    let segments = parse_segments(&mut cursor, start)?;
    let edits = edits::parse(&mut cursor)?;
    let parts = parse_parts(&mut cursor, start)?;
    cursor.finish()?;
    Ok(Footer { blocks, segments, edits, parts })
}

/// Returns a range that is within `bounds` and not empty.
fn range_within(start: Option<u64>, len: u64, bounds: Range<u64>) -> Option<Range<u64>> {
    let range = start.and_then(|start| Some(start..start.checked_add(len)?))?;
    (range.start >= bounds.start && range.end <= bounds.end && len > 0).then_some(range)
}

/// limits.10: a count cannot claim more entries than the footer can hold.
fn count(cursor: &mut Cursor<'_>, min_len: u64, what: &str) -> Result<u64> {
    cursor.varint_up_to(cursor.remaining() as u64 / min_len, what)
}

fn parse_blocks(cursor: &mut Cursor<'_>, start: u64) -> Result<Vec<BlockEntry>> {
    let count = count(cursor, MIN_BLOCK, "the number of blocks")?;
    let mut end = UNITS_START;
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
    let gap = cursor.varint()?;
    let len = cursor.varint()?;
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

/// limits.7: an entry cannot claim more than a block of its length can hold.
fn check_claims(games: u64, plies: u64, len: u64) -> Result<()> {
    if limits::games_allowed(games, len) && limits::plies_allowed(plies, len) {
        Ok(())
    } else {
        let message = format!("{games} games and {plies} plies are listed for a block of {len} bytes");
        Err(Error::new(ErrorCode::LimitExceeded, message))
    }
}

fn parse_segments(cursor: &mut Cursor<'_>, start: u64) -> Result<Vec<SegmentEntry>> {
    let count = count(cursor, MIN_SEGMENT, "the number of index segments")?;
    let parse = |_| {
        let at = cursor.position() as u64;
        let offset = cursor.varint()?;
        let len = cursor.varint()?;
        let range = range_within(Some(offset), len, UNITS_START..start)
            .ok_or_else(|| malformed("a listed index segment is empty, or does not end before the footer", at))?;
        let first_block = cursor.varint()?;
        let blocks = cursor.varint()?;
        if blocks == 0 || first_block.checked_add(blocks).is_none() {
            return Err(malformed("an index segment of no block", at));
        }
        Ok(SegmentEntry { range, first_block, blocks, header_crc: cursor.u32()? })
    };
    memory::all((0..count).map(parse))
}

fn parse_parts(cursor: &mut Cursor<'_>, start: u64) -> Result<Vec<OptionalPart>> {
    let count = count(cursor, MIN_PART, "the number of optional parts")?;
    let parse = |_| {
        let at = cursor.position() as u64;
        let kind = cursor.varint()?;
        let offset = cursor.varint()?;
        let len = cursor.varint()?;
        let range = range_within(Some(offset), len, UNITS_START..start)
            .ok_or_else(|| malformed("an optional part is empty, or does not end before the footer", at))?;
        Ok(OptionalPart { kind, range, crc: cursor.u32()? })
    };
    memory::all((0..count).map(parse))
}
