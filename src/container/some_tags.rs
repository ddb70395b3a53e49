//! A few tags of all games of a block, without reading the others.

use std::borrow::Cow;

use super::tags::{Column, NameSource, TagShapes};
use super::{BlockHead, Fetch, SectionKind, section::malformed, sections::Sections, state::States};
use crate::{Result, Termination};

/// Stands for a game without the tag.
const NO_ROW: u32 = u32::MAX;

/// The first values of some tags.
#[derive(Debug)]
pub struct SomeTags {
    tags: Vec<Option<OneTag>>,
    states: States,
    name_refs: Vec<u32>,
}

/// The values of one tag.
#[derive(Debug)]
struct OneTag {
    column: Column,
    /// The row of every game's first value.
    rows: Vec<u32>,
}

impl SomeTags {
    /// Reads the columns of the tags called `wanted`.
    ///
    /// # Errors
    ///
    /// As [`super::Block::load`].
    pub fn load(head: &BlockHead, fetch: &dyn Fetch, wanted: &[&[u8]]) -> Result<SomeTags> {
        let sections = Sections::check(head, fetch)?;
        let shapes = sections.parse(SectionKind::TagLayouts, |s| TagShapes::parse(s, head.games))?;
        let name_refs = sections.name_refs()?;
        let states = States::load(&sections)?;
        let values = sections.tag_values();
        let mut tags = Vec::with_capacity(wanted.len());
        for name in wanted {
            let Some(number) = shapes.names().iter().position(|n| n == *name) else {
                tags.push(None);
                continue;
            };
            let section = values.get(number).ok_or_else(|| malformed("a column of tag values is missing"))?;
            let count = shapes.counts()[number] as usize;
            let column = sections.column(section, name, count, name_refs.len())?;
            tags.push(Some(OneTag { column, rows: first_rows(&shapes, number, head.games) }));
        }
        Ok(SomeTags { tags, states, name_refs })
    }

    /// The value of the tag with this place among those that were wanted.
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
    pub fn name_refs(&self) -> &[u32] {
        &self.name_refs
    }

    /// What the termination marker of a game says, when its first `Result` tag has this value (`container.13`).
    pub fn termination(&self, game: usize, result: Option<&[u8]>) -> Termination {
        self.states.of_game(game).termination(result).unwrap_or_default()
    }
}

fn first_rows(shapes: &TagShapes, number: usize, games: usize) -> Vec<u32> {
    let first = |game| shapes.of_game(game).find(|(name, _)| *name == number).map_or(NO_ROW, |(_, row)| row as u32);
    (0..games).map(first).collect()
}
