//! Lines of the tag section of a PGN game.
//!
//! Spec chapter: `spec/pgn.md`.

use std::borrow::Cow;

use crate::{Result, memory};

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

/// Whether a line that begins with this byte belongs to the tag section.
// pgn.8
pub(crate) const fn is_tag_section_byte(first: u8) -> bool {
    matches!(first, b'[' | b'%' | b';')
}

pub(crate) const fn is_name_byte(byte: u8) -> bool {
    byte > b' ' && byte != 0x7f && byte != b'"' && byte != b']'
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| !is_blank(*b)).unwrap_or(text.len());
    &text[start..]
}

fn strip_blanks_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_blank(*b)).map_or(0, |at| at + 1);
    &text[..end]
}

fn split_name(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = skip_blanks(line.strip_prefix(b"[")?);
    let end = text.iter().position(|b| !is_name_byte(*b)).unwrap_or(text.len());
    Some(text.split_at(end))
}

/// The tag name of a line that begins with `[`, whether or not the rest of the line is well-formed.
pub(crate) fn name(line: &[u8]) -> &[u8] {
    split_name(line).map_or(&[], |(name, _)| name)
}

/// Name and value of a well-formed tag line: the value runs from the first quote to the last.
// pgn.9
pub(crate) fn pair(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, text) = split_name(line)?;
    let value = skip_blanks(text).strip_prefix(b"\"")?;
    let value = strip_blanks_end(value).strip_suffix(b"]")?;
    let value = strip_blanks_end(value).strip_suffix(b"\"")?;
    (!name.is_empty()).then_some((name, value))
}

/// Whether a tag section can hold the tag so that reading it gives the same tag.
// pgn.23
pub(crate) fn fits(tag: Tag<'_>) -> bool {
    // Without an early end, so that several bytes are compared at once.
    let on_one_line = |text: &[u8]| !text.iter().fold(false, |any, b| any | is_line_end(*b));
    match tag {
        Tag::Pair(name, value) => {
            let named = !name.is_empty() && name.iter().all(|b| is_name_byte(*b));
            named && on_one_line(value)
        }
        // An empty line stands for the blank lines before the movetext.
        Tag::Raw(line) => {
            line.first().is_none_or(|b| is_tag_section_byte(*b)) && pair(line).is_none() && on_one_line(line)
        }
    }
}

/// Resolves the escapes of a tag value: `\"` becomes `"`, `\\` becomes `\`, any other byte is kept.
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
        ] {
            let line = [b"[", name, b" \"", value, b"\"]"].concat();
            assert_eq!(fits(Tag::Pair(name, value)), expected);
            assert!(!expected || pair(&line) == Some((name, value)));
        }
        assert!(
            fits(Tag::Raw(b"")) && fits(Tag::Raw(b"% x")) && !fits(Tag::Raw(b"x")) && !fits(Tag::Raw(b"[A \"b\"]"))
        );
    }

    #[test]
    fn tag_lines_are_read_liberally() {
        for (line, expected) in [
            (&b"[Event \"x\"]"[..], Some((&b"Event"[..], &b"x"[..]))),
            (b"[ Event\t\"x\" ]  ", Some((b"Event", b"x"))),
            (b"[Event\"\"]", Some((b"Event", b""))),
            (b"[White \"a \"b\" c\"]", Some((b"White", b"a \"b\" c"))),
            (b"[White \"a\\\"b\\\\\"]", Some((b"White", b"a\\\"b\\\\"))),
            (b"[A \"1\"] [B \"2\"]", Some((b"A", b"1\"] [B \"2"))),
            (b"[W\xfcrde \"\xff\"]", Some((b"W\xfcrde", b"\xff"))),
            (b"[Event \"x\"", None),
            (b"[Event x]", None),
            (b"[Event \"x]", None),
            (b"[\"x\"]", None),
            (b"[Event \"x\"] y", None),
            (b"[]", None),
            (b"[", None),
        ] {
            assert_eq!(pair(line), expected, "{}", line.escape_ascii());
        }
        assert_eq!(name(b"[Event \"x"), b"Event");
        assert_eq!(name(b"% [Event"), b"");
    }
}
