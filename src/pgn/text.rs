//! Lines and white space of PGN.

use crate::{coding::swar::below, folding::first_character};

pub(super) use crate::chess::tag_section::{is_blank, is_line_end};

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// Bytes that end a word. Of the non-ASCII characters, only some end one.
// pgn.12
pub(super) const WORD_END: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b" {}()[;!?$*.,\x7f";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = true;
        i += 1;
    }
    let mut byte = 0;
    while byte < 256 {
        table[byte] |= byte < b' ' as usize || byte >= 0x80;
        byte += 1;
    }
    table
};

/// Returns `true` if a word ends before this text.
// pgn.12
pub(super) fn begins_after_word(text: &[u8]) -> bool {
    text.first().is_none_or(|next| next.is_ascii() && WORD_END[usize::from(*next)]) || separator_len(text) > 0
}

pub(super) const fn is_space(byte: u8) -> bool {
    is_blank(byte) || is_line_end(byte)
}

/// Returns whether the byte is a control character other than white space.
pub(super) const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0e..=0x1f | 0x7f)
}

/// Returns `true` if the text contains a control character other than white space.
pub(super) fn has_control(text: &[u8]) -> bool {
    // Without a branch for each byte, a chunk takes a few vector instructions.
    let any = |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | is_control(*byte));
    let (chunks, rest) = text.as_chunks::<128>();
    chunks.iter().any(|chunk| any(chunk)) || any(rest)
}

/// Returns the length of the separator at the start of the text, or 0. White space is not a separator.
// pgn.29
#[inline]
pub(super) fn separator_len(text: &[u8]) -> usize {
    match text.first() {
        Some(byte) if is_control(*byte) => 1,
        Some(byte) if !byte.is_ascii() => {
            first_character(text).filter(|(c, _)| is_separator(*c)).map_or(0, |(_, len)| len)
        }
        _ => 0,
    }
}

/// Returns `true` if the character is a Unicode space or has no width.
// pgn.29
const fn is_separator(character: char) -> bool {
    matches!(
        character,
        '\u{a0}' | '\u{ad}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}'
            | '\u{3000}' | '\u{feff}'
    )
}

/// Returns the length of the white space and other separators with which the text begins.
// pgn.29
pub(super) fn separators_len(text: &[u8]) -> usize {
    let mut len = 0;
    while let Some(byte) = text.get(len) {
        match if is_space(*byte) { 1 } else { separator_len(&text[len..]) } {
            0 => break,
            more => len += more,
        }
    }
    len
}

/// Returns the length of the leading separators, up to the last one that is not white space.
// pgn.1
pub(super) fn other_separators_len(text: &[u8]) -> usize {
    let mut len = 0;
    let mut end = 0;
    while let Some(byte) = text.get(len) {
        match separator_len(&text[len..]) {
            0 if is_space(*byte) => len += 1,
            0 => break,
            more => {
                len += more;
                end = len;
            }
        }
    }
    end
}

/// Returns the length of the separators with which the text ends, without white space. The separators follow a complete symbol.
// pgn.19
pub(super) fn separators_at_end(text: &[u8]) -> usize {
    let mut end = text.len();
    while let Some(len) = (1..=end.min(3)).rev().find(|len| separator_len(&text[end - len..end]) == *len) {
        end -= len;
    }
    text.len() - end
}

/// Returns `true` if a line of movetext with this beginning is the first line of a new game.
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

/// Returns the position of the first line end. Lines are short: calling a function made for long texts takes longer than this search.
#[inline]
pub(super) fn line_end(text: &[u8]) -> Option<usize> {
    let (words, rest) = text.as_chunks();
    for (index, word) in words.iter().enumerate() {
        let low = below(u64::from_le_bytes(*word), b'\r' + 1);
        if low != 0 {
            // Hardly any other byte is this low, except tabs.
            let first = low.trailing_zeros() as usize / 8;
            if let Some(at) = word[first..].iter().position(|byte| is_line_end(*byte)) {
                return Some(8 * index + first + at);
            }
        }
    }
    let at = rest.iter().position(|byte| is_line_end(*byte))?;
    Some(text.len() - rest.len() + at)
}

/// Splits off the first line; the line end is in neither part. CR, LF and CRLF end a line.
// pgn.2
pub(super) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let Some(at) = line_end(text) else {
        return (text, &[]);
    };
    let crlf = text[at..].starts_with(b"\r\n");
    (&text[..at], &text[at + 1 + usize::from(crlf)..])
}
