//! The rule of duplicates, which `search::duplicates` states: when two games are the same game.

mod date;
mod details;
mod known;
mod player;
mod sorted;

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState},
};

use date::PartialDate;
use details::Details;
pub use known::{KnownGames, PackedIdentity};
use player::PlayerName;

use super::{
    game::{Game, Start},
    tag_section::unescape,
};
use crate::{PackedMove, Position, Result, folding::fold};

/// Plies that near duplicates have in common at least; fewer tell nothing.
pub const MIN_COMMON_PLIES: usize = 8;

/// Plies at the end in which near duplicates may differ.
const MAX_DIFFERENT_PLIES: usize = 4;

/// Plies from which on equal main lines tell something: two may agree on a draw after the same few moves again and again.
const MIN_TELLING_PLIES: usize = 10;

/// Compared values of a game, in a fixed size. Games with different keys are no duplicates of each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Identity {
    /// A hash of what must be equal.
    pub key: u64,
    /// Another one of the same.
    check: u64,
    /// Values that need not be known.
    details: Details,
}

impl Identity {
    /// Returns whether nothing that is known of both games differs; of games with equal keys.
    pub fn agrees(&self, other: &Identity) -> bool {
        self.check == other.check && self.details.agree(&other.details)
    }

    /// Adds what is known of another game that agrees: what agrees with the result agrees with both.
    pub fn merge(&mut self, other: &Identity) {
        self.details.merge(&other.details);
    }
}

/// Makes identities that can be compared with each other. Its keys are hashes keyed by chance, so that nobody can make
/// games for which they are equal.
#[derive(Debug, Clone, Default)]
pub struct Identifier {
    states: [RandomState; 2],
}

impl Identifier {
    /// Returns what is compared to find exact duplicates; `None` for the continuation of another game, which is never one by itself.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn exact(&self, game: &Game) -> Result<Option<Identity>> {
        if game.continued {
            return Ok(None);
        }
        let players = players(game)?;
        let date = date(game)?;
        if is_little_known(game, &players, date) {
            return Ok(Some(self.of_whole(game)));
        }
        let mut details = Details::of_names(&players);
        details.add_time(game, date)?;
        let occasion = occasion(game)?;
        Ok(Some(self.identity(&players, details, |state| {
            hash_start(game, state);
            occasion.hash(state);
            (date.year, &game.moves, game.unparsed()).hash(state);
        })))
    }

    /// As [`Identifier::exact`], for near duplicates: games with equal keys may be some.
    ///
    /// # Errors
    ///
    /// As [`Identifier::exact`].
    pub fn near(&self, game: &Game) -> Result<Option<Identity>> {
        let players = players(game)?;
        // Of players who are not known, nothing says that they are the same.
        if game.continued || game.moves.is_empty() || players.iter().any(PlayerName::is_unknown) {
            return self.exact(game);
        }
        let mut details = Details::of_names(&players);
        details.add_year(date(game)?);
        Ok(Some(self.identity(&players, details, |state| {
            hash_start(game, state);
            game.moves[..game.moves.len().min(MIN_COMMON_PLIES)].hash(state);
        })))
    }

    /// A game of which little is known: all of it counts.
    fn of_whole(&self, game: &Game) -> Identity {
        let [key, check] = self.hashes(|state| {
            game.tags().for_each(|tag| tag.hash(state));
            game.tokens().for_each(|token| token.hash(state));
            (&game.moves, game.unparsed(), game.termination).hash(state);
        });
        Identity { key, check, details: Details::default() }
    }

    fn identity(&self, players: &[PlayerName; 2], details: Details, equal: impl Fn(&mut DefaultHasher)) -> Identity {
        let [key, check] = self.hashes(|state| {
            players.iter().for_each(|player| (&player.surname, player.initial).hash(state));
            equal(state);
        });
        Identity { key, check, details }
    }

    fn hashes(&self, put: impl Fn(&mut DefaultHasher)) -> [u64; 2] {
        self.states.each_ref().map(|state| {
            let mut hasher = state.build_hasher();
            put(&mut hasher);
            hasher.finish()
        })
    }
}

/// Returns whether so little is known that two games may be alike in it and be different games all the same.
fn is_little_known(game: &Game, players: &[PlayerName; 2], date: PartialDate) -> bool {
    game.moves.is_empty() || date.year == 0 || players.iter().any(PlayerName::is_unknown)
}

/// Event and site of a short game, which are to be equal, too; nothing for others.
fn occasion(game: &Game) -> Result<Option<[String; 2]>> {
    if game.moves.len() >= MIN_TELLING_PLIES {
        return Ok(None);
    }
    Ok(Some([fold(&value_of(game, b"Event")?), fold(&value_of(game, b"Site")?)]))
}

/// The value of a tag without escapes; empty if there is none.
fn value_of<'a>(game: &'a Game, tag: &[u8]) -> Result<Cow<'a, [u8]>> {
    unescape(game.tag(tag).unwrap_or_default())
}

fn date(game: &Game) -> Result<PartialDate> {
    Ok(PartialDate::read(&value_of(game, b"Date")?))
}

fn players(game: &Game) -> Result<[PlayerName; 2]> {
    Ok([PlayerName::read(&value_of(game, b"White")?), PlayerName::read(&value_of(game, b"Black")?)])
}

/// The position counts, not how its FEN is written.
fn hash_start(game: &Game, state: &mut DefaultHasher) {
    if let Start::Fen(start) = &game.start
        && **start != Position::default()
    {
        start.hash(state);
    }
}

/// Returns whether two main lines of games that may be near duplicates are near: equal, or they have [`MIN_COMMON_PLIES`] in common and one
/// is the beginning of the other, or they differ in the last four plies alone.
pub fn are_near(a: &[PackedMove], b: &[PackedMove]) -> bool {
    let shorter = a.len().min(b.len());
    let longer = a.len().max(b.len());
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let is_near = common == shorter || longer - common <= MAX_DIFFERENT_PLIES;
    common == longer || (common >= MIN_COMMON_PLIES && is_near)
}
