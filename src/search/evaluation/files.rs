//! The files of a search: their blocks in order, and reports to the observer.

use std::ops::Range;

use super::{
    event::{SearchCorruption, SearchEvent, SearchObserver},
    plan::Plans,
    selection::Selection,
};
use crate::{Corruption, Reader, Result, memory, parallel, search::query::Query};

/// A block of one of the files.
#[derive(Clone, Copy)]
pub(crate) struct FileBlock {
    pub(crate) file: usize,
    pub(crate) block: usize,
}

/// The files of a search, and its observer.
pub(crate) struct Files<'a, 'o> {
    readers: &'a [&'a Reader],
    /// Index of the current file, and number of games in the files before it.
    before: (usize, u64),
    /// The blocks searched in each file; `None` for all ([`Query::blocks`]).
    blocks: Option<Range<usize>>,
    observer: &'a mut SearchObserver<'o>,
}

impl<'a, 'o> Files<'a, 'o> {
    pub(crate) fn new(readers: &'a [&'a Reader], query: &Query, observer: &'a mut SearchObserver<'o>) -> Files<'a, 'o> {
        Files { readers, before: (0, 0), blocks: query.blocks.clone(), observer }
    }

    pub(crate) fn reader(&self, at: FileBlock) -> &'a Reader {
        self.readers[at.file]
    }

    /// Prepares a condition for every file.
    pub(crate) fn selections<'p>(&self, plans: &'p Plans) -> Vec<Selection<'p>>
    where
        'a: 'p,
    {
        self.readers.iter().map(|reader| Selection::new(reader, plans, self.blocks_of(reader))).collect()
    }

    /// Calls `prefetch` with the searched blocks of a file, if each read of the file takes long. Corruption is left for the search to
    /// report.
    ///
    /// Errors: from `prefetch`, unless they are about the content of the file.
    pub(super) fn prefetch(&self, file: usize, prefetch: &mut dyn FnMut(Range<usize>) -> Result<()>) -> Result<()> {
        let reader = self.readers[file];
        match reader.is_remote().then(|| prefetch(self.blocks_of(reader))) {
            Some(Err(e)) if e.is_temporary() => Err(e),
            _ => Ok(()),
        }
    }

    /// Blocks of a file that are searched.
    fn blocks_of(&self, reader: &Reader) -> Range<usize> {
        let all = 0..reader.blocks().len();
        self.blocks.as_ref().map_or(all.clone(), |some| some.start.min(all.end)..some.end.min(all.end))
    }

    /// Blocks of all files that are searched.
    fn all_blocks(&self) -> Result<Vec<FileBlock>> {
        let blocks =
            |(file, reader): (usize, &&Reader)| self.blocks_of(reader).map(move |block| FileBlock { file, block });
        memory::collected(self.readers.iter().enumerate().flat_map(blocks))
    }

    /// Calls `work` for all blocks, on several threads if that may be faster, and passes the results to `consume` in order. Makes two
    /// virtual calls per block, so that the code of the threads is compiled once for each `T`.
    pub(crate) fn for_each_block<T: Send>(
        &mut self,
        threads: usize,
        work: &(dyn Fn(FileBlock) -> T + Sync),
        consume: &mut dyn FnMut(&mut Self, FileBlock, T) -> Result<()>,
    ) -> Result<()> {
        let blocks = self.all_blocks()?;
        let is_part = self.blocks.is_some();
        let mut finish = |at, found| {
            consume(self, at, found)?;
            self.progress(at)
        };
        if threads == 0 || is_part {
            return blocks.into_iter().try_for_each(|at| finish(at, work(at)));
        }
        let mut blocks = blocks.into_iter();
        parallel::in_order(threads, || Ok(blocks.next()), |at| Ok((at, work(at))), |(at, found)| finish(at, found))
    }

    /// Reports games that could not be searched. If memory was short, returns the error instead, because nothing is wrong with the games.
    pub(crate) fn report(&mut self, file: usize, corruption: Corruption) -> Result<()> {
        if corruption.error.is_no_memory() {
            return Err(corruption.error);
        }
        (self.observer)(SearchEvent::Corruption(SearchCorruption { file, corruption }))
    }

    /// Reports the number of games searched.
    fn progress(&mut self, at: FileBlock) -> Result<()> {
        let (file, games) = self.before;
        let games = games + self.readers[file..at.file].iter().map(|reader| reader.number_end()).sum::<u64>();
        self.before = (at.file, games);
        let block = &self.reader(at).blocks()[at.block];
        (self.observer)(SearchEvent::Progress(games + block.first_game + block.games))
    }
}
