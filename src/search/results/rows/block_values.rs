//! The values of a list's columns for games of one block.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use super::{
    column::RowColumn,
    game_values::{self, Parts, average},
    names::Names,
};
use crate::{
    Corruption, Error, Game, Reader, Result,
    chess::tag_values,
    coding::wire::Strings,
    container::{BlockHeader, Fetch, TagColumn, TagTable, plies, tags::Encoding},
    memory,
    search::conditions::values::{Dates, Speeds, Values},
};

/// Values of some games in one column.
pub(super) struct ColumnValues {
    pub(super) values: Vec<u32>,
    /// The texts that nonzero values refer to.
    pub(super) texts: Option<Texts>,
}

/// Texts, numbered from 1.
pub(super) enum Texts {
    /// Values of a block, shared by several columns.
    OfBlock(Arc<Strings>),
    /// Values of one column.
    OfColumn(Names),
}

impl ColumnValues {
    fn numbers(values: Vec<u32>) -> ColumnValues {
        ColumnValues { values, texts: None }
    }
}

/// Reads columns of the games at these places of a block. For columns of tags and plies, reads only their sections.
///
/// Errors: as [`Reader::read_game`].
pub(super) fn of_block(
    reader: &Reader,
    block: usize,
    columns: &[RowColumn],
    places: &[u32],
) -> Result<Vec<ColumnValues>> {
    let mut found = reader.with_block(block, |header, fetch| {
        let sections = Sections { header, fetch, table: TagTable::load(header, fetch)?, places };
        memory::all(columns.iter().map(|column| sections.read(column)))
    })?;
    let missing = columns.iter().zip(&mut found).filter(|(_, found)| found.is_none());
    let mut of_games: Vec<_> = missing.map(|(column, found)| (OfGames::new(column), found)).collect();
    if !of_games.is_empty() {
        let parts = of_games.iter().map(|(of_games, _)| Parts::of(of_games.column)).max().unwrap_or_default();
        let block = reader.load_block(block)?;
        let mut game = Game::new();
        for place in places {
            game_values::read(&block, *place as usize, parts, &mut game)?;
            of_games.iter_mut().try_for_each(|(of_games, _)| of_games.add(&game))?;
        }
    }
    of_games.into_iter().for_each(|(of_games, found)| *found = Some(of_games.finish()));
    memory::collected(found.into_iter().flatten())
}

/// Columns of games that were read one at a time.
pub(super) struct GamesRead {
    /// Values of the games that could be read.
    pub(super) columns: Vec<ColumnValues>,
    /// For each game, true if it could be read.
    pub(super) marks: Vec<bool>,
    /// The games that could not be read; neighbors with the same damage form one entry.
    pub(super) corrupt: Vec<Corruption>,
}

/// Reads columns of games, one game at a time.
///
/// Errors: errors that are not about the games.
pub(super) fn of_games(
    reader: &Reader,
    columns: &[RowColumn],
    numbers: impl Iterator<Item = u64>,
) -> Result<GamesRead> {
    let mut found: Vec<OfGames<'_>> = columns.iter().map(OfGames::new).collect();
    let mut marks = Vec::new();
    let mut corrupt = Vec::new();
    let mut game = Game::new();
    for number in numbers {
        let read = reader.read_game(number, &mut game);
        memory::push(&mut marks, read.is_ok())?;
        match read {
            Ok(()) => found.iter_mut().try_for_each(|found| found.add(&game))?,
            Err(e) if e.is_temporary() => return Err(e),
            Err(e) => add_corrupt(&mut corrupt, number, e)?,
        }
    }
    Ok(GamesRead { columns: memory::collected(found.into_iter().map(OfGames::finish))?, marks, corrupt })
}

/// Adds a game that could not be read.
fn add_corrupt(corrupt: &mut Vec<Corruption>, number: u64, error: Error) -> Result<()> {
    match corrupt.last_mut() {
        Some(last) if last.games.end == number && last.error.code() == error.code() => {
            last.games.end += 1;
            Ok(())
        }
        _ => memory::push(corrupt, Corruption::partial(number..number + 1, error)),
    }
}

/// A column of games that were read.
struct OfGames<'a> {
    column: &'a RowColumn,
    values: Vec<u32>,
    names: Names,
}

impl<'a> OfGames<'a> {
    fn new(column: &'a RowColumn) -> OfGames<'a> {
        OfGames { column, values: Vec::new(), names: Names::default() }
    }

    fn add(&mut self, game: &Game) -> Result<()> {
        memory::push(&mut self.values, game_values::value(self.column, game, &mut self.names)?)
    }

    fn finish(self) -> ColumnValues {
        let texts = self.column.is_text().then_some(Texts::OfColumn(self.names));
        ColumnValues { values: self.values, texts }
    }
}

/// The sections of a block that hold tags and plies.
struct Sections<'a> {
    header: &'a BlockHeader,
    fetch: &'a dyn Fetch,
    table: TagTable<'a>,
    places: &'a [u32],
}

impl Sections<'_> {
    /// Reads a column; `None` if tags and plies do not suffice.
    fn read(&self, column: &RowColumn) -> Result<Option<ColumnValues>> {
        let numbers = match column {
            RowColumn::Tag(name) => return self.texts(name),
            RowColumn::Result => self.results()?,
            RowColumn::Speed => self.speeds()?,
            RowColumn::Date => self.dates()?,
            RowColumn::EventDate => self.values(b"EventDate", &tag_values::date)?,
            RowColumn::WhiteRating => self.values(b"WhiteElo", &tag_values::rating)?,
            RowColumn::BlackRating => self.values(b"BlackElo", &tag_values::rating)?,
            RowColumn::AverageRating => {
                let mut white = self.values(b"WhiteElo", &tag_values::rating)?;
                let black = self.values(b"BlackElo", &tag_values::rating)?;
                white.iter_mut().zip(black).for_each(|(white, black)| *white = average(*white, black));
                white
            }
            RowColumn::Plies => {
                let plies = plies(self.header, self.fetch)?;
                memory::collected(self.places.iter().map(|place| plies[*place as usize]))?
            }
            _ => return Ok(None),
        };
        Ok(Some(ColumnValues::numbers(numbers)))
    }

    fn column(&self, tag: &[u8]) -> Result<Option<Rc<TagColumn>>> {
        Ok(self.table.column(tag)?.map(Rc::new))
    }

    /// Reads the values of a tag as texts; `None` if some follow from the moves.
    fn texts(&self, tag: &[u8]) -> Result<Option<ColumnValues>> {
        let Some(column) = self.table.column(tag)? else {
            return Ok(Some(ColumnValues::numbers(memory::filled(0, self.places.len())?)));
        };
        match column.column().encoding() {
            Encoding::Final => Ok(None),
            Encoding::Names | Encoding::Dictionary => {
                let strings = Arc::clone(column.column().strings());
                let numbers = column.column().numbers();
                let number = |row: usize| match strings.get(numbers[row] as usize) {
                    None | Some(b"") => 0,
                    Some(_) => numbers[row] + 1,
                };
                let values = self.places.iter().map(|place| column.row(*place as usize).map_or(0, number));
                let values = memory::collected(values)?;
                Ok(Some(ColumnValues { values, texts: Some(Texts::OfBlock(strings)) }))
            }
            _ => self.distinct_texts(column).map(Some),
        }
    }

    /// Reads the values of a tag whose values are not shared between games.
    fn distinct_texts(&self, column: TagColumn) -> Result<ColumnValues> {
        let names = RefCell::new(Names::default());
        let error = Cell::new(None);
        let number = |text: &[u8]| names.borrow_mut().number(text).map_err(|e| error.set(Some(e))).ok();
        let values = self.of_each(Values::new(Some(Rc::new(column)), &number))?;
        match error.into_inner() {
            Some(error) => Err(Error::clone(&error)),
            None => Ok(ColumnValues { values, texts: Some(Texts::OfColumn(names.into_inner())) }),
        }
    }

    /// Returns the number that `read` finds in each value of a tag; 0 if it finds none.
    fn values(&self, tag: &[u8], read: &dyn Fn(&[u8]) -> Option<u32>) -> Result<Vec<u32>> {
        self.of_each(Values::new(self.column(tag)?, read))
    }

    fn of_each(&self, mut values: Values<'_>) -> Result<Vec<u32>> {
        self.collect(|place| Ok(values.of_game(place)?.unwrap_or_default()))
    }

    fn dates(&self) -> Result<Vec<u32>> {
        let mut dates = Dates::new(self.column(b"Date")?);
        self.collect(|place| Ok(dates.of_game(place, || self.column(b"UTCDate"))?.unwrap_or_default()))
    }

    fn speeds(&self) -> Result<Vec<u32>> {
        let mut speeds = Speeds::new(self.column(b"TimeControl")?);
        self.collect(|place| Ok(speeds.of_game(place, || self.column(b"Event"))?.unwrap_or_default()))
    }

    fn results(&self) -> Result<Vec<u32>> {
        let read = |value: &[u8]| tag_values::result(value).map(|result| result as u32);
        let mut values = Values::new(self.column(b"Result")?, &read);
        self.collect(|place| {
            let by_tag = values.of_game(place)?;
            Ok(by_tag.unwrap_or_else(|| self.table.termination(place, None) as u32))
        })
    }

    fn collect(&self, mut value: impl FnMut(usize) -> Result<u32>) -> Result<Vec<u32>> {
        let mut values = memory::with_capacity(self.places.len())?;
        for place in self.places {
            values.push(value(*place as usize)?);
        }
        Ok(values)
    }
}
