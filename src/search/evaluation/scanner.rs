//! Finding the first match in lines of moves.

use super::collect::Collect;
use crate::{
    Corruption, Error, Position, Reader, Result,
    search::targets::{
        finder::Finder,
        first_match::{FirstMatch, LineMatch},
    },
};

/// Searches lines and collects their first matches.
pub(crate) struct Scanner<'a, C> {
    pub(super) reader: &'a Reader,
    pub(super) finder: &'a dyn Finder,
    pub(super) collect: &'a C,
}

/// The result of searching a block.
pub(crate) struct BlockResult<P> {
    /// Collected results.
    pub(super) found: P,
    /// The games that could not be searched.
    pub(super) corruption: Vec<Corruption>,
    first_game: u64,
}

impl<P: Default> BlockResult<P> {
    /// Creates an empty result for a block whose first game has this number.
    pub(super) fn new(first_game: u64) -> BlockResult<P> {
        BlockResult { found: P::default(), corruption: Vec::new(), first_game }
    }

    /// Records that a game of the block could not be searched.
    pub(super) fn add_error(&mut self, game: usize, error: Error) {
        let game = self.first_game + game as u64;
        self.corruption.push(Corruption::lost(game..game + 1, error));
    }
}

impl<'a, C: Collect> Scanner<'a, C> {
    pub(super) fn new(reader: &'a Reader, finder: &'a dyn Finder, collect: &'a C) -> Scanner<'a, C> {
        Scanner { reader, finder, collect }
    }

    /// Searches the main line of a game, given as code of `byte`.
    pub(super) fn scan_line(
        &self,
        start: Option<&Position>,
        game: usize,
        code: &[u8],
        result: &mut BlockResult<C::OfBlock>,
    ) {
        match self.finder.find(start, code) {
            Ok(None) => {}
            Ok(Some(LineMatch { ply, code_len, next })) => {
                let path = &code[..code_len];
                self.collect.add(&mut result.found, &FirstMatch { game, ply, start, path, next, record: None });
            }
            Err(e) => result.add_error(game, e),
        }
    }

    /// Searches games of a block whose codec is not `byte`: decodes each game, and encodes it as `byte`.
    pub(super) fn scan_decoded(&self, block: usize, games: &[u32], result: &mut BlockResult<C::OfBlock>) -> Result<()> {
        let block = self.reader.load_block(block)?;
        let mut moves = Vec::new();
        let mut code = Vec::new();
        for game in games.iter().map(|game| *game as usize) {
            match block.read_byte_code(game, &mut moves, &mut code) {
                Ok(start) => self.scan_line(start.as_ref(), game, &code, result),
                Err(e) => result.add_error(game, e),
            }
        }
        Ok(())
    }
}
