//! Numbers of the caller as values.

use plypack::{Error, ErrorCode, Result, openings::ExistingTags};

/// Returns the opening tags that `classify` stands for; `name` is its name in errors.
pub(crate) fn opening_tags(classify: u32, name: &str) -> Result<Option<ExistingTags>> {
    match classify {
        0 => Ok(None),
        1 => Ok(Some(ExistingTags::Keep)),
        2 => Ok(Some(ExistingTags::Replace)),
        _ => Err(invalid(format!("`{name}` is none of 0, 1 and 2"))),
    }
}

/// Returns an error for an argument that has no meaning.
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
