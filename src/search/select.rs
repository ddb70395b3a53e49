//! Searching files in parts, for programs that read the games of one after another.

use super::{event::SearchObserver, find::find, hit::Hit, list::list, plan::Plans, query::Query};
use crate::{Reader, Result};

/// The games that a query selects: by its target, if it has one, and its condition.
///
/// # Errors
///
/// As [`find_each`](super::find_each).
pub(crate) fn select(reader: &Reader, query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Hit>> {
    match query.target {
        None => list(&[reader], query, observer),
        Some(_) => find(&[reader], query, observer),
    }
}

/// Returns whether a query selects every game.
///
/// # Errors
///
/// As [`Condition::check`](super::Condition::check).
pub(crate) fn selects_all(query: &Query) -> Result<bool> {
    Ok(query.target.is_none() && Plans::new(&query.condition)?.is_all())
}
