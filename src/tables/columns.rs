//! The tables and their columns.

use std::{borrow::Cow, sync::Arc};

use crate::{Color, Error, ErrorCode, Result, memory};
use arrow_schema::{DataType, Field, Fields, TimeUnit};

/// A table of the games of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Table {
    /// One row for each game.
    Games,
    /// One row for each position of each main line, with the move played in it; null for the last position.
    Plies,
    /// Rows for each position and each move played in it, with the results of the games. A scan counts its games in parts, so a position
    /// and move can have several rows; add up their counts.
    Tree,
}

/// Kind of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    File,
    Game,
    Tag(&'static [u8]),
    /// The tag with the name of the column.
    NamedTag,
    Day,
    Result,
    Rating(Color),
    TimeInitial,
    TimeIncrement,
    Speed,
    UtcTimestamp,
    PlyCount,
    FirstMatch,
    StartFen,
    Code,
    Moves,
    Clocks(Color),
    Evaluations,
    Tags,
    Pgn,
    Ply,
    Move,
    Uci,
    San,
    Position,
    Fen,
    Clock,
    Evaluation,
    Games,
    White,
    Draws,
    Black,
    Other,
    RatingSum,
    Rated,
    LastYear,
    FirstGame,
}

/// A column of a scan, with its name.
pub(super) type NamedColumn = (Cow<'static, str>, Column);

const GAMES: [(&str, Column); 31] = [
    ("file", Column::File),
    ("game", Column::Game),
    ("white", Column::Tag(b"White")),
    ("black", Column::Tag(b"Black")),
    ("event", Column::Tag(b"Event")),
    ("site", Column::Tag(b"Site")),
    ("round", Column::Tag(b"Round")),
    ("date", Column::Tag(b"Date")),
    ("day", Column::Day),
    ("result", Column::Result),
    ("white_rating", Column::Rating(Color::White)),
    ("black_rating", Column::Rating(Color::Black)),
    ("eco", Column::Tag(b"ECO")),
    ("opening", Column::Tag(b"Opening")),
    ("termination", Column::Tag(b"Termination")),
    ("time_control", Column::Tag(b"TimeControl")),
    ("time_initial", Column::TimeInitial),
    ("time_increment", Column::TimeIncrement),
    ("speed", Column::Speed),
    ("utc_timestamp", Column::UtcTimestamp),
    ("variant", Column::Tag(b"Variant")),
    ("ply_count", Column::PlyCount),
    ("first_match", Column::FirstMatch),
    ("start_fen", Column::StartFen),
    ("moves", Column::Code),
    ("moves16", Column::Moves),
    ("clocks_white", Column::Clocks(Color::White)),
    ("clocks_black", Column::Clocks(Color::Black)),
    ("evals", Column::Evaluations),
    ("tags", Column::Tags),
    ("pgn", Column::Pgn),
];

const PLIES: [(&str, Column); 10] = [
    ("file", Column::File),
    ("game", Column::Game),
    ("ply", Column::Ply),
    ("move", Column::Move),
    ("uci", Column::Uci),
    ("san", Column::San),
    ("position", Column::Position),
    ("fen", Column::Fen),
    ("clock", Column::Clock),
    ("eval", Column::Evaluation),
];

const TREE: [(&str, Column); 11] = [
    ("position", Column::Position),
    ("move", Column::Move),
    ("games", Column::Games),
    ("white", Column::White),
    ("draws", Column::Draws),
    ("black", Column::Black),
    ("other", Column::Other),
    ("rating_sum", Column::RatingSum),
    ("rated", Column::Rated),
    ("last_year", Column::LastYear),
    ("first_game", Column::FirstGame),
];

impl Table {
    /// Returns the names of the columns. [`Table::Games`] also has a column for each tag, named like the tag, which is not listed.
    pub fn column_names(self) -> impl Iterator<Item = &'static str> {
        self.columns().iter().map(|(name, _)| *name)
    }

    pub(super) fn columns(self) -> &'static [(&'static str, Column)] {
        match self {
            Table::Games => &GAMES,
            Table::Plies => &PLIES,
            Table::Tree => &TREE,
        }
    }

    /// Returns the columns with these names.
    ///
    /// Errors: [`ErrorCode::InvalidArgument`] if the table has no column with one of the names, or if there are no names;
    /// [`ErrorCode::NoMemory`].
    pub(super) fn columns_called(self, names: &[&str]) -> Result<Vec<NamedColumn>> {
        if names.is_empty() {
            return Err(Error::new(ErrorCode::InvalidArgument, "a scan without columns"));
        }
        memory::all(names.iter().map(|name| self.column_called(name)))
    }

    fn column_called(self, name: &str) -> Result<NamedColumn> {
        if let Some((known, column)) = self.columns().iter().find(|(known, _)| *known == name) {
            return Ok((Cow::Borrowed(*known), *column));
        }
        if self == Table::Games && name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Ok((Cow::Owned(name.to_owned()), Column::NamedTag));
        }
        let known = self.column_names().collect::<Vec<_>>().join(", ");
        let tags = if self == Table::Games { ", and the names of tags, which begin with A to Z" } else { "" };
        let message = format!("there is no column `{name}`; the table has {known}{tags}");
        Err(Error::new(ErrorCode::InvalidArgument, message))
    }
}

/// The child field of every list.
pub(super) fn element(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("element", data_type, true))
}

/// The entries of the map of tags.
pub(super) fn entries() -> Arc<Field> {
    Arc::new(Field::new("entries", DataType::Struct(entry_fields()), false))
}

/// Returns the fields of an entry of the map of tags.
pub(super) fn entry_fields() -> Fields {
    Fields::from_iter([Field::new("key", DataType::Utf8, false), Field::new("value", DataType::Utf8, true)])
}

/// The field of a column.
pub(super) fn field(name: &str, column: Column) -> Field {
    Field::new(name, column.data_type(), column.is_nullable())
}

impl Column {
    /// The tags from which the column takes its values; `name` is the name of the column.
    pub(super) fn tags(self, name: &str) -> [Option<Cow<'static, [u8]>>; 2] {
        let known = |name: &'static str| Some(Cow::Borrowed(name.as_bytes()));
        match self {
            Column::Tag(name) => [Some(Cow::Borrowed(name)), None],
            Column::NamedTag => [Some(Cow::Owned(name.as_bytes().to_vec())), None],
            Column::Day => [known("Date"), known("UTCDate")],
            Column::Result => [known("Result"), None],
            Column::Rating(color) => [known(if color.is_white() { "WhiteElo" } else { "BlackElo" }), None],
            Column::TimeInitial | Column::TimeIncrement => [known("TimeControl"), None],
            Column::Speed => [known("TimeControl"), known("Event")],
            Column::UtcTimestamp => [known("UTCDate"), known("UTCTime")],
            _ => [None, None],
        }
    }

    /// The Arrow type of the column: only signed integers, because engines on the JVM have no others.
    pub(super) fn data_type(self) -> DataType {
        match self {
            Column::File | Column::Tag(_) | Column::NamedTag | Column::Result | Column::StartFen | Column::Pgn => {
                DataType::Utf8
            }
            Column::Uci | Column::San | Column::Fen | Column::Speed => DataType::Utf8,
            Column::Game | Column::Position | Column::Games | Column::White | Column::Draws => DataType::Int64,
            Column::Black | Column::Other | Column::RatingSum | Column::Rated | Column::FirstGame => DataType::Int64,
            Column::Day => DataType::Date32,
            Column::Rating(_) | Column::Move | Column::Evaluation | Column::LastYear => DataType::Int16,
            Column::TimeInitial | Column::TimeIncrement | Column::PlyCount => DataType::Int32,
            Column::FirstMatch | Column::Ply | Column::Clock => DataType::Int32,
            Column::UtcTimestamp => DataType::Timestamp(TimeUnit::Second, Some("UTC".into())),
            Column::Code => DataType::Binary,
            Column::Moves | Column::Evaluations => DataType::List(element(DataType::Int16)),
            Column::Clocks(_) => DataType::List(element(DataType::Int32)),
            Column::Tags => DataType::Map(entries(), false),
        }
    }

    /// Returns whether values can be null.
    pub(super) fn is_nullable(self) -> bool {
        !matches!(
            self,
            Column::Game
                | Column::Result
                | Column::PlyCount
                | Column::Code
                | Column::Moves
                | Column::Tags
                | Column::Pgn
                | Column::Ply
                | Column::Position
                | Column::Fen
                | Column::Games
                | Column::White
                | Column::Draws
                | Column::Black
                | Column::Other
                | Column::RatingSum
                | Column::Rated
                | Column::FirstGame
        )
    }
}
