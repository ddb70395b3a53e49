//! Deleted and replaced games (`container.14`).

use std::{ops::Range, sync::Arc};

use super::{BlockInfo, Reader};
use crate::{
    Corruption, Error, ErrorCode, Result,
    container::{Block, Edit},
    memory,
};

/// Games of a block of replacements that stand in the place of games of one other block.
pub(crate) struct Replacements {
    /// The block of replacements.
    pub block: usize,
    /// Places in that block, ascending, and the numbers of the games that are replaced.
    pub numbers: Vec<(usize, u64)>,
}

impl Replacements {
    /// Marks for the games of the block.
    pub(crate) fn marks(&self, games: usize) -> Result<Vec<bool>> {
        let mut marks = memory::filled(false, games)?;
        self.numbers.iter().for_each(|(game, _)| marks[*game] = true);
        Ok(marks)
    }

    /// The number of the game that the replacement at a place replaces; `None` if it is not one of these.
    pub(crate) fn number_of(&self, place: usize) -> Option<u64> {
        let found = self.numbers.binary_search_by_key(&place, |(place, _)| *place);
        found.ok().map(|index| self.numbers[index].1)
    }

    /// All of them, lost because of an error.
    pub(crate) fn lost(&self, error: &Error) -> impl Iterator<Item = Corruption> {
        self.numbers.iter().map(|(_, number)| Corruption::lost(*number..*number + 1, error.clone()))
    }
}

impl Reader {
    /// Returns whether game `number` was deleted. Its number stays taken.
    pub fn is_deleted(&self, number: u64) -> bool {
        self.layout.edits.get(&number) == Some(&Edit::Deleted)
    }

    /// Returns whether another game stands in the place of game `number` as it was first written.
    pub fn is_replaced(&self, number: u64) -> bool {
        matches!(self.layout.edits.get(&number), Some(Edit::Replaced(_)))
    }

    /// Returns the number of deleted games.
    pub fn deleted(&self) -> u64 {
        self.layout.edits.values().filter(|edit| **edit == Edit::Deleted).count() as u64
    }

    /// Returns what became of game `number`; `None` for one that is as it was written.
    pub(crate) fn edit(&self, number: u64) -> Option<Edit> {
        self.layout.edits.get(&number).copied()
    }

    /// Returns whether games of a block are deleted or replaced.
    pub(crate) fn has_edits(&self, block: usize) -> bool {
        self.edits_in(block).next().is_some()
    }

    /// The games of a block that are deleted or replaced, by their places in it.
    pub(crate) fn edits_in(&self, block: usize) -> impl Iterator<Item = (usize, Edit)> + '_ {
        let numbers = self.numbers_in(block);
        let first_game = numbers.start;
        self.edits(numbers).map(move |(number, edit)| ((number - first_game) as usize, edit))
    }

    /// The numbers of the games of a block; replacements have none of their own.
    fn numbers_in(&self, block: usize) -> Range<u64> {
        let BlockInfo { first_game, games, .. } = self.layout.blocks[block];
        first_game..first_game + if block < self.layout.ordinary { games } else { 0 }
    }

    /// The games with these numbers that are deleted or replaced.
    pub(crate) fn edits(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, Edit)> + '_ {
        self.layout.edits.range(numbers).map(|(number, edit)| (*number, *edit))
    }

    /// Returns what stands in the place of replaced games of some blocks, by the blocks that hold it. These are no blocks of replacements.
    pub(crate) fn replaced_in(&self, blocks: Range<usize>) -> impl Iterator<Item = Replacements> + use<> {
        let first = self.blocks().get(blocks.start).map_or(self.number_end(), |block| block.first_game);
        let end = self.blocks().get(blocks.end).map_or(self.number_end(), |block| block.first_game);
        self.replaced(first..end)
    }

    /// The blocks of replacements, and the numbers of the games that theirs replace.
    pub(crate) fn replacement_blocks(&self) -> impl Iterator<Item = Replacements> + use<> {
        self.replaced(0..u64::MAX)
    }

    fn replaced(&self, numbers: Range<u64>) -> impl Iterator<Item = Replacements> + use<> {
        let replacement = |(number, edit)| match edit {
            Edit::Replaced(replacement) => Some((replacement, number)),
            Edit::Deleted => None,
        };
        // In the order of replacements, the places of a block come one after another.
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

    /// The block of a replacement, and its place there. That there is one was checked when the file was opened.
    pub(crate) fn place_of_replacement(&self, replacement: u64) -> (usize, usize) {
        let ordinary = self.layout.ordinary;
        let blocks = &self.layout.blocks[ordinary..];
        let index = blocks.partition_point(|block| block.first_game + block.games <= replacement);
        (ordinary + index, (replacement - blocks[index].first_game) as usize)
    }

    /// The block that holds what game `number` is now, and its place there.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] for a number that no game ever had, [`ErrorCode::NotFound`] for the number of a deleted game.
    pub fn place_of(&self, number: u64) -> Result<(usize, usize)> {
        let index = self.block_of(number)?;
        match self.edit(number) {
            Some(Edit::Deleted) => Err(Error::new(ErrorCode::NotFound, format!("game {number} is deleted"))),
            Some(Edit::Replaced(replacement)) => Ok(self.place_of_replacement(replacement)),
            None => Ok((index, (number - self.layout.blocks[index].first_game) as usize)),
        }
    }

    /// The block that holds what game `number` is now, and its place there.
    pub(super) fn find(&self, number: u64) -> Result<(Arc<Block>, usize)> {
        let (index, within) = self.place_of(number)?;
        let block = self.block(index).or_else(|error| match error.is_temporary() {
            true => Err(error),
            false => self.block_of_whole_game(index, within, error),
        });
        Ok((block.map_err(super::in_game(number))?, within))
    }

    /// A block of which columns of tags are bad, if a game has none of these tags (`limits.11`); otherwise `error`.
    fn block_of_whole_game(&self, index: usize, within: usize, error: Error) -> Result<Arc<Block>> {
        // Kept beside the block itself, of which the cache has the error.
        let block = self.cache.get(self.all_blocks().len() + index, || Ok(self.salvage_block(index)?.0));
        match block {
            Ok(block) if block.is_whole(within) => Ok(block),
            Err(e) if e.is_temporary() => Err(e),
            _ => Err(error),
        }
    }

    /// Plies of the main line of game `number`.
    ///
    /// # Errors
    ///
    /// As [`Reader::read_moves`].
    pub fn plies_of(&self, number: u64) -> Result<usize> {
        let (block, within) = self.find(number)?;
        Ok(block.plies()[within] as usize)
    }

    /// A block by its number, which may name a block of replacements.
    pub(crate) fn block_info(&self, block: usize) -> &BlockInfo {
        &self.layout.blocks[block]
    }

    /// All blocks, blocks of replacements last.
    pub(crate) fn all_blocks(&self) -> &[BlockInfo] {
        &self.layout.blocks
    }
}
