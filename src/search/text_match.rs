//! Comparing texts of conditions with values.

use memchr::memmem::Finder;

/// A text to compare values with, prepared.
pub(super) enum TextMatch {
    /// The value contains it.
    Contains(Box<Finder<'static>>),
    /// The value begins with it.
    Begins(Vec<u8>),
    /// The value is it.
    Equals(Vec<u8>),
}

impl TextMatch {
    pub(super) fn contains(text: &[u8]) -> TextMatch {
        TextMatch::Contains(Box::new(Finder::new(&fold(text)).into_owned()))
    }

    pub(super) fn begins(text: &[u8]) -> TextMatch {
        TextMatch::Begins(fold(text))
    }

    pub(super) fn equals(text: &[u8]) -> TextMatch {
        TextMatch::Equals(fold(text))
    }

    /// What finds the text in values whose letters are lower case, if they need only contain it.
    pub(super) fn within(&self) -> Option<&Finder<'static>> {
        match self {
            TextMatch::Contains(text) => Some(text),
            TextMatch::Begins(_) | TextMatch::Equals(_) => None,
        }
    }

    /// Whether a value matches.
    pub(super) fn matches(&self, value: &[u8]) -> bool {
        match self {
            TextMatch::Contains(text) => contains(value, text),
            TextMatch::Begins(text) => value.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text)),
            TextMatch::Equals(text) => value.eq_ignore_ascii_case(text),
        }
    }
}

/// Bytes of a value that are folded at once: a value may be long, and memory missing.
const PIECE: usize = 16 << 10;

/// Whether a value contains a text that is folded. Pieces of the value overlap, so that the text is in one of them.
fn contains(value: &[u8], text: &Finder<'_>) -> bool {
    let len = text.needle().len();
    let piece = |start: usize| fold(&value[start..value.len().min(start + PIECE + len)]);
    len <= value.len() && (0..=value.len() - len).step_by(PIECE).any(|start| text.find(&piece(start)).is_some())
}

/// Letters that are the same in searches become equal: ASCII upper and lower case (`search.5`). Nothing else compares texts of
/// conditions.
fn fold(text: &[u8]) -> Vec<u8> {
    text.to_ascii_lowercase()
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
            assert_eq!(matches.map(|text| text.matches(value)), found);
        }
        assert!(TextMatch::equals("müller, anna".as_bytes()).matches(value));
    }

    #[test]
    fn long_values_are_searched_to_their_end() {
        for before in [0, PIECE - 5, PIECE - 4, PIECE - 1, PIECE, 3 * PIECE + 7] {
            let value = [vec![b'A'; before], b"BcDeF".to_vec()].concat();
            assert!(TextMatch::contains(b"bCdEf").matches(&value), "{before}");
            assert!(!TextMatch::contains(b"cdefg").matches(&value) && !TextMatch::contains(b"x").matches(&value));
        }
    }
}
