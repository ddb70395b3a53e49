//! The games that a segment is built for.

use std::{
    ops::{ControlFlow, Range},
    sync::LazyLock,
};

use super::{
    occurrence::{MAX_PLY, Occurrence},
    partitions::Adder,
};
use crate::{
    Error, ErrorCode, Position, Result,
    codecs::byte::{self, Board},
    index::{
        directory::GroupPlace,
        group::{GameRecord, GameStart},
        key::Key,
        lines::BlockLines,
        page::Sizes,
    },
    memory,
};

/// The games and their groups.
pub(super) struct Corpus {
    pub sizes: Sizes,
    pub blocks: Vec<CorpusBlock>,
    pub groups: Vec<GroupPlace>,
    /// The records of all groups.
    pub records: Vec<u8>,
    pub record_lens: Vec<u32>,
    /// The group of each game.
    pub group_of: Vec<u32>,
    /// The block of each group.
    block_of: Vec<u32>,
}

/// A block of the corpus.
pub(super) struct CorpusBlock {
    pub lines: BlockLines,
    /// The number of the block's first game.
    pub first: u32,
    pub groups: Range<usize>,
}

static STANDARD: LazyLock<(Board, Key)> = LazyLock::new(|| board_and_key(&Position::default()));

fn board_and_key(start: &Position) -> (Board, Key) {
    let board = Board::new(start);
    let key = Key::new(start, &board);
    (board, key)
}

/// Replays a game up to a ply. `visit` gets the move that was played (`None` at the start), the ply, the key and the board.
pub(super) fn replay(
    lines: &BlockLines,
    game: usize,
    plies: usize,
    mut visit: impl FnMut(Option<u16>, u32, &Key, &Board),
) -> Result<()> {
    let custom = lines.custom_start(game).map(board_and_key);
    let (board, key) = custom.as_ref().unwrap_or(&STANDARD);
    let mut key = key.clone();
    let mut ply = 0;
    visit(None, 0, &key, board);
    byte::scan_from(board, lines.code(game), plies, |board, played| {
        key.update(board, played);
        ply += 1;
        visit(Some(played.packed.0), ply, &key, board);
        ControlFlow::Continue(())
    })?;
    if ply > MAX_PLY {
        return Err(Error::new(ErrorCode::LimitExceeded, "a game is too long for an index"));
    }
    Ok(())
}

/// Adds the positions of a block's games; `first` is the number of the first game.
pub(super) fn add_positions(lines: &BlockLines, first: u32, adder: &mut Adder<'_>) -> Result<()> {
    let with_positions = (0..lines.games.len()).filter(|game| lines.games[*game].start != GameStart::None);
    for game in with_positions {
        let number = first + game as u32;
        let mut before: Option<Occurrence> = None;
        let mut added = Ok(());
        replay(lines, game, usize::MAX, |played, ply, key, board| {
            if let (Some(occurrence), Some(played), true) = (before.take(), played, added.is_ok()) {
                added = adder.add(occurrence.followed_by(played));
            }
            before = Some(Occurrence::new(key.get(board), number, ply));
        })?;
        added?;
        before.map_or(Ok(()), |last| adder.add(last))?;
    }
    Ok(())
}

impl Corpus {
    pub(super) fn new(sizes: Sizes) -> Corpus {
        Corpus {
            sizes,
            blocks: Vec::new(),
            groups: Vec::new(),
            records: Vec::new(),
            record_lens: Vec::new(),
            group_of: Vec::new(),
            block_of: Vec::new(),
        }
    }

    /// Adds the games of a block.
    pub(super) fn push(&mut self, lines: BlockLines) -> Result<()> {
        let first = self.group_of.len() as u32;
        let before = self.groups.len();
        for record in lines.records() {
            let record = record?;
            let start = self.records.len();
            record.put(&mut self.records)?;
            memory::push(&mut self.record_lens, (self.records.len() - start) as u32)?;
        }
        for (games, ..) in &lines.groups {
            let group = self.groups.len() as u32;
            memory::append(&mut self.group_of, &memory::filled(group, games.len())?)?;
            let games = first + games.start as u32..first + games.end as u32;
            memory::push(&mut self.groups, GroupPlace { games, record: 0..0 })?;
            memory::push(&mut self.block_of, self.blocks.len() as u32)?;
        }
        memory::push(&mut self.blocks, CorpusBlock { lines, first, groups: before..self.groups.len() })
    }

    /// Returns the approximate memory used, in bytes.
    pub(super) fn memory(&self) -> u64 {
        let blocks: usize = self.blocks.iter().map(|block| block.lines.memory()).sum();
        (blocks + self.records.len() + 36 * self.groups.len() + 4 * self.group_of.len()) as u64
    }

    /// Returns the games of the block that contains a game, and the number of the game in the block.
    pub(super) fn lines_of(&self, game: u32) -> (&BlockLines, usize) {
        let block = &self.blocks[self.block_of[self.group_of[game as usize] as usize] as usize];
        (&block.lines, (game - block.first) as usize)
    }

    /// Returns the record of a game.
    pub(super) fn record_of(&self, game: u32) -> &GameRecord {
        let (lines, number) = self.lines_of(game);
        &lines.games[number]
    }
}
