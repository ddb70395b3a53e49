//! The table of a scan, with its settings.

use std::{ops::Range, sync::Arc};

use crate::{
    boundary::{io::Reports, panics::catch_value},
    readers::reader::OpenFile,
};
use plypack::{
    Error, Result,
    openings::ExistingTags,
    search::Query,
    tables::{
        TableScan, TableStream,
        arrow_array::{RecordBatch, RecordBatchReader, ffi_stream::FFI_ArrowArrayStream},
        arrow_schema::{ArrowError, SchemaRef},
    },
};

pub(crate) use plypack::tables::Table;

/// The table of a scan.
pub(crate) struct TableOfScan(TableScan);

impl TableOfScan {
    pub(crate) fn new(file: &OpenFile, table: Table) -> Result<TableOfScan> {
        let scan = TableScan::new(file.reader.clone(), table);
        Ok(TableOfScan(if file.accepts_damage() { scan.accepting_corruption() } else { scan }))
    }

    /// Changes the settings; on failure they are unchanged.
    fn change(&mut self, change: impl FnOnce(TableScan) -> Result<TableScan>) -> Result<()> {
        self.0 = change(self.0.clone())?;
        Ok(())
    }

    pub(crate) fn set_games(&mut self, games: Range<u64>) -> Result<()> {
        self.change(|scan| scan.with_games(games))
    }

    pub(crate) fn set_columns(&mut self, names: &str) -> Result<()> {
        let mut columns = Vec::new();
        columns.try_reserve(1 + names.matches(',').count())?;
        columns.extend(names.split(',').map(str::trim).filter(|name| !name.is_empty()));
        self.change(|scan| scan.with_columns(&columns))
    }

    pub(crate) fn set_query(&mut self, query: Arc<Query>) -> Result<()> {
        self.change(|scan| Ok(scan.with_query(query)))
    }

    pub(crate) fn set_position(&mut self, key: i64) -> Result<()> {
        self.change(|scan| scan.with_position(key))
    }

    pub(crate) fn set_max_ply(&mut self, max_ply: u32) -> Result<()> {
        self.change(|scan| Ok(scan.with_max_ply(max_ply)))
    }

    pub(crate) fn set_opening_tags(&mut self, openings: Option<ExistingTags>) -> Result<()> {
        self.change(|scan| Ok(scan.with_opening_tags(openings)))
    }

    pub(crate) fn set_file(&mut self, file: &str) -> Result<()> {
        self.change(|scan| Ok(scan.with_file(file)))
    }

    pub(crate) fn set_batch_rows(&mut self, rows: usize) -> Result<()> {
        self.change(|scan| scan.with_batch_rows(rows))
    }

    pub(crate) fn corrupt(&self) -> u64 {
        self.0.corrupt()
    }

    pub(crate) fn partitions(&self, target_bytes: u64) -> Result<Vec<Range<u64>>> {
        self.0.partitions(target_bytes)
    }

    pub(crate) fn stream(&self, reports: Reports) -> Result<FFI_ArrowArrayStream> {
        let reports = StreamReports(reports);
        let stream = self.0.stream()?.with_progress(Box::new(move |done, total| reports.progress(done, total)));
        Ok(FFI_ArrowArrayStream::new(Box::new(Guarded(stream))))
    }
}

/// Reports of a stream, which may move to another thread.
struct StreamReports(Reports);

// SAFETY: the callbacks are called by one thread at a time, which may change, as the header says.
unsafe impl Send for StreamReports {}

impl StreamReports {
    fn progress(&self, done: u64, total: u64) -> Result<()> {
        self.0.progress(done, total)
    }
}

/// A stream that turns panics into errors, because C calls its callbacks, too.
struct Guarded(TableStream);

impl Iterator for Guarded {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let panicked = |error: Error| Some(Err(ArrowError::ExternalError(Box::new(error))));
        catch_value(|| self.0.next()).unwrap_or_else(panicked)
    }
}

impl RecordBatchReader for Guarded {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}
