//! Walking the units of a file: blocks, footers and index segments, one after another from the file header (`container.16`).

mod torn;

use std::{
    cell::{Cell, RefCell},
    ops::Range,
};

use crate::file::source::{Source, read_range};
use crate::{
    Error, ErrorClass, ErrorCode, Result,
    coding::wire::crc32c,
    container::{BlockEntry, BlockHeader, Footer, HEADER_LEN, Listing, TRAILER_LEN, footer_body, footer_span},
    index, limits, memory,
};

/// What a unit is.
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
    /// Where it starts, and where it ends by its header: perhaps after the end of the file.
    pub(super) range: Range<u64>,
    /// Where its checked header ends.
    header_end: u64,
}

/// A footer that was passed, and how far the walk was then.
pub(super) struct Passed {
    /// The footer.
    pub(super) range: Range<u64>,
    /// Blocks found before it.
    pub(super) blocks: usize,
    /// Errors found before it.
    pub(super) errors: usize,
}

/// Walks the units of a file.
pub(super) struct Walk<'a> {
    source: &'a dyn Source,
    len: u64,
    /// Bytes that were read last, and where they start: headers are short, and often near each other.
    read_ahead: RefCell<(u64, Vec<u8>)>,
    /// Bytes that may still be read in a search: a file crafted to look like headers everywhere must not cost more than a few
    /// passes over it (`limits.12`).
    budget: u64,
    last: Option<Unit>,
    /// Where the last whole unit ended.
    units_end: u64,
    /// The unit inside of which the file ends, if the walk was sure of all units before it.
    part: Option<Unit>,
    /// The blocks that were found.
    pub(super) blocks: Vec<BlockEntry>,
    /// The footers that were passed.
    footers: Vec<Passed>,
    /// Whether one of them does not hold.
    has_refused_footer: bool,
    /// Whether there are segments of the index.
    pub(super) has_segments: bool,
    /// Where there was no unit, and other damage.
    pub(super) errors: Vec<Error>,
}

/// Bytes read at once while searching for a unit.
const WINDOW: u64 = 1 << 20;
const FIRST_WINDOW: u64 = 256;

/// Bytes read at once for a header: it takes no longer than reading its first eight.
const READ_AHEAD: u64 = 4096;

/// The first bytes of the units.
const MAGICS: [[u8; 4]; 3] = [*b"PLYB", *b"PLYF", *b"PLYX"];

/// The footer at the end of a file and the earlier ones that it names.
pub(super) fn listing_at_end(source: &dyn Source, len: u64) -> Result<Listing> {
    let missing = || {
        let message =
            "the file does not end with a footer: its writer did not finish, or bytes at its end are lost or wrong";
        Error::new(ErrorCode::FooterMissing, message).with_offset(len)
    };
    let trailer_start = len.checked_sub(TRAILER_LEN as u64).ok_or_else(missing)?;
    let trailer = read_range(source, trailer_start..len, len)?;
    let span = footer_span(trailer.try_into().expect("a trailer's length")).ok_or_else(missing)?;
    let start = len.checked_sub(span).filter(|s| *s >= HEADER_LEN as u64).ok_or_else(missing)?;
    listing_in(source, start..len, len, &Cell::new(0))
}

/// The footer in this range, and the earlier ones that it names; the bytes that were read are added to `spent`.
fn listing_in(source: &dyn Source, range: Range<u64>, len: u64, spent: &Cell<u64>) -> Result<Listing> {
    let read = |range: Range<u64>| {
        spent.set(spent.get() + (range.end - range.start));
        read_range(source, range, len)
    };
    let bytes = read(range.clone())?;
    Listing::read(range, &bytes, &read)
}

impl<'a> Walk<'a> {
    pub(super) fn new(source: &'a dyn Source, len: u64) -> Walk<'a> {
        Walk {
            source,
            len,
            read_ahead: RefCell::default(),
            budget: 4 * len + 4 * limits::MAX_HEADER_LEN as u64,
            last: None,
            units_end: 0,
            part: None,
            blocks: Vec::new(),
            footers: Vec::new(),
            has_refused_footer: false,
            has_segments: false,
            errors: Vec::new(),
        }
    }

    /// Another walk of the same file, as if that ended at `end`.
    pub(super) fn up_to(&self, end: u64) -> Walk<'a> {
        Walk::new(self.source, end)
    }

    /// Goes on in another part of the file, as if that ended where the part does. The budget stays what is left of it.
    pub(super) fn enter(&mut self, end: u64) {
        (self.len, self.last) = (end, None);
    }

    /// Bytes of the file.
    fn read(&self, range: Range<u64>) -> Result<Vec<u8>> {
        let is_short = range.start <= range.end && range.end - range.start <= READ_AHEAD && range.end <= self.len;
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

    /// The footers that were passed and are not taken by [`Walk::last_good_footer`], in file order.
    pub(super) fn footers(&self) -> &[Passed] {
        &self.footers
    }

    /// The length of the file.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Whether the footer at the end of the file is reached from the file header, so that it is a unit itself and not the content of
    /// one. Where a unit is corrupt, the footer's own list leads on; it must list every block that is found then.
    pub(super) fn reaches(&mut self, listing: &Listing) -> Result<bool> {
        let footer = listing.newest().place.range.start;
        let places = listing.places()?;
        let (mut at, mut found, mut broken) = (HEADER_LEN as u64, Vec::new(), false);
        while at < footer {
            at = match self.unit_at(at)? {
                Some(unit) if unit.range.end > footer => return Ok(false),
                Some(unit) => {
                    if matches!(unit.kind, UnitKind::Block(_)) {
                        memory::push(&mut found, at)?;
                    }
                    unit.range.end
                }
                None => {
                    if !self.pay_for_header(at)? {
                        return Ok(false);
                    }
                    broken = true;
                    next_place(&places, at)
                }
            };
        }
        let is_listed = |start: &u64| places.binary_search_by_key(start, |place| place.start).is_ok();
        Ok(at == footer && (!broken || found.iter().all(is_listed)))
    }

    /// Whether the last bytes of the file are the content of a unit, and so no footer, whatever they look like.
    pub(super) fn ends_inside_a_unit(&mut self) -> Result<bool> {
        let mut at = HEADER_LEN as u64;
        while at < self.len {
            match self.unit_at(at)? {
                Some(unit) if unit.range.end >= self.len => {
                    return Ok(unit.range.end > self.len || unit.kind != UnitKind::Footer);
                }
                Some(unit) => at = unit.range.end,
                // What is unknown may be of a later version.
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// Walks to the end of the file. Where no unit starts, searches for the next one.
    pub(super) fn run(&mut self, start: u64) -> Result<()> {
        let mut at = start;
        while at < self.len {
            at = match self.unit_at(at)? {
                Some(unit) if unit.range.end > self.len => {
                    self.part = Some(unit).filter(|_| self.errors.is_empty());
                    let message = "the last unit is truncated";
                    self.errors.push(Error::new(ErrorCode::Truncated, message).with_offset(at));
                    self.len
                }
                Some(unit) => self.take(unit)?,
                None => self.next_unit(at)?,
            };
        }
        Ok(())
    }

    fn take(&mut self, unit: Unit) -> Result<u64> {
        let end = unit.range.end;
        match &unit.kind {
            UnitKind::Block(header) => {
                memory::push(&mut self.blocks, BlockEntry::of(header, unit.range.start, false))?;
            }
            UnitKind::Footer => {
                let (blocks, errors) = (self.blocks.len(), self.errors.len());
                memory::push(&mut self.footers, Passed { range: unit.range.clone(), blocks, errors })?;
            }
            UnitKind::Segment => self.has_segments = true,
        }
        self.last = Some(unit);
        self.units_end = end;
        Ok(end)
    }

    /// Whether a footer with a valid frame was passed after the one that [`Walk::last_good_footer`] gave.
    pub(super) fn has_refused_footer(&self) -> bool {
        self.has_refused_footer
    }

    /// The length of a footer that starts at `at`, as its first bytes say.
    fn footer_len_at(&self, at: u64) -> Result<Option<u64>> {
        Ok(Footer::declared_len(&self.start_at(at)?))
    }

    /// The last footer that holds, and how far the walk was when it was passed. A footer after a place without a unit counts only if
    /// it lists a block, and every one that was found before it, and if those that it lists are there.
    pub(super) fn last_good_footer(&mut self) -> Result<Option<(Listing, Passed)>> {
        while let Some(passed) = self.footers.pop() {
            let spent = Cell::new(0);
            match listing_in(self.source, passed.range.clone(), self.len, &spent) {
                Ok(listing) if passed.errors == 0 || self.is_confirmed(&listing, passed.blocks)? => {
                    return Ok(Some((listing, passed)));
                }
                Err(e) if e.is_temporary() => return Err(e),
                // After a place without a unit it may be the content of one.
                Err(e) if passed.errors == 0 && e.code().class() == ErrorClass::Unsupported => return Err(e),
                Err(_) | Ok(_) => {
                    self.has_refused_footer = true;
                    // limits.12: small footers may all name the same large one.
                    if !self.pay(spent.get()) {
                        break;
                    }
                }
            }
        }
        Ok(None)
    }

    fn is_confirmed(&mut self, listing: &Listing, found: usize) -> Result<bool> {
        let listed = memory::collected(listing.blocks())?;
        let has = |block: &BlockEntry| listed.binary_search_by_key(&block.range.start, |l| l.range.start).is_ok();
        if listed.is_empty() || !self.blocks[..found].iter().all(has) {
            return Ok(false);
        }
        for block in listed {
            if !self.pay_for_header(block.range.start)? {
                return Ok(false);
            }
            let header = self.block_at(block.range.start)?;
            let is_there =
                header.is_some_and(|h| h.crc == block.header_crc && h.len == block.range.end - block.range.start);
            if !is_there {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The unit at `at`, if its header is valid.
    pub(super) fn unit_at(&mut self, at: u64) -> Result<Option<Unit>> {
        if let Some(header) = self.block_at(at)? {
            let stored: u64 = header.sections.iter().map(|s| s.range.end - s.range.start).sum();
            let (range, header_end) = (at..at + header.len, at + header.len - stored);
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
        // A length that leads beyond 64 bits leads beyond the end of the file, as any other that is too large.
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

    /// The footer at `at`, if its frame is valid.
    fn footer_at(&mut self, at: u64) -> Result<Option<Range<u64>>> {
        let Some(footer_len) = self.footer_len_at(at)?.filter(|len| *len <= self.len - at) else {
            return Ok(None);
        };
        let bytes = self.read(at..at + footer_len)?;
        Ok(footer_body(&bytes).is_ok().then_some(at..at + footer_len))
    }

    fn start_at(&self, at: u64) -> Result<Vec<u8>> {
        self.read(at..self.len.min(at.saturating_add(8)))
    }

    /// Searches for the next unit after a place without one: from the end of the unit before it, or, if bytes of that are missing or
    /// wrong, from where it is corrupt.
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

    /// Takes what it costs to check the header that may be at `at` from the budget; `false` if that does not suffice.
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
        // Small at first: where something looks like a unit every few bytes, each look costs little.
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
            // The magic may cross two windows.
            at += window.len() as u64 - 3;
        }
        Ok(None)
    }
}

/// Where a listed place that begins at `at` ends; otherwise where the next one begins.
fn next_place(places: &[Range<u64>], at: u64) -> u64 {
    let index = places.partition_point(|place| place.start < at);
    match places.get(index) {
        Some(place) if place.start == at => place.end,
        Some(place) => place.start,
        None => u64::MAX,
    }
}
