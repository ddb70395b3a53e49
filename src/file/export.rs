//! Games out of a plypack file as PGN text.

use std::{io::Write, ops::Range};

use super::salvage::{Exported, blocks_in, salvage_block};
use crate::{Corruption, Reader, Result, parallel, pgn};

/// Writes the games in `range` as PGN text, using `threads` threads beside the calling one.
///
/// What cannot be read is passed to `on_corruption` and left out; a game whose names are lost is written with `?` instead.
///
/// # Errors
///
/// Errors of `out` and of `on_corruption`.
pub fn export(
    reader: &Reader,
    range: Range<u64>,
    threads: usize,
    out: &mut dyn Write,
    mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
) -> Result<Exported> {
    let first = range.start;
    let mut blocks = blocks_in(reader, range);
    let mut count = Exported::default();
    parallel::in_order(
        threads,
        || Ok(blocks.next()),
        |(index, games)| Ok(block_text(reader, index, games, first)),
        |block| {
            out.write_all(&block.text)?;
            count.games += block.games;
            count.report(block.found, &mut on_corruption)
        },
    )?;
    if count.games > 0 {
        out.write_all(b"\n")?;
    }
    Ok(count)
}

/// The text of a block's games.
struct BlockText {
    text: Vec<u8>,
    games: u64,
    found: Vec<Corruption>,
}

/// `first` is the first game of the whole text.
fn block_text(reader: &Reader, index: usize, games: Range<u64>, first: u64) -> BlockText {
    let mut writer = if games.start == first { pgn::Writer::new() } else { pgn::Writer::resume() };
    let (mut text, mut written) = (Vec::new(), 0);
    let found = salvage_block(reader, index, games, |game| {
        writer.write_game(game, &mut text)?;
        written += 1;
        Ok(())
    });
    BlockText { text, games: written, found }
}
