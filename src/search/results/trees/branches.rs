//! Branches of a tree, by move (`search.7`).

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{PackedMove, Result, chess::branch::Branch, search::evaluation::verified_entry::wrong_count};

/// Branches by move.
#[derive(Default)]
pub(super) struct Branches(BTreeMap<Option<PackedMove>, Branch>);

impl Branches {
    /// The branch of a move, which may be a new one.
    pub(super) fn get(&mut self, next: Option<PackedMove>) -> &mut Branch {
        self.0.entry(next).or_insert_with(|| Branch::new(next))
    }

    /// The branches, in the order of moves.
    pub(super) fn values(&self) -> impl Iterator<Item = &Branch> {
        self.0.values()
    }

    /// Returns the number of their games.
    pub(super) fn games(&self) -> u64 {
        self.values().map(|branch| branch.games).sum()
    }

    /// Adds a branch to the branch of the same move.
    pub(super) fn add(&mut self, branch: &Branch) {
        self.get(branch.next_move).add(branch);
    }

    /// Subtracts games that these branches contain. Leaves the last years unchanged, and returns the moves whose last year may now be too
    /// high.
    ///
    /// Errors: [`crate::ErrorCode::SectionMalformed`] if these branches do not contain the games.
    pub(super) fn remove(&mut self, gone: &Branches) -> Result<Vec<Option<PackedMove>>> {
        let mut open = Vec::new();
        for branch in gone.values() {
            let next = branch.next_move;
            let left = self.0.get(&next).and_then(|all| all.without(branch)).ok_or_else(wrong_count)?;
            if left.games == 0 {
                self.0.remove(&next);
                continue;
            }
            if left.last_year > 0 && left.last_year == branch.last_year {
                open.push(next);
            }
            self.0.insert(next, left);
        }
        Ok(open)
    }

    /// Sorts by descending number of games, then by UCI text; games that end in the position come last.
    pub(super) fn sorted(self) -> Vec<Branch> {
        let mut branches: Vec<Branch> = self.0.into_values().collect();
        let order = |b: &Branch| (b.next_move.is_none(), Reverse(b.games), b.next_move.map(|next| next.to_string()));
        branches.sort_by_cached_key(order);
        branches
    }
}
