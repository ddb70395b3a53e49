//! The tree: the moves played next, with their results (`search.7`).

use super::{branches::Branches, last_year::find_last_years};
use crate::{
    Color, Error, ErrorCode, PackedMove, Position, Reader, Result,
    chess::branch::Branch,
    container::GameMeta,
    search::{
        evaluation::{
            collect::{Collect, Replaced, Replay},
            event::SearchObserver,
            run::run,
            verified_entry::VerifiedEntry,
        },
        query::{Query, Target},
        targets::first_match::FirstMatch,
    },
};

/// Counts the moves played next in the games of one or more files. Sorts them by descending number of games, then by UCI text; games that
/// end in the position come last.
///
/// # Errors
///
/// As [`find_each`](crate::search::find_each), and [`ErrorCode::InvalidArgument`] if the target is not a position.
pub fn tree(readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Branch>> {
    let Target::Position(position) = query.target()? else {
        let message =
            "a tree of moves starts from a position, with the side to move, castling rights and en passant square";
        return Err(Error::new(ErrorCode::InvalidArgument, message));
    };
    let mut branches = Branches::default();
    run(readers, query, &CollectBranches { position }, observer, |_, _, of_block: BranchesOfBlock| {
        of_block.branches.values().for_each(|branch| branches.add(branch));
        Ok(())
    })?;
    Ok(branches.sorted())
}

/// Merges trees of one position in different games, for example in files that are not open at the same time. The result is in the order of
/// [`tree`].
pub fn merge_trees(trees: impl IntoIterator<Item = Vec<Branch>>) -> Vec<Branch> {
    let mut branches = Branches::default();
    trees.into_iter().flatten().for_each(|branch| branches.add(&branch));
    branches.sorted()
}

struct CollectBranches<'a> {
    position: &'a Position,
}

#[derive(Default)]
struct BranchesOfBlock {
    /// Game, side to move, and next move of each game without a record.
    matches: Vec<(usize, Color, Option<PackedMove>)>,
    branches: Branches,
}

impl Collect for CollectBranches<'_> {
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

    /// Replays the deleted and replaced games that have the position, and subtracts them from the branches of the entry.
    fn of_segment(
        &self,
        entry: &VerifiedEntry<'_>,
        replay: &Replay<'_, BranchesOfBlock>,
    ) -> Result<Option<BranchesOfBlock>> {
        let mut branches = Branches::default();
        entry.branches().iter().for_each(|branch| branches.add(branch));
        if entry.has_edits() {
            let replay = |games: &[u32]| replay(games).map(|found| found.branches);
            let (kept, edited) = entry.games()?;
            // With so many edited games, a search that replays the unedited games takes less time.
            if edited.len() > kept.len() / 2 {
                return Ok(None);
            }
            let gone = replay(&edited)?;
            if gone.games() != edited.len() as u64 {
                return Ok(None);
            }
            let open = branches.remove(&gone)?;
            if !find_last_years(&mut branches, &open, entry, &kept, self.position, replay)? {
                return Ok(None);
            }
        }
        Ok(Some(BranchesOfBlock { branches, ..BranchesOfBlock::default() }))
    }

    fn add_replacements(&self, of_block: &mut BranchesOfBlock, all: &[Replaced<'_, BranchesOfBlock>]) -> Result<()> {
        let found =
            all.iter().filter(|replaced| replaced.is_first).flat_map(|replaced| replaced.found.branches.values());
        found.for_each(|branch| of_block.branches.add(branch));
        Ok(())
    }

    fn finish(&self, of_block: &mut BranchesOfBlock, reader: &Reader, block: usize) -> Result<()> {
        if of_block.matches.is_empty() {
            return Ok(());
        }
        reader.with_block(block, |header, fetch| {
            let meta = GameMeta::load(header, fetch)?;
            for (game, turn, next) in std::mem::take(&mut of_block.matches) {
                of_block.branches.get(next).count(meta.result(game), meta.rating(game, turn), meta.year(game)?);
            }
            Ok(())
        })
    }
}
