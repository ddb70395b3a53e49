//! Corruption of files: as text and as JSON.

use std::{fmt, path::Path};

use plypack::{Corruption, Error, Reader};
use serde_json::{Value, json};

use super::outcome::warn;

/// Reports what is wrong with the structure of the file, and whether anything is.
pub fn warn_of_errors(path: &Path, reader: &Reader) -> bool {
    for error in reader.errors() {
        warn(format_args!("{}: {error}", path.display()));
    }
    !reader.errors().is_empty()
}

/// Whether nothing is wrong with a file but an append at its end that was not finished.
pub fn is_only_unfinished(reader: &Reader) -> bool {
    reader.unfinished().is_some() && reader.errors().len() == 1
}

/// What was not finished at the end of a file, as JSON.
pub fn unfinished_json(reader: &Reader) -> Value {
    reader.unfinished().map_or(
        Value::Null,
        |rest| json!({ "start": rest.start, "bytes": rest.bytes, "blocks": rest.blocks, "games": rest.games }),
    )
}

/// The message for corrupt games of a file.
pub struct Message<'a>(pub &'a Path, pub &'a Corruption);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Corruption { games, error, partly } = self.1;
        write!(f, "{}: ", self.0.display())?;
        match games.end - games.start {
            1 => write!(f, "game {}", games.start)?,
            _ => write!(f, "games {} to {}", games.start, games.end - 1)?,
        }
        write!(f, " {}: {error}", if *partly { "incomplete" } else { "lost" })
    }
}

/// Corrupt games as JSON.
pub fn to_json(corruption: &Corruption) -> Value {
    let Corruption { games, error, partly } = corruption;
    let mut value = error_json(error);
    value["first"] = json!(games.start);
    value["last"] = json!(games.end - 1);
    value["games"] = json!(games.end - games.start);
    value["partly"] = json!(partly);
    value
}

/// An error as JSON.
pub fn error_json(error: &Error) -> Value {
    json!({ "code": error.code().name(), "offset": error.offset(), "message": error.message() })
}
