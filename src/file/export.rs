//! Games out of a plypack file as PGN text.

use std::{io::Write, ops::Range};

use super::salvage::{Exported, blocks_in, salvage_block, salvage_games};
use crate::{Corruption, Reader, Result, parallel, pgn};

/// Writes the games in `range` as PGN text, using `threads` threads beside the calling one.
///
/// What cannot be read is passed to `on_corruption` and left out; a game whose names are lost is written with `?` instead.
/// `progress` is called with the number of games that are done.
///
/// # Errors
///
/// Errors of `out`, of `on_corruption` and of `progress`.
pub fn export(
    reader: &Reader,
    range: Range<u64>,
    threads: usize,
    out: &mut dyn Write,
    on_corruption: impl FnMut(&Corruption) -> Result<()>,
    progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    let parts = blocks_in(reader, range).map(|(block, games)| BlockGames { block, games, stays: false });
    write_parts(reader, parts, threads, out, on_corruption, progress)
}

/// As [`export`], for the games with these numbers, in their order: of a search, for example.
///
/// # Errors
///
/// As [`export`], and [`crate::ErrorCode::OutOfRange`] for a number that no game ever had, [`crate::ErrorCode::NotFound`] for that of a
/// deleted game; nothing was written then.
pub fn export_games(
    reader: &Reader,
    numbers: &[u64],
    threads: usize,
    out: &mut dyn Write,
    on_corruption: impl FnMut(&Corruption) -> Result<()>,
    progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    numbers.iter().try_for_each(|number| reader.place_of(*number).map(drop))?;
    let ranges = numbers.chunk_by(|number, next| number + 1 == *next);
    let ranges = ranges.map(|range| range[0]..range[range.len() - 1] + 1);
    let parts = ranges.flat_map(|range| blocks_in(reader, range));
    let parts = parts.map(|(block, games)| BlockGames { block, games, stays: true });
    write_parts(reader, parts, threads, out, on_corruption, progress)
}

/// Games of a block.
struct BlockGames {
    block: usize,
    games: Range<u64>,
    /// Whether the block stays in memory, because others of its games may come later.
    stays: bool,
}

fn write_parts(
    reader: &Reader,
    parts: impl Iterator<Item = BlockGames> + Send,
    threads: usize,
    out: &mut dyn Write,
    mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
    mut progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    let mut parts = parts.enumerate();
    let (mut count, mut done) = (Exported::default(), 0);
    parallel::in_order(
        threads,
        || Ok(parts.next()),
        |(number, part)| Ok(text_of(reader, part, number == 0)),
        |part| {
            out.write_all(&part.text)?;
            count.games += part.written;
            count.report(part.found, &mut on_corruption)?;
            done += part.games;
            progress(done)
        },
    )?;
    if count.games > 0 {
        out.write_all(b"\n")?;
    }
    Ok(count)
}

/// The text of a part.
struct BlockText {
    text: Vec<u8>,
    games: u64,
    /// The games that are in the text.
    written: u64,
    found: Vec<Corruption>,
}

fn text_of(reader: &Reader, part: BlockGames, is_first: bool) -> BlockText {
    let BlockGames { block, games, stays } = part;
    let mut writer = if is_first { pgn::Writer::new() } else { pgn::Writer::resume() };
    let (mut text, mut written) = (Vec::new(), 0);
    let count = games.end - games.start;
    let on_game = |game: &_| {
        writer.write_game(game, &mut text)?;
        written += 1;
        Ok(())
    };
    let found = match stays {
        true => salvage_games(reader, block, games, on_game),
        false => salvage_block(reader, block, games, on_game),
    };
    BlockText { text, games: count, written, found }
}
