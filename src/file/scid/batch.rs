//! Games of a SCID database, in batches for an import.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::reader::ScidReader;
use crate::{
    Error, ErrorCode, Game, Result, limits,
    pgn::Issue,
    scid4::{
        Entry,
        index::{ENTRY_LEN, HEADER_LEN},
    },
};

/// Number of games whose entries are read at once.
const ENTRIES: u64 = 1 << 12;

/// Games of a database; each record is read when it is needed.
pub struct ScidBatch {
    database: Arc<ScidReader>,
    entries: Vec<Entry>,
}

impl ScidBatch {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the bytes of all records.
    pub fn bytes(&self) -> usize {
        self.lens().sum()
    }

    /// Returns the bytes of the longest record.
    pub fn longest(&self) -> usize {
        self.lens().max().unwrap_or(0)
    }

    fn lens(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().map(|entry| self.len_of(entry))
    }

    fn len_of(&self, entry: &Entry) -> usize {
        let place = self.database.place(entry);
        (place.end - place.start) as usize
    }

    /// Returns the bytes of the record of a game.
    pub fn bytes_of(&self, index: usize) -> usize {
        self.len_of(&self.entries[index])
    }

    /// Returns the offset of the record of a game.
    pub fn offset(&self, index: usize) -> u64 {
        self.entries[index].offset.into()
    }

    /// Reads a game, by its index in the batch.
    pub fn read(&self, index: usize, game: &mut Game, issues: &mut Vec<Issue>) -> Result<()> {
        let entry = &self.entries[index];
        self.database.read_entry(entry, &self.database.record(entry)?, game, issues)
    }
}

/// All games of a database, batch by batch.
pub struct ScidBatches {
    database: Arc<ScidReader>,
    next: u64,
    /// Bytes of the records so far.
    bytes: u64,
    /// Bytes that were read, for progress.
    counter: Arc<AtomicU64>,
    is_ended: bool,
}

impl ScidBatches {
    pub fn new(database: Arc<ScidReader>, counter: Arc<AtomicU64>) -> ScidBatches {
        ScidBatches { database, next: 0, bytes: 0, counter, is_ended: false }
    }

    /// Returns the next games; no games follow an error.
    pub fn next_batch(&mut self) -> Result<Option<ScidBatch>> {
        if self.is_ended {
            return Ok(None);
        }
        let batch = self.next_games();
        self.is_ended = !matches!(batch, Ok(Some(_)));
        batch
    }

    fn next_games(&mut self) -> Result<Option<ScidBatch>> {
        let games = self.database.games();
        if self.next == games {
            return self.check_end().map(|()| None);
        }
        let mut entries = self.database.entries(self.next..(self.next + ENTRIES).min(games))?;
        let mut bytes = 0;
        let is_over = |entry: &Entry| {
            bytes += entry.len as usize;
            bytes > limits::BATCH_COMMENT_TEXT
        };
        let most = entries.iter().position(is_over).unwrap_or(entries.len()).max(1);
        entries.truncate(most);
        let batch = ScidBatch { database: self.database.clone(), entries };
        self.check_overlaps(&batch)?;
        self.next += most as u64;
        let read = batch.bytes() + ENTRY_LEN * most;
        self.counter.fetch_add(read as u64, Ordering::Relaxed);
        Ok(Some(batch))
    }

    /// Checks that records do not overlap: an index with overlapping records would make a small file take any amount of time.
    fn check_overlaps(&mut self, batch: &ScidBatch) -> Result<()> {
        self.bytes += batch.bytes() as u64;
        if self.bytes <= self.database.records_len() {
            return Ok(());
        }
        let at = HEADER_LEN as u64 + self.next * ENTRY_LEN as u64;
        let message = format!(
            "the games from {} to {} and those before them have more bytes than the .sg4 file: the index is corrupt",
            self.next,
            self.next + batch.len() as u64 - 1
        );
        Err(Error::new(ErrorCode::SectionMalformed, message).with_offset(at))
    }

    fn check_end(&self) -> Result<()> {
        let games = self.database.games();
        let expected = self.database.games_in_header();
        if games == expected {
            return Ok(());
        }
        let message = format!("the index ends after {games} of {expected} games");
        Err(Error::new(ErrorCode::Truncated, message).with_offset(HEADER_LEN as u64 + games * ENTRY_LEN as u64))
    }
}
