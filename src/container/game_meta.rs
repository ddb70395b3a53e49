//! Results, ratings and dates of the games of a block, as numbers (`search.6`).

use std::{borrow::Cow, cell::OnceCell};

use super::{BlockHeader, Fetch, TagColumn, TagTable};
use crate::{Color, Result, Termination, chess::tag_values};

/// Results, ratings and dates of the games of a block. A value that cannot be parsed counts as unknown.
pub struct GameMeta<'a> {
    table: TagTable<'a>,
    results: Option<TagColumn>,
    white_ratings: Option<TagColumn>,
    black_ratings: Option<TagColumn>,
    dates: Option<TagColumn>,
    /// Read when a game has no known `Date`.
    utc_dates: OnceCell<Option<TagColumn>>,
}

impl<'a> GameMeta<'a> {
    /// Reads the tags.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn load(header: &'a BlockHeader, fetch: &'a dyn Fetch) -> Result<GameMeta<'a>> {
        let table = TagTable::load(header, fetch)?;
        Ok(GameMeta {
            results: table.column(b"Result")?,
            white_ratings: table.column(b"WhiteElo")?,
            black_ratings: table.column(b"BlackElo")?,
            dates: table.column(b"Date")?,
            utc_dates: OnceCell::new(),
            table,
        })
    }

    /// Returns the result in the tag, or else the termination marker.
    pub fn result(&self, game: usize) -> Termination {
        let value = value(&self.results, game);
        let by_tag = value.as_deref().and_then(tag_values::result);
        by_tag.unwrap_or_else(|| self.table.termination(game, value.as_deref()))
    }

    /// Returns the rating of a player, if known.
    pub fn rating(&self, game: usize, color: Color) -> Option<u32> {
        let ratings = if color.is_white() { &self.white_ratings } else { &self.black_ratings };
        value(ratings, game).and_then(|value| tag_values::rating(&value))
    }

    /// Returns the year, if known.
    ///
    /// # Errors
    ///
    /// As [`GameMeta::load`].
    pub fn year(&self, game: usize) -> Result<Option<u32>> {
        let date = |column| value(column, game).and_then(|value| tag_values::date(&value));
        let date = match date(&self.dates) {
            None => date(self.utc_dates()?),
            known => known,
        };
        Ok(date.map(|date| date / 10_000))
    }

    fn utc_dates(&self) -> Result<&Option<TagColumn>> {
        if let Some(known) = self.utc_dates.get() {
            return Ok(known);
        }
        let column = self.table.column(b"UTCDate")?;
        Ok(self.utc_dates.get_or_init(|| column))
    }
}

fn value(column: &Option<TagColumn>, game: usize) -> Option<Cow<'_, [u8]>> {
    column.as_ref().and_then(|column| column.value(game).ok().flatten())
}
