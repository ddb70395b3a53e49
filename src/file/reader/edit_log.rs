//! Edits of a file, from its first footer to its last.

use std::collections::BTreeMap;

use super::{Reader, walk::Walk};
use crate::{
    Result,
    container::{Edit, Footer, Record, State, UNITS_START, footer_crc},
    file::source::read_range,
    memory,
};

/// Kind of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditKind {
    /// The game was deleted.
    Deleted,
    /// The game became what it was when it was first written.
    Restored,
    /// Another game replaced it.
    Replaced,
}

/// An edit that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedEdit {
    /// The number of the commit with the edit: 0 is the commit that made the file, and each later commit counts, whatever it added.
    pub append: u64,
    /// The number of the game.
    pub number: u64,
    /// Kind of the edit.
    pub kind: EditKind,
}

/// The edits that were made in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditLog {
    /// The edits, by commit, then by game number. If one commit edits a game several times, only the last edit is
    /// listed. Edits that left a game unchanged are not listed.
    pub edits: Vec<LoggedEdit>,
    /// True if all footers could be read. A corrupt old footer harms no game, but the edits of its commit are
    /// attributed to the next commit, or are missing if a later edit overrides them.
    pub is_complete: bool,
}

impl Reader {
    /// Returns the edits since the file was made or compacted. Earlier footers stay in the file, and each lists the edits at its commit
    /// (`container.13`, `container.14`). Walks the complete file, and reads block headers and footers. `progress` gets the bytes walked and
    /// the total.
    ///
    /// The log of a recovered file is empty.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorCode::Io), [`NoMemory`](crate::ErrorCode::NoMemory), errors of `progress`.
    pub fn edit_log(&self, mut progress: impl FnMut(u64, u64) -> Result<()>) -> Result<EditLog> {
        let Some(committed) = self.committed() else { return Ok(EditLog::default()) };
        let record = &committed.records.in_force;
        let end = record.footer_start;
        let mut walk = Walk::new(&*self.source, end);
        let mut log = EditLog { is_complete: true, ..EditLog::default() };
        let mut before = BTreeMap::new();
        let mut appends = 0;
        let mut at = UNITS_START;
        while at < end {
            at = walk.step(at)?;
            for (range, _) in std::mem::take(&mut walk.footers) {
                let bytes = read_range(&*self.source, range.clone(), range.end)?;
                match Footer::parse(&bytes, range.start, record.versions.required) {
                    Ok(footer) => {
                        log.add(appends, &before, &footer.edits)?;
                        before = footer.edits;
                    }
                    Err(e) if e.is_temporary() => return Err(e),
                    Err(_) => log.is_complete = false,
                }
                appends += 1;
            }
            progress(at, end)?;
        }
        log.is_complete &= walk.errors.is_empty();
        log.add(appends, &before, &committed.footer.edits)?;
        Ok(log)
    }

    /// Walks the file up to the footer in force.
    fn walked_before(&self, record: &Record) -> Result<Walk<'_>> {
        let mut walk = Walk::new(&*self.source, record.footer_start);
        walk.run(UNITS_START)?;
        Ok(walk)
    }

    /// Returns the footer of the earlier commit with this state. `None` if the file does not have it, because the state
    /// is later, belongs to another copy of the file, or the file was rewritten since.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorCode::Io), [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn earlier_footer(&self, state: &State) -> Result<Option<Footer>> {
        let record = self.committed().map(|committed| &committed.records.in_force);
        let Some(record) = record.filter(|record| state.sequence < record.state.sequence) else { return Ok(None) };
        for (range, _) in self.walked_before(record)?.footers.iter().rev() {
            let bytes = read_range(&*self.source, range.clone(), range.end)?;
            if footer_crc(&bytes) == state.footer_crc {
                return Footer::parse(&bytes, range.start, record.versions.required).map(Some);
            }
        }
        Ok(None)
    }
}

impl EditLog {
    /// Adds the changes of one commit.
    fn add(&mut self, append: u64, before: &BTreeMap<u64, Edit>, after: &BTreeMap<u64, Edit>) -> Result<()> {
        let restored =
            before.keys().filter(|number| !after.contains_key(number)).map(|number| (*number, EditKind::Restored));
        let changed = after.iter().filter(|(number, edit)| before.get(number) != Some(edit));
        let changed = changed.map(|(number, edit)| (*number, kind_of(*edit)));
        let mut edits = memory::collected(restored.chain(changed))?;
        edits.sort_unstable_by_key(|(number, _)| *number);
        for (number, kind) in edits {
            memory::push(&mut self.edits, LoggedEdit { append, number, kind })?;
        }
        Ok(())
    }
}

fn kind_of(edit: Edit) -> EditKind {
    match edit {
        Edit::Deleted => EditKind::Deleted,
        Edit::Replaced(_) => EditKind::Replaced,
    }
}
