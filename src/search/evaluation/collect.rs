//! Results that a search collects from the first matches of a block.

use super::verified_entry::VerifiedEntry;
use crate::{Reader, Result, search::targets::first_match::FirstMatch};

/// Games of a block, and the replacements of one other block that stand in their place.
pub(crate) struct Replaced<'a, P> {
    /// Results from the whole block of replacements.
    pub(crate) found: &'a P,
    /// Places of replacements in their block, ascending, and the games in the block that they replace.
    pub(crate) games: Vec<(usize, usize)>,
    /// True if this is the first block of which games of that block of replacements replace any.
    pub(crate) is_first: bool,
}

/// Replays games of a segment that have the position, and collects them. Games are counted from the first of the segment.
pub(crate) type Replay<'a, P> = dyn Fn(&[u32]) -> Result<P> + 'a;

/// The results of each block of a segment, and the games, counted from the first of the segment, that are to be replayed beside.
pub(crate) type ByBlock<P> = (Vec<P>, Vec<u32>);

/// Collects the first matches of blocks.
pub(crate) trait Collect: Sync {
    /// Results from one block.
    type OfBlock: Default + Send + Sync;

    /// Makes space for the first matches of so many games.
    fn reserve(&self, _part: &mut Self::OfBlock, _games: usize) -> Result<()> {
        Ok(())
    }

    /// Adds a first match, for which space was made.
    fn add(&self, of_block: &mut Self::OfBlock, found: &FirstMatch<'_>);

    /// Collects from all blocks of a segment together what an index says of the position in their games; `None` if that is not
    /// enough. Leaves out deleted and replaced games.
    fn of_segment(
        &self,
        _entry: &VerifiedEntry<'_>,
        _replay: &Replay<'_, Self::OfBlock>,
    ) -> Result<Option<Self::OfBlock>> {
        Ok(None)
    }

    /// Collects the same from each block of the segment; `None` as above.
    fn by_block(&self, _entry: &VerifiedEntry<'_>) -> Result<Option<ByBlock<Self::OfBlock>>> {
        Ok(None)
    }

    /// Adds what was collected from blocks of replacements: of those that replace games of the block, if the result tells them apart;
    /// otherwise of all, when this is the first block of which they replace games.
    fn add_replacements(&self, of_block: &mut Self::OfBlock, all: &[Replaced<'_, Self::OfBlock>]) -> Result<()>;

    /// Completes the of_block of a block.
    fn finish(&self, _part: &mut Self::OfBlock, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}
