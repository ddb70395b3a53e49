//! Deleting, replacing and restoring games of a file that is continued (`container.14`).

use std::collections::BTreeMap;

use super::{Sink, Writer};
use crate::{
    Error, ErrorCode, Game, Result,
    container::{BlockBuilder, Edit, Footer},
    versions::EDITS,
};

/// The edits of a file.
#[derive(Default)]
pub(super) struct Edits {
    by_number: BTreeMap<u64, Edit>,
    /// The replacements that are not in a block yet.
    builder: Option<BlockBuilder>,
    /// Replacements in blocks.
    written: u64,
}

impl Edits {
    /// Continues the edits of a file with this footer; its blocks have `written` replacements.
    pub(super) fn of(footer: &Footer, written: u64) -> Edits {
        Edits { by_number: footer.edits.clone(), builder: None, written }
    }

    /// Replacements in blocks.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Counts the replacements of a block that was written.
    pub(super) fn add_written(&mut self, games: u64) {
        self.written += games;
    }

    /// As the footer lists them.
    pub(super) fn take(&mut self) -> BTreeMap<u64, Edit> {
        std::mem::take(&mut self.by_number)
    }
}

impl<S: Sink> Writer<S> {
    /// Deletes a game. Its number stays taken: other games keep theirs.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] for a number that no game has.
    pub fn delete_game(&mut self, number: u64) -> Result<()> {
        self.edit(number, Some(Edit::Deleted))
    }

    /// Makes a game what it was when it was first written, whether it was deleted or replaced since.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] for a number that no game has.
    pub fn restore_game(&mut self, number: u64) -> Result<()> {
        self.edit(number, None)
    }

    /// Puts a game in the place of another, which may be deleted; it has that one's number.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] for a number that no game has, and the errors of [`Writer::add`].
    pub fn replace_game(&mut self, number: u64, game: &Game) -> Result<()> {
        self.check_number(number)?;
        let codec = self.options.codec;
        // limits.5, limits.9: as for other games.
        if self.edits.builder.as_ref().is_some_and(|builder| !builder.has_room_for(game, codec)) {
            self.close_replacements()?;
        }
        let of_game = || BlockBuilder::new(BlockBuilder::codec_for(game, codec));
        let builder = self.edits.builder.get_or_insert_with(of_game);
        let replacement = self.edits.written + builder.games() as u64;
        builder.add(game).inspect_err(|e| self.failed |= e.is_no_memory())?;
        let is_full = builder.is_full();
        self.edit(number, Some(Edit::Replaced(replacement)))?;
        if is_full { self.close_replacements() } else { Ok(()) }
    }

    fn check_number(&self, number: u64) -> Result<()> {
        self.check_usable()?;
        match number < self.games() {
            true => Ok(()),
            false => Err(Error::new(ErrorCode::OutOfRange, format!("there is no game {number} to be edited"))),
        }
    }

    fn edit(&mut self, number: u64, edit: Option<Edit>) -> Result<()> {
        self.check_number(number)?;
        self.versions.required |= EDITS;
        self.has_additions = true;
        match edit {
            Some(edit) => self.edits.by_number.insert(number, edit),
            None => self.edits.by_number.remove(&number),
        };
        Ok(())
    }

    pub(in crate::file) fn close_replacements(&mut self) -> Result<()> {
        let Some(builder) = self.edits.builder.take().filter(|builder| builder.games() > 0) else { return Ok(()) };
        let block = builder.finish(&mut self.compressor).inspect_err(|_| self.failed = true)?;
        self.put_block_as(&block, true)
    }
}
