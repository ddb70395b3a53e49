//! Texts that are written differently and mean the same: case and accents are folded away.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The text in lower case, without accents and other marks: `Đurić`, `DURIĆ` and `Duric` become `duric`. A text that is not UTF-8
/// is read as Latin-1, in which old collections are.
///
/// Letters are decomposed by Unicode's compatibility decomposition (NFKD), marks are dropped, and letters that have no
/// decomposition become those that are written for them (`ø` is `o`, `ß` is `ss`). Apostrophes of all kinds become `'`.
pub fn fold(text: &[u8]) -> String {
    if text.is_ascii() {
        return text.iter().map(|byte| plain_apostrophe(char::from(byte.to_ascii_lowercase()))).collect();
    }
    let text = match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(text.iter().copied().map(char::from).collect()),
    };
    let letters = text.chars().map(plain_apostrophe).nfkd().filter(|letter| !is_combining_mark(*letter));
    let mut folded = String::with_capacity(text.len());
    for letter in letters.flat_map(char::to_lowercase) {
        match written_for(letter) {
            "" => folded.push(letter),
            others => folded.push_str(others),
        }
    }
    folded
}

fn plain_apostrophe(letter: char) -> char {
    // Before the decomposition, which makes a space and a mark of an accent that stands alone.
    if matches!(letter, '`' | '´' | '‘' | '’' | 'ʼ' | 'ʻ') { '\'' } else { letter }
}

/// What is written for a letter that has no decomposition; empty for all others.
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
        _ => "",
    }
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
            ("Петров", "петров"),
            ("ﬁne Ⅳ", "fine iv"),
        ] {
            assert_eq!(fold(text.as_bytes()), folded);
        }
    }

    #[test]
    fn other_texts_are_latin_1() {
        assert_eq!(fold(b"H\xfcbner, Gr\xe9goire \xd8"), "hubner, gregoire o");
    }
}
