//! Numbered texts.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState},
};

use crate::{Result, memory};

/// Different texts, numbered from 1; the empty text is 0.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// All texts, one after another.
    bytes: Vec<u8>,
    /// The end of each text.
    ends: Vec<usize>,
    /// Numbers of the texts by hash. If another text has the same hash, the key is the next free one.
    numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    /// Random, so that nobody can prepare texts with equal hashes.
    hasher: RandomState,
}

impl Names {
    /// The number of texts, including the empty one.
    pub(super) fn len(&self) -> usize {
        self.ends.len() + 1
    }

    /// Returns a text by its number; `None` if there is no such number.
    pub(super) fn get(&self, number: u32) -> Option<&[u8]> {
        let Some(index) = (number as usize).checked_sub(1) else { return Some(b"") };
        let start = if index == 0 { 0 } else { *self.ends.get(index - 1)? };
        Some(&self.bytes[start..*self.ends.get(index)?])
    }

    /// Returns the number of a text, which is added if it is new.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(super) fn number(&mut self, text: &[u8]) -> Result<u32> {
        if text.is_empty() {
            return Ok(0);
        }
        let mut hash = self.hasher.hash_one(text);
        while let Some(number) = self.numbers.get(&hash) {
            if self.get(*number) == Some(text) {
                return Ok(*number);
            }
            hash = hash.wrapping_add(1);
        }
        self.numbers.try_reserve(1)?;
        memory::append(&mut self.bytes, text)?;
        memory::push(&mut self.ends, self.bytes.len())?;
        let number = self.ends.len() as u32;
        self.numbers.insert(hash, number);
        Ok(number)
    }
}

/// Maximum number of bytes of a text that sorting uses.
pub(super) const MAX_SORTED: usize = 1 << 10;

/// Returns the part of a text that sorting uses: the beginning, without an incomplete character at its end.
pub(super) fn beginning(text: &[u8]) -> &[u8] {
    let is_within = |end: &usize| text.get(*end).is_some_and(|byte| byte & 0xC0 == 0x80);
    let end = text.len().min(MAX_SORTED);
    let whole = (end.saturating_sub(3)..=end).rev().find(|end| !is_within(end));
    &text[..whole.unwrap_or(end)]
}

/// A hasher for numbers that are already hashes.
#[derive(Debug, Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_have_whole_characters() {
        assert_eq!(beginning(format!("a{}", "é".repeat(600)).as_bytes()).len(), 1023);
        assert_eq!(beginning(&[0x80; 2000]).len(), MAX_SORTED);
        assert_eq!(beginning("é".as_bytes()).len(), 2);
    }

    #[test]
    fn equal_texts_have_equal_numbers() {
        let mut names = Names::default();
        let texts = ["Carlsen", "", "Anand", "Carlsen", "Anan", "d"];
        assert_eq!(texts.map(|text| names.number(text.as_bytes()).unwrap()), [1, 0, 2, 1, 3, 4]);
        assert_eq!(
            (0..6).map(|number| names.get(number)).collect::<Vec<_>>(),
            [Some(&b""[..]), Some(b"Carlsen"), Some(b"Anand"), Some(b"Anan"), Some(b"d"), None]
        );
        assert_eq!(names.len(), 5);
    }

    #[test]
    fn texts_with_equal_hashes_stay_apart() {
        let mut names = Names::default();
        let hash = names.hasher.hash_one(&b"Anand"[..]);
        assert_eq!(names.number(b"Carlsen").unwrap(), 1);
        names.numbers.insert(hash, 1);
        assert_eq!([names.number(b"Anand").unwrap(), names.number(b"Anand").unwrap()], [2, 2]);
    }
}
