//! Deleting, replacing and restoring games of a file that is appended to (`container.14`).

use std::collections::BTreeMap;

use super::{Sink, Writer};
use crate::{
    Error, ErrorCode, Game, Result,
    container::{BlockBuilder, Edit, Footer, State},
    versions::{EDITS, Versions},
};

/// The edits of a file.
#[derive(Default)]
pub(super) struct Edits {
    by_number: BTreeMap<u64, Edit>,
    /// The replacements that are not in a block yet.
    builder: Option<BlockBuilder>,
    /// Replacements in blocks.
    written: u64,
    /// The earlier commit that the last `seen` named.
    seen: Option<Seen>,
}

impl Edits {
    /// Continues the edits of a file with this footer; its blocks have `written` replacements.
    pub(super) fn of(footer: &Footer, written: u64) -> Edits {
        Edits { by_number: footer.edits.clone(), builder: None, written, seen: None }
    }

    /// Replacements in blocks.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Counts the replacements of a block that was written.
    pub(super) fn add_written(&mut self, games: u64) {
        self.written += games;
    }

    /// Takes the edits, for the footer.
    pub(super) fn take(&mut self) -> BTreeMap<u64, Edit> {
        std::mem::take(&mut self.by_number)
    }

    /// Restores the edits that [`Edits::take`] returned.
    pub(super) fn put_back(&mut self, edits: BTreeMap<u64, Edit>) {
        self.by_number = edits;
    }
}

/// The games and edits of an earlier commit, whose state a caller passed.
struct Seen {
    state: State,
    games: u64,
    edits: BTreeMap<u64, Edit>,
}

impl Seen {
    fn of(state: State, footer: Footer) -> Seen {
        let games = footer.blocks.iter().filter(|entry| !entry.is_replacement).map(|entry| entry.games).sum();
        Seen { state, games, edits: footer.edits }
    }
}

/// Editing games by their numbers.
///
/// `seen` is the [`State`] of the file ([`Reader::state`](crate::Reader::state)) when the caller read the game or found its number. An
/// edit fails with [`ErrorCode::Changed`] if another writer deleted, restored or replaced this game since, or if the number now names
/// another game because the file was compacted or replaced. Edits of other games, new games and earlier edits by this writer do not
/// cause this error. `None` edits the game that has the number now. After a failed check the writer can still be used.
impl<S: Sink> Writer<S> {
    /// Deletes a game. The other games keep their numbers, and its number is not reused.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] if no game has the number, [`ErrorCode::Changed`]; errors of reading the file if `seen` is older than
    /// its current state.
    pub fn delete_game(&mut self, number: u64, seen: Option<State>) -> Result<()> {
        self.check_seen(number, seen)?;
        self.edit(number, Some(Edit::Deleted))
    }

    /// Restores a game as it was first written, even if it was deleted or replaced since.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::delete_game`].
    pub fn restore_game(&mut self, number: u64, seen: Option<State>) -> Result<()> {
        self.check_seen(number, seen)?;
        self.edit(number, None)
    }

    /// Replaces a game, which may be deleted, by `game`, which gets its number.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::delete_game`] and [`Writer::add`].
    pub fn replace_game(&mut self, number: u64, game: &Game, seen: Option<State>) -> Result<()> {
        self.check_seen(number, seen)?;
        let codec = self.encoding.codec;
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

    /// Checks that game `number` exists and is the same as in the state `seen`.
    fn check_seen(&mut self, number: u64, seen: Option<State>) -> Result<()> {
        self.check_number(number)?;
        let Some(seen) = seen else { return Ok(()) };
        let Some(reader) = self.tail.as_ref().map(|tail| &tail.reader) else {
            return Err(changed(number, "its file is new"));
        };
        let now = reader.state().expect("the state of a file that was opened");
        if !now.has_numbers_of(&seen) {
            return Err(changed(number, "the file was compacted or replaced, and numbers name other games"));
        }
        if now == seen || number >= reader.number_end() {
            return Ok(());
        }
        if self.edits.seen.as_ref().is_none_or(|known| known.state != seen) {
            let Some(footer) = reader.earlier_footer(&seen)? else {
                return Err(changed(number, "the file was written anew, or is another copy"));
            };
            self.edits.seen = Some(Seen::of(seen, footer));
        }
        let seen = self.edits.seen.as_ref().expect("it was set");
        if number >= seen.games {
            return Err(changed(number, "it was added since"));
        }
        match (reader.edit(number), seen.edits.get(&number).copied()) {
            (now, then) if now == then => Ok(()),
            (None, _) => Err(changed(number, "it was restored since")),
            (Some(Edit::Deleted), _) => Err(changed(number, "it was deleted since")),
            (Some(Edit::Replaced(_)), _) => Err(changed(number, "it was replaced since")),
        }
    }

    fn check_number(&self, number: u64) -> Result<()> {
        self.check_usable()?;
        if number < self.number_end() {
            Ok(())
        } else {
            Err(Error::new(ErrorCode::OutOfRange, format!("there is no game {number} to be edited")))
        }
    }

    /// Adopts the edits of a file whose blocks are all copied, so that replacements keep their order.
    pub(in crate::file) fn takes_edits(&mut self, footer: &Footer, versions: Versions) {
        self.edits.by_number = footer.edits.clone();
        self.versions.required |= versions.required & EDITS;
    }

    fn edit(&mut self, number: u64, edit: Option<Edit>) -> Result<()> {
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

fn changed(number: u64, why: &str) -> Error {
    let message = format!("game {number} is not the one that was seen: {why}; read it again");
    Error::new(ErrorCode::Changed, message)
}
