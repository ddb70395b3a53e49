//! Repertoire of a player.

use std::collections::BTreeMap;

use super::{
    openings::{OpeningCounts, Openings},
    scores::{Counts, PlayerScore},
};
use crate::{PackedMove, Result, search::conditions::text_form::TextForm};

/// The name of a player, compared as in a condition: ignoring case and accents, except in regular expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerName {
    /// Comparison with the names in games.
    pub form: TextForm,
    /// The name, or a part of it.
    pub text: Vec<u8>,
}

/// Openings and moves of a player, with scores. A game in which both names match counts for both colors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repertoire {
    /// With the white pieces.
    pub white: ColorCounts,
    /// With the black pieces.
    pub black: ColorCounts,
}

/// A player's games with one colour.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColorCounts {
    /// Scores in all games.
    pub score: PlayerScore,
    /// Scores by year; `None` if it is unknown.
    pub years: BTreeMap<Option<u32>, PlayerScore>,
    /// Scores by first moves, in games from the standard start: one ply with White, two with Black.
    pub first_moves: BTreeMap<Vec<PackedMove>, PlayerScore>,
    pub(super) openings: Openings<PlayerScore>,
}

impl ColorCounts {
    /// The openings by descending number of games, then by code and name.
    pub fn openings(&self) -> Vec<OpeningCounts<PlayerScore>> {
        self.openings.rows()
    }

    fn merge(&mut self, other: ColorCounts) -> Result<()> {
        self.score.add(&other.score);
        other.years.iter().for_each(|(year, score)| self.years.entry(*year).or_default().add(score));
        for (moves, score) in other.first_moves {
            self.first_moves.entry(moves).or_default().add(&score);
        }
        self.openings.merge(other.openings)
    }
}

impl Repertoire {
    pub(super) fn merge(&mut self, other: Repertoire) -> Result<()> {
        self.white.merge(other.white)?;
        self.black.merge(other.black)
    }
}
