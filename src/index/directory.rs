//! The directory of a segment: the blocks that it covers, and the places of its parts (`index.3`).

use std::ops::Range;

use super::{bits::malformed, page::Sizes};
use crate::{
    Result,
    coding::wire::{Cursor, MAX_VARINT_LEN, put_varint},
    container::{BlockHeader, SectionKind},
    limits, memory,
};

/// Maximum number of key bits that give the page.
const MAX_PAGE_BITS: u64 = 16;

/// Maximum number of key bits that give the cell.
const MAX_CELL_BITS: u64 = 16;

/// Maximum number of games of a segment.
const MAX_GAMES: u64 = 1 << 28;

/// Ways to find the moves of a block without the block's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovesPlace {
    /// The header is needed: games of the block are read in the usual way.
    None,
    /// The section `moves` has this param and this offset in its block, and every game has separate code.
    Games {
        /// Param of the section.
        param: u64,
        /// Offset of the section's bytes from the start of the block.
        offset: u64,
    },
    /// Like [`MovesPlace::Games`], but the games of each group share code: every group is a run.
    Runs {
        /// Param of the section.
        param: u64,
        /// Offset of the section's bytes from the start of the block.
        offset: u64,
    },
}

impl MovesPlace {
    /// Returns the place of the same moves in a block with this header.
    fn in_block(self, header: &BlockHeader) -> MovesPlace {
        let Some(section) = header.section(SectionKind::Moves) else { return MovesPlace::None };
        let offset = section.range.start;
        match self {
            MovesPlace::None => MovesPlace::None,
            MovesPlace::Games { param, .. } => MovesPlace::Games { param, offset },
            MovesPlace::Runs { param, .. } => MovesPlace::Runs { param, offset },
        }
    }
}

/// A block whose games were rewritten as a block of another file.
pub(crate) struct MovedBlock {
    /// Offset of the block in that file.
    pub(crate) start: u64,
    pub(crate) header: BlockHeader,
}

/// A block that a segment covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredBlock {
    /// Offset in the file.
    pub start: u64,
    /// The checksum of the block's header.
    pub crc: u32,
    /// The number of games.
    pub games: usize,
    /// Place of the moves.
    pub moves: MovesPlace,
    /// The groups of the block, numbered in the segment.
    pub(super) groups: Range<usize>,
    /// The games of the block, numbered in the segment.
    pub(crate) numbers: Range<u32>,
}

/// A group of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GroupPlace {
    /// The games of the group, numbered in the segment.
    pub games: Range<u32>,
    /// The record of the group, from the start of the segment.
    pub record: Range<u64>,
}

/// A page and the lists after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PagePlace {
    /// Offset from the start of the segment.
    pub start: u64,
    /// Offset of the end of the page, where its lists start.
    pub end: u64,
    /// Offset of the end of the lists.
    pub lists_end: u64,
}

/// An optional part of a kind that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartPlace {
    /// The bytes of the part, from the start of the segment.
    pub range: Range<u64>,
    /// CRC-32C of these bytes.
    pub crc: u32,
}

/// The directory of a segment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Directory {
    pub blocks: Vec<CoveredBlock>,
    /// Games per group in a block without runs, as a power of two.
    pub group_bits: u32,
    pub groups: Vec<GroupPlace>,
    pub sizes: Sizes,
    pub pages: Vec<PagePlace>,
    /// Empty in directories that this version writes.
    pub parts: Vec<PartPlace>,
}

impl Directory {
    /// Returns the bytes of the directory, without optional parts.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let numbers = 6 + 7 * self.blocks.len() + 2 * self.pages.len() + 2 * self.groups.len();
        out.try_reserve(MAX_VARINT_LEN * numbers)?;
        put_varint(&mut out, self.blocks.len() as u64);
        for block in &self.blocks {
            put_varint(&mut out, block.start);
            out.extend_from_slice(&block.crc.to_le_bytes());
            put_varint(&mut out, block.games as u64);
            put_moves_place(&mut out, block);
        }
        [self.sizes.page_bits, self.sizes.cell_bits].into_iter().for_each(|bits| put_varint(&mut out, bits.into()));
        for page in &self.pages {
            put_varint(&mut out, page.end - page.start);
            put_varint(&mut out, page.lists_end - page.end);
        }
        put_varint(&mut out, self.group_bits.into());
        for block in &self.blocks {
            for group in &self.groups[block.groups.clone()] {
                if let MovesPlace::Runs { .. } = block.moves {
                    put_varint(&mut out, (group.games.end - group.games.start).into());
                }
                put_varint(&mut out, group.record.end - group.record.start);
            }
        }
        put_varint(&mut out, 0);
        Ok(out)
    }

    /// Reads the directory of a segment whose parts are at `at..end`, counted from the start of the segment.
    pub(super) fn parse(bytes: &[u8], at: u64, end: u64) -> Result<Directory> {
        let mut cursor = Cursor::new(bytes);
        let count = cursor.varint_up_to(bytes.len() as u64 / 7, "the blocks of an index")?;
        let mut blocks = memory::with_capacity(count as usize)?;
        let mut runs = memory::with_capacity(count as usize)?;
        for _ in 0..count {
            let (block, own_groups) = take_block(&mut cursor)?;
            blocks.push(block);
            runs.push(own_groups);
        }
        let page_bits = cursor.varint_up_to(MAX_PAGE_BITS, "the pages of an index")? as u32;
        let cell_bits = cursor.varint_up_to(MAX_CELL_BITS, "the cells of an index")? as u32;
        let (pages, at) = take_pages(&mut cursor, page_bits, at, end)?;
        let group_bits = cursor.varint_up_to(limits::MAX_GAMES_IN_BLOCK.ilog2().into(), "the games of a group")?;
        let groups = take_groups(&mut cursor, &mut blocks, &runs, group_bits as u32, at, end)?;
        let groups_end = groups.last().map_or(at, |group| group.record.end);
        let parts = take_parts(&mut cursor, groups_end, end)?;
        cursor.finish()?;
        let games = blocks.last().map_or(0, |block| block.numbers.end) as usize;
        let sizes = Sizes { games, groups: groups.len(), page_bits, cell_bits };
        match (games, parts.last().map_or(groups_end, |part| part.range.end)) {
            (0, _) => Err(malformed("no games")),
            (_, last) if last != end => Err(malformed("parts that do not fill it")),
            _ => Ok(Directory { blocks, group_bits: group_bits as u32, groups, sizes, pages, parts }),
        }
    }

    /// Returns the directory for the same games in other blocks, without optional parts.
    pub(super) fn with_blocks(&self, moved: &[MovedBlock]) -> Result<Directory> {
        let blocks = self.blocks.iter().zip(moved).map(|(block, moved)| CoveredBlock {
            start: moved.start,
            crc: moved.header.crc,
            moves: block.moves.in_block(&moved.header),
            ..block.clone()
        });
        Ok(Directory {
            blocks: memory::collected(blocks)?,
            group_bits: self.group_bits,
            groups: memory::collected(self.groups.iter().cloned())?,
            sizes: self.sizes,
            pages: memory::copied(&self.pages)?,
            parts: Vec::new(),
        })
    }

    /// Returns the group of a game.
    pub(super) fn group_of(&self, game: u32) -> usize {
        self.groups.partition_point(|group| group.games.end <= game)
    }

    /// Returns the block of a group; both are numbered in the segment.
    pub(super) fn block_of(&self, group: usize) -> usize {
        self.blocks.partition_point(|block| block.groups.end <= group)
    }
}

fn put_moves_place(out: &mut Vec<u8>, block: &CoveredBlock) {
    let (kind, place) = match block.moves {
        MovesPlace::None => (0, None),
        MovesPlace::Games { param, offset } => (1, Some((param, offset))),
        MovesPlace::Runs { param, offset } => (2, Some((param, offset))),
    };
    put_varint(out, kind);
    if let Some((param, offset)) = place {
        put_varint(out, param);
        put_varint(out, offset);
    }
    if kind == 2 {
        put_varint(out, block.groups.len() as u64);
    }
}

/// Takes a block, and its number of groups if it has runs.
fn take_block(cursor: &mut Cursor<'_>) -> Result<(CoveredBlock, Option<usize>)> {
    let start = cursor.varint()?;
    let crc = cursor.u32()?;
    let games = cursor.varint_up_to(limits::MAX_GAMES_IN_BLOCK as u64, "the games of a block")? as usize;
    let kind = cursor.varint_up_to(2, "the place of moves")?;
    let mut place = || Ok::<_, crate::Error>((cursor.varint()?, cursor.varint_up_to(1 << 40, "the offset of moves")?));
    let moves = match kind {
        0 => MovesPlace::None,
        1 => place().map(|(param, offset)| MovesPlace::Games { param, offset })?,
        _ => place().map(|(param, offset)| MovesPlace::Runs { param, offset })?,
    };
    let runs = match kind {
        2 => Some(cursor.varint_up_to(games as u64, "the runs of a block")? as usize),
        _ => None,
    };
    Ok((CoveredBlock { start, crc, games, moves, groups: 0..0, numbers: 0..0 }, runs))
}

/// Takes the places of all pages, which start at `at` and are before `end`. Returns the pages and their end.
fn take_pages(cursor: &mut Cursor<'_>, page_bits: u32, mut at: u64, end: u64) -> Result<(Vec<PagePlace>, u64)> {
    let count = 1usize << page_bits;
    if cursor.remaining() < 2 * count {
        return Err(malformed("a directory without its pages"));
    }
    let mut pages = memory::with_capacity(count)?;
    for _ in 0..count {
        let start = at;
        let page = start + cursor.varint_up_to(end - at, "the length of a page")?;
        at = page + cursor.varint_up_to(end - page, "the length of lists")?;
        pages.push(PagePlace { start, end: page, lists_end: at });
    }
    Ok((pages, at))
}

/// Takes the places of all groups, which start at `at` and are before `end`; `runs` contains the numbers of groups of blocks with runs.
fn take_groups(
    cursor: &mut Cursor<'_>,
    blocks: &mut [CoveredBlock],
    runs: &[Option<usize>],
    group_bits: u32,
    mut at: u64,
    end: u64,
) -> Result<Vec<GroupPlace>> {
    let mut groups = Vec::new();
    let mut first = 0u32;
    for (block, runs) in blocks.iter_mut().zip(runs) {
        let before = groups.len();
        let numbers = first..first + block.games as u32;
        let count = runs.unwrap_or_else(|| block.games.div_ceil(1 << group_bits));
        for _ in 0..count {
            let left = numbers.end - first;
            let games = match runs {
                Some(_) => cursor.varint_up_to(left.into(), "the games of a run")? as u32,
                None => left.min(1 << group_bits),
            };
            let record = at..at + cursor.varint_up_to(end - at, "the length of a record")?;
            at = record.end;
            memory::push(&mut groups, GroupPlace { games: first..first + games, record })?;
            first += games;
        }
        if first != numbers.end || u64::from(first) > MAX_GAMES {
            return Err(malformed("groups that do not hold the games of their block"));
        }
        block.groups = before..groups.len();
        block.numbers = numbers;
    }
    Ok(groups)
}

/// Takes the places of optional parts, which start at `at` and are before `end`.
fn take_parts(cursor: &mut Cursor<'_>, mut at: u64, end: u64) -> Result<Vec<PartPlace>> {
    let count = cursor.varint_up_to(cursor.remaining() as u64 / 6, "the optional parts of an index")?;
    let mut parts = memory::with_capacity(count as usize)?;
    for _ in 0..count {
        cursor.varint()?;
        let start = at;
        at += cursor.varint_up_to(end - at, "the length of an optional part")?;
        if at == start {
            return Err(malformed("an optional part without bytes"));
        }
        parts.push(PartPlace { range: start..at, crc: cursor.u32()? });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    /// Returns the error of a directory whose blocks have these numbers of games, in one group each. Pages and records are empty.
    fn error_of(games: &[u64]) -> Option<ErrorCode> {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, games.len() as u64);
        for games in games {
            bytes.extend([0; 5]);
            put_varint(&mut bytes, *games);
            put_varint(&mut bytes, 0);
        }
        bytes.extend([0, 0, 0, 0, 16]);
        bytes.extend(games.iter().filter(|games| **games > 0).map(|_| 0));
        put_varint(&mut bytes, 0);
        Directory::parse(&bytes, HEAD, HEAD).err().map(|e| e.code())
    }

    const HEAD: u64 = 16;

    /// No vector has 2^28 games, because the file would take 250 MB (`limits.7`).
    #[test]
    fn games_have_bounds() {
        let most = limits::MAX_GAMES_IN_BLOCK as u64;
        assert_eq!(error_of(&[most]), None);
        assert_eq!(error_of(&[most + 1]), Some(ErrorCode::LimitExceeded));
        assert_eq!(error_of(&[u64::MAX]), Some(ErrorCode::LimitExceeded));
        let mut games = vec![most; (MAX_GAMES / most) as usize];
        assert_eq!(error_of(&games), None);
        games.push(1);
        assert_eq!(error_of(&games), Some(ErrorCode::SectionMalformed));
        assert_eq!(error_of(&[0]), Some(ErrorCode::SectionMalformed));
        assert_eq!(error_of(&[0, 1]), None);
    }
}
