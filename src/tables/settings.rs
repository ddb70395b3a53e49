//! Settings of a scan.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicU64},
};

use arrow_schema::{Fields, Schema, SchemaRef};

use super::columns::{Column, NamedColumn, Table, field};
use crate::{Error, ErrorCode, Reader, Result, openings::ExistingTags, search::Query};

/// Settings of a scan.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) reader: Arc<Reader>,
    pub(super) table: Table,
    /// `None` for all columns of the table.
    pub(super) columns: Option<Arc<Vec<NamedColumn>>>,
    pub(super) query: Arc<Query>,
    pub(super) games: Range<u64>,
    pub(super) batch_rows: usize,
    pub(super) file: Option<Arc<str>>,
    pub(super) position: Option<i64>,
    pub(super) max_ply: u32,
    /// Treatment of the opening tags in rows; `None` leaves them unchanged.
    pub(super) openings: Option<ExistingTags>,
    pub(super) accepts_corruption: bool,
    pub(super) corrupt: Arc<AtomicU64>,
}

impl Settings {
    /// Rejects queries whose first match can be in a variation, if the table has only positions of main lines.
    pub(super) fn check(&self) -> Result<()> {
        if self.table != Table::Games && self.query.target.is_some() && self.query.variations {
            let message =
                "the tables of plies and of positions have main lines alone: search variations for the table of games";
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        Ok(())
    }

    /// The columns with their names, in order.
    pub(super) fn columns(&self) -> impl Iterator<Item = (&str, Column)> {
        let all = if self.columns.is_none() { self.table.columns() } else { &[] };
        let chosen = self.columns.as_ref().map_or(&[][..], |columns| &columns[..]);
        all.iter().map(|(name, column)| (*name, *column)).chain(chosen.iter().map(|(name, column)| (&**name, *column)))
    }

    /// The columns with their types.
    pub(super) fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.columns().map(|(name, column)| Arc::new(field(name, column))).collect::<Fields>()))
    }
}
