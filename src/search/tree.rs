//! The tree: what was played next, and with what success (`search.7`).

use std::collections::BTreeMap;

use shakmaty::Color;

use super::{
    Goal, Query,
    arrival::Arrival,
    facts::Facts,
    run::{Collect, SearchObserver, run},
};
use crate::{Error, ErrorCode, PackedMove, Reader, Result, Termination, index::Entry};

/// A move that was played next, and what became of the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The move; `None` counts the games that end here.
    pub word: Option<PackedMove>,
    /// Games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a known result.
    pub other: u64,
    /// The sum of the ratings of the players who made the move, where they are known.
    pub rating_sum: u64,
    /// How many ratings these are.
    pub rated: u64,
    /// The last year in which it was played; 0 if no year is known.
    pub last_year: u32,
}

impl Branch {
    pub(crate) fn new(word: Option<PackedMove>) -> Branch {
        let (games, white, draws, black, other) = (0, 0, 0, 0, 0);
        Branch { word, games, white, draws, black, other, rating_sum: 0, rated: 0, last_year: 0 }
    }

    /// White's score, from 0 to 1; `None` if no game has a known result.
    pub fn score(&self) -> Option<f64> {
        let known = self.white + self.draws + self.black;
        (known > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / known as f64)
    }

    /// The average rating of the players who made the move, rounded; `None` if none is known.
    pub fn rating(&self) -> Option<u32> {
        (self.rated > 0).then(|| ((self.rating_sum + self.rated / 2) / self.rated) as u32)
    }

    pub(crate) fn count(&mut self, result: Termination, rating: Option<u32>, year: Option<u32>) {
        self.games += 1;
        match result {
            Termination::WhiteWins => self.white += 1,
            Termination::Draw => self.draws += 1,
            Termination::BlackWins => self.black += 1,
            Termination::Unknown | Termination::Absent => self.other += 1,
        }
        self.rating_sum += u64::from(rating.unwrap_or(0));
        self.rated += u64::from(rating.is_some());
        self.last_year = self.last_year.max(year.unwrap_or(0));
    }

    fn add(&mut self, other: &Branch) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.other += other.other;
        self.rating_sum += other.rating_sum;
        self.rated += other.rated;
        self.last_year = self.last_year.max(other.last_year);
    }
}

/// The moves that were played next, those of most games first, then by their UCI text; games that end there come last.
///
/// # Errors
///
/// [`ErrorCode::InvalidArgument`] when something else than a position is searched for; errors of `notice`. Corruption is told to
/// `notice`, and is no error.
pub fn tree(reader: &Reader, query: &Query, notice: &mut SearchObserver<'_>) -> Result<Vec<Branch>> {
    if !matches!(query.goal, Goal::Position(_)) {
        return Err(Error::new(ErrorCode::InvalidArgument, "a tree of moves starts from a position"));
    }
    let mut branches = Branches::default();
    run(reader, query, &CollectBranches, notice, |_, part: Part| {
        part.branches.values().for_each(|branch| branches.get(branch.word).add(branch));
        Ok(())
    })?;
    Ok(branches.sorted())
}

/// Branches by move.
#[derive(Default)]
struct Branches(BTreeMap<Option<PackedMove>, Branch>);

impl Branches {
    fn get(&mut self, word: Option<PackedMove>) -> &mut Branch {
        self.0.entry(word).or_insert_with(|| Branch::new(word))
    }

    fn values(&self) -> impl Iterator<Item = &Branch> {
        self.0.values()
    }

    fn sorted(self) -> Vec<Branch> {
        let mut branches: Vec<Branch> = self.0.into_values().collect();
        let order = |b: &Branch| (b.word.is_none(), std::cmp::Reverse(b.games), b.word.map(|w| w.to_string()));
        branches.sort_by_cached_key(order);
        branches
    }
}

struct CollectBranches;

#[derive(Default)]
struct Part {
    /// Game, whether White moves, and the next move.
    arrivals: Vec<(usize, Color, Option<PackedMove>)>,
    branches: Branches,
}

impl Collect for CollectBranches {
    type Part = Part;

    fn add(&self, part: &mut Part, arrival: &Arrival<'_>) {
        let first = arrival.start.map_or(Color::White, shakmaty::Position::turn);
        let mover = if arrival.ply.is_multiple_of(2) { first } else { !first };
        match arrival.record {
            None => part.arrivals.push((arrival.game, mover, arrival.next)),
            Some(record) => {
                let rating = record.rating(mover.is_black().into());
                part.branches.get(arrival.next).count(record.result(), rating, record.year());
            }
        }
    }

    fn add_entry(&self, part: &mut Part, entry: &Entry<'_>) -> Result<bool> {
        entry.branches()?.iter().for_each(|branch| part.branches.get(branch.word).add(branch));
        Ok(true)
    }

    fn close(&self, part: &mut Part, reader: &Reader, block: usize) -> Result<()> {
        if part.arrivals.is_empty() {
            return Ok(());
        }
        let facts = Facts::of_block(reader, block)?;
        for (game, mover, next) in std::mem::take(&mut part.arrivals) {
            let rating = facts.rating(game, mover);
            part.branches.get(next).count(facts.result(game), rating, facts.year(game));
        }
        Ok(())
    }
}
