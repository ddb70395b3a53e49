//! Finding and counting games.

use super::{
    collect::{Collect, Replaced},
    event::SearchObserver,
    first_match::FirstMatch,
    hit::{Hit, MaxHits},
    query::Query,
    run::run,
    verified_entry::VerifiedEntry,
};
use crate::{Reader, Result, memory};

/// Finds games in one file or several: `each` is called with the hits, in the order of files and games, several at a time.
///
/// # Errors
///
/// [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) for a query without a target;
/// [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded) for conditions that are nested more than 64 deep; errors of `each`
/// and of `observer`. Games that are corrupt are passed to `observer`, which decides: [`strict`](super::strict) fails.
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

/// Finds games in one file or several, in the order of files and games.
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

/// Counts games: faster than finding them where an index has the number. Counts all, whatever [`Query::max_hits`] is.
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

    fn add_entry(&self, of_block: &mut u64, entry: &VerifiedEntry<'_>) -> Result<bool> {
        *of_block += entry.count();
        Ok(true)
    }

    fn add_replacements(&self, of_block: &mut u64, found: &u64, replaced: &Replaced<'_>) -> Result<()> {
        *of_block += if replaced.is_first { *found } else { 0 };
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

    fn add_entry(&self, of_block: &mut Self::OfBlock, entry: &VerifiedEntry<'_>) -> Result<bool> {
        memory::append(of_block, &entry.occurrences()?)?;
        Ok(true)
    }

    fn add_replacements(
        &self,
        of_block: &mut Self::OfBlock,
        found: &Self::OfBlock,
        replaced: &Replaced<'_>,
    ) -> Result<()> {
        let found =
            found.iter().filter_map(|(place, ply)| Some((*replaced.games.get(&(*place as usize))? as u32, *ply)));
        memory::append(of_block, &memory::collected(found)?)?;
        of_block.sort_unstable();
        Ok(())
    }
}
