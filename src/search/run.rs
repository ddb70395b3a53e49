//! Searching all blocks of a file, on all threads, with results in order.

use super::{
    block::BlockSearch,
    collect::Collect,
    event::{SearchEvent, SearchObserver},
    finder::Finder,
    query::Query,
    scanner::Scanner,
    selection::Selection,
};
use crate::{Corruption, Reader, Result, parallel};

/// Searches all blocks; `merge` gets the part of each, in order, with the number of the block's first game.
pub(super) fn run<C: Collect>(
    reader: &Reader,
    query: &Query,
    collect: &C,
    observer: &mut SearchObserver<'_>,
    merge: impl FnMut(u64, C::Part) -> Result<()>,
) -> Result<()> {
    let mut run = Run { reader, observer, merge };
    query.target()?.with_finder(|finder| run.blocks(query, finder, collect))
}

struct Run<'a, 'o, F> {
    reader: &'a Reader,
    observer: &'a mut SearchObserver<'o>,
    merge: F,
}

impl<F> Run<'_, '_, F> {
    fn blocks<C: Collect>(&mut self, query: &Query, finder: &dyn Finder, collect: &C) -> Result<()>
    where
        F: FnMut(u64, C::Part) -> Result<()>,
    {
        let reader = self.reader;
        let selection = Selection::new(reader, &query.filter, self.observer)?;
        let search = BlockSearch::new(Scanner::new(reader, finder, collect), selection, query);
        let mut blocks = 0..reader.blocks().len();
        let work = |block| Ok((block, search.search(block)));
        let mut consume = |(block, (part, corruption))| self.finish(block, part, corruption);
        match search.is_instant() {
            true => blocks.try_for_each(|block| consume(work(block)?)),
            false => parallel::in_order(query.threads, || Ok(blocks.next()), work, consume),
        }
    }

    fn finish<P>(&mut self, block: usize, part: P, corruption: Vec<Corruption>) -> Result<()>
    where
        F: FnMut(u64, P) -> Result<()>,
    {
        let info = &self.reader.blocks()[block];
        corruption.into_iter().try_for_each(|corruption| match corruption.error.is_no_memory() {
            true => Err(corruption.error),
            false => (self.observer)(SearchEvent::Corruption(corruption)),
        })?;
        (self.merge)(info.first_game, part)?;
        (self.observer)(SearchEvent::Progress(info.first_game + info.games))
    }
}
