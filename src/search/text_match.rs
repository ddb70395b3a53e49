//! Comparing texts of conditions with values.

use memchr::memmem::Finder;

use crate::{Result, memory};

/// A text to compare values with, prepared.
pub(super) enum TextMatch {
    /// The value contains it: its first [`PIECE`] bytes, and the others after them.
    Contains(Box<Finder<'static>>, Vec<u8>),
    /// The value begins with it.
    Begins(Vec<u8>),
    /// The value is it.
    Equals(Vec<u8>),
}

impl TextMatch {
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory), as those of the others.
    pub(super) fn contains(text: &[u8]) -> Result<TextMatch> {
        let (first, others) = text.split_at(text.len().min(PIECE));
        Ok(TextMatch::Contains(Box::new(Finder::new(&fold(first)?).into_owned()), fold(others)?))
    }

    pub(super) fn begins(text: &[u8]) -> Result<TextMatch> {
        fold(text).map(TextMatch::Begins)
    }

    pub(super) fn equals(text: &[u8]) -> Result<TextMatch> {
        fold(text).map(TextMatch::Equals)
    }

    /// What finds the text in values whose letters are lower case, if they need only contain it.
    pub(super) fn within(&self) -> Option<&Finder<'static>> {
        match self {
            TextMatch::Contains(text, others) if others.is_empty() => Some(text),
            _ => None,
        }
    }

    /// Whether a value matches.
    pub(super) fn matches(&self, value: &[u8]) -> bool {
        match self {
            TextMatch::Contains(first, others) => contains(value, first, others),
            TextMatch::Begins(text) => begins(value, text),
            TextMatch::Equals(text) => value.eq_ignore_ascii_case(text),
        }
    }
}

/// Bytes of a text or value that are searched at once: both may be long, and memory missing.
const PIECE: usize = 16 << 10;

fn begins(value: &[u8], text: &[u8]) -> bool {
    value.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text))
}

/// Whether a value contains a text that is folded, in two parts. Pieces of the value overlap, so that the first part is in one of
/// them.
fn contains(value: &[u8], first: &Finder<'_>, others: &[u8]) -> bool {
    let len = first.needle().len();
    let is_in_piece = |start: usize| {
        let piece = value[start..value.len().min(start + PIECE + len)].to_ascii_lowercase();
        let next = |from: usize| first.find(piece.get(from..)?).map(|at| from + at);
        std::iter::successors(next(0), |at| next(at + 1)).any(|at| begins(&value[start + at + len..], others))
    };
    len + others.len() <= value.len() && (0..=value.len() - len).step_by(PIECE).any(is_in_piece)
}

/// Letters that are the same in searches become equal: ASCII upper and lower case (`search.5`). Nothing else compares texts of
/// conditions.
fn fold(text: &[u8]) -> Result<Vec<u8>> {
    let mut folded = memory::copied(text)?;
    folded.make_ascii_lowercase();
    Ok(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_ignored() {
        let value = "Müller, ANNA".as_bytes();
        for (text, found) in [("anna", [true, false, false]), ("MüLL", [true, true, false]), ("", [true, true, false])]
        {
            let text = text.as_bytes();
            let matches = [TextMatch::contains(text), TextMatch::begins(text), TextMatch::equals(text)];
            assert_eq!(matches.map(|text| text.unwrap().matches(value)), found);
        }
        assert!(TextMatch::equals("müller, anna".as_bytes()).unwrap().matches(value));
    }

    #[test]
    fn long_values_are_searched_to_their_end() {
        for before in [0, PIECE - 5, PIECE - 4, PIECE - 1, PIECE, 3 * PIECE + 7] {
            let value = [vec![b'A'; before], b"BcDeF".to_vec()].concat();
            let contains = |text: &[u8]| TextMatch::contains(text).unwrap().matches(&value);
            assert!(contains(b"bCdEf"), "{before}");
            assert!(!contains(b"cdefg") && !contains(b"x"));
        }
    }

    #[test]
    fn long_texts_are_compared_to_their_end() {
        let long = vec![b'x'; 2 * PIECE];
        let text = [&long[..], b"End"].concat();
        let contains = |value: &[u8]| TextMatch::contains(&text).unwrap().matches(value);
        for more in [0, 1, PIECE - 1, PIECE, 2 * PIECE + 5] {
            let value = [&vec![b'X'; more][..], &text, b"y"].concat();
            assert!(contains(&value), "{more}");
            assert!(!contains(&value[..value.len() - 2]) && !contains(&value[more + 1..]), "{more}");
        }
    }
}
