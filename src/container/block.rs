//! The header of a block: its sections and their offsets.

use std::ops::Range;

use super::section::{SectionKind, malformed};
use crate::{
    Codec, Error, ErrorCode, Result,
    codecs::Part,
    coding::wire::{Cursor, MAX_VARINT_LEN, crc32c, put_varint},
    limits, memory, versions,
};

/// The first four bytes of every block (`container.5`).
const MAGIC: [u8; 4] = *b"PLYB";

/// The bytes of the shortest section header: five varints and a checksum.
const MIN_SECTION: usize = 9;

/// One entry of a block's table of sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionHeader {
    /// The number of a [`super::SectionKind`], or of an unknown kind.
    pub kind: u64,
    /// Codec or encoding, depending on the kind.
    pub param: u64,
    /// 0: stored, 1: zstd.
    pub compression: u64,
    /// Length before compression.
    pub raw_len: usize,
    /// CRC-32C of the stored bytes.
    pub crc: u32,
    /// Range of the stored bytes, counted from the start of the block.
    pub range: Range<u64>,
}

/// Attributes of a block (`container.6`).
pub(super) const ORDINARY: u64 = 0;
pub(super) const REPLACEMENT: u64 = 1;

/// The fields of a block header before its sections (`container.6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockNumbers {
    /// Games in the block, at least 1.
    pub games: usize,
    /// Plies of all main lines in the block.
    pub plies: u64,
    /// True if its games are replacements.
    pub is_replacement: bool,
    /// The number of its first game, or first replacement.
    pub first_number: u64,
}

/// The header of a block (`container.6`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockHeader {
    /// Games in the block, at least 1.
    pub games: usize,
    /// Plies of all main lines in the block.
    pub plies: u64,
    /// True if its games are replacements (`container.14`).
    pub is_replacement: bool,
    /// The number of its first game, or first replacement.
    pub first_number: u64,
    /// The table of sections, in file order.
    pub sections: Vec<SectionHeader>,
    /// CRC-32C of the header.
    pub crc: u32,
    /// Length of the complete block.
    pub len: u64,
}

impl BlockHeader {
    /// Returns the bytes of a header. Only the lengths of the ranges in `sections` are used, so they can be ranges of
    /// another block.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitExceeded`] if the table of sections is too long.
    pub fn to_bytes(numbers: &BlockNumbers, sections: &[SectionHeader]) -> Result<Vec<u8>> {
        let mut fields = memory::with_capacity((5 + 5 * sections.len()) * MAX_VARINT_LEN + 4 * sections.len())?;
        let attributes = if numbers.is_replacement { REPLACEMENT } else { ORDINARY };
        [numbers.games as u64, numbers.plies, attributes, numbers.first_number, sections.len() as u64]
            .into_iter()
            .for_each(|n| put_varint(&mut fields, n));
        for section in sections {
            let stored_len = section.range.end - section.range.start;
            [section.kind, section.param, section.compression, section.raw_len as u64, stored_len]
                .into_iter()
                .for_each(|n| put_varint(&mut fields, n));
            fields.extend_from_slice(&section.crc.to_le_bytes());
        }
        if fields.len() > limits::MAX_HEADER_LEN {
            let message = "a block with more distinct tag names than the format allows";
            return Err(Error::new(ErrorCode::LimitExceeded, message));
        }
        let mut out = memory::with_capacity(MAGIC.len() + 8 + fields.len())?;
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&(fields.len() as u32).to_le_bytes());
        out.extend_from_slice(&fields);
        out.extend_from_slice(&crc32c(&out).to_le_bytes());
        Ok(out)
    }

    /// Returns the length of the header in bytes, from its first 8 bytes.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Truncated`], [`ErrorCode::BlockMalformed`] if no block starts here, [`ErrorCode::LimitExceeded`].
    pub fn declared_len(start: &[u8]) -> Result<usize> {
        let mut cursor = Cursor::new(start);
        if cursor.array()? != MAGIC {
            return Err(Error::new(ErrorCode::BlockMalformed, "no block starts here").with_offset(0));
        }
        let fields = cursor.u32()? as usize;
        if fields > limits::MAX_HEADER_LEN {
            let message = format!("a block header of {fields} bytes; the maximum is {}", limits::MAX_HEADER_LEN);
            return Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(4));
        }
        Ok(8 + fields + 4)
    }

    /// Reads the header at the start of `block`, which need not contain the sections.
    ///
    /// # Errors
    ///
    /// The errors of [`BlockHeader::declared_len`], [`ErrorCode::ChecksumBlock`], and [`ErrorCode::BlockMalformed`] or
    /// [`ErrorCode::LimitExceeded`] for fields that contradict a rule. Offsets count from the start of the block.
    pub fn parse(block: &[u8]) -> Result<BlockHeader> {
        let header_len = BlockHeader::declared_len(block)?;
        let header = Cursor::new(block).take(header_len).map_err(|e| e.context("a block header is truncated"))?;
        let (content, crc) = header.split_at(header_len - 4);
        let crc = u32::from_le_bytes(crc.try_into().expect("four bytes"));
        if crc32c(content) != crc {
            return Err(Error::new(ErrorCode::ChecksumBlock, "a block header is corrupt (checksum)").with_offset(0));
        }
        parse_fields(&content[8..], header_len as u64, crc).map_err(|e| e.shifted_by(8))
    }

    /// Returns the first section of this kind.
    pub fn section(&self, kind: SectionKind) -> Option<&SectionHeader> {
        self.sections.iter().find(|s| s.kind == kind as u64)
    }

    /// Returns a section that every block must have.
    ///
    /// Errors: [`ErrorCode::SectionMalformed`].
    pub(super) fn required_section(&self, kind: SectionKind) -> Result<&SectionHeader> {
        self.section(kind).ok_or_else(|| malformed(format!("the section {kind:?} is missing")))
    }

    /// Returns whether the block has a section of this kind.
    pub fn has(&self, kind: SectionKind) -> bool {
        self.section(kind).is_some()
    }

    /// Returns the codec of the main lines.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::SectionMalformed`] if there is no section `moves`, [`ErrorCode::UnsupportedCodec`].
    pub fn codec(&self) -> Result<Codec> {
        let section = self.required_section(SectionKind::Moves)?;
        Codec::from_param(section.param).map_err(|e| e.with_offset(section.range.start))
    }
}

impl BlockHeader {
    /// Returns the required features that the block needs (`versions.4`); none for an unknown codec.
    pub fn required_features(&self) -> u32 {
        let values = [SectionKind::Values, SectionKind::ValueCodes].into_iter().filter(|kind| self.has(*kind));
        let parts = values.map(SectionKind::part).chain(self.codec().map(Codec::part));
        parts.fold(0, |features, part| features | feature_of(part))
    }
}

/// Returns the required feature of a part (`versions.4`).
fn feature_of(part: Part) -> u32 {
    match part {
        Part::Archive => versions::ARCHIVE,
        // No block has a line codec.
        Part::Core | Part::Lines => 0,
    }
}

/// Returns the required features that blocks of a codec may need (`versions.4`).
pub fn required_features(codec: Codec) -> u32 {
    feature_of(codec.part())
}

fn parse_fields(fields: &[u8], header_len: u64, crc: u32) -> Result<BlockHeader> {
    let mut cursor = Cursor::new(fields);
    let games = cursor.varint_up_to(limits::MAX_GAMES_IN_BLOCK as u64, "the number of games in a block")? as usize;
    if games == 0 {
        return Err(Error::new(ErrorCode::BlockMalformed, "a block without games").with_offset(0));
    }
    let plies = cursor.varint_up_to(limits::MAX_PLIES_IN_BLOCK, "the number of plies in a block")?;
    let attributes_at = cursor.position() as u64;
    let is_replacement = match cursor.varint()? {
        ORDINARY => false,
        REPLACEMENT => true,
        _ => {
            let message = "attributes of a block that do not exist";
            return Err(Error::new(ErrorCode::BlockMalformed, message).with_offset(attributes_at));
        }
    };
    let first_number = cursor.varint()?;
    let count = cursor.varint_up_to((limits::MAX_HEADER_LEN / MIN_SECTION) as u64, "the number of sections")?;
    let mut at = header_len;
    // Reserves no more sections than fit: otherwise every block of a crafted file could reserve memory for a false
    // number of sections.
    let mut sections = memory::with_capacity((count as usize).min(cursor.remaining() / MIN_SECTION))?;
    for _ in 0..count {
        sections.push(parse_section(&mut cursor, &mut at)?);
    }
    cursor.finish()?;
    check_bounds(games, plies, &sections, at)?;
    Ok(BlockHeader { games, plies, is_replacement, first_number, sections, crc, len: at })
}

/// Checks that a block of `len` bytes can hold what it claims (`limits.2`, `limits.5`, `limits.7`).
///
/// Errors: [`ErrorCode::LimitExceeded`].
fn check_bounds(games: usize, plies: u64, sections: &[SectionHeader], len: u64) -> Result<()> {
    let moves = sections.iter().filter(|s| s.kind == SectionKind::Moves as u64);
    let moves_len: u64 = moves.map(|s| s.range.end - s.range.start).sum();
    let raw_len: u64 = sections.iter().map(|s| s.raw_len as u64).sum();
    let message = if !limits::games_allowed(games as u64, len) {
        format!("{games} games in a block of {len} bytes")
    } else if !limits::plies_allowed(plies, moves_len) {
        format!("{plies} plies in {moves_len} bytes of moves")
    } else if !limits::expansion_allowed(raw_len, len) {
        format!("a block of {len} bytes claims to hold {raw_len}")
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(0))
}

fn parse_section(cursor: &mut Cursor<'_>, at: &mut u64) -> Result<SectionHeader> {
    let start = cursor.position() as u64;
    let kind = cursor.varint()?;
    let param = cursor.varint()?;
    let compression = cursor.varint()?;
    let raw_len = cursor.varint_up_to(limits::MAX_SECTION_LEN as u64, "the length of a section")? as usize;
    let stored_len = cursor.varint_up_to(limits::MAX_SECTION_LEN as u64, "the stored length of a section")?;
    if compression == 0 && stored_len != raw_len as u64 {
        return Err(Error::new(ErrorCode::BlockMalformed, "an uncompressed section with two different lengths")
            .with_offset(start));
    }
    if !limits::ratio_allowed(raw_len, stored_len as usize) {
        let message = format!("a section of {stored_len} bytes claims to hold {raw_len}");
        return Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(start));
    }
    let range = *at..*at + stored_len;
    *at = range.end;
    Ok(SectionHeader { kind, param, compression, raw_len, crc: cursor.u32()?, range })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// limits.1: the header of each of these sections takes nine bytes.
    #[test]
    fn a_header_has_a_limit() {
        let numbers = BlockNumbers { games: 1, plies: 0, is_replacement: false, first_number: 0 };
        let header = |count: usize| {
            let section = SectionHeader { kind: 1, param: 0, compression: 0, raw_len: 0, crc: 0, range: 0..0 };
            BlockHeader::to_bytes(&numbers, &vec![section; count])
        };
        // Four fields of one byte each, and the number of sections.
        let before_sections = 4 + 3;
        let max = (limits::MAX_HEADER_LEN - before_sections) / MIN_SECTION;
        let bytes = header(max).unwrap();
        assert_eq!(bytes.len(), 8 + before_sections + max * MIN_SECTION + 4);
        assert_eq!(BlockHeader::parse(&bytes).unwrap().sections.len(), max);
        assert_eq!(header(max + 1).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}
