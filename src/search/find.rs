//! Finding and counting games.

use super::{collect::Collect, event::SearchObserver, first_match::FirstMatch, query::Query, run::run};
use crate::{Error, ErrorCode, Reader, Result, index::Entry, memory};

/// A game with a position that matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hit {
    /// The number of the game; the first is 0.
    pub game: u64,
    /// Plies from the start of the game to its first match.
    pub ply: u32,
}

/// Finds games: `each` is called with the hits, in order, several at a time.
///
/// # Errors
///
/// [`ErrorCode::WrongState`] for a query without a target; errors of `each` and of `observer`. Corruption is reported to
/// `observer`, and is no error.
pub fn find_each(
    reader: &Reader,
    query: &Query,
    mut each: impl FnMut(&[Hit]) -> Result<()>,
    observer: &mut SearchObserver<'_>,
) -> Result<()> {
    let mut left = query.max_hits;
    let searched = run(reader, query, &CollectHits, observer, |first_game, part: Vec<(u32, u32)>| {
        let hits = part.iter().map(|(game, ply)| Hit { game: first_game + u64::from(*game), ply: *ply });
        let hits: Vec<Hit> = memory::collected(hits.take(usize::try_from(left).unwrap_or(usize::MAX)))?;
        if !hits.is_empty() {
            each(&hits)?;
        }
        left -= hits.len() as u64;
        if left > 0 { Ok(()) } else { Err(Error::new(ErrorCode::Cancelled, "all hits that were requested are found")) }
    });
    match searched {
        Err(e) if left == 0 && e.code() == ErrorCode::Cancelled => Ok(()),
        searched => searched,
    }
}

/// Finds games, in order.
///
/// # Errors
///
/// As [`find_each`].
pub fn find(reader: &Reader, query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    let each = |hits: &[Hit]| memory::append(&mut found, hits);
    find_each(reader, query, each, observer)?;
    Ok(found)
}

/// Counts games: faster than finding them where an index has the number. Counts all, whatever [`Query::max_hits`] is.
///
/// # Errors
///
/// [`ErrorCode::WrongState`] for a query without a target; errors of `observer`. Corruption is reported to `observer`, and is
/// no error.
pub fn count(reader: &Reader, query: &Query, observer: &mut SearchObserver<'_>) -> Result<u64> {
    let mut total = 0;
    run(reader, query, &CountHits, observer, |_, part: u64| {
        total += part;
        Ok(())
    })?;
    Ok(total)
}

struct CountHits;

impl Collect for CountHits {
    type Part = u64;

    fn add(&self, part: &mut u64, _: &FirstMatch<'_>) {
        *part += 1;
    }

    fn add_entry(&self, part: &mut u64, entry: &Entry<'_>) -> Result<bool> {
        *part += entry.count()?;
        Ok(true)
    }
}

struct CollectHits;

impl Collect for CollectHits {
    /// Games and plies.
    type Part = Vec<(u32, u32)>;

    fn reserve(&self, part: &mut Self::Part, games: usize) -> Result<()> {
        Ok(part.try_reserve(games)?)
    }

    fn add(&self, part: &mut Self::Part, found: &FirstMatch<'_>) {
        part.push((found.game as u32, found.ply));
    }

    fn add_entry(&self, part: &mut Self::Part, entry: &Entry<'_>) -> Result<bool> {
        memory::append(part, &entry.occurrences()?)?;
        Ok(true)
    }
}
