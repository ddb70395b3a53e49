//! Rules across the lists of a footer.

use super::{Edit, Footer, malformed};
use crate::{Error, ErrorCode, Result, limits, memory, versions};

impl Footer {
    /// Checks the lists against each other (`container.13`, `container.14`, `limits.1`).
    pub(super) fn check(&self, features: u32) -> Result<()> {
        let count = |is_replacement: bool| {
            let blocks = self.blocks.iter().filter(|block| block.is_replacement == is_replacement);
            blocks.fold((0u64, 0u64), |(blocks, games), block| (blocks + 1, games.saturating_add(block.games)))
        };
        let (blocks, games) = count(false);
        let (replacement_blocks, replacements) = count(true);
        if games > limits::MAX_GAMES || replacements > limits::MAX_GAMES {
            return Err(Error::new(ErrorCode::LimitExceeded, "more games than a file can have"));
        }
        if self.segments.iter().any(|segment| segment.first_block + segment.blocks > blocks) {
            return Err(malformed("an index segment of a block that is not listed", 0));
        }
        let has_edits = replacement_blocks > 0 || !self.edits.is_empty();
        if has_edits && features & versions::EDITS == 0 {
            return Err(malformed("edits in a file whose features do not name them", 0));
        }
        self.check_edits(games, replacements)
    }

    fn check_edits(&self, games: u64, replacements: u64) -> Result<()> {
        if self.edits.last_key_value().is_some_and(|(number, _)| *number >= games) {
            return Err(malformed("an edit of a game that there is not", 0));
        }
        let named = self.edits.values().filter_map(|edit| match edit {
            Edit::Replaced(replacement) => Some(*replacement),
            Edit::Deleted => None,
        });
        let mut named = memory::collected(named)?;
        named.sort_unstable();
        if named.last().is_some_and(|last| *last >= replacements) {
            return Err(malformed("an edit by a replacement that there is not", 0));
        }
        if named.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(malformed("two games have the same replacement", 0));
        }
        Ok(())
    }
}
