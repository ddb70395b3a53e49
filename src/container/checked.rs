//! Records which games of a file are known to have legal moves, so that they are decoded without checking them again.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use crate::{Codec, PackedMove, Position, Result, memory};

/// For each block of a file, the number of games, from the first on, whose moves were checked.
#[derive(Debug, Clone)]
pub struct CheckedBlocks(Arc<Vec<AtomicU32>>);

/// Number of games of a block, from its first on, whose moves were checked.
#[derive(Debug, Clone)]
pub struct CheckedGames {
    blocks: CheckedBlocks,
    block: usize,
}

impl CheckedBlocks {
    /// Makes `blocks` blocks of which no game was checked.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
    pub fn none(blocks: usize) -> Result<CheckedBlocks> {
        CheckedBlocks::filled(blocks, 0)
    }

    fn filled(blocks: usize, games: u32) -> Result<CheckedBlocks> {
        let counts = memory::collected((0..blocks).map(|_| AtomicU32::new(games)))?;
        Ok(CheckedBlocks(Arc::new(counts)))
    }

    /// Marks all games of these blocks as checked.
    #[must_use]
    pub fn trusted(self) -> CheckedBlocks {
        self.0.iter().for_each(|games| games.store(u32::MAX, Ordering::Relaxed));
        self
    }

    /// Returns the record of the checked games of a block.
    pub fn of_block(&self, block: usize) -> CheckedGames {
        CheckedGames { blocks: self.clone(), block }
    }
}

impl CheckedGames {
    /// Makes a block of which no game was checked.
    pub fn none() -> CheckedGames {
        CheckedBlocks(Arc::new(vec![AtomicU32::new(0)])).of_block(0)
    }

    // Relaxed, because no other memory depends on the number.
    fn number(&self) -> &AtomicU32 {
        &self.blocks.0[self.block]
    }

    /// Returns the number of games, from the first on, that were checked.
    pub fn count(&self) -> u32 {
        self.number().load(Ordering::Relaxed)
    }

    /// Returns whether the moves of a game were checked.
    pub fn includes(&self, game: usize) -> bool {
        game < self.count() as usize
    }

    /// Records that the moves of a game were checked. Has an effect only once the moves of all games before it were checked.
    pub fn add(&self, game: usize) {
        let game = game as u32;
        if self.count() == game {
            let _ = self.number().compare_exchange(game, game + 1, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Appends the main line of a game, given as code of `plies` plies, to `out`; checks the moves unless they were checked before.
    ///
    /// # Errors
    ///
    /// The errors of [`Codec::decode_line`]; `out` is then unchanged.
    pub fn decode_line(
        &self,
        codec: Codec,
        game: usize,
        start: &Position,
        code: &[u8],
        plies: usize,
        out: &mut Vec<PackedMove>,
    ) -> Result<()> {
        if self.includes(game) {
            let before = out.len();
            return codec.decode_trusted(start, code, plies, out).inspect_err(|_| out.truncate(before));
        }
        codec.decode_line(start, code, plies, out).inspect(|()| self.add(game))
    }

    /// Records that the moves of the first `games` games were checked.
    pub fn add_first(&self, games: u32) {
        self.number().fetch_max(games, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_checked_in_their_order() {
        let blocks = CheckedBlocks::none(2).unwrap();
        let first = blocks.of_block(0);
        let second = blocks.of_block(1);
        for (game, count) in [(1, 0), (0, 1), (0, 1), (2, 1), (1, 2)] {
            first.add(game);
            assert_eq!(first.count(), count);
        }
        assert!(first.includes(1) && !first.includes(2) && !second.includes(0));
        first.add_first(9);
        first.add_first(3);
        assert_eq!((first.count(), second.count()), (9, 0));
        assert!(CheckedBlocks::none(1).unwrap().trusted().of_block(0).includes(1 << 16));
    }
}
