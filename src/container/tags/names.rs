//! Strings that are stored once in a block.

use std::collections::HashMap;

use crate::{
    Result,
    coding::wire::{Strings, put_varint},
    memory,
};

/// Distinct strings, numbered in the order of first use (`tags.9`): the names of a block (`tags.8`), or a dictionary.
#[derive(Default)]
pub struct DistinctStrings {
    strings: Strings,
    numbers: HashMap<Box<[u8]>, u32>,
    /// Number of the previous string. It is tried first, because games of one event are adjacent.
    last: u32,
}

impl DistinctStrings {
    /// Returns the number of a string; a new string gets the next number.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn number(&mut self, string: &[u8]) -> Result<u32> {
        if self.strings.get(self.last as usize) == Some(string) {
            return Ok(self.last);
        }
        self.last = match self.numbers.get(string) {
            Some(number) => *number,
            None => self.add(string)?,
        };
        Ok(self.last)
    }

    fn add(&mut self, string: &[u8]) -> Result<u32> {
        let number = self.strings.len() as u32;
        self.numbers.try_reserve(1)?;
        self.strings.push(string)?;
        self.numbers.insert(memory::boxed(string)?, number);
        Ok(number)
    }

    /// Returns the strings, by number.
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// Like [`DistinctStrings::strings`].
    pub fn into_strings(self) -> Strings {
        self.strings
    }
}

/// Returns the content of the section `names` (`tags.8`).
///
/// # Errors
///
/// [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn list_of(names: &Strings) -> Result<Vec<u8>> {
    let mut raw = Vec::new();
    put_varint(&mut raw, names.len() as u64);
    names.put(&mut raw)?;
    Ok(raw)
}
