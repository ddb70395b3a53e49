//! Checks that unparsed text stays in its game and in its variation when it is written.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::{
    comment_tags::CommentTags,
    comments::CommentState,
    lex::Lexer,
    markers::{TagAfterMarker, begins_tag_pair},
    tag_lines::{before_movetext_len, is_long_tag_line},
    text::{BOM, begins_tag, is_blank, is_line_end, is_space, line_end, separators_len, split_line},
};
use crate::{Result, chess::tag_section, memory};

/// The longest beginning of a line that decides if the line ends a game: a tag after a byte order mark.
const HEAD_LEN: usize = 5;

/// Follows the movetext of a game piece by piece, in the same way as [`Splitter`](super::Splitter).
// pgn.5
#[derive(Debug, Clone)]
pub(super) struct MovetextScan {
    /// Context of the next byte.
    comment: CommentState,
    /// Context at the start of the line, and its first bytes.
    line_began: CommentState,
    head: [u8; HEAD_LEN],
    head_len: usize,
    is_line_blank: bool,
    /// The tags in the comment.
    comment_tags: CommentTags,
    /// A blank line outside comments was passed: any text now belongs to another game.
    after_end: bool,
    has_text: bool,
    has_ended: bool,
    /// The last byte was a CR, to which an LF may belong.
    after_cr: bool,
    /// Finds a tag after a marker, which begins the next game.
    tag: TagAfterMarker,
}

impl MovetextScan {
    /// Starts at the beginning of movetext.
    pub fn new() -> MovetextScan {
        MovetextScan {
            comment: CommentState::Outside,
            line_began: CommentState::Outside,
            head: [0; HEAD_LEN],
            head_len: 0,
            is_line_blank: true,
            comment_tags: CommentTags::new(),
            after_end: false,
            has_text: false,
            has_ended: false,
            after_cr: false,
            tag: TagAfterMarker::default(),
        }
    }

    /// Starts at the beginning of a line, after some movetext that was no comment.
    pub fn at_line() -> MovetextScan {
        MovetextScan { has_text: true, ..MovetextScan::new() }
    }

    /// Starts within a line, after some movetext.
    pub fn within_line(comment: CommentState) -> MovetextScan {
        // A byte that begins no tag represents the previous text.
        let head = [b' '; HEAD_LEN];
        let head_len = 1;
        let line = MovetextScan { comment, line_began: comment, head, head_len, ..MovetextScan::at_line() };
        MovetextScan { is_line_blank: false, ..line }
    }

    /// Starts within a line, after a termination marker.
    pub fn after_marker() -> MovetextScan {
        MovetextScan { tag: TagAfterMarker::new_after_marker(), ..MovetextScan::within_line(CommentState::Outside) }
    }

    /// Continues through the movetext.
    pub fn add(&mut self, mut text: &[u8]) {
        if self.after_cr && !text.is_empty() {
            self.after_cr = false;
            text = text.strip_prefix(b"\n").unwrap_or(text);
        }
        while let Some(at) = line_end(text) {
            self.add_to_line(&text[..at]);
            self.end_line();
            let is_cr = text[at] == b'\r';
            text = &text[at + 1..];
            self.after_cr = is_cr && text.is_empty();
            text = text.strip_prefix(b"\n").filter(|_| is_cr).unwrap_or(text);
        }
        self.add_to_line(text);
    }

    fn add_to_line(&mut self, text: &[u8]) {
        if self.head_len == 0 && self.comment == CommentState::Outside && text.first() == Some(&b'%') {
            self.comment = CommentState::LineComment;
        }
        let head = &mut self.head[self.head_len..];
        let added = head.len().min(text.len());
        head[..added].copy_from_slice(&text[..added]);
        self.head_len += added;
        if text.iter().any(|b| !is_blank(*b)) {
            self.has_ended |= self.after_end;
            self.has_text = true;
            self.is_line_blank = false;
        }
        text.iter().for_each(|byte| self.add_byte(*byte));
    }

    fn add_byte(&mut self, byte: u8) {
        match self.comment {
            CommentState::Outside => {
                self.has_ended |= self.tag.add(byte);
                self.comment = self.comment.after(byte);
                self.comment_tags = CommentTags::new();
            }
            CommentState::Comment if byte == b'}' => {
                self.comment = CommentState::Outside;
                self.tag.add(byte);
            }
            CommentState::Comment => self.has_ended |= self.comment_tags.add(byte),
            CommentState::LineComment => {}
        }
    }

    fn end_line(&mut self) {
        self.tag = TagAfterMarker::default();
        self.has_ended |= self.line_ends_game();
        self.after_end |= self.is_line_blank && self.line_began != CommentState::Comment;
        self.is_line_blank = true;
        self.head_len = 0;
        self.comment_tags.end_line();
        self.comment = self.comment.after_line();
        self.line_began = self.comment;
    }

    fn line_ends_game(&self) -> bool {
        let head = &self.head[..self.head_len];
        self.line_began != CommentState::Comment && begins_tag(head.strip_prefix(BOM).unwrap_or(head))
    }

    /// Returns `true` if all text so far belongs to one game and is not empty.
    pub fn is_one_game(&self) -> bool {
        self.has_text && !self.has_ended && !self.line_ends_game()
    }

    /// Returns `true` if the text ends outside comments and escapes.
    pub fn is_outside_comments(&self) -> bool {
        self.comment == CommentState::Outside
    }

    /// Returns `true` if the text ends inside a comment in braces.
    pub fn is_in_comment(&self) -> bool {
        self.comment == CommentState::Comment
    }
}

/// Returns `true` if [`Splitter`](super::Splitter) reads all of this text as movetext of the game that it continues, after some movetext.
/// The text begins within a line and possibly within a comment.
// pgn.5, pgn.6
pub(super) fn may_continue_movetext(text: &[u8]) -> bool {
    [CommentState::Outside, CommentState::Comment, CommentState::LineComment].into_iter().any(|comment| {
        let mut scan = MovetextScan::within_line(comment);
        scan.add(text);
        scan.is_one_game()
    })
}

/// Returns `true` if [`Splitter`](super::Splitter) would end the game inside the comment, at a blank line before the tags of a game.
// pgn.5
pub(super) fn ends_in_comment(comment: &[u8]) -> bool {
    memchr(b'[', comment).is_some() && {
        let mut scan = MovetextScan::within_line(CommentState::Comment);
        scan.add(comment);
        !scan.is_one_game()
    }
}

/// Returns the comment with a space before each line that begins with `[` after a blank line, so that no such line ends the game.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
pub(super) fn mended_comment(comment: &[u8]) -> Result<Vec<u8>> {
    let mut out = memory::with_capacity(comment.len() + comment.len() / 2)?;
    let mut after_blank = false;
    for (index, line) in lines(comment).enumerate() {
        if after_blank && line[0] == b'[' {
            out.push(b' ');
        }
        // The first line is not a complete line.
        after_blank = index > 0 && is_space_only(line);
        out.extend_from_slice(line);
    }
    Ok(out)
}

/// Returns the text without blank lines, with a space before lines that begin like a tag, and with a line end and a space before tags
/// within lines. Wherever this text begins, it stays in the previous game. Only white space is changed, and separators before tags are
/// removed.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
pub(super) fn mended_text(text: &[u8]) -> Result<Vec<u8>> {
    let mut out = memory::with_capacity(2 * text.len() + 2)?;
    let mut is_first = true;
    for line in lines(text) {
        if is_space_only(line) {
            // White space at the beginning can end a word.
            if out.is_empty() {
                out.push(b' ');
            }
            continue;
        }
        if line[0] == b'[' || line.starts_with(BOM) {
            out.push(b' ');
        }
        let bracket = &line[separators_len(line)..];
        let line = match bracket.strip_prefix(b"[").filter(|_| is_first && begins_with_pairs(line)) {
            Some(rest) => {
                out.extend_from_slice(b"[\n");
                rest
            }
            None => line,
        };
        is_first = false;
        push_with_tags_on_lines(line, &mut out);
    }
    Ok(out)
}

/// Returns `true` if the first line of the text, after blanks and other separators, would begin with tags of a tag section.
// pgn.8
pub(super) fn begins_with_pairs(text: &[u8]) -> bool {
    let (line, _) = split_line(text);
    let is_pairs = |line: &[u8]| tag_section::pairs(&line[separators_len(line)..]).is_some() && !is_long_tag_line(line);
    is_pairs(before_movetext_len(line).map_or(line, |len| &line[..len]))
}

/// Appends the line. A tag within it is put on its own line after a space, so that it begins no game after a marker, inside or outside a
/// comment.
fn push_with_tags_on_lines(line: &[u8], out: &mut Vec<u8>) {
    let mut start = 0;
    for at in memchr_iter(b'[', line).filter(|at| begins_tag_pair(&line[*at..])) {
        let before = &line[start..at];
        let before = before.strip_suffix(BOM).unwrap_or(before);
        if is_space_only(before) {
            continue;
        }
        out.extend_from_slice(before);
        out.extend_from_slice(b"\n ");
        start += before.len();
    }
    out.extend_from_slice(&line[start..]);
}

fn is_space_only(text: &[u8]) -> bool {
    text.iter().all(|b| is_space(*b))
}

/// Returns `true` if the line is blank and has its line end.
fn is_blank_line(line: &[u8]) -> bool {
    line.last().is_some_and(|byte| is_line_end(*byte)) && is_space_only(line)
}

/// Iterates over the lines with their line ends.
fn lines(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let at = text.iter().position(|b| is_line_end(*b)).unwrap_or(text.len());
        let len = at + if text[at..].starts_with(b"\r\n") { 2 } else { usize::from(at < text.len()) };
        let (line, rest) = text.split_at(len);
        text = rest;
        (!line.is_empty()).then_some(line)
    })
}

/// Returns the text without blank lines outside comments: they could end the game, because the writer renumbers moves.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
// pgn.19
pub(super) fn without_blank_lines(text: &[u8]) -> Result<Cow<'_, [u8]>> {
    if !lines(text).skip(1).any(is_blank_line) {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = memory::with_capacity(text.len())?;
    let mut comment = CommentState::Outside;
    for (index, line) in lines(text).enumerate() {
        if index > 0 && comment == CommentState::Outside && is_blank_line(line) {
            continue;
        }
        if index > 0 && comment == CommentState::Outside && line[0] == b'%' {
            comment = CommentState::LineComment;
        }
        for byte in line {
            comment = match comment {
                CommentState::Outside => comment.after(*byte),
                CommentState::Comment if *byte == b'}' => CommentState::Outside,
                _ => comment,
            };
        }
        comment = comment.after_line();
        out.extend_from_slice(line);
    }
    Ok(Cow::Owned(out))
}

/// Returns `true` if the variation of this text ends exactly after the text.
// pgn.20
pub(super) fn ends_with_its_variation(raw: &[u8]) -> bool {
    // The space keeps a `%` away from the start of the line.
    let text = [b" ", raw, b")"].concat();
    Lexer::new(&text, 0).skip_to_close() == Some(text.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the text as one piece and byte by byte.
    fn is_one_movetext(text: &[u8]) -> bool {
        let mut whole = MovetextScan::new();
        let mut pieces = MovetextScan::new();
        whole.add(text);
        text.chunks(1).for_each(|byte| pieces.add(byte));
        assert_eq!(whole.is_one_game(), pieces.is_one_game(), "{}", text.escape_ascii());
        whole.is_one_game()
    }

    #[test]
    fn movetext_of_one_game() {
        for text in [
            &b"1. e4 \n x"[..],
            b"x\n\n \r\n",
            b"{open\n\n1. e4",
            b"{\n\n[E \"",
            b"; {\nx",
            b"% {\n[ x",
            b"x [Event \"y\"]",
        ] {
            assert!(is_one_movetext(text), "{}", text.escape_ascii());
        }
        for text in [
            &b""[..],
            b" \n",
            b"\nx",
            b"x\n\ny",
            b"x\r\r{y}",
            b"{\n\n[A \"1\"]\n[B \"2\"]\n*",
            b"x\n[E",
            b"x\n\xef\xbb\xbf[E",
            b"; {\n\nx",
        ] {
            assert!(!is_one_movetext(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn continuations() {
        for text in [
            &b""[..],
            b" \n",
            b"x\n",
            b"\n1. e4",
            b"x\n\ny",
            b"[Event \"x\"]",
            b"x\n[Event",
            b"{\n\n[A",
            b"\n%{\n{\n\n",
        ] {
            assert!(may_continue_movetext(text), "{}", text.escape_ascii());
        }
        for text in [
            &b"x\n\n[A \"1\"]\n[B \"2\"]\n1."[..],
            b"x} e4\n[Event",
            b"} x\n\ny} z\n\n[A",
            b"{} x\n\n[A \"1\"]\n[B \"2\"]\n1.",
        ] {
            assert!(!may_continue_movetext(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn comments_of_one_game() {
        for text in
            [&b"[Event \"x\"]"[..], b"\n[Event \"x\"]", b"\n\n[Site \"x\"]\n[Event \"x\"]", b"\n\nx [Event \"x\"]"]
        {
            assert!(!ends_in_comment(text), "{}", text.escape_ascii());
        }
        for text in [&b"x\n\n[A \"x\"]\n[B \"y\"]\n\n1. e4"[..], b"\r \t\r\n[A \"x\"]\r\n[B \"y\"]\r\n*"] {
            assert!(
                ends_in_comment(text) && !ends_in_comment(&mended_comment(text).unwrap()),
                "{}",
                text.escape_ascii()
            );
        }
    }

    #[test]
    fn text_of_one_variation() {
        for raw in [&b""[..], b"zz (a) ", b"%y", b"zz ;c)\n", b"} {)}", b"1-0"] {
            assert!(ends_with_its_variation(raw), "{}", raw.escape_ascii());
        }
        for raw in [&b")"[..], b"x ( y", b"; x", b"{x", b"\n% x", b"e8(Q"] {
            assert!(!ends_with_its_variation(raw), "{}", raw.escape_ascii());
        }
    }
}
