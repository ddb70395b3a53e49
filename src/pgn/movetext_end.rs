//! Finds the end of movetext without a termination marker: move numbers show if a game goes on after a blank line.

use memchr::memchr;

use super::{
    lex::{Lexeme, Lexer},
    symbol::{Plain, Symbol, letter_sign},
};
use crate::{
    limits::MAX_VARIATION_DEPTH,
    notation::san::{is_en_passant_mark, is_null_move},
};

/// The number of a move, and its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MoveNumber {
    number: u32,
    is_black: bool,
}

impl MoveNumber {
    const FIRST: MoveNumber = MoveNumber { number: 1, is_black: false };

    fn after(self) -> MoveNumber {
        MoveNumber { number: self.number.saturating_add(self.is_black.into()), is_black: !self.is_black }
    }

    fn before(self) -> MoveNumber {
        MoveNumber { number: self.number.saturating_sub((!self.is_black).into()), is_black: !self.is_black }
    }
}

/// Follows the move numbers of movetext, line by line.
// pgn.5
#[derive(Debug)]
pub(super) struct MovetextEnd {
    /// The number of the next move; `None` before the first number and the first move.
    next: Option<MoveNumber>,
    /// The same for the lines around the current variation.
    outer: [Option<MoveNumber>; MAX_VARIATION_DEPTH],
    depth: usize,
    has_move: bool,
    is_in_comment: bool,
    has_marker: bool,
    /// The text contained something that is not movetext.
    is_unclear: bool,
    /// The depth at the blank line, until later text shows if the game goes on.
    undecided: Option<usize>,
    goes_on: bool,
    /// Everything since the blank line is a line comment.
    only_line_comments: bool,
}

impl MovetextEnd {
    /// Starts at the beginning of movetext.
    pub fn new() -> MovetextEnd {
        MovetextEnd {
            next: None,
            outer: [None; MAX_VARIATION_DEPTH],
            depth: 0,
            has_move: false,
            is_in_comment: false,
            has_marker: false,
            is_unclear: false,
            undecided: None,
            goes_on: false,
            only_line_comments: false,
        }
    }

    /// Restarts at the beginning of other movetext. Keeps `outer`, because its entries above `depth` are never read.
    pub fn restart(&mut self) {
        self.next = None;
        self.depth = 0;
        self.has_move = false;
        self.is_in_comment = false;
        self.has_marker = false;
        self.is_unclear = false;
        self.undecided = None;
        self.goes_on = false;
        self.only_line_comments = false;
    }

    /// Returns `true` if a blank line ends the game whatever follows: after a termination marker, and after text that no game contains.
    pub fn ends_at_blank_line(&self) -> bool {
        self.has_marker || self.is_unclear
    }

    /// Starts a decision after a blank line.
    pub fn begin_decision(&mut self) {
        self.undecided = Some(self.depth);
        self.only_line_comments = true;
    }

    /// Adds the next line. Returns whether the game goes on after the blank line; `None` if the lines so far do not
    /// show it.
    pub fn decide(&mut self, line: &[u8]) -> Option<bool> {
        self.add(line);
        match self.undecided {
            None => Some(self.goes_on),
            Some(_) => self.is_unclear.then_some(false),
        }
    }

    /// Returns `true` if the text since the blank line belongs to the game when only a blank line, a tag or the end of the source follows.
    pub fn keeps_comments(&self) -> bool {
        !self.only_line_comments
    }

    /// Adds complete lines.
    pub fn add(&mut self, text: &[u8]) {
        let mut lexer = Lexer::new(text, 0);
        loop {
            if self.is_in_comment {
                let Some(end) = memchr(b'}', &text[lexer.pos..]) else { return };
                lexer.pos += end + 1;
                self.is_in_comment = false;
            }
            let start = lexer.skip_space();
            if text.get(start) == Some(&b'{') {
                lexer.pos += 1;
                self.is_in_comment = true;
                self.only_line_comments = false;
                continue;
            }
            match lexer.next() {
                Lexeme::End => return,
                lexeme => self.take(lexeme, &text[start..lexer.pos]),
            }
        }
    }

    fn take(&mut self, lexeme: Lexeme<'_>, text: &[u8]) {
        self.only_line_comments &= matches!(lexeme, Lexeme::LineComment(_));
        if self.undecided == Some(self.depth)
            && let Some(goes_on) = self.goes_on_with(lexeme, text)
        {
            self.undecided = None;
            self.goes_on = goes_on && !self.is_unclear;
        }
        match lexeme {
            Lexeme::Number => self.next = self.after_number(text),
            Lexeme::Word(word) if is_en_passant_mark(word) => {}
            Lexeme::Word(word) if is_like_move(word) => {
                self.next = Some(self.next.unwrap_or(MoveNumber::FIRST).after());
                self.has_move = true;
            }
            Lexeme::Word(word) if is_sign(word) || self.has_move && letter_sign(word).is_some() => {}
            Lexeme::Word(_) | Lexeme::Bad(_) => self.is_unclear = true,
            Lexeme::Marker(_) => self.has_marker |= self.depth == 0,
            Lexeme::Open => self.open(),
            Lexeme::Close => self.close(),
            _ => {}
        }
    }

    /// Returns `true` if the game goes on with this lexeme after a blank line; `None` if the lexeme does not decide it.
    fn goes_on_with(&self, lexeme: Lexeme<'_>, text: &[u8]) -> Option<bool> {
        match lexeme {
            Lexeme::Nag(_) | Lexeme::LineComment(_) | Lexeme::Open => None,
            Lexeme::Word(word) if is_sign(word) => None,
            Lexeme::Marker(_) => Some(true),
            Lexeme::Close => Some(self.depth > 0),
            Lexeme::Number => Some(self.is_next_number(text)),
            _ => Some(false),
        }
    }

    fn is_next_number(&self, text: &[u8]) -> bool {
        let written = Written::of(text);
        written.number != Some(0)
            && self.next.is_none_or(|next| {
                written.is_black() == next.is_black && written.number.unwrap_or(next.number) == next.number
            })
    }

    fn after_number(&self, text: &[u8]) -> Option<MoveNumber> {
        let written = Written::of(text);
        match written.number {
            None if written.is_black() => self.next.map(|next| MoveNumber { is_black: true, ..next }),
            None => self.next,
            // pgn.13: a number without dots can precede a move of either side.
            Some(number) if written.dots == 0 && self.next.is_some_and(|next| next.number == number) => self.next,
            Some(number) => Some(MoveNumber { number, is_black: written.is_black() }),
        }
    }

    // pgn.18
    fn open(&mut self) {
        match self.outer.get_mut(self.depth) {
            Some(outer) if self.has_move => *outer = self.next,
            _ => self.is_unclear = true,
        }
        self.depth += 1;
        self.next = self.next.map(MoveNumber::before);
    }

    fn close(&mut self) {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                self.next = self.outer.get(depth).copied().unwrap_or_default();
            }
            None => self.is_unclear = true,
        }
    }
}

/// Returns the digits of a move number with its dots.
pub(super) fn number_of(text: &[u8]) -> Option<u32> {
    Written::of(text).number
}

/// A move number in its written form.
struct Written {
    number: Option<u32>,
    /// An ellipsis counts as three.
    dots: usize,
}

impl Written {
    fn of(text: &[u8]) -> Written {
        let plain = Plain::of(text);
        let text = plain.as_ref().map_or(text, Plain::bytes);
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
        let number = digits.clone().fold(0_u32, |n, digit| n.saturating_mul(10).saturating_add((digit - b'0').into()));
        let count = digits.count();
        Written { number: (count > 0).then_some(number), dots: text.len() - count }
    }

    fn is_black(&self) -> bool {
        self.dots > 1
    }
}

/// Returns `true` if the symbol consists only of signs.
fn is_sign(word: &[u8]) -> bool {
    Symbol::of(word).is_some_and(|symbol| symbol.move_text().is_empty())
}

/// Returns `true` if the symbol contains a square, or begins like castling, also with Cyrillic letters, or a null move.
fn is_like_move(written: &[u8]) -> bool {
    let plain = Plain::of(written);
    let word = plain.as_ref().map_or(written, Plain::bytes);
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    matches!(word, [b'O' | b'o' | b'0', next, ..] if *next == b'-' || !next.is_ascii())
        || word.starts_with("О-О".as_bytes())
        || is_null_move(written)
        || word.windows(2).any(is_square)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_on(before: &str, after: &str) -> Option<bool> {
        let mut end = MovetextEnd::new();
        end.add(before.as_bytes());
        end.begin_decision();
        after.split_inclusive('\n').filter_map(|line| end.decide(line.as_bytes())).next()
    }

    #[test]
    fn numbers_that_come_next() {
        for (before, after) in [
            ("1. e4 e5", "2. Nf3"),
            ("1. e4", "1... e5"),
            ("1. e4", "... e5"),
            ("1. e4 e5", "2 Nf3"),
            ("7. e4", "7... e5"),
            ("7. e4 e5 $1 {2. Nf3} ;x\n", "8. Nf3"),
            ("1. e4 e5 (1... c5 2. Nf3 (2. c3) d6)", "2. Nf3"),
            ("1. e4 e5 (1... c5 2. Nf3", "2... d6"),
            ("1. e4 e5 (1... c5", ") 2. Nf3"),
            ("1. e4 O-O 2. 0-0 --", "3. d4"),
            ("1. --- pass", "2. d4"),
            ("1. e4 e5 2. О-О О–О-О", "3. d4"),
            ("1. ｅ4± e5 = N ch", "± 2．Nf3"),
            ("1. e4 1…e5 O-OO-O 0–0", "3... d6"),
            ("1.\u{a0}e4\0e5", "\u{a0}２. d4"),
            ("1. e4 e5", "{a\n2. b\n} (1... c5\n2. d4) ! $7 2. Nf3"),
            ("1. e4 e5", "*"),
            ("e4 e5", "2. Nf3"),
            ("1. e4 e5", "{a} 1-0"),
            ("{a}", "23... Nf3"),
            ("1. e4 1", "1... e5"),
        ] {
            assert_eq!(goes_on(before, after), Some(true), "{before} | {after}");
        }
        for (before, after) in [
            ("e4 e5", "d4 d5"),
            ("e4 e5", "1. d4"),
            ("1. e4 e5", "1. d4"),
            ("1. e4 e5", "{a} 1. d4"),
            ("1. e4 e5", "{a} Nf3"),
            ("1. e4", "1. e5"),
            ("1. e4", "1 e5"),
            ("1. e4 e5", "2... Nf3"),
            ("23. Nf3", "31. Nf3"),
            ("1. e4 e5", "3. Nf3"),
            ("zz", "1. e4"),
            ("1. e4 e5", "N 2. d4"),
            ("1. e4 e5 zz", "2. Nf3"),
            ("1. e4 e5", "(zz) 2. Nf3"),
            ("(1. e4) 1. e4", "*"),
            ("0. e4 e5", "0... e5"),
            (")", "{a} *"),
            ("1. e4 e5", "}"),
            ("1. e4 e5", ") 2. Nf3"),
            ("1. e4 e5", "%x\n2. Nf3"),
            ("1. e4 (1. d4", "1. c4"),
        ] {
            assert_eq!(goes_on(before, after), Some(false), "{before} | {after}");
        }
        for after in ["{a", "{a} $1", "(1. d4", ";a"] {
            assert_eq!(goes_on("1. e4 e5", after), None, "{after}");
        }
    }

    #[test]
    fn depths_that_are_too_great() {
        let deep = MAX_VARIATION_DEPTH + 5;
        let text = |end: &str| format!("1. e4 {}{}{end}", "(1. d4 ".repeat(deep), ")".repeat(deep));
        assert_eq!(goes_on(&text(""), "1... e5"), Some(false));
    }
}
