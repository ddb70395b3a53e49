//! Reports of a running search.

use crate::{Corruption, Result};

/// A report of a running search.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchEvent {
    /// So many games were searched, of all files together.
    Progress(u64),
    /// Games could not be searched, or not completely: the result may lack them.
    Corruption(SearchCorruption),
}

/// Games that a search could not read.
#[derive(Debug)]
#[non_exhaustive]
pub struct SearchCorruption {
    /// The file: the index of its reader.
    pub file: usize,
    /// The games, and what is wrong.
    pub corruption: Corruption,
}

/// Called with the events of a search, on the thread that searches; an error ends the search.
pub type SearchObserver<'a> = dyn FnMut(SearchEvent) -> Result<()> + 'a;

/// The observer for those who need none: the search fails rather than leave corrupt games out.
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
