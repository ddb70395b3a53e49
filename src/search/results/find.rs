//! Finding and counting games.

use super::hit::{Hit, MaxHits};
use crate::{
    Reader, Result, memory,
    search::{
        evaluation::{
            collect::{ByBlock, Collect, Replaced, Replay},
            event::SearchObserver,
            run::run,
            verified_entry::VerifiedEntry,
        },
        query::Query,
        targets::first_match::FirstMatch,
    },
};

/// Finds games in one or more files. Calls `each` with several hits at a time, in the order of files and games.
///
/// # Errors
///
/// [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) for a query without a target;
/// [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded) and
/// [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) as [`Condition::check`](crate::search::Condition::check); errors of `each` and
/// of `observer`. `observer` gets corrupt games and decides whether to fail: [`strict`](crate::search::strict) does.
pub fn find_each(
    readers: &[&Reader],
    query: &Query,
    mut each: impl FnMut(&[Hit]) -> Result<()>,
    observer: &mut SearchObserver<'_>,
) -> Result<()> {
    let mut max = MaxHits::new(query.max_hits);
    let searched = run(readers, query, &CollectHits, observer, |file, first_game, of_block: Vec<(u32, u32)>| {
        let hit = |(game, ply)| Hit { file: file as u32, game: first_game + u64::from(game), ply };
        let hits = max.take(of_block.into_iter().map(hit))?;
        if !hits.is_empty() {
            each(&hits)?;
        }
        max.end_if_reached()
    });
    max.outcome(searched)
}

/// Finds games in one or more files, in the order of files and games.
///
/// # Errors
///
/// As [`find_each`].
pub fn find(readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    let each = |hits: &[Hit]| memory::append(&mut found, hits);
    find_each(readers, query, each, observer)?;
    Ok(found)
}

/// Counts games. Faster than finding them if an index contains the number. Ignores [`Query::max_hits`].
///
/// # Errors
///
/// As [`find_each`].
pub fn count(readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<u64> {
    let mut total = 0;
    run(readers, query, &CountHits, observer, |_, _, of_block: u64| {
        total += of_block;
        Ok(())
    })?;
    Ok(total)
}

struct CountHits;

impl Collect for CountHits {
    type OfBlock = u64;

    fn add(&self, of_block: &mut u64, _: &FirstMatch<'_>) {
        *of_block += 1;
    }

    fn of_segment(&self, entry: &VerifiedEntry<'_>, _: &Replay<'_, u64>) -> Result<Option<u64>> {
        entry.count().map(Some)
    }

    fn by_block(&self, entry: &VerifiedEntry<'_>) -> Result<Option<ByBlock<u64>>> {
        let blocks = entry.occurrences_by_block()?;
        let counts = memory::collected(blocks.iter().map(|games| games.len() as u64))?;
        Ok(Some((counts, Vec::new())))
    }

    fn add_replacements(&self, of_block: &mut u64, all: &[Replaced<'_, u64>]) -> Result<()> {
        *of_block += all.iter().filter(|replaced| replaced.is_first).map(|replaced| replaced.found).sum::<u64>();
        Ok(())
    }
}

struct CollectHits;

impl Collect for CollectHits {
    /// Games and plies.
    type OfBlock = Vec<(u32, u32)>;

    fn reserve(&self, of_block: &mut Self::OfBlock, games: usize) -> Result<()> {
        Ok(of_block.try_reserve(games)?)
    }

    fn add(&self, of_block: &mut Self::OfBlock, found: &FirstMatch<'_>) {
        of_block.push((found.game as u32, found.ply));
    }

    fn by_block(&self, entry: &VerifiedEntry<'_>) -> Result<Option<ByBlock<Self::OfBlock>>> {
        Ok(Some((entry.occurrences_by_block()?, Vec::new())))
    }

    fn add_replacements(&self, of_block: &mut Self::OfBlock, all: &[Replaced<'_, Self::OfBlock>]) -> Result<()> {
        add_replaced(of_block, all)
    }
}

/// Merges the results from replacements into `games`, in the order of the games that they replace.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
pub(super) fn add_replaced<T: Copy + Ord>(
    games: &mut Vec<(u32, T)>,
    all: &[Replaced<'_, Vec<(u32, T)>>],
) -> Result<()> {
    let mut replaced = Vec::new();
    for Replaced { found, games, .. } in all {
        for (place, game) in games {
            if let Ok(index) = found.binary_search_by_key(&(*place as u32), |(place, _)| *place) {
                memory::push(&mut replaced, (*game as u32, found[index].1))?;
            }
        }
    }
    replaced.sort_unstable();
    merge(games, &replaced)
}

/// Merges hits into others. Both are in order, and so is the result.
fn merge<T: Copy + Ord>(hits: &mut Vec<(u32, T)>, more: &[(u32, T)]) -> Result<()> {
    let mut end = hits.len();
    hits.try_reserve_exact(more.len())?;
    hits.extend_from_slice(more);
    for (before, hit) in more.iter().enumerate().rev() {
        let start = hits[..end].partition_point(|other| other < hit);
        hits.copy_within(start..end, start + before + 1);
        hits[start + before] = *hit;
        end = start;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_hits_are_in_order() {
        for (a, b) in [(vec![], vec![3]), (vec![1, 2], vec![]), (vec![2, 5, 6, 9], vec![1, 3, 4, 7, 10])] {
            let hits = |games: &[u32]| games.iter().map(|game| (*game, game * game)).collect::<Vec<_>>();
            let mut merged = hits(&a);
            merge(&mut merged, &hits(&b)).unwrap();
            let mut expected = [hits(&a), hits(&b)].concat();
            expected.sort_unstable();
            assert_eq!(merged, expected);
        }
    }
}
