//! Lines of the tag section of a PGN game.
//!
//! Spec chapter: `spec/pgn.md`.

use std::borrow::Cow;

use memchr::memchr;

use crate::{Result, coding::swar::equal, memory};

/// One line of a tag section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag<'a> {
    /// `[Name "value"]`. The value is the text between the quotes, with PGN's escapes `\"` and `\\`; see [`unescape`].
    Pair(&'a [u8], &'a [u8]),
    /// Any other line, without its line end: escapes (`%`), comments (`;`), and tags that are not well-formed.
    Raw(&'a [u8]),
}

/// White space inside a line.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// CR and LF.
pub(crate) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns `true` if a line that begins with this byte belongs to the tag section.
// pgn.8
pub(crate) const fn is_tag_section_byte(first: u8) -> bool {
    matches!(first, b'[' | b'%' | b';')
}

pub(crate) const fn is_name_byte(byte: u8) -> bool {
    // Runs for every tag name of every game: a table lookup is faster than comparing four bytes.
    NAME_BYTES[byte as usize]
}

const NAME_BYTES: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0;
    while byte <= b' ' as usize {
        table[byte] = false;
        byte += 1;
    }
    table[0x7f] = false;
    table[b'"' as usize] = false;
    table[b']' as usize] = false;
    table
};

/// A pair can have a line end wherever it can have blanks.
const fn is_space(byte: u8) -> bool {
    is_blank(byte) || is_line_end(byte)
}

fn skip_space(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| !is_space(*b)).unwrap_or(text.len());
    &text[start..]
}

fn strip_space_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_space(*b)).map_or(0, |at| at + 1);
    &text[..end]
}

fn split_name(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = skip_space(line.strip_prefix(b"[")?);
    let end = text.iter().position(|b| !is_name_byte(*b)).unwrap_or(text.len());
    Some(text.split_at(end))
}

/// Returns the tag name of a line that begins with `[`, even if the rest of the line is malformed.
pub(crate) fn name(line: &[u8]) -> &[u8] {
    split_name(line).map_or(&[], |(name, _)| name)
}

/// Returns `true` if a line that begins with `[` has this name, in upper or lower case. Does not examine the rest of the line.
pub(crate) fn has_name(line: &[u8], name: &[u8]) -> bool {
    let text = line.strip_prefix(b"[").map(skip_space).unwrap_or_default();
    let is_same = text.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    is_same && text.get(name.len()).is_none_or(|next| !is_name_byte(*next))
}

/// Returns `true` if a line that begins with `[` has a name, followed by anything but `]`.
pub(crate) fn has_value(line: &[u8]) -> bool {
    let is_value = |rest: &[u8]| skip_space(rest).first().is_some_and(|byte| *byte != b']');
    split_name(line).is_some_and(|(name, rest)| !name.is_empty() && is_value(rest))
}

/// Returns the name of the pair with which the text begins, and the text after the pair's first quote.
pub(crate) fn split_pair(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, rest) = split_name(text)?;
    let value = skip_space(rest).strip_prefix(b"\"")?;
    (!name.is_empty()).then_some((name, value))
}

/// Returns the first name of a text of pairs, and the text from the first quote to the last.
fn outer_pair(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, value) = split_pair(text)?;
    let value = strip_space_end(value).strip_suffix(b"]")?;
    let value = strip_space_end(value).strip_suffix(b"\"")?;
    Some((name, value))
}

/// Returns the names and values of the pairs of a line, or of two lines; `None` if the text contains anything else.
// pgn.9
#[inline]
pub(crate) fn pairs(text: &[u8]) -> Option<Pairs<'_>> {
    let (name, value) = outer_pair(text)?;
    Some(Pairs { next: Some((name, value)), has_quotes: has_quote(value) })
}

/// Values are short: calling a function made for long texts takes longer than this search.
#[inline]
fn has_quote(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks();
    words.iter().any(|word| equal(u64::from_le_bytes(*word), b'"') != 0) || rest.contains(&b'"')
}

/// Iterates over the names and values of pairs. A value that extends over a line end includes the line end.
#[derive(Debug, Clone)]
pub(crate) struct Pairs<'a> {
    /// The next name, and the text from its first quote to the last quote.
    next: Option<(&'a [u8], &'a [u8])>,
    /// The text has quotes between the first and the last.
    pub has_quotes: bool,
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a [u8], &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (name, text) = self.next.take()?;
        if !self.has_quotes {
            return Some((name, text));
        }
        let Some(end) = value_end(text) else { return Some((name, text)) };
        self.next = next_pair(&text[end..]);
        Some((name, &text[..end]))
    }
}

/// Returns the end of a value that another pair follows: the quote before `] [Name "`.
pub(crate) fn value_end(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = memchr(b'"', &text[from..]) {
        let at = from + at;
        if !is_escaped(text, at) && next_pair(&text[at..]).is_some() {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Returns `true` if an odd number of backslashes directly precedes the byte.
pub(crate) fn is_escaped(text: &[u8], at: usize) -> bool {
    text[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// Returns the name of the pair after the last quote of a value, and the text after the pair's first quote.
fn next_pair(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = skip_space(text.strip_prefix(b"\"")?).strip_prefix(b"]")?;
    split_pair(skip_space(text))
}

/// Returns `true` if the last pair of `line` is open and can continue in `next`.
// pgn.9
pub(crate) fn goes_on(line: &[u8], next: &[u8]) -> bool {
    let begins_otherwise = |first: &u8| is_tag_section_byte(*first) || is_space(*first) && skip_space(next).is_empty();
    if next.first().is_none_or(begins_otherwise) || next.starts_with(b"\xef\xbb\xbf") {
        return false;
    }
    let Some(quote) = line.iter().position(|byte| *byte == b'"') else { return true };
    let mut value = &line[quote + 1..];
    while let Some((_, rest)) = value_end(value).and_then(|end| next_pair(&value[end..])) {
        value = rest;
    }
    let Some(quote) = value.iter().rposition(|byte| *byte == b'"') else { return true };
    let after = skip_space(&value[quote + 1..]);
    match after.strip_prefix(b"]") {
        // The name of another pair.
        Some(rest) => split_name(skip_space(rest)).is_some_and(|(_, rest)| skip_space(rest).is_empty()),
        None if after.is_empty() => skip_space(next).starts_with(b"]"),
        None => !strip_space_end(after).ends_with(b"]"),
    }
}

/// Returns `true` if a tag section can hold the tag, with escaped quotes if necessary, so that reading it returns the same tag.
// pgn.23
pub(crate) fn fits(tag: Tag<'_>) -> bool {
    // No early exit, so that several bytes are compared at once.
    let on_one_line = |text: &[u8]| !text.iter().fold(false, |any, b| any | is_line_end(*b));
    match tag {
        Tag::Pair(name, value) => {
            let named = !name.is_empty() && name.iter().all(|b| is_name_byte(*b));
            named && on_one_line(value)
        }
        // An empty line stands for the blank lines before the movetext.
        Tag::Raw(line) => {
            line.first().is_none_or(|b| is_tag_section_byte(*b)) && pairs(line).is_none() && on_one_line(line)
        }
    }
}

/// Resolves the escapes of a tag value: `\"` becomes `"` and `\\` becomes `\`; keeps all other bytes.
///
/// # Errors
///
/// [`NoMemory`](crate::ErrorCode::NoMemory), for a value with escapes.
pub fn unescape(value: &[u8]) -> Result<Cow<'_, [u8]>> {
    if !value.contains(&b'\\') {
        return Ok(Cow::Borrowed(value));
    }
    let mut text = memory::with_capacity(value.len())?;
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                text.push(next);
                bytes.next();
            }
            _ => text.push(byte),
        }
    }
    Ok(Cow::Owned(text))
}

/// Escapes a text for a tag value: the inverse of [`unescape`].
///
/// # Errors
///
/// [`NoMemory`](crate::ErrorCode::NoMemory), for a text that needs escapes.
pub fn escape(text: &[u8]) -> Result<Cow<'_, [u8]>> {
    let is_escaped = |byte: &u8| matches!(byte, b'"' | b'\\');
    let escapes = text.iter().filter(|byte| is_escaped(byte)).count();
    if escapes == 0 {
        return Ok(Cow::Borrowed(text));
    }
    let mut escaped = memory::with_capacity(text.len() + escapes)?;
    for byte in text {
        escaped.extend(is_escaped(byte).then_some(b'\\'));
        escaped.push(*byte);
    }
    Ok(Cow::Owned(escaped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_values_escape_and_unescape() {
        for text in [&b"plain"[..], b"a \"b\" c", b"c:\\d\\", b"\xff\"\\"] {
            assert_eq!(unescape(&escape(text).unwrap()).unwrap(), text);
        }
        assert_eq!(unescape(b"C:\\games").unwrap(), &b"C:\\games"[..]);
        assert_eq!(escape(b"\"\\x").unwrap(), &b"\\\"\\\\x"[..]);
    }

    #[test]
    fn pairs_that_fit_are_read_back() {
        for (name, value, expected) in [
            (&b"White"[..], &b"a \"b\" \\"[..], true),
            (b"W", b"x\"]", true),
            (b"", b"x", false),
            (b"a b", b"x", false),
            (b"a", b"x\ny", false),
            (b"a", b"x\\\"] [b \"y", true),
        ] {
            let line = [b"[", name, b" \"", value, b"\"]"].concat();
            assert_eq!(fits(Tag::Pair(name, value)), expected);
            assert!(!expected || pairs(&line).unwrap().eq([(name, value)]));
        }
        assert!(
            fits(Tag::Raw(b"")) && fits(Tag::Raw(b"% x")) && !fits(Tag::Raw(b"x")) && !fits(Tag::Raw(b"[A \"b\"]"))
        );
    }

    #[test]
    fn tag_lines_are_read_liberally() {
        for (line, expected) in [
            (r#"[Event "x"]"#, &[("Event", "x")][..]),
            ("[ Event\t\"x\" ]  ", &[("Event", "x")]),
            (r#"[Event""]"#, &[("Event", "")]),
            (r#"[White "a "b" c"]"#, &[("White", r#"a "b" c"#)]),
            (r#"[White "a\"b\\"]"#, &[("White", r#"a\"b\\"#)]),
            (r#"[A "1"] [B "2"]"#, &[("A", "1"), ("B", "2")]),
            (r#"[A"1"][B"2"][C "3" ]"#, &[("A", "1"), ("B", "2"), ("C", "3")]),
            ("[A \"1\" ]\t[ B\"2\"]", &[("A", "1"), ("B", "2")]),
            (r#"[A "a "q" b"] [B "c"d"]"#, &[("A", r#"a "q" b"#), ("B", r#"c"d"#)]),
            (r#"[A ""] [B "] [C "x"]"#, &[("A", ""), ("B", r#"] [C "x"#)]),
            (r#"[A "1\"] [B \"2"]"#, &[("A", r#"1\"] [B \"2"#)]),
            (r#"[A "1\\"] [B "2"]"#, &[("A", r"1\\"), ("B", "2")]),
            (r#"[A "1"] x [B "2"]"#, &[("A", r#"1"] x [B "2"#)]),
            (r#"[A "1"] ["2"]"#, &[("A", r#"1"] ["2"#)]),
            (r#"[Würde "ÿ"]"#, &[("Würde", "ÿ")]),
            (r#"[Event "x""#, &[]),
            ("[Event x]", &[]),
            (r#"[Event "x]"#, &[]),
            (r#"["x"]"#, &[]),
            (r#"[Event "x"] y"#, &[]),
            ("[]", &[]),
            ("[", &[]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect();
            let found: Vec<_> = pairs(line.as_bytes()).into_iter().flatten().collect();
            assert_eq!(found, expected, "{line}");
        }
        assert_eq!(name(b"[Event \"x"), b"Event");
        assert_eq!(name(b"% [Event"), b"");
    }
    #[test]
    fn pairs_over_a_line_end() {
        for (line, next) in [
            (r#"[Event "Two lines"#, r#"of name"]"#),
            ("[Event", r#""x"]"#),
            ("[Event", r#" "x"] [Site "y"]"#),
            (r#"[Event "x""#, "]"),
            (r#"[Event "x""#, r#" ] [Site "y"]"#),
            ("[", r#"Event "x"]"#),
            (r#"[Event "a "b" c"#, r#"d"]"#),
            (r#"[Event "a [b]"#, r#"c"]"#),
            (r#"[Event "x"] [Site"#, r#""y"]"#),
            (r#"[Event "x"] [Site "y"#, r#"z"]"#),
        ] {
            assert!(goes_on(line.as_bytes(), next.as_bytes()), "{line} | {next}");
            assert!(pairs(format!("{line}\r\n{next}").as_bytes()).is_some(), "{line} | {next}");
        }
        for (line, next) in [
            (r#"[Event "x"#, r#"[Site "y"]"#),
            (r#"[Event "x"#, r#"%y"]"#),
            (r#"[Event "x"#, "\u{feff}y\"]"),
            (r#"[Event "x"#, ""),
            (r#"[Event "x"#, " "),
            (r#"[Event "x" y]"#, r#"z"]"#),
            (r#"[Event "x""#, r#"y"]"#),
            (r#"[Event "x"] 1. e4"#, r#"e5 "]"#),
            (r#"[Event "x"] [Site y]"#, r#""z"]"#),
        ] {
            assert!(!goes_on(line.as_bytes(), next.as_bytes()), "{line} | {next}");
        }
    }
}
