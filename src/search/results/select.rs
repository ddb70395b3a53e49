//! Searching files in parts, for programs that read the games of one after another.

use super::{find::find, hit::Hit, list::list};
use crate::{
    Reader, Result,
    search::{
        evaluation::{event::SearchObserver, plan::Plans},
        query::Query,
    },
};

/// The games that a query selects: by its target, if it has one, and its condition.
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
