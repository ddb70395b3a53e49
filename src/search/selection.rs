//! The games of a file that meet the condition of a query.

use super::{block_filter::BlockFilter, name_marks::NameMarks, plan::Plans};
use crate::{
    Corruption, Reader, Result,
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
    plans: &'a Plans,
    names: NameMarks,
}

impl<'a> Selection<'a> {
    /// Finds the names of the file that match. Blocks whose names cannot be read are passed to `report`.
    pub(super) fn new(
        reader: &'a Reader,
        plans: &'a Plans,
        report: &mut dyn FnMut(Corruption) -> Result<()>,
    ) -> Result<Selection<'a>> {
        Ok(Selection { reader, plans, names: NameMarks::new(reader, &plans.texts, report)? })
    }

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
        let filter = BlockFilter::new((self.reader, block), (header, fetch), (&self.plans.texts, &self.names));
        filter.keep(&self.plans.plan, &mut marks)?;
        Ok(marks.contains(&true).then_some(Selected::Some(marks)))
    }
}
