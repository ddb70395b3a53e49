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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::BlockEntry;

    /// limits.1
    #[test]
    fn games_and_replacements_have_a_limit_each() {
        let max = limits::MAX_GAMES;
        for (games, replacements, is_allowed) in
            [(max, max, true), (max + 1, 1, false), (1, max + 1, false), (u64::MAX, u64::MAX, false)]
        {
            let block =
                |games, is_replacement| BlockEntry { range: 0..1, games, plies: 0, is_replacement, header_crc: 0 };
            let blocks = vec![block(games - 1, false), block(replacements, true), block(1, false)];
            let checked = Footer { blocks, ..Footer::default() }.check(versions::EDITS);
            let expected = if is_allowed { None } else { Some(ErrorCode::LimitExceeded) };
            assert_eq!(checked.err().map(|e| e.code()), expected, "{games} games, {replacements} replacements");
        }
    }
}
