//! Many small values in sorted order, with insertion at any place.

use crate::{Result, memory};

/// Values in ascending order without repetition. An insertion moves a few hundred values at most, at any place, and the memory is hardly
/// larger than the values: they are in many small lists, and only one list grows at a time.
#[derive(Debug, Default)]
pub(super) struct SortedList<T> {
    /// In order; no list is empty.
    lists: Vec<Vec<T>>,
}

/// Maximum number of values of a list; one more splits it.
const MAX_LEN: usize = 512;

/// Number of values by which the memory of a full list grows.
const GROWTH: usize = 32;

impl<T: Copy + Ord> SortedList<T> {
    /// Returns the first value that is not less than `bound`.
    pub(super) fn first_from(&self, bound: &T) -> Option<&T> {
        let list = self.list_of(bound)?;
        let at = self.lists[list].partition_point(|value| value < bound);
        self.lists[list].get(at).or_else(|| self.lists.get(list + 1)?.first())
    }

    /// Adds a value, unless it is already contained.
    pub(super) fn insert(&mut self, value: T) -> Result<()> {
        let Some(list) = self.list_of(&value) else {
            let mut list = Vec::new();
            memory::push(&mut list, value)?;
            return memory::push(&mut self.lists, list);
        };
        let Err(at) = self.lists[list].binary_search(&value) else { return Ok(()) };
        if self.lists[list].len() == MAX_LEN {
            self.divide(list)?;
            return self.insert(value);
        }
        let list = &mut self.lists[list];
        if list.len() == list.capacity() {
            list.try_reserve_exact(GROWTH)?;
        }
        list.insert(at, value);
        Ok(())
    }

    /// Removes a value, if it is contained.
    pub(super) fn remove(&mut self, value: &T) {
        let Some(list) = self.list_of(value) else { return };
        if let Ok(at) = self.lists[list].binary_search(value) {
            self.lists[list].remove(at);
            if self.lists[list].is_empty() {
                self.lists.remove(list);
            }
        }
    }

    /// Returns the list that would contain the value: the last list whose first value is not greater, else the first list.
    fn list_of(&self, value: &T) -> Option<usize> {
        let after = self.lists.partition_point(|list| list[0] <= *value);
        (!self.lists.is_empty()).then(|| after.saturating_sub(1))
    }

    fn divide(&mut self, list: usize) -> Result<()> {
        let (lower, upper) = self.lists[list].split_at(MAX_LEN / 2);
        let lower = memory::copied(lower)?;
        let upper = memory::copied(upper)?;
        self.lists.try_reserve(1)?;
        self.lists[list] = lower;
        self.lists.insert(list + 1, upper);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn it_is_a_set_in_order() {
        let mut list = SortedList::default();
        let mut set = BTreeSet::new();
        let mut random = 1u64;
        for step in 0..30_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Rising, falling, and at any place; more values are removed towards the end.
            let value = [step, 1_000_000 - step, random >> 44, random >> 50][(random >> 60) as usize % 4];
            if step % 5 == 0 || step > 25_000 {
                let at = set.range(value..).next().copied().unwrap_or(value);
                list.remove(&at);
                set.remove(&at);
            } else {
                list.insert(value).unwrap();
                set.insert(value);
            }
            assert_eq!(list.first_from(&(random >> 43)), set.range(random >> 43..).next());
        }
        assert!(list.lists.iter().flatten().eq(&set));
        assert!(list.lists.len() > 10 && list.lists.iter().all(|list| (1..=MAX_LEN).contains(&list.len())));
    }
}
