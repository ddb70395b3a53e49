//! The sections of a block: fetched, checked and decompressed.

use std::{borrow::Cow, cell::RefCell, sync::Arc};

use super::tags::{Column, Encoding};
use super::{BlockHeader, SectionHeader, SectionKind, section::Decompressor};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, Strings, crc32c},
    limits,
};

/// Reads bytes of one block, counted from its start, or of a complete file.
pub trait Fetch {
    /// Returns all bytes in `range`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Truncated`] if the file ends before that; errors of the operating system.
    fn fetch(&self, range: std::ops::Range<u64>) -> Result<Cow<'_, [u8]>>;

    /// Like [`Source::prefetch`](crate::io::Source::prefetch).
    ///
    /// # Errors
    ///
    /// The errors of [`Fetch::fetch`].
    fn prefetch(&self, _ranges: &[std::ops::Range<u64>]) -> Result<()> {
        Ok(())
    }
}

/// A file in memory.
#[cfg(test)]
impl Fetch for Vec<u8> {
    fn fetch(&self, range: std::ops::Range<u64>) -> Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(&self[range.start as usize..range.end as usize]))
    }
}

/// The sections of a block, fetched and checked one by one.
pub(super) struct Sections<'a> {
    pub(super) header: &'a BlockHeader,
    pub(super) fetch: &'a dyn Fetch,
    /// Made when it is first needed, because making it takes longer than scanning uncompressed moves.
    decompressor: RefCell<Option<Decompressor>>,
}

impl<'a> Sections<'a> {
    /// Makes the sections without checking their kinds.
    pub(super) fn new(header: &'a BlockHeader, fetch: &'a dyn Fetch) -> Sections<'a> {
        Sections { header, fetch, decompressor: RefCell::new(None) }
    }

    /// Makes the sections after checking their kinds (`container.7`).
    pub(super) fn check(header: &'a BlockHeader, fetch: &'a dyn Fetch) -> Result<Sections<'a>> {
        // An unknown kind below 64 must not be skipped, and takes precedence over other errors.
        if let Some(unknown) =
            header.sections.iter().find(|s| s.kind < 64 && SectionKind::from_number(s.kind).is_none())
        {
            let message = format!("a section of kind {} is not known to this reader", unknown.kind);
            return Err(Error::new(ErrorCode::UnsupportedSection, message));
        }
        let mut seen = [false; 64];
        for kind in header.sections.iter().map(|s| s.kind).filter(|k| *k < 64 && *k != SectionKind::TagValues as u64) {
            if std::mem::replace(&mut seen[kind as usize], true) {
                return Err(Error::new(ErrorCode::BlockMalformed, format!("two sections of kind {kind}")));
            }
        }
        Ok(Sections::new(header, fetch))
    }

    /// Returns the stored bytes of a section, after verifying their checksum.
    pub(super) fn stored(&self, section: &SectionHeader) -> Result<Cow<'a, [u8]>> {
        let stored = self.fetch.fetch(section.range.clone())?;
        if crc32c(&stored) != section.crc {
            let message = format!("a section of kind {} is corrupt (checksum)", section.kind);
            return Err(Error::new(ErrorCode::ChecksumSection, message).with_offset(section.range.start));
        }
        Ok(stored)
    }

    /// Returns the uncompressed bytes of a section.
    pub(super) fn content(&self, section: &SectionHeader) -> Result<Cow<'a, [u8]>> {
        let stored = self.stored(section)?;
        match section.compression {
            0 => Ok(stored),
            1 => {
                let mut decompressor = self.decompressor.borrow_mut();
                let decompressor = match &mut *decompressor {
                    Some(decompressor) => decompressor,
                    none => none.insert(Decompressor::new()?),
                };
                let content = decompressor.content(&stored, section.raw_len);
                content.map(Cow::Owned).map_err(|e| e.with_offset(section.range.start))
            }
            other => {
                let message = format!("compression method {other} is not known");
                Err(Error::new(ErrorCode::UnsupportedEncoding, message).with_offset(section.range.start))
            }
        }
    }

    /// Returns the content of a required section.
    pub(super) fn required(&self, kind: SectionKind) -> Result<Cow<'a, [u8]>> {
        self.content(self.header.required_section(kind)?)
    }

    /// Parses a required section with `read`.
    pub(super) fn parse<T>(&self, kind: SectionKind, read: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        let section = self.header.required_section(kind)?;
        read(&self.content(section)?).map_err(|e| in_section(e, section, kind))
    }

    /// Parses a section with `read`, if present.
    pub(super) fn optional<T>(&self, kind: SectionKind, read: impl FnOnce(&[u8]) -> Result<T>) -> Result<Option<T>> {
        if self.header.has(kind) { self.parse(kind, read).map(Some) } else { Ok(None) }
    }

    /// Returns the plies of every game.
    pub(super) fn plies(&self) -> Result<Vec<u32>> {
        self.parse(SectionKind::Plies, |s| whole(s, |c| c.column(self.header.games)))
    }

    /// Returns the names of the block (`tags.8`).
    pub(super) fn names(&self) -> Result<Arc<Strings>> {
        let names = self.optional(SectionKind::Names, |s| {
            whole(s, |cursor| {
                let max = limits::max_tag_lines(self.header.len) as u64;
                let count = cursor.varint_up_to(max, "the number of names of a block")?;
                cursor.strings(count as usize)
            })
        })?;
        Ok(Arc::new(names.unwrap_or_default()))
    }

    /// Returns the sections of tag values, in the order of the tag names (`tags.4`).
    pub(super) fn tag_values(&self) -> Vec<&'a SectionHeader> {
        self.header.sections.iter().filter(|s| s.kind == SectionKind::TagValues as u64).collect()
    }

    /// Returns the column of the tag `name` with `count` values in a section. `names` reads the names of the block if the column
    /// refers to them; if it returns `None`, the column is lost.
    pub(super) fn column(
        &self,
        section: &SectionHeader,
        name: &[u8],
        count: usize,
        names: impl FnOnce() -> Result<Option<Arc<Strings>>>,
    ) -> Result<Column> {
        let encoding = self.encoding(section, name)?;
        let names = if encoding == Encoding::Names { names()? } else { Some(Arc::default()) };
        let Some(names) = names else { return Ok(Column::lost()) };
        let content = self.content(section)?;
        let column = Column::parse(encoding, &content, count, names);
        let column = column.map_err(|e| in_section(e, section, SectionKind::TagValues))?;
        // A search reads single columns, so each column alone is checked against the limit for all columns.
        let names_len = name.len() as u64 * count as u64;
        let checked = check_expansion(names_len.saturating_add(column.expanded_len()), self.header.len);
        checked.map(|()| column).map_err(|e| e.with_offset(section.range.start))
    }

    /// Returns how a section stores the values of the tag `name` (`tags.5`).
    pub(super) fn encoding(&self, section: &SectionHeader, name: &[u8]) -> Result<Encoding> {
        let encoding = Encoding::from_number(section.param).map_err(|e| e.with_offset(section.range.start))?;
        if !encoding.is_allowed_for(name) {
            let message = format!("the tag {} must be readable without names and moves", name.escape_ascii());
            return Err(Error::new(ErrorCode::TagsMalformed, message).with_offset(section.range.start));
        }
        Ok(encoding)
    }
}

/// Checks the expanded size of the tags and text of a block of `len` bytes (`limits.8`).
///
/// Errors: [`ErrorCode::LimitExceeded`].
pub(super) fn check_expansion(expanded: u64, len: u64) -> Result<()> {
    if limits::expansion_allowed(expanded, len) {
        Ok(())
    } else {
        let message = format!("a block of {len} bytes claims tags and text of {expanded}");
        Err(Error::new(ErrorCode::LimitExceeded, message))
    }
}

/// Parses a complete section; fails if bytes are left over.
pub(super) fn whole<'a, T>(section: &'a [u8], read: impl FnOnce(&mut Cursor<'a>) -> Result<T>) -> Result<T> {
    let mut cursor = Cursor::new(section);
    let value = read(&mut cursor)?;
    cursor.finish()?;
    Ok(value)
}

/// Adds the section to an error. Sets the offset to the start of the section, because offsets inside may count decompressed bytes.
fn in_section(e: Error, section: &SectionHeader, kind: SectionKind) -> Error {
    let inside = e.offset().map_or(String::new(), |at| format!(", byte {at} of its content"));
    Error::new(e.code(), format!("section {kind:?}{inside}: {}", e.message())).with_offset(section.range.start)
}
