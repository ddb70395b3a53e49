//! The games of a file that meet the condition of a query.

use super::{block_filter::BlockFilter, plan::Plans};
use crate::{
    Reader, Result,
    container::{BlockHeader, Fetch},
    memory,
};

/// The games of a block that meet a condition.
pub(super) enum Selected {
    /// All of them.
    All,
    /// Those that are marked.
    Some(Vec<bool>),
}

impl Selected {
    pub(super) fn contains(&self, game: usize) -> bool {
        match self {
            Selected::All => true,
            Selected::Some(marks) => marks[game],
        }
    }

    /// The games in order.
    pub(super) fn games(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        (0..count).filter(|game| self.contains(*game))
    }
}

/// A condition, prepared for one file.
pub(super) struct Selection<'a> {
    pub(super) reader: &'a Reader,
    pub(super) plans: &'a Plans,
}

impl Selection<'_> {
    /// Whether all games pass.
    pub(super) fn is_all(&self) -> bool {
        self.plans.is_all()
    }

    /// The games of a block that pass; `None` if none does.
    pub(super) fn games(&self, block: usize, header: &BlockHeader, fetch: &dyn Fetch) -> Result<Option<Selected>> {
        if self.is_all() {
            return Ok(Some(Selected::All));
        }
        let mut marks = memory::filled(true, header.games)?;
        let filter = BlockFilter::new((self.reader, block), (header, fetch), &self.plans.texts);
        filter.keep(&self.plans.plan, &mut marks)?;
        Ok(marks.contains(&true).then_some(Selected::Some(marks)))
    }
}
