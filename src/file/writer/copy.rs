//! Games and blocks of another file, copied without decoding their moves.

use std::sync::Arc;

use super::{Sink, Writer};
use crate::{
    Game, Reader, Result,
    container::{Block, EncodedBlock},
};

/// The block of the game that was copied last: games of a block are often adjacent.
struct CopiedBlock {
    index: usize,
    block: Arc<Block>,
    /// True if its games are copied as they are stored.
    is_copied: bool,
}

impl<S: Sink> Writer<S> {
    /// Adds games of another file, as if [`Reader::read_game`] read them and [`Writer::add`] added them, and returns their number. If
    /// both files store games in the same way, copies code, comments and variations without checking moves: checksums protect them, and a
    /// reader checks that the moves are legal. Otherwise, as for games of `tight` and very large games, decodes and encodes them. Rebuilds
    /// summaries (`search.11`).
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read_game`] and [`Writer::add_trusted`]. The games before the first error are added; others can be
    /// added afterwards if [`Writer::add`] allows it.
    pub fn copy_games(&mut self, reader: &Reader, numbers: impl IntoIterator<Item = u64>) -> Result<u64> {
        self.versions.add_profiles(reader.versions());
        let mut last: Option<CopiedBlock> = None;
        let mut game = Game::new();
        let mut copied = 0;
        for number in numbers {
            let (index, place) = reader.place_of(number)?;
            if last.as_ref().is_none_or(|last| last.index != index) {
                last = match self.copied_block(reader, index) {
                    Err(e) if e.is_temporary() => return Err(e),
                    // Some games of a damaged block may be complete.
                    found => found.ok(),
                };
            }
            self.copy_game(reader, number, place, last.as_ref(), &mut game)?;
            copied += 1;
        }
        Ok(copied)
    }

    /// Writes a block of another file, which can be a block of replacements.
    ///
    /// Errors: from [`Writer::write_block`].
    pub(in crate::file) fn write_copied(&mut self, block: EncodedBlock, is_replacement: bool) -> Result<()> {
        if !is_replacement {
            return self.write_block(block);
        }
        self.check_usable()?;
        self.put_block_as(&block, true)
    }

    fn copied_block(&self, reader: &Reader, index: usize) -> Result<CopiedBlock> {
        let block = reader.block(index)?;
        let is_copied = block.stores_as(self.encoding.codec);
        Ok(CopiedBlock { index, block, is_copied })
    }

    fn copy_game(
        &mut self,
        reader: &Reader,
        number: u64,
        place: usize,
        from: Option<&CopiedBlock>,
        game: &mut Game,
    ) -> Result<()> {
        if let Some(from) = from
            && from.is_copied
        {
            let stored = from.block.stored(place, game)?;
            self.check_usable()?;
            if !self.builder.has_room_for_stored(&stored, game) {
                self.close_block()?;
            }
            if self.builder.has_room_for_stored(&stored, game) {
                self.builder.add_stored(&stored, game).inspect_err(|e| self.failed |= e.is_no_memory())?;
                return if self.builder.is_full() { self.close_block() } else { Ok(()) };
            }
        }
        reader.read_game(number, game)?;
        self.add_trusted(game)
    }
}
