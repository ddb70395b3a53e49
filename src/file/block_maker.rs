//! Puts games into blocks, one after another, in worker threads that import or recode games.

use super::writer::Encoding;
use crate::{
    Game, Result,
    container::{BlockBuilder, Compressor, EncodedBlock},
    memory,
};

/// Makes blocks of games that pass [`Game::check`] and whose main lines are known to be legal.
pub(super) struct BlockMaker {
    encoding: Encoding,
    compressor: Compressor,
    builder: BlockBuilder,
    blocks: Vec<EncodedBlock>,
}

impl BlockMaker {
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub fn new(encoding: Encoding) -> Result<BlockMaker> {
        let compressor = Compressor::new(encoding.level)?;
        Ok(BlockMaker { encoding, compressor, builder: BlockBuilder::new(encoding.codec), blocks: Vec::new() })
    }

    /// Adds a game, in a new block if this one has no room for it; on an error, adds nothing. Call [`BlockMaker::close_full`]
    /// afterwards.
    ///
    /// Errors: from [`BlockMaker::make_room`] and [`BlockMaker::put`].
    pub fn add(&mut self, game: &Game) -> Result<()> {
        self.make_room(game)?;
        self.put(game)
    }

    /// Begins a new block if this one has no room for a game.
    ///
    /// Errors: from [`BlockBuilder::finish`]; the game is not their cause.
    pub fn make_room(&mut self, game: &Game) -> Result<()> {
        if !self.builder.has_room_for(game, self.encoding.codec) {
            self.close()?;
            self.builder = BlockBuilder::new(BlockBuilder::codec_for(game, self.encoding.codec));
        }
        Ok(())
    }

    /// Adds a game for which there is room.
    ///
    /// Errors: from [`BlockBuilder::add_checked`]; nothing is added then.
    pub fn put(&mut self, game: &Game) -> Result<()> {
        self.builder.add_checked(game)
    }

    /// Ends the block if it is full.
    ///
    /// Errors: from [`BlockBuilder::finish`].
    pub fn close_full(&mut self) -> Result<()> {
        if self.builder.is_full() { self.close() } else { Ok(()) }
    }

    /// Ends the block, if it has games.
    fn close(&mut self) -> Result<()> {
        if self.builder.games() == 0 {
            return Ok(());
        }
        let builder = std::mem::replace(&mut self.builder, BlockBuilder::new(self.encoding.codec));
        memory::push(&mut self.blocks, builder.finish(&mut self.compressor)?)
    }

    /// Returns all blocks; the last one may be small.
    ///
    /// Errors: from [`BlockBuilder::finish`].
    pub fn finish(mut self) -> Result<Vec<EncodedBlock>> {
        self.close()?;
        Ok(self.blocks)
    }
}
