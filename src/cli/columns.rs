//! Columns of rows about games: what they are called, and what stands in them.

use std::{convert::Infallible, str::FromStr};

use plypack::{
    Game, Reader, Result, Tag, Termination,
    search::Hit,
    text::{tag_values, text_of, unescape},
};

/// A column. Every name that is none of the others is that of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// The number of the game.
    Game,
    /// The path of its file.
    File,
    /// The number of its group, where games are in groups; otherwise a tag of this name.
    Group,
    /// The plies before the first match of a search.
    Ply,
    /// The plies of the main line.
    Plies,
    /// The result: that of the tag, or of the movetext if there is none.
    Result,
    /// The year of the tag `Date`.
    Year,
    /// The tag of this name, in upper or lower case.
    Tag(String),
}

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
            () if named("year") => Column::Year,
            () => Column::Tag(name.to_owned()),
        })
    }
}

impl Column {
    /// The columns that are shown if no others are chosen.
    pub fn defaults(with_file: bool, with_ply: bool) -> Vec<Column> {
        let first = [(Column::File, with_file), (Column::Game, true), (Column::Ply, with_ply)];
        let tag = |name: &str| Column::Tag(name.to_owned());
        let others = [tag("white"), tag("black"), Column::Result, tag("date"), tag("event")];
        first.into_iter().filter_map(|(column, is_shown)| is_shown.then_some(column)).chain(others).collect()
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
            Column::Year => "year",
            Column::Tag(name) => name,
        }
    }

    /// How wide it is in a table.
    pub fn width(&self) -> usize {
        let is = |names: &[&str]| names.iter().any(|name| self.name().eq_ignore_ascii_case(name));
        match self {
            Column::Game => 9,
            Column::File => 24,
            Column::Group => 7,
            Column::Ply | Column::Plies => 5,
            Column::Result => 7,
            Column::Year => 4,
            Column::Tag(_) if is(&["White", "Black"]) => 24,
            Column::Tag(_) if is(&["Event"]) => 40,
            Column::Tag(_) if is(&["ECO", "Round", "WhiteElo", "BlackElo"]) => self.name().len().max(6),
            Column::Tag(_) if is(&["Date", "UTCDate", "EventDate"]) => 10,
            Column::Tag(name) => name.len().clamp(20, 40),
        }
    }

    /// Whether its cells are numbers, which end below each other.
    pub fn is_number(&self) -> bool {
        matches!(self, Column::Game | Column::Group | Column::Ply | Column::Plies | Column::Year)
    }

    /// Whether the tags of a game must be read for it.
    pub fn needs_tags(&self) -> bool {
        matches!(self, Column::Group | Column::Result | Column::Year | Column::Tag(_))
    }

    /// What stands in it. `game` has the tags, if the column [needs](Column::needs_tags) them.
    ///
    /// Errors: those of reading the game.
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
            Column::Year => year_of(game)?.map_or(Cell::Missing, |year| Cell::Number(year.into())),
            Column::Group | Column::Tag(_) => tag_of(game, self.name())?.map_or(Cell::Missing, Cell::Text),
        })
    }
}

/// The value of the first tag with this name; in upper or lower case, if there is none that is exactly so.
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

/// The year of the date, as searches have it.
fn year_of(game: &Game) -> Result<Option<u32>> {
    let date =
        |name| -> Result<Option<u32>> { Ok(tag_of(game, name)?.and_then(|date| tag_values::date(date.as_bytes()))) };
    let known = match date("Date")? {
        None => date("UTCDate")?,
        known => known,
    };
    Ok(known.map(|date| date / 10_000))
}

/// What stands in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// The game has no such tag.
    Missing,
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
        }
    }
}
