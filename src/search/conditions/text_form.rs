//! Comparison of the texts of conditions (`search.5`, `search.8`).

/// Comparison of a text with the value of a field or tag.
///
/// Values are compared as they are stored: in PGN, a quotation mark in one is `\"`. Values that are not UTF-8 are read as Windows-1252.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextForm {
    /// The value contains the text. Case and accents do not count (`search.13`): `duric` is in `Đurić, Stefan`.
    Contains,
    /// The value is the text, without regard to case and accents.
    Equals,
    /// The text is a regular expression, in the syntax of the crate `regex`, and it matches a part of the value. Case and accents
    /// count, unless the expression says otherwise: `(?i)^carlsen`. It is searched in time that grows linearly with the value.
    Matches,
}
