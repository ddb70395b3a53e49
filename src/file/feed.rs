//! PGN texts one after another, in pieces that become blocks.

use std::{
    io::Read,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    budget::{Budget, Permit},
    decompress::{Text, Texts},
};
use crate::{
    Error, ErrorCode, Result, limits,
    pgn::{Batch, Splitter},
};

/// A PGN text to import.
pub struct PgnSource<'a> {
    /// Its name in messages: a path, or `-`.
    pub name: String,
    /// The text, plain or compressed with zstd, which is recognised by its first bytes. With the feature `compressed-input` also
    /// gzip, bzip2 and xz, and zip archives: all files in them whose names end with `.pgn`, in order. UTF-16 with a byte order
    /// mark is converted to UTF-8. What is something else, a database of another program for example, is not read: the source
    /// ends with an error. It is read on a thread of the import.
    pub reader: Box<dyn Read + Send + 'a>,
}

/// A batch, or the error that ended its source.
pub(super) type SourceBatch = (usize, Result<Batch>);

/// What one thread makes blocks of.
pub(super) struct Item {
    pub batches: Vec<SourceBatch>,
    /// Bytes read from all sources up to its end.
    pub source_bytes: u64,
    /// How many of them are its own.
    pub own_bytes: u64,
    /// The memory that the work takes.
    _permit: Permit,
}

/// Memory of all work items that are read and not yet written: as much as sixteen of ordinary games take.
const MAX_IN_FLIGHT: usize = 96 << 20;

/// A long game is in memory so many times more while it is read and becomes a block: as a game, as columns, compressed, and in
/// space that grew with it.
const COPIES: usize = 5;

/// The source that is being read.
struct Source<'a> {
    number: usize,
    texts: Texts<'a>,
    /// Of the text that is being read.
    splitter: Option<Splitter<Text<'a>>>,
}

impl Source<'_> {
    /// The next games. After an error, those of the next text; `None` after the last one.
    fn next_batch(&mut self) -> Result<Option<Batch>> {
        loop {
            let Some(splitter) = &mut self.splitter else {
                let Some(text) = self.texts.next()? else { return Ok(None) };
                self.splitter = Some(Splitter::new(text));
                continue;
            };
            let batch = splitter.next_batch();
            if !matches!(batch, Ok(Some(_))) {
                self.splitter = None;
            }
            if let Some(batch) = batch? {
                return Ok(Some(batch));
            }
        }
    }
}

/// Reads the sources one after another and gathers what becomes one block.
pub(super) struct Feed<'a> {
    sources: std::iter::Enumerate<std::vec::IntoIter<PgnSource<'a>>>,
    counter: Arc<AtomicU64>,
    current: Option<Source<'a>>,
    pending: Vec<SourceBatch>,
    /// Bytes that were read up to the end of what is pending.
    pending_bytes: u64,
    /// Bytes that were read up to the end of the last item.
    taken_bytes: u64,
    games: usize,
    text: usize,
    /// Games that one block may have.
    max_games: usize,
    budget: Arc<Budget>,
}

impl<'a> Feed<'a> {
    pub fn new(sources: Vec<PgnSource<'a>>, max_games: usize) -> Feed<'a> {
        Feed {
            sources: sources.into_iter().enumerate(),
            counter: Arc::default(),
            current: None,
            pending: Vec::new(),
            pending_bytes: 0,
            taken_bytes: 0,
            games: 0,
            text: 0,
            max_games,
            budget: Budget::new(MAX_IN_FLIGHT),
        }
    }

    /// The next work item. Small sources share one; the cut depends on the texts alone.
    pub fn next(&mut self) -> Result<Option<Item>> {
        while let Some((source, batch)) = self.next_batch()? {
            let (games, text) = batch.as_ref().map_or((0, 0), |b| (b.games.len(), b.text.len()));
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
        let taken = batches.iter().filter_map(|(_, batch)| batch.as_ref().ok()).map(memory_of).sum();
        let own_bytes = self.pending_bytes.saturating_sub(std::mem::replace(&mut self.taken_bytes, self.pending_bytes));
        let _permit = self.budget.wait_for(taken);
        Some(Item { batches, source_bytes: self.pending_bytes, own_bytes, _permit })
    }

    fn next_batch(&mut self) -> Result<Option<SourceBatch>> {
        loop {
            let Some(current) = &mut self.current else {
                let Some((number, source)) = self.sources.next() else { return Ok(None) };
                let counted = CountingReader { inner: source.reader, counter: self.counter.clone() };
                match Texts::of(Box::new(counted)) {
                    Ok(texts) => self.current = Some(Source { number, texts, splitter: None }),
                    Err(e) => return broken(number, e),
                }
                continue;
            };
            match current.next_batch() {
                Ok(Some(batch)) => return Ok(Some((current.number, Ok(batch)))),
                Ok(None) => self.current = None,
                Err(e) => return broken(current.number, e),
            }
        }
    }
}

/// The memory that the work on a batch takes.
fn memory_of(batch: &Batch) -> usize {
    let longest = batch.games.iter().map(|game| game.range.len()).max().unwrap_or(0);
    batch.text.len() + COPIES * longest
}

/// A source that ends with an error; that there is no memory is not its fault.
fn broken(source: usize, error: Error) -> Result<Option<SourceBatch>> {
    if error.code() == ErrorCode::NoMemory { Err(error) } else { Ok(Some((source, Err(error)))) }
}

/// Counts what is read, for progress.
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
