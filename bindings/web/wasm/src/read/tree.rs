//! Moves played in a position.

use std::rc::Rc;

use plypack::{
    Error, ErrorCode, Position, Result,
    search::{Branch, Target, merge_trees, tree},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::{
    file::OpenFile,
    objects::to_js,
    position::{Opening, opening_of},
    query::JsQuery,
    search::Steps,
};
use crate::failure;

/// `Branch` of `module/types.ts`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BranchView {
    san: String,
    uci: String,
    fen: String,
    games: f64,
    white: f64,
    draws: f64,
    black: f64,
    last_year: Option<u32>,
    rating: Option<u32>,
    opening: Option<Opening>,
}

/// `Tree` of `module/types.ts`.
#[derive(Serialize)]
struct TreeView {
    games: f64,
    white: f64,
    draws: f64,
    black: f64,
    branches: Vec<BranchView>,
    problems: Vec<String>,
}

/// A search for the moves played in a position.
#[wasm_bindgen]
pub struct TreeSearch {
    steps: Steps,
    position: Position,
    branches: Vec<Branch>,
}

impl TreeSearch {
    pub fn new(file: Rc<OpenFile>, fen: &str, filter: &JsQuery) -> Result<TreeSearch> {
        let position = Position::from_fen(fen.as_bytes())?;
        let mut query = filter.to_query()?;
        if query.target.is_some() {
            let message = "the filter of a tree has no position, pattern or material of its own";
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        query.target = Some(Target::Position(Box::new(position.clone())));
        Ok(TreeSearch { steps: Steps::new(file, query), position, branches: Vec::new() })
    }

    fn view(&self, branch: &Branch) -> Result<Option<BranchView>> {
        let Some(m) = branch.next_move else { return Ok(None) };
        let mut after = self.position.clone();
        after.play(m)?;
        Ok(Some(BranchView {
            san: self.position.san(m)?.as_str().to_owned(),
            uci: self.position.uci(m)?.as_str().to_owned(),
            fen: after.fen().as_str().to_owned(),
            games: branch.games as f64,
            white: branch.white as f64,
            draws: branch.draws as f64,
            black: branch.black as f64,
            last_year: (branch.last_year > 0).then_some(branch.last_year),
            rating: branch.rating(),
            opening: opening_of(&after),
        }))
    }
}

#[wasm_bindgen]
impl TreeSearch {
    /// Makes a step. Returns `true` if it was the last one.
    ///
    /// # Errors
    ///
    /// `IO`; the caller then repeats the step.
    pub fn step(&mut self) -> failure::Result<bool> {
        let mut found = Vec::new();
        let is_done = self.steps.step(|file, query, observer| {
            found = tree(&[&file.reader], query, observer)?;
            Ok(())
        })?;
        self.branches = merge_trees([std::mem::take(&mut self.branches), found]);
        Ok(is_done)
    }

    /// Returns the number of games searched so far.
    pub fn searched(&self) -> f64 {
        self.steps.searched()
    }

    /// Returns the moves found.
    ///
    /// # Errors
    ///
    /// No error is known.
    pub fn tree(&self) -> failure::Result<JsValue> {
        let sum = |count: fn(&Branch) -> u64| self.branches.iter().map(count).sum::<u64>() as f64;
        let branches = self.branches.iter().filter_map(|branch| self.view(branch).transpose());
        let view = TreeView {
            games: sum(|branch| branch.games),
            white: sum(|branch| branch.white),
            draws: sum(|branch| branch.draws),
            black: sum(|branch| branch.black),
            branches: branches.collect::<Result<_>>()?,
            problems: self.steps.problems(),
        };
        to_js(&view)
    }
}
