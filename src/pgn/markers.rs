//! Termination markers in unparsed text, and tags directly after them.

use memchr::{memchr, memrchr2};

use super::text::{BOM, begins_tag, is_control, is_space, trim_end};
use crate::chess::tag_section::is_blank;

/// The markers without their dash, including markers with typographic dashes and `½`.
// pgn.16
const SIDES: [(&[u8], &[u8]); 11] = [
    (b"1", b"0"),
    (b"0", b"1"),
    (b"1/2", b"1/2"),
    (HALF, HALF),
    (b"1/2", HALF),
    (HALF, b"1/2"),
    (HALF_1252, HALF_1252),
    (b"1/2", HALF_1252),
    (HALF_1252, b"1/2"),
    (HALF, HALF_1252),
    (HALF_1252, HALF),
];

/// Bytes of the longest marker.
const LONGEST: usize = "1/2\u{2013}1/2".len();

const HALF: &[u8] = b"\xc2\xbd";
const HALF_1252: &[u8] = b"\xbd";

/// In UTF-8, except the last two, which are Windows-1252.
const DASHES: [&[u8]; 13] = [
    b"-",
    b"\xe2\x80\x90",
    b"\xe2\x80\x91",
    b"\xe2\x80\x92",
    b"\xe2\x80\x93",
    b"\xe2\x80\x94",
    b"\xe2\x80\x95",
    b"\xe2\x88\x92",
    b"\xef\xb9\x98",
    b"\xef\xb9\xa3",
    b"\xef\xbc\x8d",
    b"\x96",
    b"\x97",
];

/// Returns the end of the movetext if the `[` at `at` in its line begins a tag after a termination marker or a byte 00.
// pgn.5
pub(super) fn starts_next_game(line: &[u8], at: usize) -> Option<usize> {
    let (before, tag) = line.split_at(at);
    if !begins_tag_pair(tag) {
        return None;
    }
    let before = before.strip_suffix(BOM).unwrap_or(before);
    let blanks = before.iter().rev().take_while(|b| is_blank(**b)).count();
    may_end(&before[..before.len() - blanks]).then_some(before.len())
}

/// Finds a tag after a termination marker in a line that comes byte by byte, without its comments. Like [`starts_next_game`].
#[derive(Debug, Clone, Default)]
pub(super) struct TagAfterMarker {
    /// The last bytes, with only the first of several blanks in a row: a marker of up to 9 bytes, the byte before it, and blanks and a
    /// byte order mark after it.
    recent: ([u8; 16], usize),
    tag: TagPart,
}

/// Part of a tag after a marker that was seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum TagPart {
    #[default]
    Nothing,
    Bracket,
    Name,
    Blanks,
}

impl TagAfterMarker {
    /// Starts at the end of movetext with such a marker.
    pub fn new_after_marker() -> TagAfterMarker {
        let mut tag = TagAfterMarker::default();
        tag.add(b'*');
        tag
    }

    /// Adds the next byte of the line. Returns `true` if the byte shows that a tag began after a marker.
    pub fn add(&mut self, byte: u8) -> bool {
        let is_of_name = byte.is_ascii_alphanumeric() || byte == b'_';
        self.tag = match self.tag {
            _ if byte == b'[' && self.follows_marker() => TagPart::Bracket,
            TagPart::Bracket | TagPart::Name if is_of_name => TagPart::Name,
            TagPart::Name | TagPart::Blanks if is_blank(byte) => TagPart::Blanks,
            TagPart::Name | TagPart::Blanks if byte == b'"' => return true,
            _ => TagPart::Nothing,
        };
        self.push(byte);
        false
    }

    fn push(&mut self, byte: u8) {
        let (bytes, len) = &mut self.recent;
        if is_blank(byte) && bytes[..*len].last().is_some_and(|last| is_blank(*last)) {
            return;
        }
        if *len == bytes.len() {
            bytes.copy_within(1.., 0);
            *len -= 1;
        }
        bytes[*len] = byte;
        *len += 1;
    }

    fn follows_marker(&self) -> bool {
        let before = &self.recent.0[..self.recent.1];
        let before = before.strip_suffix(BOM).unwrap_or(before);
        may_end(trim_end(before))
    }
}

/// Returns `true` if a tag that follows this text on its line begins the next game: after a termination marker, or
/// after NUL bytes, which stand in place of the line end if a disk lost data.
// pgn.5
fn may_end(text: &[u8]) -> bool {
    text.ends_with(b"\0") || ends_with_marker(text)
}

/// Returns `true` for a name of letters, digits and `_`, followed by a quote: in the middle of a line, less would not identify a tag.
pub(super) fn begins_tag_pair(text: &[u8]) -> bool {
    if !begins_tag(text) {
        return false;
    }
    let name = text[1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let rest = &text[1 + name..];
    let blanks = rest.iter().take_while(|b| is_blank(**b)).count();
    rest.get(blanks) == Some(&b'"')
}

/// Returns `true` if the last symbol of movetext, outside comments, is a termination marker.
pub(super) fn ends_with_marker(text: &[u8]) -> bool {
    if text.ends_with(b"*") {
        return true;
    }
    before_marker(text).any(ends_symbol)
}

/// Returns `true` if the last line of movetext that is not blank ends with a termination marker, outside comments in braces. Escapes and
/// lines with a `;` do not count.
// pgn.5
pub(super) fn last_line_ends_with_marker(text: &[u8]) -> bool {
    let text = trim_end(text);
    if !ends_with_marker(text) {
        return false;
    }
    let line = &text[memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1)..];
    !line.starts_with(b"%") && memchr(b';', line).is_none()
}

/// Returns `true` if the text begins with a termination marker other than `*`.
// pgn.5
pub(super) fn begins_with_marker(text: &[u8]) -> bool {
    (1..=LONGEST.min(text.len())).any(|len| before_marker(&text[..len]).any(<[u8]>::is_empty))
}

/// Iterates over what precedes the marker with which the text ends, for each reading of its bytes.
fn before_marker(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    SIDES.iter().filter_map(move |(left, right)| {
        let text = text.strip_suffix(*right)?;
        let text = DASHES.iter().find_map(|dash| text.strip_suffix(*dash))?;
        text.strip_suffix(*left)
    })
}

/// Returns `true` if a symbol can begin after this text.
fn ends_symbol(text: &[u8]) -> bool {
    text.last().is_none_or(|last| is_space(*last) || is_control(*last) || b"{}()[;!?*.".contains(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_at_the_end() {
        for text in [
            "*",
            "Nf3*",
            "1-0",
            "Nf3 0-1",
            "2.1-0",
            "{x}1/2-1/2",
            "\n1\u{2013}0",
            "\u{bd}\u{2212}\u{bd}",
            " 1/2\u{2014}1/2",
            "1\u{2010}0",
        ] {
            assert!(ends_with_marker(text.as_bytes()), "{text}");
        }
        for text in ["", "1", "1-", "-0", "Nf31-0", "$1-0", "11-0", "1-00", "1/2", "1-1", "1 - 0", "2-1/2", "\u{bd}"] {
            assert!(!ends_with_marker(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn tags_after_markers() {
        for (line, end) in [
            ("e4 1-0[Event \"x\"]", Some(6)),
            ("*[a\"", Some(1)),
            ("0-1 \t [White \t\"x", Some(6)),
            ("1-0\u{feff}[Event \"x\"]", Some(3)),
            ("1-0 e4 [Event \"x\"]", None),
            ("1-0[Event x]", None),
            ("1-0[%Event \"x\"]", None),
            ("1-0[ Event \"x\"]", None),
            ("[Event \"x\"]", None),
            ("1. e4 e5 2. N\0\0[Event \"x\"]", Some(15)),
        ] {
            assert_eq!(starts_next_game(line.as_bytes(), line.find('[').unwrap()), end, "{line}");
            let mut tag = TagAfterMarker::default();
            let found = line.bytes().any(|byte| tag.add(byte));
            assert_eq!(found, end.is_some(), "{line}");
        }
    }
}
