//! A plypack file as a tree that can be changed. Writing it computes all lengths, offsets and checksums.

use std::collections::BTreeMap;

use plypack::{
    internals::{
        container::{BlockEntry, BlockHeader, Decompressor, Edit, Footer, SegmentEntry, UNITS_START},
        wire::{Cursor, crc32c, put_varint},
    },
    versions::KNOWN_FEATURES,
};

use super::frame;

/// A part of a file.
#[derive(Clone)]
pub enum Unit {
    Block(Block),
    Footer(Listed),
    Segment(Segment),
    /// Bytes that are no unit.
    Other(Vec<u8>),
}

/// A block as its sections.
#[derive(Clone, Default)]
pub struct Block {
    pub games: u64,
    pub plies: u64,
    pub is_replacement: bool,
    pub sections: Vec<Section>,
}

/// A section before compression.
#[derive(Clone)]
pub struct Section {
    pub kind: u64,
    pub param: u64,
    pub is_compressed: bool,
    pub content: Vec<u8>,
}

/// A footer. It lists all blocks and segments before it; the last one is in force.
#[derive(Clone, Default)]
pub struct Listed {
    pub edits: BTreeMap<u64, Edit>,
}

/// A segment of the index: parts, each with a checksum, and a directory with the places of the parts.
#[derive(Clone)]
pub struct Segment {
    /// Index of its first block, and number of its blocks.
    pub blocks: (usize, usize),
    /// By block: place of the moves, param, offset and number of runs.
    pub moves: Vec<[u64; 4]>,
    /// Bits of pages, cells and groups.
    pub bits: [u64; 3],
    /// Pages without their checksums, and the lists behind each.
    pub pages: Vec<(Vec<u8>, Vec<u8>)>,
    /// Records of groups without their checksums, each with its number of games if the groups are runs.
    pub records: Vec<(Option<u64>, Vec<u8>)>,
}

impl Block {
    fn parse(bytes: &[u8]) -> Option<(Block, usize)> {
        let header = BlockHeader::parse(bytes).ok()?;
        let mut decompressor = Decompressor::new().ok()?;
        let sections = header.sections.iter().map(|section| {
            let stored = bytes.get(section.range.start as usize..section.range.end as usize)?;
            let content = match section.compression {
                0 => stored.to_vec(),
                _ => decompressor.content(stored, section.raw_len).ok()?,
            };
            let is_compressed = section.compression == 1;
            Some(Section { kind: section.kind, param: section.param, is_compressed, content })
        });
        let sections = sections.collect::<Option<Vec<_>>>()?;
        let BlockHeader { games, plies, is_replacement, len, .. } = header;
        Some((Block { games: games as u64, plies, is_replacement, sections }, len as usize))
    }

    /// Returns the bytes of the block whose first game has this number, and the checksum of its header.
    pub fn to_bytes(&self, first_number: u64) -> (Vec<u8>, u32) {
        let mut fields = Vec::new();
        [self.games, self.plies, self.is_replacement.into(), first_number, self.sections.len() as u64]
            .into_iter()
            .for_each(|n| put_varint(&mut fields, n));
        let mut contents = Vec::new();
        for section in &self.sections {
            let stored = if section.is_compressed {
                zstd::bulk::compress(&section.content, 3).expect("memory")
            } else {
                section.content.clone()
            };
            let lengths = [section.content.len() as u64, stored.len() as u64];
            let numbers = [section.kind, section.param, section.is_compressed.into()];
            numbers.into_iter().chain(lengths).for_each(|n| put_varint(&mut fields, n));
            fields.extend(crc32c(&stored).to_le_bytes());
            contents.extend(stored);
        }
        let mut block = [&b"PLYB"[..], &(fields.len() as u32).to_le_bytes(), &fields].concat();
        let crc = crc32c(&block);
        block.extend(crc.to_le_bytes());
        block.extend(contents);
        (block, crc)
    }
}

fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32c(bytes).to_le_bytes()].concat()
}

impl Segment {
    /// Reads a segment. `starts` are the offsets of the blocks before it.
    fn parse(bytes: &[u8], starts: &[u64]) -> Option<(Segment, usize)> {
        let len = u64::from_le_bytes(bytes.get(4..12)?.try_into().ok()?) as usize;
        let bytes = bytes.get(..len).filter(|bytes| bytes.starts_with(b"PLYX"))?;
        let directory_end = len.checked_sub(8)?;
        let directory = u32::from_le_bytes(bytes[directory_end..directory_end + 4].try_into().ok()?) as usize;
        let mut cursor = Cursor::new(bytes.get(directory_end.checked_sub(directory)?..directory_end)?);
        let mut moves = Vec::new();
        let mut sizes = Vec::new();
        let mut first = None;
        for _ in 0..cursor.varint().ok()? {
            let start = cursor.varint().ok()?;
            first = first.or(starts.iter().position(|other| *other == start));
            cursor.u32().ok()?;
            sizes.push(cursor.varint().ok()?);
            let mut place = [cursor.varint().ok()?, 0, 0, 0];
            let fields = [0, 2, 3][place[0].min(2) as usize];
            for field in &mut place[1..1 + fields] {
                *field = cursor.varint().ok()?;
            }
            moves.push(place);
        }
        let bits = [cursor.varint().ok()?, cursor.varint().ok()?];
        let mut at = 16_usize;
        let mut pages = Vec::new();
        let mut take = |len: u64, checksum: usize| {
            let end = at.checked_add(usize::try_from(len).ok()?)?;
            let part = bytes.get(at..end)?;
            at = end;
            Some(part[..part.len().checked_sub(checksum)?].to_vec())
        };
        for _ in 0..1u64 << bits[0].min(16) {
            pages.push((take(cursor.varint().ok()?, 4)?, take(cursor.varint().ok()?, 0)?));
        }
        let group_bits = cursor.varint().ok()?;
        let mut records = Vec::new();
        for (place, games) in moves.iter().zip(sizes) {
            let groups = if place[0] == 2 { place[3] } else { games.div_ceil(1 << group_bits.min(16)) };
            for _ in 0..groups {
                let games = if place[0] == 2 { Some(cursor.varint().ok()?) } else { None };
                records.push((games, take(cursor.varint().ok()?, 4)?));
            }
        }
        let blocks = (first?, moves.len());
        Some((Segment { blocks, moves, bits: [bits[0], bits[1], group_bits], pages, records }, len))
    }

    /// Returns the bytes of the segment, and its checksum.
    fn to_bytes(&self, blocks: &[BlockEntry]) -> (Vec<u8>, u32) {
        let mut parts = Vec::new();
        let mut directory = Vec::new();
        put_varint(&mut directory, self.moves.len() as u64);
        for (block, place) in blocks[self.blocks.0.min(blocks.len())..].iter().zip(&self.moves) {
            put_varint(&mut directory, block.range.start);
            directory.extend(block.header_crc.to_le_bytes());
            put_varint(&mut directory, block.games);
            place[..[1, 3, 4][place[0].min(2) as usize]].iter().for_each(|n| put_varint(&mut directory, *n));
        }
        self.bits[..2].iter().for_each(|n| put_varint(&mut directory, *n));
        for (page, lists) in &self.pages {
            [page.len() as u64 + 4, lists.len() as u64].into_iter().for_each(|n| put_varint(&mut directory, n));
            parts.extend(with_checksum(page));
            parts.extend(lists);
        }
        put_varint(&mut directory, self.bits[2]);
        for (games, record) in &self.records {
            games.iter().for_each(|games| put_varint(&mut directory, *games));
            put_varint(&mut directory, record.len() as u64 + 4);
            parts.extend(with_checksum(record));
        }
        put_varint(&mut directory, 0);
        directory.extend((directory.len() as u32).to_le_bytes());
        let crc = crc32c(&directory);
        let len = 16 + parts.len() as u64 + directory.len() as u64 + 4;
        let head = with_checksum(&[&b"PLYX"[..], &len.to_le_bytes()].concat());
        ([head, parts, directory, crc.to_le_bytes().to_vec()].concat(), crc)
    }
}

/// Splits a file into its units.
pub fn parse(bytes: &[u8]) -> Vec<Unit> {
    let mut at = (UNITS_START as usize).min(bytes.len());
    let mut units = Vec::new();
    let mut starts = Vec::new();
    while at < bytes.len() {
        let rest = &bytes[at..];
        if let Some((block, len)) = Block::parse(rest) {
            starts.push(at as u64);
            units.push(Unit::Block(block));
            at += len.min(rest.len());
        } else if let Some(len) = Footer::declared_len(rest).filter(|len| *len <= rest.len() as u64) {
            let footer = Footer::parse(&rest[..len as usize], at as u64, KNOWN_FEATURES).unwrap_or_default();
            units.push(Unit::Footer(Listed { edits: footer.edits }));
            at += len as usize;
        } else if let Some((segment, len)) = Segment::parse(rest, &starts) {
            units.push(Unit::Segment(segment));
            at += len;
        } else {
            units.push(Unit::Other(rest.to_vec()));
            break;
        }
    }
    units
}

/// Returns the bytes of a file with these units.
pub fn write(units: &[Unit]) -> Vec<u8> {
    let mut out = frame::start(KNOWN_FEATURES);
    let mut footer = Footer::default();
    let mut in_force = None;
    for unit in units {
        let start = out.len() as u64;
        match unit {
            Unit::Other(bytes) => out.extend(bytes),
            Unit::Block(block) => {
                let before = footer.blocks.iter().filter(|before| before.is_replacement == block.is_replacement);
                let (bytes, header_crc) =
                    block.to_bytes(before.map(|before| before.games).fold(0, u64::saturating_add));
                out.extend(bytes);
                footer.blocks.push(BlockEntry {
                    range: start..out.len() as u64,
                    games: block.games,
                    plies: block.plies,
                    is_replacement: block.is_replacement,
                    header_crc,
                });
            }
            Unit::Segment(segment) => {
                let (bytes, header_crc) = segment.to_bytes(&footer.blocks);
                out.extend(bytes);
                let first_block = segment.blocks.0 as u64;
                let blocks = segment.blocks.1 as u64;
                footer.segments.push(SegmentEntry { range: start..out.len() as u64, first_block, blocks, header_crc });
            }
            Unit::Footer(listed) => {
                footer.edits.clone_from(&listed.edits);
                out.extend(footer.to_bytes().expect("memory"));
                in_force = Some(start as usize..out.len());
            }
        }
    }
    match in_force {
        Some(footer) => frame::commit(out, footer, KNOWN_FEATURES),
        None => out,
    }
}
