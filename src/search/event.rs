//! What a search reports while it runs.

use crate::{Corruption, Result};

/// A report of a running search.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchEvent {
    /// The games up to this number, without it, were searched.
    Progress(u64),
    /// Games could not be searched.
    Corruption(Corruption),
}

/// Called with the events of a search, on the thread that searches; an error ends the search.
pub type SearchObserver<'a> = dyn FnMut(SearchEvent) -> Result<()> + 'a;
