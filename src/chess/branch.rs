//! Moves played next in a position, with their results (`search.7`).

use super::game::Termination;
use crate::PackedMove;

/// A move played next in a position, with the results of the games that played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The move; `None` counts the games that end in the position.
    pub next_move: Option<PackedMove>,
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
    /// The sum of the known ratings of the players who made the move.
    pub rating_sum: u64,
    /// Number of ratings in that sum.
    pub rated: u64,
    /// The last year in which the move was played; 0 if no year is known.
    pub last_year: u32,
}

impl Branch {
    pub(crate) fn new(next_move: Option<PackedMove>) -> Branch {
        Branch { next_move, games: 0, white: 0, draws: 0, black: 0, other: 0, rating_sum: 0, rated: 0, last_year: 0 }
    }

    /// White's score, from 0 to 1; `None` if no game has a known result.
    pub fn score(&self) -> Option<f64> {
        let known = self.white + self.draws + self.black;
        (known > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / known as f64)
    }

    /// The score of the side that made the move, from 0 to 1; `is_white` names the side. `None` if no game has a known result.
    pub fn score_of(&self, is_white: bool) -> Option<f64> {
        self.score().map(|score| if is_white { score } else { 1.0 - score })
    }

    /// The average rating of the players who made the move, rounded; `None` if no rating is known.
    pub fn rating(&self) -> Option<u32> {
        (self.rated > 0).then(|| ((self.rating_sum + self.rated / 2) / self.rated) as u32)
    }

    /// Counts a game with this result and year; `rating` is the rating of the player to move.
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

    /// Returns the branch without the games that `gone` counts; `None` if the branch does not count them. Keeps the last year of all games.
    pub(crate) fn without(&self, gone: &Branch) -> Option<Branch> {
        Some(Branch {
            next_move: self.next_move,
            games: self.games.checked_sub(gone.games)?,
            white: self.white.checked_sub(gone.white)?,
            draws: self.draws.checked_sub(gone.draws)?,
            black: self.black.checked_sub(gone.black)?,
            other: self.other.checked_sub(gone.other)?,
            rating_sum: self.rating_sum.checked_sub(gone.rating_sum)?,
            rated: self.rated.checked_sub(gone.rated)?,
            last_year: Some(self.last_year).filter(|year| *year >= gone.last_year)?,
        })
    }

    /// Adds the games of another branch of the same move.
    pub(crate) fn add(&mut self, other: &Branch) {
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
