//! Scans: a table of a file, its columns and games.

use std::{
    ops::Range,
    sync::{Arc, atomic::Ordering},
};

use arrow_schema::SchemaRef;

use super::{columns::Table, partitions::partitions, settings::Settings, stream::TableStream};
use crate::{Error, ErrorCode, Reader, Result, openings::ExistingTags, search::Query};

/// So many rows have a batch at most, unless it is said otherwise.
const DEFAULT_BATCH_ROWS: usize = 65_536;

/// A scan of a table: which columns, of which games. Its streams are independent of each other, and each may be read on a thread of its
/// own; a scan that is changed later does not change the streams that it has given.
///
/// The scan sees the games that the reader had when it was made. Deleted games have no rows.
#[derive(Clone)]
pub struct TableScan(Settings);

impl TableScan {
    /// A scan of all columns of a table, and of all games.
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

    /// With these columns, in this order. A name of [`Table::Games`] that begins with `A` to `Z` is the tag of that name.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for a name that the table does not have, and for no name at all.
    pub fn with_columns(self, names: &[&str]) -> Result<TableScan> {
        let columns = self.0.table.columns_called(names)?;
        Ok(self.with(|settings| settings.columns = Some(Arc::new(columns))))
    }

    /// With the games that a query selects: those that meet its condition and, if it has a target, reach that. `plies` and `tree` then
    /// have the position of each game that matches first, and no other rows: as many rows of `plies` as [`find`](crate::search::find)
    /// has hits, and of `tree` what [`tree`](crate::search::tree) has.
    ///
    /// Both have positions of main lines alone: [`TableScan::stream`] refuses a target that is searched in variations, too.
    ///
    /// [`Query::max_hits`] and [`Query::threads`] do not count: a stream that is not read to its end is cheap, and reads on the thread
    /// that asks it.
    pub fn with_query(self, query: Arc<Query>) -> TableScan {
        self.with(|settings| settings.query = query)
    }

    /// With these games alone, by their numbers.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] when the file has fewer games.
    pub fn with_games(self, games: Range<u64>) -> Result<TableScan> {
        let all = self.0.reader.number_end();
        if games.start > games.end || games.end > all {
            let message = format!("games {}..{} of a file that has only {all}", games.start, games.end);
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        Ok(self.with(|settings| settings.games = games))
    }

    /// With at most so many rows in a batch, from 1 on; 65,536 if it is never set. Batches with long texts have fewer.
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

    /// With this text in the column `file`, which has no values otherwise, and at the beginning of errors of the streams.
    pub fn with_file(self, file: &str) -> TableScan {
        self.with(|settings| settings.file = Some(file.into()))
    }

    /// With rows of `plies` and `tree` only for positions with this key (`index.5`), as the column `position` has it: all occurrences.
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

    /// With rows of `plies` and `tree` only for positions after at most so many plies of their game.
    pub fn with_max_ply(self, max_ply: u32) -> TableScan {
        self.with(|settings| settings.max_ply = max_ply)
    }

    /// With the tags `ECO` and `Opening` by the moves, as [`add_tags`](crate::openings::add_tags) sets them, in all columns of
    /// [`Table::Games`] that have these tags: `eco`, `opening`, `ECO`, `Opening`, `tags` and `pgn`. `None` leaves the tags as they are
    /// in the file, as a new scan does.
    ///
    /// Conditions of the query see the tags of the file.
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

    /// Leaves games out that cannot be read, instead of failing, and counts them ([`TableScan::corrupt`]).
    pub fn accepting_corruption(self) -> TableScan {
        self.with(|settings| settings.accepts_corruption = true)
    }

    /// Returns the number of games that the streams of this scan and of its clones have left out so far.
    pub fn corrupt(&self) -> u64 {
        self.0.corrupt.load(Ordering::Relaxed)
    }

    /// The reader.
    pub fn reader(&self) -> &Arc<Reader> {
        &self.0.reader
    }

    /// The games of the scan, before its query.
    pub fn games(&self) -> Range<u64> {
        self.0.games.clone()
    }

    /// The columns with their types.
    pub fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    /// Cuts the games of the scan into ranges, each of whole blocks with about `target_bytes` in the file (at least one block), for
    /// [`TableScan::with_games`] of as many scans. Blocks in which the index has no match of the query's position are skipped. The
    /// ranges depend on the file, its index, the query and the target alone.
    ///
    /// # Errors
    ///
    /// Errors of the query; with an index, damage of the index is no error.
    pub fn partitions(&self, target_bytes: u64) -> Result<Vec<Range<u64>>> {
        partitions(&self.0, target_bytes)
    }

    /// Starts reading the rows, in the order of games and plies; `tree` in parts, each by position and move.
    ///
    /// # Errors
    ///
    /// Errors of the query; [`ErrorCode::InvalidArgument`] for `plies` and `tree` of a target that is searched in variations.
    pub fn stream(&self) -> Result<TableStream> {
        TableStream::new(&self.0)
    }
}
