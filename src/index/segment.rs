//! Segments of the index: each covers consecutive blocks (`index.1` to `index.3`).

use std::{borrow::Cow, ops::Range};

use super::{
    bits::malformed,
    directory::{CoveredBlock, Directory, MovedBlock},
    entry::{BehindPage, Entry, Lists, lists_by_ply, skip_lists, take_lists},
    group::GroupRecord,
    page::{Leaf, Page},
};
use crate::{
    Error, ErrorCode, Result,
    coding::{
        rice::RiceReader,
        wire::{Cursor, crc32c},
    },
    container::Fetch,
    memory,
};

fn shared_lists() -> Error {
    malformed("lists that share their bytes")
}

/// Returns whether any two of these ranges overlap.
fn share_bytes(mut ranges: Vec<Range<u64>>) -> bool {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.windows(2).any(|pair| pair[0].end > pair[1].start)
}

/// The first four bytes of a segment.
const MAGIC: [u8; 4] = *b"PLYX";

/// Bytes before the parts: magic, length, checksum.
pub(crate) const HEAD_LEN: u64 = 4 + 8 + 4;

/// Bytes after the directory: its length and checksum.
const TAIL_LEN: u64 = 4 + 4;

/// Returns the first bytes of a segment of this length.
pub(crate) fn head(len: u64) -> [u8; HEAD_LEN as usize] {
    let mut head = [0; HEAD_LEN as usize];
    head[..4].copy_from_slice(&MAGIC);
    head[4..12].copy_from_slice(&len.to_le_bytes());
    let crc = crc32c(&head[..12]);
    head[12..].copy_from_slice(&crc.to_le_bytes());
    head
}

/// Returns the length of the segment that starts with these bytes, if they are the start of a segment (`index.2`).
pub(crate) fn declared_len(start: &[u8]) -> Option<u64> {
    let start = start.get(..HEAD_LEN as usize)?;
    let len = u64::from_le_bytes(start[4..12].try_into().ok()?);
    (start == head(len) && len >= HEAD_LEN + TAIL_LEN).then_some(len)
}

/// Returns the end of a segment: a directory, its length and its checksum. Also returns the checksum.
pub(super) fn tail(directory: &Directory) -> Result<(Vec<u8>, u32)> {
    let mut bytes = directory.to_bytes()?;
    bytes.try_reserve_exact(TAIL_LEN as usize)?;
    bytes.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    let crc = crc32c(&bytes);
    bytes.extend_from_slice(&crc.to_le_bytes());
    Ok((bytes, crc))
}

/// Number of bytes of a segment that are copied at once.
const COPIED: u64 = 1 << 20;

/// A segment of a file.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The range of the segment in the file.
    pub(crate) range: Range<u64>,
    pub(super) directory: Directory,
    /// The checksum of the directory.
    pub(crate) crc: u32,
}

impl Segment {
    /// Reads the directory of the segment in this range of a file.
    ///
    /// Errors: [`ErrorCode::ChecksumSection`]; [`ErrorCode::SectionMalformed`] and others if the directory breaks a rule; errors of the
    /// file.
    pub(crate) fn open(range: Range<u64>, file: &dyn Fetch) -> Result<Segment> {
        let placed = |e: Error| e.with_offset(range.start);
        let tail_start = range.end.checked_sub(TAIL_LEN).filter(|start| *start >= range.start + HEAD_LEN);
        let tail_start = tail_start.ok_or_else(|| placed(malformed("a segment that is too short")))?;
        let tail = file.fetch(tail_start..range.end)?;
        let mut cursor = Cursor::new(&tail);
        let len = u64::from(cursor.u32()?);
        let crc = cursor.u32()?;
        let start = tail_start.checked_sub(len).filter(|start| *start >= range.start + HEAD_LEN);
        let start = start.ok_or_else(|| placed(malformed("a directory that is longer than its segment")))?;
        let bytes = file.fetch(start..range.end - 4)?;
        if crc32c(&bytes) != crc {
            let message = "the directory of an index is corrupt (checksum)";
            return Err(placed(Error::new(ErrorCode::ChecksumSection, message)));
        }
        let parts = (HEAD_LEN, start - range.start);
        let directory = Directory::parse(&bytes[..len as usize], parts.0, parts.1).map_err(placed)?;
        Ok(Segment { range, directory, crc })
    }

    /// Returns the covered blocks.
    pub(crate) fn blocks(&self) -> &[CoveredBlock] {
        &self.directory.blocks
    }

    /// Returns the number of games.
    pub(crate) fn games(&self) -> usize {
        self.directory.sizes.games
    }

    /// Returns the number of the covered block that contains a group.
    pub(crate) fn block_of_group(&self, group: usize) -> usize {
        self.directory.block_of(group)
    }

    /// Returns the group of a game.
    pub(crate) fn group_of(&self, game: u32) -> usize {
        self.directory.group_of(game)
    }

    /// Returns the games of a group.
    pub(crate) fn games_of(&self, group: usize) -> Range<u32> {
        self.directory.groups[group].games.clone()
    }

    /// Returns the range in the file for a range of the segment.
    fn in_file(&self, range: Range<u64>) -> Range<u64> {
        self.range.start + range.start..self.range.start + range.end
    }

    fn fetch<'f>(&self, range: Range<u64>, file: &'f dyn Fetch) -> Result<Cow<'f, [u8]>> {
        file.fetch(self.in_file(range))
    }

    fn placed(&self, at: u64) -> impl Fn(Error) -> Error + use<> {
        let at = self.range.start + at;
        move |e| e.with_offset(at)
    }

    /// Returns the leaf of the positions with this key.
    pub(crate) fn find(&self, key: u64, file: &dyn Fetch) -> Result<Leaf> {
        self.with_page(self.page_of(key), file, |page| page.find(key))
    }

    /// Returns all leaves of a page.
    pub(super) fn leaves(&self, page: usize, file: &dyn Fetch) -> Result<Vec<Vec<(String, Leaf)>>> {
        let cells = 1 << self.directory.sizes.cell_bits;
        self.with_page(page, file, |page| memory::all((0..cells).map(|cell| page.leaves(cell))))
    }

    pub(super) fn with_page<T>(
        &self,
        page: usize,
        file: &dyn Fetch,
        read: impl FnOnce(Page<'_>) -> Result<T>,
    ) -> Result<T> {
        let place = &self.directory.pages[page];
        let bytes = self.fetch(place.start..place.end, file)?;
        Page::parse(&bytes, self.directory.sizes).and_then(read).map_err(self.placed(place.start))
    }

    /// Reads the record of a group.
    pub(crate) fn record(&self, group: usize, file: &dyn Fetch) -> Result<GroupRecord> {
        let place = &self.directory.groups[group];
        let bytes = self.fetch(place.record.clone(), file)?;
        GroupRecord::parse(&bytes, place.games.len()).map_err(self.placed(place.record.start))
    }

    /// Returns the range in the file of the record of a group.
    pub(crate) fn record_range(&self, group: usize) -> Range<u64> {
        self.in_file(self.directory.groups[group].record.clone())
    }

    /// Prefetches the records of these groups.
    pub(crate) fn prefetch_records(&self, groups: impl Iterator<Item = usize>, file: &dyn Fetch) -> Result<()> {
        file.prefetch(&memory::collected(groups.map(|group| self.record_range(group)))?)
    }

    /// Returns the range in the file of the page of a key.
    pub(crate) fn page_range(&self, key: u64) -> Range<u64> {
        let place = &self.directory.pages[self.page_of(key)];
        self.in_file(place.start..place.end)
    }

    /// Returns the range in the file of the lists of an entry for a key; `None` if the lists are in the entry.
    ///
    /// Errors: [`ErrorCode::SectionMalformed`] for lists outside of their place.
    pub(crate) fn lists_range(&self, key: u64, entry: &Entry) -> Result<Option<Range<u64>>> {
        match &entry.lists {
            Lists::Here(_) => Ok(None),
            Lists::Behind(behind) => Ok(Some(self.in_file(self.behind_range(self.page_of(key), behind)?))),
        }
    }

    /// Returns the page of a key.
    pub(crate) fn page_of(&self, key: u64) -> usize {
        self.directory.sizes.page_of(key)
    }

    /// Returns the games of each ply of an entry of a page, one list after another.
    pub(super) fn lists<'e>(&self, page: usize, entry: &'e Entry, file: &dyn Fetch) -> Result<Cow<'e, [u32]>> {
        match &entry.lists {
            Lists::Here(lists) => Ok(Cow::Borrowed(lists)),
            Lists::Behind(behind) => {
                let read = |bits: &mut RiceReader<'_>| {
                    let lists = take_lists(bits, &entry.plies, self.games())?;
                    Ok((lists.first().copied(), lists))
                };
                self.behind(page, behind, file, read).map(Cow::Owned)
            }
        }
    }

    /// Returns the range in the segment of lists after a page.
    fn behind_range(&self, page: usize, behind: &BehindPage) -> Result<Range<u64>> {
        let place = &self.directory.pages[page];
        let range = place.end + behind.range.start..place.end + behind.range.end;
        if range.end > place.lists_end {
            return Err(self.placed(place.end)(malformed("lists outside of their place")));
        }
        Ok(range)
    }

    /// Returns the result of `read` for lists after a page. Checks that they begin with the first game that the entry
    /// states.
    fn behind<T>(
        &self,
        page: usize,
        behind: &BehindPage,
        file: &dyn Fetch,
        read: impl FnOnce(&mut RiceReader<'_>) -> Result<(Option<u32>, T)>,
    ) -> Result<T> {
        let range = self.behind_range(page, behind)?;
        let bytes = self.fetch(range.clone(), file)?;
        if crc32c(&bytes) != behind.crc {
            let error = Error::new(ErrorCode::ChecksumSection, "lists in an index are corrupt (checksum)");
            return Err(self.placed(range.start)(error));
        }
        let mut bits = RiceReader::new(&bytes);
        let (first, lists) = read(&mut bits).map_err(self.placed(range.start))?;
        match bits.is_at_end() && first == Some(behind.first) {
            true => Ok(lists),
            false => Err(self.placed(range.start)(malformed("lists that break a rule"))),
        }
    }

    /// Returns the games of an entry of a page with their plies of first occurrence, by game.
    pub(crate) fn occurrences(&self, page: usize, entry: &Entry, file: &dyn Fetch) -> Result<Vec<(u32, u32)>> {
        let lists = self.lists(page, entry, file)?;
        let mut occurrences = memory::with_capacity(lists.len())?;
        for (ply, list) in lists_by_ply(&entry.plies, &lists) {
            occurrences.extend(list.iter().map(|game| (*game, ply)));
        }
        if entry.plies.len() > 1 {
            // The stable sort is fast here: it finds the few ascending lists and merges them.
            occurrences.sort();
        }
        Ok(occurrences)
    }

    /// Writes the part of the segment after its head for a file whose blocks were rewritten with the same moves. Returns the checksum of
    /// the directory. Copies pages and records with their checksums; leaves out optional parts.
    pub(crate) fn write_moved(
        &self,
        blocks: &[MovedBlock],
        file: &dyn Fetch,
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<u32> {
        let directory = self.directory.with_blocks(blocks)?;
        let end = directory.groups.last().map_or(HEAD_LEN, |group| group.record.end);
        let mut at = HEAD_LEN;
        while at < end {
            let next = end.min(at + COPIED);
            write(&self.fetch(at..next, file)?)?;
            at = next;
        }
        let (bytes, crc) = tail(&directory)?;
        write(&bytes)?;
        Ok(crc)
    }

    /// Checks all parts of the segment, and that its lists name only games of its blocks. Returns the first damage. `checked` is called
    /// with the number of bytes checked, counted from the start of the segment.
    ///
    /// Errors: errors of `checked`.
    pub(crate) fn check(&self, file: &dyn Fetch, checked: &mut dyn FnMut(u64) -> Result<()>) -> Result<Option<Error>> {
        if let Err(damage) = self.check_parts(file) {
            return Ok(Some(damage));
        }
        for (page, place) in self.directory.pages.iter().enumerate() {
            if let Err(damage) = self.check_page(page, file) {
                return Ok(Some(damage));
            }
            checked(place.lists_end)?;
        }
        let mut groups = 0..self.directory.groups.len();
        Ok(groups.find_map(|group| self.record(group, file).err()))
    }

    /// Checks the start and the optional parts of the segment.
    fn check_parts(&self, file: &dyn Fetch) -> Result<()> {
        let len = self.range.end - self.range.start;
        let start = self.fetch(0..HEAD_LEN, file)?;
        if declared_len(&start) != Some(len) {
            return Err(self.placed(0)(malformed("its first bytes differ from its entry in the footer")));
        }
        for part in &self.directory.parts {
            if crc32c(&self.fetch(part.range.clone(), file)?) != part.crc {
                return Err(self.placed(part.range.start)(malformed("an optional part is damaged (checksum)")));
            }
        }
        Ok(())
    }

    /// Checks a page and the lists after it.
    pub(super) fn check_page(&self, page: usize, file: &dyn Fetch) -> Result<()> {
        let place = self.directory.pages[page];
        // index.9: lists of two entries share no bytes. The sum of their lengths is checked before each list is read,
        // so that a crafted index cannot have the same list read again and again.
        let mut left = place.lists_end - place.end;
        let mut taken = Vec::new();
        let mut check_lists = |plies: &[(u32, u32)], behind: &BehindPage| {
            let others = left.checked_sub(behind.range.end - behind.range.start);
            left = others.ok_or_else(shared_lists)?;
            memory::push(&mut taken, behind.range.clone())?;
            self.behind(page, behind, file, |bits| Ok((skip_lists(bits, plies, self.games())?, ())))
        };
        let cells = 1 << self.directory.sizes.cell_bits;
        self.with_page(page, file, |page| (0..cells).try_for_each(|cell| page.check(cell, &mut check_lists)))?;
        match share_bytes(taken) {
            true => Err(self.placed(place.end)(shared_lists())),
            false => Ok(()),
        }
    }
}
