//! The position index of a file: its segments and the blocks that each covers.

use std::ops::Range;

use super::Reader;
use crate::{
    Corruption, Error, ErrorCode, Result,
    container::{Fetch, SegmentEntry, segments_that_count},
    index::Segment,
    memory,
};

/// The segments of a file that are in use.
#[derive(Debug, Default)]
pub(crate) struct FileIndex {
    /// In the order of the blocks.
    segments: Vec<BlockSegment>,
    /// The errors of segments that cannot be used, each with the games that are searched without the index.
    corruption: Vec<Corruption>,
}

/// A segment, and the blocks that it covers.
#[derive(Debug)]
pub(crate) struct BlockSegment {
    pub(crate) segment: Segment,
    pub(crate) blocks: Range<usize>,
}

impl Reader {
    /// Returns the segments of the position index, in the order of their blocks.
    ///
    /// Errors: temporary errors.
    pub(crate) fn segments(&self) -> Result<&[BlockSegment]> {
        Ok(&self.read_index()?.segments)
    }

    /// Returns the corruption in the directories of the position index: these games are searched without it. Empty for a file without an
    /// index. [`verify`](crate::verify) finds corruption in other parts of the index.
    pub fn index_corruption(&self) -> &[Corruption] {
        &self.file_index().corruption
    }

    /// Returns whether the file has a position index, even an unusable one that is corrupt or that no footer lists.
    pub fn had_index(&self) -> bool {
        !self.layout.segments.is_empty() || self.layout.has_lost_segments
    }

    /// Returns the number of blocks that the position index covers, and its size in bytes.
    pub fn indexed(&self) -> (usize, u64) {
        let segments = self.file_index().segments.iter();
        segments.fold((0, 0), |(blocks, bytes), found| {
            let range = &found.segment.range;
            (blocks + found.blocks.len(), bytes + range.end - range.start)
        })
    }

    /// Returns the bytes, counted from the start of the file.
    pub(crate) fn file(&self) -> &(dyn Fetch + Sync) {
        &self.source
    }

    fn file_index(&self) -> &FileIndex {
        const NONE: &FileIndex = &FileIndex { segments: Vec::new(), corruption: Vec::new() };
        self.read_index().unwrap_or(NONE)
    }

    /// Reads the directories of the segments that are in use, unless they were read before.
    ///
    /// Errors: temporary errors. The next call tries again.
    pub(crate) fn read_index(&self) -> Result<&FileIndex> {
        match self.index.get() {
            Some(index) => Ok(index),
            None => self.find_index().map(|index| self.index.get_or_init(|| index)),
        }
    }

    fn find_index(&self) -> Result<FileIndex> {
        let mut index = FileIndex::default();
        let mut left = self.layout.len;
        for entry in &segments_that_count(&self.layout.segments)? {
            // Writers make no overlapping segments. If all together are longer than the file, the last ones are unusable (index.1).
            let opened = match left.checked_sub(entry.range.end - entry.range.start) {
                Some(others) => {
                    left = others;
                    Segment::open(entry.range.clone(), self.file())
                }
                None => Err(Error::new(ErrorCode::FooterMalformed, "index segments that share their bytes")),
            };
            match opened.and_then(|segment| Ok((self.covered_blocks(&segment, entry)?, segment))) {
                // Not cached: the next call tries again.
                Err(e) if e.is_temporary() => return Err(e),
                Err(e) => memory::push(&mut index.corruption, Corruption::of_index(self.games_of(entry), e))?,
                Ok((blocks, segment)) => memory::push(&mut index.segments, BlockSegment { segment, blocks })?,
            }
        }
        index.segments.sort_by_cached_key(|found| found.blocks.start);
        index.corruption.sort_by_cached_key(|corruption| corruption.games.start);
        Ok(index)
    }

    /// Returns the numbers of the games of a listed segment. Opening the file checked that the blocks exist.
    fn games_of(&self, entry: &SegmentEntry) -> Range<u64> {
        let number = |block: u64| self.blocks().get(block as usize).map_or(self.number_end(), |block| block.first_game);
        number(entry.first_block)..number(entry.first_block + entry.blocks)
    }

    /// Returns the blocks that a segment covers, if it matches its entry and the file has these blocks (`index.3`).
    fn covered_blocks(&self, segment: &Segment, entry: &SegmentEntry) -> Result<Range<usize>> {
        let first = entry.first_block as usize;
        let covered = segment.blocks();
        let blocks = first..first.saturating_add(covered.len());
        let listed = self.blocks().get(blocks.clone()).unwrap_or_default();
        let are_same = listed.iter().zip(covered).all(|(block, covered)| {
            (block.range.start, block.header_crc, block.games) == (covered.start, covered.crc, covered.games as u64)
        });
        // If the file has fewer blocks, `listed` is empty. An entry has at least one block.
        let is_listed = entry.blocks == listed.len() as u64 && entry.header_crc == segment.crc;
        if are_same && is_listed {
            Ok(blocks)
        } else {
            let error =
                Error::new(ErrorCode::SectionMalformed, "an index differs from its entry in the footer, or its blocks");
            Err(error.with_offset(segment.range.start))
        }
    }
}
