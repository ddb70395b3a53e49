//! The rows of `tree`.

use std::{borrow::Cow, sync::Arc};

use super::{
    builders::Numbers,
    columns::Column,
    games_read::{GameRead, Needs},
    line::{Line, Starts, WantedPlies},
    rows::{Rows, external, take_rows},
    selected::Selected,
    settings::Settings,
};
use crate::{
    Color, PackedMove, Result, Termination,
    chess::{branch::Branch, tag_values::rating},
    memory,
};
use arrow_array::{
    ArrayRef, RecordBatch,
    types::{Int16Type, Int64Type},
};
use arrow_schema::{ArrowError, SchemaRef};

/// Number of positions of games that are added up before rows are returned: 8 MB, and 52 MB with the rows.
const MAX_OCCURRENCES: usize = 1 << 18;

/// The tags of a game, in the order of [`TreeRows::needs`].
const TAGS: [&[u8]; 5] = [b"Result", b"Date", b"UTCDate", b"WhiteElo", b"BlackElo"];

/// The rows of `tree` under construction. A game counts once per position, with the move that it played at the first occurrence.
pub(super) struct TreeRows {
    schema: SchemaRef,
    columns: Vec<Column>,
    batch_rows: usize,
    wanted: WantedPlies,
    starts: Starts,
    line: Line,
    occurrences: Vec<Occurrence>,
    /// Keys of a game's positions, with the plies of first occurrence.
    plies: Vec<(u64, usize)>,
    made: Option<RecordBatch>,
    /// Buffer for values of tags.
    text: Vec<u8>,
}

/// A position of a game, and the move played in it.
#[derive(Clone, Copy)]
struct Occurrence {
    position: i64,
    game: u64,
    /// The packed move plus 1; 0 at the end of the game.
    next: u32,
    /// Rating of the player to move; 0 if unknown.
    rating: u16,
    /// Year of the game; 0 if unknown.
    year: u16,
    result: Termination,
}

impl Occurrence {
    /// Returns the key by which occurrences are added up.
    fn place(&self) -> (i64, u32) {
        (self.position, self.next)
    }

    fn next_move(&self) -> Option<PackedMove> {
        self.next.checked_sub(1).map(|next| PackedMove(next as u16))
    }
}

impl TreeRows {
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(super) fn new(scan: &Settings, schema: SchemaRef) -> Result<TreeRows> {
        Ok(TreeRows {
            schema,
            columns: memory::collected(scan.columns().map(|(_, column)| column))?,
            batch_rows: scan.batch_rows,
            wanted: WantedPlies::new(scan),
            starts: Starts::new(),
            line: Line::default(),
            occurrences: Vec::new(),
            plies: Vec::new(),
            made: None,
            text: Vec::new(),
        })
    }
}

impl Rows for TreeRows {
    fn needs(&self) -> Needs {
        Needs { tags: TAGS.map(Cow::Borrowed).to_vec(), code: true, ..Needs::default() }
    }

    fn add(&mut self, selected: Selected, read: &GameRead<'_>) -> Result<Option<usize>> {
        if !read.has_positions {
            return Ok(None);
        }
        // One ply more, for the move that is played in the last position.
        self.starts.read(read, self.wanted.max_plies().saturating_add(1), &mut self.line)?;
        let tags = read.tags();
        let text = &mut self.text;
        let result = tags.result(0)?;
        let year = tags.date(1, 2)?.map(|date| date / 10_000);
        let ratings = [tags.value(3, text)?.and_then(rating), tags.value(4, text)?.and_then(rating)];
        let first = read.start.map_or(Color::White, |start| start.turn());
        self.occurrences.try_reserve(self.line.keys.len())?;
        let keys = &self.line.keys;
        self.plies.clear();
        self.plies.try_reserve(keys.len())?;
        self.plies.extend(self.wanted.of_line(selected, keys).map(|ply| (keys[ply], ply)));
        let first_ply = self.plies.first().map(|(_, ply)| *ply);
        self.plies.sort_unstable();
        self.plies.dedup_by_key(|(key, _)| *key);
        for (key, ply) in self.plies.iter().copied() {
            let is_white = (first == Color::White) == (ply % 2 == 0);
            self.occurrences.push(Occurrence {
                position: key as i64,
                game: selected.number,
                next: self.line.moves.get(ply).map_or(0, |m| 1 + u32::from(m.0)),
                rating: ratings[usize::from(!is_white)].unwrap_or(0) as u16,
                year: year.unwrap_or(0) as u16,
                result,
            });
        }
        Ok(first_ply)
    }

    fn is_full(&self) -> bool {
        self.occurrences.len() >= MAX_OCCURRENCES
    }

    fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.made.is_none() && !self.occurrences.is_empty() {
            self.occurrences.sort_unstable_by_key(Occurrence::place);
            let of_place = self.occurrences.chunk_by(|one, other| one.place() == other.place());
            let rows = memory::collected(of_place.map(add_up)).map_err(external)?;
            self.occurrences.clear();
            let arrays = memory::all(self.columns.iter().map(|column| array(*column, &rows))).map_err(external)?;
            self.made = Some(RecordBatch::try_new(self.schema.clone(), arrays)?);
        }
        Ok(take_rows(&mut self.made, self.batch_rows))
    }
}

/// A position, and a move with its results.
struct Row {
    position: i64,
    branch: Branch,
    /// The lowest game number.
    first_game: u64,
}

/// Adds up occurrences of the same position and move.
fn add_up(all: &[Occurrence]) -> Row {
    let mut branch = Branch::new(all[0].next_move());
    let known = |number: u16| (number > 0).then_some(u32::from(number));
    all.iter().for_each(|one| branch.count(one.result, known(one.rating), known(one.year)));
    let first_game = all.iter().map(|one| one.game).min().unwrap_or(0);
    Row { position: all[0].position, branch, first_game }
}

fn array(column: Column, rows: &[Row]) -> Result<ArrayRef> {
    let long = |number: fn(&Row) -> u64| -> Result<ArrayRef> {
        let mut numbers = Numbers::<i64>::default();
        numbers.append(rows.iter().map(|row| number(row) as i64))?;
        Ok(Arc::new(numbers.array::<Int64Type>()))
    };
    let short = |number: fn(&Row) -> Option<i16>| -> Result<ArrayRef> {
        let mut numbers = Numbers::<i16>::default();
        rows.iter().try_for_each(|row| numbers.push_option(number(row)))?;
        Ok(Arc::new(numbers.array::<Int16Type>()))
    };
    match column {
        Column::Position => long(|row| row.position as u64),
        Column::Move => short(|row| row.branch.next_move.map(|m| m.0 as i16)),
        Column::Games => long(|row| row.branch.games),
        Column::White => long(|row| row.branch.white),
        Column::Draws => long(|row| row.branch.draws),
        Column::Black => long(|row| row.branch.black),
        Column::Other => long(|row| row.branch.other),
        Column::RatingSum => long(|row| row.branch.rating_sum),
        Column::Rated => long(|row| row.branch.rated),
        Column::FirstGame => long(|row| row.first_game),
        _ => short(|row| (row.branch.last_year > 0).then_some(row.branch.last_year as i16)),
    }
}
