//! Lexer of movetext.

use memchr::memchr;

use super::{
    issue::Reason,
    scores::marker_of_scores,
    symbol::{PROMOTIONS, joined_castling_len, marker},
    text::{WORD_END, begins_after_word, is_blank, is_line_end, is_space, line_end, separator_len, separators_len},
};
use crate::{Termination, folding::first_character, notation::san::en_passant_mark_len};

/// A lexical element of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lexeme<'a> {
    /// A move number or dots; has no meaning.
    Number,
    /// A move, or a word that PGN does not have.
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

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], pos: usize) -> Lexer<'a> {
        Lexer { text, pos }
    }

    /// Skips white space and other separators; returns the position of the next lexeme.
    #[inline]
    pub(super) fn skip_space(&mut self) -> usize {
        while self.peek(0).is_some_and(is_space) {
            self.pos += 1;
        }
        // Other separators are rare.
        if self.peek(0).is_some_and(|byte| !byte.is_ascii_graphic()) {
            self.pos += separators_len(self.rest());
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

    /// Returns the lexeme at `pos`, which is not white space.
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
            b'.' | b',' => self.dots(),
            b'*' => self.mark(Lexeme::Marker(Termination::Unknown)),
            b';' => Lexeme::LineComment(self.line()),
            b'%' if self.at_line_start() => Lexeme::Escape(self.line()),
            b'}' => self.mark(Lexeme::Bad(Reason::StrayBrace)),
            _ => self.other(),
        }
    }

    fn mark(&mut self, lexeme: Lexeme<'a>) -> Lexeme<'a> {
        self.pos += 1;
        lexeme
    }

    fn at_line_start(&self) -> bool {
        self.pos == 0 || is_line_end(self.text[self.pos - 1])
    }

    /// Returns the bytes from here to the end of the word.
    #[inline]
    fn word(&mut self) -> Lexeme<'a> {
        let start = self.pos;
        self.pos += self.character_len();
        loop {
            while self.peek(0).is_some_and(|b| !WORD_END[b as usize]) {
                self.pos += 1;
            }
            match self.peek(0) {
                Some(byte) if !byte.is_ascii() && !self.ends_word() => self.pos += self.character_len(),
                _ => break,
            }
        }
        match self.peek(0) {
            Some(b'(' | b'.') => self.pos += self.word_tail(start),
            Some(byte) if is_blank(byte) => self.pos += self.promotion_apart(start),
            _ => {}
        }
        let word = &self.text[start..self.pos];
        if matches!(word[0], b'O' | b'o' | b'0') {
            self.pos = start + joined_castling_len(word).unwrap_or(word.len());
        }
        Lexeme::Word(&self.text[start..self.pos])
    }

    #[inline]
    fn character_len(&self) -> usize {
        match self.peek(0) {
            Some(byte) if byte.is_ascii() => 1,
            _ => first_character(self.rest()).map_or(0, |(_, len)| len),
        }
    }

    /// Returns `true` if the non-ASCII character here ends a word.
    // pgn.29
    fn ends_word(&self) -> bool {
        separator_len(self.rest()) > 0 || self.dots_len() > 0
    }

    /// Returns the length of ` = Q` after a pawn move to the last rank, or of ` Q` if the symbol has the sign.
    // pgn.12
    fn promotion_apart(&self, start: usize) -> usize {
        let word = &self.text[start..self.pos];
        if !matches!(word, [b'a'..=b'h', .., b'1' | b'8'] | [b'a'..=b'h', .., b'1' | b'8', b'=']) {
            return 0;
        }
        let blanks = |text: &[u8]| text.iter().take_while(|byte| is_blank(**byte)).count();
        let rest = self.rest();
        let sign = if word.ends_with(b"=") { 0 } else { blanks(rest) + 1 };
        if sign > 0 && rest.get(sign - 1) != Some(&b'=') {
            return 0;
        }
        let letter = sign + blanks(&rest[sign..]);
        let is_letter = |byte: &u8| PROMOTIONS.contains(byte);
        let checks = rest[letter..].iter().skip(1).take_while(|b| matches!(b, b'+' | b'#')).count();
        let end = letter + 1 + checks;
        if rest.get(letter).is_some_and(is_letter) && begins_after_word(&rest[end..]) { end } else { 0 }
    }

    /// `(Q)` directly after the last rank or its `=`, `(e.p.)` after a rank, the `.p.` of `e.p.`, and check suffixes after them belong to
    /// the word.
    // pgn.12
    fn word_tail(&self, start: usize) -> usize {
        let before = &self.text[start..self.pos];
        let is_on_last_rank = matches!(before, [.., b'1' | b'8'] | [.., b'1' | b'8', b'=']);
        let tail = match self.rest() {
            [b'(', piece, b')', ..] if is_on_last_rank && PROMOTIONS.contains(piece) => 3,
            rest @ [b'(', ..] if matches!(before, [.., b'1'..=b'8']) => en_passant_mark_len(rest),
            [b'.', b'p', b'.', ..] if before.ends_with(b"e") => 3,
            [b'.', b'p', ..] if before.ends_with(b"e") => 2,
            _ => return 0,
        };
        tail + self.rest()[tail..].iter().take_while(|b| matches!(b, b'+' | b'#')).count()
    }

    /// Reads a move number; `1-0`, `0-0` and `0000` also begin with digits.
    // pgn.13
    fn number(&mut self) -> Lexeme<'a> {
        let start = self.pos;
        self.skip_number_digits();
        if let [b'0' | b'1', next, ..] = self.text[start..]
            && (is_blank(next) || next == b'.')
            && let Some(marker) = self.scores(start)
        {
            return marker;
        }
        match self.peek(0) {
            None => {}
            Some(_) if self.dots_len() > 0 => return self.dots(),
            Some(next) if next.is_ascii_alphabetic() || next.is_ascii() && WORD_END[next as usize] => {}
            Some(next) if !next.is_ascii() && self.ends_word() => {}
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

    /// Skips the digits of a move number, including full-width digits.
    // pgn.29
    fn skip_number_digits(&mut self) {
        loop {
            self.skip_digits();
            if self.peek(0).is_none_or(|byte| byte.is_ascii()) {
                return;
            }
            match first_character(self.rest()) {
                Some(('\u{ff10}'..='\u{ff19}', len)) => self.pos += len,
                _ => return,
            }
        }
    }

    fn dots(&mut self) -> Lexeme<'a> {
        loop {
            match self.dots_len() {
                0 => return Lexeme::Number,
                len => self.pos += len,
            }
        }
    }

    /// Returns the length of the dot, ellipsis or comma here.
    // pgn.29
    #[inline]
    fn dots_len(&self) -> usize {
        match self.peek(0) {
            Some(b'.' | b',') => 1,
            Some(byte) if !byte.is_ascii() => match first_character(self.rest()) {
                Some(('\u{2026}' | '\u{ff0e}', len)) => len,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Returns the lexeme that begins with any other byte.
    fn other(&mut self) -> Lexeme<'a> {
        match first_character(self.rest()) {
            Some(('\u{2026}' | '\u{ff0e}', _)) => self.dots(),
            Some(('\u{ff10}'..='\u{ff19}', _)) => self.number(),
            _ => self.word_or_marker(),
        }
    }

    fn word_or_marker(&mut self) -> Lexeme<'a> {
        let start = self.pos;
        match self.word() {
            Lexeme::Word(word) => match marker(word) {
                Some(marker) => Lexeme::Marker(marker),
                None => self.scores(start).unwrap_or(Lexeme::Word(word)),
            },
            other => other,
        }
    }

    /// Reads the termination marker of rare spelling that begins at `start`, if there is one.
    // pgn.16
    #[inline(never)]
    fn scores(&mut self, start: usize) -> Option<Lexeme<'a>> {
        let (marker, len) = marker_of_scores(&self.text[start..])?;
        self.pos = start + len;
        Some(Lexeme::Marker(marker))
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

    /// Returns the text after this byte, to the end of its line.
    fn line(&mut self) -> &'a [u8] {
        let text = &self.rest()[1..];
        let end = line_end(text).unwrap_or(text.len());
        self.pos += 1 + end;
        &text[..end]
    }

    /// Skips to the `)` that ends the variation around `pos`. `None` if there is no such `)`.
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

#[cfg(test)]
mod tests;
