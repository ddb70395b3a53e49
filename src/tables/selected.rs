//! The games of a scan, in order.

use std::{collections::VecDeque, ops::Range, sync::Arc};

use crate::{
    Position, Reader, Result,
    search::{Query, SearchEvent, SearchObserver, Target, select, selects_all},
};

/// Number of blocks searched at a time: half a million games, whose hits take at most 12 MB.
const BLOCKS_AT_A_TIME: usize = 64;

/// A game of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Selected {
    pub(super) number: u64,
    /// Plies up to the first match of the query's target, if there is a target.
    pub(super) first_match: Option<u32>,
}

/// The games of a range that a query selects, without deleted games.
pub(super) struct SelectedGames {
    reader: Arc<Reader>,
    query: Arc<Query>,
    selects_all: bool,
    games: Range<u64>,
    /// The blocks that are not yet searched.
    blocks: Range<usize>,
    found: VecDeque<Selected>,
}

impl SelectedGames {
    /// Errors: from the query.
    pub(super) fn new(reader: Arc<Reader>, query: Arc<Query>, games: Range<u64>) -> Result<SelectedGames> {
        let selects_all = selects_all(&query)?;
        let blocks = blocks_of(&reader, &games, &query);
        Ok(SelectedGames { reader, query, selects_all, games, blocks, found: VecDeque::new() })
    }

    /// From the next block on, leaves out games whose main line does not have this position. Only for queries without a target.
    pub(super) fn keep_those_with(&mut self, position: Position) {
        let target = Some(Target::Position(Box::new(position)));
        self.query = Arc::new(Query { target, variations: false, ..self.query.as_ref().clone() });
        self.selects_all = false;
    }

    /// Returns the next game. `observer` gets games that cannot be searched, and one past the number of the last searched game. If it
    /// cancels the work, the next call starts with the same blocks again.
    pub(super) fn next(&mut self, observer: &mut SearchObserver<'_>) -> Result<Option<Selected>> {
        while self.found.is_empty() && !self.blocks.is_empty() {
            let first = self.blocks.start;
            if self.selects_all {
                self.blocks.start += 1;
                self.add_block(first)?;
            } else {
                self.blocks.start = self.blocks.end.min(first + BLOCKS_AT_A_TIME);
                self.add_found(first..self.blocks.start, observer)?;
            }
        }
        Ok(self.found.pop_front())
    }

    /// Returns whether no games are left.
    pub(super) fn is_done(&self) -> bool {
        self.found.is_empty() && self.blocks.is_empty()
    }

    fn add_block(&mut self, block: usize) -> Result<()> {
        let info = &self.reader.blocks()[block];
        let numbers = info.first_game.max(self.games.start)..(info.first_game + info.games).min(self.games.end);
        self.found.try_reserve((numbers.end - numbers.start) as usize)?;
        let present = numbers.filter(|number| !self.reader.is_deleted(*number));
        self.found.extend(present.map(|number| Selected { number, first_match: None }));
        Ok(())
    }

    fn add_found(&mut self, blocks: Range<usize>, observer: &mut SearchObserver<'_>) -> Result<()> {
        let first = blocks.start;
        let query = Query { blocks: Some(blocks), ..Query::clone(&self.query) };
        let mut is_stopped = false;
        let hits = select(&self.reader, &query, &mut |event| {
            let is_progress = matches!(event, SearchEvent::Progress(_));
            observer(event).inspect_err(|_| is_stopped = is_progress)
        });
        if is_stopped {
            self.blocks.start = first;
        }
        let hits = hits?;
        self.found.try_reserve(hits.len())?;
        let has_target = self.query.target.is_some();
        let selected = hits.into_iter().filter(|hit| self.games.contains(&hit.game));
        self.found
            .extend(selected.map(|hit| Selected { number: hit.game, first_match: has_target.then_some(hit.ply) }));
        Ok(())
    }
}

/// Returns the blocks that the query searches and that have games of a range.
pub(super) fn blocks_of(reader: &Reader, games: &Range<u64>, query: &Query) -> Range<usize> {
    if games.is_empty() {
        return 0..0;
    }
    let blocks = reader.blocks();
    let first = blocks.partition_point(|block| block.first_game + block.games <= games.start);
    let end = blocks.partition_point(|block| block.first_game < games.end);
    match &query.blocks {
        Some(searched) => first.max(searched.start)..end.min(searched.end),
        None => first..end,
    }
}
