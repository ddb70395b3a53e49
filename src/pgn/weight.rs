//! Weight of a text, by which a long text is split into games.

use std::ops::Range;

use memchr::memchr;

use super::{
    language::Language,
    lex::{Lexeme, Lexer},
    parentheses::signs_in_parentheses_len,
    symbol::Symbol,
    tag_lines::TagLine,
    text::split_line,
};
use crate::limits::MAX_GAME_WEIGHT;

/// Weight of a move in any spelling: no move is written with more bytes than `MAX_SAN`.
const MOVE: usize = 4;
const MAX_SAN: usize = 7;

/// The weight of the text of a game, line by line (`limits.4`). Moves weigh the same in any spelling, and bytes that the writer adds weigh
/// nothing: a game that is written weighs no more than the text that it was read from.
#[derive(Debug, Clone)]
pub(super) struct Weight {
    weight: usize,
    /// The weight without the last line of the tag section.
    before_line: usize,
    in_tags: bool,
    in_comment: bool,
    language: Language,
}

impl Default for Weight {
    fn default() -> Weight {
        Weight { weight: 0, before_line: 0, in_tags: true, in_comment: false, language: Language::ENGLISH }
    }
}

impl Weight {
    /// Starts the weight of text with the piece letters of this language.
    pub(super) fn of(language: Language) -> Weight {
        Weight { language, ..Weight::default() }
    }

    /// The highest weight of a byte of text.
    pub(super) const MAX_PER_BYTE: usize = 4;

    /// Adds complete lines. The error is the position in them at which the limit is exceeded.
    pub(super) fn add(&mut self, text: &[u8]) -> Result<(), usize> {
        let mut rest = text;
        while !rest.is_empty() {
            let next = self.add_line(rest).map_err(|at| text.len() - rest.len() + at)?;
            rest = next;
        }
        Ok(())
    }

    /// Adds the first line of the text, or two lines with a pair over their line end. Returns the text after them.
    fn add_line<'a>(&mut self, text: &'a [u8]) -> Result<&'a [u8], usize> {
        if self.in_tags {
            let (line, rest) = TagLine::split(text);
            self.before_line = self.weight;
            self.in_tags = !matches!(line, TagLine::Movetext);
            if self.in_tags {
                return self.put(tag_weight(line), 0..text.len() - rest.len()).map(|()| rest);
            }
        }
        let (_, rest) = split_line(text);
        self.add_movetext(&text[..text.len() - rest.len()]).map(|()| rest)
    }

    /// Begins the tag section after comments.
    pub(super) fn begin_tags(&mut self) {
        self.in_tags = true;
    }

    /// Subtracts the last line of the tag section.
    pub(super) fn remove_line(&mut self) {
        self.weight = self.before_line;
    }

    /// Adds the weight of a part of the line.
    fn put(&mut self, weight: usize, part: Range<usize>) -> Result<(), usize> {
        let left = MAX_GAME_WEIGHT - self.weight;
        if weight > left {
            return Err(part.end.min(part.start + left));
        }
        self.weight += weight;
        Ok(())
    }

    fn add_movetext(&mut self, line: &[u8]) -> Result<(), usize> {
        let mut lexer = Lexer::new(line, 0);
        loop {
            let start = if self.in_comment { lexer.pos } else { lexer.skip_space() };
            if start >= line.len() {
                return Ok(());
            }
            self.in_comment |= line[start] == b'{';
            let weight = if self.in_comment {
                self.skip_comment(line, &mut lexer)
            } else if line[start] == b'('
                && let Some(len) = signs_in_parentheses_len(&line[start..])
            {
                lexer.pos = start + len;
                len + 2
            } else {
                weight_of(lexer.next(), start, &lexer, self.language)
            };
            self.put(weight, start..lexer.pos)?;
        }
    }

    /// Goes to the end of a comment or of the line. Returns the number of bytes before it.
    fn skip_comment(&mut self, line: &[u8], lexer: &mut Lexer<'_>) -> usize {
        let start = lexer.pos;
        let end = memchr(b'}', &line[start..]);
        self.in_comment = end.is_none();
        lexer.pos = end.map_or(line.len(), |at| start + at + 1);
        lexer.pos - start
    }
}

/// Returns the weight of a line of the tag section, as written.
fn tag_weight(line: TagLine<'_>) -> usize {
    match line {
        TagLine::Pairs(pairs) | TagLine::PairsOverLines(pairs) => {
            pairs.map(|(name, value)| name.len() + value.len() + 6).sum()
        }
        TagLine::Raw(line) => line.len() + 1,
        TagLine::Blank | TagLine::Movetext => 0,
    }
}

/// Returns the weight of a lexeme outside comments.
fn weight_of(lexeme: Lexeme<'_>, start: usize, lexer: &Lexer<'_>, language: Language) -> usize {
    let len = lexer.pos - start;
    match lexeme {
        Lexeme::Number | Lexeme::End => 0,
        Lexeme::Marker(_) => MOVE,
        Lexeme::Word(word) => word_weight(word, language),
        Lexeme::Nag(_) => len.max(2),
        Lexeme::LineComment(_) | Lexeme::Escape(_) => len + 1,
        _ => len,
    }
}

fn word_weight(word: &[u8], language: Language) -> usize {
    let symbol = language.in_english(word).and_then(|plain| Symbol::of(plain.bytes()));
    match symbol.filter(|symbol| !symbol.nags().is_empty()) {
        Some(symbol) => {
            let nags = symbol.nags().iter().map(|nag| 2 + nag.checked_ilog10().unwrap_or(0) as usize);
            nags.sum::<usize>() + if symbol.move_text().is_empty() { 0 } else { MOVE }
        }
        None if word.len() <= MAX_SAN => MOVE,
        None => word.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(text: &str) -> usize {
        let mut weight = Weight::default();
        weight.add(text.as_bytes()).unwrap();
        weight.weight
    }

    #[test]
    fn weights() {
        for (text, expected) in [
            ("", 0),
            ("1. e4 e5 2. ... \n\n", 8),
            ("Qa1xb2+ Qa1xb2+?", 10),
            ("e4± Qa1xb2= ± N", 4 + 3 + 4 + 3 + 3 + 4),
            ("Pe7xd8=Q+", 9),
            ("! $1 $10 $0010", 2 + 2 + 3 + 5),
            ("1-0 \u{bd}-\u{bd} *", 12),
            ("{x y}(){\n\n}", 5 + 2 + 4),
            ("(=)( ! )(\n=)", 5 + 7 + 1 + 3 + 1),
            ("e4 ;x y\n%z \ne5", 4 + 5 + 4 + 4),
            ("} $", 2),
            ("\u{a0}\0e4\u{200b}", 4),
            ("[ A \t\"b c\" ]\n\n\n%x\n[bad\n1.", 10 + 3 + 5),
            ("[A \"b\"] [C\"d\"]\n [E \"f\"]\n[G \"h\ni\"]\n[x\n1.", 8 + 8 + 8 + 10 + 3),
        ] {
            assert_eq!(weight(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_too_much() {
        let add = |text: &[u8]| Weight::default().add(text);
        let moves = b"Nf3 Nf6 ".repeat(MAX_GAME_WEIGHT / 8);
        assert_eq!(add(&moves), Ok(()));
        assert_eq!(add(&[&moves, &b"1. e4"[..]].concat()), Err(moves.len() + 3));
        let word = vec![b'w'; MAX_GAME_WEIGHT + 5];
        assert_eq!((add(&word), add(&[b"\n{", &word[..]].concat())), (Err(MAX_GAME_WEIGHT), Err(MAX_GAME_WEIGHT + 1)));
    }

    #[test]
    fn weight_of_a_byte() {
        for text in ["e!", "e!e!", "a$", "a.a.", "*", "*!?", "%", "\n%\n%\n%", ";", ";\n;\n", "()", "[\n["] {
            assert!(weight(text) <= Weight::MAX_PER_BYTE * text.len(), "{text}");
        }
    }
}
