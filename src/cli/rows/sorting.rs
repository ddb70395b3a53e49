//! The order of rows.

use std::{cmp::Ordering, collections::HashMap, convert::Infallible, str::FromStr, sync::Arc};

use plypack::{
    search::{Hit, RowOrder},
    text::{fold_text, natural_order},
};

use super::columns::{Cell, Column};
use crate::console::outcome::{Failure, Outcome};

/// `--sort`: a column; `-` before it means descending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortBy {
    /// Column of the sort key.
    pub column: Column,
    is_descending: bool,
}

impl FromStr for SortBy {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SortBy, Infallible> {
        let name = text.strip_prefix('-');
        Ok(SortBy { column: name.unwrap_or(text).parse()?, is_descending: name.is_some() })
    }
}

impl SortBy {
    /// Returns the library order that sorts games in the same way; `None` if there is none.
    pub fn row_order(&self) -> Option<RowOrder> {
        Some(RowOrder { column: self.column.row_column()?, descending: self.is_descending })
    }

    fn compare(&self, a: Option<&str>, b: Option<&str>) -> Ordering {
        match (a, b) {
            // A shared key.
            (Some(a), Some(b)) if std::ptr::eq(a, b) => Ordering::Equal,
            (Some(a), Some(b)) if self.is_descending => natural_order(b, a),
            (Some(a), Some(b)) => natural_order(a, b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

/// Sort key of a cell; `None` if its value is unknown: such rows come last in both directions.
pub type Key = Option<Arc<str>>;

/// Number of bytes of a text that sorting and splitting compare.
const MAX_SORTED: usize = 1 << 10;

/// Maximum size of the cached texts in bytes.
const MAX_KEPT: usize = 32 << 20;

/// Makes the keys of cells. Equal texts are folded once and share their key while they are cached: a file can have one long name in all its
/// games.
#[derive(Default)]
pub struct Keys {
    kept: HashMap<String, Key>,
    bytes: usize,
}

impl Keys {
    /// Returns the key of a cell.
    pub fn key(&mut self, cell: Cell) -> Key {
        match cell {
            Cell::Number(number) => Some(number.to_string().into()),
            Cell::Text(text) => self.key_of_text(text),
            Cell::Missing => None,
        }
    }

    fn key_of_text(&mut self, text: String) -> Key {
        if let Some(key) = self.kept.get(&text) {
            return key.clone();
        }
        let sorted_by = &text[..text.floor_char_boundary(MAX_SORTED)];
        let is_known = !sorted_by.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '));
        let key: Key = is_known.then(|| {
            let folded = fold_text(sorted_by.as_bytes());
            folded[..folded.floor_char_boundary(MAX_SORTED)].into()
        });
        if self.bytes + text.len() > MAX_KEPT {
            self.kept.clear();
            self.bytes = 0;
        }
        self.bytes += text.len();
        self.kept.insert(text, key.clone());
        key
    }
}

/// With a limit, maximum memory of rows in bytes, in addition to twice the memory of the first rows.
const MAX_ROWS: usize = 16 << 20;

/// A row of a [`Sorter`].
pub trait Sorted {
    /// Returns its approximate memory in bytes.
    fn memory(&self) -> usize;
}

impl Sorted for Hit {
    fn memory(&self) -> usize {
        size_of::<Hit>()
    }
}

/// Sorts rows; equal rows keep their order. With a limit, at most about twice as many rows are in memory.
pub struct Sorter<T> {
    by: Vec<SortBy>,
    limit: usize,
    rows: Vec<(Vec<Key>, T)>,
    /// Memory of these rows in bytes, and the maximum before they are sorted.
    bytes: usize,
    max_bytes: usize,
    /// For each column, whether it is known or a row has a value in it.
    known: Vec<bool>,
    has_rows: bool,
}

impl<T: Sorted> Sorter<T> {
    /// Sorts for the first `limit` rows in this order.
    pub fn new(by: Vec<SortBy>, limit: u64) -> Sorter<T> {
        let known = by.iter().map(|by| by.column.is_known()).collect();
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Sorter { by, limit, rows: Vec::new(), bytes: 0, max_bytes: MAX_ROWS, known, has_rows: false }
    }

    /// Adds a row with its keys.
    pub fn add(&mut self, keys: Vec<Key>, row: T) {
        self.has_rows = true;
        self.known.iter_mut().zip(&keys).for_each(|(known, key)| *known |= key.is_some());
        self.bytes += row.memory();
        self.rows.push((keys, row));
        let is_large = self.bytes > self.max_bytes && self.rows.len() > self.limit;
        if is_large || self.rows.len() / 2 > self.limit.saturating_add(512) {
            self.sort();
            self.bytes = self.rows.iter().map(|(_, row)| row.memory()).sum();
            self.max_bytes = MAX_ROWS + 2 * self.bytes;
        }
    }

    /// Returns the rows in order.
    ///
    /// Errors if a column is unknown and no row has a value in it.
    pub fn sorted(mut self) -> Outcome<impl Iterator<Item = T>> {
        if let Some(column) = self.by.iter().zip(&self.known).find(|(_, known)| self.has_rows && !**known) {
            return Err(no_such_column(&column.0.column));
        }
        self.sort();
        Ok(self.rows.into_iter().map(|(_, row)| row))
    }

    fn sort(&mut self) {
        let by = &self.by;
        self.rows.sort_by(|(a, _), (b, _)| {
            let orders = by.iter().zip(a.iter().zip(b)).map(|(by, (a, b))| by.compare(a.as_deref(), b.as_deref()));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        self.rows.truncate(self.limit);
    }
}

fn no_such_column(column: &Column) -> Failure {
    let similar = column.similar();
    let instead = if similar.is_empty() {
        "use game, file, ply, plies, result, speed, year, average-rating, or the name of a tag".to_owned()
    } else {
        format!("did you mean {}?", similar.join(" or "))
    };
    Failure::Usage(format!("--sort {0}: no game has a tag `{0}`; {instead}", column.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Sorted for String {
        fn memory(&self) -> usize {
            self.len()
        }
    }

    impl Sorted for u64 {
        fn memory(&self) -> usize {
            8
        }
    }

    fn sorted(by: &str, limit: u64, values: &[&str]) -> Vec<String> {
        let mut sorter = Sorter::new(vec![by.parse().unwrap()], limit);
        let mut keys = Keys::default();
        values
            .iter()
            .for_each(|value| sorter.add(vec![keys.key(Cell::Text((*value).to_owned()))], (*value).to_owned()));
        sorter.sorted().unwrap().collect()
    }

    #[test]
    fn rows_are_sorted_as_people_do() {
        let rounds = ["10", "?", "9.2", "9.10", "1", "09", ""];
        assert_eq!(sorted("round", u64::MAX, &rounds), ["1", "09", "9.2", "9.10", "10", "?", ""]);
        assert_eq!(sorted("-round", u64::MAX, &rounds), ["10", "9.10", "9.2", "09", "1", "?", ""]);
        assert_eq!(sorted("white", u64::MAX, &["Đurić", "Carlsen", "adams", "E"]), ["adams", "Carlsen", "Đurić", "E"]);
    }

    #[test]
    fn equal_texts_are_folded_once() {
        let mut keys = Keys::default();
        let mut key = |text: &str| keys.key(Cell::Text(text.to_owned()));
        let first = key("Đurić").unwrap();
        assert!((0..9).all(|_| key("?").is_none() && Arc::ptr_eq(&key("Đurić").unwrap(), &first)));
        // Texts that are no longer cached have equal keys.
        let long = "x".repeat(MAX_KEPT / 4);
        (0..4).for_each(|number| drop(key(&format!("{number}{long}"))));
        let again = key("Đurić").unwrap();
        assert!(again == first && !Arc::ptr_eq(&again, &first));
        assert!(keys.bytes <= MAX_KEPT, "{}", keys.bytes);
    }

    #[test]
    fn long_rows_leave_memory_before_there_are_many() {
        let mut sorter = Sorter::new(vec!["game".parse().unwrap()], 3);
        for number in 0..100 {
            sorter
                .add(vec![Keys::default().key(Cell::Number(100 - number))], "x".repeat(1 << 20) + &number.to_string());
            assert!(sorter.rows.len() <= 3 + 16 + 2 * 3);
        }
        let last = sorter.sorted().unwrap().map(|row| row[1 << 20..].to_owned());
        assert_eq!(last.collect::<Vec<_>>(), ["99", "98", "97"]);
    }

    #[test]
    fn keys_of_long_texts_are_short() {
        let mut keys = Keys::default();
        let mut key = |text: String| keys.key(Cell::Text(text)).unwrap();
        assert_eq!(key("Ä".repeat(2000)).len(), MAX_SORTED / 2);
        assert_eq!(key("x".repeat(2000) + "a"), key("x".repeat(2000) + "b"));
    }

    #[test]
    fn a_limit_keeps_the_first_and_few_more() {
        let mut sorter = Sorter::new(vec!["-game".parse().unwrap()], 3);
        for number in 0..10_000 {
            sorter.add(vec![Keys::default().key(Cell::Number(number / 2))], number);
            assert!(sorter.rows.len() <= 2 * (3 + 513));
        }
        assert_eq!(sorter.sorted().unwrap().collect::<Vec<_>>(), [9998, 9999, 9996]);
    }
}
