//! Walking the units of a file: blocks, footers and index segments, one after another (`container.16`).

use std::{cell::RefCell, ops::Range};

use crate::file::source::{Source, read_range};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::crc32c,
    container::{BlockEntry, BlockHeader, Footer, UNITS_START, footer_body},
    index, limits, memory,
    versions::KNOWN_FEATURES,
};

/// Kind of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum UnitKind {
    Block(BlockHeader),
    Footer,
    Segment,
}

/// A unit whose header is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    /// Start, and end by its header, which may be past the end of the file.
    pub(super) range: Range<u64>,
    /// End of its checked header.
    header_end: u64,
}

/// Walks the units of a file.
pub(super) struct Walk<'a> {
    source: &'a dyn Source,
    len: u64,
    /// Bytes that were read last, and their offset: headers are short, and often near each other.
    read_ahead: RefCell<(u64, Vec<u8>)>,
    /// Bytes that may still be read in searches: a file that was crafted to look like headers everywhere must not cost more than a
    /// few passes over it (`limits.12`).
    budget: u64,
    last: Option<Unit>,
    /// The blocks found so far, with their first numbers.
    pub(super) blocks: Vec<(BlockEntry, u64)>,
    /// The footers passed so far, and the number of blocks found before each.
    pub(super) footers: Vec<(Range<u64>, usize)>,
    /// True if there are segments of the index.
    pub(super) has_segments: bool,
    /// Places without a unit, and other damage.
    pub(super) errors: Vec<Error>,
}

/// Bytes read at once while searching for a unit.
const WINDOW: u64 = 1 << 20;
const FIRST_WINDOW: u64 = 256;

/// Bytes read at once for a header: this takes no longer than reading only the first eight.
const READ_AHEAD: u64 = 4096;

/// The first bytes of the units.
const MAGICS: [[u8; 4]; 3] = [*b"PLYB", *b"PLYF", *b"PLYX"];

impl<'a> Walk<'a> {
    pub(super) fn new(source: &'a dyn Source, len: u64) -> Walk<'a> {
        Walk {
            source,
            len,
            read_ahead: RefCell::default(),
            budget: 4 * len + 4 * limits::MAX_HEADER_LEN as u64,
            last: None,
            blocks: Vec::new(),
            footers: Vec::new(),
            has_segments: false,
            errors: Vec::new(),
        }
    }

    /// Continues in another part of the file, as if the file ended with that part. The budget is not changed.
    pub(super) fn enter(&mut self, end: u64) {
        (self.len, self.last) = (end, None);
    }

    /// Reads bytes of the file.
    fn read(&self, range: Range<u64>) -> Result<Vec<u8>> {
        let len = range.end.checked_sub(range.start);
        let is_short = len.is_some_and(|len| len <= READ_AHEAD) && range.end <= self.len;
        if !is_short || self.source.in_memory().is_some() {
            return read_range(self.source, range, self.len);
        }
        let (start, bytes) = &mut *self.read_ahead.borrow_mut();
        if range.start < *start || range.end > *start + bytes.len() as u64 {
            bytes.clear();
            *start = range.start;
            *bytes = read_range(self.source, range.start..self.len.min(range.start + READ_AHEAD), self.len)?;
        }
        let at = |offset: u64| (offset - *start) as usize;
        memory::copied(&bytes[at(range.start)..at(range.end)])
    }

    /// Returns the length of the file.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Walks the complete file. If bytes before the first unit are missing, searches for it.
    pub(super) fn run_from_the_first_unit(&mut self) -> Result<()> {
        let is_there = self.len > UNITS_START && self.unit_at(UNITS_START)?.is_some();
        self.run(if is_there { UNITS_START } else { 0 })
    }

    /// Walks to the end of the file. If no unit starts at a place, searches for the next one.
    pub(super) fn run(&mut self, start: u64) -> Result<()> {
        let mut at = start;
        while at < self.len {
            at = self.step(at)?;
        }
        Ok(())
    }

    /// Walks the unit at `at`, or searches for the next one. Returns the offset where the walk continues.
    pub(super) fn step(&mut self, at: u64) -> Result<u64> {
        match self.unit_at(at)? {
            Some(unit) if unit.range.end > self.len => {
                let message = "the last unit is truncated";
                self.errors.push(Error::new(ErrorCode::Truncated, message).with_offset(at));
                Ok(self.len)
            }
            Some(unit) => self.take(unit),
            None => self.next_unit(at),
        }
    }

    fn take(&mut self, unit: Unit) -> Result<u64> {
        let Range { start, end } = unit.range;
        match &unit.kind {
            UnitKind::Block(header) => {
                memory::push(&mut self.blocks, (BlockEntry::of(header, start), header.first_number))?;
            }
            UnitKind::Footer => memory::push(&mut self.footers, (start..end, self.blocks.len()))?,
            UnitKind::Segment => self.has_segments = true,
        }
        self.last = Some(unit);
        Ok(end)
    }

    /// Returns the last valid footer that lists no blocks, or at least one block that is in its listed place. Also
    /// returns the number of blocks found before this footer.
    pub(super) fn last_good_footer(&mut self) -> Result<Option<(Footer, usize)>> {
        for (range, blocks) in self.footers.iter().rev() {
            let bytes = read_range(self.source, range.clone(), self.len)?;
            let footer = match Footer::parse(&bytes, range.start, KNOWN_FEATURES) {
                Ok(footer) => footer,
                Err(e) if e.is_temporary() => return Err(e),
                Err(_) => continue,
            };
            let found = &self.blocks[..*blocks];
            // Games and replacements are numbered separately.
            let mut numbers = [0, 0];
            let is_there = |listed: &BlockEntry| {
                let number = &mut numbers[usize::from(listed.is_replacement)];
                let first_number = std::mem::replace(number, *number + listed.games);
                let place = found.binary_search_by_key(&listed.range.start, |(entry, _)| entry.range.start);
                place.is_ok_and(|index| (&found[index].0, found[index].1) == (listed, first_number))
            };
            if footer.blocks.is_empty() || footer.blocks.iter().any(is_there) {
                return Ok(Some((footer, *blocks)));
            }
        }
        Ok(None)
    }

    /// Returns the unit at `at`, if its header is valid.
    pub(super) fn unit_at(&mut self, at: u64) -> Result<Option<Unit>> {
        if let Some(header) = self.block_at(at)? {
            let stored: u64 = header.sections.iter().map(|s| s.range.end - s.range.start).sum();
            let range = at..at + header.len;
            let header_end = at + header.len - stored;
            return Ok(Some(Unit { kind: UnitKind::Block(header), range, header_end }));
        }
        if let Some(range) = self.footer_at(at)? {
            let header_end = range.end;
            return Ok(Some(Unit { kind: UnitKind::Footer, range, header_end }));
        }
        let header_end = at.saturating_add(index::HEAD_LEN);
        if header_end > self.len {
            return Ok(None);
        }
        let head = self.read(at..header_end)?;
        // A length that exceeds 64 bits exceeds the file, like any other length that is too large.
        let end = index::declared_len(&head).map(|len| at.saturating_add(len));
        Ok(end.map(|end| Unit { kind: UnitKind::Segment, range: at..end, header_end }))
    }

    fn block_at(&mut self, at: u64) -> Result<Option<BlockHeader>> {
        let start = self.start_at(at)?;
        let Ok(header_len) = BlockHeader::declared_len(&start) else { return Ok(None) };
        let end = at + header_len as u64;
        if end > self.len {
            return Ok(None);
        }
        Ok(BlockHeader::parse(&self.read(at..end)?).ok())
    }

    /// Returns the footer at `at`, if its frame is valid.
    fn footer_at(&mut self, at: u64) -> Result<Option<Range<u64>>> {
        let footer_len = Footer::declared_len(&self.start_at(at)?).filter(|len| *len <= self.len - at);
        let Some(footer_len) = footer_len else {
            return Ok(None);
        };
        let bytes = self.read(at..at + footer_len)?;
        Ok(footer_body(&bytes).is_ok().then_some(at..at + footer_len))
    }

    fn start_at(&self, at: u64) -> Result<Vec<u8>> {
        self.read(at..self.len.min(at.saturating_add(8)))
    }

    /// Searches for the next unit after a place without one: from the end of the unit before it, or, if bytes of that unit are missing
    /// or wrong, from the place where it is corrupt.
    pub(super) fn next_unit(&mut self, lost: u64) -> Result<u64> {
        self.pay_for_header(lost)?;
        let mut at = self.search_start(lost)?;
        let found = loop {
            let Some(found) = self.next_magic(at)? else { break self.len };
            if !self.pay_for_header(found)? {
                break self.len;
            }
            if self.unit_at(found)?.is_some() {
                break found;
            }
            at = found + 1;
        };
        let message = format!("no unit starts here; {} bytes are skipped", found.saturating_sub(lost));
        self.errors.push(Error::new(ErrorCode::BlockMalformed, message).with_offset(lost));
        Ok(found)
    }

    /// Subtracts the cost of checking a possible header at `at` from the budget; `false` if the budget is too small.
    fn pay_for_header(&mut self, at: u64) -> Result<bool> {
        let start = self.start_at(at)?;
        let len = start.get(4..8).map_or(0, |len| u32::from_le_bytes(len.try_into().expect("four bytes")));
        Ok(self.pay((u64::from(len) + 20).min(self.len - at)))
    }

    fn pay(&mut self, bytes: u64) -> bool {
        let left = self.budget.checked_sub(bytes);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    fn search_start(&mut self, lost: u64) -> Result<u64> {
        let Some(unit) = self.last.take() else { return Ok(lost + 1) };
        if let UnitKind::Block(header) = &unit.kind {
            for section in &header.sections {
                let range = unit.range.start + section.range.start..unit.range.start + section.range.end;
                let start = range.start;
                if !self.pay(range.end - start) {
                    return Ok(lost + 1);
                }
                if crc32c(&self.read(range)?) != section.crc {
                    return Ok(start);
                }
            }
            return Ok(lost + 1);
        }
        Ok(unit.header_end.min(lost + 1))
    }

    fn next_magic(&self, mut at: u64) -> Result<Option<u64>> {
        // Small at first: if something looks like a unit every few bytes, each look must cost little.
        let mut size = FIRST_WINDOW;
        while at < self.len {
            let window = self.read(at..self.len.min(at + size))?;
            size = WINDOW.min(2 * size);
            let is_magic = |bytes: &[u8]| MAGICS.iter().any(|magic| bytes.starts_with(magic));
            let mut places = memchr::memmem::find_iter(&window, b"PLY");
            if let Some(found) = places.find(|found| is_magic(&window[*found..])) {
                return Ok(Some(at + found as u64));
            }
            if at + window.len() as u64 == self.len {
                return Ok(None);
            }
            // The magic can cross two windows.
            at += window.len() as u64 - 3;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, Game, pack_games};

    /// limits.12: a search reads at most a few times the length of the file; then it finds nothing more.
    #[test]
    fn searches_have_a_budget() {
        let mut file = vec![0; 100];
        let at = file.len();
        file.extend(&pack_games(&[Game::new()], Codec::Byte).unwrap()[UNITS_START as usize..]);
        let len = file.len() as u64;
        assert_eq!(Walk::new(&file, len).next_unit(0).unwrap(), at as u64);
        // The first bytes could be a header of 20 bytes.
        let mut poor = Walk { budget: 20, ..Walk::new(&file, len) };
        assert_eq!(poor.next_unit(0).unwrap(), len);

        let header = BlockHeader::parse(&file[at..]).unwrap();
        let section = at as u64 + header.sections[0].range.start;
        file[section as usize] ^= 1;
        for (budget, start) in [(len, section), (0, len)] {
            let mut walk = Walk::new(&file, len);
            walk.step(at as u64).unwrap();
            walk.budget = budget;
            assert_eq!(walk.search_start(len - 1).unwrap(), start);
        }
    }
}
