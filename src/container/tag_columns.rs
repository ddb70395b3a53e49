//! The columns of a few tags of a block, read without the other tags.

mod players;

use std::{borrow::Cow, cell::OnceCell, collections::HashMap, ops::Range, sync::Arc};

use super::tags::{Column, Encoding, TagLayouts};
use super::{
    BlockHeader, Fetch, SectionHeader, SectionKind,
    section::malformed,
    sections::{Sections, check_expansion},
    state::States,
};
use crate::{Result, Termination, chess::tag_values, coding::wire::Strings, limits, memory};

/// The row of a game without the tag.
const NO_ROW: u32 = u32::MAX;

/// The tags of a block; each column is read when it is requested.
pub struct TagTable<'a> {
    sections: Sections<'a>,
    layouts: TagLayouts,
    names: OnceCell<Arc<Strings>>,
    states: States,
}

/// The first values of one tag.
#[derive(Debug)]
pub struct TagColumn {
    column: Column,
    /// For every game, the row of its first value.
    rows: Vec<u32>,
}

impl TagColumn {
    /// Returns the values of all games that have the tag.
    pub fn column(&self) -> &Column {
        &self.column
    }

    /// Returns the row of a game's value, if it has the tag.
    pub fn row(&self, game: usize) -> Option<usize> {
        let row = self.rows[game];
        (row != NO_ROW).then_some(row as usize)
    }

    /// Returns the value of a game, if it has the tag; empty if it is the final position.
    ///
    /// # Errors
    ///
    /// The errors of [`Column::value`].
    pub fn value(&self, game: usize) -> Result<Option<Cow<'_, [u8]>>> {
        self.row(game).map(|row| self.column.value(row, &|| Ok(Vec::new()))).transpose()
    }
}

impl<'a> TagTable<'a> {
    /// Reads the parts that all columns need.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn load(header: &'a BlockHeader, fetch: &'a dyn Fetch) -> Result<TagTable<'a>> {
        let sections = Sections::check(header, fetch)?;
        let max_lines = limits::max_tag_lines(header.len);
        let layouts = sections.parse(SectionKind::TagLayouts, |s| TagLayouts::parse(s, header.games, max_lines))?;
        let states = States::load(&sections)?;
        Ok(TagTable { sections, layouts, names: OnceCell::new(), states })
    }

    /// Reads the column of the tag called `name`; `None` if no game has it.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn column(&self, name: &[u8]) -> Result<Option<TagColumn>> {
        match self.numbers(name)?[..] {
            [] => Ok(None),
            [number] => Ok(Some(TagColumn { column: self.column_at(number)?, rows: self.first_rows(number)? })),
            ref numbers => self.joined(numbers).map(Some),
        }
    }

    fn first_rows(&self, number: usize) -> Result<Vec<u32>> {
        let first = |rows: Range<usize>| if rows.is_empty() { NO_ROW } else { rows.start as u32 };
        memory::collected(self.layouts.rows_of(number)?.map(first))
    }

    /// Reads the columns of a name that the block lists several times (`tags.4`) as one column of the first values.
    fn joined(&self, numbers: &[usize]) -> Result<TagColumn> {
        let mut columns = HashMap::new();
        columns.try_reserve(numbers.len())?;
        let mut expanded = 0u64;
        for number in numbers {
            let column = self.column_at(*number)?;
            // Each column alone was checked against the limit. The joined column has the texts of all, so their sum is
            // checked, too.
            expanded = expanded.saturating_add(column.expanded_len());
            check_expansion(expanded, self.sections.header.len)?;
            columns.insert(*number, column);
        }
        let first_lines = self.layouts.first_lines(|number| columns.contains_key(&number))?;
        let values = first_lines.iter().flatten().filter_map(|(number, row)| Some((columns.get(number)?, *row)));
        let column = Column::of_values(values)?;
        let mut next = 0;
        let rows = first_lines.iter().map(|line| {
            next += u32::from(line.is_some());
            if line.is_some() { next - 1 } else { NO_ROW }
        });
        Ok(TagColumn { column, rows: memory::collected(rows)? })
    }

    /// Returns the encoding of the column of the tag called `name`, without reading the column; `None` if no game has the tag, and
    /// if the block lists the name several times.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn stored_encoding(&self, name: &[u8]) -> Result<Option<Encoding>> {
        match self.numbers(name)?[..] {
            [number] => self.sections.encoding(self.section_at(number)?, name).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the numbers of the tags called `name` that have values.
    fn numbers(&self, name: &[u8]) -> Result<Vec<usize>> {
        let counts = self.layouts.counts().iter();
        let names = self.layouts.names().iter().zip(counts).enumerate();
        memory::collected(names.filter(|(_, (other, count))| *other == name && **count > 0).map(|(number, _)| number))
    }

    fn section_at(&self, number: usize) -> Result<&'a SectionHeader> {
        let section = self.sections.tag_values().get(number).copied();
        section.ok_or_else(|| malformed("a column of tag values is missing"))
    }

    fn column_at(&self, number: usize) -> Result<Column> {
        let section = self.section_at(number)?;
        let name = self.layouts.names().get(number).ok_or_else(|| malformed("a tag name is missing"))?;
        let count = self.layouts.counts()[number] as usize;
        self.sections.column(section, name, count, || self.names().cloned().map(Some))
    }

    /// Returns the names of the block, which are read when they are first needed.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn names(&self) -> Result<&Arc<Strings>> {
        match self.names.get() {
            Some(names) => Ok(names),
            None => {
                let names = self.sections.names()?;
                Ok(self.names.get_or_init(|| names))
            }
        }
    }

    /// Returns the termination marker of a game whose first `Result` tag has the value `result` (`container.11`).
    pub fn termination(&self, game: usize, result: Option<&[u8]>) -> Termination {
        self.states.of_game(game).termination(result).unwrap_or_default()
    }
}

/// The first values of some tags.
#[derive(Debug)]
pub struct TagColumns {
    tags: Vec<Option<TagColumn>>,
    states: States,
}

impl TagColumns {
    /// Reads the columns of the tags called `tag_names`.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn load(header: &BlockHeader, fetch: &dyn Fetch, tag_names: &[&[u8]]) -> Result<TagColumns> {
        let table = TagTable::load(header, fetch)?;
        let tags = tag_names.iter().map(|name| table.column(name)).collect::<Result<_>>()?;
        Ok(TagColumns { tags, states: table.states })
    }

    /// Returns the value of the tag with this index in `tag_names`; empty if it is the final position.
    ///
    /// # Errors
    ///
    /// The errors of [`Column::value`].
    pub fn value(&self, tag: usize, game: usize) -> Result<Option<Cow<'_, [u8]>>> {
        self.tags[tag].as_ref().map_or(Ok(None), |tag| tag.value(game))
    }

    /// Returns the result of a game (`search.6`), if the tag with this index is `Result`: the value of the tag, or else the termination
    /// marker.
    ///
    /// # Errors
    ///
    /// The errors of [`Column::value`].
    pub fn result(&self, tag: usize, game: usize) -> Result<Termination> {
        let value = self.value(tag, game)?;
        let by_tag = value.as_deref().and_then(tag_values::result);
        Ok(by_tag.unwrap_or_else(|| self.termination(game, value.as_deref())))
    }

    /// Returns the date of a game (`search.6`), if the tags with these indices are `Date` and `UTCDate`.
    ///
    /// # Errors
    ///
    /// The errors of [`Column::value`].
    pub fn date(&self, local: usize, utc: usize, game: usize) -> Result<Option<u32>> {
        match self.value(local, game)?.as_deref().and_then(tag_values::date) {
            None => Ok(self.value(utc, game)?.as_deref().and_then(tag_values::date)),
            known => Ok(known),
        }
    }

    /// Like [`TagColumns::value`], but uses `text` as the buffer if it must build a text.
    ///
    /// # Errors
    ///
    /// The errors of [`Column::value`].
    pub fn value_in<'a>(&'a self, tag: usize, game: usize, text: &'a mut Vec<u8>) -> Result<Option<&'a [u8]>> {
        let Some((tag, row)) = self.tags[tag].as_ref().and_then(|tag| Some((tag, tag.row(game)?))) else {
            return Ok(None);
        };
        tag.column.value_in(row, text).map(Some)
    }

    /// Returns the termination marker of a game whose first `Result` tag has the value `result` (`container.11`).
    pub fn termination(&self, game: usize, result: Option<&[u8]>) -> Termination {
        self.states.of_game(game).termination(result).unwrap_or_default()
    }
}
