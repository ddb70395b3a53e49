//! The order of the rows.

use std::{cmp::Ordering, ops::Range};

use super::{
    column::{RowColumn, RowOrder},
    game_values,
    load::Values,
    names::{Names, beginning},
};
use crate::{
    Game, Result,
    chess::tag_values::date_order,
    folding::{fold, natural_order},
    memory,
};

/// The key of unknown values, which are last in both directions.
const UNKNOWN: u32 = u32::MAX;

/// Sorts `rows` rows by the first columns of `values`, which are the columns of `order`, and returns the rows of `page`. Replaces the
/// values of these columns by sort keys.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
pub(super) fn sorted(rows: usize, order: &[RowOrder], values: &mut Values, page: Range<usize>) -> Result<Vec<u32>> {
    let ranks = if order.iter().any(|order| order.column.is_text()) { ranks(&values.names)? } else { Vec::new() };
    let columns = &mut values.columns[..order.len()];
    for (order, column) in order.iter().zip(&mut *columns) {
        column.iter_mut().for_each(|value| *value = key(order, *value, &ranks));
    }
    let page = page.start.min(rows)..page.end.min(rows);
    // Compares the first key and the row in one step, without access to the columns.
    let [first, others @ ..] = columns else { return memory::collected(page.map(|row| row as u32)) };
    let mut sorted = memory::collected((0u64..).zip(first).map(|(row, key)| u64::from(*key) << 32 | row))?;
    let row = |packed: u64| (packed & 0xFFFF_FFFF) as usize;
    let compare = |a: &u64, b: &u64| match (a >> 32).cmp(&(b >> 32)) {
        Ordering::Equal => {
            let orders = others.iter().map(|column| column[row(*a)].cmp(&column[row(*b)]));
            orders.fold(Ordering::Equal, Ordering::then).then_with(|| a.cmp(b))
        }
        unequal => unequal,
    };
    if page.end < rows && !page.is_empty() {
        sorted.select_nth_unstable_by(page.end, compare);
    }
    sorted.truncate(page.end);
    if others.is_empty() {
        sorted.sort_unstable();
    } else {
        sorted.sort_unstable_by(compare);
    }
    memory::collected(sorted[page.start.min(sorted.len())..].iter().map(|packed| row(*packed) as u32))
}

impl RowColumn {
    /// Returns the sort key of a game in this column; `None` if it is a column of texts or the value is unknown. The tags and moves that
    /// the column needs must have been read into `game`.
    pub fn sort_key(&self, game: &Game) -> Option<u32> {
        game_values::number(self, game).and_then(|value| self.key_of_value(value))
    }

    /// Returns the sort key of a value in a column of numbers; `None` if it is unknown.
    fn key_of_value(&self, value: u32) -> Option<u32> {
        use RowColumn::{AverageRating, BlackRating, Date, EventDate, Speed, WhiteRating};
        match self {
            Speed | Date | EventDate | WhiteRating | BlackRating | AverageRating if value == 0 => None,
            Date | EventDate => Some(date_order(value)),
            _ => Some(value),
        }
    }
}

/// Returns the sort key of a value.
fn key(order: &RowOrder, value: u32, ranks: &[u32]) -> u32 {
    let key = match &order.column {
        RowColumn::Tag(_) => ranks[value as usize],
        column => column.key_of_value(value).unwrap_or(UNKNOWN),
    };
    if order.descending && key != UNKNOWN { UNKNOWN - 1 - key } else { key }
}

/// Returns the rank of each text; texts that differ only in case and accents have the same rank.
fn ranks(names: &Names) -> Result<Vec<u32>> {
    let texts = (0..names.len() as u32).map(|number| names.get(number).unwrap_or_default());
    let folded = memory::collected(texts.map(|text| fold(beginning(text))))?;
    let known = (0..folded.len()).filter(|name| is_known(&folded[*name]));
    let mut sorted = memory::collected(known)?;
    sorted.sort_by(|a, b| natural_order(&folded[*a], &folded[*b]));
    let mut ranks = memory::filled(UNKNOWN, folded.len())?;
    let mut rank = 0;
    for (at, name) in sorted.iter().enumerate() {
        if at > 0 && folded[sorted[at - 1]] != folded[*name] {
            rank += 1;
        }
        ranks[*name] = rank;
    }
    Ok(ranks)
}

/// Returns whether a text has a meaning: `?`, `-`, `????.??.??` and the empty text have none.
fn is_known(text: &str) -> bool {
    !text.chars().all(|letter| matches!(letter, '?' | '.' | '-' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::results::rows::names::MAX_SORTED;

    #[test]
    fn long_texts_are_sorted_by_their_beginning() {
        let mut names = Names::default();
        let long = |first: &str, end: &str| [first.repeat(MAX_SORTED).as_bytes(), end.as_bytes()].concat();
        let texts = [long("b", "z"), long("A", ""), long("b", "a"), long("ä", "x"), b"c".to_vec()];
        assert_eq!(texts.map(|text| names.number(&text).unwrap()), [1, 2, 3, 4, 5]);
        assert_eq!(ranks(&names).unwrap()[1..], [2, 1, 2, 0, 3]);
    }
}
