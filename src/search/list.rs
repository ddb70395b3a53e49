//! Listing games by the filter alone.

use super::{
    event::{SearchEvent, SearchObserver},
    query::Query,
    selection::Selection,
};
use crate::{Corruption, Reader, Result};

/// The numbers of the games that pass the filter of `query`, in order. Its target and threads do not matter.
///
/// # Errors
///
/// Errors of `observer`. Corruption is reported to `observer`, and is no error.
pub fn list(reader: &Reader, query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<u64>> {
    let max = usize::try_from(query.max_hits).unwrap_or(usize::MAX);
    let selection = Selection::new(reader, &query.filter, observer)?;
    let mut numbers = Vec::new();
    for (index, block) in reader.blocks().iter().enumerate() {
        if numbers.len() >= max {
            break;
        }
        match reader.with_block(index, |header, fetch| selection.games(reader, index, header, fetch)) {
            Ok(None) => {}
            Ok(Some(selected)) => {
                let games = selected.games(block.games as usize).take(max - numbers.len());
                numbers.try_reserve(block.games as usize)?;
                numbers.extend(games.map(|game| block.first_game + game as u64));
            }
            Err(error) if error.is_no_memory() => return Err(error),
            Err(error) => {
                let games = block.first_game..block.first_game + block.games;
                observer(SearchEvent::Corruption(Corruption { games, error, partly: true }))?;
            }
        }
        observer(SearchEvent::Progress(block.first_game + block.games))?;
    }
    Ok(numbers)
}
