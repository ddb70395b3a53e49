//! A set of games that finds the games that agree with a given game.

use super::{
    Identity,
    details::{BITS, DETAILS, agree},
    sorted::SortedList,
};
use crate::Result;

/// Identities for exact duplicates, each with a value.
#[derive(Debug, Default)]
pub struct KnownGames<V> {
    games: SortedList<(PackedIdentity, V)>,
}

/// Maximum number of places examined for a game. A game that first differs from this many games in rounds or times, which some of them
/// lack, counts as another game.
const MAX_STEPS: usize = 1 << 10;

impl<V: Copy + Ord + Default> KnownGames<V> {
    /// Adds a game.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn insert(&mut self, game: PackedIdentity, value: V) -> Result<()> {
        self.games.insert((game, value))
    }

    /// Removes a game that was added with this identity and value.
    pub fn remove(&mut self, game: PackedIdentity, value: V) {
        self.games.remove(&(game, value));
    }

    /// Passes the games that agree with this one to `is_enough`, with their values, until it returns `true`. The order is always the same.
    /// Returns the number of places examined.
    pub fn find(&self, wanted: &PackedIdentity, mut is_enough: impl FnMut(PackedIdentity, V) -> bool) -> usize {
        let mut bound = wanted.without_details();
        for step in 1..=MAX_STEPS {
            let found = self.games.first_from(&(bound, V::default()));
            let Some((game, value)) = found.filter(|(game, _)| game.has_key_of(wanted)) else { return step };
            if wanted.first_difference(game).is_none() && is_enough(*game, *value) {
                return step;
            }
            match game.next_that_may_agree(wanted) {
                Some(next) => bound = next,
                None => return step,
            }
        }
        MAX_STEPS
    }
}

/// An [`Identity`] in 28 bytes: 64 bits of its key, 24 bits of the check hash, and the details, from the highest bit on. These numbers
/// define the order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackedIdentity([u32; 7]);

/// Start of the details: the end of the check hash.
const CHECK_END: u32 = 64 + 24;

impl PackedIdentity {
    /// Packs an identity.
    pub fn new(identity: &Identity) -> PackedIdentity {
        let mut packed = PackedIdentity::default();
        packed.put(32, 32, (identity.key >> 32) as u32);
        packed.put(64, 32, identity.key as u32);
        packed.put(CHECK_END, CHECK_END - 64, identity.check as u32 & ((1 << (CHECK_END - 64)) - 1));
        fields().for_each(|(index, end)| packed.put(end, BITS[index], identity.details.values[index]));
        packed
    }

    /// Unpacks the identity.
    pub fn identity(&self) -> Identity {
        let mut identity = Identity {
            key: u64::from(self.0[0]) << 32 | u64::from(self.0[1]),
            check: self.get(CHECK_END, CHECK_END - 64).into(),
            ..Identity::default()
        };
        fields().for_each(|(index, end)| identity.details.values[index] = self.get(end, BITS[index]));
        identity
    }

    fn without_details(mut self) -> PackedIdentity {
        self.clear_from(CHECK_END);
        self
    }

    fn has_key_of(&self, other: &PackedIdentity) -> bool {
        self.0[..2] == other.0[..2] && self.get(CHECK_END, CHECK_END - 64) == other.get(CHECK_END, CHECK_END - 64)
    }

    /// Returns the first detail that is known for both and differs, and its end.
    fn first_difference(&self, other: &PackedIdentity) -> Option<(usize, u32)> {
        fields().find(|(index, end)| !agree(self.get(*end, BITS[*index]), other.get(*end, BITS[*index])))
    }

    /// Returns a number above this one, such that no number between them agrees with `wanted`. Skips all numbers with the same bits up to
    /// the first differing detail, or all values of this detail below the wanted one.
    fn next_that_may_agree(&self, wanted: &PackedIdentity) -> Option<PackedIdentity> {
        let mut next = *self;
        let Some((index, end)) = self.first_difference(wanted) else { return next.up(END).then_some(next) };
        let value = wanted.get(end, BITS[index]);
        next.clear_from(end - BITS[index]);
        if self.get(end, BITS[index]) < value {
            next.put(end, BITS[index], value);
            return Some(next);
        }
        next.up(end - BITS[index]).then_some(next)
    }

    /// Adds one to the number that ends at this bit; returns `false` if it is the highest number.
    fn up(&mut self, end: u32) -> bool {
        let mut carry = 1u32 << (31 - (end - 1) % 32);
        for word in self.0[..=(end as usize - 1) / 32].iter_mut().rev() {
            let overflows;
            (*word, overflows) = word.overflowing_add(carry);
            if !overflows {
                return true;
            }
            carry = 1;
        }
        false
    }

    /// Returns the number in the given count of bits before this bit.
    fn get(&self, end: u32, bits: u32) -> u32 {
        let last = (end as usize - 1) / 32;
        let before = if last > 0 { self.0[last - 1] } else { 0 };
        let both = u64::from(before) << 32 | u64::from(self.0[last]);
        (both >> (31 - (end - 1) % 32)) as u32 & (u32::MAX >> (32 - bits))
    }

    /// Stores a number in bits that are 0.
    fn put(&mut self, end: u32, bits: u32, value: u32) {
        debug_assert!(bits == 32 || value < 1 << bits);
        let last = (end as usize - 1) / 32;
        let both = u64::from(value) << (31 - (end - 1) % 32);
        self.0[last] |= both as u32;
        if last > 0 {
            self.0[last - 1] |= (both >> 32) as u32;
        }
    }

    /// Clears all bits from this one on.
    fn clear_from(&mut self, start: u32) {
        let word = start as usize / 32;
        if word < self.0.len() {
            self.0[word] &= !(u32::MAX >> (start % 32));
            self.0[word + 1..].fill(0);
        }
    }
}

/// End of the last detail.
const END: u32 = 32 * 7;

/// Iterates over the details, each with the bit after its last.
fn fields() -> impl Iterator<Item = (usize, u32)> {
    BITS[..DETAILS].iter().enumerate().scan(CHECK_END, |end, (index, bits)| {
        *end += bits;
        Some((index, *end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::identity::details::Details;

    /// Month, day, time, round, part, result, and names.
    fn identity(key: u64, values: [u32; DETAILS]) -> Identity {
        Identity { key, check: 0xAB_CDEF, details: Details { values, ..Details::default() } }
    }

    /// Adds or finds a game as an import does. Returns whether it was found, and the number of steps.
    fn add(games: &mut KnownGames<()>, identity: &Identity) -> (bool, usize) {
        let mut found = None;
        let packed = PackedIdentity::new(identity);
        let steps = games.find(&packed, |game, ()| found.replace(game).is_none());
        let mut merged = found.unwrap_or(packed).identity();
        merged.merge(identity);
        found.iter().for_each(|known| games.remove(*known, ()));
        games.insert(PackedIdentity::new(&merged), ()).unwrap();
        (found.is_some(), steps)
    }

    #[test]
    fn packed_is_what_was_put_in() {
        let full = BITS.map(|bits| (1 << bits) - 1);
        for values in
            [full, [0; DETAILS], [12, 31, 0, 700, 0, 3, 0xABCDE, 0, 1, 0xF_FFFF], [0, 1, 86_400, 0, 9, 0, 1, 2, 3, 4]]
        {
            for key in [0, u64::MAX, 0x0123_4567_89AB_CDEF] {
                let identity = identity(key, values);
                assert_eq!(PackedIdentity::new(&identity).identity(), identity);
            }
        }
        assert_eq!(size_of::<PackedIdentity>(), 28);
        assert_eq!(fields().last(), Some((DETAILS - 1, END)));
    }

    /// With few values for all details, and many for some, the search finds exactly the games that agree.
    #[test]
    fn exactly_those_that_agree_are_found() {
        let mut random = 7u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((random >> 33) % below) as u32
        };
        let mut games = KnownGames::default();
        let mut list = Vec::<Identity>::new();
        let mut hits = 0;
        for number in 0..3000 {
            let values = BITS.map(|bits| if next(3) == 0 { 0 } else { ((1 << bits) - 1 - next(3)).max(1) });
            let identity = identity(u64::MAX - u64::from(next(2)), values);
            let mut found = Vec::new();
            let packed = PackedIdentity::new(&identity);
            games.find(&packed, |game, value| {
                found.push((game, value));
                false
            });
            let agree = |other: &&Identity| other.key == identity.key && other.agrees(&identity);
            let mut expected: Vec<Identity> = list.iter().filter(agree).copied().collect();
            let mut found_games: Vec<Identity> = found.iter().map(|(game, _)| game.identity()).collect();
            hits += found.len();
            expected.sort_by_key(PackedIdentity::new);
            found_games.sort_by_key(PackedIdentity::new);
            assert_eq!(found_games, expected, "{number}");
            if number % 10 == 0 && !list.contains(&identity) {
                games.insert(packed, number).unwrap();
                list.push(identity);
            }
        }
        assert!(hits > 1000, "{hits}");
    }

    /// The work per game, with many games that are equal except for one detail or several.
    #[test]
    fn work_grows_with_the_number_of_games_alone() {
        let all = |count: u32, values: &dyn Fn(u32) -> [u32; DETAILS]| -> (usize, u32) {
            let mut games = KnownGames::default();
            let added = (0..count).map(|number| add(&mut games, &identity(1, values(number))));
            added.fold((0, 0), |(steps, new), (found, more)| (steps + more, new + u32::from(!found)))
        };
        // Dates, which run out after 372 games; times, rounds, names; some with other details unknown.
        let (steps, new) = all(60_000, &|n| [1 + n % 12, 1 + n / 12 % 31, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert!(new == 372 && steps < 4 * 60_000, "{steps}");
        for at in [2, 3, 6, 9] {
            let value = |n: u32| 1 + n * 7919 % 65_521;
            let (steps, new) = all(60_000, &|n| std::array::from_fn(|index| if index == at { value(n) } else { 0 }));
            assert!(new == 60_000 && steps < 4 * 60_000, "{at}: {steps}");
        }
        let (steps, new) = all(60_000, &|n| [n % 13, n % 32, 1 + n % 50_000, n % 60_001, 0, n % 4, 1, n % 3, 1, 1]);
        assert!(new > 1000 && steps < 40 * 60_000, "{new}: {steps}");
        // The worst case: half of the games lack the time that the others have, and all rounds differ.
        let (steps, new) = all(20_000, &|n| [1, 1, if n < 10_000 { 1 + n } else { 0 }, 1 + n, 0, 0, 0, 0, 0, 0]);
        assert!(new == 20_000 && steps <= 10_000 * (MAX_STEPS + 4), "{new}: {steps}");
    }
}
