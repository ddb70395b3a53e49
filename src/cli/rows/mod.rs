//! Rows about games, the same for every command that lists games: their columns, order and format.

pub mod columns;
pub mod sorting;
pub mod writer;

use std::{io::Write, path::Path};

use plypack::{
    Game, Reader, Result, Tag,
    search::{Hit, RowsOptions},
    text::{text_of, unescape},
};
use serde_json::{Map, Value, json};

use crate::input::{
    classify::Classify,
    files::{Files, Labels},
};
use columns::{Cell, Column};
use sorting::{Key, Keys, SortBy, Sorted, Sorter};
use writer::{Format, Row, RowWriter, Shape};

/// The columns and the format of rows.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub struct RowArgs {
    /// Columns: game, file, ply, plies, speed, year, average-rating, or any tag
    ///
    /// `game` is the game number, `ply` the number of plies before the match, `plies` the length of the main line, `speed` the class of the
    /// time control, `year` the year of the tag Date, and `average-rating` the average of both ratings. Tags are named in any case: white,
    /// black, result, date, event, eco, round, site, WhiteElo, or any other.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<Column>,
    #[command(flatten)]
    pub order: OrderArgs,
    #[command(flatten)]
    pub classify: Classify,
    #[command(flatten)]
    formats: FormatArgs,
    /// Print the games as PGN, like `plypack unpack`
    #[arg(long = "pgn", conflicts_with_all = ["columns", "FormatArgs"])]
    is_pgn: bool,
}

/// The order of the games, and their maximum number.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OrderArgs {
    /// Sort by these columns; `-date` is in descending order
    ///
    /// Numbers are sorted as numbers, and dates as dates. Equal rows keep the order of the files, and unknown values come last. Sorting
    /// holds all rows in memory; with --limit N, about 2 N rows.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', allow_hyphen_values = true)]
    sort: Vec<SortBy>,
    /// Maximum number of games
    #[arg(long, visible_alias = "max", value_name = "N")]
    limit: Option<u64>,
}

impl OrderArgs {
    /// Returns the maximum number of games.
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX)
    }

    /// Returns `true` if an order or a number of games was given.
    pub fn is_given(&self) -> bool {
        self.limit.is_some() || !self.sort.is_empty()
    }

    /// Returns the sorter, if an order was given.
    pub fn sorter<T: Sorted>(&self) -> Option<Sorter<T>> {
        (!self.sort.is_empty()).then(|| Sorter::new(self.sort.clone(), self.limit()))
    }

    /// Returns the options for the first rows of a list in this order; `None` without a limit, or if the library has no such order.
    pub fn first_rows(&self) -> Option<RowsOptions> {
        let mut options = RowsOptions::default();
        options.count = self.limit.filter(|_| !self.sort.is_empty())?;
        options.order = self.sort.iter().map(SortBy::row_order).collect::<Option<_>>()?;
        Some(options)
    }

    /// Returns the columns by which games are sorted.
    pub fn keys(&self) -> Vec<Column> {
        self.sort.iter().map(|by| by.column.clone()).collect()
    }
}

/// The format of rows.
#[derive(clap::Args)]
#[group(multiple = false)]
#[command(next_help_heading = "Output")]
pub struct FormatArgs {
    /// Print CSV; the first line has the column names
    #[arg(long)]
    csv: bool,
    /// Print a JSON array
    ///
    /// A list of games has one game per line, with all tags or with the chosen columns.
    #[arg(long)]
    json: bool,
    /// Print JSON Lines: one value per line
    #[arg(long)]
    jsonl: bool,
}

impl FormatArgs {
    /// Returns the format of rows.
    pub fn format(&self) -> Format {
        Format::of_flags(self.csv, self.json, self.jsonl)
    }
}

impl RowArgs {
    /// Returns the format of rows.
    pub fn format(&self) -> Format {
        if self.is_pgn { Format::Pgn } else { self.formats.format() }
    }

    /// Returns the maker of rows of games; `has_plies` is true if a search found them at a ply.
    pub fn maker(&self, files: &Files, has_plies: bool) -> RowMaker {
        let format = self.format();
        let defaults = || {
            let mut columns = Column::defaults(files.are_several() && format != Format::Table, has_plies);
            if self.classify.is_given() {
                columns.extend(["eco", "opening"].map(|tag| Column::Tag(tag.to_owned())));
            }
            columns
        };
        let columns = if self.columns.is_empty() { defaults() } else { self.columns.clone() };
        let is_whole = self.columns.is_empty() && matches!(format, Format::Json | Format::JsonLines);
        let keys = self.order.keys();
        RowMaker { columns, keys, classify: self.classify, format, is_whole, has_plies, ..RowMaker::of_table(files) }
    }
}

/// Makes rows of games.
pub struct RowMaker {
    columns: Vec<Column>,
    /// The columns by which rows are sorted.
    keys: Vec<Column>,
    /// Makes the sort keys of their cells.
    made: Keys,
    classify: Classify,
    format: Format,
    /// True if a row is an object with all tags.
    is_whole: bool,
    has_plies: bool,
    labels: Labels,
    are_several: bool,
    /// The number of the group of the next rows.
    group: Option<u64>,
    game: Game,
}

impl RowMaker {
    /// Makes rows for a table of these files, with the columns that all tables have.
    pub fn of_table(files: &Files) -> RowMaker {
        RowMaker {
            columns: Column::defaults(false, false),
            keys: Vec::new(),
            made: Keys::default(),
            classify: Classify::default(),
            format: Format::Table,
            is_whole: false,
            has_plies: false,
            labels: files.labels(),
            are_several: files.are_several(),
            group: None,
            game: Game::new(),
        }
    }

    /// Makes rows of games in groups; `columns` are the chosen columns.
    pub fn of_groups(files: &Files, columns: &[Column], format: Format) -> RowMaker {
        let mut defaults = vec![Column::Group];
        defaults.extend(Column::defaults(files.are_several(), false));
        let table = RowMaker::of_table(files);
        let columns = match (columns, format) {
            ([], Format::Table) => table.columns,
            ([], _) => defaults,
            (columns, _) => columns.to_vec(),
        };
        RowMaker { columns, format, is_whole: false, ..table }
    }

    /// Sets the group of the following rows.
    pub fn begin_group(&mut self, number: u64) {
        self.group = Some(number);
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name().to_owned()).collect()
    }

    /// Returns the row of a game, and its sort keys.
    ///
    /// Errors if the game cannot be read.
    pub fn row(&mut self, reader: &Reader, path: &Path, hit: Hit) -> Result<(Vec<Key>, Row)> {
        if self.is_whole || self.columns.iter().chain(&self.keys).any(Column::needs_tags) {
            self.classify.read_tags(reader, hit.game, &mut self.game)?;
        }
        let shown = path.display().to_string();
        let cell = |column: &Column| column.cell(reader, &shown, hit, &self.game);
        let key = |column: &Column| column.sort_cell(reader, &shown, hit, &self.game);
        let keys = self.keys.iter().map(|column| Ok(self.made.key(key(column)?))).collect::<Result<_>>()?;
        if self.is_whole {
            return Ok((keys, Row::Json(self.whole(&shown, hit)?)));
        }
        let cells = self.columns.iter().map(|column| match column {
            // In the form that `show` accepts.
            Column::Game if self.format == Format::Table && self.are_several => {
                Ok(Cell::Text(self.labels.name(path, hit.game)))
            }
            Column::Group if self.group.is_some() => Ok(self.group.map_or(Cell::Missing, Cell::Number)),
            column => cell(column),
        });
        Ok((keys, Row::Cells(cells.collect::<Result<_>>()?)))
    }

    /// Returns all data of a game.
    fn whole(&self, path: &str, hit: Hit) -> Result<Value> {
        let mut value = json!({ "game": hit.game, "tags": tags(&self.game)? });
        if self.has_plies {
            value["ply"] = json!(hit.ply);
        }
        if self.are_several {
            value["file"] = json!(path);
        }
        Ok(value)
    }

    /// Returns the writer of the rows.
    pub fn writer<W: Write>(&self, out: W) -> RowWriter<W> {
        let shape = |column: &Column| {
            let is_label = self.are_several && *column == Column::Game;
            let width = if *column == Column::File { self.labels.width_of_path() } else { column.width() };
            Shape {
                width: if is_label { self.labels.width() } else { width },
                is_left: is_label || !column.is_number(),
                is_cut: !is_label && *column != Column::File,
            }
        };
        RowWriter::new(out, self.format, self.names(), self.columns.iter().map(shape).collect())
    }
}

/// The tags of a game as an object: the first value of each name. Other lines are skipped.
///
/// Errors of [`unescape`].
pub fn tags(game: &Game) -> Result<Map<String, Value>> {
    let mut tags = Map::new();
    for tag in game.tags() {
        if let Tag::Pair(name, value) = tag {
            let value = Value::String(text_of(&unescape(value)?).into_owned());
            tags.entry(text_of(name).into_owned()).or_insert(value);
        }
    }
    Ok(tags)
}
