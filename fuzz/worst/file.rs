//! A plypack file as a tree that can be changed: written again, all lengths, places and checksums are right.

use plypack::{
    internals::{
        container::{BlockHeader, Decompressor, Edit, Footer, GameEdit, HEADER_LEN, footer_crc},
        wire::{Cursor, crc32c, put_varint},
    },
    versions::{KNOWN_FEATURES, READ_VERSION, WRITE_VERSION},
};

/// A part of a file.
#[derive(Clone)]
pub enum Unit {
    Block(Block),
    Footer(Listed),
    Segment(Segment),
    /// Bytes that are nothing.
    Other(Vec<u8>),
}

/// A block, by its sections.
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

/// A footer. It lists all blocks and segments since the footer before it.
#[derive(Clone, Default)]
pub struct Listed {
    pub edits: Vec<GameEdit>,
    /// How many of the footers before it are named, from the oldest on.
    pub earlier: usize,
    /// It lists everything before it, and not only what comes after the footer before it.
    pub is_whole: bool,
}

/// A segment of the index: parts with checksums of their own, and a directory that says where they are.
#[derive(Clone)]
pub struct Segment {
    /// The number of the first of its blocks, and how many there are.
    pub blocks: (usize, usize),
    /// By block: place of moves, param, offset and number of runs.
    pub moves: Vec<[u64; 4]>,
    /// Bits of pages, cells and groups.
    pub bits: [u64; 3],
    /// Pages without their checksums, and the lists behind each.
    pub pages: Vec<(Vec<u8>, Vec<u8>)>,
    /// Records of groups without their checksums; the number of games is told for runs.
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
        let block = Block { games: header.games as u64, plies: header.plies, is_replacement: false, sections };
        Some((block, header.len as usize))
    }

    /// The bytes of the block, and the checksum of its header.
    pub fn to_bytes(&self) -> (Vec<u8>, u32) {
        let mut fields = Vec::new();
        [self.games, self.plies, self.sections.len() as u64].into_iter().for_each(|n| put_varint(&mut fields, n));
        let mut contents = Vec::new();
        for section in &self.sections {
            let stored = match section.is_compressed {
                true => zstd::bulk::compress(&section.content, 3).expect("memory"),
                false => section.content.clone(),
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
    /// Reads a segment; `starts` are those of the blocks before it.
    fn parse(bytes: &[u8], starts: &[u64]) -> Option<(Segment, usize)> {
        let len = u64::from_le_bytes(bytes.get(4..12)?.try_into().ok()?) as usize;
        let bytes = bytes.get(..len).filter(|bytes| bytes.starts_with(b"PLYX"))?;
        let directory_end = len.checked_sub(8)?;
        let directory = u32::from_le_bytes(bytes[directory_end..directory_end + 4].try_into().ok()?) as usize;
        let mut cursor = Cursor::new(bytes.get(directory_end.checked_sub(directory)?..directory_end)?);
        let (mut moves, mut sizes, mut first) = (Vec::new(), Vec::new(), None);
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
        let (mut at, mut pages) = (16_usize, Vec::new());
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

    /// The bytes of the segment, and its checksum.
    fn to_bytes(&self, blocks: &[Written]) -> (Vec<u8>, u32) {
        let (mut parts, mut directory) = (Vec::new(), Vec::new());
        put_varint(&mut directory, self.moves.len() as u64);
        for (block, place) in blocks[self.blocks.0.min(blocks.len())..].iter().zip(&self.moves) {
            put_varint(&mut directory, block.range.0);
            directory.extend(block.crc.to_le_bytes());
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
        directory.extend((directory.len() as u32).to_le_bytes());
        let crc = crc32c(&directory);
        let len = 16 + parts.len() as u64 + directory.len() as u64 + 4;
        let head = with_checksum(&[&b"PLYX"[..], &len.to_le_bytes()].concat());
        ([head, parts, directory, crc.to_le_bytes().to_vec()].concat(), crc)
    }
}

/// A block that was written.
struct Written {
    range: (u64, u64),
    crc: u32,
    games: u64,
    plies: u64,
    is_replacement: bool,
}

/// The units of a file.
pub fn parse(bytes: &[u8]) -> Vec<Unit> {
    let (mut at, mut units, mut starts) = (HEADER_LEN.min(bytes.len()), Vec::new(), Vec::new());
    while at < bytes.len() {
        let rest = &bytes[at..];
        if let Some((block, len)) = Block::parse(rest) {
            starts.push(at as u64);
            units.push(Unit::Block(block));
            at += len.min(rest.len());
        } else if let Some(len) = Footer::declared_len(rest).filter(|len| *len <= rest.len() as u64) {
            let footer = Footer::parse(&rest[..len as usize], at as u64).ok();
            let listed = footer.map_or_else(Listed::default, |footer| {
                mark_replacements(&mut units, &starts, &footer);
                Listed { edits: footer.edits, earlier: footer.earlier.len(), is_whole: footer.earlier.is_empty() }
            });
            units.push(Unit::Footer(listed));
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

fn mark_replacements(units: &mut [Unit], starts: &[u64], footer: &Footer) {
    let replacements = footer.blocks.iter().filter(|block| block.is_replacement);
    let numbers: Vec<usize> =
        replacements.filter_map(|block| starts.iter().position(|s| *s == block.range.start)).collect();
    let blocks = units.iter_mut().filter_map(|unit| if let Unit::Block(block) = unit { Some(block) } else { None });
    blocks.enumerate().for_each(|(number, block)| block.is_replacement |= numbers.contains(&number));
}

/// What header and footer say of versions (`versions.1`), with these required features.
fn versions(required: u8) -> [u8; 12] {
    let ([write, w], [read, r]) = (WRITE_VERSION.to_le_bytes(), READ_VERSION.to_le_bytes());
    [write, w, read, r, required, 0, 0, 0, 0, 0, 0, 0]
}

/// The bytes of a file of these units.
pub fn write(units: &[Unit]) -> Vec<u8> {
    let all_features = versions(KNOWN_FEATURES as u8);
    let mut out = with_checksum(&[&b"\x8fPLY\r\n\x1a\n"[..], &all_features, &[0; 8]].concat());
    let (mut blocks, mut segments, mut footers) = (Vec::new(), Vec::new(), Vec::new());
    let mut listed_before = (0, 0);
    for unit in units {
        let start = out.len() as u64;
        match unit {
            Unit::Other(bytes) => out.extend(bytes),
            Unit::Block(block) => {
                let (bytes, crc) = block.to_bytes();
                out.extend(bytes);
                let (range, is_replacement) = ((start, out.len() as u64), block.is_replacement);
                blocks.push(Written { range, crc, games: block.games, plies: block.plies, is_replacement });
            }
            Unit::Segment(segment) => {
                let (bytes, crc) = segment.to_bytes(&blocks);
                segments.push((start, bytes.len() as u64, segment.blocks, crc));
                out.extend(bytes);
            }
            Unit::Footer(listed) => {
                let from = if listed.is_whole { (0, 0) } else { listed_before };
                let body = body(listed, &footers, &blocks[from.0..], &segments[from.1..], &all_features);
                let mut footer = with_checksum(&[&b"PLYF"[..], &(body.len() as u32).to_le_bytes(), &body].concat());
                footer.extend((body.len() as u32 + 20).to_le_bytes());
                footer.extend(b"FYLP");
                footers.push((start, footer.len() as u64, footer_crc(&footer)));
                out.extend(footer);
                listed_before = (blocks.len(), segments.len());
            }
        }
    }
    out
}

/// Start, length and checksum.
type Place = (u64, u64, u32);
type SegmentPlace = (u64, u64, (usize, usize), u32);

/// `container.13`
fn body(listed: &Listed, footers: &[Place], blocks: &[Written], segments: &[SegmentPlace], versions: &[u8]) -> Vec<u8> {
    let mut body = versions.to_vec();
    let put = |body: &mut Vec<u8>, numbers: &[u64]| numbers.iter().for_each(|n| put_varint(body, *n));
    let earlier = &footers[..listed.earlier.min(footers.len())];
    put(&mut body, &[earlier.len() as u64]);
    for (start, len, crc) in earlier {
        put(&mut body, &[*start, *len]);
        body.extend(crc.to_le_bytes());
    }
    put(&mut body, &[blocks.len() as u64]);
    let mut end = HEADER_LEN as u64;
    for block in blocks {
        let (start, block_end) = block.range;
        let numbers = [start - end, block_end - start, block.games, block.plies, block.is_replacement.into()];
        put(&mut body, &numbers);
        body.extend(block.crc.to_le_bytes());
        end = block_end;
    }
    put(&mut body, &[segments.len() as u64]);
    for (start, len, (first, count), crc) in segments {
        put(&mut body, &[*start, *len, *first as u64, *count as u64]);
        body.extend(crc.to_le_bytes());
    }
    put(&mut body, &[listed.edits.len() as u64]);
    let mut next = 0;
    for GameEdit { number, edit } in &listed.edits {
        let action = match edit {
            Edit::Deleted => 0,
            Edit::Restored => 1,
            Edit::Replaced(replacement) => 2 + replacement,
        };
        put(&mut body, &[number.saturating_sub(next), action]);
        next = number + 1;
    }
    body
}
