//! Lines and white space of PGN.

use crate::coding::swar::equal;

pub(super) use crate::chess::tag_section::{is_blank, is_line_end};

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

pub(super) const fn is_space(byte: u8) -> bool {
    is_blank(byte) || is_line_end(byte)
}

/// Whether a line of movetext that begins so is the first of a new game.
// pgn.5
pub(super) fn begins_tag(line: &[u8]) -> bool {
    matches!(line, [b'[', next, ..] if next.is_ascii_alphanumeric() || *next == b'_')
}

pub(super) fn trim_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_space(*b)).map_or(0, |at| at + 1);
    &text[..end]
}

pub(super) fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| !is_space(*b)).unwrap_or(text.len());
    &text[start..]
}

/// The position of the first line end. Lines are short: a call of a function for long texts takes longer than this search.
#[inline]
pub(super) fn line_end(text: &[u8]) -> Option<usize> {
    let (words, rest) = text.as_chunks();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let ends = equal(word, b'\n') | equal(word, b'\r');
        if ends != 0 {
            return Some(8 * index + ends.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| is_line_end(*byte))?;
    Some(text.len() - rest.len() + at)
}

/// Splits off the first line; the line end belongs to neither part. CR, LF and CRLF end a line.
// pgn.2
pub(super) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let Some(at) = line_end(text) else {
        return (text, &[]);
    };
    let crlf = text[at..].starts_with(b"\r\n");
    (&text[..at], &text[at + 1 + usize::from(crlf)..])
}
