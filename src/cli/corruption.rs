//! Corruption of files: as text and as JSON.

use std::{fmt, path::Path};

use plypack::{Corruption, Error, Reader, Unfinished};
use serde_json::{Value, json};

use super::{
    numbers::{Grouped, games},
    outcome::{note, warn},
};

/// Reports what is wrong with the structure of the file and at its end, and whether that is an error: an append that is going on is
/// none.
pub fn warn_of_errors(path: &Path, reader: &Reader) -> bool {
    for error in reader.errors() {
        warn(format_args!("{}: {error}", path.display()));
    }
    let is_torn = warn_of_torn_end(path, reader);
    is_torn || !reader.errors().is_empty()
}

/// Reports an append that is not finished, and whether it never will be.
pub fn warn_of_torn_end(path: &Path, reader: &Reader) -> bool {
    let Some(torn) = reader.unfinished().filter(Unfinished::is_torn) else { return false };
    let path = path.display();
    if reader.is_being_written() {
        note(format_args!("{path}: another program is adding games; those that it has not finished are not seen"));
        return false;
    }
    let saved = match torn.games {
        0 => "they hold no whole block".to_owned(),
        count => format!("`plypack repair` saves the {} in them", games(count)),
    };
    let bytes = Grouped(torn.bytes);
    warn(format_args!(
        "{path}: the last append was not finished: its {bytes} bytes do not belong to the file, and the next append removes them; \
         {saved}"
    ));
    true
}

/// As [`warn_of_errors`], where what is not finished is read too.
pub fn warn_before_repair(path: &Path, reader: &Reader) -> bool {
    if !reader.is_being_written() {
        return warn_of_errors(path, reader);
    }
    reader.errors().iter().for_each(|error| warn(format_args!("{}: {error}", path.display())));
    let what_is_saved = "what it has written so far is saved, as it is now; repair it when that has ended";
    warn(format_args!("{}: another program is adding games: {what_is_saved}", path.display()));
    true
}

/// Whether a file has errors at its end or in its structure.
pub fn has_errors(reader: &Reader) -> bool {
    is_torn(reader) || !reader.errors().is_empty()
}

/// Whether a file ends with an append that was interrupted.
pub fn is_torn(reader: &Reader) -> bool {
    reader.unfinished().is_some_and(|rest| rest.is_torn()) && !reader.is_being_written()
}

/// What was not finished at the end of a file, as JSON.
pub fn unfinished_json(reader: &Reader) -> Value {
    reader.unfinished().map_or(Value::Null, |rest| {
        let (is_torn, games) = (rest.is_torn(), rest.games);
        json!({ "start": rest.start, "bytes": rest.bytes, "blocks": rest.blocks, "games": games, "torn": is_torn })
    })
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
        write!(f, " {}: {error}", state(self.1))?;
        if self.1.in_index {
            write!(f, "; `plypack index` makes a new one")?;
        }
        Ok(())
    }
}

/// What became of corrupt games.
fn state(corruption: &Corruption) -> &'static str {
    match (corruption.in_index, corruption.partly) {
        (true, _) => "without a usable index",
        (_, true) => "incomplete",
        (_, false) => "lost",
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
