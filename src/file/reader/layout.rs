//! Finding the blocks of a file: by its footer, or by walking when the end of the file is torn or damaged.

use std::ops::Range;

use crate::file::source::{Source, read_range};
use crate::{
    Error, ErrorCode, Result,
    container::{BlockHead, Footer, HEADER_LEN, Header, MAGIC, TRAILER_LEN, footer_span, scan_block_head},
    index::Segment,
    limits,
    versions::Versions,
};

/// A block's place in the file and what is known of it without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockInfo {
    /// Where it lies in the file.
    pub range: Range<u64>,
    /// The number of its first game, as this reader counts.
    pub first_game: u64,
    /// Games in it.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// The file-wide id of the first name that it defines.
    pub first_name: u64,
    /// Names that it defines.
    pub new_names: u64,
    /// CRC-32C of its head.
    pub head_crc: u32,
    /// Which of several files that were joined into one it comes from; 0 in any other file. Ids of names hold within a part.
    pub part: usize,
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
    /// What is wrong with the file's frame. Empty for a file that was finished and not damaged there; otherwise the blocks
    /// were found by walking.
    pub errors: Vec<Error>,
}

impl Layout {
    /// Finds the blocks (`container.14`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NotPlypack`], the `Unsupported...` codes, errors of the source. Corruption elsewhere is no error here but a
    /// fault in the result.
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
            Ok(footer) => Ok(Layout::from_footer(&footer, len)),
            Err(e) if e.code().class() == crate::ErrorClass::Unsupported => Err(e),
            Err(e) => Ok(Layout::walk(source, len)?.with_fault(e)),
        }
    }

    fn from_footer(footer: &Footer, len: u64) -> Layout {
        let mut layout = Layout { versions: footer.versions, blocks: Vec::new(), len, errors: Vec::new() };
        let (mut first_game, mut first_name) = (0, 0);
        for entry in &footer.blocks {
            layout.blocks.push(BlockInfo {
                range: entry.range.clone(),
                first_game,
                games: entry.games,
                plies: entry.plies,
                first_name,
                new_names: entry.new_names,
                head_crc: entry.head_crc,
                part: 0,
            });
            first_game += entry.games;
            first_name += entry.new_names;
        }
        layout
    }

    /// Puts `e` before the errors.
    pub fn with_fault(mut self, e: Error) -> Layout {
        self.errors.insert(0, e);
        self
    }

    /// Walks the blocks from the start of the file; where none lies, looks for the next one (`container.15`).
    ///
    /// # Errors
    ///
    /// Errors of the source, other than the end of the file.
    pub fn walk(source: &dyn Source, len: u64) -> Result<Layout> {
        let versions = Versions::CURRENT;
        let mut walk = Walk {
            source,
            len,
            // A file that is made to look like heads all over must not cost more than a few passes over it.
            budget: 4 * len + 4 * limits::MAX_HEAD_LEN as u64,
            part: 0,
            known: 0,
            layout: Layout { versions, blocks: Vec::new(), len, errors: Vec::new() },
        };
        let has_magic = len >= 8 && read_range(source, 0..8, len)? == MAGIC;
        let mut at = if has_magic { HEADER_LEN as u64 } else { 0 };
        while at < len {
            at = match walk.step(at)? {
                Some(next) => next,
                None => walk.resynchronise(at)?,
            };
        }
        Ok(walk.layout)
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
        let message = "the file does not end with a footer: it is damaged, or its writer did not finish";
        Error::new(ErrorCode::FooterMissing, message).with_offset(len)
    };
    let trailer_start = len.checked_sub(TRAILER_LEN as u64).ok_or_else(missing)?;
    let trailer = read_range(source, trailer_start..len, len)?;
    let span = footer_span(trailer.try_into().expect("a trailer's length")).ok_or_else(missing)?;
    let start = len.checked_sub(span).filter(|s| *s >= HEADER_LEN as u64).ok_or_else(missing)?;
    Footer::parse(&read_range(source, start..len, len)?, start).map_err(|e| e.rebase(start))
}

struct Walk<'a> {
    source: &'a dyn Source,
    len: u64,
    budget: u64,
    /// Rises where another file begins.
    part: usize,
    /// Up to here all bytes are known to belong where they are: what is said to lie behind a head may not be there.
    known: u64,
    layout: Layout,
}

/// How much is read at once while looking for a block.
const WINDOW: u64 = 1 << 20;

impl Walk<'_> {
    /// Takes the block or footer at `at`; gives the place behind it, or `None` when there is none.
    fn step(&mut self, at: u64) -> Result<Option<u64>> {
        if let Some(head) = self.head_at(at)? {
            let end = at + head.len;
            if end > self.len {
                let message = "the last block is cut short";
                self.layout.errors.push(Error::new(ErrorCode::Truncated, message).with_offset(at));
                return Ok(Some(self.len));
            }
            self.known = end - head.sections.iter().map(|s| s.range.end - s.range.start).sum::<u64>();
            self.push(head, at);
            return Ok(Some(end));
        }
        match self.footer_at(at)?.or_else(|| self.piece_at(at)) {
            Some(end) => Ok(Some(end)),
            None => self.header_at(at),
        }
    }

    /// Steps over a segment of the position index.
    fn piece_at(&mut self, at: u64) -> Option<u64> {
        let (source, len) = (self.source, self.len);
        let segment = Segment::at(at, len, self.budget, &|start, end| read_range(source, start..end, len))?;
        self.budget = self.budget.checked_sub(segment.body_start() - at)?;
        self.known = segment.body_start();
        Some(segment.end)
    }

    /// Steps over the header of a file that was joined to the one before it.
    fn header_at(&mut self, at: u64) -> Result<Option<u64>> {
        let start = read_range(self.source, at..self.len.min(at + HEADER_LEN as u64), self.len)?;
        if Header::parse(&start).is_err() {
            return Ok(None);
        }
        self.part += 1;
        self.known = at + HEADER_LEN as u64;
        Ok(Some(self.known))
    }

    /// Whether the numbers of this head start again before those of the block before it have ended: another file, whose
    /// header is lost.
    fn starts_again(&self, head: &BlockHead) -> bool {
        let before = self.layout.blocks.last().filter(|b| b.part == self.part);
        before.is_some_and(|b| head.first_name < b.first_name + b.new_names)
    }

    fn push(&mut self, head: BlockHead, at: u64) {
        self.part += usize::from(self.starts_again(&head));
        let first_game = self.layout.blocks.last().map_or(0, |b| b.first_game + b.games);
        self.layout.blocks.push(BlockInfo {
            range: at..at + head.len,
            first_game,
            games: head.games as u64,
            plies: head.plies,
            first_name: head.first_name,
            new_names: head.new_names as u64,
            head_crc: head.crc,
            part: self.part,
        });
    }

    fn head_at(&mut self, at: u64) -> Result<Option<BlockHead>> {
        let start = read_range(self.source, at..self.len.min(at + 8), self.len)?;
        let Ok(head_len) = BlockHead::announced_len(&start) else {
            return Ok(None);
        };
        let Some(budget) = self.budget.checked_sub(head_len as u64).filter(|_| at + head_len as u64 <= self.len) else {
            return Ok(None);
        };
        self.budget = budget;
        let head = read_range(self.source, at..at + head_len as u64, self.len)?;
        Ok(BlockHead::parse(&head).ok())
    }

    /// Steps over the footer of an earlier append.
    fn footer_at(&mut self, at: u64) -> Result<Option<u64>> {
        let start = read_range(self.source, at..self.len.min(at + 8), self.len)?;
        let Some(footer_len) = Footer::announced_len(&start).filter(|n| *n <= self.len - at) else {
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
        self.known = at + footer_len;
        Ok(Some(self.known))
    }

    /// Looks for the next head after a place where none is. It may lie before that place, if bytes of the last block are
    /// missing.
    fn resynchronise(&mut self, lost: u64) -> Result<u64> {
        let from = if self.known > 0 { self.known.min(lost + 1) } else { lost + 1 };
        let mut at = from;
        let found = loop {
            let Some(found) = self.next_magic(at)? else {
                break self.len;
            };
            if self.head_at(found)?.is_some() {
                self.notice_header_before(found, from)?;
                break found;
            }
            at = found + 1;
        };
        let message = format!("no block or footer lies here; {} bytes are passed over", found.saturating_sub(lost));
        self.layout.errors.push(Error::new(ErrorCode::BlockMalformed, message).with_offset(lost));
        Ok(found)
    }

    /// A header that was passed over begins another file.
    fn notice_header_before(&mut self, block: u64, from: u64) -> Result<()> {
        if let Some(at) = block.checked_sub(HEADER_LEN as u64).filter(|at| *at >= from) {
            self.header_at(at)?;
        }
        Ok(())
    }

    fn next_magic(&self, mut at: u64) -> Result<Option<u64>> {
        while at < self.len {
            let window = read_range(self.source, at..self.len.min(at + WINDOW), self.len)?;
            if let Some(place) = scan_block_head(&window, 0) {
                return Ok(Some(at + place as u64));
            }
            if at + window.len() as u64 == self.len {
                return Ok(None);
            }
            // The magic may lie across two windows.
            at += window.len() as u64 - 3;
        }
        Ok(None)
    }
}
