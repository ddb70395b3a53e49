//! Filters: which games are looked at, by their tags (`search.5`).

use std::{collections::HashSet, str::FromStr};

use memchr::memmem;
use shakmaty::Color;

use super::{
    facts::Facts,
    run::{SearchEvent, SearchObserver},
};
use crate::{
    Corruption, Error, ErrorCode, Reader, Result, Termination,
    container::{
        BlockHead, Fetch, SomeTags,
        tags::{Encoding, NoNames},
    },
};

/// Conditions on a game; all that are set must hold. Texts match when they are contained in the tag's value; capital and small
/// letters of ASCII are the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// A player of either colour.
    pub player: Option<String>,
    /// The player of the white men.
    pub white: Option<String>,
    /// The player of the black men.
    pub black: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The site.
    pub site: Option<String>,
    /// When the game was played.
    pub date: Option<DateRange>,
    /// Lowest and highest rating, both included: every rating that the game gives must lie there, and it must give one.
    pub rating: Option<(u32, u32)>,
    /// How the game ended.
    pub result: Option<Termination>,
    /// The opening.
    pub eco: Option<EcoRange>,
    /// Fewest and most plies of the main line, both included.
    pub plies: Option<(u32, u32)>,
}

/// Dates, the first and the last included, as year * 10000 + month * 100 + day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    /// The first date; month and day may be 0.
    pub first: u32,
    /// The last date; month and day may be 99.
    pub last: u32,
}

/// Opening codes, the first and the last included; only their first three bytes count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl FromStr for DateRange {
    type Err = Error;

    /// `2020`, `2020.03`, `2020.03.15`, or two of these with `..` between them; one of the two may be missing.
    fn from_str(text: &str) -> Result<DateRange> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let first = if first.is_empty() { Some(0) } else { date(first, 0) };
        let last = if last.is_empty() { Some(u32::MAX) } else { date(last, 99) };
        let range = first.zip(last).map(|(first, last)| DateRange { first, last });
        range.ok_or_else(|| {
            let message = format!(
                "`{}` is not a date or a range of dates (2020, 2020.03, 2019..2020.06.15)",
                text.escape_debug()
            );
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }
}

fn date(text: &str, missing: u32) -> Option<u32> {
    let mut parts = text.split(['.', '-']);
    let number = |part: Option<&str>, most: u32| match part {
        None => Some(missing),
        Some(part) if part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()) => {
            part.parse().ok().filter(|number| *number <= most)
        }
        Some(_) => None,
    };
    let year = number(Some(parts.next()?), 9999)?;
    let month = number(parts.next(), 12)?;
    let day = number(parts.next(), 31)?;
    parts.next().is_none().then_some(year * 10_000 + month * 100 + day)
}

impl FromStr for EcoRange {
    type Err = Error;

    /// `B90`, `B9`, `B`, or two of these with `..` between them.
    fn from_str(text: &str) -> Result<EcoRange> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = eco(first, 0).zip(eco(last, 0xFF)).map(|(first, last)| EcoRange { first, last });
        range.ok_or_else(|| {
            let message =
                format!("`{}` is not an opening code or a range of them (B90, B9, B20..B99)", text.escape_debug());
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }
}

fn eco(text: &str, missing: u8) -> Option<[u8; 3]> {
    let mut code = [missing; 3];
    code.get_mut(..text.len()).filter(|part| !part.is_empty())?.copy_from_slice(text.as_bytes());
    code[0].make_ascii_uppercase();
    Some(code)
}

/// The tags that texts are looked for in, and ECO behind them.
const TAGS: [&[u8]; 5] = [b"White", b"Black", b"Event", b"Site", b"ECO"];
const ECO: usize = 4;

/// A text, and the tags that may hold it.
struct Text {
    tags: &'static [usize],
    lower: Vec<u8>,
    /// Names that contain it: part of the file and id.
    names: HashSet<(usize, u32)>,
}

impl Text {
    fn matches(&self, value: &[u8]) -> bool {
        memmem::find(&value.to_ascii_lowercase(), &self.lower).is_some()
    }
}

/// A filter that was prepared for one file.
pub(super) struct Selection<'a> {
    filter: &'a Filter,
    texts: Vec<Text>,
}

/// The games of a block that a filter lets pass.
pub(super) enum Selected {
    /// All of them.
    All,
    /// Those that are marked.
    Some(Vec<bool>),
}

impl Selected {
    pub(super) fn has(&self, game: usize) -> bool {
        match self {
            Selected::All => true,
            Selected::Some(marks) => marks[game],
        }
    }

    /// The games in order.
    pub(super) fn games(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        (0..count).filter(|game| self.has(*game))
    }
}

impl<'a> Selection<'a> {
    /// Finds out which names of the file match. Blocks whose names cannot be read are told to `notice`.
    pub(super) fn new(reader: &Reader, filter: &'a Filter, notice: &mut SearchObserver<'_>) -> Result<Selection<'a>> {
        let wanted: [(&Option<String>, &'static [usize]); 5] = [
            (&filter.player, &[0, 1]),
            (&filter.white, &[0]),
            (&filter.black, &[1]),
            (&filter.event, &[2]),
            (&filter.site, &[3]),
        ];
        let texts = wanted.iter().filter_map(|(text, tags)| {
            let lower = text.as_ref()?.to_ascii_lowercase().into_bytes();
            Some(Text { tags, lower, names: HashSet::new() })
        });
        let mut selection = Selection { filter, texts: texts.collect() };
        if !selection.texts.is_empty() {
            for index in 0..reader.blocks().len() {
                selection.read_names(reader, index, notice)?;
            }
        }
        Ok(selection)
    }

    fn read_names(&mut self, reader: &Reader, index: usize, notice: &mut SearchObserver<'_>) -> Result<()> {
        let block = &reader.blocks()[index];
        let names = match reader.names(index) {
            Ok(names) => names,
            Err(error) => {
                let games = block.first_game..block.first_game + block.games;
                return notice(SearchEvent::Corruption(Corruption { games, error, partly: true }));
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
        head: &BlockHead,
        fetch: &dyn Fetch,
    ) -> Result<Option<Selected>> {
        if self.is_all() {
            return Ok(Some(Selected::All));
        }
        let mut marks = vec![true; head.games];
        if !self.texts.is_empty() || self.filter.eco.is_some() {
            let tags = SomeTags::load(head, fetch, &TAGS)?;
            self.mark_texts(&tags, reader.blocks()[index].part, &mut marks)?;
            self.mark_eco(&tags, &mut marks);
        }
        if self.filter.date.is_some() || self.filter.rating.is_some() || self.filter.result.is_some() {
            let facts = Facts::load(head, fetch)?;
            marks.iter_mut().enumerate().for_each(|(game, mark)| *mark = *mark && self.accepts(&facts, game));
        }
        if let Some((fewest, most)) = self.filter.plies {
            let plies = crate::container::plies(head, fetch)?;
            marks.iter_mut().zip(plies).for_each(|(mark, plies)| *mark &= (fewest..=most).contains(&plies));
        }
        Ok(marks.contains(&true).then_some(Selected::Some(marks)))
    }

    fn mark_texts(&self, tags: &SomeTags, part: usize, marks: &mut [bool]) -> Result<()> {
        for text in &self.texts {
            let names: Vec<bool> = tags.name_refs().iter().map(|id| text.names.contains(&(part, *id))).collect();
            let columns: Vec<_> =
                text.tags.iter().map(|tag| TextColumn { text, tags, tag: *tag, names: &names }).collect();
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

    fn mark_eco(&self, tags: &SomeTags, marks: &mut [bool]) {
        let Some(range) = self.filter.eco else { return };
        for (game, mark) in marks.iter_mut().enumerate().filter(|(_, mark)| **mark) {
            let value = tags.value(ECO, game, &NoNames).ok().flatten();
            let code = value.and_then(|value| value.first_chunk::<3>().copied());
            *mark = code.is_some_and(|code| range.first <= code && code <= range.last);
        }
    }

    fn accepts(&self, facts: &Facts, game: usize) -> bool {
        let date = self
            .filter
            .date
            .is_none_or(|range| facts.date(game).is_some_and(|date| (range.first..=range.last).contains(&date)));
        let rating = self.filter.rating.is_none_or(|(lowest, highest)| {
            let ratings = Color::ALL.map(|color| facts.rating(game, color));
            let known = || ratings.iter().flatten();
            known().count() > 0 && known().all(|rating| (lowest..=highest).contains(rating))
        });
        date && rating && self.filter.result.is_none_or(|result| facts.result(game) == result)
    }
}

/// Values of one tag in which a text is looked for.
struct TextColumn<'a> {
    text: &'a Text,
    tags: &'a SomeTags,
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
        Ok(self.text.matches(&column.value(row, &NoNames)?))
    }
}
