//! Building the rows of games.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::{
    games_read::{GameRead, Needs},
    selected::Selected,
};
use crate::{Error, Result};

/// The rows of a table under construction.
pub(super) trait Rows: Send {
    /// Returns the parts of each game that the rows need.
    fn needs(&self) -> Needs;

    /// Adds the rows of a game, and returns the ply of the first position that gets a row.
    ///
    /// Errors: errors of the game, which then gets no rows; [`crate::ErrorCode::NoMemory`], after which nothing more is added or taken.
    fn add(&mut self, selected: Selected, read: &GameRead<'_>) -> Result<Option<usize>>;

    /// Returns whether there are enough rows for a batch.
    fn is_full(&self) -> bool;

    /// Returns a batch with at most the number of rows that the scan sets; `None` if no rows are left. Rows are added only after all rows
    /// are taken.
    fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError>;
}

/// Takes at most `rows` rows from the start of a batch.
///
/// Arrow's C interface copies bits of nulls that begin within a byte, and ends the program if memory for them is short. So the cut is at a
/// multiple of 8 rows if `rows` allows it.
pub(super) fn take_rows(made: &mut Option<RecordBatch>, rows: usize) -> Option<RecordBatch> {
    let batch = made.take()?;
    let aligned = if rows < 8 { rows } else { rows / 8 * 8 };
    let first = if batch.num_rows() <= rows { batch.num_rows() } else { aligned };
    *made = (first < batch.num_rows()).then(|| batch.slice(first, batch.num_rows() - first));
    Some(batch.slice(0, first))
}

/// Converts an error to an error of a stream.
pub(super) fn external(error: Error) -> ArrowError {
    if error.is_no_memory() {
        ArrowError::MemoryError(error.to_string())
    } else {
        ArrowError::ExternalError(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{Array, Int16Array};
    use arrow_schema::{DataType, Field, Schema};

    use super::*;

    #[test]
    fn batches_are_cut_at_whole_bytes_of_nulls() {
        let schema = Arc::new(Schema::new(vec![Field::new("move", DataType::Int16, true)]));
        let values = Int16Array::from_iter((0..30_000).map(|row| (row % 3 > 0).then_some(row)));
        for (rows, wanted) in [(9001, vec![9000, 9000, 9000, 3000]), (10_000, vec![10_000; 3]), (30_001, vec![30_000])]
        {
            let mut made = Some(RecordBatch::try_new(schema.clone(), vec![Arc::new(values.clone())]).unwrap());
            let mut lengths = Vec::new();
            while let Some(batch) = take_rows(&mut made, rows) {
                assert_eq!(batch.column(0).nulls().unwrap().offset() % 8, 0);
                lengths.push(batch.num_rows());
            }
            assert_eq!(lengths, wanted);
        }
        let mut made = Some(RecordBatch::try_new(schema, vec![Arc::new(values)]).unwrap());
        assert_eq!(take_rows(&mut made, 7).unwrap().num_rows(), 7);
    }
}
