//! What makes two games the same game: the rule of duplicates, which `search::duplicates` states.

mod date;
mod player;

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};

use shakmaty::{Chess, EnPassantMode, fen::Epd};

pub use date::PartialDate;
use player::PlayerName;

use super::{
    game::{Game, Start},
    moves::PackedMove,
    tag_section::unescape,
};
use crate::Result;

/// Plies that near duplicates have in common at least; fewer tell nothing.
pub const MIN_COMMON_PLIES: usize = 8;

/// Plies at the end in which near duplicates may differ.
const MAX_DIFFERENT_PLIES: usize = 4;

/// What is compared of a game, in a fixed size. Games with different keys are no duplicates of each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Identity {
    /// A hash of what must be equal.
    pub key: u64,
    /// Another one of the same.
    pub check: u64,
    /// When the game was played.
    pub date: PartialDate,
    /// The rest of the names of White and Black.
    pub names: [NameRest; 2],
}

/// What may be known of a player's name or not: hashes, 0 if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NameRest {
    /// Of all words of the surname: 24 bits.
    pub surname: u32,
    /// Of the first given name: 24 bits.
    pub given: u32,
}

impl Identity {
    /// Whether nothing that is known of both games differs; of games with equal keys.
    pub fn agrees(&self, other: &Identity) -> bool {
        self.date.agrees(other.date) && self.agrees_but_for_date(other)
    }

    /// As [`Identity::agrees`], where of the date only the year counts.
    pub fn agrees_in_year(&self, other: &Identity) -> bool {
        self.date.agrees_in_year(other.date) && self.agrees_but_for_date(other)
    }

    fn agrees_but_for_date(&self, other: &Identity) -> bool {
        let names = self.names.iter().zip(&other.names);
        self.check == other.check && names.into_iter().all(|(name, other)| name.agrees(*other))
    }

    /// Adds what is known of another game that agrees: what agrees with the result agrees with both.
    pub fn merge(&mut self, other: &Identity) {
        self.date = self.date.merged(other.date);
        for (name, other) in self.names.iter_mut().zip(&other.names) {
            name.surname = name.surname.max(other.surname);
            name.given = name.given.max(other.given);
        }
    }
}

impl NameRest {
    fn agrees(self, other: NameRest) -> bool {
        let agree = |a, b| a == b || a == 0 || b == 0;
        agree(self.surname, other.surname) && agree(self.given, other.given)
    }
}

/// Makes identities that can be compared with each other. Its hashes are keyed by chance, so that nobody can make games for which
/// they are equal.
#[derive(Debug, Clone, Default)]
pub struct Identifier {
    states: [RandomState; 2],
}

impl Identifier {
    /// What is compared to find exact duplicates; `None` for the continuation of another game, which is never one by itself.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn exact(&self, game: &Game) -> Result<Option<Identity>> {
        if game.continued {
            return Ok(None);
        }
        if game.moves.is_empty() {
            return Ok(Some(self.of_whole(game)));
        }
        let players = players(game)?;
        Ok(Some(self.identity(game, &players, |state| {
            hash_start(game, state);
            (&game.moves, game.unparsed()).hash(state);
        })?))
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
        Ok(Some(self.identity(game, &players, |state| {
            hash_start(game, state);
            game.moves[..game.moves.len().min(MIN_COMMON_PLIES)].hash(state);
        })?))
    }

    /// A game without moves: all of it counts.
    fn of_whole(&self, game: &Game) -> Identity {
        let [key, check] = self.hashes(|state| {
            game.tags().for_each(|tag| tag.hash(state));
            game.tokens().for_each(|token| token.hash(state));
            (game.unparsed(), game.termination).hash(state);
        });
        Identity { key, check, ..Identity::default() }
    }

    fn identity(&self, game: &Game, players: &[PlayerName; 2], equal: impl Fn(&mut DefaultHasher)) -> Result<Identity> {
        let [key, check] = self.hashes(|state| {
            players.iter().for_each(|player| (&player.surname, player.initial).hash(state));
            equal(state);
        });
        let date = PartialDate::read(&unescape(game.tag(b"Date").unwrap_or_default())?);
        let names = players.each_ref().map(|player| NameRest {
            surname: self.of_word(player.full_surname.as_deref()),
            given: self.of_word(player.given.as_deref()),
        });
        Ok(Identity { key, check, date, names })
    }

    fn hashes(&self, put: impl Fn(&mut DefaultHasher)) -> [u64; 2] {
        self.states.each_ref().map(|state| {
            let mut hasher = state.build_hasher();
            put(&mut hasher);
            hasher.finish()
        })
    }

    /// 24 bits that are not all 0.
    fn of_word(&self, word: Option<&str>) -> u32 {
        word.map_or(0, |word| (self.states[0].hash_one(word) as u32 >> 8).max(1))
    }
}

fn players(game: &Game) -> Result<[PlayerName; 2]> {
    let player =
        |tag: &[u8]| -> Result<PlayerName> { Ok(PlayerName::read(&unescape(game.tag(tag).unwrap_or_default())?)) };
    Ok([player(b"White")?, player(b"Black")?])
}

/// The position counts, not how its FEN is written.
fn hash_start(game: &Game, state: &mut DefaultHasher) {
    if let Start::Fen(start) = &game.start
        && **start != Chess::default()
    {
        Epd::from_position(&**start, EnPassantMode::Legal).to_string().hash(state);
    }
}

/// Whether two main lines of games that may be near duplicates are near: equal, or they have [`MIN_COMMON_PLIES`] in common and one
/// is the beginning of the other, or they differ in the last four plies alone.
pub fn are_near(a: &[PackedMove], b: &[PackedMove]) -> bool {
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let is_near = common == shorter || longer - common <= MAX_DIFFERENT_PLIES;
    common == longer || (common >= MIN_COMMON_PLIES && is_near)
}
