//! The games of a file that meet the condition of a query.

use std::{ops::Range, sync::OnceLock};

use super::{block_filter::BlockFilter, plan::Plans};
use crate::{
    Corruption, Reader, Result,
    container::{BlockHeader, Fetch},
    file::reader::Replacements,
    memory,
};

/// The games of a block that meet a condition.
pub(crate) enum Selected {
    /// All of them.
    All,
    /// The marked games.
    Some(Vec<bool>),
}

impl Selected {
    pub(super) fn contains(&self, game: usize) -> bool {
        match self {
            Selected::All => true,
            Selected::Some(marks) => marks[game],
        }
    }

    /// Returns the selected games in order.
    pub(crate) fn games(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        (0..count).filter(|game| self.contains(*game))
    }
}

/// A condition, prepared for one file.
pub(crate) struct Selection<'a> {
    pub(crate) reader: &'a Reader,
    pub(super) plans: &'a Plans,
    /// The blocks to search.
    pub(super) blocks: Range<usize>,
    /// For each block of replacements, the games that pass. They are determined only once, although the block can
    /// replace games of many blocks.
    passing: Vec<OnceLock<Result<Option<Selected>>>>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(reader: &'a Reader, plans: &'a Plans, blocks: Range<usize>) -> Selection<'a> {
        let replacements = reader.all_blocks().len() - reader.blocks().len();
        Selection { reader, plans, blocks, passing: (0..replacements).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the blocks of replacements of games in the searched blocks, each with the first block that has a game that it replaces.
    pub(crate) fn replacement_blocks(&self) -> Result<Vec<(usize, Replacements)>> {
        let replacements = self.reader.replaced_in(self.blocks.clone());
        memory::all(replacements.map(|replacements| {
            let first = replacements.numbers.iter().map(|(_, number)| *number).min();
            Ok((self.reader.block_of(first.unwrap_or(0))?, replacements))
        }))
    }

    /// Returns whether all games pass.
    pub(crate) fn is_all(&self) -> bool {
        self.plans.is_all()
    }

    /// Calls `read` with the games of a block that pass. For a block of replacements, `replacements` limits them to replacements of games
    /// in one other block. Without games, returns the default and does not call `read`.
    ///
    /// Errors: from reading the block, and of `read`.
    pub(crate) fn with_games<T: Default>(
        &self,
        block: usize,
        replacements: Option<&Replacements>,
        read: impl FnOnce(&BlockHeader, &dyn Fetch, &Selected) -> Result<T>,
    ) -> Result<T> {
        self.reader.with_block(block, |header, fetch| {
            let selected = self.games_or_replacements(block, replacements, header, fetch)?;
            selected.map_or(Ok(T::default()), |selected| read(header, fetch, &selected))
        })
    }

    /// Not inlined, because every kind of search would get its own copy.
    #[inline(never)]
    fn games_or_replacements(
        &self,
        block: usize,
        replacements: Option<&Replacements>,
        header: &BlockHeader,
        fetch: &dyn Fetch,
    ) -> Result<Option<Selected>> {
        match replacements {
            None => self.games(block, header, fetch),
            Some(replacements) => self.replacements(replacements, header, fetch),
        }
    }

    /// Returns the games of a block that pass; `None` if no game does.
    pub(crate) fn games(&self, block: usize, header: &BlockHeader, fetch: &dyn Fetch) -> Result<Option<Selected>> {
        match self.unedited(block)? {
            Selected::All if self.is_all() => Ok(Some(Selected::All)),
            Selected::All => self.keep(block, memory::filled(true, header.games)?, header, fetch),
            Selected::Some(marks) => self.keep(block, marks, header, fetch),
        }
    }

    /// Returns the games of a block that were neither deleted nor replaced.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(super) fn unedited(&self, block: usize) -> Result<Selected> {
        let mut edits = self.reader.edits_in(block).peekable();
        if edits.peek().is_none() {
            return Ok(Selected::All);
        }
        let mut marks = memory::filled(true, self.reader.block_info(block).games as usize)?;
        edits.for_each(|(game, _)| marks[game] = false);
        Ok(Selected::Some(marks))
    }

    /// Returns the games of a block of replacements that pass, limited to replacements of games in one other block.
    fn replacements(
        &self,
        replacements: &Replacements,
        header: &BlockHeader,
        fetch: &dyn Fetch,
    ) -> Result<Option<Selected>> {
        self.keep(replacements.block, replacements.marks(header.games)?, header, fetch)
    }

    /// Returns the numbers of the replaced games of a block whose replacements pass, and the games that cannot be read.
    pub(crate) fn replaced(&self, block: usize) -> (Vec<u64>, Vec<Corruption>) {
        let mut passed = Vec::new();
        let mut corruption = Vec::new();
        for replacements in self.reader.replaced_in(block..block + 1) {
            match self.passing(replacements.block) {
                Ok(selected) => passed.extend(selected.iter().flat_map(|selected| {
                    replacements.numbers.iter().filter(|(game, _)| selected.contains(*game)).map(|(_, number)| *number)
                })),
                Err(error) => corruption.extend(replacements.lost(error)),
            }
        }
        (passed, corruption)
    }

    /// Returns all games of a block of replacements that pass.
    fn passing(&self, block: usize) -> &Result<Option<Selected>> {
        self.passing[block - self.reader.blocks().len()].get_or_init(|| {
            self.reader
                .with_block(block, |header, fetch| self.keep(block, memory::filled(true, header.games)?, header, fetch))
        })
    }

    /// Returns the marked games that pass; `None` if no game does.
    fn keep(
        &self,
        block: usize,
        mut marks: Vec<bool>,
        header: &BlockHeader,
        fetch: &dyn Fetch,
    ) -> Result<Option<Selected>> {
        if self.is_all() {
            return Ok(marks.contains(&true).then_some(Selected::Some(marks)));
        }
        let filter = BlockFilter::new(self.reader, block, header, fetch, &self.plans.texts);
        filter.keep(&self.plans.plan, &mut marks)?;
        Ok(marks.contains(&true).then_some(Selected::Some(marks)))
    }
}
