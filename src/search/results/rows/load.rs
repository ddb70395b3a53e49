//! Reading the columns of a list, block by block.

use std::sync::Arc;

use super::{
    block_values::{self, ColumnValues, GamesRead, Texts},
    column::RowColumn,
    names::{Names, beginning},
};
use crate::{
    Reader, Result,
    coding::wire::Strings,
    memory, parallel,
    search::{
        evaluation::event::{SearchCorruption, SearchEvent, SearchObserver},
        results::hit::Hit,
    },
};

/// Columns of rows, and the texts that their values refer to.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) columns: Vec<Vec<u32>>,
    pub(super) names: Names,
}

/// A row of the list, and the place of its game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    file: u32,
    block: u32,
    place: u32,
    row: u32,
}

/// Columns of games of one block.
enum BlockRead {
    /// The complete block was read.
    Whole(Vec<ColumnValues>),
    /// Something in the block is corrupt, so the games were read one at a time.
    Games(GamesRead),
}

/// Reads columns of games.
pub(super) struct Loader<'a> {
    pub(super) readers: &'a [&'a Reader],
    pub(super) threads: usize,
}

/// The part of each text that is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// The complete text.
    Whole,
    /// The part that sorting uses.
    Beginnings,
}

impl Loader<'_> {
    /// Reads columns of the games of `hits`. Passes games that cannot be read to `observer`, and removes them from `hits`.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`], errors of `observer`.
    pub(super) fn load(
        &self,
        columns: &[RowColumn],
        kept: Kept,
        hits: &mut Vec<Hit>,
        observer: &mut SearchObserver<'_>,
    ) -> Result<Values> {
        if columns.is_empty() {
            return Ok(Values::default());
        }
        let mut joined = Joined::new(columns.len(), hits.len(), kept)?;
        let places = self.places(hits)?;
        let mut blocks = places.chunk_by(|a, b| (a.file, a.block) == (b.file, b.block));
        let work = |places| Ok((places, self.read(columns, hits, places)?));
        let mut add = |(places, read)| {
            joined.add(places, read, observer)?;
            observer(SearchEvent::Progress(self.games_up_to(&places[0])))
        };
        match self.threads {
            0 | 1 => blocks.try_for_each(|places| add(work(places)?))?,
            threads => parallel::in_order(threads, || Ok(blocks.next()), work, add)?,
        }
        joined.finish(hits)
    }

    /// The places of the games, block by block.
    fn places(&self, hits: &[Hit]) -> Result<Vec<Place>> {
        let place_of = |(row, hit): (usize, &Hit)| {
            let (block, place) = self.readers[hit.file as usize].place_of(hit.game)?;
            Ok(Place { file: hit.file, block: block as u32, place: place as u32, row: row as u32 })
        };
        let mut places = memory::all(hits.iter().enumerate().map(place_of))?;
        places.sort_unstable();
        Ok(places)
    }

    /// Returns the number of games in all files up to the end of a block. Replacements are at the end of their file.
    fn games_up_to(&self, place: &Place) -> u64 {
        let reader = self.readers[place.file as usize];
        let before: u64 = self.readers[..place.file as usize].iter().map(|reader| reader.number_end()).sum();
        let block = reader.blocks().get(place.block as usize);
        before + block.map_or(reader.number_end(), |block| block.first_game + block.games)
    }

    /// Reads the games of a block. If something in the block is corrupt, reads them one at a time, so that only the affected games are
    /// lost.
    fn read(&self, columns: &[RowColumn], hits: &[Hit], places: &[Place]) -> Result<BlockRead> {
        let Place { file, block, .. } = places[0];
        let reader = self.readers[file as usize];
        let within = memory::collected(places.iter().map(|place| place.place))?;
        match block_values::of_block(reader, block as usize, columns, &within) {
            Ok(columns) => Ok(BlockRead::Whole(columns)),
            Err(e) if e.is_temporary() => Err(e),
            Err(_) => {
                let numbers = places.iter().map(|place| hits[place.row as usize].game);
                block_values::of_games(reader, columns, numbers).map(BlockRead::Games)
            }
        }
    }
}

/// The values of all blocks. Numbers of texts are valid for the complete list, not only for a block.
struct Joined {
    values: Values,
    kept: Kept,
    /// Rows that cannot be read.
    lost: Vec<usize>,
}

impl Joined {
    fn new(columns: usize, rows: usize, kept: Kept) -> Result<Joined> {
        let columns = memory::all((0..columns).map(|_| memory::filled(0, rows)))?;
        Ok(Joined { values: Values { columns, names: Names::default() }, kept, lost: Vec::new() })
    }

    /// Adds the values that were read for the games at `places`.
    fn add(&mut self, places: &[Place], read: BlockRead, observer: &mut SearchObserver<'_>) -> Result<()> {
        let rows = memory::collected(places.iter().map(|place| place.row as usize))?;
        match read {
            BlockRead::Whole(columns) => self.add_columns(&columns, &rows),
            BlockRead::Games(GamesRead { columns, marks, corrupt }) => {
                let read = rows.iter().zip(&marks).filter(|(_, is_read)| **is_read).map(|(row, _)| *row);
                self.add_columns(&columns, &memory::collected(read)?)?;
                let lost = rows.iter().zip(&marks).filter(|(_, is_read)| !**is_read).map(|(row, _)| *row);
                memory::append(&mut self.lost, &memory::collected(lost)?)?;
                let file = places[0].file as usize;
                let report = |corruption| observer(SearchEvent::Corruption(SearchCorruption { file, corruption }));
                corrupt.into_iter().try_for_each(report)
            }
        }
    }

    fn add_columns(&mut self, columns: &[ColumnValues], rows: &[usize]) -> Result<()> {
        let mut numbers = Numbers { shared: None, kept: self.kept };
        for (from, to) in columns.iter().zip(&mut self.values.columns) {
            numbers.join(from, &mut self.values.names, rows, to)?;
        }
        Ok(())
    }

    /// Returns the values without the rows that cannot be read, and removes these from `hits`.
    fn finish(mut self, hits: &mut Vec<Hit>) -> Result<Values> {
        if self.lost.is_empty() {
            return Ok(self.values);
        }
        let mut is_kept = memory::filled(true, hits.len())?;
        self.lost.iter().for_each(|row| is_kept[*row] = false);
        retain(hits, &is_kept);
        self.values.columns.iter_mut().for_each(|column| retain(column, &is_kept));
        Ok(self.values)
    }
}

fn retain<T>(values: &mut Vec<T>, is_kept: &[bool]) {
    let mut is_kept = is_kept.iter();
    values.retain(|_| is_kept.next().copied().unwrap_or_default());
}

/// The number is not yet known.
const UNKNOWN: u32 = u32::MAX;

/// Maps the numbers of texts in a block to their numbers in the list.
struct Numbers {
    kept: Kept,
    /// The texts that several columns share.
    shared: Option<(Arc<Strings>, Vec<u32>)>,
}

impl Numbers {
    /// Writes the values of a column into the rows of the list, with the numbers of their texts in the list.
    fn join(&mut self, from: &ColumnValues, names: &mut Names, rows: &[usize], to: &mut [u32]) -> Result<()> {
        let values = rows.iter().zip(&from.values);
        let is_whole = self.kept == Kept::Whole;
        let mut number = |text| names.number(if is_whole { text } else { beginning(text) });
        match &from.texts {
            None => values.for_each(|(row, value)| to[*row] = *value),
            Some(Texts::OfColumn(texts)) => {
                let text = |number| texts.get(number).unwrap_or_default();
                let numbers = memory::all((0..texts.len() as u32).map(|index| number(text(index))))?;
                values.for_each(|(row, value)| to[*row] = numbers[*value as usize]);
            }
            Some(Texts::OfBlock(strings)) => {
                if !self.shared.as_ref().is_some_and(|(shared, _)| Arc::ptr_eq(shared, strings)) {
                    self.shared = Some((Arc::clone(strings), memory::filled(UNKNOWN, strings.len())?));
                }
                let Some((_, numbers)) = &mut self.shared else { return Ok(()) };
                for (row, value) in values {
                    let Some(index) = (*value as usize).checked_sub(1) else { continue };
                    if numbers[index] == UNKNOWN {
                        numbers[index] = number(strings.get(index).unwrap_or_default())?;
                    }
                    to[*row] = numbers[index];
                }
            }
        }
        Ok(())
    }
}
