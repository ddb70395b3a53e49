//! The tree: the moves played next, with their results (`search.7`).

use std::{cmp::Reverse, collections::BTreeMap};

use shakmaty::{Color, Position};

use super::{
    collect::{Collect, Replaced},
    event::SearchObserver,
    first_match::FirstMatch,
    query::{Query, Target},
    run::run,
    verified_entry::VerifiedEntry,
};
use crate::{Error, ErrorCode, PackedMove, Reader, Result, chess::branch::Branch, container::GameMeta};

/// The moves played next in the games of one file or several, those of most games first, then by their UCI text; games that end in
/// the position come last.
///
/// # Errors
///
/// As [`find_each`](super::find_each), and [`ErrorCode::InvalidArgument`] for another target than a position.
pub fn tree(readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Branch>> {
    if !matches!(query.target()?, Target::Position(_)) {
        return Err(Error::new(ErrorCode::InvalidArgument, "a tree of moves starts from a position"));
    }
    let mut branches = Branches::default();
    run(readers, query, &CollectBranches, observer, |_, _, of_block: BranchesOfBlock| {
        of_block.branches.values().for_each(|branch| branches.get(branch.next_move).add(branch));
        Ok(())
    })?;
    Ok(branches.sorted())
}

/// The trees of one position in different games as one, in the order of [`tree`]: of files that are not open at the same time, for
/// example.
pub fn merge_trees(trees: impl IntoIterator<Item = Vec<Branch>>) -> Vec<Branch> {
    let mut branches = Branches::default();
    trees.into_iter().flatten().for_each(|branch| branches.get(branch.next_move).add(&branch));
    branches.sorted()
}

/// Branches by move.
#[derive(Default)]
struct Branches(BTreeMap<Option<PackedMove>, Branch>);

impl Branches {
    fn get(&mut self, next: Option<PackedMove>) -> &mut Branch {
        self.0.entry(next).or_insert_with(|| Branch::new(next))
    }

    fn values(&self) -> impl Iterator<Item = &Branch> {
        self.0.values()
    }

    fn sorted(self) -> Vec<Branch> {
        let mut branches: Vec<Branch> = self.0.into_values().collect();
        let order = |b: &Branch| (b.next_move.is_none(), Reverse(b.games), b.next_move.map(|next| next.to_string()));
        branches.sort_by_cached_key(order);
        branches
    }
}

struct CollectBranches;

#[derive(Default)]
struct BranchesOfBlock {
    /// Game, side to move, and the next move, of games without a record.
    matches: Vec<(usize, Color, Option<PackedMove>)>,
    branches: Branches,
}

impl Collect for CollectBranches {
    type OfBlock = BranchesOfBlock;

    fn reserve(&self, of_block: &mut BranchesOfBlock, games: usize) -> Result<()> {
        Ok(of_block.matches.try_reserve(games)?)
    }

    fn add(&self, of_block: &mut BranchesOfBlock, found: &FirstMatch<'_>) {
        let first = found.start.map_or(Color::White, Position::turn);
        let turn = if found.ply.is_multiple_of(2) { first } else { !first };
        match found.record {
            None => of_block.matches.push((found.game, turn, found.next)),
            Some(record) => {
                let rating = record.rating(turn.is_black().into());
                of_block.branches.get(found.next).count(record.result(), rating, record.year());
            }
        }
    }

    fn add_entry(&self, of_block: &mut BranchesOfBlock, entry: &VerifiedEntry<'_>) -> Result<bool> {
        entry.branches().iter().for_each(|branch| of_block.branches.get(branch.next_move).add(branch));
        Ok(true)
    }

    fn add_replacements(
        &self,
        of_block: &mut BranchesOfBlock,
        found: &BranchesOfBlock,
        replaced: &Replaced<'_>,
    ) -> Result<()> {
        let found = found.branches.values().filter(|_| replaced.is_first);
        found.for_each(|branch| of_block.branches.get(branch.next_move).add(branch));
        Ok(())
    }

    fn finish(&self, of_block: &mut BranchesOfBlock, reader: &Reader, block: usize) -> Result<()> {
        if of_block.matches.is_empty() {
            return Ok(());
        }
        let meta = reader.with_block(block, GameMeta::load)?;
        for (game, turn, next) in std::mem::take(&mut of_block.matches) {
            of_block.branches.get(next).count(meta.result(game), meta.rating(game, turn), meta.year(game));
        }
        Ok(())
    }
}
