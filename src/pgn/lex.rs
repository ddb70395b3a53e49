//! Lexer of movetext.

use memchr::memchr;

use super::{
    issue::Reason,
    text::{is_line_end, is_space, line_end},
};
use crate::Termination;

/// A lexical element of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lexeme<'a> {
    /// A move number or dots: without meaning.
    Number,
    /// A move, if it is anything that PGN has.
    Word(&'a [u8]),
    Nag(u32),
    Comment(&'a [u8]),
    LineComment(&'a [u8]),
    Escape(&'a [u8]),
    Open,
    Close,
    Marker(Termination),
    Bad(Reason),
    End,
}

/// Splits movetext into lexemes (`pgn.11`).
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    /// The start of the text not yet read.
    pub(super) pos: usize,
}

/// Bytes that end a word.
// pgn.12
const WORD_END: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b"\0 \t\x0b\x0c\n\r{}()[;!?$*.";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = true;
        i += 1;
    }
    table
};

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], pos: usize) -> Lexer<'a> {
        Lexer { text, pos }
    }

    /// Skips white space; the position of the next lexeme.
    #[inline]
    pub(super) fn skip_space(&mut self) -> usize {
        while self.peek(0).is_some_and(is_space) {
            self.pos += 1;
        }
        self.pos
    }

    #[inline]
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.pos + ahead).copied()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.pos..]
    }

    /// The lexeme at `pos`, which is not white space.
    #[inline]
    pub(super) fn next(&mut self) -> Lexeme<'a> {
        let Some(byte) = self.peek(0) else {
            return Lexeme::End;
        };
        match byte {
            b'a'..=b'h' | b'A'..=b'Z' => self.word(),
            b'0'..=b'9' => self.number(),
            b'{' => self.comment(),
            b'(' => self.mark(Lexeme::Open),
            b')' => self.mark(Lexeme::Close),
            b'$' => self.nag(),
            b'!' | b'?' => self.suffix(),
            b'.' => self.dots(),
            b'*' => self.mark(Lexeme::Marker(Termination::Unknown)),
            b';' => Lexeme::LineComment(self.line()),
            b'%' if self.at_line_start() => Lexeme::Escape(self.line()),
            b'}' => self.mark(Lexeme::Bad(Reason::StrayBrace)),
            _ => self.word_or_marker(),
        }
    }

    fn mark(&mut self, lexeme: Lexeme<'a>) -> Lexeme<'a> {
        self.pos += 1;
        lexeme
    }

    fn at_line_start(&self) -> bool {
        self.pos == 0 || is_line_end(self.text[self.pos - 1])
    }

    /// From here to the next byte that ends a word.
    #[inline]
    fn word(&mut self) -> Lexeme<'a> {
        let start = self.pos;
        self.pos += 1;
        while self.peek(0).is_some_and(|b| !WORD_END[b as usize]) {
            self.pos += 1;
        }
        if matches!(self.peek(0), Some(b'(' | b'.')) {
            self.pos += self.word_tail();
        }
        Lexeme::Word(&self.text[start..self.pos])
    }

    /// `(Q)` directly after the last rank, and the `.p.` of `e.p.`, belong to the word, and check marks after them.
    // pgn.12
    fn word_tail(&self) -> usize {
        let last = self.text[self.pos - 1];
        let tail = match self.rest() {
            [b'(', piece, b')', ..] if matches!(last, b'1' | b'8') && b"QRBNqrbn".contains(piece) => 3,
            [b'.', b'p', b'.', ..] if last == b'e' => 3,
            [b'.', b'p', ..] if last == b'e' => 2,
            _ => return 0,
        };
        tail + self.rest()[tail..].iter().take_while(|b| matches!(b, b'+' | b'#')).count()
    }

    /// A move number; but `1-0`, `0-0` and `0000` begin with digits too.
    // pgn.13
    fn number(&mut self) -> Lexeme<'a> {
        let start = self.pos;
        self.skip_digits();
        match self.peek(0) {
            None => {}
            Some(b'.') => return self.dots(),
            Some(next) if next.is_ascii_alphabetic() || WORD_END[next as usize] => {}
            Some(_) => {
                self.pos = start;
                return self.word_or_marker();
            }
        }
        match &self.text[start..self.pos] {
            null @ b"0000" => Lexeme::Word(null),
            _ => Lexeme::Number,
        }
    }

    fn skip_digits(&mut self) {
        while self.peek(0).is_some_and(|b| b.is_ascii_digit()) {
            self.pos += 1;
        }
    }

    /// Dots, also the ellipsis character.
    fn dots(&mut self) -> Lexeme<'a> {
        while self.peek(0) == Some(b'.') {
            self.pos += 1;
        }
        if self.rest().starts_with("\u{2026}".as_bytes()) {
            self.pos += 3;
        }
        Lexeme::Number
    }

    fn word_or_marker(&mut self) -> Lexeme<'a> {
        if self.rest().starts_with("\u{2026}".as_bytes()) {
            self.pos += 3;
            return Lexeme::Number;
        }
        match self.word() {
            Lexeme::Word(word) => marker(word).map_or(Lexeme::Word(word), Lexeme::Marker),
            other => other,
        }
    }

    // pgn.14
    fn nag(&mut self) -> Lexeme<'a> {
        self.pos += 1;
        let start = self.pos;
        self.skip_digits();
        let number = self.text[start..self.pos]
            .iter()
            .try_fold(0_u32, |n, digit| n.checked_mul(10)?.checked_add((digit - b'0').into()))
            .filter(|_| start < self.pos);
        number.map_or(Lexeme::Bad(Reason::BadNag), Lexeme::Nag)
    }

    fn suffix(&mut self) -> Lexeme<'a> {
        let (number, length) = match (self.peek(0), self.peek(1)) {
            (Some(b'!'), Some(b'!')) => (3, 2),
            (Some(b'!'), Some(b'?')) => (5, 2),
            (Some(b'!'), _) => (1, 1),
            (_, Some(b'?')) => (4, 2),
            (_, Some(b'!')) => (6, 2),
            _ => (2, 1),
        };
        self.pos += length;
        Lexeme::Nag(number)
    }

    fn comment(&mut self) -> Lexeme<'a> {
        let text = &self.rest()[1..];
        match memchr(b'}', text) {
            Some(end) => {
                self.pos += end + 2;
                Lexeme::Comment(&text[..end])
            }
            None => {
                self.pos = self.text.len();
                Lexeme::Bad(Reason::OpenComment)
            }
        }
    }

    /// The text after this byte, to the end of its line.
    fn line(&mut self) -> &'a [u8] {
        let text = &self.rest()[1..];
        let end = line_end(text).unwrap_or(text.len());
        self.pos += 1 + end;
        &text[..end]
    }

    /// Skips to the `)` that ends the variation around `pos`; `None` if there is none.
    // pgn.20
    pub(super) fn skip_to_close(&mut self) -> Option<usize> {
        let mut depth = 0_usize;
        loop {
            let start = self.skip_space();
            match self.next() {
                Lexeme::End | Lexeme::Bad(Reason::OpenComment) => return None,
                Lexeme::Open => depth += 1,
                Lexeme::Close if depth == 0 => return Some(start),
                Lexeme::Close => depth -= 1,
                _ => {}
            }
        }
    }
}

/// Termination markers, also with typographic dashes and `½`.
// pgn.16
fn marker(word: &[u8]) -> Option<Termination> {
    match word {
        b"1-0" => return Some(Termination::WhiteWins),
        b"0-1" => return Some(Termination::BlackWins),
        b"1/2-1/2" => return Some(Termination::Draw),
        _ if word.is_ascii() => return None,
        _ => {}
    }
    let text = std::str::from_utf8(word).ok()?;
    let plain = text.replace(['\u{2013}', '\u{2014}', '\u{2212}'], "-").replace('\u{bd}', "1/2");
    Termination::from_text(plain.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexemes(text: &[u8]) -> Vec<Lexeme<'_>> {
        let mut lexer = Lexer::new(text, 0);
        let mut all = Vec::new();
        loop {
            lexer.skip_space();
            match lexer.next() {
                Lexeme::End => return all,
                lexeme => all.push(lexeme),
            }
        }
    }

    #[test]
    fn words_end_where_marks_begin() {
        use Lexeme::*;
        assert_eq!(
            lexemes(b"1.e4!? e5$13(2.-- )e8(Q)+#exd6e.p.+ Nf3*"),
            [
                Number,
                Word(b"e4"),
                Nag(5),
                Word(b"e5"),
                Nag(13),
                Open,
                Number,
                Word(b"--"),
                Close,
                Word(b"e8(Q)+#"),
                Word(b"exd6e.p.+"),
                Word(b"Nf3"),
                Marker(Termination::Unknown)
            ]
        );
    }

    #[test]
    fn digits_are_numbers_castling_or_results() {
        use Lexeme::*;
        assert_eq!(
            lexemes("12... 12 1e4 0-0 0-0-0 1-0 0\u{2013}1 \u{bd}-\u{bd} 0000 0000. 1/2 1\u{2026}".as_bytes()),
            [
                Number,
                Number,
                Number,
                Word(b"e4"),
                Word(b"0-0"),
                Word(b"0-0-0"),
                Marker(Termination::WhiteWins),
                Marker(Termination::BlackWins),
                Marker(Termination::Draw),
                Word(b"0000"),
                Number,
                Word(b"1/2"),
                Word("1\u{2026}".as_bytes())
            ]
        );
    }

    #[test]
    fn comments_escapes_and_bad_marks() {
        use Lexeme::*;
        assert_eq!(
            lexemes(b"{a{b}c;d}\r%e;f\n %g $ $4294967295 $4294967296 }{"),
            [
                Comment(b"a{b"),
                Word(b"c"),
                LineComment(b"d}"),
                Escape(b"e;f"),
                Word(b"%g"),
                Bad(Reason::BadNag),
                Nag(u32::MAX),
                Bad(Reason::BadNag),
                Bad(Reason::StrayBrace),
                Bad(Reason::OpenComment)
            ]
        );
    }

    #[test]
    fn the_close_of_a_variation_is_found_past_comments() {
        let text = b"x (y {)} ;)\n%)\n) e8(Q) ) z";
        let mut lexer = Lexer::new(text, 0);
        assert_eq!(lexer.skip_to_close(), Some(text.len() - 3));
        assert_eq!(Lexer::new(b"x ( )", 0).skip_to_close(), None);
    }
}
