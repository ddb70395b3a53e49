//! The rows of `tree`.

use std::{collections::HashMap, sync::Arc};

use arrow_array::{ArrayRef, Int16Array, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};
use shakmaty::{Color, Position as _};

use super::{
    columns::Column,
    games_read::{GameRead, Needs},
    plies::{Line, Starts, WantedPlies, take_rows},
    scan::TableScan,
    selected::Selected,
    stream::Rows,
};
use crate::{
    PackedMove, Result,
    chess::branch::Branch,
    container::{date, rating},
};

/// So many rows are added up before they are given: 20 to 30 MB.
const MAX_ROWS: usize = 1 << 18;

/// The tags of a game, in the order of [`TreeRows::needs`].
const TAGS: [&[u8]; 4] = [b"Result", b"Date", b"WhiteElo", b"BlackElo"];

/// Positions and moves in the making: a game counts once for a position, with what was played when it was reached first.
pub(super) struct TreeRows {
    schema: SchemaRef,
    columns: Vec<Column>,
    batch_rows: usize,
    wanted: WantedPlies,
    starts: Starts,
    line: Line,
    /// By key and move.
    branches: HashMap<(i64, Option<PackedMove>), Branch>,
    /// The keys of a game that were met.
    met: Vec<u64>,
    made: Option<RecordBatch>,
}

impl TreeRows {
    pub(super) fn new(scan: &TableScan, schema: SchemaRef) -> TreeRows {
        TreeRows {
            schema,
            columns: scan.columns.iter().map(|(_, column)| *column).collect(),
            batch_rows: scan.batch_rows,
            wanted: WantedPlies::new(scan),
            starts: Starts::new(),
            line: Line::default(),
            branches: HashMap::new(),
            met: Vec::new(),
            made: None,
        }
    }
}

impl Rows for TreeRows {
    fn needs(&self) -> Needs {
        Needs { tags: TAGS.to_vec(), code: true, ..Needs::default() }
    }

    fn add(&mut self, selected: Selected, read: &GameRead<'_>) -> Result<()> {
        // One ply more: the move that is played in the last position.
        self.starts.read(read, self.wanted.max_plies().saturating_add(1), &mut self.line)?;
        let tags = read.tags();
        let result = tags.result(0)?;
        let year = tags.value(1)?.and_then(|value| date(&value)).map(|date| date / 10_000);
        let ratings = [tags.value(2)?, tags.value(3)?].map(|value| value.and_then(|value| rating(&value)));
        let first = read.start.map_or(Color::White, |start| start.turn());
        self.branches.try_reserve(self.line.keys.len())?;
        self.met.clear();
        for ply in self.wanted.of_line(selected, &self.line.keys) {
            let key = self.line.keys[ply];
            if self.met.contains(&key) {
                continue;
            }
            self.met.push(key);
            let next = self.line.moves.get(ply).copied();
            let is_white = (first == Color::White) == (ply % 2 == 0);
            let branch = self.branches.entry((key as i64, next)).or_insert_with(|| Branch::new(next));
            branch.count(result, ratings[usize::from(!is_white)], year);
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.branches.len() >= MAX_ROWS
    }

    fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.made.is_none() && !self.branches.is_empty() {
            let mut rows: Vec<_> = self.branches.drain().collect();
            rows.sort_unstable_by_key(|((position, next), _)| (*position, next.map(|m| m.0)));
            let arrays = self.columns.iter().map(|column| array(*column, &rows)).collect();
            self.made = Some(RecordBatch::try_new(self.schema.clone(), arrays)?);
        }
        Ok(take_rows(&mut self.made, self.batch_rows))
    }
}

type Row = ((i64, Option<PackedMove>), Branch);

fn array(column: Column, rows: &[Row]) -> ArrayRef {
    let numbers = |number: fn(&Branch) -> u64| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(rows.iter().map(|(_, branch)| number(branch) as i64)))
    };
    match column {
        Column::Position => Arc::new(Int64Array::from_iter_values(rows.iter().map(|((position, _), _)| *position))),
        Column::Move => Arc::new(Int16Array::from_iter(rows.iter().map(|((_, next), _)| next.map(|m| m.0 as i16)))),
        Column::Games => numbers(|branch| branch.games),
        Column::White => numbers(|branch| branch.white),
        Column::Draws => numbers(|branch| branch.draws),
        Column::Black => numbers(|branch| branch.black),
        Column::Other => numbers(|branch| branch.other),
        Column::RatingSum => numbers(|branch| branch.rating_sum),
        Column::Rated => numbers(|branch| branch.rated),
        _ => {
            let year = |branch: &Branch| (branch.last_year > 0).then_some(branch.last_year as i16);
            Arc::new(Int16Array::from_iter(rows.iter().map(|(_, branch)| year(branch))))
        }
    }
}
