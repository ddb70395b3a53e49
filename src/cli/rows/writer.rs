//! Rows as a table, as CSV and as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{columns::Cell, sorting::Sorted};
use crate::{
    console::{
        outcome::{Failure, Outcome},
        terminal::{one_line, padded, padded_left, shortened},
    },
    output::json_list::{self, JsonList},
};

/// Format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people: with a header, and with long values shortened.
    Table,
    /// For spreadsheets.
    Csv,
    /// A list.
    Json,
    /// One value per line.
    JsonLines,
    /// The games themselves.
    Pgn,
}

impl Format {
    /// Returns the format for `--csv`, `--json` and `--jsonl`, of which at most one is given.
    pub fn of_flags(csv: bool, json: bool, jsonl: bool) -> Format {
        if csv {
            Format::Csv
        } else if json {
            Format::Json
        } else if jsonl {
            Format::JsonLines
        } else {
            Format::Table
        }
    }
}

/// A row.
pub enum Row {
    /// The cells of the columns.
    Cells(Vec<Cell>),
    /// An object.
    Json(Value),
}

impl Sorted for Row {
    fn memory(&self) -> usize {
        let value = |value: &Value| value.as_str().map_or(0, str::len);
        let texts: usize = match self {
            Row::Cells(cells) => cells.iter().map(Cell::memory).sum(),
            Row::Json(row) => {
                row["tags"].as_object().into_iter().flatten().map(|(name, tag)| name.len() + value(tag)).sum()
            }
        };
        size_of::<Row>() + texts
    }
}

/// Shape of a column in a table.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Its width.
    pub width: usize,
    /// True if texts are aligned to the left, false if numbers are aligned to the right.
    pub is_left: bool,
    /// True if wider values are shortened.
    pub is_cut: bool,
}

/// Writes rows below a header with the names of the columns: always in CSV, in a table only if it has more than one column.
pub struct RowWriter<W: Write> {
    names: Vec<String>,
    shapes: Vec<Shape>,
    has_header: bool,
    sink: Sink<W>,
}

enum Sink<W: Write> {
    Table(W),
    Csv(Box<csv::Writer<W>>),
    Lines(W),
    List(W, JsonList),
}

impl<W: Write> RowWriter<W> {
    /// Writes to `out`.
    pub fn new(out: W, format: Format, names: Vec<String>, shapes: Vec<Shape>) -> RowWriter<W> {
        let sink = match format {
            Format::Table | Format::Pgn => Sink::Table(out),
            Format::Csv => Sink::Csv(Box::new(csv::Writer::from_writer(out))),
            Format::Json => Sink::List(out, JsonList::default()),
            Format::JsonLines => Sink::Lines(out),
        };
        RowWriter { names, shapes, has_header: false, sink }
    }

    /// Writes a row.
    pub fn add(&mut self, row: Row) -> Outcome<()> {
        self.add_header()?;
        match (&mut self.sink, row) {
            (Sink::Table(out), Row::Cells(cells)) => writeln!(out, "{}", line(&self.shapes, cells.iter().map(shown)))?,
            (Sink::Csv(out), Row::Cells(cells)) => out.write_record(cells.iter().map(text)).map_err(of_csv)?,
            (Sink::Lines(out), row) => writeln!(out, "{}", json_list::compact(&object(&self.names, row)))?,
            (Sink::List(out, list), row) => list.add(out, &object(&self.names, row))?,
            // Rows of these formats have cells.
            (Sink::Table(_) | Sink::Csv(_), Row::Json(_)) => {}
        }
        Ok(())
    }

    /// Writes an empty line into a table.
    pub fn add_gap(&mut self) -> Outcome<()> {
        match &mut self.sink {
            Sink::Table(out) => Ok(writeln!(out)?),
            _ => Ok(()),
        }
    }

    fn add_header(&mut self) -> Outcome<()> {
        let is_first = !std::mem::replace(&mut self.has_header, true);
        match &mut self.sink {
            Sink::Table(out) if is_first && self.names.len() > 1 => {
                writeln!(out, "{}", line(&self.shapes, self.names.iter().map(|name| one_line(name.as_bytes()))))?;
            }
            Sink::Csv(out) if is_first => out.write_record(&self.names).map_err(of_csv)?,
            _ => {}
        }
        Ok(())
    }

    /// Writes the end and everything that is buffered. A table without rows is empty.
    pub fn end(mut self) -> Outcome<()> {
        match &mut self.sink {
            Sink::Table(out) | Sink::Lines(out) => out.flush()?,
            Sink::Csv(_) => self.end_csv()?,
            Sink::List(out, list) => {
                list.end(out)?;
                out.flush()?;
            }
        }
        Ok(())
    }

    fn end_csv(&mut self) -> Outcome<()> {
        self.add_header()?;
        match &mut self.sink {
            Sink::Csv(out) => Ok(out.flush()?),
            _ => Ok(()),
        }
    }
}

fn of_csv(e: csv::Error) -> Failure {
    match e.into_kind() {
        csv::ErrorKind::Io(e) => Failure::from(e),
        other => Failure::from(io::Error::other(format!("{other:?}"))),
    }
}

/// Formats a line of a table.
fn line(shapes: &[Shape], cells: impl Iterator<Item = String>) -> String {
    let mut line = String::new();
    for (shape, cell) in shapes.iter().zip(cells) {
        let cell = if shape.is_cut { shortened(&cell, shape.width) } else { cell.into() };
        let cell = if shape.is_left { padded(&cell, shape.width) } else { padded_left(&cell, shape.width) };
        line.push_str(&cell);
        line.push_str("  ");
    }
    line.truncate(line.trim_end().len());
    line
}

/// Formats a cell of a table; PGN's question mark represents unknown values.
fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Missing => "?".to_owned(),
        cell => one_line(text(cell).as_bytes()),
    }
}

/// Formats a cell as it is; empty if it has no value.
fn text(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
        Cell::Missing => String::new(),
    }
}

/// Returns a row as an object.
pub fn object(names: &[String], row: Row) -> Value {
    let value = |cell| match cell {
        Cell::Number(number) => json!(number),
        Cell::Text(text) => Value::String(text),
        Cell::Missing => Value::Null,
    };
    match row {
        Row::Json(value) => value,
        Row::Cells(cells) => names.iter().cloned().zip(cells.into_iter().map(value)).collect(),
    }
}
