//! What is set of a scan.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicU64},
};

use arrow_schema::{Schema, SchemaRef};

use super::columns::{Column, Table, field};
use crate::{Reader, search::Query};

/// What a scan reads.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) reader: Arc<Reader>,
    pub(super) table: Table,
    pub(super) columns: Vec<(&'static str, Column)>,
    pub(super) query: Arc<Query>,
    pub(super) games: Range<u64>,
    pub(super) batch_rows: usize,
    pub(super) file: Option<Arc<str>>,
    pub(super) position: Option<i64>,
    pub(super) max_ply: u32,
    pub(super) accepts_corruption: bool,
    pub(super) corrupt: Arc<AtomicU64>,
}

impl Settings {
    /// The columns with their types.
    pub(super) fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.columns.iter().map(|(name, column)| field(name, *column)).collect::<Vec<_>>()))
    }
}
