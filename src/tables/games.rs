//! The rows of `games`.

use std::{borrow::Cow, collections::HashSet, sync::Arc};

use super::{
    builders::{Lists, TextMaps, Values},
    columns::Column,
    comment_values::CommentValues,
    games_read::{GameRead, Needs, TagsRead},
    rows::{Rows, external},
    selected::Selected,
    settings::Settings,
};
use crate::{Color, Game, Result, Speed, Start, Tag, Termination, chess::tag_values, memory, pgn};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

/// A batch ends when its texts and moves reach this number of bytes.
const MAX_BYTES: usize = 8 << 20;

/// The rows of `games` under construction.
pub(super) struct GameRows {
    schema: SchemaRef,
    columns: Vec<GameColumn>,
    needs: Needs,
    file: Option<Arc<str>>,
    batch_rows: usize,
    rows: usize,
    bytes: usize,
    comments: Option<CommentValues>,
    pgn: Option<Vec<u8>>,
    /// Buffer for values of tags.
    text: Vec<u8>,
}

struct GameColumn {
    column: Column,
    /// Indices of the column's tags in [`Needs::tags`].
    tags: [usize; 2],
    values: Values,
}

impl GameRows {
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(super) fn new(scan: &Settings, schema: SchemaRef) -> Result<GameRows> {
        let mut needs = Needs::of(scan.columns());
        if let Some(existing) = scan.openings {
            needs.add_openings(existing);
        }
        let columns = memory::collected(scan.columns().map(|(name, column)| GameColumn::new(name, column, &needs)))?;
        let has = |wanted: fn(Column) -> bool| scan.columns().any(|(_, column)| wanted(column));
        Ok(GameRows {
            schema,
            columns,
            needs,
            file: scan.file.clone(),
            batch_rows: scan.batch_rows,
            rows: 0,
            bytes: 0,
            comments: has(|column| matches!(column, Column::Clocks(_) | Column::Evaluations)).then(Default::default),
            pgn: has(|column| column == Column::Pgn).then(Vec::new),
            text: Vec::new(),
        })
    }
}

impl GameColumn {
    fn new(name: &str, column: Column, needs: &Needs) -> GameColumn {
        let index = |tag: Option<Cow<'_, [u8]>>| needs.tags.iter().position(|known| tag.as_ref() == Some(known));
        let tags = column.tags(name).map(|tag| index(tag).unwrap_or_default());
        GameColumn { column, tags, values: Values::of(&column.data_type()) }
    }
}

impl Rows for GameRows {
    fn needs(&self) -> Needs {
        self.needs.clone()
    }

    fn add(&mut self, selected: Selected, read: &GameRead<'_>) -> Result<Option<usize>> {
        // Steps that can fail come before the first value is added.
        if let Some(comments) = &mut self.comments {
            comments.read(read.game)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.clear();
            pgn::write_game(read.game, pgn)?;
        }
        let row = Row {
            selected,
            read,
            tags: read.tags(),
            file: self.file.as_deref(),
            comments: self.comments.as_ref(),
            pgn: self.pgn.as_deref().unwrap_or_default(),
        };
        for column in &mut self.columns {
            self.bytes += row.add_to(column, &mut self.text)?;
        }
        self.rows += 1;
        Ok(None)
    }

    fn is_full(&self) -> bool {
        self.rows >= self.batch_rows || self.bytes >= MAX_BYTES
    }

    fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.rows == 0 {
            return Ok(None);
        }
        (self.rows, self.bytes) = (0, 0);
        let arrays = memory::all(self.columns.iter_mut().map(|column| column.values.finish())).map_err(external)?;
        RecordBatch::try_new(self.schema.clone(), arrays).map(Some)
    }
}

/// The parts of a game from which the columns of its row are made.
struct Row<'a> {
    selected: Selected,
    read: &'a GameRead<'a>,
    tags: TagsRead<'a>,
    file: Option<&'a str>,
    comments: Option<&'a CommentValues>,
    pgn: &'a [u8],
}

impl Row<'_> {
    /// Adds the value of a column, and returns its approximate size in bytes.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`]; errors of columns of tags cannot occur, because reading the block has found them.
    fn add_to(&self, column: &mut GameColumn, text: &mut Vec<u8>) -> Result<usize> {
        let [tag, second] = column.tags;
        match &mut column.values {
            Values::Text(values) => {
                let text = self.text(column.column, [tag, second], text)?;
                values.push_option(text)?;
                return Ok(4 + text.map_or(0, <[u8]>::len));
            }
            Values::Code(values) => {
                values.push(self.read.code)?;
                return Ok(4 + self.read.code.len());
            }
            Values::Int16(values) => {
                let rating = self.tags.value(tag, text)?.and_then(tag_values::rating);
                values.push_option(rating.map(|rating| rating as i16))?;
            }
            Values::Int32(values) => values.push_option(match column.column {
                Column::PlyCount => Some(self.read.plies as i32),
                Column::FirstMatch => self.selected.first_match.map(|ply| ply as i32),
                Column::TimeInitial => self.tags.value(tag, text)?.and_then(time_control).map(|(initial, _)| initial),
                _ => self.tags.value(tag, text)?.and_then(time_control).map(|(_, increment)| increment),
            })?,
            Values::Int64(values) => values.push(self.selected.number as i64)?,
            Values::Days(values) => {
                values.push_option(self.tags.date(tag, second)?.and_then(day).map(days_since_1970))?;
            }
            Values::Seconds(values, _) => {
                let day = self.tags.value(tag, text)?.and_then(tag_values::date).and_then(day);
                let time = self.tags.value(second, text)?.and_then(time_of_day);
                values.push_option(day.zip(time).map(|(day, time)| day.and_time(time).and_utc().timestamp()))?;
            }
            Values::Lists16(values) => return self.add_list16(column.column, values),
            Values::Lists32(values) => {
                let clocks = self.clocks(column.column);
                let is_known = clocks.is_some();
                clocks.into_iter().flatten().try_for_each(|clock| values.numbers().push_option(clock))?;
                values.end_list(is_known)?;
                return Ok(4 + 2 * self.read.game.moves.len());
            }
            Values::Texts(values) => return add_tags(self.read.game, values),
        }
        Ok(8)
    }

    /// Returns a text; if it is not in memory, builds it in `text`.
    fn text<'t>(
        &'t self,
        column: Column,
        [tag, second]: [usize; 2],
        text: &'t mut Vec<u8>,
    ) -> Result<Option<&'t [u8]>> {
        Ok(match column {
            Column::File => self.file.map(str::as_bytes),
            Column::Result => Some(match self.tags.result(tag)? {
                Termination::Absent => b"*",
                result => result.as_str().as_bytes(),
            }),
            Column::StartFen => self.read.start.map(|start| {
                *text = start.fen().as_bytes().to_vec();
                &text[..]
            }),
            Column::Pgn => Some(self.pgn),
            Column::Speed => {
                let mut event = Vec::new();
                let event = self.tags.value(second, &mut event)?.unwrap_or_default();
                let speed = Speed::of_tags(self.tags.value(tag, text)?.unwrap_or_default(), event);
                speed.map(|speed| speed.as_str().as_bytes())
            }
            _ => self.tags.value(tag, text)?,
        })
    }

    fn add_list16(&self, column: Column, values: &mut Lists<i16>) -> Result<usize> {
        if column == Column::Moves {
            values.numbers().append(self.read.moves.iter().map(|m| m.0 as i16))?;
            values.end_list(true)?;
            return Ok(4 + 2 * self.read.moves.len());
        }
        let evaluations = self.comments.map(|comments| &comments.evaluations[..]).unwrap_or_default();
        let is_known = evaluations.iter().any(Option::is_some);
        if is_known {
            evaluations.iter().try_for_each(|value| values.numbers().push_option(*value))?;
        }
        values.end_list(is_known)?;
        Ok(4 + 2 * evaluations.len())
    }

    /// Returns the clock times of a player; `None` if no player of the game has any.
    fn clocks(&self, column: Column) -> Option<impl Iterator<Item = Option<i32>> + '_> {
        let clocks = self.comments.map(|comments| &comments.clocks[..]).unwrap_or_default();
        let first = match &self.read.game.start {
            Start::Fen(start) => start.turn(),
            _ => Color::White,
        };
        let is_first = matches!(column, Column::Clocks(color) if color == first);
        let is_known = clocks.iter().any(Option::is_some);
        is_known.then(|| clocks.iter().skip(usize::from(!is_first)).step_by(2).copied())
    }
}

/// Adds the tags of a game, only the first for each name. Returns their approximate size in bytes.
fn add_tags(game: &Game, values: &mut TextMaps) -> Result<usize> {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut bytes = 8;
    for tag in game.tags() {
        let Tag::Pair(name, value) = tag else { continue };
        names.try_reserve(1)?;
        if names.insert(name) {
            values.push(name, value)?;
            bytes += name.len() + value.len() + 8;
        }
    }
    values.end_map()?;
    Ok(bytes)
}

/// Returns the seconds at the start and the increment of `600+5` or `600`; `None` for other time controls.
fn time_control(text: &[u8]) -> Option<(i32, i32)> {
    let text = std::str::from_utf8(text).ok()?;
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    Some((seconds(initial)?, seconds(increment)?))
}

/// Returns a date of which all parts are known.
fn day(date: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt((date / 10_000) as i32, date / 100 % 100, date % 100)
}

fn days_since_1970(day: NaiveDate) -> i32 {
    day.signed_duration_since(DateTime::<Utc>::UNIX_EPOCH.date_naive()).num_days() as i32
}

/// `12:00:59`
fn time_of_day(text: &[u8]) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(std::str::from_utf8(text).ok()?, "%H:%M:%S").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        for (text, expected) in [
            ("600+5", Some((600, 5))),
            ("180", Some((180, 0))),
            ("-", None),
            ("?", None),
            ("", None),
            ("40/7200:3600", None),
            ("*60", None),
            ("99999999999+1", None),
        ] {
            assert_eq!(time_control(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn days_and_times() {
        let days = |text: &str| tag_values::date(text.as_bytes()).and_then(day).map(days_since_1970);
        assert_eq!([days("1970.01.02"), days("1969.12.31"), days("2024.02.29")], [Some(1), Some(-1), Some(19_782)]);
        assert_eq!([days("2023.02.29"), days("2020.??.??"), days("2020.01.??"), days("?")], [None; 4]);
        assert_eq!(time_of_day(b"23:59:59"), NaiveTime::from_hms_opt(23, 59, 59));
        assert_eq!([time_of_day(b"24:00:00"), time_of_day(b"12:00"), time_of_day(b"?")], [None; 3]);
    }
}
