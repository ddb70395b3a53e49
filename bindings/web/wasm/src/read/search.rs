//! Searches, in steps: between two steps, the worker handles messages of the page.

use std::{collections::HashMap, ops::Range, rc::Rc};

use plypack::{
    Error, ErrorCode, Result,
    search::{Condition, Query, SearchEvent, Target, find, list},
};
use wasm_bindgen::prelude::*;

use super::{file::OpenFile, query::JsQuery, sorting::Column};
use crate::failure;

/// Returns an observer that records corruption. Bytes that are not loaded yet are an error, because they say nothing about the games.
pub fn noting(problems: &mut Vec<String>) -> impl FnMut(SearchEvent) -> Result<()> {
    |event| match event {
        SearchEvent::Corruption(found) if found.corruption.error.may_pass() => Err(found.corruption.error),
        SearchEvent::Corruption(found) => {
            let games = found.corruption.games;
            let last = games.end.saturating_sub(1);
            problems.push(format!("games {} to {last}: {}", games.start, found.corruption.error));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The remaining blocks of a search, and the problems in the blocks that it has passed.
pub struct Steps {
    file: Rc<OpenFile>,
    query: Query,
    /// The remaining blocks.
    left: Range<usize>,
    problems: Vec<String>,
}

/// Blocks of one step of a search by tags: together they take some milliseconds.
const BLOCKS_OF_LIST: usize = 4;

impl Steps {
    pub fn new(file: Rc<OpenFile>, query: Query) -> Steps {
        let left = 0..file.reader.blocks().len();
        Steps { file, query, left, problems: Vec::new() }
    }

    pub fn file(&self) -> &OpenFile {
        &self.file
    }

    /// Makes the next step: `search` gets the file and a query of some blocks. If it fails, the step can be made again.
    pub fn step(
        &mut self,
        search: impl FnOnce(&OpenFile, &Query, &mut dyn FnMut(SearchEvent) -> Result<()>) -> Result<()>,
    ) -> Result<bool> {
        let blocks = self.next_blocks();
        self.prefetch(&blocks)?;
        let mut query = self.query.clone();
        query.blocks = Some(blocks.clone());
        let mut problems = Vec::new();
        search(&self.file, &query, &mut noting(&mut problems))?;
        self.problems.append(&mut problems);
        self.left.start = blocks.end;
        Ok(self.left.is_empty())
    }

    /// Returns the blocks of the next step: with an index all blocks at once.
    fn next_blocks(&self) -> Range<usize> {
        let is_position = matches!(self.query.target, Some(Target::Position(_)));
        let blocks = match &self.query.target {
            None => BLOCKS_OF_LIST,
            Some(_) if is_position && !self.query.variations && self.file.is_indexed() => self.left.len(),
            Some(_) => 1,
        };
        self.left.start..self.left.end.min(self.left.start + blocks)
    }

    /// Prefetches what the search will certainly read: with a condition, the tags of all games before the first step; with neither
    /// condition nor index, each complete block.
    fn prefetch(&self, blocks: &Range<usize>) -> Result<()> {
        let reader = &self.file.reader;
        if self.query.condition != Condition::default() {
            return if blocks.start == 0 { reader.prefetch_tags(self.left.clone()) } else { Ok(()) };
        }
        match &self.query.target {
            Some(_) if blocks.len() == 1 && !self.file.is_indexed() => reader.prefetch_blocks(blocks.clone()),
            _ => Ok(()),
        }
    }

    /// Returns the number of games searched so far.
    pub fn searched(&self) -> f64 {
        let next = self.file.reader.blocks().get(self.left.start);
        next.map_or(self.file.reader.number_end(), |block| block.first_game) as f64
    }

    pub fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }
}

/// A search for games.
#[wasm_bindgen]
pub struct Search {
    steps: Steps,
    order: Option<(Column, bool)>,
    games: Vec<u32>,
    /// The plies of the first matches, if a position is searched.
    plies: Option<Vec<u32>>,
}

impl Search {
    pub fn new(file: Rc<OpenFile>, query: &JsQuery) -> Result<Search> {
        if file.reader.number_end() > u32::MAX.into() {
            return Err(Error::new(ErrorCode::LimitExceeded, "files of more than 2^32 games are not listed here"));
        }
        let to_search = query.to_query()?;
        let plies = to_search.target.is_some().then(Vec::new);
        Ok(Search { steps: Steps::new(file, to_search), order: query.order(), games: Vec::new(), plies })
    }
}

#[wasm_bindgen]
impl Search {
    /// Makes a step. Returns `true` if it was the last one.
    ///
    /// # Errors
    ///
    /// `IO`; the caller then repeats the step. Games that cannot be read are among the [`Search::problems`].
    pub fn step(&mut self) -> failure::Result<bool> {
        let mut hits = Vec::new();
        let is_done = self.steps.step(|file, query, observer| {
            let readers = [&file.reader];
            hits = match query.target {
                None => list(&readers, query, observer)?,
                Some(_) => find(&readers, query, observer)?,
            };
            Ok(())
        })?;
        self.games.extend(hits.iter().map(|hit| hit.game as u32));
        if let Some(plies) = &mut self.plies {
            plies.extend(hits.iter().map(|hit| hit.ply));
        }
        Ok(is_done)
    }

    /// Returns the number of games searched so far.
    pub fn searched(&self) -> f64 {
        self.steps.searched()
    }

    /// Returns the problems of games that could not be read, as text.
    pub fn problems(&self) -> Vec<String> {
        self.steps.problems()
    }

    /// Sorts the games found.
    ///
    /// # Errors
    ///
    /// `IO`; the caller then repeats the call. Errors in the tags of a block.
    pub fn sort(&mut self) -> failure::Result<()> {
        let Some((column, descending)) = self.order else { return Ok(()) };
        let file = self.steps.file();
        let mut sorted = self.games.clone();
        file.orders.sort(&file.reader, &file.rows, column, descending, &mut sorted)?;
        if let Some(plies) = &mut self.plies {
            let of_game: HashMap<u32, u32> = self.games.iter().copied().zip(plies.iter().copied()).collect();
            *plies = sorted.iter().map(|game| of_game[game]).collect();
        }
        self.games = sorted;
        self.order = None;
        Ok(())
    }

    /// Returns the numbers of the games.
    pub fn games(&self) -> Vec<u32> {
        self.games.clone()
    }

    /// Returns the ply of the first match in each game.
    pub fn plies(&self) -> Option<Vec<u32>> {
        self.plies.clone()
    }
}
