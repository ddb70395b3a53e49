//! Columns of rows about games: their names and their values.

use std::{convert::Infallible, str::FromStr};

use plypack::{
    Game, Reader, Result, Speed, Tag, Termination,
    search::{Hit, RowColumn},
    text::{tag_values, text_of, unescape},
};

/// A column. Any other name is the name of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// The number of the game.
    Game,
    /// The path of its file.
    File,
    /// The number of its group, if games are in groups; otherwise a tag of this name.
    Group,
    /// The plies before the first match of a search.
    Ply,
    /// The plies of the main line.
    Plies,
    /// The result in the tag, or in the movetext if there is no tag.
    Result,
    /// The class of the time control.
    Speed,
    /// The year of the tag `Date`.
    Year,
    /// Half the sum of both ratings.
    AverageRating,
    /// The tag of this name, in upper or lower case.
    Tag(String),
}

/// The names of columns that are not tags.
const NAMES: [&str; 8] = ["game", "file", "ply", "plies", "result", "speed", "year", "average-rating"];

/// Tags that a file can lack without a misspelling by the user.
const KNOWN_TAGS: [&str; 34] = [
    "date",
    "white",
    "black",
    "event",
    "site",
    "round",
    "ECO",
    "Opening",
    "Variation",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "EventDate",
    "EventType",
    "UTCDate",
    "UTCTime",
    "Time",
    "TimeControl",
    "Termination",
    "Annotator",
    "FEN",
    "SetUp",
    "Variant",
    "PlyCount",
    "Board",
    "Section",
    "Source",
];

impl FromStr for Column {
    type Err = Infallible;

    fn from_str(name: &str) -> std::result::Result<Column, Infallible> {
        let named = |other: &str| name.eq_ignore_ascii_case(other);
        Ok(match () {
            () if named("game") || named("number") => Column::Game,
            () if named("file") => Column::File,
            () if named("group") => Column::Group,
            () if named("ply") => Column::Ply,
            () if named("plies") => Column::Plies,
            () if named("result") => Column::Result,
            () if named("speed") => Column::Speed,
            () if named("year") => Column::Year,
            () if named("average-rating") => Column::AverageRating,
            () => Column::Tag(name.to_owned()),
        })
    }
}

impl Column {
    /// Returns the columns shown by default.
    pub fn defaults(with_file: bool, with_ply: bool) -> Vec<Column> {
        let first = [(Column::File, with_file), (Column::Game, true), (Column::Ply, with_ply)];
        let tag = |name: &str| Column::Tag(name.to_owned());
        let others = [tag("white"), tag("black"), Column::Result, tag("date"), tag("event")];
        first.into_iter().filter_map(|(column, is_shown)| is_shown.then_some(column)).chain(others).collect()
    }

    /// Returns `true` if the column is valid even if it is empty in all games.
    pub fn is_known(&self) -> bool {
        let name = match self {
            Column::Tag(name) => name,
            Column::Group => return false,
            _ => return true,
        };
        KNOWN_TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Returns known columns with similar names: the name contains this name, or differs from it in at most two letters.
    pub fn similar(&self) -> Vec<&'static str> {
        let wanted = self.name().to_ascii_lowercase();
        let known = || NAMES.into_iter().chain(KNOWN_TAGS);
        let containing: Vec<_> =
            known().filter(|name| wanted.len() > 2 && name.to_ascii_lowercase().contains(&wanted)).take(3).collect();
        if !containing.is_empty() {
            return containing;
        }
        let distance = |name: &&str| distance(&wanted, &name.to_ascii_lowercase());
        known().min_by_key(distance).filter(|name| distance(name) <= 2).into_iter().collect()
    }

    /// The name.
    pub fn name(&self) -> &str {
        match self {
            Column::Game => "game",
            Column::File => "file",
            Column::Group => "group",
            Column::Ply => "ply",
            Column::Plies => "plies",
            Column::Result => "result",
            Column::Speed => "speed",
            Column::Year => "year",
            Column::AverageRating => "average-rating",
            Column::Tag(name) => name,
        }
    }

    /// Returns the width in a table.
    pub fn width(&self) -> usize {
        let is = |names: &[&str]| names.iter().any(|name| self.name().eq_ignore_ascii_case(name));
        match self {
            Column::Game => 9,
            Column::File => 24,
            Column::Group => 7,
            Column::Ply | Column::Plies => 5,
            Column::Result => 7,
            Column::Speed => 14,
            Column::Year => 4,
            Column::AverageRating => self.name().len(),
            Column::Tag(_) if is(&["White", "Black"]) => 24,
            Column::Tag(_) if is(&["Event"]) => 40,
            Column::Tag(_) if is(&["ECO", "Round", "WhiteElo", "BlackElo"]) => self.name().len().max(6),
            Column::Tag(_) if is(&["Date", "UTCDate", "EventDate"]) => 10,
            Column::Tag(name) => name.len().clamp(20, 40),
        }
    }

    /// Returns `true` if its cells are numbers, which are aligned to the right.
    pub fn is_number(&self) -> bool {
        matches!(
            self,
            Column::Game | Column::Group | Column::Ply | Column::Plies | Column::Year | Column::AverageRating
        )
    }

    /// Returns `true` if it needs the tags of a game.
    pub fn needs_tags(&self) -> bool {
        !matches!(self, Column::Game | Column::File | Column::Ply | Column::Plies)
    }

    /// Returns the library column that sorts games in the same way; `None` if there is none.
    pub fn row_column(&self) -> Option<RowColumn> {
        let is = |name: &str| self.name().eq_ignore_ascii_case(name);
        match self {
            Column::Plies => Some(RowColumn::Plies),
            Column::Speed => Some(RowColumn::Speed),
            Column::AverageRating => Some(RowColumn::AverageRating),
            Column::Tag(_) if is("Date") => Some(RowColumn::Date),
            Column::Tag(_) if is("EventDate") => Some(RowColumn::EventDate),
            Column::Tag(_) if is("WhiteElo") => Some(RowColumn::WhiteRating),
            Column::Tag(_) if is("BlackElo") => Some(RowColumn::BlackRating),
            _ => None,
        }
    }

    /// Returns the sort key: dates, ratings, results and speeds as searches read them, any other cell as text. `game` has the tags.
    ///
    /// Errors if the game cannot be read.
    pub fn sort_cell(&self, reader: &Reader, path: &str, hit: Hit, game: &Game) -> Result<Cell> {
        match (self, self.row_column()) {
            (Column::Result, _) => Ok(match result_of(game) {
                Termination::Absent | Termination::Unknown => Cell::Missing,
                result => Cell::Text(result.as_str().to_owned()),
            }),
            (Column::Tag(name), _) if name.eq_ignore_ascii_case("UTCDate") => {
                let date = game.tag(b"UTCDate").and_then(tag_values::date);
                Ok(number(date.map(tag_values::date_order)))
            }
            (_, Some(column)) if column != RowColumn::Plies => Ok(number(column.sort_key(game))),
            _ => self.cell(reader, path, hit, game),
        }
    }

    /// Returns the value. `game` has the tags, if the column [needs](Column::needs_tags) them.
    ///
    /// Errors if the game cannot be read.
    pub fn cell(&self, reader: &Reader, path: &str, hit: Hit, game: &Game) -> Result<Cell> {
        Ok(match self {
            Column::Game => Cell::Number(hit.game),
            Column::File => Cell::Text(path.to_owned()),
            Column::Ply => Cell::Number(hit.ply.into()),
            Column::Plies => Cell::Number(reader.plies_of(hit.game)? as u64),
            Column::Result => match (tag_of(game, "Result")?, game.termination) {
                (Some(result), _) => Cell::Text(result),
                (None, Termination::Absent) => Cell::Missing,
                (None, result) => Cell::Text(result.as_str().to_owned()),
            },
            Column::Speed => speed_of(game)?.map_or(Cell::Missing, |speed| Cell::Text(speed.as_str().to_owned())),
            Column::Year => number(RowColumn::Date.sort_key(game).map(|date| date / 10_000)),
            Column::AverageRating => number(RowColumn::AverageRating.sort_key(game)),
            Column::Group | Column::Tag(_) => tag_of(game, self.name())?.map_or(Cell::Missing, Cell::Text),
        })
    }
}

/// Returns the value of the first tag with exactly this name; if there is none, ignores case.
pub fn tag_of(game: &Game, name: &str) -> Result<Option<String>> {
    let pairs = || {
        game.tags().filter_map(|tag| match tag {
            Tag::Pair(name, value) => Some((name, value)),
            Tag::Raw(_) => None,
        })
    };
    let value = pairs().find(|(other, _)| *other == name.as_bytes());
    let value = value.or_else(|| pairs().find(|(other, _)| other.eq_ignore_ascii_case(name.as_bytes())));
    value.map(|(_, value)| Ok(text_of(&unescape(value)?).into_owned())).transpose()
}

fn result_of(game: &Game) -> Termination {
    game.tag(b"Result").and_then(tag_values::result).unwrap_or(game.termination)
}

fn speed_of(game: &Game) -> Result<Option<Speed>> {
    let value = |tag: &[u8]| unescape(game.tag(tag).unwrap_or_default());
    Ok(Speed::of_tags(&value(b"TimeControl")?, &value(b"Event")?))
}

/// Returns the cell of a number that may be unknown.
fn number(value: Option<u32>) -> Cell {
    value.map_or(Cell::Missing, |value| Cell::Number(value.into()))
}

/// Returns the number of letters to insert, remove or change to turn one name into the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.bytes().enumerate() {
        let mut before = std::mem::replace(&mut row[0], index + 1);
        for (at, other) in to.bytes().enumerate() {
            let change = before + usize::from(letter != other);
            before = row[at + 1];
            row[at + 1] = change.min(before + 1).min(row[at] + 1);
        }
    }
    row[to.len()]
}

/// Value of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// The game has no such tag.
    Missing,
}

impl Cell {
    /// Returns its approximate memory in bytes.
    pub fn memory(&self) -> usize {
        let text = if let Cell::Text(text) = self { text.len() } else { 0 };
        size_of::<Cell>() + text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns() {
        let parse = |name: &str| name.parse::<Column>().unwrap();
        assert_eq!(parse("number"), Column::Game);
        assert_eq!(parse("Result"), Column::Result);
        assert_eq!(parse("year"), Column::Year);
        assert_eq!(parse("WhiteElo"), Column::Tag("WhiteElo".to_owned()));
        for column in Column::defaults(true, true) {
            assert_eq!(parse(column.name()), column);
            assert!(column.is_known(), "{column:?}");
        }
        assert!(NAMES.into_iter().chain(KNOWN_TAGS).all(|name| parse(name).is_known()));
        assert!(!parse("dat").is_known() && !parse("Group").is_known());
    }

    #[test]
    fn names_like_a_wrong_one() {
        for (name, similar) in [
            ("dat", &["date", "EventDate", "UTCDate"][..]),
            ("elo", &["WhiteElo", "BlackElo"]),
            ("withe", &["white"]),
            ("WhitElo", &["WhiteElo"]),
            ("gmae", &["game"]),
            ("something", &[]),
        ] {
            assert_eq!(name.parse::<Column>().unwrap().similar(), similar, "{name}");
        }
    }
}
