//! Queries: targets, conditions and options of searches.

use std::ops::Range;

use super::{
    conditions::condition::Condition,
    targets::{
        exact_position::ExactPosition,
        finder::{Finder, MatchFinder},
        material::Material,
        partial_position::{FenPosition, PartialPosition},
        pattern::Pattern,
    },
};
use crate::{Error, ErrorCode, Position, Result, default_threads, index::Key};

/// Target that a position must match.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Target {
    /// This position: equal pieces, side to move, castling rights, legal en passant capture (`search.1`).
    Position(Box<Position>),
    /// This position as far as it is known: what is not does not count. No index has it, and no [`tree`](super::tree) starts from it.
    Partial(Box<PartialPosition>),
    /// These pieces on these squares.
    Pattern(Pattern),
    /// Exactly these pieces, on any squares.
    Material(Material),
}

/// Target, conditions and options of a search.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Query {
    /// Target that a position must match. Every search but [`list`](super::list) and [`statistics`](super::statistics) needs it.
    pub target: Option<Target>,
    /// The games to search.
    pub condition: Condition,
    /// Search variations too, in games whose main line does not match.
    pub variations: bool,
    /// Threads that search beside the calling one. The result does not depend on it.
    pub threads: usize,
    /// Use a position index where the file has one. The result does not depend on it.
    pub index: bool,
    /// [`find`](super::find), [`find_each`](super::find_each) and [`list`](super::list) stop after so many games.
    pub max_hits: u64,
    /// The blocks that are searched, of each file; `None` for all. With some, all is done on the calling thread: for programs that search
    /// a file in parts, to tell how far they are and to end it between them, or that do other work beside it.
    pub blocks: Option<Range<usize>>,
}

impl Default for Query {
    /// All games, main lines only, on all cores; without a target.
    fn default() -> Query {
        Query {
            target: None,
            condition: Condition::default(),
            variations: false,
            threads: default_threads(),
            index: true,
            max_hits: u64::MAX,
            blocks: None,
        }
    }
}

impl Query {
    /// Searches all games for `target`, main lines only, on all cores.
    pub fn new(target: Target) -> Query {
        Query { target: Some(target), ..Query::default() }
    }

    /// Searches for a position.
    pub fn position(position: &Position) -> Query {
        Query::new(Target::Position(Box::new(position.clone())))
    }

    /// The games that meet a condition, for [`list`](super::list).
    pub fn games(condition: Condition) -> Query {
        Query { condition, ..Query::default() }
    }

    /// The target.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when there is none.
    pub(super) fn target(&self) -> Result<&Target> {
        self.target.as_ref().ok_or_else(|| Error::new(ErrorCode::WrongState, "the query has no target to search for"))
    }

    /// Threads that search beside the calling one: none where some blocks are searched.
    pub(super) fn worker_threads(&self) -> usize {
        if self.blocks.is_some() { 0 } else { self.threads }
    }

    /// The key to look up in an index, if one is to be used and can answer.
    pub(super) fn key(&self) -> Option<u64> {
        match &self.target {
            Some(Target::Position(position)) if self.index => Some(Key::of(position)),
            _ => None,
        }
    }
}

impl Target {
    /// Reads the position of a FEN, as [`Position::from_fen`] does, but missing fields match anything: without the en passant
    /// square, any square; without castling rights, any rights and square; with the board alone, either side to move, too. Move
    /// counters never count.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`], as [`Position::from_fen`].
    pub fn from_fen(fen: &[u8]) -> Result<Target> {
        Ok(match FenPosition::read(fen)? {
            FenPosition::Whole(position) => Target::Position(Box::new(position)),
            FenPosition::Partial(position) => Target::Partial(Box::new(position)),
        })
    }

    /// Does `work` with the finder of the target.
    pub(super) fn with_finder<T>(&self, work: impl FnOnce(&dyn Finder) -> T) -> T {
        match self {
            Target::Position(position) => work(&MatchFinder::new(&ExactPosition::new(position))),
            Target::Partial(partial) => {
                work(&MatchFinder::new(&ExactPosition::of_fields(&partial.position, partial.fields)))
            }
            Target::Pattern(pattern) => work(&MatchFinder::new(pattern)),
            Target::Material(material) => work(&MatchFinder::new(material)),
        }
    }
}
