//! Games by opening.

use std::{cmp::Reverse, collections::HashMap};

use super::scores::Counts;
use crate::{Result, memory};

/// A code, if known, and a name, which is empty if unknown.
type Opening = (Option<[u8; 3]>, Vec<u8>);

/// Games by opening code and name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Openings<T> {
    /// Counts by the code and name in the tags.
    counts: HashMap<Opening, T>,
}

/// The games of one opening.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpeningCounts<T> {
    /// The first three bytes of the tag `ECO`, if they are a code from `A00` to `E99`.
    pub eco: Option<[u8; 3]>,
    /// The most frequent value of the tag `Opening` in these games, as stored. Games without a code are grouped by this tag.
    pub name: Option<Vec<u8>>,
    /// The games.
    pub counts: T,
}

impl<T: Counts> Openings<T> {
    /// Adds games of one code and name; an unknown name is empty.
    pub(super) fn add(&mut self, eco: Option<[u8; 3]>, name: &[u8], counts: &T) -> Result<()> {
        self.counts.try_reserve(1)?;
        self.counts.entry((eco, memory::copied(name)?)).or_default().add(counts);
        Ok(())
    }

    /// Adds all games of `other`.
    pub(super) fn merge(&mut self, other: Openings<T>) -> Result<()> {
        self.counts.try_reserve(other.counts.len())?;
        other.counts.into_iter().for_each(|(opening, counts)| self.counts.entry(opening).or_default().add(&counts));
        Ok(())
    }

    /// Returns the openings by descending number of games, then by code and name. Games without code and name form one row.
    pub(super) fn rows(&self) -> Vec<OpeningCounts<T>> {
        let mut pairs: Vec<_> = self.counts.iter().collect();
        // For each code, the most frequent name comes first, and the empty name last.
        pairs.sort_unstable_by_key(|((eco, name), counts)| (*eco, name.is_empty(), Reverse(counts.all_games()), name));
        let is_same = |a: &(&Opening, &T), b: &(&Opening, &T)| a.0.0 == b.0.0 && (a.0.0.is_some() || a.0.1 == b.0.1);
        let mut rows: Vec<OpeningCounts<T>> = pairs.chunk_by(is_same).map(opening).collect();
        rows.sort_by_key(|row| (Reverse(row.counts.all_games()), row.eco.is_none(), row.name.is_none()));
        rows
    }
}

/// Returns the games of one opening, with the name in the first pair.
fn opening<T: Counts>(pairs: &[(&Opening, &T)]) -> OpeningCounts<T> {
    let (eco, name) = pairs[0].0;
    let mut counts = T::default();
    pairs.iter().for_each(|(_, of_name)| counts.add(of_name));
    OpeningCounts { eco: *eco, name: (!name.is_empty()).then(|| name.clone()), counts }
}
