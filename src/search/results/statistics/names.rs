//! Numbering the different texts of a block.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use crate::{Error, Result, memory};

/// Different texts, numbered in the order of first occurrence.
pub(super) struct TextNumbers<'a> {
    numbers: RefCell<HashMap<Vec<u8>, u32>>,
    /// Returns whether a text is wanted; called once for each text.
    is_wanted: &'a dyn Fn(&[u8]) -> bool,
    /// The results of `is_wanted`, by number.
    wanted: RefCell<Vec<bool>>,
    /// The error of a text that could not be added.
    error: Cell<Option<Error>>,
}

impl<'a> TextNumbers<'a> {
    pub(super) fn new(is_wanted: &'a dyn Fn(&[u8]) -> bool) -> TextNumbers<'a> {
        let numbers = RefCell::default();
        let wanted = RefCell::default();
        let error = Cell::default();
        TextNumbers { numbers, is_wanted, wanted, error }
    }

    /// The number of a text; `None` if memory is short. [`TextNumbers::finish`] then returns the error.
    pub(super) fn number(&self, text: &[u8]) -> Option<u32> {
        if let Some(number) = self.numbers.borrow().get(text) {
            return Some(*number);
        }
        self.add(text).map_err(|error| self.error.set(Some(error))).ok()
    }

    fn add(&self, text: &[u8]) -> Result<u32> {
        let mut numbers = self.numbers.borrow_mut();
        let text = memory::copied(text)?;
        numbers.try_reserve(1)?;
        let number = numbers.len() as u32;
        memory::push(&mut self.wanted.borrow_mut(), (self.is_wanted)(&text))?;
        numbers.insert(text, number);
        Ok(number)
    }

    /// Returns whether the text with this number is wanted.
    pub(super) fn is_wanted(&self, number: u32) -> bool {
        self.wanted.borrow()[number as usize]
    }

    /// Returns the texts by their numbers.
    pub(super) fn finish(self) -> Result<Vec<Vec<u8>>> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut texts = memory::collected(self.numbers.into_inner())?;
        texts.sort_unstable_by_key(|(_, number)| *number);
        memory::collected(texts.into_iter().map(|(text, _)| text))
    }
}
