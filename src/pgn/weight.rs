//! What of a long text becomes one game.

use std::ops::Range;

use memchr::memchr;

use super::{
    lex::{Lexeme, Lexer},
    symbol::Symbol,
    text::{separators_len, split_line},
};
use crate::{chess::tag_section, limits::MAX_GAME_WEIGHT};

/// A move, however it is spelled: no move is written with more bytes than `MAX_SAN`.
const MOVE: usize = 4;
const MAX_SAN: usize = 7;

/// The weight of the text of a game, line by line (`limits.4`). Moves weigh the same in any spelling, and what the writer adds to a
/// text weighs nothing: a game that is written weighs no more than the text that it was read from.
#[derive(Debug, Clone)]
pub(super) struct Weight {
    weight: usize,
    in_tags: bool,
    in_comment: bool,
}

impl Default for Weight {
    fn default() -> Weight {
        Weight { weight: 0, in_tags: true, in_comment: false }
    }
}

impl Weight {
    /// No text has more than so many times its bytes.
    pub(super) const MAX_PER_BYTE: usize = 4;

    /// Adds whole lines. The error is where in them the limit is exceeded.
    pub(super) fn add(&mut self, text: &[u8]) -> Result<(), usize> {
        let mut rest = text;
        while !rest.is_empty() {
            let (_, next) = split_line(rest);
            let start = text.len() - rest.len();
            let line = &rest[..rest.len() - next.len()];
            self.add_line(line).map_err(|at| start + at)?;
            rest = next;
        }
        Ok(())
    }

    fn add_line(&mut self, line: &[u8]) -> Result<(), usize> {
        self.in_tags &= tag_section::is_tag_section_byte(line[0]) || separators_len(line) == line.len();
        if self.in_tags { self.put(tag_weight(line), 0..line.len()) } else { self.add_movetext(line) }
    }

    /// Adds what a part of the line weighs.
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
            let weight = match self.in_comment {
                true => self.skip_comment(line, &mut lexer),
                false => weight_of(lexer.next(), start, &lexer),
            };
            self.put(weight, start..lexer.pos)?;
        }
    }

    /// Goes to the end of a comment or of the line; the bytes before it.
    fn skip_comment(&mut self, line: &[u8], lexer: &mut Lexer<'_>) -> usize {
        let start = lexer.pos;
        let end = memchr(b'}', &line[start..]);
        self.in_comment = end.is_none();
        lexer.pos = end.map_or(line.len(), |at| start + at + 1);
        lexer.pos - start
    }
}

/// A line of the tag section, as it is written.
fn tag_weight(line: &[u8]) -> usize {
    let (line, _) = split_line(line);
    match tag_section::pair(line) {
        Some((name, value)) => name.len() + value.len() + 6,
        None if tag_section::is_tag_section_byte(*line.first().unwrap_or(&b' ')) => line.len() + 1,
        None => 0,
    }
}

/// A lexeme outside comments.
fn weight_of(lexeme: Lexeme<'_>, start: usize, lexer: &Lexer<'_>) -> usize {
    let len = lexer.pos - start;
    match lexeme {
        Lexeme::Number | Lexeme::End => 0,
        Lexeme::Marker(_) => MOVE,
        Lexeme::Word(word) => word_weight(word),
        Lexeme::Nag(_) => len.max(2),
        Lexeme::LineComment(_) | Lexeme::Escape(_) => len + 1,
        _ => len,
    }
}

fn word_weight(word: &[u8]) -> usize {
    match Symbol::of(word).filter(|symbol| !symbol.nags().is_empty()) {
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
            ("e4 ;x y\n%z \ne5", 4 + 5 + 4 + 4),
            ("} $", 2),
            ("\u{a0}\0e4\u{200b}", 4),
            ("[ A \t\"b c\" ]\n\n\n%x\n[bad\n1.", 10 + 3 + 5),
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
