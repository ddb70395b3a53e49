//! Exports games of a plypack file as PGN text.

use std::{io::Write, ops::Range};

use super::{
    decompress::needs_blank_line,
    game_edit::{GameEdit, edited},
    salvage::{Exported, Salvage, Salvaged, blocks_in, follows},
};
use crate::{Corruption, ErrorCode, Game, Reader, Result, parallel, pgn};

/// Writes games as PGN text. `games` is a range of game numbers, or a list of them, whose order is kept. A plain number for
/// `options` is the number of additional threads. `progress` gets the number of games done.
///
/// Some games cannot be written as they are:
///
/// - A game that cannot be read is passed to `on_corruption` and left out.
/// - A game whose names are lost is passed to `on_corruption` and written with `?` for the names.
/// - A game that PGN cannot hold exactly is written with other white space. If that changes a tag, the game is also passed to
///   `on_corruption`. No importer makes such games.
///
/// Reading the text returns as many games as were written.
///
/// # Errors
///
/// Errors of `out`, of `on_corruption` and of `progress`. [`crate::ErrorCode::OutOfRange`] if no game ever had a number of the
/// list, [`crate::ErrorCode::NotFound`] if its game was deleted; nothing is written then. If [`ExportOptions::edit`] returns an
/// error, the game is reported as unreadable.
pub fn export<'g, 'o>(
    reader: &Reader,
    games: impl Into<GameNumbers<'g>>,
    options: impl Into<ExportOptions<'o>>,
    out: &mut dyn Write,
    on_corruption: impl FnMut(&Corruption) -> Result<()>,
    progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    let options = &options.into();
    match games.into() {
        GameNumbers::Range(range) => {
            let parts = blocks_in(reader, range).map(|(block, games)| BlockGames { block, games, stays: false });
            write_parts(reader, parts, options, out, on_corruption, progress)
        }
        GameNumbers::List(numbers) => {
            numbers.iter().try_for_each(|number| reader.place_of(*number).map(drop))?;
            let ranges = numbers.chunk_by(|number, next| number + 1 == *next);
            let ranges = ranges.map(|range| range[0]..range[range.len() - 1] + 1);
            let parts = ranges.flat_map(|range| blocks_in(reader, range));
            let parts = parts.map(|(block, games)| BlockGames { block, games, stays: true });
            write_parts(reader, parts, options, out, on_corruption, progress)
        }
    }
}

/// Numbers of games to export.
#[derive(Debug, Clone)]
pub enum GameNumbers<'a> {
    /// The games with numbers in this range, without deleted games.
    Range(Range<u64>),
    /// The games with these numbers, in this order.
    List(&'a [u64]),
}

impl From<Range<u64>> for GameNumbers<'_> {
    fn from(range: Range<u64>) -> Self {
        GameNumbers::Range(range)
    }
}

impl<'a> From<&'a [u64]> for GameNumbers<'a> {
    fn from(numbers: &'a [u64]) -> GameNumbers<'a> {
        GameNumbers::List(numbers)
    }
}

/// Options of an export.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct ExportOptions<'a> {
    /// Worker threads in addition to the caller.
    pub threads: usize,
    /// Changes every game before it is written; the file is not changed.
    pub edit: Option<GameEdit<'a>>,
}

impl ExportOptions<'_> {
    /// Uses `threads` worker threads in addition to the caller.
    pub fn new(threads: usize) -> Self {
        ExportOptions { threads, ..ExportOptions::default() }
    }
}

impl From<usize> for ExportOptions<'_> {
    fn from(threads: usize) -> Self {
        ExportOptions::new(threads)
    }
}

/// Games of a block.
struct BlockGames {
    block: usize,
    games: Range<u64>,
    /// True if the block stays in memory, because other games of the block may be requested later.
    stays: bool,
}

fn write_parts(
    reader: &Reader,
    parts: impl Iterator<Item = BlockGames> + Send,
    &ExportOptions { threads, edit }: &ExportOptions<'_>,
    out: &mut dyn Write,
    mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
    mut progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    let mut parts = parts.enumerate();
    let mut count = Exported::default();
    let mut done = 0;
    let mut end = End::default();
    parallel::in_order(
        threads,
        || Ok(parts.next()),
        // Part 0 begins the text, so its first game continues no other game.
        |(number, part)| Ok(text_of(reader, edit, part, pgn::Writer::new(), number > 0)),
        |mut part| {
            if part.read.continues {
                // The text of a continuation depends on the game before it, which is known only here.
                let may_continue = end.next == Some(part.part.games.start);
                let writer = if may_continue { end.writer.clone() } else { pgn::Writer::new() };
                part = text_of(reader, edit, part.part, writer, may_continue);
            }
            // If all games of the parts before were deleted or lost, this is the start of the text.
            if count.games > 0 && part.written > 0 && !part.read.continues {
                // pgn.25
                if end.writer.is_in_comment() && !pgn::ends_comment(&part.text) {
                    out.write_all(b"}")?;
                }
                out.write_all(end.writer.end_of_game(part.begins_with_tag))?;
            }
            if count.games == 0 && needs_blank_line(&part.text) {
                out.write_all(b"\n")?;
            }
            out.write_all(&part.text)?;
            count.games += part.written;
            done += part.part.games.end - part.part.games.start;
            let found = std::mem::take(&mut part.read.found);
            end.add(part);
            count.report(found, &mut on_corruption)?;
            progress(done)
        },
    )?;
    count.ends_in_comment = end.writer.is_in_comment();
    if count.games > 0 {
        out.write_all(b"\n")?;
    }
    Ok(count)
}

/// End of the text that was written so far.
#[derive(Default)]
struct End {
    /// The number of the game that may continue the last one.
    next: Option<u64>,
    /// The writer of the last game.
    writer: pgn::Writer,
}

impl End {
    /// Updates the end after the part was written.
    fn add(&mut self, part: PartText) {
        self.next = part.read.may_continue.then_some(part.part.games.end);
        if part.written > 0 {
            self.writer = part.writer;
        }
    }
}

/// The text of a part.
struct PartText {
    part: BlockGames,
    text: Vec<u8>,
    /// Number of games in the text.
    written: u64,
    begins_with_tag: bool,
    writer: pgn::Writer,
    read: Salvaged,
}

/// Writes a game; if PGN cannot hold it exactly, with other white space (`pgn.25`).
fn write_any(writer: &mut pgn::Writer, game: &Game, text: &mut Vec<u8>) -> Result<()> {
    match writer.write_game(game, text) {
        Err(e) if e.code() == ErrorCode::InvalidGame && game.check_tags().is_ok() => {
            write_mended(writer, pgn::mended(game)?, text)
        }
        written => written,
    }
}

/// Writes a continuation, on its own line if it would otherwise continue the line of a marker with a tag.
fn write_mended(writer: &mut pgn::Writer, mut mended: Game, text: &mut Vec<u8>) -> Result<()> {
    match writer.write_game(&mended, text) {
        Err(_) if mended.continued => {
            let on_new_line = [b"\n", mended.unparsed()].concat();
            mended.set_unparsed(&on_new_line)?;
            writer.write_game(&mended, text)
        }
        written => written,
    }
}

/// Returns the text of a part. `may_continue` says whether its first game may continue the game before it, which
/// `writer` wrote.
fn text_of(
    reader: &Reader,
    edit: Option<GameEdit<'_>>,
    part: BlockGames,
    mut writer: pgn::Writer,
    may_continue: bool,
) -> PartText {
    let mut text = Vec::new();
    let mut written = 0;
    let mut begins_with_tag = false;
    let on_game = |game: &Game| {
        let game = edited(game, edit)?;
        write_any(&mut writer, &game, &mut text)?;
        begins_with_tag |= written == 0 && pgn::begins_with_tag(&game);
        written += 1;
        Ok(())
    };
    let first = part.games.start;
    let may_continue = may_continue && follows(reader, first);
    let mut salvage = Salvage::new(reader, may_continue.then_some(first), on_game);
    if part.stays {
        salvage.cached_block(part.block, part.games.clone())
    } else {
        salvage.block(part.block, part.games.clone())
    }
    let read = salvage.end();
    PartText { part, text, written, begins_with_tag, writer, read }
}
