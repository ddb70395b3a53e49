//! Meaning of the values of a tag for a condition; each different value of a block is parsed once.

use std::{collections::HashMap, rc::Rc};

use crate::{
    Result,
    chess::{
        speed::{Speed, has_no_control},
        tag_values,
    },
    container::{
        TagColumn,
        tags::{Column, Encoding},
    },
    memory,
};

/// From this number on, meanings are kept in a map. Numbers of dates are large and few, so a vector would be mostly
/// empty.
const FIRST_RARE: usize = 1 << 14;

/// Meaning of a value; `None` if it has no meaning.
pub(super) type Meaning = Option<u32>;

/// The values of one tag in a block.
pub(crate) struct Values<'a> {
    tag: Option<Rc<TagColumn>>,
    read: &'a dyn Fn(&[u8]) -> Meaning,
    /// Meanings by the number of the value in the column.
    known: Vec<Option<Meaning>>,
    /// Meanings for large numbers of values.
    rare: HashMap<usize, Meaning>,
}

impl<'a> Values<'a> {
    /// The values of a tag, which `read` parses; `tag` is `None` if no game has it.
    pub(crate) fn new(tag: Option<Rc<TagColumn>>, read: &'a dyn Fn(&[u8]) -> Meaning) -> Values<'a> {
        Values { tag, read, known: Vec::new(), rare: HashMap::new() }
    }

    /// Sets the meanings of the names of the block, if the column refers to names.
    pub(crate) fn with_names(mut self, names: impl Iterator<Item = Meaning>) -> Result<Values<'a>> {
        if self.tag.as_ref().is_some_and(|tag| tag.column().encoding() == Encoding::Names) {
            self.known = memory::collected(names.map(Some))?;
        }
        Ok(self)
    }

    /// Returns the meaning of the value of a game.
    pub(crate) fn of_game(&mut self, game: usize) -> Result<Meaning> {
        let Some(tag) = &self.tag else { return Ok(None) };
        let Some(row) = tag.row(game) else { return Ok(None) };
        let read = |column: &Column| Ok((self.read)(&column.value(row, &|| Ok(Vec::new()))?));
        let Some(number) = shared_number(tag.column(), row) else { return read(tag.column()) };
        if let Some(known) = self.known.get(number).copied().flatten().or_else(|| self.rare.get(&number).copied()) {
            return Ok(known);
        }
        let found = read(tag.column())?;
        if number >= FIRST_RARE {
            self.rare.try_reserve(1)?;
            self.rare.insert(number, found);
            return Ok(found);
        }
        if self.known.len() <= number {
            self.known.try_reserve(number + 1 - self.known.len())?;
            self.known.resize(number + 1, None);
        }
        self.known[number] = Some(found);
        Ok(found)
    }
}

/// The dates of the games of a block (`search.6`): `Date`, or `UTCDate` if `Date` has no meaning.
pub(crate) struct Dates<'a> {
    local: Values<'a>,
    /// Read when a game first needs it.
    utc: Option<Values<'a>>,
}

impl<'a> Dates<'a> {
    /// Creates the dates from the column of `Date`.
    pub(crate) fn new(local: Option<Rc<TagColumn>>) -> Dates<'a> {
        Dates { local: Values::new(local, &tag_values::date), utc: None }
    }

    /// Returns the date of a game; `utc` reads the column of `UTCDate`.
    pub(crate) fn of_game(
        &mut self,
        game: usize,
        utc: impl FnOnce() -> Result<Option<Rc<TagColumn>>>,
    ) -> Result<Meaning> {
        if let Some(date) = self.local.of_game(game)? {
            return Ok(Some(date));
        }
        let dates = match self.utc.take() {
            Some(dates) => dates,
            None => Values::new(utc()?, &tag_values::date),
        };
        self.utc.insert(dates).of_game(game)
    }
}

/// The classes of time controls of the games of a block (`search.15`), as numbers.
pub(crate) struct Speeds<'a> {
    controls: Values<'a>,
    /// Read when a game first needs it.
    events: Option<Values<'a>>,
}

/// The meaning of a value that states that there is no time control. No class has this number.
const NO_CONTROL: u32 = 0;

impl<'a> Speeds<'a> {
    /// Creates the classes from the column of `TimeControl`.
    pub(crate) fn new(controls: Option<Rc<TagColumn>>) -> Speeds<'a> {
        let read = &|value: &[u8]| {
            if has_no_control(value) {
                Some(NO_CONTROL)
            } else {
                Speed::of_time_control(value).map(|speed| speed as u32)
            }
        };
        Speeds { controls: Values::new(controls, read), events: None }
    }

    /// Returns the class of a game; `events` reads the column of `Event`.
    pub(crate) fn of_game(
        &mut self,
        game: usize,
        events: impl FnOnce() -> Result<Option<Rc<TagColumn>>>,
    ) -> Result<Meaning> {
        let speed = self.controls.of_game(game)?;
        if speed != Some(NO_CONTROL) {
            return Ok(speed);
        }
        let events = match self.events.take() {
            Some(events) => events,
            None => Values::new(events()?, &|value| Speed::of_event(value).map(|speed| speed as u32)),
        };
        self.events.insert(events).of_game(game)
    }
}

/// The number that all rows with the same value share; `None` if the value of the row is not shared.
fn shared_number(column: &Column, row: usize) -> Option<usize> {
    let number = *column.numbers().get(row)? as usize;
    let is_shared = match column.encoding() {
        Encoding::Text | Encoding::Final => false,
        Encoding::Dictionary | Encoding::Names => true,
        Encoding::Number | Encoding::Date | Encoding::Result | Encoding::Eco => number > 0,
    };
    is_shared.then_some(number)
}
