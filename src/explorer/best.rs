//! Keeping the largest values.

use std::collections::BTreeSet;

/// The largest of the added values, at most `max`.
pub(super) struct Best<T> {
    max: usize,
    kept: BTreeSet<T>,
}

impl<T: Ord> Best<T> {
    pub(super) fn new(max: usize) -> Best<T> {
        Best { max, kept: BTreeSet::new() }
    }

    pub(super) fn add(&mut self, value: T) {
        let is_full = self.kept.len() >= self.max;
        if is_full && self.kept.first().is_none_or(|least| value < *least) {
            return;
        }
        self.kept.insert(value);
        if is_full {
            self.kept.pop_first();
        }
    }

    /// Returns the values, the largest first.
    pub(super) fn sorted(self) -> impl Iterator<Item = T> {
        self.kept.into_iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_kept() {
        for max in 0..6 {
            let mut best = Best::new(max);
            [3, 9, 1, 7, 5].into_iter().for_each(|value| best.add(value));
            assert_eq!(best.sorted().collect::<Vec<_>>(), [9, 7, 5, 3, 1][..max.min(5)]);
        }
    }
}
