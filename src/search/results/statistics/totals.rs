//! Counts of games.

use std::{
    borrow::Borrow,
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
    hash::{Hash, Hasher},
};

use super::{
    openings::{OpeningCounts, Openings},
    players::{PlayerCounts, grouped},
    repertoire::Repertoire,
    scores::{Counts, ResultCounts},
};
use crate::{Result, memory};

/// Number of ratings in one row of [`Statistics::ratings`].
pub const RATING_STEP: u32 = 100;

/// Statistics of games. The counts are exact, and do not depend on the number of threads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// All games.
    pub results: ResultCounts,
    /// Counts by year; `None` if the date is unknown.
    pub years: BTreeMap<Option<u32>, ResultCounts>,
    /// Counts by average rating of both players, rounded down to a multiple of 100: 2400 stands for 2400 to 2499. `None` if a rating is
    /// unknown.
    pub ratings: BTreeMap<Option<u32>, ResultCounts>,
    /// Number of games, by the plies of the main line.
    pub lengths: BTreeMap<u32, u64>,
    /// The longest game; the first one if there are several.
    pub longest: Option<LongestGame>,
    /// Repertoire of the player of the query.
    pub repertoire: Repertoire,
    pub(super) openings: Openings<ResultCounts>,
    pub(super) players: Players,
}

/// The game with the longest main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LongestGame {
    /// The file: the index of its reader.
    pub file: u32,
    /// Number of the game in the file; the first is 0.
    pub game: u64,
    /// Plies of the main line.
    pub plies: u32,
}

/// Counts by name of the player. Each name is in memory only once, because names can be long.
#[derive(Debug, Clone, Default)]
pub(super) struct Players(HashSet<Player>);

#[derive(Debug, Clone)]
struct Player(PlayerCounts);

impl Borrow<[u8]> for Player {
    fn borrow(&self) -> &[u8] {
        &self.0.name
    }
}

impl Hash for Player {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.name.hash(hasher);
    }
}

impl PartialEq for Player {
    fn eq(&self, other: &Player) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Player {}

impl PartialEq for Players {
    fn eq(&self, other: &Players) -> bool {
        let is_there = |player: &Player| other.0.get(player).is_some_and(|other| other.0 == player.0);
        self.0.len() == other.0.len() && self.0.iter().all(is_there)
    }
}

impl Eq for Players {}

impl Statistics {
    /// Returns the openings by descending number of games, then by code and name.
    pub fn openings(&self) -> Vec<OpeningCounts<ResultCounts>> {
        self.openings.rows()
    }

    /// Returns the players by descending number of games, then by the bytes of their names. Unknown names (`?`, or no name) are left out. A
    /// game in which both players have the same name counts for both colors.
    ///
    /// Spellings belong to the same player if they differ only in case, accents, encoding, spaces, dots, or the order of given name and
    /// surname (`Müller, Jörg`, `JORG MULLER`), or in `ae`, `oe` and `ue` for letters with accents, if a spelling has the accents. Initials
    /// (`Müller, J.`) belong to the player with the only full name that fits. The most frequent full spelling gives the player's name; if
    /// several are equally frequent, the first by bytes. [`spellings`](Statistics::spellings) returns each spelling separately.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn players(&self) -> Result<Vec<PlayerCounts>> {
        let mut players = grouped(self.players.0.iter().map(|player| &player.0))?;
        players.sort_unstable_by(|a, b| by_games(a).cmp(&by_games(b)));
        Ok(players)
    }

    /// Returns each spelling of players' names separately, as stored in games, in the order of [`players`](Statistics::players).
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn spellings(&self) -> Result<Vec<PlayerCounts>> {
        let copy = |Player(player): &Player| Ok(PlayerCounts { name: memory::copied(&player.name)?, ..*player });
        let mut spellings = memory::all(self.players.0.iter().map(copy))?;
        spellings.sort_unstable_by(|a, b| by_games(a).cmp(&by_games(b)));
        Ok(spellings)
    }

    /// Total plies of all main lines.
    pub fn plies(&self) -> u64 {
        self.lengths.iter().map(|(plies, games)| u64::from(*plies) * games).sum()
    }

    /// Mean length of the main lines in plies; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.results.games();
        (games > 0).then(|| self.plies() as f64 / games as f64)
    }

    /// Median length of the main lines in plies. If the number of games is even, the mean of the two middle lengths. `None` without games.
    pub fn median_plies(&self) -> Option<f64> {
        let games = self.results.games();
        let middle = (games > 0).then(|| [(games - 1) / 2, games / 2].map(|rank| self.length_at(rank)));
        middle.map(|[low, high]| (f64::from(low) + f64::from(high)) / 2.0)
    }

    /// Returns the length at position `rank` of all lengths in ascending order.
    fn length_at(&self, rank: u64) -> u32 {
        let mut seen = 0;
        let is_here = |(_, games): &(&u32, &u64)| {
            seen += **games;
            rank < seen
        };
        self.lengths.iter().find(is_here).map_or(0, |(plies, _)| *plies)
    }

    /// Adds the statistics of other files, for example of files that are not open at the same time. The first file of `other` becomes file
    /// `first_file` here.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn merge(&mut self, other: Statistics, first_file: u32) -> Result<()> {
        self.results.add(&other.results);
        other.years.iter().for_each(|(year, results)| self.years.entry(*year).or_default().add(results));
        other.ratings.iter().for_each(|(rating, results)| self.ratings.entry(*rating).or_default().add(results));
        other.lengths.iter().for_each(|(plies, games)| *self.lengths.entry(*plies).or_default() += games);
        if let Some(longest) = other.longest {
            self.note_length(LongestGame { file: longest.file + first_file, ..longest });
        }
        self.openings.merge(other.openings)?;
        for Player(mut counts) in other.players.0 {
            self.add_player(std::mem::take(&mut counts.name), &counts)?;
        }
        self.repertoire.merge(other.repertoire)
    }

    /// Records the length of a game.
    pub(super) fn note_length(&mut self, game: LongestGame) {
        let order = |game: &LongestGame| (Reverse(game.plies), game.file, game.game);
        if self.longest.as_ref().is_none_or(|longest| order(&game) < order(longest)) {
            self.longest = Some(game);
        }
    }

    /// Adds games of a player; ignores the name in `counts`.
    pub(super) fn add_player(&mut self, name: Vec<u8>, counts: &PlayerCounts) -> Result<()> {
        let players = &mut self.players.0;
        players.try_reserve(1)?;
        let known = players.take(&name[..]);
        let mut player = known.unwrap_or_else(|| Player(PlayerCounts { name, ..PlayerCounts::default() }));
        player.0.white += counts.white;
        player.0.black += counts.black;
        player.0.score.add(&counts.score);
        players.insert(player);
        Ok(())
    }
}

/// Sort key: descending number of games, then name.
fn by_games(player: &PlayerCounts) -> (Reverse<u64>, &[u8]) {
    (Reverse(player.score.games()), &player.name)
}
