//! Finding the blocks of a file: by its footer, or by scanning when the end of the file is torn or corrupt.

use std::ops::Range;

use crate::file::source::{Source, read_range};
use crate::{
    Error, ErrorCode, Result,
    container::{BlockHeader, Footer, HEADER_LEN, Header, MAGIC, TRAILER_LEN, find_block_header, footer_span},
    index::Segment,
    limits, memory,
    versions::Versions,
};

/// A block's range in the file and what is known of it without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockInfo {
    /// Its bytes in the file.
    pub range: Range<u64>,
    /// The number of its first game, as this reader counts.
    pub first_game: u64,
    /// Games in it.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// The blocks of a file.
#[derive(Debug)]
pub struct Layout {
    /// Versions and features of the whole file.
    pub versions: Versions,
    /// The blocks in file order.
    pub blocks: Vec<BlockInfo>,
    /// The length of the file.
    pub len: u64,
    /// Errors in header and footers. Empty for a file that was finished and is not corrupt there; otherwise the blocks were found
    /// by scanning.
    pub errors: Vec<Error>,
}

impl Layout {
    /// Finds the blocks (`container.14`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NotPlypack`], the `Unsupported...` codes, errors of the source. Corruption elsewhere is not
    /// returned as an error but listed in the result.
    pub fn find(source: &dyn Source) -> Result<Layout> {
        let len = source.len()?;
        let start = read_range(source, 0..len.min(HEADER_LEN as u64), len)?;
        let header = match Header::parse(&start) {
            Ok(header) => Ok(header),
            Err(e) if e.code() == ErrorCode::ChecksumHeader => Err(e),
            Err(e) => return Err(e),
        };
        let by_footer = header.and_then(|_| read_footer(source, len));
        match by_footer {
            Ok(footer) => Layout::from_footer(&footer, len),
            Err(e) if e.is_no_memory() => Err(e),
            Err(e) if e.code().class() == crate::ErrorClass::Unsupported => Err(e),
            Err(e) => Ok(Layout::scan(source, len)?.with_error(e)),
        }
    }

    fn from_footer(footer: &Footer, len: u64) -> Result<Layout> {
        let blocks = memory::with_capacity(footer.blocks.len())?;
        let mut layout = Layout { versions: footer.versions, blocks, len, errors: Vec::new() };
        let mut first_game = 0;
        for entry in &footer.blocks {
            layout.blocks.push(BlockInfo {
                range: entry.range.clone(),
                first_game,
                games: entry.games,
                plies: entry.plies,
                header_crc: entry.header_crc,
            });
            first_game += entry.games;
        }
        Ok(layout)
    }

    /// Adds `e` before the other errors.
    pub fn with_error(mut self, e: Error) -> Layout {
        self.errors.insert(0, e);
        self
    }

    /// Scans the file for blocks from its start; where none starts, searches for the next one (`container.15`).
    ///
    /// # Errors
    ///
    /// Errors of the source, other than the end of the file.
    pub fn scan(source: &dyn Source, len: u64) -> Result<Layout> {
        let versions = Versions::CURRENT;
        let mut scanner = Scanner {
            source,
            len,
            // A file crafted to look like headers everywhere must not cost more than a few passes over it.
            budget: 4 * len + 4 * limits::MAX_HEADER_LEN as u64,
            verified: 0,
            layout: Layout { versions, blocks: Vec::new(), len, errors: Vec::new() },
        };
        let has_magic = len >= 8 && read_range(source, 0..8, len)? == MAGIC;
        let mut at = if has_magic { HEADER_LEN as u64 } else { 0 };
        while at < len {
            at = match scanner.step(at)? {
                Some(next) => next,
                None => scanner.resynchronise(at)?,
            };
        }
        Ok(scanner.layout)
    }
}

impl Layout {
    /// Games in all blocks.
    pub fn games(&self) -> u64 {
        self.blocks.iter().map(|b| b.games).sum()
    }
}

fn read_footer(source: &dyn Source, len: u64) -> Result<Footer> {
    let missing = || {
        let message = "the file does not end with a footer: it is corrupt, or its writer did not finish";
        Error::new(ErrorCode::FooterMissing, message).with_offset(len)
    };
    let trailer_start = len.checked_sub(TRAILER_LEN as u64).ok_or_else(missing)?;
    let trailer = read_range(source, trailer_start..len, len)?;
    let span = footer_span(trailer.try_into().expect("a trailer's length")).ok_or_else(missing)?;
    let start = len.checked_sub(span).filter(|s| *s >= HEADER_LEN as u64).ok_or_else(missing)?;
    Footer::parse(&read_range(source, start..len, len)?, start).map_err(|e| e.rebase(start))
}

struct Scanner<'a> {
    source: &'a dyn Source,
    len: u64,
    budget: u64,
    /// Up to here all bytes are verified; the sections that a header lists may be missing.
    verified: u64,
    layout: Layout,
}

/// Bytes read at once while searching for a block.
const WINDOW: u64 = 1 << 20;

impl Scanner<'_> {
    /// Takes the block, footer or index segment at `at`; returns the offset after it, or `None` when there is none.
    fn step(&mut self, at: u64) -> Result<Option<u64>> {
        if let Some(header) = self.block_header_at(at)? {
            let end = at + header.len;
            if end > self.len {
                let message = "the last block is truncated";
                self.layout.errors.push(Error::new(ErrorCode::Truncated, message).with_offset(at));
                return Ok(Some(self.len));
            }
            self.verified = end - header.sections.iter().map(|s| s.range.end - s.range.start).sum::<u64>();
            self.push(header, at)?;
            return Ok(Some(end));
        }
        Ok(self.footer_at(at)?.or_else(|| self.segment_at(at)))
    }

    /// Skips a segment of the position index.
    fn segment_at(&mut self, at: u64) -> Option<u64> {
        let (source, len) = (self.source, self.len);
        let segment = Segment::at(at, len, self.budget, &|start, end| read_range(source, start..end, len))?;
        self.budget = self.budget.checked_sub(segment.body_start() - at)?;
        self.verified = segment.body_start();
        Some(segment.end)
    }

    fn push(&mut self, header: BlockHeader, at: u64) -> Result<()> {
        let first_game = self.layout.blocks.last().map_or(0, |b| b.first_game + b.games);
        let block = BlockInfo {
            range: at..at + header.len,
            first_game,
            games: header.games as u64,
            plies: header.plies,
            header_crc: header.crc,
        };
        memory::push(&mut self.layout.blocks, block)
    }

    fn block_header_at(&mut self, at: u64) -> Result<Option<BlockHeader>> {
        let start = read_range(self.source, at..self.len.min(at + 8), self.len)?;
        let Ok(header_len) = BlockHeader::declared_len(&start) else {
            return Ok(None);
        };
        let Some(budget) = self.budget.checked_sub(header_len as u64).filter(|_| at + header_len as u64 <= self.len)
        else {
            return Ok(None);
        };
        self.budget = budget;
        let header = read_range(self.source, at..at + header_len as u64, self.len)?;
        Ok(BlockHeader::parse(&header).ok())
    }

    /// Skips the footer of an earlier append.
    fn footer_at(&mut self, at: u64) -> Result<Option<u64>> {
        let start = read_range(self.source, at..self.len.min(at + 8), self.len)?;
        let Some(footer_len) = Footer::declared_len(&start).filter(|n| *n <= self.len - at) else {
            return Ok(None);
        };
        let Some(budget) = self.budget.checked_sub(footer_len) else {
            return Ok(None);
        };
        self.budget = budget;
        let footer = read_range(self.source, at..at + footer_len, self.len)?;
        let Ok(footer) = Footer::parse(&footer, at) else {
            return Ok(None);
        };
        self.layout.versions = footer.versions;
        self.verified = at + footer_len;
        Ok(Some(self.verified))
    }

    /// Searches for the next block header after an offset without one. It may be before that offset, if bytes of the last block
    /// are missing.
    fn resynchronise(&mut self, lost: u64) -> Result<u64> {
        let from = if self.verified > 0 { self.verified.min(lost + 1) } else { lost + 1 };
        let mut at = from;
        let found = loop {
            let Some(found) = self.next_magic(at)? else {
                break self.len;
            };
            if self.block_header_at(found)?.is_some() {
                break found;
            }
            at = found + 1;
        };
        let message = format!("no block or footer starts here; {} bytes are skipped", found.saturating_sub(lost));
        self.layout.errors.push(Error::new(ErrorCode::BlockMalformed, message).with_offset(lost));
        Ok(found)
    }

    fn next_magic(&self, mut at: u64) -> Result<Option<u64>> {
        while at < self.len {
            let window = read_range(self.source, at..self.len.min(at + WINDOW), self.len)?;
            if let Some(found) = find_block_header(&window, 0) {
                return Ok(Some(at + found as u64));
            }
            if at + window.len() as u64 == self.len {
                return Ok(None);
            }
            // The magic may cross two windows.
            at += window.len() as u64 - 3;
        }
        Ok(None)
    }
}
