//! Searching some blocks of a file, for programs that read its games in parts.

use std::ops::Range;

use super::{event::SearchObserver, files::Files, find::find_in, hit::Hit, list::list_in, plan::Plans, query::Query};
use crate::{Reader, Result, memory};

/// The games of these blocks that a query selects: by its target, if it has one, and its condition. [`Query::max_hits`] counts for
/// these blocks alone.
///
/// # Errors
///
/// As [`find_each`](super::find_each).
pub(crate) fn games_in_blocks(
    reader: &Reader,
    query: &Query,
    blocks: Range<usize>,
    observer: &mut SearchObserver<'_>,
) -> Result<Vec<Hit>> {
    let readers = [reader];
    let files = Files::new(&readers, observer).within(blocks);
    if query.target.is_none() {
        return list_in(files, query);
    }
    let mut found = Vec::new();
    find_in(files, query, |hits| memory::append(&mut found, hits))?;
    Ok(found)
}

/// Whether a query selects every game.
///
/// # Errors
///
/// As [`Condition::check`](super::Condition::check).
pub(crate) fn selects_all(query: &Query) -> Result<bool> {
    Ok(query.target.is_none() && Plans::new(&query.condition)?.is_all())
}
