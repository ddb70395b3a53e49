//! What a search makes of the first matches of a block.

use super::{first_match::FirstMatch, verified_entry::VerifiedEntry};
use crate::{Reader, Result};

/// Collects the first matches of blocks.
pub(super) trait Collect: Sync {
    /// What is collected from one block.
    type OfBlock: Default + Send;

    /// Makes space for the first matches of so many games.
    fn reserve(&self, _part: &mut Self::OfBlock, _games: usize) -> Result<()> {
        Ok(())
    }

    /// Adds a first match, for which space was made.
    fn add(&self, of_block: &mut Self::OfBlock, found: &FirstMatch<'_>);

    /// Adds what an index says of the position in all games of a segment; `false` if that is not enough. Games are counted from the
    /// first of the segment, of which this becomes the of_block of the first block.
    fn add_entry(&self, _part: &mut Self::OfBlock, _entry: &VerifiedEntry<'_>) -> Result<bool> {
        Ok(false)
    }

    /// Adds what was collected from replacements of some games of the block; `game_of` tells which game each replaces.
    fn add_replacements(
        &self,
        of_block: &mut Self::OfBlock,
        found: Self::OfBlock,
        game_of: &dyn Fn(usize) -> usize,
    ) -> Result<()>;

    /// Completes the of_block of a block.
    fn finish(&self, _part: &mut Self::OfBlock, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}
