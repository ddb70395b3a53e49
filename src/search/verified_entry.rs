//! The entry that an index has for the position that is searched for.

use crate::{
    Reader, Result,
    chess::branch::Branch,
    index::{Entry, Segment},
};

/// The entry of the position that is searched for, and how to read its lists.
pub(super) struct VerifiedEntry<'a> {
    entry: Entry,
    segment: &'a Segment,
    page: usize,
    reader: &'a Reader,
}

impl<'a> VerifiedEntry<'a> {
    /// An entry in a page of a segment, which is about the position.
    pub(super) fn new(entry: Entry, segment: &'a Segment, page: usize, reader: &'a Reader) -> VerifiedEntry<'a> {
        VerifiedEntry { entry, segment, page, reader }
    }

    /// The moves played next.
    pub(super) fn branches(&self) -> &[Branch] {
        &self.entry.branches
    }

    /// How many games have the position.
    pub(super) fn count(&self) -> u64 {
        self.entry.count()
    }

    /// Games, counted from the first of the segment, and plies of first occurrence, by game.
    pub(super) fn occurrences(&self) -> Result<Vec<(u32, u32)>> {
        self.segment.occurrences(self.page, &self.entry, self.reader.file())
    }
}
