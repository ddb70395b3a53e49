//! The piece letters of languages other than English.

use super::{symbol::Plain, text::is_blank};

/// The language of the piece letters in movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language(
    /// The index in [`LETTERS`].
    u8,
);

/// The letters of one language, or of several languages that share them.
struct Letters {
    /// ISO 639-1.
    codes: &'static [&'static str],
    name: &'static str,
    /// King, queen, rook, bishop, knight, pawn.
    pieces: [&'static str; 6],
}

/// The letters of English, in the order of [`Letters::pieces`].
const ENGLISH: [u8; 6] = *b"KQRBNP";

/// From the table in the PGN standard (8.2.3.2); from Catalan on, from the rules of chess that the national federations publish. English is
/// the first.
// pgn.31
static LETTERS: [Letters; 17] = [
    letters(&["en"], "English", ["K", "Q", "R", "B", "N", "P"]),
    letters(&["cs", "sk"], "Czech, Slovak", ["K", "D", "V", "S", "J", "P"]),
    letters(&["da", "de", "nb", "no", "sv"], "Danish, German, Norwegian, Swedish", ["K", "D", "T", "L", "S", "B"]),
    letters(&["nl"], "Dutch", ["K", "D", "T", "L", "P", "O"]),
    letters(&["et"], "Estonian", ["K", "L", "V", "O", "R", "P"]),
    letters(&["fi"], "Finnish", ["K", "D", "T", "L", "R", "P"]),
    letters(&["fr"], "French", ["R", "D", "T", "F", "C", "P"]),
    letters(&["hu"], "Hungarian", ["K", "V", "B", "F", "H", "G"]),
    letters(&["is"], "Icelandic", ["K", "D", "H", "B", "R", "P"]),
    letters(&["ca", "es", "it"], "Catalan, Italian, Spanish", ["R", "D", "T", "A", "C", "P"]),
    letters(&["pl"], "Polish", ["K", "H", "W", "G", "S", "P"]),
    letters(&["pt"], "Portuguese", ["R", "D", "T", "B", "C", "P"]),
    letters(&["ro"], "Romanian", ["R", "D", "T", "N", "C", "P"]),
    letters(&["hr", "sl"], "Croatian, Slovene", ["K", "D", "T", "L", "S", "P"]),
    letters(&["ru"], "Russian", ["Кр", "Ф", "Л", "С", "К", "п"]),
    letters(&["uk"], "Ukrainian", ["Кр", "Ф", "Т", "С", "К", "п"]),
    letters(&["bg"], "Bulgarian", ["Ц", "Д", "Т", "О", "К", "П"]),
];

const fn letters(codes: &'static [&'static str], name: &'static str, pieces: [&'static str; 6]) -> Letters {
    Letters { codes, name, pieces }
}

impl Default for Language {
    fn default() -> Language {
        Language::ENGLISH
    }
}

impl Language {
    /// English, the language of PGN.
    pub const ENGLISH: Language = Language(0);

    /// Returns the language with this ISO 639-1 code, such as `de`; `None` for a code that rule `pgn.31` does not list.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::all().find(|language| language.letters().codes.contains(&code))
    }

    /// Returns the codes of all languages, in the order of the table in rule `pgn.31`.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        LETTERS.iter().flat_map(|letters| letters.codes).copied()
    }

    /// Returns one language for each set of letters other than the English set.
    pub(crate) fn others() -> impl Iterator<Item = Language> {
        Language::all().skip(1)
    }

    fn all() -> impl Iterator<Item = Language> {
        (0..LETTERS.len() as u8).map(Language)
    }

    fn letters(self) -> &'static Letters {
        &LETTERS[usize::from(self.0)]
    }

    /// Returns the code of the language; for languages with the same letters, the first code.
    pub fn code(self) -> &'static str {
        self.letters().codes[0]
    }

    /// Returns `true` if both languages have the same letters for all pieces except pawns.
    pub(crate) fn has_pieces_of(self, other: Language) -> bool {
        self.letters().pieces[..5] == other.letters().pieces[..5]
    }

    /// Returns the name of the language in English, with the names of all languages that have the same letters.
    pub fn name(self) -> &'static str {
        self.letters().name
    }

    /// Translates a symbol to English letters: its piece letter and its promotion letter. `None` if the symbol begins with an English piece
    /// letter that this language does not use.
    pub(super) fn in_english(self, word: &[u8]) -> Option<Plain> {
        if is_castling(word) {
            return Plain::of(word);
        }
        if !self.letters().pieces[0].is_ascii()
            && let Some(plain) = cyrillic_castling(word)
        {
            return Some(plain);
        }
        let (letter, rest) = self.piece_at_start(word).unwrap_or((None, word));
        if letter.is_none() && word.first().is_some_and(|first| b"KQRBN".contains(first)) {
            return None;
        }
        let (before, promotion, after) = self.split_promotion(rest);
        Plain::of_parts([letter.as_slice(), before, promotion.as_slice(), after])
    }

    /// Returns the English letter of the piece that the text begins with, and the rest. The letter of a pawn can also be a file.
    fn piece_at_start(self, text: &[u8]) -> Option<(Option<u8>, &[u8])> {
        let names = self.letters().pieces.iter().zip(ENGLISH);
        let found = names.filter(|(name, _)| text.starts_with(name.as_bytes())).max_by_key(|(name, _)| name.len());
        found.map(|(name, letter)| (Some(letter), &text[name.len()..]))
    }

    /// Returns the text before the promotion letter, the letter in English, and the text after it.
    fn split_promotion(self, text: &[u8]) -> (&[u8], Option<u8>, &[u8]) {
        let is_rank = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1' | b'8']);
        let Some(to) = text.windows(2).rposition(is_rank) else { return (text, None, &[]) };
        let signs = text[to + 2..].iter().take_while(|byte| is_blank(**byte) || b"=/+#".contains(byte)).count();
        let (before, rest) = text.split_at(to + 2 + signs);
        match self.piece_at_start(rest) {
            Some((letter, after)) => (before, letter, after),
            None => (text, None, &[]),
        }
    }
}

/// Castling is written alike in every language, but `O` is also the Dutch pawn.
fn is_castling(word: &[u8]) -> bool {
    matches!(word, [b'O' | b'o' | b'0', b'-', ..]) || matches!(word, [b'O' | b'o' | b'0', next, ..] if !next.is_ascii())
}

/// Returns castling that is written with the Cyrillic letter О, with the Latin letter. A single О is a piece or begins no move.
// pgn.31
fn cyrillic_castling(word: &[u8]) -> Option<Plain> {
    let mut parts = std::str::from_utf8(word).ok()?.strip_prefix('О')?.splitn(3, 'О').map(str::as_bytes);
    let first = parts.next()?;
    let second = parts.next()?;
    match parts.next() {
        None => Plain::of_parts([b"O", first, b"O", second]),
        Some(third) => Plain::of_parts([b"O", first, b"O", second, b"O", third]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(code: &str, word: &str) -> Option<String> {
        let plain = Language::from_code(code)?.in_english(word.as_bytes())?;
        Some(String::from_utf8(plain.bytes().to_vec()).unwrap())
    }

    #[test]
    fn letters_in_english() {
        for (code, word, expected) in [
            ("de", "Sf3", "Nf3"),
            ("sv", "Lxb5+", "Bxb5+"),
            ("de", "exd8=D+", "exd8=Q+"),
            ("de", "e8S", "e8N"),
            ("de", "e8+=S", "e8+=N"),
            ("de", "e8/T", "e8/R"),
            ("de", "Td1–d8", "Rd1-d8"),
            ("de", "e4", "e4"),
            ("de", "O-O", "O-O"),
            ("fr", "Rd1", "Kd1"),
            ("es", "Rd1", "Kd1"),
            ("fi", "Rd2", "Nd2"),
            ("pl", "Sf3", "Nf3"),
            ("ru", "Крe2", "Ke2"),
            ("ru", "Кf3", "Nf3"),
            ("ru", "e8Ф", "e8Q"),
            ("ru", "К:e5", "Nxe5"),
            ("ru", "О-О", "O-O"),
            ("bg", "О–О-О+", "O-O-O+"),
            ("bg", "О:e5", "Bxe5"),
            ("de", "О-О", "О-О"),
            ("ro", "Nc4", "Bc4"),
            ("nl", "Pf3±", "Nf3±"),
            ("nl", "O-O-O", "O-O-O"),
            ("nl", "O–O", "O-O"),
            ("nl", "Oe4", "Pe4"),
        ] {
            assert_eq!(english(code, word).as_deref(), Some(expected), "{code} {word}");
        }
        for (code, word) in [("de", "Nf3"), ("de", "Qd1"), ("fr", "Kd1"), ("ru", "Nf3")] {
            assert_eq!(english(code, word), None, "{code} {word}");
        }
        assert_eq!(Language::from_code("xx"), None);
        let mut codes: Vec<_> = Language::codes().collect();
        assert_eq!(codes.len(), 25);
        codes.dedup();
        assert_eq!(codes.len(), 25);
    }
}
