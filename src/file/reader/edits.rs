//! Deleted and replaced games (`container.14`).

use std::{ops::Range, sync::Arc};

use super::{BlockInfo, Reader};
use crate::{
    Corruption, Error, ErrorCode, Result,
    container::{Block, Edit},
    memory,
};

/// Games of a block of replacements that replace games of one other block.
pub(crate) struct Replacements {
    /// The block of replacements.
    pub block: usize,
    /// Places in that block, in ascending order, and the numbers of the games that are replaced.
    pub numbers: Vec<(usize, u64)>,
}

impl Replacements {
    /// Returns a mark for each game of the block: whether it is one of these replacements.
    pub(crate) fn marks(&self, games: usize) -> Result<Vec<bool>> {
        let mut marks = memory::filled(false, games)?;
        self.numbers.iter().for_each(|(game, _)| marks[*game] = true);
        Ok(marks)
    }

    /// Returns the number of the game that the replacement at a place replaces; `None` if it is not one of these.
    pub(crate) fn number_of(&self, place: usize) -> Option<u64> {
        let found = self.numbers.binary_search_by_key(&place, |(place, _)| *place);
        found.ok().map(|index| self.numbers[index].1)
    }

    /// Returns all of them as lost because of an error.
    pub(crate) fn lost(&self, error: &Error) -> impl Iterator<Item = Corruption> {
        self.numbers.iter().map(|(_, number)| Corruption::lost(*number..*number + 1, error.clone()))
    }
}

impl Reader {
    /// Returns whether game `number` was deleted. Its number is not reused.
    pub fn is_deleted(&self, number: u64) -> bool {
        self.layout.edits.get(&number) == Some(&Edit::Deleted)
    }

    /// Returns whether game `number` was replaced since it was first written.
    pub fn is_replaced(&self, number: u64) -> bool {
        matches!(self.layout.edits.get(&number), Some(Edit::Replaced(_)))
    }

    /// Returns the number of deleted games.
    pub fn deleted(&self) -> u64 {
        self.layout.edits.values().filter(|edit| **edit == Edit::Deleted).count() as u64
    }

    /// Returns the edit of game `number`; `None` if it is as it was written.
    pub(crate) fn edit(&self, number: u64) -> Option<Edit> {
        self.layout.edits.get(&number).copied()
    }

    /// Returns whether any game of a block is deleted or replaced.
    pub(crate) fn has_edits(&self, block: usize) -> bool {
        self.edits_in(block).next().is_some()
    }

    /// Returns the games of a block that are deleted or replaced, by their places in it.
    pub(crate) fn edits_in(&self, block: usize) -> impl Iterator<Item = (usize, Edit)> + '_ {
        let numbers = self.numbers_in(block);
        let first_game = numbers.start;
        self.edits(numbers).map(move |(number, edit)| ((number - first_game) as usize, edit))
    }

    /// Returns the numbers of the games of a block, which must not be a block of replacements: these have no numbers of their own.
    fn numbers_in(&self, block: usize) -> Range<u64> {
        assert!(block < self.layout.ordinary, "replacements have no numbers of their own");
        let BlockInfo { first_game, games, .. } = self.layout.blocks[block];
        first_game..first_game + games
    }

    /// Returns the games with these numbers that are deleted or replaced.
    pub(crate) fn edits(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, Edit)> + '_ {
        self.layout.edits.range(numbers).map(|(number, edit)| (*number, *edit))
    }

    /// Returns the replacements of games of some blocks, grouped by the blocks that hold them. `blocks` must not be blocks of
    /// replacements.
    pub(crate) fn replaced_in(&self, blocks: Range<usize>) -> impl Iterator<Item = Replacements> + use<> {
        let first = self.blocks().get(blocks.start).map_or(self.number_end(), |block| block.first_game);
        let end = self.blocks().get(blocks.end).map_or(self.number_end(), |block| block.first_game);
        self.replaced(first..end)
    }

    /// Returns the blocks of replacements, and the numbers of the games that their games replace.
    pub(crate) fn replacement_blocks(&self) -> impl Iterator<Item = Replacements> + use<> {
        self.replaced(0..u64::MAX)
    }

    fn replaced(&self, numbers: Range<u64>) -> impl Iterator<Item = Replacements> + use<> {
        let replacement = |(number, edit)| match edit {
            Edit::Replaced(replacement) => Some((replacement, number)),
            Edit::Deleted => None,
        };
        // Sorted by replacement, the replacements of one block are adjacent.
        let mut replaced: Vec<(u64, u64)> = self.edits(numbers).filter_map(replacement).collect();
        replaced.sort_unstable();
        let mut found: Vec<Replacements> = Vec::new();
        for (replacement, number) in replaced {
            let (block, place) = self.place_of_replacement(replacement);
            match found.last_mut().filter(|last| last.block == block) {
                Some(last) => last.numbers.push((place, number)),
                None => found.push(Replacements { block, numbers: vec![(place, number)] }),
            }
        }
        found.into_iter()
    }

    /// Returns the block of a replacement, and its place there. Opening the file checked that it exists.
    pub(crate) fn place_of_replacement(&self, replacement: u64) -> (usize, usize) {
        let ordinary = self.layout.ordinary;
        let blocks = &self.layout.blocks[ordinary..];
        let index = blocks.partition_point(|block| block.first_game + block.games <= replacement);
        (ordinary + index, (replacement - blocks[index].first_game) as usize)
    }

    /// Returns the block that holds the current version of game `number`, and its place there.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] if no game ever had the number, [`ErrorCode::NotFound`] if the game was deleted.
    pub fn place_of(&self, number: u64) -> Result<(usize, usize)> {
        let index = self.block_of(number)?;
        match self.edit(number) {
            Some(Edit::Deleted) => Err(Error::new(ErrorCode::NotFound, format!("game {number} is deleted"))),
            Some(Edit::Replaced(replacement)) => Ok(self.place_of_replacement(replacement)),
            None => Ok((index, (number - self.layout.blocks[index].first_game) as usize)),
        }
    }

    /// Returns the block that holds the current version of game `number`, and its place there.
    pub(super) fn find(&self, number: u64) -> Result<(Arc<Block>, usize)> {
        let (index, within) = self.place_of(number)?;
        let block = self.block(index).or_else(|error| {
            if error.is_temporary() { Err(error) } else { self.block_of_whole_game(index, within, error) }
        });
        Ok((block.map_err(super::in_game(number))?, within))
    }

    /// Returns a block with bad tag columns if the game has none of these tags (`limits.11`); otherwise fails with `error`.
    fn block_of_whole_game(&self, index: usize, within: usize, error: Error) -> Result<Arc<Block>> {
        // Cached under another number, because the cache has the error under the number of the block.
        let block = self.cache.get(self.all_blocks().len() + index, || Ok(self.salvage_block(index)?.0));
        match block {
            Ok(block) if block.is_whole(within) => Ok(block),
            Err(e) if e.is_temporary() => Err(e),
            _ => Err(error),
        }
    }

    /// Returns the plies of the main line of game `number`.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read_moves`].
    pub fn plies_of(&self, number: u64) -> Result<usize> {
        let (block, within) = self.find(number)?;
        Ok(block.plies()[within] as usize)
    }

    /// Returns a block by its number, which can be the number of a block of replacements.
    pub(crate) fn block_info(&self, block: usize) -> &BlockInfo {
        &self.layout.blocks[block]
    }

    /// Returns all blocks, blocks of replacements last.
    pub(crate) fn all_blocks(&self) -> &[BlockInfo] {
        &self.layout.blocks
    }
}
