//! The lines of a tag section.

use memchr::memchr;

use super::{
    comments::after_comments,
    text::{BOM, begins_tag, is_space, separators_len, split_line, trim_start},
};
use crate::{
    Termination,
    chess::tag_section::{self, Pairs},
    limits::MAX_GAME_WEIGHT,
};

/// One element of a tag section.
#[derive(Debug)]
pub(super) enum TagLine<'a> {
    /// Pairs on one line.
    Pairs(Pairs<'a>),
    /// Pairs on two lines; one pair extends over the line end.
    PairsOverLines(Pairs<'a>),
    /// Any other line that begins with `[`, `%` or `;`.
    Raw(&'a [u8]),
    /// A line of blanks and other separators.
    // pgn.2
    Blank,
    /// The movetext, or the end of the text.
    Movetext,
}

impl<'a> TagLine<'a> {
    /// Returns the first line of the text, plus the second if a pair continues there, and the text after them.
    // pgn.8, pgn.9
    #[inline]
    pub fn split(text: &'a [u8]) -> (TagLine<'a>, &'a [u8]) {
        let (line, rest) = split_tag_line(text);
        match line.first() {
            Some(b'[' | b'%' | b';') if is_long_tag_line(line) => (TagLine::Movetext, text),
            Some(b'[') => TagLine::bracket(text, line, rest),
            Some(b'%' | b';') => (TagLine::Raw(line), rest),
            _ if text.is_empty() => (TagLine::Movetext, text),
            _ if separators_len(line) == line.len() => (TagLine::Blank, rest),
            _ => match indented_pairs(line) {
                Some(pairs) => (TagLine::Pairs(pairs), rest),
                None => (TagLine::Movetext, text),
            },
        }
    }

    fn bracket(text: &'a [u8], line: &'a [u8], rest: &'a [u8]) -> (TagLine<'a>, &'a [u8]) {
        if let Some(pairs) = tag_section::pairs(line) {
            return (TagLine::Pairs(pairs), rest);
        }
        let (next, after) = split_tag_line(rest);
        let both = &text[..text.len() - rest.len() + next.len()];
        let may_go_on = || tag_section::goes_on(line, next) && !is_long_tag_line(both);
        match tag_section::pairs(both).filter(|_| may_go_on()) {
            Some(pairs) => (TagLine::PairsOverLines(pairs), after),
            None => (TagLine::Raw(line), rest),
        }
    }
}

/// Splits off the first line, or its pairs if movetext follows them on the line.
#[inline]
fn split_tag_line(text: &[u8]) -> (&[u8], &[u8]) {
    let (line, rest) = split_line(text);
    before_movetext_len(line).map_or((line, rest), |len| text.split_at(len))
}

/// Returns the length of the pairs and blanks with which a line begins, if movetext follows them.
// pgn.9
#[inline]
pub(super) fn before_movetext_len(line: &[u8]) -> Option<usize> {
    if line.ends_with(b"\"]") { None } else { before_movetext_len_of_other(line) }
}

/// Like [`before_movetext_len`], but for a line that most sources do not have.
fn before_movetext_len_of_other(line: &[u8]) -> Option<usize> {
    let start = separators_len(line);
    let is_pairs = || tag_section::pairs(&line[start..]).is_some();
    if line.get(start) != Some(&b'[') || begins_game(line) || is_pairs() {
        return None;
    }
    pairs_before_movetext_len(&line[start..]).map(|len| start + len)
}

/// Returns the length of the pairs with which the last line of a game that was split in its movetext begins, if movetext follows them.
// pgn.6
pub(super) fn before_split_movetext_len(line: &[u8]) -> usize {
    let start = separators_len(line);
    let len = if begins_game(line) { None } else { pairs_before_movetext_len(&line[start..]) };
    len.map_or(0, |len| start + len)
}

/// Like [`before_movetext_len`], for a line that begins with a tag.
// pgn.9
fn pairs_before_movetext_len(line: &[u8]) -> Option<usize> {
    let value_at = |rest| tag_section::split_pair(rest).map(|(_, value)| line.len() - value.len());
    let mut from = value_at(line)?;
    loop {
        let at = from + memchr(b'"', &line[from..])?;
        from = at + 1;
        let Some(rest) = trim_start(&line[from..]).strip_prefix(b"]").filter(|_| !tag_section::is_escaped(line, at))
        else {
            continue;
        };
        let rest = trim_start(rest);
        if let Some(value) = value_at(rest) {
            from = value;
        } else if begins_with_moves(after_comments(rest)) {
            return Some(line.len() - rest.len());
        } else if rest.starts_with(b"{") {
            // Comments are scanned once.
            return None;
        }
    }
}

/// Returns `true` if the text begins with a termination marker, or with a move number, its dots and a move.
// pgn.9
fn begins_with_moves(text: &[u8]) -> bool {
    let is_of_marker = |byte: &&u8| !is_space(**byte) && !b"[{;".contains(*byte);
    // One byte more than the longest marker.
    let marker = text.iter().take(8).take_while(is_of_marker).count();
    if Termination::from_text(&text[..marker]).is_some() {
        return true;
    }
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|byte| **byte == b'.').count();
    let word = trim_start(&text[digits + dots..]);
    let len = word.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"-+=".contains(byte)).count();
    let has_square = || word[..len].windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8'] | b"O-"));
    digits > 0 && dots > 0 && word.first().is_some_and(u8::is_ascii_alphabetic) && has_square()
}

/// Returns `true` if a byte order mark before a tag begins another game.
// pgn.1
fn begins_game(line: &[u8]) -> bool {
    line.strip_prefix(BOM).is_some_and(begins_tag)
}

/// Returns `true` if the line, or two lines with a pair, exceed the size limit of a game. The movetext then begins with this line.
// pgn.8
#[inline]
pub(super) fn is_long_tag_line(line: &[u8]) -> bool {
    // Writing less than doubles the bytes of a pair.
    line.len() > MAX_GAME_WEIGHT / 2 && weight(line).max(line.len() + 1) > MAX_GAME_WEIGHT
}

/// Returns the number of bytes of a line of the tag section, or of two lines with a pair, when written.
// limits.4
pub(super) fn weight(line: &[u8]) -> usize {
    match tag_section::pairs(&line[separators_len(line)..]) {
        Some(pairs) => pairs.map(|(name, value)| name.len() + value.len() + 6).sum(),
        None => line.len() + 1,
    }
}

/// Returns the pairs of a line that begins with blanks or other separators. A byte order mark before a tag begins another game instead.
// pgn.1, pgn.8
pub(super) fn indented_pairs(line: &[u8]) -> Option<Pairs<'_>> {
    match separators_len(line) {
        0 => None,
        _ if begins_game(line) || is_long_tag_line(line) => None,
        len => tag_section::pairs(&line[len..]),
    }
}

/// Returns `true` if a pair of the two lines extends over the line end between them. `line` includes its line end, `next` does not.
// pgn.9
pub(super) fn is_pair_over_lines(both: &[u8]) -> bool {
    matches!(TagLine::split(both), (TagLine::PairsOverLines(_), []))
}
