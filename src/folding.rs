//! Folding of texts: different spellings of the same text, by case and accents, become equal.

use std::{borrow::Cow, cmp::Ordering};

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Returns the text in lower case, without accents and other marks: `Đurić`, `DURIĆ` and `Duric` become `duric`. A text that is not
/// UTF-8 is read as Windows-1252, the encoding of old collections.
///
/// Decomposes letters by Unicode's compatibility decomposition (NFKD), drops marks, and replaces letters that have no decomposition
/// by their usual spelling (`ø` by `o`, `ß` by `ss`). Apostrophes of all kinds become `'` (`search.13`).
pub fn fold(text: &[u8]) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_each(text, |letter| folded.push(letter));
    folded
}

/// Like [`fold`], but passes letter by letter to `each` and allocates nothing.
pub fn fold_each(text: &[u8], each: impl FnMut(char)) {
    fold_letters(text, false, each);
}

/// Like [`fold`], but with the vowels that replace letters where accents are not available: `Müller` becomes `mueller`, `Østergård`
/// becomes `oestergaard` (`search.16`).
pub fn fold_spelled(text: &[u8]) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_each_spelled(text, |letter| folded.push(letter));
    folded
}

/// Like [`fold_spelled`], but passes letter by letter to `each` and allocates nothing.
pub fn fold_each_spelled(text: &[u8], each: impl FnMut(char)) {
    fold_letters(text, true, each);
}

fn fold_letters(text: &[u8], is_spelled: bool, mut each: impl FnMut(char)) {
    if text.is_ascii() {
        return text.iter().for_each(|byte| each(char::from(fold_ascii(*byte))));
    }
    let mut before = '\0';
    let mut fold = |letter| {
        fold_letter(letter, &mut |part| {
            let part = match (before, part) {
                _ if !is_combining_mark(part) => part,
                ('a' | 'o' | 'u', '\u{308}') if is_spelled => 'e',
                ('a', '\u{30a}') if is_spelled => 'a',
                _ => return,
            };
            before = part;
            match written_for(part) {
                "" => each(part),
                "o" if is_spelled => ['o', 'e'].into_iter().for_each(&mut each),
                others => others.chars().for_each(&mut each),
            }
        });
    };
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().for_each(fold),
        Err(_) => text.iter().for_each(|byte| fold(windows_1252(*byte))),
    }
}

/// Repairs a UTF-8 text that was read as Windows-1252 and written as UTF-8 again (`MÃ¼ller` for `Müller`); `None` for any other text.
pub fn misread(text: &[u8]) -> Option<Vec<u8>> {
    if text.is_ascii() {
        return None;
    }
    let byte_of = |letter: char| match FROM_80.iter().position(|other| *other == letter) {
        Some(at) => Some(0x80 + at as u8),
        None => u8::try_from(letter).ok().filter(|byte| !(0x80..0xA0).contains(byte)),
    };
    let bytes: Option<Vec<u8>> = std::str::from_utf8(text).ok()?.chars().map(byte_of).collect();
    bytes.filter(|bytes| std::str::from_utf8(bytes).is_ok())
}

/// Returns the result of [`fold`] for an ASCII character.
#[inline(always)]
pub const fn fold_ascii(byte: u8) -> u8 {
    if byte == b'`' { b'\'' } else { byte.to_ascii_lowercase() }
}

/// Returns the text of a tag, comment or other part of a game: as UTF-8, or as Windows-1252 if the bytes are not valid UTF-8
/// (`search.13`).
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(windows_1252).collect()),
    }
}

/// Appends the result of [`text_of`] to `out`, as UTF-8.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
#[cfg(feature = "arrow")]
pub fn push_text(out: &mut Vec<u8>, bytes: &[u8]) -> crate::Result<()> {
    if std::str::from_utf8(bytes).is_ok() {
        return crate::memory::append(out, bytes);
    }
    let mut utf8 = [0; 4];
    bytes.iter().try_for_each(|byte| crate::memory::append(out, windows_1252(*byte).encode_utf8(&mut utf8).as_bytes()))
}

/// The characters of the bytes 80 to 9F in Windows-1252; bytes that it does not assign are the control characters of Latin-1.
const FROM_80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the first character of a text and its length in bytes: a character of UTF-8, or of Windows-1252 if the bytes are not valid
/// UTF-8.
pub fn first_character(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    if first.is_ascii() {
        return Some((char::from(first), 1));
    }
    let head = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => Some(text),
        Err(e) => std::str::from_utf8(&head[..e.valid_up_to()]).ok(),
    };
    let letter = valid.and_then(|text| text.chars().next());
    Some(letter.map_or((windows_1252(first), 1), |letter| (letter, letter.len_utf8())))
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Decomposes a letter into lower-case letters and marks.
fn fold_letter(letter: char, each: &mut impl FnMut(char)) {
    if letter.is_ascii() {
        return each(char::from(fold_ascii(letter as u8)));
    }
    // The order of marks is irrelevant: each letter is decomposed separately.
    decompose_compatible(plain_apostrophe(letter), |part| {
        if is_combining_mark(part) {
            each(part);
        } else {
            part.to_lowercase().for_each(&mut *each);
        }
    });
}

fn plain_apostrophe(letter: char) -> char {
    // Before the decomposition, because that turns an accent without a letter into a space and a mark.
    if matches!(letter, '´' | '‘' | '’' | 'ʼ' | 'ʻ') { '\'' } else { letter }
}

/// Returns the usual spelling of a letter that has no decomposition; empty for all other letters.
fn written_for(letter: char) -> &'static str {
    match letter {
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ς' => "σ",
        _ => "",
    }
}

/// Compares texts by their bytes, but numbers in them as numbers: round 9 is before round 10.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let mut a = a.as_bytes();
    let mut b = b.as_bytes();
    loop {
        let digits_of_a = digits(&mut a);
        let digits_of_b = digits(&mut b);
        let numbers = match (digits_of_a, digits_of_b) {
            (Some(a), Some(b)) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
            (None, None) => Ordering::Equal,
            // Digits come before all other characters, such as the question marks of unknown parts of dates.
            (Some(_), None) => return if b.is_empty() { Ordering::Greater } else { Ordering::Less },
            (None, Some(_)) => return if a.is_empty() { Ordering::Less } else { Ordering::Greater },
        };
        let next = numbers.then_with(|| a.first().cmp(&b.first()));
        if next.is_ne() || a.is_empty() {
            return next;
        }
        if digits_of_a.is_none() {
            (a, b) = (&a[1..], &b[1..]);
        }
    }
}

/// Takes the digits at the start of a text, without leading zeros; `None` if there are none.
fn digits<'a>(text: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(count);
    *text = rest;
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    (count > 0).then(|| &digits[zeros..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_are_folded() {
        for (text, folded) in [
            ("Carlsen, Magnus", "carlsen, magnus"),
            ("ĐURIĆ, Stefan", "duric, stefan"),
            ("Müller", "muller"),
            ("Mu\u{308}ller", "muller"),
            ("Łukasz ØSTERGÅRD", "lukasz ostergard"),
            ("Weiß Æsir Œuvre Þór ıİ", "weiss aesir oeuvre thor ii"),
            ("O´Kelly O’Kelly O`Kelly", "o'kelly o'kelly o'kelly"),
            ("Петров Ёж", "петров еж"),
            ("ΝΊΚΟΣ Νίκος", "νικοσ νικοσ"),
            ("a\u{301}\u{323}\u{301}b\u{301}", "ab"),
            ("ﬁne Ⅳ", "fine iv"),
        ] {
            assert_eq!(fold(text.as_bytes()), folded);
        }
    }

    #[test]
    fn letters_are_spelled_without_accents() {
        for (text, folded) in [
            ("Müller, Jörg", "mueller, joerg"),
            ("Mu\u{308}ller A\u{30a}s", "mueller aas"),
            ("ØSTERGÅRD Ärger", "oestergaard aerger"),
            ("Noël Łukasz Weiß İ", "noel lukasz weiss i"),
            ("Muller", "muller"),
        ] {
            assert_eq!(fold_spelled(text.as_bytes()), folded);
        }
        assert_eq!(fold_spelled(b"M\xfcller"), "mueller");
    }

    #[test]
    fn texts_that_were_misread_are_read_again() {
        for (text, read) in [("MÃ¼ller", Some("Müller")), ("SÅ‚awek", Some("Sławek")), ("Müller", None), ("丁", None)]
        {
            assert_eq!(misread(text.as_bytes()), read.map(|text| text.as_bytes().to_vec()), "{text}");
        }
        assert_eq!((misread(b"Muller"), misread(b"M\xfcller")), (None, None));
    }

    #[test]
    fn other_texts_are_windows_1252() {
        assert_eq!(fold(b"H\xfcbner, Gr\xe9goire \xd8"), "hubner, gregoire o");
        assert_eq!(fold(b"O\x92Kelly, \x8eeljko \x8aaric, \x9cuvre \xfc"), "o'kelly, zeljko saric, oeuvre u");
        assert_eq!(text_of(b"\x80 \x81 \x9f \xff"), "€ \u{81} Ÿ ÿ");
        assert_eq!(text_of("ü’".as_bytes()), "ü’");
    }
}
