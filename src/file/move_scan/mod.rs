//! The main lines of many games, in batches, for programs that process every ply.

mod block;

#[cfg(test)]
mod tests;

use std::{
    borrow::Borrow,
    ops::Range,
    sync::{Arc, Mutex, MutexGuard},
};

use crate::{Corruption, Error, ErrorCode, PackedMove, Reader, Result, lock::lock};
use block::BlockLines;

/// Reads the main lines of many games, faster than one game at a time. Several threads can take batches from the same scan at the
/// same time: each game is in one batch.
///
/// Moves are checked to be legal, unless this reader has checked them before, so the second scan of a file is faster. The scan
/// covers the games that the reader had when the scan was made.
///
/// # Examples
///
/// ```
/// use plypack::{Codec, MoveScan, Reader, games_from_pgn, pack_games, blocks::BatchSize};
///
/// let (games, _) = games_from_pgn(b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n")?;
/// let reader = Reader::from_bytes(pack_games(&games, Codec::Byte)?)?;
/// let scan = MoveScan::new(&reader);
/// let mut plies = 0;
/// while let Some(_games) = scan.next(
///     &mut BatchSize { games: 1000, plies: 100_000 },
///     |moves| plies += moves.len(),
///     |corruption| Err(corruption.error.clone()),
/// )? {}
/// assert_eq!(plies, 4);
/// # Ok::<(), plypack::Error>(())
/// ```
pub struct MoveScan<R> {
    reader: R,
    cursor: Mutex<Cursor>,
}

/// Maximum size of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchSize {
    /// Games.
    pub games: usize,
    /// Plies of all of them.
    pub plies: usize,
}

/// The games that are still to be read.
struct Cursor {
    /// The games of the file that were not taken yet.
    games: Range<u64>,
    /// The block of the next game, if it was read.
    block: Option<Arc<BlockLines>>,
    /// Games that were taken, but not delivered because of an error. A stack: the next batch takes games from its last entry.
    returned: Vec<Taken>,
}

/// Games of a block, by their places in it.
#[derive(Clone)]
struct Taken {
    block: Arc<BlockLines>,
    games: Range<usize>,
}

impl Cursor {
    fn of(games: Range<u64>) -> Mutex<Cursor> {
        Mutex::new(Cursor { games, block: None, returned: Vec::new() })
    }
}

impl<R: Borrow<Reader>> MoveScan<R> {
    /// Scans all games.
    pub fn new(reader: R) -> MoveScan<R> {
        let games = reader.borrow().number_end();
        MoveScan { reader, cursor: Cursor::of(0..games) }
    }

    /// Scans only these games, in order.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] if the file has fewer games.
    pub fn with_games(self, games: Range<u64>) -> Result<MoveScan<R>> {
        let all = self.reader().number_end();
        if games.start > games.end || games.end > all {
            let message = format!("games {}..{} of a file that has only {all}", games.start, games.end);
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        Ok(MoveScan { cursor: Cursor::of(games), ..self })
    }

    /// The reader.
    pub fn reader(&self) -> &Reader {
        self.reader.borrow()
    }

    /// Passes the main lines of the next games, at most as many as `size` says, to `on_line` in order, and returns their numbers;
    /// `None` after the last game. A batch can be smaller, for example at the end of a block.
    ///
    /// A deleted game has an empty line ([`Reader::is_deleted`]). A game that cannot be read also has an empty line, and is passed to
    /// `on_corruption`. If `on_corruption` returns an error, so does this function. The next calls then deliver the games of the batch
    /// before this game again, and continue after it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`]; the next calls deliver all games of the batch again. [`ErrorCode::BufferTooSmall`] if the next game does
    /// not fit; `size.plies` is then the number of its plies. Errors of `on_corruption`.
    pub fn next(
        &self,
        size: &mut BatchSize,
        mut on_line: impl FnMut(&[PackedMove]),
        mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
    ) -> Result<Option<Range<u64>>> {
        let Some(taken) = self.take(size)? else { return Ok(None) };
        let Taken { block, games } = &taken;
        let mut readable = 0;
        let done = block.read(self.reader(), games.clone(), |game, line| match line {
            Ok(moves) => {
                readable += 1;
                on_line(moves);
                Ok(())
            }
            // The game itself is fine: all games come again.
            Err(error) if error.is_no_memory() => Err((games.end, error)),
            Err(error) => {
                on_line(&[]);
                let number = block.number_of(game);
                let corruption = Corruption::lost(number..number + 1, error);
                on_corruption(&corruption).map_err(|error| (game, error))
            }
        });
        if let Err((game, error)) = done {
            self.give_back(&taken, game);
            return Err(error);
        }
        block.add_read(self.reader(), readable);
        Ok(Some(block.number_of(games.start)..block.number_of(games.end)))
    }

    fn cursor(&self) -> MutexGuard<'_, Cursor> {
        lock(&self.cursor)
    }

    /// Takes games of one block for a batch.
    fn take(&self, size: &mut BatchSize) -> Result<Option<Taken>> {
        let mut cursor = self.cursor();
        if let Some(Taken { block, games }) = cursor.returned.last().cloned() {
            let end = games.start + block.fitting(games.clone(), size)?;
            cursor.returned.pop();
            if end < games.end {
                cursor.returned.push(Taken { block: block.clone(), games: end..games.end });
            }
            return Ok(Some(Taken { block, games: games.start..end }));
        }
        if cursor.games.is_empty() {
            return Ok(None);
        }
        let block = cursor.block(self.reader())?;
        let games = block.games_in(&cursor.games);
        let end = games.start + block.fitting(games.clone(), size)?;
        cursor.games.start = block.number_of(end);
        Ok(Some(Taken { block, games: games.start..end }))
    }

    /// Puts the taken games back, except the game `except` if it is among them.
    fn give_back(&self, taken: &Taken, except: usize) {
        let mut cursor = self.cursor();
        for games in [except + 1..taken.games.end, taken.games.start..except] {
            if !games.is_empty() {
                cursor.returned.push(Taken { block: taken.block.clone(), games });
            }
        }
    }
}

impl Cursor {
    /// Returns the block of the next game.
    fn block(&mut self, reader: &Reader) -> Result<Arc<BlockLines>> {
        let index = reader.block_of(self.games.start)?;
        if let Some(block) = self.block.as_ref().filter(|block| block.index() == index) {
            return Ok(block.clone());
        }
        let block = Arc::new(BlockLines::load(reader, index)?);
        self.block = Some(block.clone());
        Ok(block)
    }
}
