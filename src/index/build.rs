//! Building the segment for a block.

use std::{collections::BTreeMap, iter::Peekable, ops::ControlFlow, slice::Iter};

use shakmaty::{Chess, Color};

use super::{
    entry,
    game_list::put_list,
    key::{Exact, Key},
    lines::{BlockLines, GameLine},
    record::{CUSTOM_START, GameRecord, RECORD_LEN},
    segment::{Header, to_bytes},
};
use crate::{
    PackedMove, Result,
    chess::branch::Branch,
    codecs::byte::{self, Board, Ply},
    container::{BlockHeader, Fetch, GameMeta},
    memory,
};

/// A position of more games than this has an entry. Not a rule of the format.
const ENTRY_THRESHOLD: usize = 12;

/// About how many games are in a bucket. Not a rule of the format.
const GAMES_PER_BUCKET: usize = 12;

/// Key, game and ply of a position.
type KeyedPly = (u64, u32, u32);

/// Builds the segment for the block that starts at offset `block_start` of a file.
///
/// # Errors
///
/// Those of reading the block.
pub fn build(block_start: u64, block_header: &BlockHeader, fetch: &dyn Fetch) -> Result<Vec<u8>> {
    let BlockLines { games, moves_len } = BlockLines::load(block_header, fetch)?;
    let meta = GameMeta::load(block_header, fetch)?;
    let mut parts = Parts::default();
    parts.records.try_reserve(RECORD_LEN * games.len())?;
    games.iter().enumerate().for_each(|(game, line)| parts.add_record(game, line.as_ref(), &meta));
    let positions = first_occurrences(&games)?;
    let bucket_bits = parts.add_positions(&positions, &games, &meta)?;
    let header = Header {
        block_start,
        block_crc: block_header.crc,
        games: games.len(),
        moves_len,
        positions: parts.keys.len() / 8,
        entries_len: parts.entries.len(),
        bucket_bits,
        lists_len: parts.lists.len(),
    };
    to_bytes(&header, &parts.body()?)
}

/// Every position of every game once, at its first occurrence, in order of keys and games.
fn first_occurrences(games: &[Option<GameLine>]) -> Result<Vec<KeyedPly>> {
    // A ply takes a byte of code or more.
    let plies: usize = games.iter().flatten().map(|line| line.code.len() + 1).sum();
    let mut found = memory::with_capacity(plies)?;
    let standard = (Board::default(), Key::new(&Chess::default(), &Board::default()));
    for (game, line) in (0u32..).zip(games) {
        let Some(line) = line.as_ref().filter(|line| line.has_positions()) else { continue };
        let custom = line.start.as_ref().map(|start| {
            let board = Board::new(start);
            let key = Key::new(start, &board);
            (board, key)
        });
        let (board, key) = custom.as_ref().unwrap_or(&standard);
        let (mut key, mut ply) = (key.clone(), 0);
        found.push((key.get(board), game, ply));
        byte::scan_from(board, &line.code, usize::MAX, |board, played| {
            key.update(board, played);
            ply += 1;
            found.push((key.get(board), game, ply));
            ControlFlow::Continue(())
        })?;
    }
    found.sort_unstable();
    found.dedup_by_key(|(key, game, _)| (*key, *game));
    Ok(found)
}

/// The games of a frequent position.
#[derive(Default)]
struct Group {
    exact: Option<Exact>,
    branches: BTreeMap<Option<PackedMove>, Branch>,
    /// Different positions have the same key.
    has_collision: bool,
}

/// Game, ply and number of the group of a position.
type Occurrence = (u32, u32, u32);

/// Replays the games of the groups and counts their branches; `None` for a group in which different positions share a key.
fn count_groups(games: &[Option<GameLine>], meta: &GameMeta, frequent: &[&[KeyedPly]]) -> Result<Vec<Option<Group>>> {
    let mut groups = memory::collected(frequent.iter().map(|_| Group::default()))?;
    let mut occurrences: Vec<Occurrence> =
        memory::with_capacity(frequent.iter().map(|positions| positions.len()).sum())?;
    for (number, positions) in (0u32..).zip(frequent) {
        occurrences.extend(positions.iter().map(|(_, game, ply)| (*game, *ply, number)));
    }
    occurrences.sort_unstable();
    for of_game in occurrences.chunk_by(|a, b| a.0 == b.0) {
        let game = of_game[0].0 as usize;
        if let Some(line) = &games[game] {
            let counter =
                BranchCounter { game, meta, left: of_game.iter().peekable(), groups: &mut groups, open: None };
            counter.count(line, of_game.last().map_or(0, |occurrence| occurrence.1))?;
        }
    }
    memory::collected(groups.into_iter().map(|group| Some(group).filter(|group| !group.has_collision)))
}

/// Counts the branches of one game in the groups of its positions.
struct BranchCounter<'a> {
    game: usize,
    meta: &'a GameMeta,
    left: Peekable<Iter<'a, Occurrence>>,
    groups: &'a mut [Group],
    /// The group of the position on the board, until the next move is known.
    open: Option<(u32, Exact)>,
}

impl BranchCounter<'_> {
    /// Replays the game until the move after `last_ply`.
    fn count(mut self, line: &GameLine, last_ply: u32) -> Result<()> {
        let start = line.start.clone().unwrap_or_default();
        let board = Board::new(&start);
        let (mut key, mut ply) = (Key::new(&start, &board), 0);
        self.open(&key, &board, 0);
        byte::scan_from(&board, &line.code, last_ply as usize + 1, |board: &Board, played: Ply| {
            self.close(Some(played.packed));
            key.update(board, played);
            ply += 1;
            self.open(&key, board, ply);
            ControlFlow::Continue(())
        })?;
        self.close(None);
        Ok(())
    }

    fn open(&mut self, key: &Key, board: &Board, ply: u32) {
        let occurrence = self.left.next_if(|occurrence| occurrence.1 == ply);
        self.open = occurrence.map(|(_, _, number)| (*number, key.exact(board)));
    }

    fn close(&mut self, next: Option<PackedMove>) {
        let Some((number, exact)) = self.open.take() else { return };
        let group = &mut self.groups[number as usize];
        group.has_collision |= *group.exact.get_or_insert_with(|| exact.clone()) != exact;
        let rating = self.meta.rating(self.game, exact.turn());
        let branch = group.branches.entry(next).or_insert_with(|| Branch::new(next));
        branch.count(self.meta.result(self.game), rating, self.meta.year(self.game));
    }
}

/// The parts of the body, as they grow (`index.3`).
#[derive(Default)]
struct Parts {
    records: Vec<u8>,
    keys: Vec<u8>,
    entry_offsets: Vec<u8>,
    entries: Vec<u8>,
    bucket_offsets: Vec<u8>,
    lists: Vec<u8>,
}

impl Parts {
    fn add_record(&mut self, game: usize, line: Option<&GameLine>, meta: &GameMeta) {
        let offset_and_start = line.map_or(CUSTOM_START, |line| line.offset_and_start);
        let ratings = [Color::White, Color::Black].map(|color| meta.rating(game, color));
        GameRecord::new(offset_and_start, ratings, meta.year(game), meta.result(game)).put(&mut self.records);
    }

    /// Adds entries for frequent positions, and buckets for all others. Returns the number of bits of a bucket's number.
    fn add_positions(&mut self, positions: &[KeyedPly], games: &[Option<GameLine>], meta: &GameMeta) -> Result<u32> {
        let (mut frequent, mut rare): (Vec<&[KeyedPly]>, Vec<&[KeyedPly]>) = Default::default();
        for position in positions.chunk_by(|a, b| a.0 == b.0) {
            let is_frequent = position.len() > ENTRY_THRESHOLD;
            memory::push(if is_frequent { &mut frequent } else { &mut rare }, position)?;
        }
        let groups = count_groups(games, meta, &frequent)?;
        for (position, group) in frequent.into_iter().zip(groups) {
            match group {
                Some(group) => self.add_entry(position, group, games.len())?,
                None => memory::push(&mut rare, position)?,
            }
        }
        rare.sort_unstable_by_key(|position| position[0].0);
        self.add_buckets(&rare, games.len())
    }

    fn add_entry(&mut self, position: &[KeyedPly], group: Group, games: usize) -> Result<()> {
        let mut by_ply: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (_, game, ply) in position {
            memory::push(by_ply.entry(*ply).or_default(), *game)?;
        }
        let by_ply: Vec<_> = by_ply.into_iter().collect();
        let branches: Vec<Branch> = group.branches.into_values().collect();
        entry::put(&mut self.entries, &by_ply, &branches, games)?;
        memory::append(&mut self.keys, &position[0].0.to_le_bytes())?;
        memory::append(&mut self.entry_offsets, &(self.entries.len() as u32).to_le_bytes())
    }

    /// index.8: every game in the buckets of its positions, apart from those that have an entry.
    fn add_buckets(&mut self, rare: &[&[KeyedPly]], games: usize) -> Result<u32> {
        let total: usize = rare.iter().map(|position| position.len()).sum();
        let bits = (total / GAMES_PER_BUCKET).max(1).ilog2();
        let bucket_of = |key: u64| if bits == 0 { 0 } else { (key >> (64 - bits)) as usize };
        let mut positions = rare.iter().peekable();
        let mut list = Vec::new();
        for bucket in 0..1usize << bits {
            list.clear();
            while let Some(position) = positions.next_if(|position| bucket_of(position[0].0) == bucket) {
                list.try_reserve(position.len())?;
                list.extend(position.iter().map(|(_, game, _)| *game));
            }
            list.sort_unstable();
            list.dedup();
            put_list(&mut self.lists, &list, games)?;
            memory::append(&mut self.bucket_offsets, &(self.lists.len() as u32).to_le_bytes())?;
        }
        Ok(bits)
    }

    fn body(self) -> Result<Vec<u8>> {
        let parts = [self.records, self.keys, self.entry_offsets, self.entries, self.bucket_offsets, self.lists];
        let mut body = memory::with_capacity(parts.iter().map(Vec::len).sum())?;
        parts.iter().for_each(|part| body.extend_from_slice(part));
        Ok(body)
    }
}
