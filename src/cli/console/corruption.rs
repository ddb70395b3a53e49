//! Corruption of files: as text and as JSON.

use std::{fmt, path::Path};

use plypack::{Corruption, Error, Reader};
use serde_json::{Value, json};

use super::outcome::warn;

/// Reports corruption of the file's structure. Returns `true` if there is any.
pub fn warn_of_errors(path: &Path, reader: &Reader) -> bool {
    for error in reader.errors() {
        warn(format_args!("{}: {error}", path.display()));
    }
    !reader.errors().is_empty()
}

/// The message for corrupt games of a file.
pub struct Message<'a>(pub &'a Path, pub &'a Corruption);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Corruption { games, error, .. } = self.1;
        write!(f, "{}: ", self.0.display())?;
        match games.end - games.start {
            1 => write!(f, "game {}", games.start)?,
            _ => write!(f, "games {} to {}", games.start, games.end - 1)?,
        }
        write!(f, " {}: {error}", state(self.1))
    }
}

/// Returns the state of corrupt games.
fn state(corruption: &Corruption) -> &'static str {
    if corruption.in_index {
        "with a wrong index or summary"
    } else if corruption.partly {
        "incomplete"
    } else {
        "lost"
    }
}

/// Corrupt games as JSON.
pub fn to_json(corruption: &Corruption) -> Value {
    let Corruption { games, error, partly, in_index } = corruption;
    let mut value = error_json(error);
    value["first"] = json!(games.start);
    value["last"] = json!(games.end - 1);
    value["games"] = json!(games.end - games.start);
    value["partly"] = json!(partly);
    value["in_index"] = json!(in_index);
    value
}

/// An error as JSON.
pub fn error_json(error: &Error) -> Value {
    json!({ "code": error.code().name(), "offset": error.offset(), "message": error.message() })
}
