//! Appending or replacing one game in one call.

use std::path::Path;

use super::{OutputFile, Writer};
use crate::{Game, Options, Result, State};

impl Writer<OutputFile> {
    /// Appends one game to the file at `path` and returns its number. The file is durable when the call returns.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::append`], [`Writer::add`] and [`Writer::finish`]; the file is then as it was before.
    pub fn append_one(path: impl AsRef<Path>, game: &Game) -> Result<u64> {
        let mut writer = Writer::append(path, Options::default())?;
        let number = writer.number_end();
        writer.add(game)?;
        writer.finish()?;
        Ok(number)
    }

    /// Replaces game `number` of the file at `path`, as [`Writer::replace_game`] does. The file is durable when the call returns.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::append`], [`Writer::replace_game`] and [`Writer::finish`]; the file is then as it was before.
    pub fn replace_one(path: impl AsRef<Path>, number: u64, game: &Game, seen: Option<State>) -> Result<()> {
        let mut writer = Writer::append(path, Options::default())?;
        writer.replace_game(number, game, seen)?;
        writer.finish()?;
        Ok(())
    }
}
