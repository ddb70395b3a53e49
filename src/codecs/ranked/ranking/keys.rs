//! The moves of a position as numbers that sort by rank.

/// The capacity for keys: no position has this many moves (`arith.2`).
const CAPACITY: usize = 2048;
/// Keys are examined in groups of this size, which fit the vectors of most processors.
const GROUP: usize = 16;

/// One key per move: it sorts by descending score, then in canonical order.
#[derive(Debug, Clone)]
pub struct Keys {
    /// After the last key, the rest of its group is `i32::MAX`, which is not a key.
    keys: Box<[i32; CAPACITY]>,
    count: usize,
}

impl Default for Keys {
    fn default() -> Keys {
        Keys { keys: vec![0; CAPACITY].try_into().expect("space for all keys"), count: 0 }
    }
}

impl Keys {
    pub fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    pub fn push(&mut self, key: i32) {
        self.keys[self.count % CAPACITY] = key;
        self.count += 1;
    }

    /// Must be called after the last [`Keys::push`].
    #[inline(always)]
    pub fn finish(&mut self) {
        self.keys[self.count..][..GROUP].fill(i32::MAX);
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The keys, in any order.
    #[inline(always)]
    pub fn as_slice(&self) -> &[i32] {
        &self.keys[..self.count]
    }

    #[inline(always)]
    fn groups(&self) -> &[[i32; GROUP]] {
        self.keys[..self.count.next_multiple_of(GROUP)].as_chunks().0
    }

    /// Returns the lowest key that is at least `min`; `i32::MAX` if there is none.
    #[inline(always)]
    pub fn lowest_from(&self, min: i32) -> i32 {
        let mut lowest = [i32::MAX; GROUP];
        for group in self.groups() {
            for (lowest, key) in lowest.iter_mut().zip(group) {
                *lowest = (*lowest).min(if *key >= min { *key } else { i32::MAX });
            }
        }
        lowest.into_iter().fold(i32::MAX, i32::min)
    }

    /// Returns the number of lower keys.
    #[inline(always)]
    pub fn count_below(&self, key: i32) -> usize {
        let mut counts = [0; GROUP];
        for group in self.groups() {
            for (count, other) in counts.iter_mut().zip(group) {
                *count += i32::from(*other < key);
            }
        }
        counts.into_iter().sum::<i32>() as usize
    }

    /// Returns the key with these low 16 bits, if any.
    #[inline(always)]
    pub fn with_low_bits(&self, low: u16) -> Option<i32> {
        let mut keys = [0; GROUP];
        let mut found = [0; GROUP];
        for group in self.groups() {
            for i in 0..GROUP {
                let matches = -i32::from(group[i] as u16 == low);
                keys[i] |= group[i] & matches;
                found[i] |= matches;
            }
        }
        let all = |numbers: [i32; GROUP]| numbers.into_iter().fold(0, |all, number| all | number);
        (all(found) != 0).then(|| all(keys))
    }
}
