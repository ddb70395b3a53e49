//! Reports of a running search.

use crate::{Corruption, Result};

/// A report of a running search.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchEvent {
    /// Number of games searched so far, in all files together.
    Progress(u64),
    /// Games that could not be searched, or not completely. The result may lack them.
    Corruption(SearchCorruption),
}

/// Games that a search could not read.
#[derive(Debug)]
#[non_exhaustive]
pub struct SearchCorruption {
    /// The file: the index of its reader.
    pub file: usize,
    /// The games, and the error.
    pub corruption: Corruption,
}

/// Called with the events of a search, on the calling thread. If it returns an error, the search ends with that error.
pub type SearchObserver<'a> = dyn FnMut(SearchEvent) -> Result<()> + 'a;

/// An observer that fails if games are corrupt, instead of leaving them out of the result.
///
/// # Errors
///
/// The error of the first corrupt games, with their numbers.
pub fn strict(event: SearchEvent) -> Result<()> {
    match event {
        SearchEvent::Corruption(SearchCorruption { file, corruption }) => {
            let first = corruption.games.start;
            let last = corruption.games.end.saturating_sub(1);
            Err(corruption.error.context(format!("games {first} to {last} of file {file} cannot be searched")))
        }
        SearchEvent::Progress(_) => Ok(()),
    }
}
