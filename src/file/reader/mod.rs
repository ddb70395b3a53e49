//! Reading plypack files: by game number, from any thread.

mod block_tags;
mod blocks;
mod cache;
mod corruption;
mod edit_log;
mod edits;
mod games;
mod index;
mod info;
mod layout;
mod open;
mod unused;
mod walk;

#[cfg(test)]
mod tests;

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

pub use block_tags::BlockTags;
pub use corruption::Corruption;
pub use edit_log::{EditKind, EditLog, LoggedEdit};
pub(crate) use edits::Replacements;
pub use games::Games;
pub(crate) use index::BlockSegment;
use index::FileIndex;
pub use info::{Info, SectionBytes};
pub use layout::{BlockInfo, Committed, Layout};
pub(crate) use unused::UnusedPart;

use super::source::Source;
use cache::BlockCache;

use crate::{
    Error, ErrorCode, Game, PackedMove, Result,
    container::{CheckedBlocks, State},
    versions::Versions,
};

/// An open file. Several threads can call all methods at the same time; none changes the file.
///
/// Moves are checked to be legal when they are read for the first time. For each block, the reader remembers up to which game they
/// were checked, and then decodes these games faster.
pub struct Reader {
    /// The committed bytes of the file: mapped, or read when needed. If reads are slow, the last bytes are in memory.
    source: Arc<dyn Source>,
    /// The source that the file was opened from.
    original: Arc<dyn Source>,
    /// True if the file is to be mapped.
    maps: bool,
    layout: Layout,
    cache: BlockCache,
    /// The position index.
    index: OnceLock<FileIndex>,
    /// For each block, whether the checksum of its moves was verified.
    checked_moves: Vec<AtomicBool>,
    /// The games whose moves were checked to be legal.
    checked_games: CheckedBlocks,
    is_trusted: bool,
}

impl Reader {
    /// Returns one past the highest game number. Counts deleted games, which [`Reader::game_count`] does not.
    pub fn number_end(&self) -> u64 {
        self.layout.number_end()
    }

    /// Returns the number of games that can be read, without deleted games.
    pub fn game_count(&self) -> u64 {
        self.number_end() - self.deleted()
    }

    /// Returns the plies of all main lines as they were first written, including games that were deleted or replaced
    /// since.
    pub fn plies(&self) -> u64 {
        self.blocks().iter().map(|b| b.plies).sum()
    }

    /// Returns versions and features of the file.
    pub fn versions(&self) -> Versions {
        self.layout.versions
    }

    /// Returns the length of the file in bytes when it was opened, including unfinished bytes.
    pub fn file_len(&self) -> u64 {
        self.layout.len
    }

    /// Returns the error of opening and the errors during recovery. Empty unless [`Reader::salvage`] opened a damaged file. Damage of
    /// blocks is found when they are read.
    pub fn errors(&self) -> &[Error] {
        &self.layout.errors
    }

    /// Returns the blocks, in file order.
    pub fn blocks(&self) -> &[BlockInfo] {
        &self.layout.blocks[..self.layout.ordinary]
    }

    /// Returns the commit in force.
    pub(crate) fn committed(&self) -> Option<&Committed> {
        self.layout.committed.as_ref()
    }

    /// Returns the state of the file when it was opened; `None` for a recovered file.
    pub fn state(&self) -> Option<State> {
        self.committed().map(|committed| committed.records.in_force.state)
    }

    /// Returns the number of bytes after the committed end. An append that is going on or was interrupted wrote them. They are not part
    /// of the file and not damage; the next writer removes them.
    pub fn unfinished(&self) -> u64 {
        self.layout.len - self.layout.end()
    }

    /// Returns whether this program or another one is writing to the file now. Takes a shared lock on the file, which fails while a
    /// writer holds its lock (`container.18`), and releases it at once. `false` for a source that is not a file on a disk, and if the
    /// system has no locks.
    pub fn is_being_written(&self) -> bool {
        self.original.is_being_written()
    }

    /// Returns whether reads are slow ([`Source::is_remote`]).
    pub(crate) fn is_remote(&self) -> bool {
        self.source.is_remote()
    }

    /// Returns the number of games in blocks of replacements (`container.14`).
    pub(crate) fn replacements(&self) -> u64 {
        self.layout.blocks[self.layout.ordinary..].iter().map(|block| block.games).sum()
    }

    /// Returns the block in which game `number` was written, even if the game was deleted or replaced since.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`].
    pub fn block_of(&self, number: u64) -> Result<usize> {
        if number >= self.number_end() {
            let message = format!("there is no game {number}; the file has {} (the first is 0)", self.number_end());
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        Ok(self.blocks().partition_point(|b| b.first_game + b.games <= number))
    }

    /// Returns whether the checksum of a block's moves was verified.
    pub(crate) fn are_moves_checked(&self, block: usize) -> bool {
        self.checked_moves[block].load(Ordering::Relaxed)
    }

    /// Records that the checksum of a block's moves was verified.
    pub(crate) fn mark_moves_checked(&self, block: usize) {
        self.checked_moves[block].store(true, Ordering::Relaxed);
    }

    /// Reads game `number` (0 is the first).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`] if no game ever had the number, [`ErrorCode::NotFound`] if the game was deleted; the errors of reading its
    /// block.
    pub fn read_game(&self, number: u64, game: &mut Game) -> Result<()> {
        let (block, within) = self.find(number)?;
        block.read_game(within, game).map_err(in_game(number))
    }

    /// Reads the tags, start and result of game `number` without its moves: the game is [partial](Game::is_partial).
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read_game`].
    pub fn read_tags(&self, number: u64, game: &mut Game) -> Result<()> {
        let (block, within) = self.find(number)?;
        block.read_tags(within, game).map_err(in_game(number))
    }

    /// Appends the main line of game `number` to `out`.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read_game`].
    pub fn read_moves(&self, number: u64, out: &mut Vec<PackedMove>) -> Result<()> {
        let (block, within) = self.find(number)?;
        block.read_line(within, out).map(|_| ()).map_err(in_game(number))
    }
}

fn in_game(number: u64) -> impl Fn(Error) -> Error {
    move |e| e.context(format!("game {number}"))
}
