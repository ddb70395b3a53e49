//! Searching all blocks of all files, on all threads, with results in order.

use super::{
    block::BlockSearch,
    collect::Collect,
    event::SearchObserver,
    files::{FileBlock, Files},
    plan::Plans,
};
use crate::{
    Reader, Result, memory,
    search::{query::Query, targets::finder::Finder},
};

/// Searches all blocks. Calls `merge` with the results of each block in order, with the number of the file and of the block's first game.
pub(crate) fn run<C: Collect>(
    readers: &[&Reader],
    query: &Query,
    collect: &C,
    observer: &mut SearchObserver<'_>,
    merge: impl FnMut(usize, u64, C::OfBlock) -> Result<()>,
) -> Result<()> {
    let files = Files::new(readers, query, observer);
    query.target()?.with_finder(|finder| run_finder(files, query, finder, collect, merge))
}

fn run_finder<C: Collect>(
    mut files: Files<'_, '_>,
    query: &Query,
    finder: &dyn Finder,
    collect: &C,
    mut merge: impl FnMut(usize, u64, C::OfBlock) -> Result<()>,
) -> Result<()> {
    let plans = Plans::new(&query.condition)?;
    let selections = files.selections(&plans).into_iter();
    let searches = memory::all(selections.map(|selection| BlockSearch::new(finder, collect, selection, query)))?;
    for (file, search) in searches.iter().enumerate() {
        files.prefetch(file, &mut |blocks| search.prefetch(blocks))?;
    }
    let threads = if searches.iter().all(BlockSearch::is_instant) { 0 } else { query.threads.max(1) };
    let work = |at: FileBlock| searches[at.file].search(at.block);
    files.for_each_block(threads, &work, &mut |files, at, (of_block, corruption)| {
        corruption.into_iter().try_for_each(|corruption| files.report(at.file, corruption))?;
        merge(at.file, files.reader(at).blocks()[at.block].first_game, of_block)
    })
}
