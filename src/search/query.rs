//! What is searched for, and how.

use shakmaty::Chess;

use super::{Filter, Material, Pattern, aim::Aim, target::Target};
use crate::{default_threads, index::Key};

/// What a position must be.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Goal {
    /// Equal to this position: men, side to move, castling rights, legal en passant capture (`search.1`).
    Position(Box<Chess>),
    /// These men on these squares.
    Pattern(Pattern),
    /// Exactly these men, on any squares.
    Material(Material),
}

/// What is searched for, in which games, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Query {
    /// What a position must be.
    pub goal: Goal,
    /// The games to look at.
    pub filter: Filter,
    /// Look at variations too, in games whose main line does not get there.
    pub variations: bool,
    /// Threads that search beside the calling one. The result does not depend on it.
    pub threads: usize,
    /// Use a position index where the file has one. The result does not depend on it.
    pub index: bool,
}

impl Query {
    /// Searches for what `goal` says in all games, main lines only, on all cores.
    pub fn new(goal: Goal) -> Query {
        Query { goal, filter: Filter::default(), variations: false, threads: default_threads(), index: true }
    }

    /// Searches for a position.
    pub fn position(position: &Chess) -> Query {
        Query::new(Goal::Position(Box::new(position.clone())))
    }

    /// The key by which an index is asked, if one is to be and can answer.
    pub(super) fn key(&self) -> Option<u64> {
        match &self.goal {
            Goal::Position(position) if self.index => Some(Key::of(position)),
            _ => None,
        }
    }
}

/// Work that is done with any kind of aim.
pub(super) trait WithAim {
    /// What comes out.
    type Output;

    /// Does it.
    fn run<A: Aim>(self, aim: &A) -> Self::Output;
}

impl Goal {
    /// Hands the goal on in the form in which boards are looked at, so that every kind has code of its own.
    pub(super) fn with_aim<W: WithAim>(&self, work: W) -> W::Output {
        match self {
            Goal::Position(position) => work.run(&Target::new(position)),
            Goal::Pattern(pattern) => work.run(pattern),
            Goal::Material(material) => work.run(material),
        }
    }
}
