//! Units that the footer does not list: older footers, replaced parts of an index, merged blocks.

use std::ops::Range;

use super::{
    BlockInfo, Committed, Reader,
    open::has_zeros_between,
    walk::{UnitKind, Walk},
};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::crc32c,
    container::{Block, HEADER_LEN, SegmentEntry, UNITS_START, segments_that_count},
    file::{source::read_range, work::Work},
    index::Segment,
    memory,
};

/// A part of the file that no reader needs.
pub(crate) struct UnusedPart {
    range: Range<u64>,
    kind: UnusedKind,
}

impl UnusedPart {
    pub(crate) fn len(&self) -> u64 {
        self.range.end - self.range.start
    }
}

enum UnusedKind {
    /// Units that the footer does not list.
    Gap,
    /// A segment of the index that is in use for no block.
    Segment,
    /// A part that only newer versions know.
    Optional { kind: u64, crc: u32 },
}

impl Reader {
    /// Returns the parts of the file that no reader needs. Empty for a recovered file: its errors are in [`Reader::errors`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub(crate) fn unused_parts(&self) -> Result<Vec<UnusedPart>> {
        let Some(committed) = self.committed() else { return Ok(Vec::new()) };
        let mut parts = Vec::new();
        let mut end = UNITS_START;
        for place in places(committed)? {
            if end < place.start {
                memory::push(&mut parts, UnusedPart { range: end..place.start, kind: UnusedKind::Gap })?;
            }
            end = end.max(place.end);
        }
        for range in self.old_segments()? {
            memory::push(&mut parts, UnusedPart { range, kind: UnusedKind::Segment })?;
        }
        for part in &committed.footer.parts {
            let kind = UnusedKind::Optional { kind: part.kind, crc: part.crc };
            memory::push(&mut parts, UnusedPart { range: part.range.clone(), kind })?;
        }
        Ok(parts)
    }

    /// Returns an error for bytes before the first block that are not 0 but must be. Empty for a recovered file.
    ///
    /// # Errors
    ///
    /// Errors of the source; [`ErrorCode::NoMemory`].
    pub(crate) fn check_start(&self) -> Result<Vec<Error>> {
        let mut found = Vec::new();
        if self.committed().is_some()
            && !has_zeros_between(&read_range(&*self.source, 0..UNITS_START, self.layout.end())?)
        {
            let message = "bytes between header, commit records and the first block are not 0; nothing needs them";
            memory::push(&mut found, Error::new(ErrorCode::HeaderMalformed, message).with_offset(HEADER_LEN as u64))?;
        }
        Ok(found)
    }

    /// Adds the errors in unused parts to `found`.
    ///
    /// # Errors
    ///
    /// Errors of the source and of `work`; [`ErrorCode::NoMemory`].
    pub(crate) fn check_unused(&self, parts: &[UnusedPart], work: &mut Work<'_>, found: &mut Vec<Error>) -> Result<()> {
        let mut walk = Walk::new(&*self.source, self.layout.end());
        for part in parts {
            let range = part.range.clone();
            match part.kind {
                UnusedKind::Gap => self.check_gap(&mut walk, range, work, found)?,
                UnusedKind::Segment => self.check_segment(range, 0, work, found)?,
                UnusedKind::Optional { kind, crc } => {
                    if crc32c(&read_range(&*self.source, range.clone(), self.layout.end())?) != crc {
                        let message = format!("an optional part of kind {kind} is damaged");
                        let error = Error::new(ErrorCode::ChecksumSection, message).with_offset(range.start);
                        memory::push(found, error)?;
                    }
                }
            }
            work.add(part.len())?;
        }
        Ok(())
    }

    /// Returns the listed segments that are in use for no block, because a later one covers all their blocks.
    fn old_segments(&self) -> Result<Vec<Range<u64>>> {
        let mut current = segments_that_count(&self.layout.segments)?;
        current.sort_unstable_by_key(|entry| (entry.range.start, entry.range.end));
        let is_old = |entry: &&SegmentEntry| {
            let place = (entry.range.start, entry.range.end);
            current.binary_search_by_key(&place, |other| (other.range.start, other.range.end)).is_err()
        };
        let old = self.layout.segments.iter().filter(is_old);
        memory::collected(old.map(|entry| entry.range.clone()))
    }

    fn check_gap(
        &self,
        walk: &mut Walk<'_>,
        gap: Range<u64>,
        work: &mut Work<'_>,
        found: &mut Vec<Error>,
    ) -> Result<()> {
        walk.enter(gap.end);
        let mut at = gap.start;
        while at < gap.end {
            work.within(at - gap.start)?;
            let unit = walk.unit_at(at)?.filter(|unit| unit.range.end <= gap.end);
            let Some(unit) = unit else {
                memory::push(found, self.no_unit(at, gap.end)?)?;
                at = walk.next_unit(at)?.min(gap.end);
                continue;
            };
            at = unit.range.end;
            match unit.kind {
                UnitKind::Footer => {}
                UnitKind::Segment => {
                    self.check_segment(unit.range.clone(), unit.range.start - gap.start, work, found)?
                }
                UnitKind::Block(header) => {
                    let start = unit.range.start;
                    let games = header.games as u64;
                    let plies = header.plies;
                    let header_crc = header.crc;
                    let first = header.first_number;
                    let range = unit.range;
                    let info = BlockInfo { range, first_game: first, first_number: first, games, plies, header_crc };
                    let checked = Block::check_sections(&header, &self.bytes_of_block(&info));
                    keep(checked.map_err(|e| e.shifted_by(start)), "a block that nothing lists", found)?;
                }
            }
        }
        Ok(())
    }

    /// `before` is the number of bytes in the part before the segment.
    fn check_segment(&self, range: Range<u64>, before: u64, work: &mut Work<'_>, found: &mut Vec<Error>) -> Result<()> {
        let damage = match Segment::open(range, self.file()) {
            Ok(segment) => segment.check(self.file(), &mut |bytes| work.within(before + bytes))?,
            Err(error) => Some(error),
        };
        keep(damage.map_or(Ok(()), Err), "a part of the index that is not used any more", found)
    }

    /// Returns the error for a place without a unit, depending on what seems to have been there.
    fn no_unit(&self, at: u64, end: u64) -> Result<Error> {
        let start = read_range(&*self.source, at..end.min(at + 4), self.layout.end())?;
        let (code, what) = match &start[..] {
            b"PLYF" => (ErrorCode::ChecksumFooter, "an older footer is damaged"),
            b"PLYX" => (ErrorCode::ChecksumSection, "a part of the index that is not used any more is damaged"),
            _ => (ErrorCode::BlockMalformed, "bytes between the parts of the file belong to none, or to a damaged one"),
        };
        Ok(Error::new(code, format!("{what}; nothing needs it")).with_offset(at))
    }
}

/// Returns the ranges of the listed units, the optional parts and the footer, in file order. They may overlap.
fn places(committed: &Committed) -> Result<Vec<Range<u64>>> {
    let footer = &committed.footer;
    let blocks = footer.blocks.iter().map(|block| &block.range);
    let segments = footer.segments.iter().map(|segment| &segment.range);
    let parts = footer.parts.iter().map(|part| &part.range);
    let places = blocks.chain(segments).chain(parts).cloned().chain([committed.records.in_force.footer()]);
    let mut places = memory::collected(places)?;
    places.sort_unstable_by_key(|place| place.start);
    Ok(places)
}

/// Collects an error in an unused part.
fn keep(checked: Result<()>, what: &str, found: &mut Vec<Error>) -> Result<()> {
    match checked {
        Err(error) if error.is_temporary() => Err(error),
        Err(error) => memory::push(found, error.context(what)),
        Ok(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A read that fails is no damage.
    #[test]
    fn only_damage_is_collected() {
        let mut found = Vec::new();
        for code in [ErrorCode::Io, ErrorCode::NoMemory] {
            assert_eq!(keep(Err(Error::new(code, "not now")), "a part", &mut found).unwrap_err().code(), code);
        }
        keep(Err(Error::new(ErrorCode::Truncated, "it ends")), "a part", &mut found).unwrap();
        keep(Ok(()), "a part", &mut found).unwrap();
        let found: Vec<_> = found.iter().map(|error| (error.code(), error.message())).collect();
        assert_eq!(found, [(ErrorCode::Truncated, "a part: it ends")]);
    }
}
