//! What makes rows of games.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::{
    games_read::{GameRead, Needs},
    selected::Selected,
};
use crate::{Error, Result};

/// Rows of a table, in the making.
pub(super) trait Rows: Send {
    /// What they need of each game.
    fn needs(&self) -> Needs;

    /// Adds the rows of a game, and returns the ply of the first position that has one.
    ///
    /// Errors: of the game, without rows of it; [`crate::ErrorCode::NoMemory`], after which nothing is added or taken any more.
    fn add(&mut self, selected: Selected, read: &GameRead<'_>) -> Result<Option<usize>>;

    /// Whether there are enough for a batch.
    fn is_full(&self) -> bool;

    /// A batch of at most so many rows as the scan wants; `None` if there are no rows. Nothing more is added before there are none.
    fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError>;
}

/// The first rows of a batch, which has the others then.
pub(super) fn take_rows(made: &mut Option<RecordBatch>, rows: usize) -> Option<RecordBatch> {
    let batch = made.take()?;
    let first = rows.min(batch.num_rows());
    *made = (first < batch.num_rows()).then(|| batch.slice(first, batch.num_rows() - first));
    Some(batch.slice(0, first))
}

/// The error of a stream.
pub(super) fn external(error: Error) -> ArrowError {
    match error.is_no_memory() {
        true => ArrowError::MemoryError(error.to_string()),
        false => ArrowError::ExternalError(Box::new(error)),
    }
}
