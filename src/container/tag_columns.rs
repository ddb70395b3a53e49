//! The columns of a few tags of a block, without reading the others.

use std::borrow::Cow;

use super::tags::{Column, NameSource, TagLayouts};
use super::{BlockHeader, Fetch, SectionKind, section::malformed, sections::Sections, state::States};
use crate::{Result, Termination, memory};

/// The row of a game without the tag.
const NO_ROW: u32 = u32::MAX;

/// The first values of some tags.
#[derive(Debug)]
pub struct TagColumns {
    tags: Vec<Option<OneTag>>,
    states: States,
    string_refs: Vec<u32>,
}

/// The values of one tag.
#[derive(Debug)]
struct OneTag {
    column: Column,
    /// The row of every game's first value.
    rows: Vec<u32>,
}

impl TagColumns {
    /// Reads the columns of the tags called `tag_names`.
    ///
    /// # Errors
    ///
    /// As [`super::Block::load`].
    pub fn load(header: &BlockHeader, fetch: &dyn Fetch, tag_names: &[&[u8]]) -> Result<TagColumns> {
        let sections = Sections::check(header, fetch)?;
        let layouts = sections.parse(SectionKind::TagLayouts, |s| TagLayouts::parse(s, header.games))?;
        let string_refs = sections.string_refs()?;
        let states = States::load(&sections)?;
        let values = sections.tag_values();
        let mut tags = Vec::with_capacity(tag_names.len());
        for name in tag_names {
            let Some(number) = layouts.names().iter().position(|n| n == *name) else {
                tags.push(None);
                continue;
            };
            let section = values.get(number).ok_or_else(|| malformed("a column of tag values is missing"))?;
            let count = layouts.counts()[number] as usize;
            let column = sections.column(section, name, count, string_refs.len())?;
            tags.push(Some(OneTag { column, rows: first_rows(&layouts, number, header.games)? }));
        }
        Ok(TagColumns { tags, states, string_refs })
    }

    /// The value of the tag with this index in `tag_names`.
    ///
    /// # Errors
    ///
    /// As [`Column::value`].
    pub fn value<'a>(&'a self, tag: usize, game: usize, names: &'a dyn NameSource) -> Result<Option<Cow<'a, [u8]>>> {
        let tag = self.tags[tag].as_ref().filter(|tag| tag.rows[game] != NO_ROW);
        tag.map(|tag| tag.column.value(tag.rows[game] as usize, names)).transpose()
    }

    /// The column of a tag, if a game has the tag.
    pub fn column(&self, tag: usize) -> Option<&Column> {
        self.tags[tag].as_ref().map(|tag| &tag.column)
    }

    /// The row of a game's value in the column of a tag.
    pub fn row(&self, tag: usize, game: usize) -> Option<usize> {
        let row = self.tags[tag].as_ref()?.rows[game];
        (row != NO_ROW).then_some(row as usize)
    }

    /// The file-wide ids of the names that the block uses.
    pub fn string_refs(&self) -> &[u32] {
        &self.string_refs
    }

    /// The termination marker of a game, when its first `Result` tag has this value (`container.13`).
    pub fn termination(&self, game: usize, result: Option<&[u8]>) -> Termination {
        self.states.of_game(game).termination(result).unwrap_or_default()
    }
}

fn first_rows(layouts: &TagLayouts, number: usize, games: usize) -> Result<Vec<u32>> {
    let first = |game| layouts.of_game(game).find(|(name, _)| *name == number).map_or(NO_ROW, |(_, row)| row as u32);
    memory::collected((0..games).map(first))
}
