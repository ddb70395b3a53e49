//! Imports PGN and SCID databases into a plypack file, on all cores, with the same result for any number of threads.

mod language;
mod options;
mod resume;

use std::sync::atomic::{AtomicU64, Ordering};

use self::language::LanguageGuess;
pub use self::options::ImportOptions;
use self::resume::{Known, Resume, check_last};
use super::{
    block_maker::BlockMaker,
    feed::{Feed, Games, ImportSource, Item},
    game_edit::{GameEdit, edit_game},
    sink::Sink,
    unique::{Turn, Turns, packed},
    writer::Encoding,
};
use crate::{
    Error, ErrorCode, Game, Result, Termination, Writer,
    container::{BlockBuilder, EncodedBlock},
    memory, parallel,
    pgn::{Importer, Issue, Language},
};

/// Events of an import, in the order of the games.
#[derive(Debug)]
pub enum ImportEvent<'a> {
    /// Something could not be parsed; its text is kept. The game is added after this event: returning an error here ends the import
    /// before that game.
    Issue {
        /// The name of the source.
        source: &'a str,
        /// The number of the game in the plypack file.
        game: u64,
        /// Kind, place and reason.
        issue: &'a Issue,
    },
    /// A source ended with an error; the games before it are kept.
    Broken {
        /// The name of the source.
        source: &'a str,
        /// Why.
        error: &'a Error,
    },
    /// Files of a zip archive were skipped because their names are not names of PGN files. Comes once per archive, after all games.
    Skipped {
        /// The name of the source.
        source: &'a str,
        /// The number of files.
        files: u64,
        /// The first three names.
        names: &'a [String],
    },
    /// Counts of the games that were added so far.
    Progress(Summary),
    /// Work goes on without adding games at the moment. The number is for a progress bar: the bytes of the sources processed so far,
    /// including games that are not added yet. Comes about ten times a second, and depends on the threads.
    Working(u64),
    /// The import ends with an error; counts of the games that were added. The return value is ignored.
    Stopped(Summary),
}

/// Counts of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Games written.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Bytes of PGN text read, after decompression; for databases, the bytes of their records.
    pub text_bytes: u64,
    /// Bytes read from the sources up to these games, before decompression: at the end, the size of all files. A caller that knows
    /// the sizes of the sources can compute the rest.
    pub source_bytes: u64,
    /// Parts that could not be parsed.
    pub issues: u64,
    /// Games with such parts.
    pub games_with_issues: u64,
    /// Games with issues whose main line was not parsed to its end. In the other games with issues, only a variation or text after
    /// the result could not be parsed.
    pub games_cut_short: u64,
    /// Sources that ended with an error.
    pub broken_sources: u64,
    /// Games that [`ImportOptions::unique`] left out. The counts above exclude them.
    pub duplicates: u64,
    /// The only language in which the first 1,000 games with piece moves can be read, if none of them can be English (`pgn.31`).
    pub language: Option<Language>,
}

/// Adds all games of `sources` to `writer`. Each source is a [`PgnSource`](crate::PgnSource) or any [`ImportSource`]; a plain number
/// for `options` is the number of additional threads.
///
/// `report` gets everything that could not be read, and the progress after every few thousand games; if it returns an error, the
/// import ends with that error. Then the writer has the games before the event and no others: for an [`ImportEvent::Issue`] the
/// games before its game, for an [`ImportEvent::Progress`] all games that it counts. None of this depends on the number of threads.
/// Memory does not depend on the size of the input.
///
/// # Errors
///
/// The errors of `report`, of [`ImportOptions::edit`] and of [`Writer::write_block`]; [`ErrorCode::NoMemory`]. With
/// [`ImportOptions::commit_every`], also errors of [`Writer::commit`], and [`ErrorCode::InvalidArgument`] if the file does not have the first
/// games of the sources or if [`ImportOptions::unique`] is set. A source that cannot be read to its end is reported and counted; that is not
/// an error of the import. After an error, [`ImportOptions::unique`] may have games that were not written.
pub fn import<'a, 'o, S: Sink>(
    sources: Vec<impl Into<ImportSource<'a>>>,
    options: impl Into<ImportOptions<'o>>,
    writer: &mut Writer<S>,
    report: impl FnMut(ImportEvent<'_>) -> Result<()>,
) -> Result<Summary> {
    import_all(all_of(sources)?, options.into(), writer, report)
}

fn all_of<'a>(sources: Vec<impl Into<ImportSource<'a>>>) -> Result<Vec<ImportSource<'a>>> {
    memory::collected(sources.into_iter().map(Into::into))
}

fn import_all<S: Sink>(
    sources: Vec<ImportSource<'_>>,
    ImportOptions { threads, unique, edit, language, commit_every }: ImportOptions<'_>,
    writer: &mut Writer<S>,
    report: impl FnMut(ImportEvent<'_>) -> Result<()>,
) -> Result<Summary> {
    let mut resume = Resume::new(writer, commit_every, unique.is_some())?;
    let turns = Turns::new(unique);
    let names: Vec<String> = sources.iter().map(|source| source.name().to_owned()).collect();
    let encoding = writer.encoding();
    if sources.iter().any(|source| matches!(source, ImportSource::Pgn(_))) {
        writer.versions_mut().mark_import();
    }
    let mut feed = Feed::new(sources, BlockBuilder::max_games(encoding.codec), language);
    let pipeline = Pipeline { edit, encoding, worked: AtomicU64::new(0) };
    let mut target =
        Target { writer, names, pipeline: &pipeline, report, summary: Summary::default(), commit_every, committed: 0 };
    let mut guess = LanguageGuess::new(language);
    let mut numbers = 0..;
    let next = || {
        let Some((item, number)) = feed.next()?.zip(numbers.next()) else {
            resume.finish()?;
            return Ok(None);
        };
        let known = resume.take(&item)?;
        Ok(Some((item, turns.of(number), known)))
    };
    let work = |(item, turn, known)| pipeline.encode(item, turn, known);
    let done = parallel::in_order_with_ticks(threads, next, work, |imported| match imported {
        Some(imported) => {
            guess.look_at(&imported.item)?;
            target.add(imported)
        }
        None => (target.report)(ImportEvent::Working(pipeline.worked.load(Ordering::Relaxed))),
    });
    match done {
        Ok(()) => {
            for (source, skipped) in &feed.skipped {
                let files = skipped.files;
                let names = &skipped.names[..];
                (target.report)(ImportEvent::Skipped { source: &target.names[*source], files, names })?;
            }
            Ok(Summary { language: guess.found(), ..target.summary })
        }
        Err(e) => {
            let _ = (target.report)(ImportEvent::Stopped(target.summary));
            Err(e)
        }
    }
}

/// Destination of imported games: blocks go to the writer, everything else to the caller.
struct Target<'a, S: Sink, R> {
    writer: &'a mut Writer<S>,
    names: Vec<String>,
    pipeline: &'a Pipeline<'a>,
    report: R,
    summary: Summary,
    /// See [`ImportOptions::commit_every`].
    commit_every: Option<u64>,
    /// Number of games in the summary that are committed.
    committed: u64,
}

impl<S: Sink, R: FnMut(ImportEvent<'_>) -> Result<()>> Target<'_, S, R> {
    fn add(&mut self, mut imported: Imported) -> Result<()> {
        if let Err((game, error)) = self.report_issues(&imported.issues) {
            let Imported { item, left_out, .. } = imported;
            self.write(&mut self.pipeline.encode_games(item, left_out, game)?)?;
            return Err(error);
        }
        match imported.known {
            Known::New => self.write(&mut imported)?,
            Known::Last | Known::Skipped => {
                check_last(self.writer, &imported.blocks)?;
                self.summary.source_bytes = imported.item.source_bytes;
            }
        }
        for (source, error) in &imported.item.into_broken()? {
            self.summary.broken_sources += 1;
            (self.report)(ImportEvent::Broken { source: &self.names[*source], error })?;
        }
        if self.commit_every.is_some_and(|games| self.summary.games - self.committed >= games) {
            self.writer.commit()?;
            self.committed = self.summary.games;
        }
        (self.report)(ImportEvent::Progress(self.summary))
    }

    /// If the caller stops the import, returns the number of the game within the work item, and the error.
    fn report_issues(&mut self, issues: &[(usize, usize, Issue)]) -> Result<(), (usize, Error)> {
        let first = self.writer.number_end();
        for (source, game, issue) in issues {
            let event = ImportEvent::Issue { source: &self.names[*source], game: first + *game as u64, issue };
            (self.report)(event).map_err(|error| (*game, error))?;
        }
        Ok(())
    }

    /// Writes the blocks and counts their contents.
    fn write(&mut self, imported: &mut Imported) -> Result<()> {
        for block in imported.blocks.drain(..) {
            let games = block.games() as u64;
            let plies = block.plies();
            self.writer.write_block(block)?;
            self.summary.games += games;
            self.summary.plies += plies;
        }
        let mut games = memory::collected(imported.issues.iter().map(|(_, game, _)| *game))?;
        games.dedup();
        self.summary.issues += imported.issues.len() as u64;
        self.summary.games_with_issues += games.len() as u64;
        self.summary.games_cut_short += imported.cut_short;
        self.summary.duplicates += imported.duplicates;
        self.summary.text_bytes += imported.item.text_bytes();
        self.summary.source_bytes = imported.item.source_bytes;
        Ok(())
    }
}

/// The games of one work item in blocks.
struct Imported {
    /// The texts of the games, needed if the caller stops and wants only the first of them.
    item: Item,
    /// Says whether the file of a resumed import already has the games.
    known: Known,
    /// True for each duplicate; empty if there is none.
    left_out: Vec<bool>,
    blocks: Vec<EncodedBlock>,
    /// Source, number of the game within the work item, issue.
    issues: Vec<(usize, usize, Issue)>,
    cut_short: u64,
    duplicates: u64,
}

/// Reads, edits and encodes the games of work items. All worker threads share it.
struct Pipeline<'a> {
    edit: Option<GameEdit<'a>>,
    encoding: Encoding,
    /// Bytes of the sources that were processed.
    worked: AtomicU64,
}

impl Pipeline<'_> {
    fn encode(&self, item: Item, turn: Turn<'_, '_>, known: Known) -> Result<Imported> {
        if known == Known::New {
            let left_out = self.duplicates_in(&item, turn)?;
            return self.encode_games(item, left_out, usize::MAX);
        }
        let max_games = if known == Known::Last { usize::MAX } else { 0 };
        let imported = self.encode_games(item, Vec::new(), max_games)?;
        Ok(Imported { known, issues: Vec::new(), ..imported })
    }

    /// Returns for each game whether to leave it out. Several threads can wait here for their turn, so they do not keep the
    /// games, but read them again afterwards.
    fn duplicates_in(&self, item: &Item, turn: Turn<'_, '_>) -> Result<Vec<bool>> {
        let Some(identifier) = turn.identifier() else { return Ok(Vec::new()) };
        let mut edited = EditedGame::new(self.edit);
        let mut identities = Vec::new();
        for games in item.games() {
            for index in 0..games.len() {
                edited.read(games, index)?;
                // limits.4: the start of a game that was split is not a game by itself.
                let identity = if games.is_cut(index) { None } else { packed(identifier, &edited.game)? };
                memory::push(&mut identities, identity)?;
            }
        }
        turn.duplicates(&identities)
    }

    /// Encodes the games that are not left out, but at most the first `max_games`.
    fn encode_games(&self, item: Item, left_out: Vec<bool>, max_games: usize) -> Result<Imported> {
        let mut encoder = Encoder::new(self, &item, left_out, max_games)?;
        for (source, batch) in &item.batches {
            if let Ok(games) = batch {
                encoder.add_games(*source, games)?;
            }
        }
        encoder.finish(item)
    }
}

/// A game that is read and edited. Reuses the memory of the game before.
struct EditedGame<'a> {
    edit: Option<GameEdit<'a>>,
    importer: Importer,
    game: Game,
    issues: Vec<Issue>,
}

impl<'a> EditedGame<'a> {
    fn new(edit: Option<GameEdit<'a>>) -> EditedGame<'a> {
        EditedGame { edit, importer: Importer::new(), game: Game::new(), issues: Vec::new() }
    }

    fn read(&mut self, games: &Games, index: usize) -> Result<()> {
        self.issues.clear();
        games.read(index, &mut self.importer, &mut self.game, &mut self.issues)?;
        edit_game(&mut self.game, self.edit)
    }
}

/// Counts the bytes of the sources that were processed, spread evenly over the text of an item.
struct Meter<'a> {
    worked: &'a AtomicU64,
    /// Bytes of the item in the sources, and bytes of its text.
    own: u64,
    text: u64,
    /// Bytes of its text that were processed.
    done: u64,
    counted: u64,
}

impl<'a> Meter<'a> {
    fn new(item: &Item, worked: &'a AtomicU64) -> Meter<'a> {
        Meter { worked, own: item.own_bytes, text: item.text_bytes(), done: 0, counted: 0 }
    }

    /// Counts a game of this length as processed.
    fn add(&mut self, text: usize) {
        self.done = (self.done + text as u64).min(self.text);
        let counted = (u128::from(self.own) * u128::from(self.done) / u128::from(self.text.max(1))) as u64;
        self.worked.fetch_add(counted - self.counted, Ordering::Relaxed);
        self.counted = counted;
    }
}

/// Reads the games of a work item and puts them into blocks.
struct Encoder<'a> {
    meter: Meter<'a>,
    edited: EditedGame<'a>,
    maker: BlockMaker,
    /// True for each skipped game; empty if none is skipped.
    left_out: Vec<bool>,
    /// Games that were read, including skipped ones.
    read: usize,
    max_games: usize,
    games: usize,
    found: Vec<(usize, usize, Issue)>,
    cut_short: u64,
}

impl<'a> Encoder<'a> {
    fn new(pipeline: &'a Pipeline<'_>, item: &Item, left_out: Vec<bool>, max_games: usize) -> Result<Encoder<'a>> {
        Ok(Encoder {
            meter: Meter::new(item, &pipeline.worked),
            edited: EditedGame::new(pipeline.edit),
            maker: BlockMaker::new(pipeline.encoding)?,
            left_out,
            read: 0,
            max_games,
            games: 0,
            found: Vec::new(),
            cut_short: 0,
        })
    }

    fn add_games(&mut self, source: usize, games: &Games) -> Result<()> {
        for index in 0..games.len() {
            if self.games == self.max_games {
                break;
            }
            self.read += 1;
            self.meter.add(games.bytes_of(index));
            if self.left_out.get(self.read - 1) == Some(&true) {
                continue;
            }
            self.edited.read(games, index)?;
            self.add_game(games, index)?;
            self.cut_short += u64::from(is_cut_short(&self.edited.game));
            let number = self.games;
            self.found.try_reserve(self.edited.issues.len())?;
            self.found.extend(self.edited.issues.drain(..).map(|issue| (source, number, issue)));
            self.games += 1;
            self.maker.close_full()?;
        }
        Ok(())
    }

    /// Adds the game, or its complete text as unparsed text if the format cannot hold the game.
    fn add_game(&mut self, games: &Games, index: usize) -> Result<()> {
        // Games made by the importer need no check; tests check them.
        let checked = if self.edited.edit.is_some() { self.edited.game.check() } else { Ok(()) };
        let Err(e) = checked.and_then(|()| self.maker.add(&self.edited.game)) else { return Ok(()) };
        if e.code() == ErrorCode::NoMemory {
            return Err(e);
        }
        let (text, issue) = games.as_text(index, &self.edited.game, &e)?;
        self.edited.issues.push(issue);
        self.edited.game = text;
        self.maker.add(&self.edited.game)
    }

    fn finish(self, item: Item) -> Result<Imported> {
        let duplicates = (self.read - self.games) as u64;
        let Encoder { found: issues, left_out, cut_short, .. } = self;
        let known = Known::New;
        let blocks = self.maker.finish()?;
        Ok(Imported { item, known, left_out, blocks, issues, cut_short, duplicates })
    }
}

/// Returns whether a part of the main line is unparsed; text after the result is not part of it. A continuation is not counted as another
/// game.
fn is_cut_short(game: &Game) -> bool {
    !game.continued && !game.unparsed().is_empty() && game.termination == Termination::Absent
}

#[cfg(test)]
mod tests;
