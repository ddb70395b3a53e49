//! Whether what follows the last good footer is what a killed writer leaves, or was whole once (`container.16`).

use std::ops::Range;

use super::{MAGICS, Unit, UnitKind, WINDOW, Walk};
use crate::{
    ErrorClass, Result,
    container::{BlockEntry, Footer, FooterRef, TRAILER_LEN, footer_body, footer_crc, footer_span},
    memory,
};

impl Walk<'_> {
    /// Whether `rest`, which goes to the end of the file, is what a killed writer leaves.
    pub(in crate::file::reader) fn is_as_if_killed(&self, rest: Range<u64>) -> Result<bool> {
        match &self.part {
            // The end of a unit that never was whole is no footer, whatever it looks like; but bytes of it may be lost.
            Some(part) => Ok(!self.has_footer_of(part)?),
            None => Ok(!self.has_footer_at_end(rest)? && self.breaks_as_if_killed()?),
        }
    }

    /// Whether the file ends with a whole footer that lists what the walk found, though in a unit that reaches beyond the end: it was
    /// finished, and lost bytes of that unit or after it. What is only in the content of a unit would have to list just these blocks.
    fn has_footer_of(&self, part: &Unit) -> Result<bool> {
        let trailer = self.read(self.len - TRAILER_LEN as u64..self.len)?;
        let span = footer_span(trailer.try_into().expect("a trailer's length"));
        let start = span.and_then(|span| self.len.checked_sub(span)).filter(|start| *start >= part.range.start);
        let Some(start) = start else { return Ok(false) };
        let bytes = self.read(start..self.len)?;
        if footer_body(&bytes).is_err() {
            return Ok(false);
        }
        // What it lists was before it when it was written, as far back as that was.
        match Footer::parse(&bytes, u64::MAX) {
            Ok(newest) => self.lists_what_was_found(newest, part),
            Err(e) if e.is_temporary() => Err(e),
            // What cannot be looked at may list them.
            Err(e) => Ok(e.code().class() == ErrorClass::Unsupported),
        }
    }

    /// Whether a footer, and the earlier ones that it names, list all blocks that were found before the part and no others there, and
    /// the part itself or what is behind its start.
    fn lists_what_was_found(&self, newest: Footer, part: &Unit) -> Result<bool> {
        let (mut blocks, mut is_behind) = (Vec::new(), false);
        for earlier in &newest.earlier {
            if earlier.range.end > part.range.start {
                is_behind = true;
                continue;
            }
            let Some(footer) = self.named_footer(earlier)? else { return Ok(false) };
            footer.blocks.into_iter().try_for_each(|block| memory::push(&mut blocks, block))?;
        }
        newest.blocks.into_iter().try_for_each(|block| memory::push(&mut blocks, block))?;
        let before = blocks.iter().take_while(|block| block.range.start < part.range.start).count();
        let (listed, after) = blocks.split_at(before);
        let are_same = listed.len() == self.blocks.len() && listed.iter().zip(&self.blocks).all(is_same);
        // An index segment that a later one replaced is not listed any more.
        let has_part = match &part.kind {
            UnitKind::Block(header) => {
                let found = BlockEntry::of(header, part.range.start, false);
                after.first().is_some_and(|block| is_same((block, &found)))
            }
            UnitKind::Footer | UnitKind::Segment => true,
        };
        Ok(are_same && (has_part || is_behind))
    }

    /// The footer that another one names, if it is there.
    fn named_footer(&self, named: &FooterRef) -> Result<Option<Footer>> {
        let bytes = self.read(named.range.clone())?;
        let is_it = footer_body(&bytes).is_ok() && footer_crc(&bytes) == named.crc;
        Ok(if is_it { Footer::parse(&bytes, named.range.start).ok() } else { None })
    }

    /// Whether `rest`, which goes to the end of the file, ends with a footer that was whole once: by the length at its end, or by the
    /// one at its start after the last unit. Either may be damaged.
    fn has_footer_at_end(&self, rest: Range<u64>) -> Result<bool> {
        // Not before the file header, after which the rest starts.
        let trailer = self.read(rest.end - TRAILER_LEN as u64..rest.end)?;
        let span = footer_span(trailer.try_into().expect("a trailer's length"));
        let by_trailer = span.and_then(|span| rest.end.checked_sub(span)).filter(|start| *start >= rest.start);
        if let Some(start) = by_trailer {
            let mut bytes = self.start_at(start)?;
            let has_magic = Footer::declared_len(&bytes).is_some();
            bytes[..4].copy_from_slice(b"PLYF");
            if has_magic || Footer::declared_len(&bytes) == Some(rest.end - start) {
                return Ok(true);
            }
        }
        let start = self.units_end.max(rest.start);
        Ok(self.footer_len_at(start)? == Some(rest.end - start))
    }

    /// Whether at each place without a unit of which there is an error still, one was begun: its magic is there, or the beginning of
    /// it and zeros, which file systems leave where nothing was written. A footer is begun at the end alone: it is the last that a
    /// writer writes.
    fn breaks_as_if_killed(&self) -> Result<bool> {
        for (number, error) in self.errors.iter().enumerate() {
            let at = error.offset().unwrap_or(self.len);
            let start = self.start_at(at)?;
            let is_last = number + 1 == self.errors.len() && self.units_end <= at;
            if !is_begun(&start) || (start.starts_with(b"PLYF") && !(is_last && self.ends_in_footer(at, &start)?)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a footer that begins with these bytes is not whole because the file ends in it, or before its length was written. One
    /// that was whole once has its end, by one of its two lengths.
    fn ends_in_footer(&self, at: u64, start: &[u8]) -> Result<bool> {
        let is_without_len = start[4..].iter().all(|byte| *byte == 0);
        let is_longer = Footer::declared_len(start).is_none_or(|len| len > self.len - at);
        Ok((is_without_len || is_longer) && !self.has_trailer_of(at)?)
    }

    /// Whether the end of a footer that starts at `start` is somewhere after it.
    fn has_trailer_of(&self, start: u64) -> Result<bool> {
        let (trailer_len, mut at) = (TRAILER_LEN as u64, start);
        while at + trailer_len <= self.len {
            let window = self.read(at..self.len.min(at + WINDOW))?;
            let mut trailers = (at + trailer_len..).zip(window.array_windows());
            if trailers.any(|(end, trailer)| footer_span(*trailer).is_some_and(|span| end - start == span)) {
                return Ok(true);
            }
            // It may cross two windows.
            at += window.len() as u64 - (trailer_len - 1);
        }
        Ok(false)
    }
}

/// Whether two entries are of one block, whether or not it holds replacements.
fn is_same((a, b): (&BlockEntry, &BlockEntry)) -> bool {
    a.range == b.range && a.header_crc == b.header_crc
}

/// Whether these bytes are the magic of a unit, or the beginning of one and zeros; more bytes may follow a magic.
fn is_begun(start: &[u8]) -> bool {
    let start = &start[..start.len().min(4)];
    MAGICS.iter().any(|magic| {
        let same = start.iter().zip(magic).take_while(|(found, wanted)| found == wanted).count();
        start[same..].iter().all(|byte| *byte == 0)
    })
}
