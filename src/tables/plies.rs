//! The rows of `plies`.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

use super::{
    builders::Values,
    columns::Column,
    comment_values::CommentValues,
    games_read::{GameRead, Needs},
    line::{Line, Starts, WantedPlies},
    rows::{Rows, external, take_rows},
    selected::Selected,
    settings::Settings,
};
use crate::{PackedMove, Result, coding::wire::Strings, memory};

/// The rows of `plies` under construction. All rows of a game are built at once, and fill as many batches as they need.
pub(super) struct PlyRows {
    schema: SchemaRef,
    columns: Vec<(Column, Values)>,
    needs: Needs,
    file: Option<Arc<str>>,
    batch_rows: usize,
    rows: usize,
    wanted: WantedPlies,
    starts: Starts,
    line: Line,
    texts: Option<Texts>,
    comments: Option<CommentValues>,
    /// Rows that were built but not yet returned.
    made: Option<RecordBatch>,
}

/// Texts of the positions and moves of a line, as far as columns need them.
#[derive(Default)]
struct Texts {
    fens: Strings,
    uci: Strings,
    san: Strings,
    wants: [bool; 3],
}

impl PlyRows {
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(super) fn new(scan: &Settings, schema: SchemaRef) -> Result<PlyRows> {
        let has = |wanted: &[Column]| scan.columns().any(|(_, column)| wanted.contains(&column));
        let mut needs = Needs::of(scan.columns());
        needs.code = true;
        let columns = scan.columns().map(|(_, column)| (column, Values::of(&column.data_type())));
        Ok(PlyRows {
            schema,
            columns: memory::collected(columns)?,
            needs,
            file: scan.file.clone(),
            batch_rows: scan.batch_rows,
            rows: 0,
            wanted: WantedPlies::new(scan),
            starts: Starts::new(),
            line: Line::default(),
            texts: has(&[Column::Uci, Column::San, Column::Fen]).then(|| Texts::new(scan)),
            comments: has(&[Column::Clock, Column::Evaluation]).then(CommentValues::default),
            made: None,
        })
    }
}

impl Rows for PlyRows {
    fn needs(&self) -> Needs {
        self.needs.clone()
    }

    fn add(&mut self, selected: Selected, read: &GameRead<'_>) -> Result<Option<usize>> {
        if !read.has_positions {
            return Ok(None);
        }
        // One ply more, for the move that is played in the last position.
        self.starts.read(read, self.wanted.max_plies().saturating_add(1), &mut self.line)?;
        if let Some(comments) = &mut self.comments {
            comments.read(read.game)?;
        }
        if let Some(texts) = &mut self.texts {
            texts.read(read, &self.line.moves, self.wanted.of_line(selected, &self.line.keys).last())?;
        }
        let PlyRows { columns, line, wanted, texts, comments, file, .. } = self;
        let source =
            Source { selected, line, file: file.as_deref(), texts: texts.as_ref(), comments: comments.as_ref() };
        let wanted = || wanted.of_line(selected, &line.keys);
        columns.iter_mut().try_for_each(|(column, values)| source.add_to(*column, values, wanted()))?;
        self.rows += wanted().count();
        Ok(wanted().next())
    }

    fn is_full(&self) -> bool {
        self.rows >= self.batch_rows
    }

    fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.rows > 0 {
            self.rows = 0;
            let arrays = memory::all(self.columns.iter_mut().map(|(_, values)| values.finish())).map_err(external)?;
            self.made = Some(RecordBatch::try_new(self.schema.clone(), arrays)?);
        }
        Ok(take_rows(&mut self.made, self.batch_rows))
    }
}

/// The parts of a game from which its rows are made.
struct Source<'a> {
    selected: Selected,
    line: &'a Line,
    file: Option<&'a str>,
    texts: Option<&'a Texts>,
    comments: Option<&'a CommentValues>,
}

impl Source<'_> {
    /// Adds the values of a column for some plies.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    fn add_to(&self, column: Column, values: &mut Values, mut plies: impl Iterator<Item = usize>) -> Result<()> {
        match values {
            Values::Int64(values) if column == Column::Game => {
                plies.try_for_each(|_| values.push(self.selected.number as i64))
            }
            Values::Int64(values) => plies.try_for_each(|ply| values.push(self.line.keys[ply] as i64)),
            Values::Int32(values) if column == Column::Ply => plies.try_for_each(|ply| values.push(ply as i32)),
            Values::Int32(values) => {
                let clocks = self.comments.map(|comments| &comments.clocks[..]).unwrap_or_default();
                plies.try_for_each(|ply| values.push_option(after(clocks, ply)))
            }
            Values::Int16(values) if column == Column::Move => {
                plies.try_for_each(|ply| values.push_option(self.line.moves.get(ply).map(|m| m.0 as i16)))
            }
            Values::Int16(values) => {
                let evaluations = self.comments.map(|comments| &comments.evaluations[..]).unwrap_or_default();
                plies.try_for_each(|ply| values.push_option(after(evaluations, ply)))
            }
            Values::Text(values) => plies.try_for_each(|ply| values.push_option(self.text(column, ply))),
            _ => unreachable!("plies have no column of this type"),
        }
    }

    fn text(&self, column: Column, ply: usize) -> Option<&[u8]> {
        if column == Column::File {
            return self.file.map(str::as_bytes);
        }
        let texts = self.texts?;
        let of = match column {
            Column::Fen => &texts.fens,
            Column::Uci => &texts.uci,
            _ => &texts.san,
        };
        of.get(ply)
    }
}

/// Returns the value after the move that led to the position at a ply.
fn after<T: Copy>(values: &[Option<T>], ply: usize) -> Option<T> {
    values.get(ply.checked_sub(1)?).copied().flatten()
}

impl Texts {
    fn new(scan: &Settings) -> Texts {
        let wants = [Column::Fen, Column::Uci, Column::San];
        let wants = wants.map(|wanted| scan.columns().any(|(_, column)| column == wanted));
        Texts { wants, ..Texts::default() }
    }

    /// Sets the texts from a line, up to ply `last`; empties them if `last` is `None`.
    ///
    /// Errors: [`crate::ErrorCode::IllegalMove`] if the moves of the file are trusted but illegal.
    fn read(&mut self, read: &GameRead<'_>, moves: &[PackedMove], last: Option<usize>) -> Result<()> {
        [&mut self.fens, &mut self.uci, &mut self.san].into_iter().for_each(Strings::clear);
        let Some(last) = last else { return Ok(()) };
        let mut position = read.start.cloned().unwrap_or_default();
        let [fens, uci, san] = self.wants;
        for ply in 0..=last {
            if fens {
                self.fens.push(position.fen().as_bytes())?;
            }
            let Some(m) = moves.get(ply) else { break };
            if uci {
                self.uci.push(position.uci(*m)?.as_str().as_bytes())?;
            }
            if san {
                self.san.push(position.san(*m)?.as_str().as_bytes())?;
            }
            position.play(*m)?;
        }
        Ok(())
    }
}
