//! The games that a segment is built for.

use std::{
    ops::{ControlFlow, Range},
    sync::LazyLock,
};

use crate::{
    Error, ErrorCode, Position, Result,
    codecs::byte::{self, Board},
    index::{
        directory::GroupPlace,
        entry::NO_MOVE,
        group::{GameRecord, GameStart},
        key::Key,
        lines::BlockLines,
        page::Sizes,
    },
    memory, parallel,
};

/// The games, and what is known of their groups.
pub(super) struct Corpus {
    pub sizes: Sizes,
    pub blocks: Vec<CorpusBlock>,
    pub groups: Vec<GroupPlace>,
    /// The records of all groups.
    pub records: Vec<u8>,
    pub record_lens: Vec<u32>,
    /// The group of each game.
    pub group_of: Vec<u32>,
}

/// A block of them.
pub(super) struct CorpusBlock {
    pub lines: BlockLines,
    /// The number of its first game.
    pub first: u32,
    pub groups: Range<usize>,
}

/// A position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Occurrence {
    pub key: u64,
    /// From the highest bits: the game, the ply, the next move.
    place: u64,
}

/// Bits of a ply, and of a move.
const PLY_BITS: u32 = 28;
const MOVE_BITS: u32 = 16;

impl Occurrence {
    fn new(key: u64, game: u32, ply: u32) -> Occurrence {
        let place = u64::from(game) << (PLY_BITS + MOVE_BITS) | u64::from(ply) << MOVE_BITS | u64::from(NO_MOVE);
        Occurrence { key, place }
    }

    fn set_next(&mut self, next: u16) {
        self.place = self.place >> MOVE_BITS << MOVE_BITS | u64::from(next);
    }

    pub(super) fn game(&self) -> u32 {
        (self.place >> (PLY_BITS + MOVE_BITS)) as u32
    }

    pub(super) fn ply(&self) -> u32 {
        (self.place >> MOVE_BITS) as u32 & ((1 << PLY_BITS) - 1)
    }

    /// The next move, or [`NO_MOVE`].
    pub(super) fn next(&self) -> u16 {
        self.place as u16
    }
}

static STANDARD: LazyLock<(Board, Key)> = LazyLock::new(|| board_and_key(&Position::default()));

fn board_and_key(start: &Position) -> (Board, Key) {
    let board = Board::new(start);
    let key = Key::new(start, &board);
    (board, key)
}

/// Replays a game up to a ply: `visit` gets the move that was played, if any, the ply, the key and the board.
pub(super) fn replay(
    lines: &BlockLines,
    game: usize,
    plies: usize,
    mut visit: impl FnMut(Option<u16>, u32, &Key, &Board),
) -> Result<()> {
    let custom = lines.custom_start(game).map(board_and_key);
    let (board, key) = custom.as_ref().unwrap_or(&STANDARD);
    let (mut key, mut ply) = (key.clone(), 0);
    visit(None, 0, &key, board);
    byte::scan_from(board, lines.code(game), plies, |board, played| {
        key.update(board, played);
        ply += 1;
        visit(Some(played.packed.0), ply, &key, board);
        ControlFlow::Continue(())
    })?;
    match ply >> PLY_BITS {
        0 => Ok(()),
        _ => Err(Error::new(ErrorCode::LimitExceeded, "a game is too long for an index")),
    }
}

/// The games of a block that have positions.
fn games_with_positions(lines: &BlockLines) -> impl Iterator<Item = usize> + '_ {
    (0..lines.games.len()).filter(|game| lines.games[*game].start != GameStart::None)
}

/// How many positions of a block's games are in each page.
pub(super) fn page_counts(lines: &BlockLines, sizes: Sizes) -> Result<Vec<u32>> {
    let mut counts = memory::filled(0u32, 1 << sizes.page_bits)?;
    for game in games_with_positions(lines) {
        replay(lines, game, usize::MAX, |_, _, key, board| counts[sizes.page_of(key.get(board))] += 1)?;
    }
    Ok(counts)
}

impl Corpus {
    pub(super) fn new(sizes: Sizes) -> Corpus {
        let (blocks, groups, records) = (Vec::new(), Vec::new(), Vec::new());
        Corpus { sizes, blocks, groups, records, record_lens: Vec::new(), group_of: Vec::new() }
    }

    /// Adds the games of a block.
    pub(super) fn push(&mut self, lines: BlockLines) -> Result<()> {
        let (first, before) = (self.group_of.len() as u32, self.groups.len());
        for record in lines.records() {
            let (record, start) = (record?, self.records.len());
            record.put(&mut self.records)?;
            memory::push(&mut self.record_lens, (self.records.len() - start) as u32)?;
        }
        for (games, ..) in &lines.groups {
            let group = self.groups.len() as u32;
            memory::append(&mut self.group_of, &memory::filled(group, games.len())?)?;
            let games = first + games.start as u32..first + games.end as u32;
            memory::push(&mut self.groups, GroupPlace { games, record: 0..0 })?;
        }
        memory::push(&mut self.blocks, CorpusBlock { lines, first, groups: before..self.groups.len() })
    }

    /// About how many bytes of memory it takes.
    pub(super) fn memory(&self) -> u64 {
        let blocks: usize = self.blocks.iter().map(|block| block.lines.memory()).sum();
        (blocks + self.records.len() + 32 * self.groups.len() + 4 * self.group_of.len()) as u64
    }

    /// The games of the block of a game, and its number there.
    pub(super) fn lines_of(&self, game: u32) -> (&BlockLines, usize) {
        let block = &self.blocks[self.blocks.partition_point(|block| block.first <= game) - 1];
        (&block.lines, (game - block.first) as usize)
    }

    /// What the index says of a game.
    pub(super) fn record_of(&self, game: u32) -> &GameRecord {
        let (lines, number) = self.lines_of(game);
        &lines.games[number]
    }

    /// Returns the positions of some pages, page by page; `counts` has the number of positions of each page. Calls `step` after each block.
    pub(super) fn occurrences(
        &self,
        pages: Range<usize>,
        counts: &[u64],
        threads: usize,
        step: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<Occurrence>> {
        let mut next = memory::with_capacity(pages.len())?;
        let mut total = 0;
        for count in &counts[pages.clone()] {
            next.push(total);
            total += *count as usize;
        }
        let mut all = memory::filled(Occurrence { key: 0, place: 0 }, total)?;
        let mut blocks = self.blocks.iter();
        parallel::in_order(
            threads,
            || Ok(blocks.next()),
            |block| self.occurrences_in(block, &pages),
            |found| {
                for occurrence in found {
                    let next = &mut next[self.sizes.page_of(occurrence.key) - pages.start];
                    all[*next] = occurrence;
                    *next += 1;
                }
                step()
            },
        )?;
        Ok(all)
    }

    fn occurrences_in(&self, block: &CorpusBlock, pages: &Range<usize>) -> Result<Vec<Occurrence>> {
        let share = pages.len() as f64 / (1u64 << self.sizes.page_bits) as f64;
        let plies: usize = block.lines.games.iter().map(|game| game.plies as usize + 1).sum();
        let mut found = memory::with_capacity((plies as f64 * share * 1.1) as usize + 1000)?;
        let mut room = Ok(());
        for game in games_with_positions(&block.lines) {
            let (number, mut open) = (block.first + game as u32, false);
            replay(&block.lines, game, usize::MAX, |played, ply, key, board| {
                if let (Some(played), true) = (played, open) {
                    found.last_mut().into_iter().for_each(|last: &mut Occurrence| last.set_next(played));
                }
                let key = key.get(board);
                open = pages.contains(&self.sizes.page_of(key)) && room.is_ok();
                if open {
                    room = memory::push(&mut found, Occurrence::new(key, number, ply));
                }
            })?;
        }
        room.map(|()| found)
    }
}
