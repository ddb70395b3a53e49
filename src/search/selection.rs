//! Applying a filter to the blocks of a file.

use std::collections::HashSet;

use memchr::memmem;
use shakmaty::Color;

use super::{
    event::{SearchEvent, SearchObserver},
    filter::Filter,
};
use crate::{
    Corruption, Reader, Result,
    container::{
        BlockHeader, Fetch, GameMeta, TagColumns, plies,
        tags::{Encoding, NoNames},
    },
};

/// The tags that texts are searched in, then ECO.
const TAGS: [&[u8]; 5] = [b"White", b"Black", b"Event", b"Site", b"ECO"];
const ECO: usize = 4;

/// A text to search for, and the tags to search it in.
struct TextCondition {
    tags: &'static [usize],
    lower: Vec<u8>,
    /// Names that contain it: part of the file and id.
    names: HashSet<(usize, u32)>,
}

impl TextCondition {
    fn matches(&self, value: &[u8]) -> bool {
        memmem::find(&value.to_ascii_lowercase(), &self.lower).is_some()
    }
}

/// A filter, prepared for one file.
pub(super) struct Selection<'a> {
    filter: &'a Filter,
    texts: Vec<TextCondition>,
}

/// The games of a block that pass a filter.
pub(super) enum Selected {
    /// All of them.
    All,
    /// Those that are marked.
    Some(Vec<bool>),
}

impl Selected {
    pub(super) fn contains(&self, game: usize) -> bool {
        match self {
            Selected::All => true,
            Selected::Some(marks) => marks[game],
        }
    }

    /// The games in order.
    pub(super) fn games(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        (0..count).filter(|game| self.contains(*game))
    }
}

impl<'a> Selection<'a> {
    /// Finds the names of the file that match. Blocks whose names cannot be read are reported to `observer`.
    pub(super) fn new(reader: &Reader, filter: &'a Filter, observer: &mut SearchObserver<'_>) -> Result<Selection<'a>> {
        let conditions: [(&Option<String>, &'static [usize]); 5] = [
            (&filter.player, &[0, 1]),
            (&filter.white, &[0]),
            (&filter.black, &[1]),
            (&filter.event, &[2]),
            (&filter.site, &[3]),
        ];
        let texts = conditions.iter().filter_map(|(text, tags)| {
            let lower = text.as_ref()?.to_ascii_lowercase().into_bytes();
            Some(TextCondition { tags, lower, names: HashSet::new() })
        });
        let mut selection = Selection { filter, texts: texts.collect() };
        if !selection.texts.is_empty() {
            for index in 0..reader.blocks().len() {
                selection.read_names(reader, index, observer)?;
            }
        }
        Ok(selection)
    }

    fn read_names(&mut self, reader: &Reader, index: usize, observer: &mut SearchObserver<'_>) -> Result<()> {
        let block = &reader.blocks()[index];
        let names = match reader.names(index) {
            Ok(names) => names,
            Err(error) => {
                let games = block.first_game..block.first_game + block.games;
                return observer(SearchEvent::Corruption(Corruption { games, error, partly: true }));
            }
        };
        for (id, name) in (block.first_name..).zip(names.iter()) {
            for text in &mut self.texts {
                if text.matches(name) {
                    text.names.insert((block.part, id as u32));
                }
            }
        }
        Ok(())
    }

    /// Whether all games pass.
    pub(super) fn is_all(&self) -> bool {
        *self.filter == Filter::default()
    }

    /// The games of a block that pass; `None` if none does.
    pub(super) fn games(
        &self,
        reader: &Reader,
        index: usize,
        header: &BlockHeader,
        fetch: &dyn Fetch,
    ) -> Result<Option<Selected>> {
        if self.is_all() {
            return Ok(Some(Selected::All));
        }
        let mut marks = vec![true; header.games];
        if !self.texts.is_empty() || self.filter.eco.is_some() {
            let tags = TagColumns::load(header, fetch, &TAGS)?;
            self.mark_texts(&tags, reader.blocks()[index].part, &mut marks)?;
            self.mark_eco(&tags, &mut marks);
        }
        if self.filter.date.is_some() || self.filter.rating.is_some() || self.filter.result.is_some() {
            let meta = GameMeta::load(header, fetch)?;
            marks.iter_mut().enumerate().for_each(|(game, mark)| *mark = *mark && self.accepts(&meta, game));
        }
        if let Some((min, max)) = self.filter.plies {
            let plies = plies(header, fetch)?;
            marks.iter_mut().zip(plies).for_each(|(mark, plies)| *mark &= (min..=max).contains(&plies));
        }
        Ok(marks.contains(&true).then_some(Selected::Some(marks)))
    }

    fn mark_texts(&self, tags: &TagColumns, part: usize, marks: &mut [bool]) -> Result<()> {
        for text in &self.texts {
            let names: Vec<bool> = tags.string_refs().iter().map(|id| text.names.contains(&(part, *id))).collect();
            let columns: Vec<_> =
                text.tags.iter().map(|tag| TextColumn { condition: text, tags, tag: *tag, names: &names }).collect();
            for (game, mark) in marks.iter_mut().enumerate().filter(|(_, mark)| **mark) {
                let mut found = false;
                for column in &columns {
                    found = found || column.matches(game)?;
                }
                *mark = found;
            }
        }
        Ok(())
    }

    fn mark_eco(&self, tags: &TagColumns, marks: &mut [bool]) {
        let Some(range) = self.filter.eco else { return };
        for (game, mark) in marks.iter_mut().enumerate().filter(|(_, mark)| **mark) {
            let value = tags.value(ECO, game, &NoNames).ok().flatten();
            let code = value.and_then(|value| value.first_chunk::<3>().copied());
            *mark = code.is_some_and(|code| range.contains(code));
        }
    }

    fn accepts(&self, meta: &GameMeta, game: usize) -> bool {
        let date = self.filter.date.is_none_or(|range| meta.date(game).is_some_and(|date| range.contains(date)));
        let rating = self.filter.rating.is_none_or(|(min, max)| {
            let ratings = Color::ALL.map(|color| meta.rating(game, color));
            let known = || ratings.iter().flatten();
            known().count() > 0 && known().all(|rating| (min..=max).contains(rating))
        });
        date && rating && self.filter.result.is_none_or(|result| meta.result(game) == result)
    }
}

/// The values of one tag, searched for a text.
struct TextColumn<'a> {
    condition: &'a TextCondition,
    tags: &'a TagColumns,
    tag: usize,
    /// Which of the block's names contain the text.
    names: &'a [bool],
}

impl TextColumn<'_> {
    fn matches(&self, game: usize) -> Result<bool> {
        let Some((column, row)) = self.tags.column(self.tag).zip(self.tags.row(self.tag, game)) else {
            return Ok(false);
        };
        if column.encoding() == Encoding::Names {
            return Ok(column.numbers().get(row).is_some_and(|number| self.names[*number as usize]));
        }
        Ok(self.condition.matches(&column.value(row, &NoNames)?))
    }
}
