//! The entry of an index for the position that is searched.

use crate::{
    Error, ErrorCode, Reader, Result,
    chess::branch::Branch,
    file::reader::BlockSegment,
    index::{Entry, Leaf},
    memory,
};

/// The entry of the searched position, with access to its lists.
pub(crate) struct VerifiedEntry<'a> {
    entry: Entry,
    place: &'a BlockSegment,
    page: usize,
    reader: &'a Reader,
    /// The games of the segment that were deleted or replaced later (`container.14`), ascending.
    edited: Vec<u32>,
}

/// Games, numbered within a segment or a block, with their plies of first occurrence, by game.
pub(super) type Occurrences = Vec<(u32, u32)>;

impl<'a> VerifiedEntry<'a> {
    /// Creates the entry for a key in a segment; the entry must belong to the searched position.
    ///
    /// Errors: [`ErrorCode::NoMemory`].
    pub(super) fn new(
        entry: Entry,
        place: &'a BlockSegment,
        key: u64,
        reader: &'a Reader,
    ) -> Result<VerifiedEntry<'a>> {
        let first = reader.blocks()[place.blocks.start].first_game;
        let edits = reader.edits(first..first + place.segment.games() as u64);
        let edited = memory::collected(edits.map(|(number, _)| (number - first) as u32))?;
        Ok(VerifiedEntry { entry, place, page: place.segment.page_of(key), reader, edited })
    }

    /// Returns whether games of the segment were deleted or replaced.
    pub(crate) fn has_edits(&self) -> bool {
        !self.edited.is_empty()
    }

    /// The moves played next, including moves of games that were deleted or replaced.
    pub(crate) fn branches(&self) -> &[Branch] {
        &self.entry.branches
    }

    /// Returns the file of the entry.
    pub(crate) fn reader(&self) -> &'a Reader {
        self.reader
    }

    /// Returns the segment of the entry.
    pub(crate) fn place(&self) -> &'a BlockSegment {
        self.place
    }

    /// Returns the games with another position, like [`VerifiedEntry::occurrences`]. The position is given by its key, and by its leaf if
    /// the leaf is known. `None` if the segment has no entry for the key, or `is_about` finds that the entry belongs to a different
    /// position.
    pub(crate) fn occurrences_with(
        &self,
        key: u64,
        known: Option<Leaf>,
        is_about: impl FnOnce(&Reader, &BlockSegment, &Entry) -> Result<bool>,
    ) -> Result<Option<Occurrences>> {
        let segment = &self.place.segment;
        let file = self.reader.file();
        let leaf = known.map_or_else(|| segment.find(key, file), Ok)?;
        match leaf {
            Leaf::Entry(entry) if is_about(self.reader, self.place, &entry)? => {
                segment.occurrences(segment.page_of(key), &entry, file).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns the number of games that have the position.
    pub(crate) fn count(&self) -> Result<u64> {
        let edited = if self.has_edits() { self.games()?.1.len() as u64 } else { 0 };
        self.entry.count().checked_sub(edited).ok_or_else(wrong_count)
    }

    /// Returns games, numbered within the segment, and their plies of first occurrence, by game. Includes games that were deleted or
    /// replaced.
    pub(crate) fn occurrences(&self) -> Result<Occurrences> {
        self.place.segment.occurrences(self.page, &self.entry, self.reader.file())
    }

    /// Returns the games of the entry, numbered within the segment: first the unedited games, then the edited ones.
    pub(crate) fn games(&self) -> Result<(Vec<u32>, Vec<u32>)> {
        let occurrences = self.occurrences()?;
        let mut edited = self.edited.iter().copied().peekable();
        let mut kept = memory::with_capacity(occurrences.len())?;
        let mut gone = Vec::new();
        for (game, _) in occurrences {
            if is_next(&mut edited, game) { memory::push(&mut gone, game)? } else { kept.push(game) }
        }
        Ok((kept, gone))
    }

    /// Returns the games of the segment that may have the position with another key, edited or not, ascending.
    pub(crate) fn games_with(&self, key: u64) -> Result<Vec<u32>> {
        let segment = &self.place.segment;
        let file = self.reader.file();
        match segment.find(key, file)? {
            Leaf::Entry(entry) => {
                let occurrences = segment.occurrences(segment.page_of(key), &entry, file)?;
                memory::collected(occurrences.into_iter().map(|(game, _)| game))
            }
            Leaf::Groups(groups) => {
                memory::collected(groups.into_iter().flat_map(|group| segment.games_of(group as usize)))
            }
        }
    }

    /// Returns the unedited games for each block of the segment, numbered within the block.
    pub(crate) fn occurrences_by_block(&self) -> Result<Vec<Occurrences>> {
        self.by_block(&self.occurrences()?)
    }

    /// Splits a list of games of the segment, each with a value, by the blocks of the segment. Leaves out edited games.
    pub(crate) fn by_block<T: Copy>(&self, games: &[(u32, T)]) -> Result<Vec<Vec<(u32, T)>>> {
        let mut edited = self.edited.iter().copied().peekable();
        let mut left = games;
        memory::all(self.place.segment.blocks().iter().map(|block| {
            let (here, rest) = left.split_at(left.partition_point(|(game, _)| *game < block.numbers.end));
            left = rest;
            let mut kept = memory::with_capacity(here.len())?;
            let here = here.iter().filter(|(game, _)| !is_next(&mut edited, *game));
            kept.extend(here.map(|(game, known)| (game - block.numbers.start, *known)));
            Ok(kept)
        }))
    }
}

/// Returns whether `others` contains the game, and removes all games before it. Both are ascending.
pub(crate) fn is_next(others: &mut std::iter::Peekable<impl Iterator<Item = u32>>, game: u32) -> bool {
    while others.next_if(|other| *other < game).is_some() {}
    others.peek() == Some(&game)
}

/// Returns the error for an entry that contradicts its games. The position is then searched without the index.
pub(crate) fn wrong_count() -> Error {
    Error::new(ErrorCode::SectionMalformed, "an entry of an index that does not count its games")
}
