//! What a search makes of the first matches of a block.

use super::first_match::FirstMatch;
use crate::{Reader, Result, index::Entry};

/// Collects the first matches of blocks.
pub(super) trait Collect: Sync {
    /// What is collected from one block.
    type OfBlock: Default + Send;

    /// Makes space for the first matches of so many games.
    fn reserve(&self, _of_block: &mut Self::OfBlock, _games: usize) -> Result<()> {
        Ok(())
    }

    /// Adds a first match, for which space was made.
    fn add(&self, of_block: &mut Self::OfBlock, found: &FirstMatch<'_>);

    /// Adds the entry that an index has for the position; `false` if an entry does not say enough.
    fn add_entry(&self, _of_block: &mut Self::OfBlock, _entry: &Entry<'_>) -> Result<bool> {
        Ok(false)
    }

    /// Completes what was collected from a block.
    fn finish(&self, _of_block: &mut Self::OfBlock, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}
