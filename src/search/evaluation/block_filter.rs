//! Testing the games of a block for conditions (`search.5`, `search.8` to `search.10`, `search.14`).

use std::{
    cell::{OnceCell, RefCell},
    ops::RangeInclusive,
    rc::Rc,
};

use super::plan::{AnnotationTest, Plan};
use crate::{
    Game, Reader, Result, Speed, Termination, Token,
    chess::tag_values,
    container::{BlockHeader, Fetch, SectionKind, TagColumn, TagTable, plies, tags::Encoding},
    memory,
    search::conditions::{
        condition::NumberField,
        name_marks::marked_names,
        ranges::EcoRange,
        text_match::TextMatch,
        values::{Dates, Speeds, Values},
    },
};

/// The name of a tag, and its column if a game has it.
type NamedColumn = (Vec<u8>, Option<Rc<TagColumn>>);

/// A block; its columns are read when a condition first needs them.
pub(super) struct BlockFilter<'a> {
    reader: &'a Reader,
    block: usize,
    header: &'a BlockHeader,
    fetch: &'a dyn Fetch,
    texts: &'a [TextMatch],
    table: OnceCell<TagTable<'a>>,
    columns: RefCell<Vec<NamedColumn>>,
}

impl<'a> BlockFilter<'a> {
    pub(super) fn new(
        reader: &'a Reader,
        block: usize,
        header: &'a BlockHeader,
        fetch: &'a dyn Fetch,
        texts: &'a [TextMatch],
    ) -> BlockFilter<'a> {
        let table = OnceCell::new();
        let columns = RefCell::default();
        BlockFilter { reader, block, header, fetch, texts, table, columns }
    }

    /// Keeps, of the marked games, those that meet a condition (`search.10`).
    pub(super) fn keep(&self, plan: &Plan, marks: &mut [bool]) -> Result<()> {
        match plan {
            Plan::Text(tags, text) => self.keep_text(tags, *text, marks),
            Plan::Eco(range) => self.keep_eco(*range, marks),
            Plan::Result(result) => self.keep_result(*result, marks),
            Plan::Speed(speed) => self.keep_speed(*speed, marks),
            Plan::Range(field, first, last) => self.keep_range(*field, *first..=*last, marks),
            Plan::Annotation(test) => self.keep_annotated(test, marks),
            Plan::All(plans) => {
                for plan in plans {
                    if !marks.contains(&true) {
                        break;
                    }
                    self.keep(plan, marks)?;
                }
                Ok(())
            }
            Plan::Any(plans) => self.keep_any(plans, marks),
            Plan::Not(plan) => {
                let mut found = memory::copied(marks)?;
                self.keep(plan, &mut found)?;
                marks.iter_mut().zip(found).for_each(|(mark, found)| *mark &= !found);
                Ok(())
            }
        }
    }

    fn keep_any(&self, plans: &[Plan], marks: &mut [bool]) -> Result<()> {
        let mut left = memory::copied(marks)?;
        marks.fill(false);
        for plan in plans {
            if !left.contains(&true) {
                break;
            }
            let mut found = memory::copied(&left)?;
            self.keep(plan, &mut found)?;
            for ((mark, left), found) in marks.iter_mut().zip(&mut left).zip(found) {
                *mark |= found;
                *left &= !found;
            }
        }
        Ok(())
    }

    /// search.5, search.8: the first tag of a name counts.
    fn keep_text(&self, tags: &[Vec<u8>], text: usize, marks: &mut [bool]) -> Result<()> {
        let read = |value: &[u8]| self.texts[text].matches(value).then_some(0);
        let names = OnceCell::new();
        let mut found = memory::filled(false, marks.len())?;
        for tag in tags {
            let mut is_marked: &[bool] = &[];
            match self.encoding(tag)? {
                None => continue,
                Some(Encoding::Final) => {
                    self.find_final(tag, text, marks, &mut found)?;
                    continue;
                }
                Some(Encoding::Names) => match self.marked_names(text, &names)? {
                    Some(names) => is_marked = names,
                    None => continue,
                },
                Some(_) => {}
            }
            let names = is_marked.iter().map(|name| name.then_some(0));
            let mut values = Values::new(self.column(tag)?, &read).with_names(names)?;
            for (game, found) in found.iter_mut().enumerate().filter(|(game, _)| marks[*game]) {
                *found = *found || values.of_game(game)?.is_some();
            }
        }
        marks.copy_from_slice(&found);
        Ok(())
    }

    /// Returns marks of the names that match a text, found once for all tags of a condition; `None` if no name matches.
    fn marked_names<'m>(&self, text: usize, marks: &'m OnceCell<Option<Vec<bool>>>) -> Result<Option<&'m [bool]>> {
        if marks.get().is_none() {
            let _ = marks.set(marked_names(self.table()?.names()?, &self.texts[text])?);
        }
        Ok(marks.get().and_then(Option::as_deref))
    }

    /// Like [`BlockFilter::keep_text`], but for values that follow from the moves.
    fn find_final(&self, tag: &[u8], text: usize, marks: &[bool], found: &mut [bool]) -> Result<()> {
        let block = self.reader.block(self.block)?;
        let mut game = Game::new();
        for number in (0..marks.len()).filter(|number| marks[*number]) {
            block.read_tags(number, &mut game)?;
            found[number] |= game.tag(tag).is_some_and(|value| self.texts[text].matches(value));
        }
        Ok(())
    }

    /// search.5: the first three bytes of a code count.
    fn keep_eco(&self, range: EcoRange, marks: &mut [bool]) -> Result<()> {
        let read = |value: &[u8]| value.first_chunk::<3>().filter(|code| range.contains(**code)).map(|_| 0);
        let mut values = Values::new(self.column(b"ECO")?, &read);
        keep_games(marks, |game| Ok(values.of_game(game)?.is_some()))
    }

    /// search.6: the tag; the termination marker if the tag has no meaning.
    fn keep_result(&self, result: Termination, marks: &mut [bool]) -> Result<()> {
        let read = |value: &[u8]| tag_values::result(value).map(|found| u32::from(found == result));
        let mut values = Values::new(self.column(b"Result")?, &read);
        let table = self.table()?;
        keep_games(marks, |game| {
            Ok(match values.of_game(game)? {
                Some(is_result) => is_result == 1,
                None => table.termination(game, None) == result,
            })
        })
    }

    /// search.15
    fn keep_speed(&self, speed: Speed, marks: &mut [bool]) -> Result<()> {
        let mut speeds = Speeds::new(self.column(b"TimeControl")?);
        keep_games(marks, |game| Ok(speeds.of_game(game, || self.column(b"Event"))? == Some(speed as u32)))
    }

    /// search.9
    fn keep_range(&self, field: NumberField, range: RangeInclusive<u32>, marks: &mut [bool]) -> Result<()> {
        if field == NumberField::Plies {
            let plies = plies(self.header, self.fetch)?;
            return keep_games(marks, |game| Ok(range.contains(&plies[game])));
        }
        if field == NumberField::Date {
            let mut dates = Dates::new(self.column(b"Date")?);
            return keep_games(marks, |game| {
                let date = dates.of_game(game, || self.column(b"UTCDate"))?;
                Ok(date.is_some_and(|date| range.contains(&date)))
            });
        }
        let is_used = |other| field != other;
        let mut white = self.ratings(b"WhiteElo", is_used(NumberField::BlackRating))?;
        let mut black = self.ratings(b"BlackElo", is_used(NumberField::WhiteRating))?;
        keep_games(marks, |game| {
            let known = [white.of_game(game)?, black.of_game(game)?];
            Ok(match (field, known) {
                (NumberField::AverageRating, [white, black]) => {
                    white.zip(black).is_some_and(|(white, black)| range.contains(&((white + black) / 2)))
                }
                (_, [None, None]) => false,
                (NumberField::AnyRating, known) => known.iter().flatten().any(|rating| range.contains(rating)),
                (_, known) => known.iter().flatten().all(|rating| range.contains(rating)),
            })
        })
    }

    /// search.14
    fn keep_annotated(&self, test: &AnnotationTest, marks: &mut [bool]) -> Result<()> {
        if !self.header.has(SectionKind::Annotations) {
            marks.fill(false);
            return Ok(());
        }
        let block = self.reader.load_block(self.block)?;
        let mut game = Game::new();
        keep_games(marks, |number| {
            if !block.has_annotations(number) {
                return Ok(false);
            }
            block.read_game(number, &mut game)?;
            Ok(game.tokens().any(|token| self.passes(test, token)))
        })
    }

    fn passes(&self, test: &AnnotationTest, token: Token<'_>) -> bool {
        match (test, token) {
            (AnnotationTest::Comment(number), Token::Comment(text) | Token::LineComment(text)) => {
                self.texts[*number].matches(text)
            }
            (AnnotationTest::Nag(wanted), Token::Nag(nag)) => wanted.is_none_or(|wanted| wanted == nag),
            (AnnotationTest::Variation, Token::Begin) => true,
            _ => false,
        }
    }

    /// The ratings of a player; empty if they are not used.
    fn ratings(&self, tag: &[u8], is_used: bool) -> Result<Values<'static>> {
        Ok(Values::new(if is_used { self.column(tag)? } else { None }, &tag_values::rating))
    }

    fn table(&self) -> Result<&TagTable<'a>> {
        match self.table.get() {
            Some(table) => Ok(table),
            None => {
                let table = TagTable::load(self.header, self.fetch)?;
                Ok(self.table.get_or_init(|| table))
            }
        }
    }

    /// Returns the encoding of the column of a tag; `None` if no game has it.
    fn encoding(&self, tag: &[u8]) -> Result<Option<Encoding>> {
        match self.table()?.stored_encoding(tag)? {
            Some(encoding) => Ok(Some(encoding)),
            None => Ok(self.column(tag)?.map(|column| column.column().encoding())),
        }
    }

    fn column(&self, tag: &[u8]) -> Result<Option<Rc<TagColumn>>> {
        if let Some((_, column)) = self.columns.borrow().iter().find(|(name, _)| name == tag) {
            return Ok(column.clone());
        }
        let column = self.table()?.column(tag)?.map(Rc::new);
        self.columns.borrow_mut().push((memory::copied(tag)?, column.clone()));
        Ok(column)
    }
}

/// Keeps, of the marked games, those for which `test` is true.
fn keep_games(marks: &mut [bool], mut test: impl FnMut(usize) -> Result<bool>) -> Result<()> {
    for (game, mark) in marks.iter_mut().enumerate().filter(|(_, mark)| **mark) {
        *mark = test(game)?;
    }
    Ok(())
}
