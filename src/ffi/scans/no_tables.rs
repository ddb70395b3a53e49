//! Replaces `table_of_scan` in a library that was built without Arrow: no scan has a table.

use std::{convert::Infallible, ops::Range, sync::Arc};

use crate::{boundary::io::Reports, readers::reader::OpenFile};
use plypack::{Error, ErrorCode, Result, openings::ExistingTags, search::Query};

/// The tables of a library with Arrow.
pub(crate) enum Table {
    Games,
    Plies,
    Tree,
}

/// A table that no scan has.
pub(crate) struct TableOfScan(Infallible);

impl TableOfScan {
    pub(crate) fn new(_: &OpenFile, _: Table) -> Result<TableOfScan> {
        let message = "this library was built without Arrow, which tables need (the feature `arrow` of plypack-c)";
        Err(Error::new(ErrorCode::UnsupportedFeature, message))
    }

    pub(crate) fn set_games(&mut self, _: Range<u64>) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_columns(&mut self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_query(&mut self, _: Arc<Query>) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_position(&mut self, _: i64) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_max_ply(&mut self, _: u32) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_opening_tags(&mut self, _: Option<ExistingTags>) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_file(&mut self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn set_batch_rows(&mut self, _: usize) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn corrupt(&self) -> u64 {
        match self.0 {}
    }

    pub(crate) fn partitions(&self, _: u64) -> Result<Vec<Range<u64>>> {
        match self.0 {}
    }

    pub(crate) fn stream(&self, _: Reports) -> Result<Infallible> {
        match self.0 {}
    }
}
