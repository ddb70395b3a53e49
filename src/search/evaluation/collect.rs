//! Results that a search collects from the first matches of a block.

use super::verified_entry::VerifiedEntry;
use crate::{Reader, Result, search::targets::first_match::FirstMatch};

/// Replaced games of a block, with the results from one block of replacements.
pub(crate) struct Replaced<'a, P> {
    /// Results from all replacements in that block.
    pub(crate) found: &'a P,
    /// Places of the replacements in their block, ascending, each with the game of the searched block that it replaces.
    pub(crate) games: Vec<(usize, usize)>,
    /// True if the block of replacements replaces no game of an earlier searched block.
    pub(crate) is_first: bool,
}

/// Replays games of a segment that have the position, and collects the results. Games are numbered within the segment.
pub(crate) type Replay<'a, P> = dyn Fn(&[u32]) -> Result<P> + 'a;

/// The results for each block of a segment, and the games that must also be replayed, numbered within the segment.
pub(crate) type ByBlock<P> = (Vec<P>, Vec<u32>);

/// Collects the first matches of blocks.
pub(crate) trait Collect: Sync {
    /// Results from one block.
    type OfBlock: Default + Send + Sync;

    /// Reserves space for the first matches of `games` games.
    fn reserve(&self, _part: &mut Self::OfBlock, _games: usize) -> Result<()> {
        Ok(())
    }

    /// Adds a first match, for which space was reserved.
    fn add(&self, of_block: &mut Self::OfBlock, found: &FirstMatch<'_>);

    /// Collects one result for all blocks of a segment from the entry of an index; `None` if the entry does not suffice. Leaves out deleted
    /// and replaced games.
    fn of_segment(
        &self,
        _entry: &VerifiedEntry<'_>,
        _replay: &Replay<'_, Self::OfBlock>,
    ) -> Result<Option<Self::OfBlock>> {
        Ok(None)
    }

    /// Like [`Collect::of_segment`], but collects a result for each block of the segment.
    fn by_block(&self, _entry: &VerifiedEntry<'_>) -> Result<Option<ByBlock<Self::OfBlock>>> {
        Ok(None)
    }

    /// Adds the results from blocks of replacements. A result that lists single games gets only the replacements of games of this block. A
    /// result that is a sum gets the complete result of a block of replacements, in the first block with a game that it replaces
    /// ([`Replaced::is_first`]).
    fn add_replacements(&self, of_block: &mut Self::OfBlock, all: &[Replaced<'_, Self::OfBlock>]) -> Result<()>;

    /// Completes the results of a block.
    fn finish(&self, _part: &mut Self::OfBlock, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}
