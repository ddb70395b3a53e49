//! Scans: the table, columns and games to read.

use std::{
    ops::Range,
    sync::{Arc, atomic::Ordering},
};

use arrow_schema::SchemaRef;

use super::{columns::Table, partitions::partitions, settings::Settings, stream::TableStream};
use crate::{Error, ErrorCode, Reader, Result, openings::ExistingTags, search::Query};

/// Default maximum number of rows of a batch.
const DEFAULT_BATCH_ROWS: usize = 65_536;

/// A scan of a table: its columns and games. The streams of a scan are independent of each other and can be read on different threads;
/// later changes of the scan do not affect them.
///
/// The scan covers the games that the reader had when the scan was created. Deleted games have no rows.
#[derive(Clone)]
pub struct TableScan(Settings);

impl TableScan {
    /// Scans all columns of a table for all games.
    pub fn new(reader: Arc<Reader>, table: Table) -> TableScan {
        let games = 0..reader.number_end();
        TableScan(Settings {
            reader,
            table,
            columns: None,
            query: Arc::new(Query::default()),
            games,
            batch_rows: DEFAULT_BATCH_ROWS,
            file: None,
            position: None,
            max_ply: u32::MAX,
            openings: None,
            accepts_corruption: false,
            corrupt: Arc::default(),
        })
    }

    fn with(mut self, set: impl FnOnce(&mut Settings)) -> TableScan {
        set(&mut self.0);
        self
    }

    /// Returns only these columns, in this order. In [`Table::Games`], a name that begins with `A` to `Z` is the tag with that name.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] if the table has no column with one of the names, or if there are no names.
    pub fn with_columns(self, names: &[&str]) -> Result<TableScan> {
        let columns = self.0.table.columns_called(names)?;
        Ok(self.with(|settings| settings.columns = Some(Arc::new(columns))))
    }

    /// Restricts the scan to games that meet the query's condition and reach its target, if any. With a target, `plies` and `tree` contain
    /// only the first matching position of each game: `plies` has one row per hit of [`find`](crate::search::find), `tree` the rows of
    /// [`tree`](crate::search::tree).
    ///
    /// Both cover main lines only: [`TableScan::stream`] rejects a target that is also searched in variations.
    ///
    /// [`Query::max_hits`] and [`Query::threads`] are ignored: a stream can be left unfinished at little cost, and reads on the calling
    /// thread.
    pub fn with_query(self, query: Arc<Query>) -> TableScan {
        self.with(|settings| settings.query = query)
    }

    /// Restricts the scan to the games with these numbers.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] if the file has fewer games.
    pub fn with_games(self, games: Range<u64>) -> Result<TableScan> {
        let all = self.0.reader.number_end();
        if games.start > games.end || games.end > all {
            let message = format!("games {}..{} of a file that has only {all}", games.start, games.end);
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        Ok(self.with(|settings| settings.games = games))
    }

    /// Sets the maximum number of rows of a batch, at least 1; the default is 65,536. Batches with long texts have fewer rows.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for 0.
    pub fn with_batch_rows(self, batch_rows: usize) -> Result<TableScan> {
        match batch_rows {
            0 => Err(Error::new(ErrorCode::InvalidArgument, "batches of no rows")),
            _ => Ok(self.with(|settings| settings.batch_rows = batch_rows)),
        }
    }

    /// Sets the value of the column `file`, which is otherwise null. Errors of the streams begin with this text.
    pub fn with_file(self, file: &str) -> TableScan {
        self.with(|settings| settings.file = Some(file.into()))
    }

    /// Restricts `plies` and `tree` to positions with this key (`index.5`), the value of the column `position`. Includes all occurrences.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for `games`, which has no positions.
    pub fn with_position(self, key: i64) -> Result<TableScan> {
        match self.0.table {
            Table::Games => Err(Error::new(ErrorCode::InvalidArgument, "the table of games has no positions")),
            _ => Ok(self.with(|settings| settings.position = Some(key))),
        }
    }

    /// Restricts `plies` and `tree` to positions after at most `max_ply` plies of their game.
    pub fn with_max_ply(self, max_ply: u32) -> TableScan {
        self.with(|settings| settings.max_ply = max_ply)
    }

    /// Sets the tags `ECO` and `Opening` by the moves, like [`add_tags`](crate::openings::add_tags), in all columns of [`Table::Games`]
    /// that use these tags: `eco`, `opening`, `ECO`, `Opening`, `tags` and `pgn`. `None`, the default, leaves the tags as they are in the
    /// file.
    ///
    /// Conditions of the query use the tags of the file.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use plypack::{Codec, Reader, games_from_pgn, openings::ExistingTags, pack_games, tables::{Table, TableScan}};
    /// use plypack::tables::arrow_array::cast::AsArray;
    ///
    /// let (games, _) = games_from_pgn(b"1. e4 c5 *")?;
    /// let reader = Arc::new(Reader::from_bytes(pack_games(&games, Codec::Byte)?)?);
    /// let scan = TableScan::new(reader, Table::Games).with_columns(&["eco"])?.with_opening_tags(ExistingTags::Keep);
    /// let batch = scan.stream()?.next().unwrap().unwrap();
    /// assert_eq!(batch.column(0).as_string::<i32>().value(0), "B20");
    /// # Ok::<(), plypack::Error>(())
    /// ```
    pub fn with_opening_tags(self, existing: impl Into<Option<ExistingTags>>) -> TableScan {
        self.with(|settings| settings.openings = existing.into())
    }

    /// Leaves out games that cannot be read, instead of failing, and counts them ([`TableScan::corrupt`]).
    pub fn accepting_corruption(self) -> TableScan {
        self.with(|settings| settings.accepts_corruption = true)
    }

    /// Returns the number of games that the streams of this scan and its clones have left out so far.
    pub fn corrupt(&self) -> u64 {
        self.0.corrupt.load(Ordering::Relaxed)
    }

    /// The reader.
    pub fn reader(&self) -> &Arc<Reader> {
        &self.0.reader
    }

    /// The games of the scan, before the query is applied.
    pub fn games(&self) -> Range<u64> {
        self.0.games.clone()
    }

    /// The columns with their types, as an Arrow schema.
    pub fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    /// Splits the games of the scan at block boundaries into ranges of at most `target_bytes` in the file, or of one larger block. Each range
    /// is an argument of [`TableScan::with_games`] for a separate scan. Skips blocks that, by the index, do not match the query's position. The
    /// ranges depend only on the file, its index, the query and `target_bytes`.
    ///
    /// # Errors
    ///
    /// Errors of the query. A damaged index is not an error.
    pub fn partitions(&self, target_bytes: u64) -> Result<Vec<Range<u64>>> {
        partitions(&self.0, target_bytes)
    }

    /// Starts reading the rows, in the order of games and plies; `tree` returns its rows in parts, each sorted by position and move.
    ///
    /// # Errors
    ///
    /// Errors of the query; [`ErrorCode::InvalidArgument`] for `plies` and `tree` if the target is also searched in variations.
    pub fn stream(&self) -> Result<TableStream> {
        TableStream::new(&self.0)
    }
}
