//! Exports games of a plypack file to a SCID database.

use std::ops::Range;

use super::writer::ScidWriter;
use crate::{
    Corruption, Error, Reader, Result,
    file::{
        each_game::each_game,
        export::ExportOptions,
        game_edit::{GameEdit, edited},
        salvage::blocks_in,
    },
    io::Sink,
    memory, parallel,
    scid4::{Encoded, ScidRefusal, encode},
};

/// Events while games are written to a SCID database, in the order of the games.
#[derive(Debug)]
#[non_exhaustive]
pub enum ScidEvent<'a> {
    /// Games that cannot be read; they are skipped.
    Corrupt(&'a Corruption),
    /// A game that SCID cannot hold; it is skipped.
    Refused {
        /// The number of the game in the plypack file.
        game: u64,
        /// Why.
        refusal: ScidRefusal,
    },
    /// Number of games done, including skipped ones.
    Progress(u64),
}

/// Writes the games with numbers in `ranges`, one range after another, to a SCID database. A plain number for `options` is the
/// number of additional threads.
///
/// Only games that can be read without loss are written; to keep partly corrupt games, make a new file with
/// [`repair`](crate::files::repair) first. Deleted games are left out.
///
/// ```
/// use plypack::{Options, PgnSource, Reader, Writer, import, scid::{ScidReader, ScidWriter, export_scid}};
///
/// let text = b"[White \"Morphy\"]\n\n1. e4 e5 {usual} (1... c5 $1) 2. Nf3 *\n";
/// let mut writer = Writer::new(Vec::new(), Options::default())?;
/// import(vec![PgnSource { name: "text".to_owned(), reader: Box::new(&text[..]) }], 1, &mut writer, |_| Ok(()))?;
/// let reader = Reader::from_bytes(writer.finish()?)?;
///
/// let mut database = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
/// export_scid(&reader, std::iter::once(0..1), 1, &mut database, |_| Ok(()))?;
/// let ([index, records, names], written) = database.into_sinks()?;
/// assert_eq!(written.games, 1);
///
/// let database = ScidReader::new(Box::new(index), Box::new(records), Box::new(names))?;
/// let mut game = plypack::Game::new();
/// let mut issues = Vec::new();
/// database.read_game(0, &mut game, &mut issues)?;
/// assert_eq!(game.tag(b"White"), Some(&b"Morphy"[..]));
/// assert_eq!(game.moves.len(), 3);
/// # Ok::<(), plypack::Error>(())
/// ```
///
/// # Errors
///
/// Errors of `on_event` and of [`ScidWriter::add`]. If [`ExportOptions::edit`] returns an error, the game is reported as unreadable.
pub fn export_scid<'o, S: Sink>(
    reader: &Reader,
    ranges: impl IntoIterator<Item = Range<u64>, IntoIter: Send>,
    options: impl Into<ExportOptions<'o>>,
    writer: &mut ScidWriter<S>,
    mut on_event: impl FnMut(ScidEvent<'_>) -> Result<()>,
) -> Result<()> {
    let ExportOptions { threads, edit, .. } = options.into();
    let mut parts = ranges.into_iter().flat_map(|range| blocks_in(reader, range));
    let mut done = 0;
    parallel::in_order(
        threads,
        || Ok(parts.next()),
        |(block, games)| encode_games(reader, edit, block, games),
        |part| {
            for corruption in &part.corrupt {
                on_event(ScidEvent::Corrupt(corruption))?;
            }
            for (game, encoded) in part.games {
                if let Some(refusal) = writer.add_encoded(encoded)? {
                    on_event(ScidEvent::Refused { game, refusal })?;
                }
            }
            done += part.count;
            on_event(ScidEvent::Progress(done))
        },
    )
}

/// Games of a block.
struct Part {
    games: Vec<(u64, Result<Encoded, ScidRefusal>)>,
    corrupt: Vec<Corruption>,
    count: u64,
}

fn encode_games(reader: &Reader, edit: Option<GameEdit<'_>>, block: usize, games: Range<u64>) -> Result<Part> {
    let mut encoded = Vec::new();
    let mut invalid = Vec::new();
    let mut corrupt = each_game(reader, block, games.clone(), &mut |number, game| match edited(game, edit)
        .and_then(|game| encode(&game))
    {
        Ok(game) => memory::push(&mut encoded, (number, game)),
        Err(e) if e.is_no_memory() => Err(e),
        Err(e) => memory::push(&mut invalid, lost(number, e)),
    })?;
    corrupt.append(&mut invalid);
    Ok(Part { games: encoded, corrupt, count: games.end - games.start })
}

fn lost(number: u64, error: Error) -> Corruption {
    Corruption::lost(number..number + 1, error)
}
