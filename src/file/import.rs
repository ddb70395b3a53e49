//! PGN into a plypack file, on all cores, with the same result for any number of threads.

use std::{
    io::{BufRead, BufReader, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    Codec, Error, Game, Options, Result, Sink, Start, Termination, Writer,
    container::{BlockBuilder, Compressor, EncodedBlock},
    limits, parallel,
    pgn::{Batch, Importer, Issue, Reason, Splitter},
};

/// A PGN text to import.
pub struct PgnSource {
    /// What messages call it: a path, or `-`.
    pub name: String,
    /// The text; plain or compressed with zstd, which is seen from its first bytes.
    pub reader: Box<dyn Read + Send>,
}

/// What happens during an import, in the order of the games.
#[derive(Debug)]
pub enum ImportEvent<'a> {
    /// Something could not be read; it is kept as it was.
    Issue {
        /// The name of the source.
        source: &'a str,
        /// The number of the game in the file that is written.
        game: u64,
        /// What, where and why.
        issue: &'a Issue,
    },
    /// A source broke off; what came before is kept.
    Broken {
        /// The name of the source.
        source: &'a str,
        /// Why.
        error: &'a Error,
    },
    /// So much is done.
    Progress(Summary),
}

/// Counts of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games written.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Bytes of PGN text read, after decompression.
    pub text_bytes: u64,
    /// Bytes read from the sources, before decompression.
    pub source_bytes: u64,
    /// Games of which something could not be read.
    pub games_with_issues: u64,
    /// Those of them whose main line was not read to its end. In the others only a variation, or something behind the result,
    /// could not be read.
    pub games_cut_short: u64,
    /// Sources that broke off.
    pub broken_sources: u64,
}

/// Adds all games of `sources` to `writer`, using `threads` threads beside the calling one.
///
/// `report` hears of everything that could not be read, and of the progress after every block; when it gives an error, the
/// import ends with that error. Memory does not depend on the size of the input.
///
/// # Errors
///
/// The errors of `report` and of [`Writer::write_block`]. A source that cannot be read to its end is reported and counted,
/// not an error.
pub fn import<S: Sink>(
    sources: Vec<PgnSource>,
    threads: usize,
    writer: &mut Writer<S>,
    mut report: impl FnMut(ImportEvent<'_>) -> Result<()>,
) -> Result<Summary> {
    let names: Vec<String> = sources.iter().map(|s| s.name.clone()).collect();
    let options = writer.options();
    let source_bytes = Arc::new(AtomicU64::new(0));
    let mut feed = Feed::new(sources, source_bytes.clone());
    let mut summary = Summary::default();
    parallel::in_order(
        threads,
        || Ok(feed.next()),
        |parts| encode(parts, options),
        |imported| {
            let before = summary.games;
            summary.text_bytes += imported.text_bytes;
            summary.source_bytes = source_bytes.load(Ordering::Relaxed);
            for block in imported.blocks {
                summary.games += block.games() as u64;
                summary.plies += block.plies();
                writer.write_block(block)?;
            }
            summary.games_cut_short += imported.cut_short;
            let first = writer.games() - (summary.games - before);
            let mut last = None;
            for (source, game, issue) in &imported.issues {
                summary.games_with_issues += u64::from(last != Some(*game));
                last = Some(*game);
                report(ImportEvent::Issue { source: &names[*source], game: first + *game as u64, issue })?;
            }
            for (source, error) in &imported.broken {
                summary.broken_sources += 1;
                report(ImportEvent::Broken { source: &names[*source], error })?;
            }
            report(ImportEvent::Progress(summary))
        },
    )?;
    Ok(summary)
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
                let counted = Counted { inner: source.reader, counter: self.counter.clone() };
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
struct Counted {
    inner: Box<dyn Read + Send>,
    counter: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.counter.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// The first bytes of a zstd frame.
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

fn decompressed(reader: Counted) -> Result<Box<dyn Read + Send>> {
    let mut buffered = BufReader::with_capacity(1 << 17, reader);
    let is_zstd = buffered.fill_buf()?.starts_with(ZSTD_MAGIC);
    Ok(if is_zstd { Box::new(zstd::stream::read::Decoder::with_buffer(buffered)?) } else { Box::new(buffered) })
}

/// What a worker made of one work item.
struct Imported {
    blocks: Vec<EncodedBlock>,
    /// Source, number of the game within the work item, issue.
    issues: Vec<(usize, usize, Issue)>,
    broken: Vec<(usize, Error)>,
    text_bytes: u64,
    cut_short: u64,
}

/// Whether something of the main line was left unread: text behind the result is not part of it.
fn is_cut_short(game: &Game) -> bool {
    !game.rest().is_empty() && game.termination == Termination::Absent
}

fn encode(parts: Vec<Part>, options: Options) -> Result<Imported> {
    let mut imported =
        Imported { blocks: Vec::new(), issues: Vec::new(), broken: Vec::new(), text_bytes: 0, cut_short: 0 };
    let mut builder = BlockBuilder::new(options.codec);
    let mut compressor = Compressor::new(options.level)?;
    let (mut importer, mut game, mut issues) = (Importer::new(), Game::new(), Vec::new());
    let mut count = 0;
    for (source, part) in parts {
        let batch = match part {
            Ok(batch) => batch,
            Err(e) => {
                imported.broken.push((source, e));
                continue;
            }
        };
        imported.text_bytes += batch.text.len() as u64;
        for index in 0..batch.games.len() {
            importer.read_game(&batch, index, &mut game, &mut issues);
            if let Err(e) = builder.add_trusted(&game) {
                let text = &batch.games[index];
                issues.push(Issue {
                    line: text.line,
                    offset: text.offset,
                    reason: Reason::NotStorable,
                    text: e.message().to_owned(),
                });
                game = verbatim(batch.game(index));
                builder.add_trusted(&game)?;
            }
            imported.cut_short += u64::from(is_cut_short(&game));
            imported.issues.extend(issues.drain(..).map(|issue| (source, count, issue)));
            count += 1;
            if builder.is_full() {
                let full = std::mem::replace(&mut builder, BlockBuilder::new(options.codec));
                imported.blocks.push(full.finish(&mut compressor)?);
            }
        }
    }
    if builder.games() > 0 {
        imported.blocks.push(builder.finish(&mut compressor)?);
    }
    Ok(imported)
}

/// A game that keeps all its text as it was.
fn verbatim(text: &[u8]) -> Game {
    let mut game = Game::new();
    game.start = Start::Unreadable;
    game.set_rest(text.trim_ascii());
    game
}

/// Imports PGN text that lies in memory into games, in order: for callers that want no file.
///
/// What could not be read is in the games as it was, and in the list of issues with the number of its game.
#[allow(clippy::type_complexity, reason = "two lists, said in words above")]
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
    let mut writer = Writer::new(Vec::new(), Options { codec, ..Options::default() })?;
    games.iter().try_for_each(|game| writer.add(game))?;
    writer.finish()
}
