//! The order of games by a column of their list.

use std::{borrow::Cow, cell::RefCell, collections::HashMap, rc::Rc};

use plypack::{Reader, Result, blocks::BlockTags, text::fold_text};
use serde::Deserialize;

use super::rows::{RowCache, tag};

/// A column by which lists can be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Column {
    Game,
    White,
    Black,
    WhiteElo,
    BlackElo,
    Event,
    Date,
    Eco,
    Result,
    Plies,
}

/// The rank of every game by a column; equal values have equal ranks. Unknown values come last in either direction.
type Ranks = Rc<Vec<u32>>;

/// The rank of games without a value.
const UNKNOWN: u32 = u32::MAX;

/// The ranks by the columns requested so far.
#[derive(Default)]
pub struct Orders(RefCell<HashMap<Column, Ranks>>);

impl Orders {
    /// Sorts games by a column, and games with the same value by their numbers.
    pub fn sort(
        &self,
        reader: &Reader,
        rows: &RowCache,
        column: Column,
        descending: bool,
        games: &mut [u32],
    ) -> Result<()> {
        if column == Column::Game {
            games.sort_unstable_by_key(|game| if descending { UNKNOWN - game } else { *game });
            return Ok(());
        }
        let ranks = self.ranks(reader, rows, column)?;
        let rank = |game: u32| ranks.get(game as usize).copied().unwrap_or(UNKNOWN);
        games.sort_unstable_by_key(|game| match rank(*game) {
            UNKNOWN => (UNKNOWN, *game),
            rank if descending => (UNKNOWN - 1 - rank, *game),
            rank => (rank, *game),
        });
        Ok(())
    }

    fn ranks(&self, reader: &Reader, rows: &RowCache, column: Column) -> Result<Ranks> {
        if let Some(known) = self.0.borrow().get(&column) {
            return Ok(known.clone());
        }
        let ranks = Rc::new(ranks(reader, rows, column)?);
        self.0.borrow_mut().insert(column, ranks.clone());
        Ok(ranks)
    }
}

fn ranks(reader: &Reader, rows: &RowCache, column: Column) -> Result<Vec<u32>> {
    reader.prefetch_tags(0..reader.blocks().len())?;
    let mut values = Values::default();
    let mut numbers = Vec::with_capacity(reader.number_end() as usize);
    for game in 0..reader.number_end() {
        numbers.push(match reader.place_of(game) {
            Ok((block, place)) => values.number(column, &*rows.block(reader, block)?, place)?,
            // A deleted game.
            Err(_) => None,
        });
    }
    let places = values.places(column);
    Ok(numbers.into_iter().map(|number| number.map_or(UNKNOWN, |number| places[number as usize])).collect())
}

/// The distinct values of a column, numbered in the order in which they appear.
#[derive(Default)]
struct Values(HashMap<Vec<u8>, u32>);

impl Values {
    /// The number of a game's value; `None` if it is not known.
    fn number(&mut self, column: Column, tags: &BlockTags, place: usize) -> Result<Option<u32>> {
        let value = match column {
            Column::Game => None,
            Column::Plies => Some(tags.plies(place).to_be_bytes().to_vec().into()),
            Column::Result => Some(vec![tags.result(tag::RESULT, place)? as u8].into()),
            Column::White => tags.value(tag::WHITE, place)?,
            Column::Black => tags.value(tag::BLACK, place)?,
            Column::WhiteElo => tags.value(tag::WHITE_ELO, place)?,
            Column::BlackElo => tags.value(tag::BLACK_ELO, place)?,
            Column::Event => tags.value(tag::EVENT, place)?,
            Column::Date => tags.value(tag::DATE, place)?,
            Column::Eco => tags.value(tag::ECO, place)?,
        };
        let is_known = |value: &Cow<'_, [u8]>| !matches!(&value[..], b"" | b"?" | b"-" | b"0" | b"????.??.??");
        let Some(value) = value.filter(is_known) else { return Ok(None) };
        if let Some(number) = self.0.get(&value[..]) {
            return Ok(Some(*number));
        }
        let number = self.0.len() as u32;
        self.0.insert(value.into_owned(), number);
        Ok(Some(number))
    }

    /// Returns the rank of each number in the order of the values; values that differ only in case and accents are next to each other.
    fn places(self, column: Column) -> Vec<u32> {
        let mut sorted: Vec<(Vec<u8>, u32)> = self.0.into_iter().collect();
        sorted.sort_by_cached_key(|(value, _)| (order_of(column, value), value.clone()));
        let mut places = vec![0; sorted.len()];
        for (place, (_, number)) in (0..).zip(&sorted) {
            places[*number as usize] = place;
        }
        places
    }
}

/// The sort key of a value.
fn order_of(column: Column, value: &[u8]) -> Vec<u8> {
    match column {
        Column::White | Column::Black | Column::Event | Column::Eco => fold_text(value).into_bytes(),
        // Longer numbers are higher.
        Column::WhiteElo | Column::BlackElo => [&[value.len().min(255) as u8], value].concat(),
        Column::Game | Column::Date | Column::Result | Column::Plies => value.to_vec(),
    }
}
