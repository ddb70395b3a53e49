//! Symbols of movetext that differ from PGN: other characters, and signs after moves.

use super::text::separators_len;
use crate::{
    Termination,
    folding::first_character,
    notation::{nag, san::en_passant_mark_len},
};

/// Length of the longest symbol that is examined.
const MAX_SYMBOL: usize = 32;

/// The letters of promotions.
// pgn.15
pub(super) const PROMOTIONS: &[u8] = b"QRBNqrbn";

/// Maximum number of signs in a symbol.
const MAX_SIGNS: usize = 8;

/// A symbol in the characters of PGN.
// pgn.29
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain {
    bytes: [u8; MAX_SYMBOL],
    len: usize,
}

impl Plain {
    /// Replaces dashes, figurines, full-width letters and similar characters by their ASCII equivalents, without blanks. `None` for a
    /// symbol that is too long to be a move.
    pub fn of(word: &[u8]) -> Option<Plain> {
        Plain::of_parts([word])
    }

    /// Like [`Plain::of`], but for consecutive parts.
    pub fn of_parts<const N: usize>(parts: [&[u8]; N]) -> Option<Plain> {
        let mut plain = Plain { bytes: [0; MAX_SYMBOL], len: 0 };
        parts.into_iter().try_for_each(|part| plain.add(part))?;
        Some(plain)
    }

    fn add(&mut self, mut word: &[u8]) -> Option<()> {
        while let Some((character, len)) = first_character(word) {
            word = &word[len..];
            match character {
                ' ' | '\t' | '\u{b}' | '\u{c}' => {}
                '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => self.push("-")?,
                '\u{ff01}'..='\u{ff5e}' => self.push_char(char::from((character as u32 - 0xfee0) as u8))?,
                '×' | ':' => self.push("x")?,
                '½' => self.push("1/2")?,
                '…' => self.push("...")?,
                '♔' | '♚' => self.push("K")?,
                '♕' | '♛' => self.push("Q")?,
                '♖' | '♜' => self.push("R")?,
                '♗' | '♝' => self.push("B")?,
                '♘' | '♞' => self.push("N")?,
                '♙' | '♟' => self.push("P")?,
                _ => self.push_char(character)?,
            }
        }
        Some(())
    }

    fn push_char(&mut self, character: char) -> Option<()> {
        self.push(character.encode_utf8(&mut [0; 4]))
    }

    fn push(&mut self, text: &str) -> Option<()> {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Some(())
    }

    /// Removes `+` and `#` between the last rank and `=` with the letter of a promotion.
    // pgn.15
    fn without_check_before_promotion(mut self) -> Plain {
        let bytes = self.bytes();
        let Some(rank) = bytes.windows(2).position(|pair| matches!(pair, [b'1' | b'8', b'+' | b'#'])) else {
            return self;
        };
        let start = rank + 1;
        let checks = bytes[start..].iter().take_while(|byte| is_check(**byte)).count();
        if matches!(bytes[start + checks..], [b'=', piece, ..] if PROMOTIONS.contains(&piece)) {
            self.bytes.copy_within(start + checks.., start);
            self.len -= checks;
        }
        self
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// A move with signs after it, a move in characters that PGN does not have, or only signs.
// pgn.29, pgn.30
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symbol {
    plain: Plain,
    move_len: usize,
    nags: [u32; MAX_SIGNS],
    nag_count: usize,
}

impl Symbol {
    /// Parses such a symbol; `None` for any other symbol.
    pub fn of(word: &[u8]) -> Option<Symbol> {
        let plain = Plain::of(word)?.without_check_before_promotion();
        let move_len = move_len(plain.bytes());
        let (body, tail) = plain.bytes().split_at(move_len);
        if !body.is_empty() && tail.iter().all(|byte| is_check(*byte)) {
            return Some(Symbol { plain, move_len, nags: [0; MAX_SIGNS], nag_count: 0 });
        }
        let checks = if body.is_empty() { 0 } else { tail.iter().take_while(|byte| is_check(**byte)).count() };
        // `Qh5+-` is a sign, `Qh5++-` a check and a sign.
        let (nags, nag_count) = (0..=checks).find_map(|checks| signs(&tail[checks..]))?;
        Some(Symbol { plain, move_len, nags, nag_count })
    }

    /// Returns the move without check suffixes; empty if the symbol has no move.
    pub fn move_text(&self) -> &[u8] {
        &self.plain.bytes()[..self.move_len]
    }

    pub fn nags(&self) -> &[u32] {
        &self.nags[..self.nag_count]
    }
}

/// Returns the termination marker that a symbol means in any of its spellings.
// pgn.16
pub(super) fn marker(word: &[u8]) -> Option<Termination> {
    match word {
        b"1-0" => Some(Termination::WhiteWins),
        b"0-1" => Some(Termination::BlackWins),
        b"1/2-1/2" => Some(Termination::Draw),
        _ if word.is_ascii() => None,
        _ => Plain::of(word).and_then(|plain| Termination::from_text(plain.bytes())),
    }
}

/// Returns the length of one half of a symbol that is castling by both sides without a blank in between: `O-OO-O`.
// pgn.29
pub(super) fn joined_castling_len(word: &[u8]) -> Option<usize> {
    let (first, second) = word.split_at(word.len() / 2);
    let is_castling = || {
        let plain = Plain::of(first);
        plain.is_some_and(|plain| matches!(plain.bytes(), [a @ (b'O' | b'o' | b'0'), b'-', b] if a == b))
    };
    (first == second && is_castling()).then_some(first.len())
}

/// The meaning of a letter or word after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LetterSign {
    Nag(u32),
    /// Check or mate, which the move itself implies.
    Check,
    /// The same as `+` or `#`, with which no move begins.
    CheckSuffix,
}

impl LetterSign {
    /// Returns `true` for a sign after which this text is not the rest of a move that begins with the letter of the sign.
    // pgn.30
    pub(super) fn is_before(self, text: &[u8]) -> bool {
        self == LetterSign::CheckSuffix || !goes_on_with_square(&text[separators_len(text)..])
    }
}

/// The letters and words that count as signs after a move.
// pgn.30
pub(super) fn letter_sign(word: &[u8]) -> Option<LetterSign> {
    match word {
        b"N" => Some(LetterSign::Nag(146)),
        b"D" => Some(LetterSign::Nag(220)),
        b"RR" => Some(LetterSign::Nag(145)),
        b"ch" | b"dbl" | b"mate" => Some(LetterSign::Check),
        _ if !word.is_empty() && word.iter().all(|byte| is_check(*byte)) => Some(LetterSign::CheckSuffix),
        _ => None,
    }
}

/// Returns `true` if the text after a letter and blanks can continue a move that begins with the letter: `N f3`, `N xf3`, `N 1f3`.
// pgn.30
fn goes_on_with_square(text: &[u8]) -> bool {
    match text {
        [b'a'..=b'h', b'1'..=b'8' | b'x', ..] | [b'a'..=b'h', b'a'..=b'h', b'1'..=b'8', ..] => true,
        [b'1'..=b'8', b'a'..=b'h' | b'x', ..] | [b'x' | b'X' | b':' | b'-', ..] => true,
        _ => first_character(text).is_some_and(|(first, _)| first == '×'),
    }
}

fn is_check(byte: u8) -> bool {
    matches!(byte, b'+' | b'#')
}

/// Returns the length of the move at the start of the text, without check suffixes, or 0. The move need not be legal.
fn move_len(text: &[u8]) -> usize {
    if let [c @ (b'O' | b'o' | b'0'), ..] = *text {
        let castling = [c, b'-', c, b'-', c];
        return [5, 3].into_iter().find(|len| text.starts_with(&castling[..*len])).unwrap_or(0);
    }
    let len = text.iter().take_while(|byte| b"KQRBNPabcdefgh12345678x-".contains(byte)).count();
    let to = text[..len].windows(2).rposition(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    to.map_or(0, |to| to + 2 + after_square_len(&text[to + 2..]))
}

/// Returns the length of a promotion or `e.p.`.
fn after_square_len(text: &[u8]) -> usize {
    match text {
        [b'=', b'(', piece, b')', ..] if PROMOTIONS.contains(piece) => 4,
        [b'(', piece, b')', ..] if PROMOTIONS.contains(piece) => 3,
        [b'=' | b'/', piece, ..] if PROMOTIONS.contains(piece) => 2,
        [piece, ..] if PROMOTIONS.contains(piece) => 1,
        _ => en_passant_mark_len(text),
    }
}

/// Returns the NAGs of a text that consists only of signs, at least one.
fn signs(mut text: &[u8]) -> Option<([u32; MAX_SIGNS], usize)> {
    let mut nags = [0; MAX_SIGNS];
    let mut count = 0;
    while !text.is_empty() {
        let (number, len) = nag::symbol_at_start(text)?;
        *nags.get_mut(count)? = number;
        count += 1;
        text = &text[len..];
    }
    (count > 0).then_some((nags, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(text: &str) -> Option<(String, Vec<u32>)> {
        let symbol = Symbol::of(text.as_bytes())?;
        Some((String::from_utf8(symbol.move_text().to_vec()).unwrap(), symbol.nags().to_vec()))
    }

    #[test]
    fn moves_and_signs() {
        for (text, expected, nags) in [
            ("e4±", "e4", &[16][..]),
            ("±", "", &[16]),
            ("Qh5+-", "Qh5", &[18]),
            ("Qh5++-", "Qh5", &[18]),
            ("e4+-+", "e4", &[19]),
            ("Qh5#", "Qh5", &[]),
            ("Qh5+−", "Qh5", &[18]),
            ("e8=Q+=", "e8=Q", &[14]),
            ("e8Q=", "e8Q", &[10]),
            ("e8 = Q+", "e8=Q", &[]),
            ("e8+=Q=", "e8=Q", &[10]),
            ("exd8#+=n#", "exd8=n", &[]),
            ("e8=(Q)±", "e8=(Q)", &[16]),
            ("exd6(e.p.)±", "exd6(e.p.)", &[16]),
            ("Rd1+=", "Rd1", &[14]),
            ("e4=", "e4", &[10]),
            ("e4=∞", "e4", &[44]),
            ("exd6e.p.±", "exd6e.p.", &[16]),
            ("O-O-O-/+", "O-O-O", &[17]),
            ("0–0", "0-0", &[]),
            ("O-O-+", "O-O", &[19]),
            ("Nb1−d2", "Nb1-d2", &[]),
            ("♘×f３", "Nxf3", &[]),
            ("e4！？", "e4", &[5]),
            ("e4⁉□", "e4", &[5, 7]),
            ("+--", "", &[20]),
            ("=+", "", &[15]),
            ("↑↑", "", &[32]),
        ] {
            assert_eq!(symbol(text), Some((expected.to_owned(), nags.to_vec())), "{text}");
        }
        for text in ["", "—", "d6N=x", "zz", "±zz", "O-O-OO-O", "N", "+", "#", "e4x", "$±", "14"] {
            assert_eq!(symbol(text), None, "{text}");
        }
        assert_eq!(symbol(&"±".repeat(MAX_SIGNS)).map(|(_, nags)| nags.len()), Some(MAX_SIGNS));
        assert_eq!(symbol(&"±".repeat(MAX_SIGNS + 1)), None);
        assert_eq!(Symbol::of(b"e4\xb1").map(|symbol| symbol.nags[0]), Some(16), "Windows-1252");
    }

    #[test]
    fn castling_twice() {
        for (text, len) in
            [("O-OO-O", Some(3)), ("0-00-0", Some(3)), ("O–OO–O", Some(5)), ("O-O-OO-O-O", None), ("O-O0-0", None)]
        {
            assert_eq!(joined_castling_len(text.as_bytes()), len, "{text}");
        }
    }
}
