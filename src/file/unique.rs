//! Leaving games out of an import that are in the file already.

use std::{
    collections::BTreeSet,
    sync::{Condvar, Mutex, PoisonError},
};

use super::each_game::each_game;
use crate::{
    Corruption, Reader, Result,
    chess::identity::{Identifier, Identity, NameRest, PartialDate},
    lock::lock,
    memory, parallel,
};

/// The games that [`import_unique`](crate::import_unique) leaves out when they come again. The rule is that of exact duplicates, see
/// [`search::duplicates`](crate::search::duplicates).
///
/// Memory: at most 30 bytes a game, and 100 KB.
#[derive(Debug)]
pub struct UniqueGames {
    identifier: Identifier,
    /// By the first bits of their keys; in the order of keys, and of those with equal ones, in the order in which they came.
    shards: Vec<Vec<Stored>>,
}

/// How many lists there are: an insertion moves half of one.
const SHARDS: usize = 1 << 12;

/// An [`Identity`] in 28 bytes, of which a hash of 48 bits is left beside the 64 bits of its key.
#[derive(Debug, Clone, Copy)]
struct Stored([u32; 7]);

impl Stored {
    fn new(identity: &Identity) -> Stored {
        let Identity { key, check, date, names: [white, black] } = identity;
        let date = u32::from(date.year) << 9 | u32::from(date.month) << 5 | u32::from(date.day);
        // 24 bits each, with 8 bits of the date and of the other hash above them.
        let (high, low) = ((key >> 32) as u32, *key as u32);
        let [d0, d1, d2] = [0, 8, 16].map(|shift| (date >> shift & 0xFF) << 24);
        let check_byte = (*check as u32 & 0xFF) << 24;
        Stored([
            high,
            low,
            (check >> 32) as u32,
            white.surname | d0,
            white.given | d1,
            black.surname | d2,
            black.given | check_byte,
        ])
    }

    fn key(&self) -> u64 {
        u64::from(self.0[0]) << 32 | u64::from(self.0[1])
    }

    fn identity(&self) -> Identity {
        let Stored([_, _, check, a, b, c, d]) = *self;
        let date = (a >> 24) | (b >> 24) << 8 | (c >> 24) << 16;
        let date = PartialDate { year: (date >> 9) as u16, month: (date >> 5 & 15) as u8, day: (date & 31) as u8 };
        let rest = |surname, given| NameRest { surname: surname & 0xFF_FFFF, given: given & 0xFF_FFFF };
        let check = u64::from(check) << 32 | u64::from(d >> 24);
        Identity { key: self.key(), check, date, names: [rest(a, b), rest(c, d)] }
    }
}

impl UniqueGames {
    /// No games.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
    pub fn new() -> Result<UniqueGames> {
        let shards = memory::collected((0..SHARDS).map(|_| Vec::new()))?;
        Ok(UniqueGames { identifier: Identifier::default(), shards })
    }

    /// Adds the games of a file, using `threads` threads beside the calling one. Games that cannot be read are passed to `on_corruption`:
    /// nothing is left out because of them.
    ///
    /// # Errors
    ///
    /// Those of `on_corruption`, and [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
    pub fn add_file(
        &mut self,
        reader: &Reader,
        threads: usize,
        mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
    ) -> Result<()> {
        let identifier = self.identifier.clone();
        let mut blocks = 0..reader.blocks().len();
        parallel::in_order(
            threads,
            || Ok(blocks.next()),
            |block| identities_of_block(reader, block, &identifier),
            |(found, corrupt)| {
                found.iter().try_for_each(|identity| self.is_duplicate(identity).map(drop))?;
                corrupt.iter().try_for_each(&mut on_corruption)
            },
        )
    }

    /// Whether a game is a duplicate of one that was added before; otherwise it is added.
    fn is_duplicate(&mut self, identity: &Identity) -> Result<bool> {
        let stored = Stored::new(identity);
        // As much of it as is stored.
        let identity = stored.identity();
        let shard = &mut self.shards[(identity.key >> (64 - SHARDS.trailing_zeros())) as usize];
        let start = shard.partition_point(|other| other.key() < identity.key);
        let end = start + shard[start..].iter().take_while(|other| other.key() == identity.key).count();
        for other in &mut shard[start..end] {
            let mut known = other.identity();
            if known.agrees(&identity) {
                known.merge(&identity);
                *other = Stored::new(&known);
                return Ok(true);
            }
        }
        if shard.len() == shard.capacity() {
            shard.try_reserve_exact(shard.len() / 16 + 4)?;
        }
        shard.insert(end, stored);
        Ok(false)
    }
}

/// What is compared of the games of a block, and what of it cannot be read.
fn identities_of_block(
    reader: &Reader,
    block: usize,
    identifier: &Identifier,
) -> Result<(Vec<Identity>, Vec<Corruption>)> {
    let info = reader.block_info(block);
    let mut found: Vec<Identity> = Vec::new();
    let corrupt =
        each_game(reader, block, info.first_game..info.first_game + info.games, &mut |_, game| match identifier
            .exact(game)?
        {
            Some(identity) => memory::push(&mut found, identity),
            None => Ok(()),
        })?;
    Ok((found, corrupt))
}

/// The games of an import that are looked up in the order of its items, though several threads work on these.
pub(super) struct Turns<'a> {
    games: Mutex<(Order, Option<&'a mut UniqueGames>)>,
    changed: Condvar,
    identifier: Option<Identifier>,
}

/// Whose turn it is.
#[derive(Default)]
struct Order {
    next: u64,
    /// Items after that one which need none any more.
    done: BTreeSet<u64>,
}

/// The right of an item to its turn. Dropping it, as is done when an import ends early, passes the turn on.
pub(super) struct Turn<'t, 'a> {
    turns: &'t Turns<'a>,
    number: u64,
}

impl<'a> Turns<'a> {
    /// Of an import that leaves out these games; without any, all are kept.
    pub(super) fn new(games: Option<&'a mut UniqueGames>) -> Turns<'a> {
        let identifier = games.as_ref().map(|games| games.identifier.clone());
        Turns { games: Mutex::new((Order::default(), games)), changed: Condvar::new(), identifier }
    }

    /// The turn of the item with this number; they are counted from 0 without gaps.
    pub(super) fn of(&self, number: u64) -> Turn<'_, 'a> {
        Turn { turns: self, number }
    }
}

impl Turn<'_, '_> {
    /// Makes identities of games, if any are to be left out.
    pub(super) fn identifier(&self) -> Option<&Identifier> {
        self.turns.identifier.as_ref()
    }

    /// Waits for all items before this one, and returns for each of its games whether it is to be left out. Those without an identity
    /// never are.
    pub(super) fn duplicates(self, identities: &[Option<Identity>]) -> Result<Vec<bool>> {
        let mut state = lock(&self.turns.games);
        while state.0.next != self.number {
            state = self.turns.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let Some(games) = &mut state.1 else { return memory::filled(false, identities.len()) };
        let is_duplicate = |identity: &Option<Identity>| identity.map_or(Ok(false), |id| games.is_duplicate(&id));
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
