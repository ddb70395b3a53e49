//! Leaves games out of an import that the file already has.

use std::{
    collections::BTreeSet,
    sync::{Condvar, Mutex, PoisonError},
};

use super::each_game::each_game;
use crate::{
    Corruption, Game, Reader, Result,
    chess::identity::{Identifier, KnownGames, PackedIdentity},
    lock::lock,
    memory, parallel,
};

/// Games for [`ImportOptions::unique`](crate::ImportOptions::unique): an import leaves out their exact duplicates
/// ([`search::duplicates`](crate::search::duplicates)).
///
/// A game that is left out adds its details to the game that is kept. For example, three games have the dates `2020.??.??`, `2020.03.15`
/// and `2020.03.16`. The second game is left out, and makes the date of the first known. So the third game is kept.
///
/// Uses at most 32 bytes of memory per game, of which 28 are compared; they include hashes of 88 bits in total. Each
/// game is compared with a limited number of others, so that time grows only linearly with the number of games: a
/// duplicate may be kept if a thousand other games differ from it only in rounds or times.
#[derive(Debug, Default)]
pub struct UniqueGames {
    identifier: Identifier,
    games: KnownGames<()>,
}

impl UniqueGames {
    /// Starts without games.
    pub fn new() -> UniqueGames {
        UniqueGames::default()
    }

    /// Adds the games of a file, using `threads` worker threads in addition to the caller. Games that cannot be read are passed to
    /// `on_corruption`. Neither these games nor games that were split at the size limit (`limits.4`) count as duplicates.
    /// `progress` gets the number of games done.
    ///
    /// # Errors
    ///
    /// Errors of `on_corruption` and `progress`; [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory); errors of the source.
    pub fn add_file(
        &mut self,
        reader: &Reader,
        threads: usize,
        mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
        mut progress: impl FnMut(u64) -> Result<()>,
    ) -> Result<()> {
        let identifier = self.identifier.clone();
        let mut blocks = 0..reader.blocks().len();
        // The last game of a block, until it is known whether the next block begins with its continuation.
        let mut last = None;
        parallel::in_order(
            threads,
            || Ok(blocks.next()),
            |block| OfBlock::read(reader, block, &identifier),
            |OfBlock { end, continues, mut found, may_be_cut, corrupt }| {
                let before = last.take().filter(|_| !continues);
                last = if may_be_cut { found.pop() } else { None };
                before.into_iter().chain(found).try_for_each(|identity| self.is_duplicate(identity).map(drop))?;
                corrupt.iter().try_for_each(|found| {
                    if found.error.is_temporary() { Err(found.error.clone()) } else { on_corruption(found) }
                })?;
                progress(end)
            },
        )?;
        last.map_or(Ok(()), |identity| self.is_duplicate(identity).map(drop))
    }

    /// Adds a game; returns `false` if it is a duplicate of an earlier one.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
    pub fn add(&mut self, game: &Game) -> Result<bool> {
        let identity = packed(&self.identifier, game)?;
        Ok(!identity.map_or(Ok(false), |identity| self.is_duplicate(identity))?)
    }

    /// Returns whether a game is a duplicate of an earlier one; otherwise adds it.
    fn is_duplicate(&mut self, identity: PackedIdentity) -> Result<bool> {
        let mut found = None;
        self.games.find(&identity, |game, ()| found.replace(game).is_none());
        let Some(known) = found else {
            self.games.insert(identity, ())?;
            return Ok(false);
        };
        let mut merged = known.identity();
        merged.merge(&identity.identity());
        let merged = PackedIdentity::new(&merged);
        if merged != known {
            self.games.insert(merged, ())?;
            self.games.remove(known, ());
        }
        Ok(true)
    }
}

/// Returns the compared values of a game, if it is a game by itself.
pub(super) fn packed(identifier: &Identifier, game: &Game) -> Result<Option<PackedIdentity>> {
    Ok(identifier.exact(game)?.as_ref().map(PackedIdentity::new))
}

/// Compared values of the games of a block, without games that were split, and the errors of games that cannot be read.
struct OfBlock {
    /// The number after its last game.
    end: u64,
    /// True if the block begins with the continuation of a game.
    continues: bool,
    found: Vec<PackedIdentity>,
    /// True if the last value belongs to the last game of the block.
    may_be_cut: bool,
    corrupt: Vec<Corruption>,
}

impl OfBlock {
    fn read(reader: &Reader, block: usize, identifier: &Identifier) -> Result<OfBlock> {
        let info = reader.block_info(block);
        let numbers = info.first_game..info.first_game + info.games;
        let mut continues = false;
        let mut found = Vec::new();
        let mut after_last = 0;
        let corrupt = each_game(reader, block, numbers.clone(), &mut |number, game| {
            continues |= game.continued && number == numbers.start;
            if game.continued && number == after_last {
                found.pop();
            }
            let Some(identity) = packed(identifier, game)? else { return Ok(()) };
            after_last = number + 1;
            memory::push(&mut found, identity)
        })?;
        Ok(OfBlock { end: numbers.end, continues, found, may_be_cut: after_last == numbers.end, corrupt })
    }
}

/// Makes the threads of an import look up games in the order of its items.
pub(super) struct Turns<'a> {
    games: Mutex<(Order, Option<&'a mut UniqueGames>)>,
    changed: Condvar,
    identifier: Option<Identifier>,
}

/// The item whose turn it is.
#[derive(Default)]
struct Order {
    next: u64,
    /// Later items that need no turn any more.
    done: BTreeSet<u64>,
}

/// The right of an item to its turn. Dropping it passes the turn on, for example when an import ends early.
pub(super) struct Turn<'t, 'a> {
    turns: &'t Turns<'a>,
    number: u64,
}

impl<'a> Turns<'a> {
    /// Makes the turns of an import that leaves out duplicates of `games`; `None` keeps all games.
    pub(super) fn new(games: Option<&'a mut UniqueGames>) -> Turns<'a> {
        let identifier = games.as_ref().map(|games| games.identifier.clone());
        Turns { games: Mutex::new((Order::default(), games)), changed: Condvar::new(), identifier }
    }

    /// Returns the turn of the item with this number; numbers count from 0 without gaps.
    pub(super) fn of(&self, number: u64) -> Turn<'_, 'a> {
        Turn { turns: self, number }
    }
}

impl Turn<'_, '_> {
    /// Returns the identifier that makes identities of games, if any game can be left out.
    pub(super) fn identifier(&self) -> Option<&Identifier> {
        self.turns.identifier.as_ref()
    }

    /// Waits for all items before this one, and returns for each of its games whether to leave it out. Games without an identity are
    /// always kept.
    pub(super) fn duplicates(self, identities: &[Option<PackedIdentity>]) -> Result<Vec<bool>> {
        let mut state = lock(&self.turns.games);
        while state.0.next != self.number {
            state = self.turns.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let games = state.1.as_mut().expect("the games that gave the identifier");
        let is_duplicate = |identity: &Option<PackedIdentity>| identity.map_or(Ok(false), |id| games.is_duplicate(id));
        memory::all(identities.iter().map(is_duplicate))
    }
}

impl Drop for Turn<'_, '_> {
    fn drop(&mut self) {
        let order = &mut lock(&self.turns.games).0;
        order.done.insert(self.number);
        while order.done.remove(&order.next) {
            order.next += 1;
        }
        self.turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, pack_games};

    /// limits.4: a game that was cut has no duplicates, and neither have its parts.
    #[test]
    fn games_that_were_cut_are_kept() {
        let line = b"[White \"Carlsen, M\"]\n[Black \"Anand\"]\n[Date \"2013.11.10\"]\n\n1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 *";
        let whole = crate::games_from_pgn(line).unwrap().0.remove(0);
        let mut part = Game::new();
        part.continued = true;
        part.set_unparsed(b"more").unwrap();
        for (games, is_known) in
            [(vec![whole.clone()], true), (vec![whole.clone(), part.clone()], false), (vec![part, whole.clone()], true)]
        {
            let reader = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
            let mut unique = UniqueGames::new();
            unique.add_file(&reader, 1, |_| Ok(()), |_| Ok(())).unwrap();
            assert_eq!(unique.add(&whole).unwrap(), !is_known, "{} games", games.len());
        }
    }
}
