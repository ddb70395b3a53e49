//! Searching all blocks of a file, on all threads, with results in order.

use super::{
    block::BlockSearch,
    collect::Collect,
    event::{SearchEvent, SearchObserver},
    matcher::Matcher,
    query::{MatcherVisitor, Query},
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
    query.target()?.with_matcher(Run { reader, query, collect, observer, merge })
}

struct Run<'a, 'o, C, F> {
    reader: &'a Reader,
    query: &'a Query,
    collect: &'a C,
    observer: &'a mut SearchObserver<'o>,
    merge: F,
}

impl<C: Collect, F: FnMut(u64, C::Part) -> Result<()>> MatcherVisitor for Run<'_, '_, C, F> {
    type Output = Result<()>;

    fn visit<M: Matcher>(mut self, matcher: &M) -> Result<()> {
        let Run { reader, query, collect, .. } = self;
        let selection = Selection::new(reader, &query.filter, self.observer)?;
        let search = BlockSearch::new(Scanner::new(reader, matcher, collect), selection, query);
        let mut blocks = 0..reader.blocks().len();
        let work = |block| Ok((block, search.search(block)));
        let mut consume = |(block, (part, corruption))| self.finish(block, part, corruption);
        match search.is_instant() {
            true => blocks.try_for_each(|block| consume(work(block)?)),
            false => parallel::in_order(query.threads, || Ok(blocks.next()), work, consume),
        }
    }
}

impl<C: Collect, F: FnMut(u64, C::Part) -> Result<()>> Run<'_, '_, C, F> {
    fn finish(&mut self, block: usize, part: C::Part, corruption: Vec<Corruption>) -> Result<()> {
        let info = &self.reader.blocks()[block];
        corruption.into_iter().try_for_each(|corruption| (self.observer)(SearchEvent::Corruption(corruption)))?;
        (self.merge)(info.first_game, part)?;
        (self.observer)(SearchEvent::Progress(info.first_game + info.games))
    }
}
