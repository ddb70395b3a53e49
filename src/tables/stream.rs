//! Reading the rows of a scan as record batches.

use std::sync::{Arc, atomic::Ordering};

use super::{
    columns::Table,
    games::GameRows,
    games_read::GamesRead,
    plies::PlyRows,
    progress::{Progress, StreamProgress},
    rows::{Rows, external},
    selected::SelectedGames,
    settings::Settings,
    tree::TreeRows,
};
use crate::{
    Corruption, Error, Game, Position, Reader, Result, memory,
    search::{SearchEvent, position_of_key},
};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

/// The rows of a scan as record batches. After an error, the stream continues with the next games. Only
/// [`NoMemory`](crate::ErrorCode::NoMemory), which is [`ArrowError::MemoryError`], is returned again by every later call.
pub struct TableStream {
    schema: SchemaRef,
    scan: Settings,
    selected: SelectedGames,
    games: GamesRead,
    rows: Box<dyn Rows>,
    progress: Progress,
    /// True while a key is requested and its position is unknown: until a game has it, every game is read.
    is_unknown: bool,
    /// True if rows may be left that were not yet returned.
    is_taking: bool,
    lacked_memory: bool,
}

impl TableStream {
    pub(super) fn new(scan: &Settings) -> Result<TableStream> {
        scan.check()?;
        let schema = scan.schema();
        let rows: Box<dyn Rows> = match scan.table {
            Table::Games => Box::new(GameRows::new(scan, schema.clone())?),
            Table::Plies => Box::new(PlyRows::new(scan, schema.clone())?),
            Table::Tree => Box::new(TreeRows::new(scan, schema.clone())?),
        };
        let mut query = scan.query.as_ref().clone();
        query.max_hits = u64::MAX;
        let mut is_unknown = scan.position.is_some() && query.target.is_none();
        let known = scan.position.filter(|_| is_unknown && query.index);
        let known = known.and_then(|key| position_of_key(&scan.reader, key as u64));
        let mut selected = SelectedGames::new(scan.reader.clone(), Arc::new(query), scan.games.clone())?;
        if let Some(position) = known {
            selected.keep_those_with(position);
            is_unknown = false;
        }
        let games = GamesRead::new(scan.reader.clone(), rows.needs());
        let progress = Progress::new(scan.games.clone());
        Ok(TableStream {
            schema,
            scan: scan.clone(),
            selected,
            games,
            rows,
            progress,
            is_unknown,
            is_taking: false,
            lacked_memory: false,
        })
    }

    /// Calls `progress` while a batch is built, on the calling thread. After `progress` stopped a batch, the stream continues with the next
    /// call.
    #[must_use]
    pub fn with_progress(mut self, progress: StreamProgress) -> TableStream {
        self.progress.set(progress);
        self
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        // After an error, some columns may have more rows than others.
        if self.lacked_memory {
            return Err(external(memory::none()));
        }
        let batch = self.make_batch();
        self.lacked_memory = matches!(batch, Err(ArrowError::MemoryError(_)));
        batch
    }

    fn make_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        loop {
            if !self.is_taking {
                self.is_taking = true;
                self.fill().map_err(|error| external(self.named(error)))?;
            }
            match self.rows.take()? {
                Some(batch) => return Ok(Some(batch)),
                None if self.selected.is_done() => return Ok(None),
                None => self.is_taking = false,
            }
        }
    }

    /// Adds the text of the column `file` to an error, because consumers of a stream do not know its file.
    fn named(&self, error: Error) -> Error {
        match &self.scan.file {
            Some(file) => error.context(file),
            None => error,
        }
    }

    /// Adds rows until they suffice for a batch.
    fn fill(&mut self) -> Result<()> {
        let TableStream { scan, selected, games, rows, progress, is_unknown, .. } = self;
        while !rows.is_full() {
            let next = selected.next(&mut |event| match event {
                SearchEvent::Corruption(found) => leave_out(scan, found.corruption),
                SearchEvent::Progress(number) => progress.searched(number),
            })?;
            let Some(game) = next else { return progress.end() };
            let added = games.read(game.number).and_then(|read| rows.add(game, &read));
            match added {
                Err(error) if error.is_no_memory() => return Err(error),
                Err(error) => leave_out(scan, Corruption::lost(game.number..game.number + 1, error))?,
                Ok(Some(ply)) if *is_unknown => {
                    selected.keep_those_with(position_at(&scan.reader, game.number, ply)?);
                    *is_unknown = false;
                }
                Ok(_) => {}
            }
            progress.read(game.number)?;
        }
        Ok(())
    }
}

/// Returns the position of a game after `ply` plies.
fn position_at(reader: &Reader, number: u64, ply: usize) -> Result<Position> {
    let mut game = Game::new();
    reader.read_game(number, &mut game)?;
    game.position_at(ply)
}

/// Counts games that cannot be read, or fails with their error.
fn leave_out(scan: &Settings, corruption: Corruption) -> Result<()> {
    let games = corruption.games;
    if !scan.accepts_corruption {
        let which = match games.end - games.start {
            1 => format!("game {} cannot be read", games.start),
            _ => format!("games {} to {} cannot be read", games.start, games.end.saturating_sub(1)),
        };
        return Err(corruption.error.context(which));
    }
    scan.corrupt.fetch_add(games.end - games.start, Ordering::Relaxed);
    Ok(())
}

impl Iterator for TableStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().transpose()
    }
}

impl RecordBatchReader for TableStream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
