//! The duplicate rule, as stated in `search::duplicates`: when two games are the same game.

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

/// Minimum number of common plies of near duplicates; fewer prove nothing.
pub const MIN_COMMON_PLIES: usize = 8;

/// Maximum number of plies at the end in which near duplicates can differ.
const MAX_DIFFERENT_PLIES: usize = 4;

/// Minimum length in plies at which equal main lines are significant: the same two players may often agree on a draw after the same few
/// moves.
const MIN_TELLING_PLIES: usize = 10;

/// The compared values of a game, in a fixed size. Games with different keys are not duplicates of each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Identity {
    /// A hash of the values that must be equal.
    pub key: u64,
    /// A second hash of the same values.
    check: u64,
    /// Values that can be unknown.
    details: Details,
}

impl Identity {
    /// Returns `true` if no value known for both games differs. Both must have the same key.
    pub fn agrees(&self, other: &Identity) -> bool {
        self.check == other.check && self.details.agree(&other.details)
    }

    /// Adds the known values of another game that agrees: a game that agrees with the result agrees with both.
    pub fn merge(&mut self, other: &Identity) {
        self.details.merge(&other.details);
    }
}

/// Makes identities that can be compared with each other. The keys are hashes with a random secret, so that nobody can construct games with
/// equal keys.
#[derive(Debug, Clone, Default)]
pub struct Identifier {
    states: [RandomState; 2],
}

impl Identifier {
    /// Returns the values that identify exact duplicates; `None` for a continuation, which is never a duplicate by itself.
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

    /// Like [`Identifier::exact`], but for near duplicates: games with equal keys are candidates.
    ///
    /// # Errors
    ///
    /// As [`Identifier::exact`].
    pub fn near(&self, game: &Game) -> Result<Option<Identity>> {
        let players = players(game)?;
        // If a player is unknown, nothing shows that two games have the same players.
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

    /// Returns the identity of a game with few known values: all its content is compared.
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

/// Returns `true` if so little is known that different games can agree in all of it.
fn is_little_known(game: &Game, players: &[PlayerName; 2], date: PartialDate) -> bool {
    game.moves.is_empty() || date.year == 0 || players.iter().any(PlayerName::is_unknown)
}

/// Returns the event and the site of a short game, which must be equal too; `None` for other games.
fn occasion(game: &Game) -> Result<Option<[String; 2]>> {
    if game.moves.len() >= MIN_TELLING_PLIES {
        return Ok(None);
    }
    Ok(Some([fold(&value_of(game, b"Event")?), fold(&value_of(game, b"Site")?)]))
}

/// Returns the value of a tag without escapes; empty if there is no such tag.
fn value_of<'a>(game: &'a Game, tag: &[u8]) -> Result<Cow<'a, [u8]>> {
    unescape(game.tag(tag).unwrap_or_default())
}

fn date(game: &Game) -> Result<PartialDate> {
    Ok(PartialDate::read(&value_of(game, b"Date")?))
}

fn players(game: &Game) -> Result<[PlayerName; 2]> {
    Ok([PlayerName::read(&value_of(game, b"White")?), PlayerName::read(&value_of(game, b"Black")?)])
}

/// Hashes the position, not the spelling of its FEN.
fn hash_start(game: &Game, state: &mut DefaultHasher) {
    if let Start::Fen(start) = &game.start
        && **start != Position::default()
    {
        start.hash(state);
    }
}

/// Returns `true` if games with these main lines can be near duplicates: the lines are equal, or share [`MIN_COMMON_PLIES`] and either one
/// begins the other or they differ only in the last four plies.
pub fn are_near(a: &[PackedMove], b: &[PackedMove]) -> bool {
    let shorter = a.len().min(b.len());
    let longer = a.len().max(b.len());
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let is_near = common == shorter || longer - common <= MAX_DIFFERENT_PLIES;
    common == longer || (common >= MIN_COMMON_PLIES && is_near)
}
