//! Games by filter alone.

use super::{
    Filter,
    filter::Selection,
    run::{SearchEvent, SearchObserver},
};
use crate::{Corruption, Reader, Result};

/// Hands the numbers of the games that a filter lets pass to `each`, in order, until it gives `false`.
///
/// # Errors
///
/// Errors of `each` and of `notice`. Corruption is told to `notice`, and is no error.
pub fn list(
    reader: &Reader,
    filter: &Filter,
    mut each: impl FnMut(u64) -> Result<bool>,
    notice: &mut SearchObserver<'_>,
) -> Result<()> {
    let selection = Selection::new(reader, filter, notice)?;
    for (index, block) in reader.blocks().iter().enumerate() {
        let selected = reader.look(index, |head, fetch| selection.games(reader, index, head, fetch));
        match selected {
            Ok(None) => {}
            Ok(Some(selected)) => {
                for game in selected.games(block.games as usize) {
                    if !each(block.first_game + game as u64)? {
                        return Ok(());
                    }
                }
            }
            Err(error) => {
                let games = block.first_game..block.first_game + block.games;
                notice(SearchEvent::Corruption(Corruption { games, error, partly: true }))?;
            }
        }
        notice(SearchEvent::Progress(block.first_game + block.games))?;
    }
    Ok(())
}
