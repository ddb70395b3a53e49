//! Reads PGN texts and databases one after another, in pieces that become blocks.

use std::{
    io::Read,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    budget::{Budget, Permit},
    decompress::{Skipped, Texts},
    scid::{ScidBatch, ScidBatches, ScidReader},
};
use crate::{
    Error, ErrorCode, Game, Result, limits, memory,
    pgn::{self, Batch, GameText, Importer, Issue, Language, Reason, Splitter},
};

/// A PGN text to import.
pub struct PgnSource<'a> {
    /// Its name in messages: a path, or `-`.
    pub name: String,
    /// The text. A thread of the import reads it, and recognizes its format by the first bytes:
    ///
    /// - plain text; UTF-16 with a byte order mark is converted to UTF-8;
    /// - text compressed with zstd or, with the feature `compressed-input`, with gzip, bzip2 or xz;
    /// - with the same feature, zip archives. The import reads the files whose names end with `.pgn`, also compressed (`.pgn.gz`, `.bz2`,
    ///   `.xz`, `.zst`), in order. It reports other archives, databases and compressed files in the archive.
    ///
    /// For any other input, such as a database of another program, the source ends with an error.
    pub reader: Box<dyn Read + Send + 'a>,
}

/// A source of games for an import.
pub enum ImportSource<'a> {
    /// A PGN text.
    Pgn(PgnSource<'a>),
    /// A SCID database.
    Scid {
        /// Its name in messages: the path of its index.
        name: String,
        /// The database.
        database: Arc<ScidReader>,
    },
}

impl ImportSource<'_> {
    /// Its name in messages.
    pub fn name(&self) -> &str {
        match self {
            ImportSource::Pgn(source) => &source.name,
            ImportSource::Scid { name, .. } => name,
        }
    }
}

impl<'a> From<PgnSource<'a>> for ImportSource<'a> {
    fn from(source: PgnSource<'a>) -> ImportSource<'a> {
        ImportSource::Pgn(source)
    }
}

/// Some games of a source.
pub(super) enum Games {
    Pgn(Batch),
    Scid(ScidBatch),
}

impl Games {
    pub fn len(&self) -> usize {
        match self {
            Games::Pgn(batch) => batch.games.len(),
            Games::Scid(batch) => batch.len(),
        }
    }

    /// Returns the length of the games in their source in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Games::Pgn(batch) => batch.text.len(),
            Games::Scid(batch) => batch.bytes(),
        }
    }

    /// Returns the length of a game in bytes, by its index.
    pub fn bytes_of(&self, index: usize) -> usize {
        match self {
            Games::Pgn(batch) => batch.games[index].range.len(),
            Games::Scid(batch) => batch.bytes_of(index),
        }
    }

    /// Reads a game, by its index.
    ///
    /// Errors: [`ErrorCode::NoMemory`]; for a database also [`ErrorCode::Io`].
    pub fn read(&self, index: usize, importer: &mut Importer, game: &mut Game, issues: &mut Vec<Issue>) -> Result<()> {
        match self {
            Games::Pgn(batch) => importer.read_game(batch, index, game, issues),
            Games::Scid(batch) => batch.read(index, game, issues),
        }
    }

    /// Returns whether a game continues in the next one.
    pub fn is_cut(&self, index: usize) -> bool {
        matches!(self, Games::Pgn(batch) if batch.games[index].cut)
    }

    /// Converts a game that cannot be stored into a game that has only text; also returns the issue.
    ///
    /// Errors: [`ErrorCode::NoMemory`].
    pub fn as_text(&self, index: usize, game: &Game, why: &Error) -> Result<(Game, Issue)> {
        let (line, offset, game) = match self {
            Games::Pgn(batch) => {
                let GameText { line, offset, .. } = batch.games[index];
                (line, offset, pgn::of_text(batch.game(index))?)
            }
            Games::Scid(batch) => (0, batch.offset(index), pgn::as_text(&pgn::with_fitting_tags(game)?)?),
        };
        Ok((game, Issue { line, offset, reason: Reason::NotStorable, text: why.message().to_owned() }))
    }

    /// Returns the memory that processing the games takes.
    fn memory(&self) -> usize {
        match self {
            Games::Pgn(batch) => {
                let longest = batch.games.iter().map(|game| game.range.len()).max().unwrap_or(0);
                batch.text.len() + COPIES * longest
            }
            Games::Scid(batch) => batch.bytes() + COPIES * batch.longest(),
        }
    }
}

/// Games, or the error that ended their source.
pub(super) type SourceBatch = (usize, Result<Games>);

/// Games that one thread makes into blocks.
pub(super) struct Item {
    pub batches: Vec<SourceBatch>,
    /// Bytes read from all sources up to its end.
    pub source_bytes: u64,
    /// Bytes of this item only.
    pub own_bytes: u64,
    /// Permit for the memory that the item takes.
    _permit: Permit,
}

impl Item {
    /// Returns the games of all sources.
    pub fn games(&self) -> impl Iterator<Item = &Games> {
        self.batches.iter().filter_map(|(_, games)| games.as_ref().ok())
    }

    /// Returns the length of the games in their sources in bytes.
    pub fn text_bytes(&self) -> u64 {
        self.games().map(|games| games.bytes() as u64).sum()
    }

    /// Returns the errors of sources that ended early, with the numbers of the sources. Frees the texts.
    pub fn into_broken(self) -> Result<Vec<(usize, Error)>> {
        memory::collected(self.batches.into_iter().filter_map(|(source, games)| Some((source, games.err()?))))
    }
}

/// Maximum memory of all work items that were read but not written yet: enough for sixteen items of ordinary games.
const MAX_IN_FLIGHT: usize = 96 << 20;

/// Memory of a long game in multiples of its length, while it is read and becomes a block: as a game, as columns,
/// compressed, and as spare capacity.
const COPIES: usize = 5;

/// The source that is being read.
struct Source<'a> {
    number: usize,
    content: Content<'a>,
}

enum Content<'a> {
    Texts {
        texts: Texts<'a>,
        /// Splits the text that is being read.
        splitter: Option<Box<Splitter<'a>>>,
    },
    Scid(ScidBatches),
}

impl<'a> Content<'a> {
    /// `counter` counts the bytes read.
    fn of(source: ImportSource<'a>, counter: &Arc<AtomicU64>) -> Result<Content<'a>> {
        match source {
            ImportSource::Pgn(source) => {
                let counted = CountingReader { inner: source.reader, counter: counter.clone() };
                Ok(Content::Texts { texts: Texts::of(Box::new(counted))?, splitter: None })
            }
            ImportSource::Scid { database, .. } => Ok(Content::Scid(ScidBatches::new(database, counter.clone()))),
        }
    }

    /// Returns the next games. After an error, the games of the next text; `None` after the last one.
    fn next_batch(&mut self, language: Language) -> Result<Option<Games>> {
        let (texts, splitter) = match self {
            Content::Scid(batches) => return Ok(batches.next_batch()?.map(Games::Scid)),
            Content::Texts { texts, splitter } => (texts, splitter),
        };
        loop {
            let Some(text) = splitter else {
                let Some(text) = texts.next()? else { return Ok(None) };
                *splitter = Some(Box::new(Splitter::new(text).with_language(language)));
                continue;
            };
            let batch = text.next_batch();
            if !matches!(batch, Ok(Some(_))) {
                *splitter = None;
            }
            if let Some(batch) = batch? {
                return Ok(Some(Games::Pgn(batch)));
            }
        }
    }
}

/// Reads the sources one after another and gathers games for one block.
pub(super) struct Feed<'a> {
    sources: std::iter::Enumerate<std::vec::IntoIter<ImportSource<'a>>>,
    counter: Arc<AtomicU64>,
    current: Option<Source<'a>>,
    /// Files of archives that were skipped, by source.
    pub skipped: Vec<(usize, Skipped)>,
    pending: Vec<SourceBatch>,
    /// Bytes read up to the end of the pending games.
    pending_bytes: u64,
    /// Bytes read up to the end of the last item.
    taken_bytes: u64,
    games: usize,
    text: usize,
    /// Maximum number of games in a block.
    max_games: usize,
    language: Language,
    budget: Arc<Budget>,
}

impl<'a> Feed<'a> {
    pub fn new(sources: Vec<ImportSource<'a>>, max_games: usize, language: Language) -> Feed<'a> {
        Feed {
            sources: sources.into_iter().enumerate(),
            counter: Arc::default(),
            current: None,
            skipped: Vec::new(),
            pending: Vec::new(),
            pending_bytes: 0,
            taken_bytes: 0,
            games: 0,
            text: 0,
            max_games,
            language,
            budget: Budget::new(MAX_IN_FLIGHT),
        }
    }

    /// Returns the next work item. Small sources share one; the split depends only on the texts.
    pub fn next(&mut self) -> Result<Option<Item>> {
        while let Some((source, batch)) = self.next_batch()? {
            let (games, text) = batch.as_ref().map_or((0, 0), |games| (games.len(), games.bytes()));
            let max_text = limits::BATCH_TEXT / limits::MAX_GAMES_PER_BLOCK * self.max_games;
            let too_much = self.games + games > self.max_games || self.text + text > max_text;
            let item = if too_much && self.games > 0 { self.take_pending() } else { None };
            self.games += games;
            self.text += text;
            self.pending.push((source, batch));
            self.pending_bytes = self.counter.load(Ordering::Relaxed);
            if item.is_some() {
                return Ok(item);
            }
        }
        Ok(self.take_pending())
    }

    fn take_pending(&mut self) -> Option<Item> {
        (self.games, self.text) = (0, 0);
        let batches = std::mem::take(&mut self.pending);
        if batches.is_empty() {
            return None;
        }
        let taken = batches.iter().filter_map(|(_, batch)| batch.as_ref().ok()).map(Games::memory).sum();
        let own_bytes = self.pending_bytes.saturating_sub(std::mem::replace(&mut self.taken_bytes, self.pending_bytes));
        let _permit = self.budget.wait_for(taken);
        Some(Item { batches, source_bytes: self.pending_bytes, own_bytes, _permit })
    }

    fn next_batch(&mut self) -> Result<Option<SourceBatch>> {
        loop {
            let Some(current) = &mut self.current else {
                let Some((number, source)) = self.sources.next() else { return Ok(None) };
                match Content::of(source, &self.counter) {
                    Ok(content) => self.current = Some(Source { number, content }),
                    Err(e) => return broken(number, e),
                }
                continue;
            };
            match current.content.next_batch(self.language) {
                Ok(Some(batch)) => return Ok(Some((current.number, Ok(batch)))),
                Ok(None) => {
                    if let Content::Texts { texts, .. } = &current.content
                        && let Some(skipped) = texts.skipped()
                    {
                        memory::push(&mut self.skipped, (current.number, skipped.clone()))?;
                    }
                    self.current = None;
                }
                Err(e) => return broken(current.number, e),
            }
        }
    }
}

/// Ends a source with an error; a lack of memory is not the source's fault.
fn broken(source: usize, error: Error) -> Result<Option<SourceBatch>> {
    if error.code() == ErrorCode::NoMemory { Err(error) } else { Ok(Some((source, Err(error)))) }
}

/// Counts the bytes read, for progress.
struct CountingReader<'a> {
    inner: Box<dyn Read + Send + 'a>,
    counter: Arc<AtomicU64>,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.counter.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}
