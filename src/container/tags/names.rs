//! Names: strings that are stored once in a file.

use std::collections::HashMap;

use crate::{Result, coding::wire::Strings, memory};

/// The distinct names of one block, numbered in the order of first use (`tags.8`).
#[derive(Default)]
pub struct BlockNames {
    strings: Strings,
    numbers: HashMap<Box<[u8]>, u32>,
}

impl BlockNames {
    /// The number of `name` in the block.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn number(&mut self, name: &[u8]) -> Result<u32> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.strings.len() as u32;
        self.numbers.try_reserve(1)?;
        self.strings.push(name)?;
        self.numbers.insert(memory::boxed(name)?, number);
        Ok(number)
    }

    /// The names, by number.
    pub fn strings(&self) -> &Strings {
        &self.strings
    }
}

/// Memory of a generation of [`NameMap`], approximately, in bytes.
const GENERATION_BYTES: usize = 24 << 20;

/// Memory of a name beside its bytes, approximately.
const ENTRY_BYTES: usize = 48;

/// The file-wide ids of the names that a writer knows.
///
/// Memory is bounded: when the young generation is full, it becomes the old one and the old one is dropped. A dropped name
/// gets a new id when it occurs again, which the format allows (`tags.9`). Which names are dropped depends on the
/// order of the names alone, so the file is the same whatever the number of threads.
#[derive(Default)]
pub struct NameMap {
    young: HashMap<Box<[u8]>, u32>,
    old: HashMap<Box<[u8]>, u32>,
    young_bytes: usize,
}

impl NameMap {
    /// The id of a name, if it is known.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn get(&mut self, name: &[u8]) -> Result<Option<u32>> {
        if let Some(&id) = self.young.get(name) {
            return Ok(Some(id));
        }
        let Some(&id) = self.old.get(name) else { return Ok(None) };
        self.insert(name, id)?;
        Ok(Some(id))
    }

    /// Adds the id of a name.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory); nothing is added then.
    pub fn insert(&mut self, name: &[u8], id: u32) -> Result<()> {
        let name = memory::boxed(name)?;
        let bytes = name.len() + ENTRY_BYTES;
        if self.young_bytes + bytes > GENERATION_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young.try_reserve(1)?;
        self.young_bytes += bytes;
        self.young.insert(name, id);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_use_are_not_dropped() {
        let mut map = NameMap::default();
        map.insert(b"kept", 7).unwrap();
        for id in 0..1_000_000u32 {
            map.insert(&id.to_le_bytes(), id).unwrap();
            if id % 1000 == 0 {
                assert_eq!(map.get(b"kept").unwrap(), Some(7));
            }
        }
        assert!(map.young.len() + map.old.len() < 2 * GENERATION_BYTES / ENTRY_BYTES);
        assert_eq!(map.get(&0u32.to_le_bytes()).unwrap(), None);
    }
}
