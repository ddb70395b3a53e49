//! Listing games by the condition only.

use super::hit::{Hit, MaxHits};
use crate::{
    Corruption, Reader, Result, memory,
    search::{
        evaluation::{
            event::SearchObserver,
            files::{FileBlock, Files},
            plan::Plans,
            selection::Selected,
        },
        query::Query,
    },
};

/// Lists the games that meet the condition of `query`, in the order of files and games, as hits at ply 0. Ignores the target.
///
/// # Errors
///
/// [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded) and
/// [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) as [`Condition::check`](crate::search::Condition::check); errors of
/// `observer`. `observer` gets corrupt games and decides whether to fail: [`strict`](crate::search::strict) does.
pub fn list(readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Hit>> {
    let mut files = Files::new(readers, query, observer);
    let plans = Plans::new(&query.condition)?;
    let selections = files.selections(&plans);
    let threads = if plans.is_all() { 0 } else { query.threads.max(1) };
    let work = |at: FileBlock| {
        let selection = &selections[at.file];
        let selected = selection.reader.with_block(at.block, |header, fetch| selection.games(at.block, header, fetch));
        (selected, selection.replaced(at.block))
    };
    let mut max = MaxHits::new(query.max_hits);
    let mut hits = Vec::new();
    let listed = files.for_each_block(threads, &work, &mut |files, at, (selected, (mut replaced, corruption))| {
        let block = &files.reader(at).blocks()[at.block];
        corruption.into_iter().try_for_each(|corruption| files.report(at.file, corruption))?;
        let selected = match selected {
            Ok(selected) => selected,
            Err(e) => {
                let games = block.first_game..block.first_game + block.games;
                files.report(at.file, Corruption::partial(games, e))?;
                None
            }
        };
        let games = selected.iter().flat_map(|selected: &Selected| selected.games(block.games as usize));
        let numbers = games.map(|game| block.first_game + game as u64);
        let hit = |game| Hit { file: at.file as u32, game, ply: 0 };
        let found = if replaced.is_empty() {
            max.take(numbers.map(hit))?
        } else {
            replaced.extend(numbers);
            replaced.sort_unstable();
            max.take(replaced.into_iter().map(hit))?
        };
        memory::append(&mut hits, &found)?;
        max.end_if_reached()
    });
    max.outcome(listed)?;
    Ok(hits)
}
