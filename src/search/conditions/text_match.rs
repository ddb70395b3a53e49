//! Comparing texts of conditions with values (`search.5`, `search.13`, `search.16`).

use memchr::memmem::Finder;
use regex::{Regex, RegexBuilder};

use super::text_form::TextForm;
use crate::{
    Error, ErrorCode, Result,
    folding::{fold_ascii, fold_each, fold_each_spelled, text_of},
    memory,
};

/// A text, prepared for comparison with values.
pub(crate) enum TextMatch {
    /// The value contains the text.
    Contains(Box<Needle>),
    /// The value begins with the text.
    Begins(Vec<u8>),
    /// The value equals the text.
    Equals(Vec<u8>),
    /// The value matches the regular expression.
    Matches(Box<Regex>),
    /// The name matches one of these forms of the text, folded or spelled.
    Name(Box<[TextMatch]>),
}

/// A folded text to find in values.
pub(crate) struct Needle {
    text: Vec<u8>,
    /// Finds the text, unless it is longer than [`PIECE`].
    finder: Option<Finder<'static>>,
    /// For every byte of the text, the length of the longest proper prefix of the text that ends there.
    borders: Vec<u32>,
}

/// Number of bytes of a text or value that are searched at a time, because both can be long and memory short.
const PIECE: usize = 16 << 10;

/// Maximum memory of a compiled regular expression in bytes.
const MAX_REGEX: usize = 4 << 20;

impl TextMatch {
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory), as all functions here;
    /// [`InvalidArgument`](crate::ErrorCode::InvalidArgument) for text that is not a regular expression.
    pub(crate) fn new(form: TextForm, text: &[u8]) -> Result<TextMatch> {
        match form {
            TextForm::Contains => TextMatch::contains(fold(text)?),
            TextForm::Equals => fold(text).map(TextMatch::Equals),
            TextForm::Matches => regex(text).map(|regex| TextMatch::Matches(Box::new(regex))),
        }
    }

    pub(crate) fn begins(text: &[u8]) -> Result<TextMatch> {
        fold(text).map(TextMatch::Begins)
    }

    /// Creates the comparison with a folded text: the value contains it.
    pub(super) fn contains(folded: Vec<u8>) -> Result<TextMatch> {
        Ok(TextMatch::Contains(Box::new(Needle::new(folded)?)))
    }

    /// Returns the forms of the text. A value must match at least one of them. For a name, a form can also match the
    /// spelled value.
    pub(super) fn forms(&self) -> &[TextMatch] {
        match self {
            TextMatch::Name(forms) => forms,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the finder of the text in folded ASCII values. `None` for a comparison other than "contains", and for a long text.
    pub(super) fn within(&self) -> Option<&Finder<'static>> {
        match self {
            TextMatch::Contains(needle) => needle.finder.as_ref(),
            _ => None,
        }
    }

    /// Returns whether a value matches.
    pub(crate) fn matches(&self, value: &[u8]) -> bool {
        match self {
            TextMatch::Matches(regex) => regex.is_match(&text_of(value)),
            TextMatch::Begins(text) if value.is_ascii() => begins(value, text),
            TextMatch::Equals(text) if value.is_ascii() => value.len() == text.len() && begins(value, text),
            TextMatch::Contains(needle) => needle.is_in(value),
            TextMatch::Name(forms) => {
                let is_other = !value.is_ascii();
                forms.iter().any(|form| form.matches(value) || is_other && form.matches_folded(value, true))
            }
            TextMatch::Begins(_) | TextMatch::Equals(_) => self.matches_folded(value, false),
        }
    }

    /// Returns true if a value matches when folded, or, with `is_spelled`, when spelled.
    fn matches_folded(&self, value: &[u8], is_spelled: bool) -> bool {
        match self {
            TextMatch::Begins(text) => common(value, text, is_spelled).is_some_and(|len| len >= text.len()),
            TextMatch::Equals(text) => common(value, text, is_spelled).is_some_and(|len| len == text.len()),
            TextMatch::Contains(needle) => needle.is_in_folded(value, is_spelled),
            TextMatch::Matches(_) | TextMatch::Name(_) => self.matches(value),
        }
    }
}

/// Checks that a text is a regular expression.
///
/// Errors: [`ErrorCode::InvalidArgument`].
pub(super) fn check_regex(text: &[u8]) -> Result<()> {
    regex(text).map(|_| ())
}

fn regex(text: &[u8]) -> Result<Regex> {
    let refuse = |why: String| {
        // The last line of a message of several lines states the error.
        let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let message = format!("`{}` is not a regular expression: {why}", String::from_utf8_lossy(text).escape_debug());
        Error::new(ErrorCode::InvalidArgument, message)
    };
    let pattern = std::str::from_utf8(text).map_err(|_| refuse("it is not UTF-8".to_owned()))?;
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(MAX_REGEX).dfa_size_limit(MAX_REGEX);
    builder.build().map_err(|e| refuse(e.to_string()))
}

impl Needle {
    fn new(text: Vec<u8>) -> Result<Needle> {
        let finder = (text.len() <= PIECE).then(|| Finder::new(&text).into_owned());
        let mut needle = Needle { finder, borders: memory::with_capacity(text.len())?, text };
        let mut border = 0;
        for at in 0..needle.text.len() {
            if at > 0 {
                border = needle.next(border, needle.text[at]);
            }
            needle.borders.push(border as u32);
        }
        Ok(needle)
    }

    /// Returns how many bytes of the text match after one more byte of the value, if `len` bytes matched before: the method of Knuth,
    /// Morris and Pratt.
    fn next(&self, mut len: usize, byte: u8) -> usize {
        while len > 0 && self.text.get(len) != Some(&byte) {
            len = self.borders[len - 1] as usize;
        }
        len + usize::from(self.text.get(len) == Some(&byte))
    }

    /// Returns whether a value contains the text.
    fn is_in(&self, value: &[u8]) -> bool {
        match &self.finder {
            Some(finder) if value.is_ascii() => is_in_ascii(finder, value),
            _ => self.is_in_folded(value, false),
        }
    }

    /// Returns whether a value contains the text; folds the value letter by letter.
    fn is_in_folded(&self, value: &[u8], is_spelled: bool) -> bool {
        let mut len = 0;
        let mut is_found = self.text.is_empty();
        fold_bytes(value, is_spelled, |byte| {
            if !is_found {
                len = self.next(len, byte);
                is_found = len == self.text.len();
            }
        });
        is_found
    }
}

/// Returns whether an ASCII value contains a text that is not long. Pieces of the value overlap, so that no match is missed at their
/// borders.
fn is_in_ascii(finder: &Finder<'_>, value: &[u8]) -> bool {
    let len = finder.needle().len();
    let is_in_piece = |start: usize| {
        let mut piece = value[start..value.len().min(start + PIECE + len)].to_vec();
        piece.iter_mut().for_each(|byte| *byte = fold_ascii(*byte));
        finder.find(&piece).is_some()
    };
    len <= value.len() && (0..=value.len() - len).step_by(PIECE).any(is_in_piece)
}

/// Returns whether an ASCII value begins with a folded text.
fn begins(value: &[u8], text: &[u8]) -> bool {
    let is_same = |(byte, other): (&u8, &u8)| fold_ascii(*byte) == *other;
    value.len() >= text.len() && value.iter().zip(text).all(is_same)
}

/// Returns the length of the folded value. `None` if value and text differ before the end of the shorter one.
fn common(value: &[u8], text: &[u8], is_spelled: bool) -> Option<usize> {
    let mut len = 0;
    let mut is_same = true;
    fold_bytes(value, is_spelled, |byte| {
        is_same &= text.get(len).is_none_or(|other| *other == byte);
        len += 1;
    });
    is_same.then_some(len)
}

fn fold_bytes(text: &[u8], is_spelled: bool, mut each: impl FnMut(u8)) {
    let each = |letter: char| letter.encode_utf8(&mut [0; 4]).bytes().for_each(&mut each);
    if is_spelled { fold_each_spelled(text, each) } else { fold_each(text, each) }
}

/// Folds a text, so that texts that searches treat as the same become equal (`search.13`).
pub(super) fn fold(text: &[u8]) -> Result<Vec<u8>> {
    let mut len = 0;
    fold_bytes(text, false, |_| len += 1);
    let mut folded = memory::with_capacity(len)?;
    fold_bytes(text, false, |byte| folded.push(byte));
    Ok(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> [TextMatch; 3] {
        [TextMatch::new(TextForm::Contains, text), TextMatch::begins(text), TextMatch::new(TextForm::Equals, text)]
            .map(Result::unwrap)
    }

    #[test]
    fn case_and_accents_are_ignored() {
        let value = "Müller, ANNA".as_bytes();
        for (text, found) in [
            ("anna", [true, false, false]),
            ("MüLL", [true, true, false]),
            ("mull", [true, true, false]),
            ("Mu\u{308}ller, anna", [true, true, true]),
            ("müller, annab", [false, false, false]),
            ("\u{308}", [true, true, false]),
            ("", [true, true, false]),
        ] {
            for value in [value, b"M\xfcller, ANNA", b"muller, anna"] {
                assert_eq!(all(text.as_bytes()).map(|text| text.matches(value)), found, "{text}");
            }
        }
        assert_eq!(all(b"o'kelly").map(|text| text.matches(b"O`Kelly")), [true; 3]);
        assert_eq!(all("Đurić".as_bytes()).map(|text| text.matches(b"duric")), [true; 3]);
        assert_eq!(all("петров".as_bytes()).map(|text| text.matches("ПЕТРОВ".as_bytes())), [true; 3]);
    }

    #[test]
    fn regular_expressions_match_what_is_written() {
        let matches =
            |pattern: &str, value: &[u8]| TextMatch::new(TextForm::Matches, pattern.as_bytes()).unwrap().matches(value);
        assert!(matches("^M.ller", "Müller".as_bytes()) && matches("^M.ller$", b"M\xfcller"));
        assert!(!matches("müller", "Müller".as_bytes()) && matches("(?i)MÜLLER", "Müller".as_bytes()));
        assert!(matches(r"^\w+, [A-C]", "Müller, Bo".as_bytes()) && !matches("^$", b"x"));
        for wrong in [&b"("[..], b"a{9999999}", b"(?:a{999}){999}", b"\xff", b"(?=a)"] {
            let error = TextMatch::new(TextForm::Matches, wrong).err().unwrap();
            assert_eq!(error.code(), ErrorCode::InvalidArgument);
            assert!(error.message().contains("is not a regular expression: "), "{error}");
        }
    }

    #[test]
    fn long_values_are_searched_to_their_end() {
        for before in [0, PIECE - 5, PIECE - 4, PIECE - 1, PIECE, 3 * PIECE + 7] {
            for letter in ["A", "Ä"] {
                let value = [letter.repeat(before).as_bytes(), b"BcDeF"].concat();
                let contains = |text: &[u8]| TextMatch::new(TextForm::Contains, text).unwrap().matches(&value);
                assert!(contains(b"bCdEf"), "{before}");
                assert!(!contains(b"cdefg") && !contains(b"x"));
            }
        }
    }

    #[test]
    fn texts_that_repeat_are_found() {
        for (value, text) in [("ааабааабаааб", "аабааабааа"), ("aéabaéaéabaé", "aeaba"), ("éxéxéy", "exey")]
        {
            assert!(all(text.as_bytes())[0].matches(value.as_bytes()), "{text}");
        }
        assert!(!all(b"exexey")[0].matches("éxéxéxey".replace("xey", "z").as_bytes()));
    }

    #[test]
    fn long_texts_are_compared_to_their_end() {
        let long = vec![b'x'; 2 * PIECE];
        let text = [&long[..], b"End"].concat();
        let contains = |value: &[u8]| TextMatch::new(TextForm::Contains, &text).unwrap().matches(value);
        for more in [0, 1, PIECE - 1, PIECE, 2 * PIECE + 5] {
            for end in ["y", "é"] {
                let value = [&vec![b'X'; more][..], &text, end.as_bytes()].concat();
                assert!(contains(&value), "{more}");
                let cut = value.len() - end.len() - 1;
                assert!(!contains(&value[..cut]) && !contains(&value[more + 1..]), "{more}");
            }
        }
    }
}
