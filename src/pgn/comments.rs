//! Comments in movetext, followed byte by byte without parsing anything else.

use memchr::{memchr, memchr2};

/// What the next byte of the movetext stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommentState {
    Outside,
    /// `{...}`
    Comment,
    /// A `;` comment or a `%` line.
    LineComment,
}

impl CommentState {
    /// Goes through movetext, which does not go beyond the end of a line comment; the number of bytes inside comments.
    pub(super) fn scan(&mut self, mut text: &[u8]) -> usize {
        let mut comment_bytes = 0;
        while !text.is_empty() {
            let (next, skipped) = match self {
                CommentState::Outside => match memchr2(b'{', b';', text) {
                    None => return comment_bytes,
                    Some(at) if text[at] == b'{' => (CommentState::Comment, at),
                    Some(at) => (CommentState::LineComment, at),
                },
                CommentState::Comment => match memchr(b'}', text) {
                    None => (CommentState::Comment, text.len()),
                    Some(at) => (CommentState::Outside, at),
                },
                CommentState::LineComment => (CommentState::LineComment, text.len()),
            };
            if *self != CommentState::Outside {
                comment_bytes += skipped;
            }
            *self = next;
            text = text.get(skipped + 1..).unwrap_or(&[]);
        }
        comment_bytes
    }

    /// At the start of the next line.
    pub(super) fn after_line(self) -> CommentState {
        if self == CommentState::LineComment { CommentState::Outside } else { self }
    }
}
