//! Comparison of the texts of conditions (`search.5`, `search.8`).

/// Comparison of a text with the value of a field or tag.
///
/// Values are compared as stored: in PGN, a quotation mark in a value is `\"`. Values that are not UTF-8 are read as Windows-1252.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextForm {
    /// The value contains the text. Ignores case and accents (`search.13`): `duric` is in `Đurić, Stefan`.
    Contains,
    /// The value equals the text. Ignores case and accents.
    Equals,
    /// The text is a regular expression, in the syntax of the crate `regex`, that matches a part of the value. Case and accents matter
    /// unless the expression says otherwise: `(?i)^carlsen`. The time of a search is linear in the length of the value.
    Matches,
}
