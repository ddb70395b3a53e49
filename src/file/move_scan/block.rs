//! The main lines of one block.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::BatchSize;
use crate::{
    Error, ErrorCode, PackedMove, Position, Reader, Result,
    container::{Block, Edit, StoredLines},
    memory,
};

/// The main lines of a block.
pub(super) struct BlockLines {
    index: usize,
    first_game: u64,
    games: usize,
    lines: Lines,
    /// The complete block, once a game needs its tags for its start; or the error of reading it.
    whole: OnceLock<Result<Block>>,
    /// Number of games that were read.
    read: AtomicUsize,
}

enum Lines {
    /// Each game has its own code, which is decoded in place.
    Stored(StoredLines),
    /// Games share code: the complete block was read.
    Block(Arc<Block>),
    /// Games are deleted or replaced: each is read by its number.
    Edited(EditedLines),
    /// The block cannot be read.
    Lost(Error),
}

/// The games of a block in which some are deleted or replaced.
struct EditedLines {
    /// The plies of each game, fixed when the block was loaded: batches have space for no more.
    plies: Vec<u32>,
    /// Errors because of which the plies of a replacement are not known. Such a game is not tried again.
    lost: BTreeMap<usize, Error>,
    /// The error of reading the block, for the games that are not edited.
    block: Option<Error>,
}

/// Argument of `on_game`: a game of the block, and its main line or the error of reading it.
type Line<'a> = Result<&'a [PackedMove]>;

impl Lines {
    fn load(reader: &Reader, index: usize) -> Result<Lines> {
        if reader.has_edits(index) {
            return Lines::edited(reader, index).map(Lines::Edited);
        }
        let checked = reader.are_moves_checked(index);
        let stored = reader.with_block(index, |header, fetch| StoredLines::load(header, fetch, checked))?;
        match stored {
            Some(lines) => {
                reader.mark_moves_checked(index);
                Ok(Lines::Stored(lines))
            }
            None => reader.load_block(index).map(|block| Lines::Block(Arc::new(block))),
        }
    }

    /// Returns the current games of a block; a deleted game has no plies. Errors in the moves are found only when they
    /// are read.
    fn edited(reader: &Reader, index: usize) -> Result<EditedLines> {
        let info = reader.block_info(index);
        let (plies, block) = match reader.block(index) {
            Ok(block) => (memory::copied(block.plies())?, None),
            Err(error) if error.is_no_memory() => return Err(error),
            Err(error) => (memory::filled(0, info.games as usize)?, Some(error)),
        };
        let mut lines = EditedLines { plies, lost: BTreeMap::new(), block };
        for (game, edit) in reader.edits_in(index) {
            let plies = match edit {
                Edit::Replaced(_) => reader.plies_of(info.first_game + game as u64),
                _ => Ok(0),
            };
            lines.plies[game] = match plies {
                Ok(plies) => plies as u32,
                Err(error) if error.is_no_memory() => return Err(error),
                Err(error) => {
                    lines.lost.insert(game, error);
                    0
                }
            };
        }
        Ok(lines)
    }
}

impl BlockLines {
    /// Errors: only [`ErrorCode::NoMemory`]; other errors belong to the games.
    pub(super) fn load(reader: &Reader, index: usize) -> Result<BlockLines> {
        let info = &reader.blocks()[index];
        let lines = match Lines::load(reader, index) {
            Err(error) if error.is_no_memory() => return Err(error),
            lines => lines.unwrap_or_else(Lines::Lost),
        };
        let first_game = info.first_game;
        let games = info.games as usize;
        Ok(BlockLines { index, first_game, games, lines, whole: OnceLock::new(), read: AtomicUsize::new(0) })
    }

    pub(super) fn index(&self) -> usize {
        self.index
    }

    /// Returns the number in the file of a game of the block.
    pub(super) fn number_of(&self, game: usize) -> u64 {
        self.first_game + game as u64
    }

    /// Returns the games of the block that are in a range of games of the file.
    pub(super) fn games_in(&self, numbers: &Range<u64>) -> Range<usize> {
        let within = |number: u64| number.saturating_sub(self.first_game).min(self.games as u64) as usize;
        within(numbers.start)..within(numbers.end)
    }

    /// Returns the number of these games that a batch may hold.
    ///
    /// Errors: [`ErrorCode::BufferTooSmall`] if none fits; the size is then set to the size of the first game.
    pub(super) fn fitting(&self, games: Range<usize>, size: &mut BatchSize) -> Result<usize> {
        let plies = match &self.lines {
            Lines::Stored(lines) => lines.plies(),
            Lines::Block(block) => block.plies(),
            Lines::Edited(lines) => &lines.plies,
            Lines::Lost(_) => &[],
        };
        let plies_of = |game: usize| plies.get(game).map_or(0, |plies| *plies as usize);
        let mut left = size.plies;
        let mut fits = |game: &usize| {
            let rest = left.checked_sub(plies_of(*game));
            left = rest.unwrap_or_default();
            rest.is_some()
        };
        let first = games.start;
        match games.take(size.games).take_while(&mut fits).count() {
            0 => {
                let message = format!(
                    "game {} with {} plies does not fit into space for {} games and {} plies",
                    self.number_of(first),
                    plies_of(first),
                    size.games,
                    size.plies
                );
                size.plies = plies_of(first);
                Err(Error::new(ErrorCode::BufferTooSmall, message))
            }
            count => Ok(count),
        }
    }

    /// Passes each of these games to `on_game`; its first error ends the reading.
    pub(super) fn read<E>(
        &self,
        reader: &Reader,
        games: Range<usize>,
        on_game: impl FnMut(usize, Line<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.lines {
            Lines::Stored(lines) => self.read_stored(reader, lines, games, on_game),
            Lines::Block(block) => read_lines(games, |game, out| block.read_line(game, out).map(drop), on_game),
            Lines::Edited(lines) => read_lines(games, |game, out| self.read_edited(reader, lines, game, out), on_game),
            Lines::Lost(error) => read_lines(games, |_, _| Err(error.clone()), on_game),
        }
    }

    fn read_edited(&self, reader: &Reader, lines: &EditedLines, game: usize, out: &mut Vec<PackedMove>) -> Result<()> {
        let number = self.number_of(game);
        let lost = match reader.edit(number) {
            Some(Edit::Deleted) => return Ok(()),
            Some(Edit::Replaced(_)) => lines.lost.get(&game),
            _ => lines.block.as_ref(),
        };
        lost.map_or_else(|| reader.read_moves(number, out), |error| Err(error.clone()))
    }

    fn read_stored<E>(
        &self,
        reader: &Reader,
        lines: &StoredLines,
        games: Range<usize>,
        mut on_game: impl FnMut(usize, Line<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let checked = reader.checked_games(self.index);
        let standard = Position::default();
        let mut result = Ok(());
        let fetched = reader.with_block_bytes(self.index, |fetch| {
            let moves = lines.moves(fetch)?;
            let read = |game: usize, out: &mut Vec<PackedMove>| {
                if lines.starts_from_tag(game)? {
                    let start = self.whole(reader)?.read_start(game)?.unwrap_or_default();
                    lines.read(game, &start, &moves, &checked, out)
                } else {
                    lines.read(game, &standard, &moves, &checked, out)
                }
            };
            result = read_lines(games.clone(), read, &mut on_game);
            Ok(())
        });
        match fetched {
            Ok(()) => result,
            Err(error) => read_lines(games, |_, _| Err(error.clone()), on_game),
        }
    }

    /// Returns the complete block. It is not read through the cache, because a scan would evict the blocks there.
    fn whole(&self, reader: &Reader) -> Result<&Block> {
        if let Some(block) = self.whole.get() {
            return block.as_ref().map_err(Error::clone);
        }
        let block = match reader.load_block(self.index) {
            Err(error) if error.is_temporary() => return Err(error),
            block => block,
        };
        // The block, or the error of reading it, is kept for its other games.
        self.whole.get_or_init(|| block).as_ref().map_err(Error::clone)
    }

    /// Records that this number of games was read. Once all games were read, in any order, records that their moves
    /// were checked.
    pub(super) fn add_read(&self, reader: &Reader, games: usize) {
        let is_whole = !matches!(self.lines, Lines::Edited(_));
        if is_whole && self.read.fetch_add(games, Ordering::Relaxed) + games == self.games {
            reader.checked_games(self.index).add_first(self.games as u32);
        }
    }
}

fn read_lines<E>(
    games: Range<usize>,
    read: impl Fn(usize, &mut Vec<PackedMove>) -> Result<()>,
    mut on_game: impl FnMut(usize, Line<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut moves = Vec::new();
    games.into_iter().try_for_each(|game| {
        moves.clear();
        let line = read(game, &mut moves);
        on_game(game, line.map(|()| &moves[..]))
    })
}
