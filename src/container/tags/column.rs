//! Reads one column of tag values.

use std::{borrow::Cow, sync::Arc};

use super::{
    LOST,
    encoding::{Encoding, FINAL},
    names::DistinctStrings,
};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, Strings},
    memory,
};

/// Returns the position at the end of the main line of the game whose tags are read (`tags.10`).
pub type FinalPosition<'a> = dyn Fn() -> Result<Vec<u8>> + 'a;

/// Returns the error for a game whose main line cannot be read to its end (`tags.10`).
pub fn no_final_position() -> Error {
    Error::new(ErrorCode::TagsMalformed, "a tag is the final position of a game without readable moves")
}

/// The values of one tag name, for all games of a block that have it.
#[derive(Debug)]
pub struct Column {
    encoding: Encoding,
    /// Numbers of strings, of names or of typed values; empty for [`Encoding::Text`].
    numbers: Vec<u32>,
    /// All strings, the distinct strings, the names of the block, or the exceptions of a typed column, depending on the encoding.
    strings: Arc<Strings>,
    /// The rows whose value is an exception, in ascending order.
    exceptions: Vec<u32>,
    /// True if the column could not be read.
    lost: bool,
}

impl Column {
    /// Replaces a corrupt column: every value is `?`.
    pub fn lost() -> Column {
        Column { lost: true, ..Column::empty(Encoding::Text) }
    }

    /// Returns whether the column could not be read.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    fn empty(encoding: Encoding) -> Column {
        Column { encoding, numbers: Vec::new(), strings: Arc::default(), exceptions: Vec::new(), lost: false }
    }

    /// Reads a column of `n` values; `names` are the names of the block.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TagsMalformed`] for a number that encodes no value (`tags.6`, `tags.7`), and the errors of [`Cursor`].
    pub fn parse(encoding: Encoding, section: &[u8], n: usize, names: Arc<Strings>) -> Result<Column> {
        let mut cursor = Cursor::new(section);
        let mut column = Column::empty(encoding);
        match encoding {
            Encoding::Text => column.strings = Arc::new(cursor.strings(n)?),
            Encoding::Dictionary => {
                // limits.7: a dictionary has no unused string.
                let count = cursor.varint_up_to(n as u64, "the number of strings in a dictionary")? as usize;
                column.strings = Arc::new(cursor.strings(count)?);
                column.numbers = numbers_below(&mut cursor, n, count)?;
            }
            Encoding::Names => {
                column.numbers = numbers_below(&mut cursor, n, names.len())?;
                column.strings = names;
            }
            Encoding::Number | Encoding::Date | Encoding::Result | Encoding::Eco | Encoding::Final => {
                column.read_typed(&mut cursor, n)?
            }
        }
        cursor.finish()?;
        Ok(column)
    }

    /// Returns a column of values of other columns, each given as a column and a row.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TagsMalformed`] for a row past the end; [`ErrorCode::NoMemory`].
    pub fn of_values<'c>(values: impl Iterator<Item = (&'c Column, usize)>) -> Result<Column> {
        let mut texts = Strings::default();
        let mut encoding = Encoding::Text;
        for (column, row) in values {
            let value = column.value_to_encode(row)?;
            if *value == *FINAL {
                encoding = Encoding::Final;
            }
            texts.push(&value)?;
        }
        let section = encoding.encode(&texts, &mut DistinctStrings::default())?;
        Column::parse(encoding, &section, texts.len(), Arc::default())
    }

    fn read_typed(&mut self, cursor: &mut Cursor<'_>, n: usize) -> Result<()> {
        let at = cursor.position() as u64;
        self.numbers = cursor.column(n)?;
        let rows = (0u32..).zip(&self.numbers);
        self.exceptions = memory::collected(rows.filter(|(_, number)| **number == 0).map(|(row, _)| row))?;
        self.strings = Arc::new(cursor.strings(self.exceptions.len())?);
        let without_value = |number: &&u32| **number != 0 && !self.encoding.has_text(**number);
        if let Some(number) = self.numbers.iter().find(without_value) {
            let message = format!("{number} is not a value of this type of column ({:?})", self.encoding);
            return Err(Error::new(ErrorCode::TagsMalformed, message).with_offset(at));
        }
        Ok(())
    }

    /// Returns the encoding of the values.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the approximate size of the column in memory in bytes, without the names of the block.
    pub fn memory(&self) -> usize {
        let strings = if self.encoding == Encoding::Names { 0 } else { self.strings.memory() };
        4 * (self.numbers.len() + self.exceptions.len()) + strings
    }

    /// Returns the strings to which the [numbers](Column::numbers) of a dictionary or of names refer.
    pub fn strings(&self) -> &Arc<Strings> {
        &self.strings
    }

    /// Returns the total length of all values in bytes (`limits.8`), without building them.
    pub fn expanded_len(&self) -> u64 {
        let of_string = |index: usize| self.strings.get(index).map_or(0, <[u8]>::len) as u64;
        let of_number = |number: u32| match self.encoding {
            Encoding::Dictionary | Encoding::Names => of_string(number as usize),
            typed => typed.text_len(number) as u64,
        };
        let texts = match self.encoding {
            Encoding::Dictionary | Encoding::Names => 0,
            _ => (0..self.strings.len()).map(of_string).sum(),
        };
        texts + self.numbers.iter().map(|number| of_number(*number)).sum::<u64>()
    }

    /// Returns the numbers of the values, one per row; empty for [`Encoding::Text`].
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns an upper bound of the length of the value in `row` in bytes.
    pub fn value_len(&self, row: usize) -> usize {
        let of_string = |index: usize| self.strings.get(index).map_or(LOST.len(), <[u8]>::len);
        match (self.encoding, self.numbers.get(row)) {
            (Encoding::Text, _) => of_string(row),
            (_, None) => 0,
            (Encoding::Dictionary | Encoding::Names, Some(number)) => of_string(*number as usize),
            (_, Some(0)) => of_string(self.exceptions.partition_point(|e| (*e as usize) < row)),
            (typed, Some(number)) => typed.text_len(*number),
        }
    }

    /// Returns the value in `row`.
    ///
    /// # Errors
    ///
    /// The errors of `final_position`; [`ErrorCode::TagsMalformed`] for a row past the end.
    pub fn value(&self, row: usize, final_position: &FinalPosition<'_>) -> Result<Cow<'_, [u8]>> {
        if self.lost {
            return Ok(Cow::Borrowed(LOST));
        }
        let missing = || Error::new(ErrorCode::TagsMalformed, "a tag column is too short");
        let string = |index: usize| self.strings.get(index).map(Cow::Borrowed).ok_or_else(missing);
        if self.encoding == Encoding::Text {
            return string(row);
        }
        let number = *self.numbers.get(row).ok_or_else(missing)?;
        match self.encoding {
            Encoding::Dictionary | Encoding::Names => string(number as usize),
            _ if number == 0 => string(self.exceptions.partition_point(|e| (*e as usize) < row)),
            Encoding::Final => final_position().map(Cow::Owned),
            typed => typed.text(number).ok_or_else(missing),
        }
    }
}

impl Column {
    /// Like [`Column::value`], but uses `text` as the buffer if it must build a text. The final position is empty.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TagsMalformed`] for a row past the end.
    pub fn value_in<'a>(&'a self, row: usize, text: &'a mut Vec<u8>) -> Result<&'a [u8]> {
        let number = self.numbers.get(row).copied().filter(|number| *number > 0);
        match (self.encoding, number) {
            (typed @ (Encoding::Number | Encoding::Date | Encoding::Eco), Some(number)) => {
                text.clear();
                typed.put_text(number, text);
            }
            _ => match self.value(row, &|| Ok(Vec::new()))? {
                Cow::Borrowed(value) => return Ok(value),
                Cow::Owned(value) => *text = value,
            },
        }
        Ok(text)
    }
}

impl Column {
    fn len(&self) -> usize {
        if self.encoding == Encoding::Text { self.strings.len() } else { self.numbers.len() }
    }

    /// Returns the value in `row` as builders take it, with the placeholder for a final position.
    fn value_to_encode(&self, row: usize) -> Result<Cow<'_, [u8]>> {
        self.value(row, &|| memory::copied(FINAL))
    }

    /// Returns for each row whether it has this value. A final position never matches, because its text depends on the
    /// game.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn rows_with(&self, value: &[u8]) -> Result<Vec<bool>> {
        memory::all((0..self.len()).map(|row| Ok(*self.value_to_encode(row)? == *value)))
    }

    /// Returns all values, for [`Encoding::encode`]; `rename` has a value and its replacement.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn values(&self, rename: Option<(&[u8], &[u8])>) -> Result<Strings> {
        let mut values = Strings::default();
        for row in 0..self.len() {
            let value = self.value_to_encode(row)?;
            match rename {
                Some((from, to)) if *value == *from => values.push(to)?,
                _ => values.push(&value)?,
            }
        }
        Ok(values)
    }
}

fn numbers_below(cursor: &mut Cursor<'_>, n: usize, count: usize) -> Result<Vec<u32>> {
    let at = cursor.position() as u64;
    let numbers = cursor.column(n)?;
    match numbers.iter().find(|number| **number as usize >= count) {
        None => Ok(numbers),
        Some(number) => {
            let message = format!("a tag column refers to string {number} of {count}");
            Err(Error::new(ErrorCode::TagsMalformed, message).with_offset(at))
        }
    }
}
