//! PGN into a plypack file, on all cores, with the same result for any number of threads.

use std::{
    io::{BufRead, BufReader, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::block_maker::BlockMaker;
use crate::{
    Codec, Error, Game, Options, Result, Sink, Start, Termination, Writer,
    container::EncodedBlock,
    limits, parallel,
    pgn::{Batch, GameText, Importer, Issue, Reason, Splitter},
};

/// A PGN text to import.
pub struct PgnSource {
    /// Its name in messages: a path, or `-`.
    pub name: String,
    /// The text; plain or compressed with zstd, which is recognised by its first bytes.
    pub reader: Box<dyn Read + Send>,
}

/// What happens during an import, in the order of the games.
#[derive(Debug)]
pub enum ImportEvent<'a> {
    /// Something could not be parsed; its text is kept.
    Issue {
        /// The name of the source.
        source: &'a str,
        /// The number of the game in the file that is written.
        game: u64,
        /// What, where and why.
        issue: &'a Issue,
    },
    /// A source ended with an error; what came before is kept.
    Broken {
        /// The name of the source.
        source: &'a str,
        /// Why.
        error: &'a Error,
    },
    /// Counts so far.
    Progress(Summary),
}

/// Counts of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Games written.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Bytes of PGN text read, after decompression.
    pub text_bytes: u64,
    /// Bytes read from the sources, before decompression.
    pub source_bytes: u64,
    /// Games of which something could not be parsed.
    pub games_with_issues: u64,
    /// Those of them whose main line was not parsed to its end. In the others only a variation, or text after the result, could
    /// not be parsed.
    pub games_cut_short: u64,
    /// Sources that ended with an error.
    pub broken_sources: u64,
}

/// Adds all games of `sources` to `writer`, using `threads` threads beside the calling one.
///
/// `report` is called with everything that could not be read, and with the progress after every block; when it returns an
/// error, the import ends with that error. Memory does not depend on the size of the input.
///
/// # Errors
///
/// The errors of `report` and of [`Writer::write_block`]. A source that cannot be read to its end is reported and counted,
/// not an error.
pub fn import<S: Sink>(
    sources: Vec<PgnSource>,
    threads: usize,
    writer: &mut Writer<S>,
    report: impl FnMut(ImportEvent<'_>) -> Result<()>,
) -> Result<Summary> {
    let names: Vec<String> = sources.iter().map(|s| s.name.clone()).collect();
    let options = writer.options();
    let source_bytes = Arc::new(AtomicU64::new(0));
    let mut feed = Feed::new(sources, source_bytes.clone());
    let mut target = Target { writer, names, report, summary: Summary::default() };
    parallel::in_order(
        threads,
        || Ok(feed.next()),
        |parts| encode(parts, options),
        |imported| {
            target.summary.source_bytes = source_bytes.load(Ordering::Relaxed);
            target.add(imported)
        },
    )?;
    Ok(target.summary)
}

/// Where imported games go: the blocks to the writer, the rest to the caller.
struct Target<'a, S: Sink, R> {
    writer: &'a mut Writer<S>,
    names: Vec<String>,
    report: R,
    summary: Summary,
}

impl<S: Sink, R: FnMut(ImportEvent<'_>) -> Result<()>> Target<'_, S, R> {
    fn add(&mut self, imported: Imported) -> Result<()> {
        self.summary.text_bytes += imported.text_bytes;
        self.summary.games_cut_short += imported.cut_short;
        let first = self.writer.games();
        for block in imported.blocks {
            self.summary.games += block.games() as u64;
            self.summary.plies += block.plies();
            self.writer.write_block(block)?;
        }
        self.report_issues(first, &imported.issues)?;
        for (source, error) in &imported.broken {
            self.summary.broken_sources += 1;
            (self.report)(ImportEvent::Broken { source: &self.names[*source], error })?;
        }
        (self.report)(ImportEvent::Progress(self.summary))
    }

    /// `first` is the number of the work item's first game in the file.
    fn report_issues(&mut self, first: u64, issues: &[(usize, usize, Issue)]) -> Result<()> {
        let mut last = None;
        for (source, game, issue) in issues {
            self.summary.games_with_issues += u64::from(last != Some(*game));
            last = Some(*game);
            (self.report)(ImportEvent::Issue { source: &self.names[*source], game: first + *game as u64, issue })?;
        }
        Ok(())
    }
}

/// A batch, or the error that ended its source.
type Part = (usize, Result<Batch>);

/// Reads the sources one after another and gathers what becomes one block.
struct Feed {
    sources: std::iter::Enumerate<std::vec::IntoIter<PgnSource>>,
    counter: Arc<AtomicU64>,
    current: Option<(usize, Splitter<Box<dyn Read + Send>>)>,
    pending: Vec<Part>,
    games: usize,
    text: usize,
}

impl Feed {
    fn new(sources: Vec<PgnSource>, counter: Arc<AtomicU64>) -> Feed {
        Feed {
            sources: sources.into_iter().enumerate(),
            counter,
            current: None,
            pending: Vec::new(),
            games: 0,
            text: 0,
        }
    }

    /// The next work item. Small sources share one; the cut depends on the texts alone.
    fn next(&mut self) -> Option<Vec<Part>> {
        while let Some((source, batch)) = self.next_batch() {
            let (games, text) = batch.as_ref().map_or((0, 0), |b| (b.games.len(), b.text.len()));
            let too_much = self.games + games > limits::MAX_GAMES_PER_BLOCK || self.text + text > limits::BATCH_TEXT;
            let full = too_much && self.games > 0;
            let item = if full { Some(std::mem::take(&mut self.pending)) } else { None };
            if full {
                (self.games, self.text) = (0, 0);
            }
            self.games += games;
            self.text += text;
            self.pending.push((source, batch));
            if item.is_some() {
                return item;
            }
        }
        let rest = std::mem::take(&mut self.pending);
        (!rest.is_empty()).then_some(rest)
    }

    fn next_batch(&mut self) -> Option<Part> {
        loop {
            if self.current.is_none() {
                let (number, source) = self.sources.next()?;
                let counted = CountingReader { inner: source.reader, counter: self.counter.clone() };
                match decompressed(counted) {
                    Ok(reader) => self.current = Some((number, Splitter::new(reader))),
                    Err(e) => return Some((number, Err(e))),
                }
            }
            let (number, splitter) = self.current.as_mut()?;
            let number = *number;
            match splitter.next_batch() {
                Ok(Some(batch)) => return Some((number, Ok(batch))),
                Ok(None) => self.current = None,
                Err(e) => {
                    self.current = None;
                    return Some((number, Err(e.into())));
                }
            }
        }
    }
}

/// Counts what is read, for progress.
struct CountingReader {
    inner: Box<dyn Read + Send>,
    counter: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.counter.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// The first bytes of a zstd frame.
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

fn decompressed(reader: CountingReader) -> Result<Box<dyn Read + Send>> {
    let mut buffered = BufReader::with_capacity(1 << 17, reader);
    let is_zstd = buffered.fill_buf()?.starts_with(ZSTD_MAGIC);
    Ok(if is_zstd { Box::new(zstd::stream::read::Decoder::with_buffer(buffered)?) } else { Box::new(buffered) })
}

/// The games of one work item in blocks.
#[derive(Default)]
struct Imported {
    blocks: Vec<EncodedBlock>,
    /// Source, number of the game within the work item, issue.
    issues: Vec<(usize, usize, Issue)>,
    /// Sources that ended with an error.
    broken: Vec<(usize, Error)>,
    text_bytes: u64,
    cut_short: u64,
}

fn encode(parts: Vec<Part>, options: Options) -> Result<Imported> {
    let mut encoder = Encoder::new(options)?;
    for (source, part) in parts {
        match part {
            Ok(batch) => encoder.add_batch(source, &batch)?,
            Err(e) => encoder.imported.broken.push((source, e)),
        }
    }
    encoder.finish()
}

/// Reads the games of a work item and puts them into blocks.
struct Encoder {
    importer: Importer,
    maker: BlockMaker,
    imported: Imported,
    games: usize,
    /// The game and its issues, kept for their memory.
    game: Game,
    issues: Vec<Issue>,
}

impl Encoder {
    fn new(options: Options) -> Result<Encoder> {
        Ok(Encoder {
            importer: Importer::new(),
            maker: BlockMaker::new(options)?,
            imported: Imported::default(),
            games: 0,
            game: Game::new(),
            issues: Vec::new(),
        })
    }

    fn add_batch(&mut self, source: usize, batch: &Batch) -> Result<()> {
        self.imported.text_bytes += batch.text.len() as u64;
        for index in 0..batch.games.len() {
            self.importer.read_game(batch, index, &mut self.game, &mut self.issues);
            self.add_game(batch, index)?;
            self.imported.cut_short += u64::from(is_cut_short(&self.game));
            let number = self.games;
            self.imported.issues.extend(self.issues.drain(..).map(|issue| (source, number, issue)));
            self.games += 1;
            self.maker.close_full()?;
        }
        Ok(())
    }

    /// Adds the game, or all of its text as unparsed text when the format cannot hold the game.
    fn add_game(&mut self, batch: &Batch, index: usize) -> Result<()> {
        let Err(e) = self.maker.add(&self.game) else { return Ok(()) };
        let GameText { line, offset, .. } = batch.games[index];
        self.issues.push(Issue { line, offset, reason: Reason::NotStorable, text: e.message().to_owned() });
        self.game = unparsed(batch.game(index));
        self.maker.add(&self.game)
    }

    fn finish(self) -> Result<Imported> {
        Ok(Imported { blocks: self.maker.finish()?, ..self.imported })
    }
}

/// Whether a part of the main line is unparsed: text after the result is not part of it.
fn is_cut_short(game: &Game) -> bool {
    !game.unparsed().is_empty() && game.termination == Termination::Absent
}

/// A game that keeps all its text unparsed.
fn unparsed(text: &[u8]) -> Game {
    let mut game = Game::new();
    game.start = Start::Unreadable;
    game.set_unparsed(text.trim_ascii());
    game
}

/// Imports PGN text in memory into games, in order.
///
/// Text that could not be parsed is kept in the games, and listed in the issues with the number of its game.
#[allow(clippy::type_complexity, reason = "two lists, explained above")]
pub fn games_from_pgn(text: &[u8]) -> Result<(Vec<Game>, Vec<(usize, Issue)>)> {
    let mut splitter = Splitter::new(text);
    let mut importer = Importer::new();
    let (mut games, mut found, mut issues) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(batch) = splitter.next_batch()? {
        for index in 0..batch.games.len() {
            let mut game = Game::new();
            importer.read_game(&batch, index, &mut game, &mut issues);
            found.extend(issues.drain(..).map(|issue| (games.len(), issue)));
            games.push(game);
        }
    }
    Ok((games, found))
}

/// Writes `games` into a new file in memory.
///
/// # Errors
///
/// The errors of [`Writer::add`].
pub fn pack_games(games: &[Game], codec: Codec) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), Options::default().with_codec(codec))?;
    games.iter().try_for_each(|game| writer.add(game))?;
    writer.finish()
}
