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

    /// Whether a value matches.
    pub(super) fn matches(&self, value: &[u8]) -> bool {
        let value = fold(value);
        match self {
            TextMatch::Contains(text) => text.find(&value).is_some(),
            TextMatch::Begins(text) => value.starts_with(text),
            TextMatch::Equals(text) => value == *text,
        }
    }
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
}
