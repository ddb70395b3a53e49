//! Lists of games as a program shows them: a range of sorted rows, with columns of numbers.

mod block_values;
mod column;
mod game_values;
mod load;
mod names;
mod order;

pub use column::{RowColumn, RowOrder};

use super::{find::find, hit::Hit, list::list};
use crate::{
    Reader, Result, memory,
    search::{
        evaluation::event::{SearchEvent, SearchObserver},
        query::Query,
    },
};
use load::{Kept, Loader, Values};

/// The columns, order and range of rows that a program requests.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowsOptions {
    /// The columns.
    pub columns: Vec<RowColumn>,
    /// The columns that rows are sorted by: first by the first column, equal rows by the second, and so on. Rows that are equal in all
    /// these columns stay in the order of files and games.
    pub order: Vec<RowOrder>,
    /// The number of rows to skip.
    pub first: u64,
    /// The maximum number of rows.
    pub count: u64,
}

impl Default for RowsOptions {
    /// No columns; all rows, in the order of files and games.
    fn default() -> RowsOptions {
        RowsOptions { columns: Vec::new(), order: Vec::new(), first: 0, count: u64::MAX }
    }
}

impl RowsOptions {
    /// Reads the columns and the order as lists of names separated by commas: see [`RowColumn::from_text`] and [`RowOrder::from_text`]. An
    /// empty text is an empty list.
    ///
    /// # Errors
    ///
    /// As these functions.
    pub fn from_text(columns: &str, order: &str) -> Result<RowsOptions> {
        fn names(text: &str) -> impl Iterator<Item = &str> {
            text.split(',').map(str::trim).filter(|name| !name.is_empty())
        }
        Ok(RowsOptions {
            columns: memory::all(names(columns).map(RowColumn::from_text))?,
            order: memory::all(names(order).map(RowOrder::from_text))?,
            ..RowsOptions::default()
        })
    }
}

/// Rows of a list of games, in columns.
#[derive(Debug)]
pub struct Rows {
    total: u64,
    hits: Vec<Hit>,
    values: Values,
}

impl Rows {
    /// Returns the number of games in the complete list.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the games of the rows.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Returns the values of a column, one for each row; `None` if there is no such column. [`RowColumn`] explains the values.
    pub fn column(&self, index: usize) -> Option<&[u32]> {
        self.values.columns.get(index).map(Vec::as_slice)
    }

    /// Returns the text with this number, as stored in games; `None` if there is no such number. In all columns and files, two texts are
    /// equal if and only if their numbers are. 0 is the empty text.
    pub fn name(&self, number: u32) -> Option<&[u8]> {
        self.values.names.get(number)
    }

    /// Returns the number of texts.
    pub fn names(&self) -> usize {
        self.values.names.len()
    }
}

/// Returns rows of the list of all games that meet the condition of `query` and, if it has a target, reach the target.
///
/// Without an order, reads only the games of the requested rows. With an order, reads the columns of the order for all games, then all
/// columns of the requested rows. A column of a million games takes about 4 MB. Corrupt games have no row, and are passed to `observer`.
///
/// ```
/// use plypack::{Codec, Reader, games_from_pgn, pack_games, search::{self, Query, RowsOptions}};
///
/// # fn main() -> plypack::Result<()> {
/// let pgn = b"[White \"Alice\"]\n[WhiteElo \"1900\"]\n\n1. e4 *\n\n[White \"Bob\"]\n[WhiteElo \"2100\"]\n\n1. d4 *\n";
/// let reader = Reader::from_bytes(pack_games(&games_from_pgn(pgn)?.0, Codec::Byte)?)?;
/// let options = RowsOptions::from_text("white, white-rating", "-white-rating")?;
///
/// let rows = search::rows(&[&reader], &Query::default(), &options, &mut search::strict)?;
/// assert_eq!(rows.column(1), Some(&[2100, 1900][..]));
/// let white = rows.column(0).unwrap_or_default()[0];
/// assert_eq!(rows.name(white), Some(&b"Bob"[..]));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`list`] and [`find`]. `observer` gets corrupt games and decides whether to fail: [`strict`](crate::search::strict) does.
pub fn rows(
    readers: &[&Reader],
    query: &Query,
    options: &RowsOptions,
    observer: &mut SearchObserver<'_>,
) -> Result<Rows> {
    let mut steps = Steps { games: readers.iter().map(|reader| reader.number_end()).sum(), done: 0 };
    let mut hits = match query.target {
        None => list(readers, query, &mut steps.next(observer))?,
        Some(_) => find(readers, query, &mut steps.next(observer))?,
    };
    let total = hits.len() as u64;
    let rows = options.first.min(total) as usize..options.first.saturating_add(options.count).min(total) as usize;
    let loader = Loader { readers, threads: query.worker_threads() };
    if options.order.is_empty() {
        hits.truncate(rows.end);
        hits.drain(..rows.start);
        steps.done += 1;
        let values = loader.load(&options.columns, Kept::Whole, &mut hits, &mut steps.next(observer))?;
        observer(SearchEvent::Progress(steps.games))?;
        return Ok(Rows { total, hits, values });
    }
    let mut columns = memory::collected(options.order.iter().map(|order| order.column.clone()))?;
    // A large page needs most blocks, so reading each block once in the order of the file is faster.
    let is_large = rows.len() > hits.len() / 2;
    if is_large {
        columns.extend_from_slice(&options.columns);
    }
    let kept = if is_large { Kept::Whole } else { Kept::Beginnings };
    let mut values = loader.load(&columns, kept, &mut hits, &mut steps.next(observer))?;
    let sorted = order::sorted(hits.len(), &options.order, &mut values, rows)?;
    hits = memory::collected(sorted.iter().map(|row| hits[*row as usize]))?;
    if is_large {
        let select = |column: Vec<u32>| memory::collected(sorted.iter().map(|row| column[*row as usize]));
        values.columns = memory::all(values.columns.into_iter().skip(options.order.len()).map(select))?;
    } else {
        values = loader.load(&options.columns, Kept::Whole, &mut hits, &mut steps.next(observer))?;
    }
    observer(SearchEvent::Progress(steps.games))?;
    Ok(Rows { total, hits, values })
}

/// Progress of a list in three steps: selecting games, reading the columns of the order, reading the requested columns. Each step counts as
/// a third of all games.
struct Steps {
    games: u64,
    done: u64,
}

impl Steps {
    /// Returns the observer of the next step.
    fn next<'a>(&mut self, observer: &'a mut SearchObserver<'_>) -> impl FnMut(SearchEvent) -> Result<()> + 'a {
        let before = self.done * self.games;
        self.done += 1;
        move |event| match event {
            SearchEvent::Progress(games) => observer(SearchEvent::Progress((before + games) / 3)),
            corruption => observer(corruption),
        }
    }
}
