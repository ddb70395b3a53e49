//! Splitting a scan at block boundaries, for several threads or machines.

use std::{collections::HashSet, ops::Range};

use super::{selected::blocks_of, settings::Settings};
use crate::{
    Result, memory,
    search::{Query, SearchEvent, Target, select},
};

/// Returns the ranges of games of [`TableScan::partitions`](super::TableScan::partitions).
pub(super) fn partitions(scan: &Settings, target_bytes: u64) -> Result<Vec<Range<u64>>> {
    let blocks = blocks_of(&scan.reader, &scan.games, &scan.query);
    let wanted = blocks_that_match(scan, blocks.clone())?;
    // The size of the last range in bytes; `None` if blocks after it were left out.
    let mut ranges: Vec<Range<u64>> = Vec::new();
    let mut bytes: Option<u64> = None;
    for block in blocks {
        if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&block)) {
            bytes = None;
            continue;
        }
        let info = &scan.reader.blocks()[block];
        let games = info.first_game.max(scan.games.start)..(info.first_game + info.games).min(scan.games.end);
        let len = info.range.end - info.range.start;
        let longer = bytes.map(|bytes| bytes.saturating_add(len)).filter(|bytes| *bytes <= target_bytes);
        match ranges.last_mut().filter(|_| longer.is_some()) {
            Some(range) => range.end = games.end,
            None => memory::push(&mut ranges, games)?,
        }
        bytes = Some(longer.unwrap_or(len));
    }
    Ok(ranges)
}

/// Returns the blocks with games that the query selects; `None` if finding them requires reading the blocks.
fn blocks_that_match(scan: &Settings, blocks: Range<usize>) -> Result<Option<HashSet<usize>>> {
    let reader = &scan.reader;
    let is_position = matches!(scan.query.target, Some(Target::Position(_))) && scan.query.index;
    let is_indexed = reader.indexed().0 == reader.blocks().len() && reader.errors().is_empty();
    if !is_position || !is_indexed || scan.query.variations {
        return Ok(None);
    }
    // The condition is left out, because it needs the tags: the streams apply it.
    let query = Query { target: scan.query.target.clone(), blocks: Some(blocks), ..Query::default() };
    let mut is_corrupt = false;
    let hits = select(reader, &query, &mut |event| {
        is_corrupt |= matches!(event, SearchEvent::Corruption(_));
        Ok(())
    })?;
    if is_corrupt {
        return Ok(None);
    }
    let mut found = HashSet::new();
    for hit in &hits {
        found.try_reserve(1)?;
        found.insert(reader.block_of(hit.game)?);
    }
    Ok(Some(found))
}
