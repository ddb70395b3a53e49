//! Whether what follows the last good footer is what a killed writer leaves, or was whole once (`container.16`).

use std::ops::Range;

use super::{MAGICS, WINDOW, Walk};
use crate::{
    Result,
    container::{Footer, TRAILER_LEN, footer_span},
};

impl Walk<'_> {
    /// Whether `rest`, which goes to the end of the file, ends with a footer that was whole once: by the length at its end, or by the
    /// one at its start after the last unit. Either may be damaged.
    pub(in crate::file::reader) fn has_footer_at_end(&self, rest: Range<u64>) -> Result<bool> {
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
    pub(in crate::file::reader) fn breaks_as_if_killed(&self) -> Result<bool> {
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

/// Whether these bytes are the magic of a unit, or the beginning of one and zeros; more bytes may follow a magic.
fn is_begun(start: &[u8]) -> bool {
    let start = &start[..start.len().min(4)];
    MAGICS.iter().any(|magic| {
        let same = start.iter().zip(magic).take_while(|(found, wanted)| found == wanted).count();
        start[same..].iter().all(|byte| *byte == 0)
    })
}
