//! PGN texts one after another, in pieces that become blocks.

use std::{
    io::{BufRead, BufReader, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    Error, ErrorCode, Result, limits, memory,
    pgn::{Batch, Splitter},
};

/// A PGN text to import.
pub struct PgnSource<'a> {
    /// Its name in messages: a path, or `-`.
    pub name: String,
    /// The text; plain or compressed with zstd, which is recognised by its first bytes. It is read on a thread of the import.
    pub reader: Box<dyn Read + Send + 'a>,
}

/// A batch, or the error that ended its source.
pub(super) type Part = (usize, Result<Batch>);

/// What one thread makes blocks of.
pub(super) struct Item {
    pub parts: Vec<Part>,
    /// Bytes read from all sources up to its end.
    pub source_bytes: u64,
}

/// Reads the sources one after another and gathers what becomes one block.
pub(super) struct Feed<'a> {
    sources: std::iter::Enumerate<std::vec::IntoIter<PgnSource<'a>>>,
    counter: Arc<AtomicU64>,
    current: Option<(usize, Splitter<Box<dyn Read + Send + 'a>>)>,
    pending: Vec<Part>,
    /// Bytes that were read up to the end of what is pending.
    pending_bytes: u64,
    games: usize,
    text: usize,
    /// Games that one block may have.
    max_games: usize,
}

impl<'a> Feed<'a> {
    pub fn new(sources: Vec<PgnSource<'a>>, max_games: usize) -> Feed<'a> {
        Feed {
            sources: sources.into_iter().enumerate(),
            counter: Arc::default(),
            current: None,
            pending: Vec::new(),
            pending_bytes: 0,
            games: 0,
            text: 0,
            max_games,
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
        let parts = std::mem::take(&mut self.pending);
        (!parts.is_empty()).then_some(Item { parts, source_bytes: self.pending_bytes })
    }

    fn next_batch(&mut self) -> Result<Option<Part>> {
        loop {
            let Some((number, splitter)) = &mut self.current else {
                let Some((number, source)) = self.sources.next() else { return Ok(None) };
                let counted = CountingReader { inner: source.reader, counter: self.counter.clone() };
                match decompressed(counted) {
                    Ok(reader) => self.current = Some((number, Splitter::new(reader))),
                    Err(e) => return broken(number, e),
                }
                continue;
            };
            let number = *number;
            match splitter.next_batch() {
                Ok(Some(batch)) => return Ok(Some((number, Ok(batch)))),
                Ok(None) => self.current = None,
                Err(e) => {
                    self.current = None;
                    return broken(number, e.into());
                }
            }
        }
    }
}

/// A source that ends with an error; that there is no memory is not its fault.
fn broken(source: usize, error: Error) -> Result<Option<Part>> {
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

/// The first bytes of a zstd frame.
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Bytes of the buffer for the first of them, and for zstd; large reads go past it.
const BUFFER: usize = 32 << 10;

/// Text that zstd decompresses; it may lack memory.
struct ZstdReader<R: BufRead>(zstd::stream::read::Decoder<'static, R>);

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer).map_err(memory::of_zstd)
    }
}

fn decompressed(reader: CountingReader<'_>) -> Result<Box<dyn Read + Send + '_>> {
    let mut buffered = BufReader::with_capacity(BUFFER, reader);
    let is_zstd = buffered.fill_buf()?.starts_with(ZSTD_MAGIC);
    if !is_zstd {
        return Ok(Box::new(buffered));
    }
    let decoder = zstd::stream::read::Decoder::with_buffer(buffered).map_err(memory::of_zstd)?;
    Ok(Box::new(ZstdReader(decoder)))
}
