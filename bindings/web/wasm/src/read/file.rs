//! The file that reading and searching share.

use plypack::Reader;

use super::{rows::RowCache, sorting::Orders};

/// A file and its caches.
pub struct OpenFile {
    pub reader: Reader,
    pub rows: RowCache,
    pub orders: Orders,
}

impl OpenFile {
    /// Returns whether the index answers for all games.
    pub fn is_indexed(&self) -> bool {
        !self.reader.blocks().is_empty() && self.reader.indexed().0 == self.reader.blocks().len()
    }
}
