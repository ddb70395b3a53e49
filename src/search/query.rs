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
    /// An exact position: equal pieces, side to move, castling rights and legal en passant capture (`search.1`).
    Position(Box<Position>),
    /// A position of which only some fields are known; unknown fields are ignored. It cannot be searched by index, and
    /// [`tree`](super::tree) rejects it.
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
    /// Target that a position must match. All searches need it, except [`list`](super::list) and [`statistics`](super::statistics).
    pub target: Option<Target>,
    /// Condition on the games to search.
    pub condition: Condition,
    /// Search variations too, in games whose main line does not match.
    pub variations: bool,
    /// Number of threads in addition to the calling thread. The result does not depend on it.
    pub threads: usize,
    /// Use a position index if the file has one. The result does not depend on it.
    pub index: bool,
    /// Maximum number of games that [`find`](super::find), [`find_each`](super::find_each) and [`list`](super::list) return.
    pub max_hits: u64,
    /// The blocks to search in each file; `None` for all. If set, all work is done on the calling thread. For programs that search a file
    /// in parts, to report progress, cancel or do other work between the parts.
    pub blocks: Option<Range<usize>>,
}

impl Default for Query {
    /// All games, main lines only, on all cores, without a target.
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

    /// Selects the games that meet a condition, for [`list`](super::list).
    pub fn games(condition: Condition) -> Query {
        Query { condition, ..Query::default() }
    }

    /// Returns the target.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] if there is none.
    pub(super) fn target(&self) -> Result<&Target> {
        self.target.as_ref().ok_or_else(|| Error::new(ErrorCode::WrongState, "the query has no target to search for"))
    }

    /// Number of threads in addition to the calling thread: 0 if only some blocks are searched.
    pub(super) fn worker_threads(&self) -> usize {
        if self.blocks.is_some() { 0 } else { self.threads }
    }

    /// Returns the key to look up in an index; `None` if the query does not use an index, or no index can answer it.
    pub(super) fn key(&self) -> Option<u64> {
        match &self.target {
            Some(Target::Position(position)) if self.index => Some(Key::of(position)),
            _ => None,
        }
    }
}

impl Target {
    /// Reads the position of a FEN like [`Position::from_fen`], but missing fields match anything. Without the en passant square, any
    /// square matches; without castling rights, any rights and any square; with only the board, also either side to move. Move counters are
    /// always ignored.
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

    /// Calls `work` with the finder of the target.
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
