//! What was edited in a file, from its first footer to its last.

use std::ops::Range;

use super::{Reader, walk::Walk};
use crate::{
    Result,
    container::{Edit, Footer, FooterRef, GameEdit, HEADER_LEN, footer_crc},
    file::source::read_range,
    memory,
};

/// What was done to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditKind {
    /// It was deleted.
    Deleted,
    /// It was made what it was when it was first written.
    Restored,
    /// Another game was put in its place.
    Replaced,
}

/// An edit that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedEdit {
    /// By which writing to the file: 0 is that which made it, and each that was finished since counts, whatever it added.
    pub append: u64,
    /// The number of the game.
    pub number: u64,
    /// What was done.
    pub kind: EditKind,
}

/// The edits that were made in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditLog {
    /// In the order of the writings, and of the numbers in each. Of several edits of a game by one writer there is the last alone, and
    /// none that left a game as it was.
    pub edits: Vec<LoggedEdit>,
    /// Whether all footers could be read. Where an old one is corrupt, which harms no game, an edit that a later one overrides may be
    /// missing, and others are counted to the next writing.
    pub is_complete: bool,
}

impl Reader {
    /// What was edited in the file since it was made, or compacted: footers are never changed, so every one that was written
    /// says what was edited then (`container.13`, `container.14`). Walks through the whole file, of which it reads headers and footers.
    ///
    /// A file whose end is corrupt, so that there is no good footer, has no edits that could be known.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorCode::Io), [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn edit_log(&self) -> Result<EditLog> {
        let Some(listing) = self.listing() else {
            return Ok(EditLog { is_complete: self.errors().is_empty(), ..EditLog::default() });
        };
        let newest = &listing.newest().place;
        let mut walk = Walk::new(&*self.source, newest.range.end);
        walk.run(HEADER_LEN as u64)?;
        let mut history = History::new(self, walk.errors.is_empty());
        for passed in walk.footers() {
            history.pass(&passed.range)?;
        }
        if history.chain.last().is_none_or(|last| last.place != *newest) {
            history.pass(&newest.range)?;
        }
        Ok(history.log)
    }
}

/// The edits that a footer lists.
struct PlacedEdits {
    place: FooterRef,
    edits: Vec<GameEdit>,
}

impl PlacedEdits {
    fn edit_of(&self, number: u64) -> Option<Edit> {
        let index = self.edits.binary_search_by_key(&number, |edit| edit.number).ok()?;
        Some(self.edits[index].edit)
    }
}

/// The footers of a file, one after another.
struct History<'a> {
    reader: &'a Reader,
    /// Those that held for the file when the last one was its end, that one included.
    chain: Vec<PlacedEdits>,
    appends: u64,
    /// Bytes of footers that may still be read for a second time: only other writers name footers that were named no longer.
    budget: u64,
    log: EditLog,
}

impl<'a> History<'a> {
    fn new(reader: &'a Reader, is_complete: bool) -> History<'a> {
        let log = EditLog { is_complete, ..EditLog::default() };
        History { reader, chain: Vec::new(), appends: 0, budget: reader.file_len(), log }
    }

    /// Logs what the footer in this range has changed.
    fn pass(&mut self, range: &Range<u64>) -> Result<()> {
        match self.footer(range) {
            Ok((place, footer)) => self.change(place, footer)?,
            Err(e) if e.is_temporary() => return Err(e),
            Err(_) => self.log.is_complete = false,
        }
        self.appends += 1;
        Ok(())
    }

    fn footer(&self, range: &Range<u64>) -> Result<(FooterRef, Footer)> {
        let bytes = read_range(&*self.reader.source, range.clone(), range.end)?;
        let footer = Footer::parse(&bytes, range.start)?;
        Ok((FooterRef { range: range.clone(), crc: footer_crc(&bytes) }, footer))
    }

    fn change(&mut self, place: FooterRef, footer: Footer) -> Result<()> {
        let named = self.chain.iter().zip(&footer.earlier);
        let kept = named.take_while(|(placed, earlier)| placed.place == **earlier).count();
        let merged = self.chain.split_off(kept);
        self.push_unknown(&footer.earlier[kept..])?;
        memory::push(&mut self.chain, PlacedEdits { place, edits: footer.edits })?;
        // Only what the footers list that are no longer or newly in the chain can differ.
        let listed = merged.iter().chain(&self.chain[kept..]).flat_map(|placed| &placed.edits);
        let mut numbers = memory::collected(listed.map(|edit| edit.number))?;
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let before = state(self.chain[..kept].iter().chain(&merged), number);
            let now = state(self.chain.iter(), number);
            if before != now {
                let edit = LoggedEdit { append: self.appends, number, kind: kind_of(now) };
                memory::push(&mut self.log.edits, edit)?;
            }
        }
        Ok(())
    }

    /// Footers that the newest one names, and the one before it did not.
    fn push_unknown(&mut self, earlier: &[FooterRef]) -> Result<()> {
        for place in earlier {
            let Some(left) = self.budget.checked_sub(place.range.end - place.range.start) else {
                self.log.is_complete = false;
                break;
            };
            self.budget = left;
            match self.footer(&place.range) {
                Ok((found, footer)) if found == *place => {
                    memory::push(&mut self.chain, PlacedEdits { place: found, edits: footer.edits })?;
                }
                Err(e) if e.is_temporary() => return Err(e),
                Ok(_) | Err(_) => self.log.is_complete = false,
            }
        }
        Ok(())
    }
}

/// What a game is by some footers, oldest first.
fn state<'a>(chain: impl DoubleEndedIterator<Item = &'a PlacedEdits>, number: u64) -> Edit {
    chain.rev().find_map(|placed| placed.edit_of(number)).unwrap_or(Edit::Restored)
}

fn kind_of(edit: Edit) -> EditKind {
    match edit {
        Edit::Deleted => EditKind::Deleted,
        Edit::Restored => EditKind::Restored,
        Edit::Replaced(_) => EditKind::Replaced,
    }
}
