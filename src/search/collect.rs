//! What a search makes of the first matches of a block.

use std::collections::BTreeMap;

use super::{first_match::FirstMatch, verified_entry::VerifiedEntry};
use crate::{Reader, Result};

/// Games of a block, and the replacements that stand in their place.
pub(super) struct Replaced<'a> {
    /// By the place of a replacement in its block, the game in the block that it replaces.
    pub(super) games: &'a BTreeMap<usize, usize>,
    /// Whether this is the first block of which games of that block of replacements replace any.
    pub(super) is_first: bool,
}

/// Collects the first matches of blocks.
pub(super) trait Collect: Sync {
    /// What is collected from one block.
    type OfBlock: Default + Send + Sync;

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

    /// Adds what was collected from a block of replacements: of those that replace games of the block, if the result tells them apart;
    /// otherwise of all, when this is the first block of which they replace games.
    fn add_replacements(
        &self,
        of_block: &mut Self::OfBlock,
        found: &Self::OfBlock,
        replaced: &Replaced<'_>,
    ) -> Result<()>;

    /// Completes the of_block of a block.
    fn finish(&self, _part: &mut Self::OfBlock, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}
