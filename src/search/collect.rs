//! What a search makes of the first matches of a block.

use super::first_match::FirstMatch;
use crate::{Reader, Result, index::Entry};

/// Collects the first matches of blocks.
pub(super) trait Collect: Sync {
    /// What is collected from one block.
    type Part: Default + Send;

    /// Makes space for the first matches of so many games.
    fn reserve(&self, _part: &mut Self::Part, _games: usize) -> Result<()> {
        Ok(())
    }

    /// Adds a first match, for which space was made.
    fn add(&self, part: &mut Self::Part, found: &FirstMatch<'_>);

    /// Adds the entry that an index has for the position; `false` if an entry does not say enough.
    fn add_entry(&self, _part: &mut Self::Part, _entry: &Entry<'_>) -> Result<bool> {
        Ok(false)
    }

    /// Adds what was collected from replacements of some games of the block; `game_of` tells which game each replaces.
    fn add_replacements(
        &self,
        part: &mut Self::Part,
        found: Self::Part,
        game_of: &dyn Fn(usize) -> usize,
    ) -> Result<()>;

    /// Completes the part of a block.
    fn finish(&self, _part: &mut Self::Part, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}
