//! What is damaged: for people and as JSON.

use std::{fmt, path::Path};

use plypack::{Corruption, Error, Reader};
use serde_json::{Value, json};

use super::outcome::complain;

/// Says what is wrong with the frame of the file, and whether anything is.
pub fn complain_of_faults(path: &Path, reader: &Reader) -> bool {
    for fault in reader.errors() {
        complain(format_args!("{}: {fault}", path.display()));
    }
    !reader.errors().is_empty()
}

/// One damage as a message.
pub struct Message<'a>(pub &'a Path, pub &'a Corruption);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Corruption { games, error, partly } = self.1;
        write!(f, "{}: ", self.0.display())?;
        match games.end - games.start {
            1 => write!(f, "game {}", games.start)?,
            _ => write!(f, "games {} to {}", games.start, games.end - 1)?,
        }
        write!(f, " {}: {error}", if *partly { "not whole" } else { "lost" })
    }
}

/// One damage as JSON.
pub fn to_json(damage: &Corruption) -> Value {
    let Corruption { games, error, partly } = damage;
    let mut value = error_json(error);
    value["first"] = json!(games.start);
    value["last"] = json!(games.end - 1);
    value["games"] = json!(games.end - games.start);
    value["partly"] = json!(partly);
    value
}

/// One error as JSON.
pub fn error_json(error: &Error) -> Value {
    json!({ "code": error.code().name(), "offset": error.offset(), "message": error.message() })
}
