//! Follows the comments of movetext byte by byte, without parsing anything else.

use memchr::{memchr, memchr3};

use super::{
    markers::starts_next_game,
    text::{begins_tag, is_line_end, trim_start},
};

/// Context of the next byte of the movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommentState {
    Outside,
    /// `{...}`
    Comment,
    /// A `;` comment or a `%` line.
    LineComment,
}

/// Returns `true` if the text has comments in braces and white space alone, and begins with a comment. The last comment may be open.
// pgn.3
pub(super) fn has_only_comments(text: &[u8]) -> bool {
    text.starts_with(b"{") && after_comments(text).is_empty()
}

/// Returns the text after the comments in braces and the white space with which it begins.
pub(super) fn after_comments(mut text: &[u8]) -> &[u8] {
    while let Some((_, rest)) = split_comment(text) {
        text = trim_start(rest);
    }
    text
}

/// Returns the comment in braces with which the text begins, and the text after it, which is empty if the comment is open.
pub(super) fn split_comment(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"{")?;
    let len = memchr(b'}', text).unwrap_or(text.len());
    Some((&text[..len], text.get(len + 1..).unwrap_or_default()))
}

/// Returns the length of the comments before the tags of a game.
// pgn.3
pub(super) fn comments_before_tags_len(text: &[u8]) -> usize {
    let tags = after_comments(text);
    let len = text.len() - tags.len();
    let is_line = || begins_tag(tags) && is_line_end(text[len - 1]);
    if len > 0 && is_line() { len } else { 0 }
}

/// Result of a scan of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scanned {
    /// Bytes inside comments.
    pub comment_bytes: usize,
    /// End of the movetext within its line, if the next game begins in the line.
    pub next_game: Option<usize>,
}

impl CommentState {
    /// Scans movetext, which must end at the end of a line comment or before, up to a tag after a termination marker, if there is one.
    pub(super) fn scan(&mut self, text: &[u8]) -> Scanned {
        let mut pos = 0;
        let mut comment_bytes = 0;
        loop {
            let rest = &text[pos..];
            let (next, skipped) = match self {
                CommentState::Outside => match memchr3(b'{', b';', b'[', rest) {
                    None => return Scanned { comment_bytes, next_game: None },
                    Some(at) => {
                        if let Some(next_game) = starts_next_game(text, pos + at) {
                            return Scanned { comment_bytes, next_game: Some(next_game) };
                        }
                        pos += at + 1;
                        *self = self.after(rest[at]);
                        continue;
                    }
                },
                CommentState::Comment => match memchr(b'}', rest) {
                    None => (CommentState::Comment, rest.len()),
                    Some(at) => (CommentState::Outside, at),
                },
                CommentState::LineComment => (CommentState::LineComment, rest.len()),
            };
            comment_bytes += skipped;
            pos += skipped + 1;
            *self = next;
            if pos >= text.len() {
                return Scanned { comment_bytes, next_game: None };
            }
        }
    }

    /// After a byte outside comments.
    pub(super) fn after(self, byte: u8) -> CommentState {
        match byte {
            b'{' => CommentState::Comment,
            b';' => CommentState::LineComment,
            _ => self,
        }
    }

    /// At the start of the next line.
    pub(super) fn after_line(self) -> CommentState {
        if self == CommentState::LineComment { CommentState::Outside } else { self }
    }
}
