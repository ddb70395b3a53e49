//! Finds the tags of the next game, which end a comment that has no `}`.

use super::text::{is_blank, split_line};

/// Follows a line of complete tag pairs byte by byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagLine {
    Start,
    Bracket,
    Name,
    AfterName,
    Value,
    Quote,
    Close,
    Other,
}

impl TagLine {
    fn after(self, byte: u8) -> TagLine {
        let is_of_name = byte.is_ascii_alphanumeric() || byte == b'_';
        match self {
            TagLine::Other => TagLine::Other,
            _ if byte == b'}' => TagLine::Other,
            TagLine::Start if byte == b'[' => TagLine::Bracket,
            TagLine::Bracket | TagLine::Name if is_of_name => TagLine::Name,
            TagLine::Name | TagLine::AfterName if is_blank(byte) => TagLine::AfterName,
            TagLine::Name | TagLine::AfterName if byte == b'"' => TagLine::Value,
            TagLine::Start | TagLine::Bracket | TagLine::Name | TagLine::AfterName => TagLine::Other,
            TagLine::Close if byte == b'[' => TagLine::Bracket,
            TagLine::Quote if byte == b']' => TagLine::Close,
            TagLine::Quote | TagLine::Close if is_blank(byte) => self,
            TagLine::Value | TagLine::Quote | TagLine::Close if byte == b'"' => TagLine::Quote,
            TagLine::Value | TagLine::Quote | TagLine::Close => TagLine::Value,
        }
    }
}

/// Finds the tags of the next game in a comment: after a blank line, two or more complete tag pairs on their own lines, followed by
/// movetext.
// pgn.5
#[derive(Debug, Clone)]
pub(super) struct CommentTags {
    line: TagLine,
    is_line_blank: bool,
    after_blank: bool,
    /// The pairs on the tag lines so far, at most [`CommentTags::NEEDED`].
    pairs: usize,
    /// The pairs on the line so far.
    line_pairs: usize,
    /// The last byte of the first word after the tags.
    word: Option<u8>,
}

impl CommentTags {
    const NEEDED: usize = 2;

    /// Starts within the line in which the comment begins.
    pub fn new() -> CommentTags {
        CommentTags {
            line: TagLine::Other,
            is_line_blank: false,
            after_blank: false,
            pairs: 0,
            line_pairs: 0,
            word: None,
        }
    }

    /// Returns `true` if the previous lines can be the tags of the next game.
    pub fn has_tags(&self) -> bool {
        self.pairs > 0
    }

    /// Adds a complete line, without its end. Returns `true` if the line begins the movetext of the next game.
    pub fn add_line(&mut self, line: &[u8]) -> bool {
        let is_of_use = self.after_blank || self.pairs > 0;
        if is_of_use && line.iter().any(|byte| self.add(*byte)) {
            return true;
        }
        self.is_line_blank = line.iter().all(|byte| is_blank(*byte));
        self.end_line();
        false
    }

    /// Adds the next byte of the comment. Returns `true` if the byte shows the movetext of the next game.
    pub fn add(&mut self, byte: u8) -> bool {
        let is_first = self.is_line_blank && !is_blank(byte);
        self.is_line_blank &= is_blank(byte);
        let next = self.line.after(byte);
        match (self.line, next) {
            (TagLine::Quote, TagLine::Close) => self.line_pairs += 1,
            (TagLine::Close, TagLine::Value | TagLine::Quote) => self.line_pairs -= 1,
            _ => {}
        }
        self.line = next;
        if self.pairs < CommentTags::NEEDED {
            return false;
        }
        if is_first {
            self.word = byte.is_ascii_alphabetic().then_some(byte);
            return byte.is_ascii_digit() || matches!(byte, b'*' | b'{');
        }
        let Some(last) = self.word else { return false };
        self.word = (byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'=')).then_some(byte);
        matches!((last, byte), (b'a'..=b'h', b'1'..=b'8') | (b'O', b'-'))
    }

    /// Ends the line.
    pub fn end_line(&mut self) {
        let is_of_tags = self.line == TagLine::Close && (self.after_blank || self.pairs > 0);
        if is_of_tags {
            self.pairs = CommentTags::NEEDED.min(self.pairs + self.line_pairs);
        } else if !self.is_line_blank {
            self.pairs = 0;
        }
        self.line_pairs = 0;
        self.after_blank = self.is_line_blank;
        self.line = TagLine::Start;
        self.is_line_blank = true;
        self.word = None;
    }
}

/// Returns `true` if this text of a game ends the comment that the previous game left open.
pub(crate) fn ends_comment(mut text: &[u8]) -> bool {
    let mut tags = CommentTags::new();
    tags.end_line();
    tags.end_line();
    while !text.is_empty() {
        let (line, rest) = split_line(text);
        if tags.add_line(line) || !tags.has_tags() {
            return tags.pairs == CommentTags::NEEDED;
        }
        text = rest;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(comment: &str) -> bool {
        let mut bytes = CommentTags::new();
        let by_bytes = comment.bytes().any(|byte| {
            if byte == b'\n' {
                bytes.end_line();
            }
            byte != b'\n' && bytes.add(byte)
        });
        let mut lines = CommentTags::new();
        let mut rest = comment.split('\n');
        rest.next();
        lines.end_line();
        assert_eq!(rest.any(|line| lines.add_line(line.as_bytes())), by_bytes, "{comment}");
        by_bytes
    }

    #[test]
    fn tags_of_the_next_game() {
        let two = "[White \"a\"]\n[Black\"b\" ] ";
        for movetext in ["1. e4", "e4", "*", "{x} 1. e4", "O-O", " 1.e4", "Nbd7"] {
            assert!(ends(&format!("a\n\n{two}\n{movetext}")), "{movetext}");
            assert!(ends(&format!("a\n \t\n{two}\n[C \"c\"] [D \"d\"]\n\n\n{movetext} }}")), "{movetext}");
            assert!(ends(&format!("a\n\n[White \"a\"] [Black\"b\"]\n{movetext}")), "{movetext}");
            assert!(!ends(&format!("a\n\n[White \"a\"] [b\"]\n{movetext}")), "{movetext}");
            assert!(!ends(&format!("a\n{two}\n\n{movetext}")), "{movetext}");
            assert!(!ends(&format!("a\n\n[White \"a\"]\n\n{movetext}")), "{movetext}");
            assert!(!ends(&format!("a\n\n{two}\n}} {movetext}")), "{movetext}");
            assert!(!ends(&format!("a\n\n {two}\n{movetext}")), "{movetext}");
            assert!(!ends(&format!("a\n\n{two}x\n{movetext}")), "{movetext}");
        }
        for prose in ["and so on", "It was 1. e4", "Because", "", "[x", "; x", "(x"] {
            assert!(!ends(&format!("a\n\n{two}\n\n{prose}")), "{prose}");
        }
    }
}
