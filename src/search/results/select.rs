//! Searching files in parts, for programs that then read the games of each part.

use super::{find::find, hit::Hit, list::list};
use crate::{
    Reader, Result,
    search::{
        evaluation::{event::SearchObserver, plan::Plans},
        query::Query,
    },
};

/// Returns the games that a query selects by its condition and, if it has one, its target.
///
/// # Errors
///
/// As [`find_each`](crate::search::find_each).
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
/// As [`Condition::check`](crate::search::Condition::check).
pub(crate) fn selects_all(query: &Query) -> Result<bool> {
    Ok(query.target.is_none() && Plans::new(&query.condition)?.is_all())
}
