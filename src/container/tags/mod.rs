//! Tags: the tag section of every game, in columns.
//!
//! Spec chapter: `spec/tags.md`.

mod column;
mod encoding;
mod names;

use std::{borrow::Cow, collections::HashMap, ops::Range};

pub use column::{Column, FinalPosition, no_final_position};
pub use encoding::Encoding;
pub use names::{DistinctStrings, list_of};

use encoding::{FINAL, MAX_FINAL_LEN};

use crate::{
    Error, ErrorCode, Game, Result, Tag,
    coding::wire::{Cursor, MAX_VARINT_LEN, Strings, put_column, put_varint},
    memory,
};

/// The name of raw lines in a layout (`tags.3`); names of tags have 1 byte or more.
const RAW: &[u8] = b"";

/// Collects the tag sections of a block's games.
#[derive(Default)]
pub struct TagsBuilder {
    names: Strings,
    name_numbers: HashMap<Box<[u8]>, u32>,
    columns: Vec<Strings>,
    layouts: Vec<Box<[u32]>>,
    layout_numbers: HashMap<Box<[u32]>, u32>,
    layout_of_game: Vec<u32>,
    layout: Vec<u32>,
    bytes: usize,
    lines: usize,
}

/// The tags of a block, ready for its sections.
pub struct EncodedTags {
    /// Content of the section `tag layouts`.
    pub layouts: Vec<u8>,
    /// Encoding and content of every section `tag values`, in the order of the tag names.
    pub columns: Vec<(Encoding, Vec<u8>)>,
    /// The distinct names of the block, in the order in which the columns use them.
    pub names: Strings,
}

impl TagsBuilder {
    /// Adds the tags of the next game. `is_final` returns whether a text is its final position (`tags.10`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`]; after that, nothing can be added.
    pub fn add(&mut self, game: &Game, is_final: impl Fn(&[u8]) -> bool) -> Result<()> {
        let mut layout = std::mem::take(&mut self.layout);
        layout.clear();
        for (index, tag) in game.tags().enumerate() {
            let (name, value) = match tag {
                Tag::Pair(b"CurrentPosition", value) if is_final(value) => (&b"CurrentPosition"[..], FINAL),
                Tag::Pair(name, value) => (name, value),
                Tag::Raw(line) => (RAW, line),
            };
            let number = self.name_number(index, name)?;
            self.columns[number as usize].push(value)?;
            self.bytes += name.len() + value.len().max(if value == FINAL { MAX_FINAL_LEN } else { 0 }) + 4;
            memory::push(&mut layout, number)?;
        }
        self.lines += layout.len();
        let number = self.layout_number(&layout)?;
        memory::push(&mut self.layout_of_game, number)?;
        self.layout = layout;
        Ok(())
    }

    /// Returns the approximate number of bytes of the tags so far.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Returns the number of tag lines of all games so far.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the number of different tag names so far.
    pub fn name_count(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there are no values yet.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Returns the number of a tag name. Most games have the same layout as the game before, so the name at the same index there is tried
    /// first.
    fn name_number(&mut self, index: usize, name: &[u8]) -> Result<u32> {
        let before = self.layout_of_game.last().and_then(|s| self.layouts[*s as usize].get(index));
        if let Some(&number) = before.filter(|n| self.names.get(**n as usize) == Some(name)) {
            return Ok(number);
        }
        if let Some(&number) = self.name_numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len() as u32;
        self.name_numbers.try_reserve(1)?;
        self.name_numbers.insert(memory::boxed(name)?, number);
        self.names.push(name)?;
        memory::push(&mut self.columns, Strings::default())?;
        Ok(number)
    }

    fn layout_number(&mut self, layout: &[u32]) -> Result<u32> {
        if let Some(&last) = self.layout_of_game.last().filter(|s| *self.layouts[**s as usize] == *layout) {
            return Ok(last);
        }
        if let Some(&number) = self.layout_numbers.get(layout) {
            return Ok(number);
        }
        let number = self.layouts.len() as u32;
        self.layout_numbers.try_reserve(1)?;
        self.layout_numbers.insert(memory::boxed(layout)?, number);
        memory::push(&mut self.layouts, memory::boxed(layout)?)?;
        Ok(number)
    }

    /// Encodes all columns (`tags.2`, `tags.4`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn finish(self) -> Result<EncodedTags> {
        let mut layouts = Vec::new();
        put_varint(&mut layouts, self.names.len() as u64);
        self.names.put(&mut layouts)?;
        put_varint(&mut layouts, self.layouts.len() as u64);
        for layout in &self.layouts {
            layouts.try_reserve(MAX_VARINT_LEN * (1 + layout.len()))?;
            put_varint(&mut layouts, layout.len() as u64);
            layout.iter().for_each(|name| put_varint(&mut layouts, u64::from(*name)));
        }
        put_column(&mut layouts, &self.layout_of_game)?;
        let mut names = DistinctStrings::default();
        let columns = self.names.iter().zip(&self.columns).map(|(name, values)| {
            let encoding = Encoding::choose(name, values)?;
            Ok((encoding, encoding.encode(values, &mut names)?))
        });
        let columns = memory::all(columns)?;
        Ok(EncodedTags { layouts, columns, names: names.into_strings() })
    }
}

/// The content of the section `tag layouts`: which tags every game has.
#[derive(Debug)]
pub struct TagLayouts {
    names: Strings,
    layouts: Vec<Vec<u32>>,
    layout_of_game: Vec<u32>,
    /// The number of values of every column.
    counts: Vec<u32>,
}

/// The tags of every game, with the rows of their values.
#[derive(Debug)]
pub struct TagRows {
    layouts: TagLayouts,
    /// For every game, the index of its first entry in `rows`, and one more index at the end.
    starts: Vec<u32>,
    /// For every tag of every game, the row of its value in the column of its name.
    rows: Vec<u32>,
}

impl TagLayouts {
    /// Reads the section for a block of `games` games with at most `max_lines` tag lines in total (`limits.7`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TagsMalformed`], [`ErrorCode::LimitExceeded`] or the errors of [`Cursor`], with the offset in the section.
    pub fn parse(section: &[u8], games: usize, max_lines: usize) -> Result<TagLayouts> {
        let mut cursor = Cursor::new(section);
        let max = section.len() as u64;
        let name_count = cursor.varint_up_to(max, "the number of tag names")? as usize;
        let names = cursor.strings(name_count)?;
        let layout_count = cursor.varint_up_to(games as u64, "the number of tag layouts")?;
        let mut left = max_lines;
        let layouts = memory::all((0..layout_count).map(|_| parse_layout(&mut cursor, name_count, &mut left)))?;
        let at = cursor.position() as u64;
        let layout_of_game = cursor.column(games)?;
        cursor.finish()?;
        if layout_of_game.iter().any(|s| *s as usize >= layouts.len()) {
            return Err(Error::new(ErrorCode::TagsMalformed, "a game with a tag layout out of range").with_offset(at));
        }
        let total: usize = layout_of_game.iter().map(|s| layouts[*s as usize].len()).sum();
        if total > max_lines {
            let message = format!("{total} tags in one block; the maximum is {max_lines}");
            return Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(at));
        }
        let mut counts = memory::filled(0, names.len())?;
        let mut games_of = memory::filled(0u32, layouts.len())?;
        layout_of_game.iter().for_each(|layout| games_of[*layout as usize] += 1);
        for (layout, games) in layouts.iter().zip(games_of) {
            layout.iter().for_each(|name| counts[*name as usize] += games);
        }
        Ok(TagLayouts { names, layouts, layout_of_game, counts })
    }

    /// Replaces a corrupt section: no game has tags.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn lost(games: usize) -> Result<TagLayouts> {
        let layout_of_game = memory::filled(0, games)?;
        Ok(TagLayouts { names: Strings::default(), layouts: vec![Vec::new()], layout_of_game, counts: Vec::new() })
    }

    /// Returns the tag names, in the order of the columns.
    pub fn names(&self) -> &Strings {
        &self.names
    }

    /// Returns the total length of the names of all tag lines in bytes (`limits.8`).
    pub fn expanded_len(&self) -> u64 {
        self.names.iter().zip(&self.counts).map(|(name, count)| name.len() as u64 * u64::from(*count)).sum()
    }

    /// Returns the number of values of every column.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Returns, for every game, the rows of the values of a tag name; an empty range for games without the tag.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn rows_of(&self, name: usize) -> Result<impl Iterator<Item = Range<usize>>> {
        let count = |layout: &Vec<u32>| layout.iter().filter(|other| **other as usize == name).count();
        let counts = memory::collected(self.layouts.iter().map(count))?;
        let mut next = 0;
        Ok(self.layout_of_game.iter().map(move |layout| {
            let first = next;
            next += counts[*layout as usize];
            first..next
        }))
    }

    /// Returns, for every game, its first tag line whose name number `is_named` accepts, as the number and the row of the value.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn first_lines(&self, is_named: impl Fn(usize) -> bool) -> Result<Vec<Option<(usize, usize)>>> {
        let mut rows = memory::filled(0, self.names.len())?;
        memory::collected(self.layout_of_game.iter().map(|layout| {
            let mut first = None;
            for name in &self.layouts[*layout as usize] {
                let name = *name as usize;
                if first.is_none() && is_named(name) {
                    first = Some((name, rows[name]));
                }
                rows[name] += 1;
            }
            first
        }))
    }
}

impl TagRows {
    /// Finds the rows of all tags.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn new(layouts: TagLayouts) -> Result<TagRows> {
        let mut counts = memory::filled(0u32, layouts.names.len())?;
        let mut rows = memory::with_capacity(layouts.counts.iter().map(|count| *count as usize).sum())?;
        let mut starts = memory::with_capacity(layouts.layout_of_game.len() + 1)?;
        starts.push(0);
        for layout in &layouts.layout_of_game {
            rows.extend(layouts.layouts[*layout as usize].iter().map(|name| {
                let row = counts[*name as usize];
                counts[*name as usize] += 1;
                row
            }));
            starts.push(rows.len() as u32);
        }
        Ok(TagRows { layouts, starts, rows })
    }

    /// Returns the approximate size in memory in bytes.
    pub fn memory(&self) -> usize {
        let TagLayouts { names, layouts, layout_of_game, counts } = &self.layouts;
        let numbers = layouts.iter().map(Vec::len).sum::<usize>() + layout_of_game.len() + counts.len();
        names.memory() + 4 * (numbers + self.starts.len() + self.rows.len())
    }

    /// Returns the tags that every game has.
    pub fn layouts(&self) -> &TagLayouts {
        &self.layouts
    }

    /// Returns the name of a column.
    fn name(&self, number: usize) -> Option<&[u8]> {
        self.layouts.names.get(number)
    }

    /// Returns name number and row of every tag of game `game` of the block, in order.
    pub fn of_game(&self, game: usize) -> impl Iterator<Item = (usize, usize)> {
        let layout = &self.layouts.layouts[self.layouts.layout_of_game[game] as usize];
        let rows = &self.rows[self.starts[game] as usize..];
        layout.iter().zip(rows).map(|(name, row)| (*name as usize, *row as usize))
    }
}

/// Parses a tag layout; `left` is the number of tag lines that it and the following layouts can have.
fn parse_layout(cursor: &mut Cursor<'_>, name_count: usize, left: &mut usize) -> Result<Vec<u32>> {
    let max = cursor.remaining().min(*left);
    let len = cursor.varint_up_to(max as u64, "the length of a tag layout")?;
    *left -= len as usize;
    let start = cursor.position() as u64;
    let layout = memory::all((0..len).map(|_| cursor.varint().map(|n| u32::try_from(n).unwrap_or(u32::MAX))))?;
    if layout.iter().any(|n| *n as usize >= name_count) {
        return Err(Error::new(ErrorCode::TagsMalformed, "a tag layout with a name out of range").with_offset(start));
    }
    Ok(layout)
}

/// Value that replaces a lost one.
const LOST: &[u8] = b"?";

/// Adds the tags of game `number` of a block to `game`. If there are no columns, the tags get the value `?`.
///
/// # Errors
///
/// The errors of `final_position`, and [`ErrorCode::TagsMalformed`] if a value is missing.
pub fn fill(
    game: &mut Game,
    tags: &TagRows,
    columns: &[Column],
    number: usize,
    final_position: &FinalPosition<'_>,
) -> Result<()> {
    for (name_number, row) in tags.of_game(number) {
        let value = match columns.get(name_number) {
            Some(column) => column.value(row, final_position)?,
            None => Cow::Borrowed(LOST),
        };
        match tags.name(name_number).unwrap_or(RAW) {
            RAW => game.push_raw_tag(&value)?,
            name => game.push_tag(name, &value)?,
        }
    }
    Ok(())
}

/// Reserves space for the tags of game `number` of a block: growing would temporarily take twice as much memory.
///
/// # Errors
///
/// [`ErrorCode::NoMemory`].
pub fn reserve(game: &mut Game, tags: &TagRows, columns: &[Column], number: usize) -> Result<()> {
    let mut lines = 0;
    let mut bytes = 0;
    for (name, row) in tags.of_game(number) {
        let value = columns.get(name).map_or(LOST.len(), |column| column.value_len(row));
        lines += 1;
        bytes += tags.name(name).map_or(0, <[u8]>::len) + value;
    }
    game.try_reserve_tags(lines, bytes)
}

/// Adds only the first tags with these names. None of them can be a final position (`tags.10`).
///
/// # Errors
///
/// [`ErrorCode::TagsMalformed`] if a value is missing.
pub fn fill_first(game: &mut Game, tags: &TagRows, columns: &[Column], number: usize, names: &[&[u8]]) -> Result<()> {
    for name in names {
        let mut of_game = tags.of_game(number);
        if let Some((name_number, row)) = of_game.find(|(other, _)| tags.name(*other) == Some(*name)) {
            let value = columns.get(name_number).map(|column| column.value(row, &|| Ok(Vec::new())));
            game.push_tag(name, &value.unwrap_or(Ok(Cow::Borrowed(LOST)))?)?;
        }
    }
    Ok(())
}
