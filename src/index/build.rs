//! Building the segment for a block.

use std::{collections::BTreeMap, ops::ControlFlow};

use shakmaty::{Chess, Color};

use super::{
    bits::put_list,
    entry,
    key::{Exact, Key},
    parts::{ELSEWHERE, GameRecord},
    segment::{Head, to_bytes},
};
use crate::{
    Codec, PackedMove, Reader, Result,
    codecs::byte::{self, Board},
    container::{Lines, Outline, Scan},
    search::{Branch, Facts},
};

/// A position with more games than this in a block has an entry. Not a rule of the format.
const FEW_GAMES: usize = 12;

/// SquareAttacks how many games are in a bucket. Not a rule of the format.
const GAMES_PER_BUCKET: usize = 12;

/// A game of the block: where it starts, and its moves as code of `byte`.
struct Line {
    start: Option<Chess>,
    code: Vec<u8>,
    place: u32,
}

/// A position of a game.
type Record = (u64, u32, u32); // key, game, ply

/// Makes the segment for a block of a file.
pub fn build(reader: &Reader, index: usize) -> Result<Vec<u8>> {
    let info = &reader.blocks()[index];
    let (lines, moves_len) = lines(reader, index)?;
    let facts = Facts::of_block(reader, index)?;
    let records = all_records(&lines)?;
    let mut parts = Parts::default();
    for (game, line) in lines.iter().enumerate() {
        let place = line.as_ref().map_or(ELSEWHERE, |line| line.place);
        let ratings = [Color::White, Color::Black].map(|color| facts.rating(game, color));
        GameRecord::new(place, ratings, facts.year(game), facts.result(game)).put(&mut parts.games);
    }
    let (frequent, rare): (Vec<&[Record]>, Vec<&[Record]>) =
        records.chunk_by(|a, b| a.0 == b.0).partition(|group| group.len() > FEW_GAMES);
    let mut rare = rare;
    let groups = check_groups(&lines, &facts, &frequent)?;
    for (records, group) in frequent.into_iter().zip(groups) {
        match group {
            Some(group) => parts.add_entry(records, group, lines.len()),
            None => rare.push(records),
        }
    }
    rare.sort_unstable_by_key(|group| group[0].0);
    let bucket_bits = parts.add_buckets(&rare, lines.len());
    let head = Head {
        block_start: info.range.start,
        block_crc: info.head_crc,
        games: lines.len(),
        moves_len,
        positions: parts.keys.len() / 8,
        entries_len: parts.entries.len(),
        bucket_bits,
        lists_len: parts.lists.len(),
    };
    Ok(to_bytes(&head, &parts.body()))
}

/// The games; `None` for those without positions.
fn lines(reader: &Reader, index: usize) -> Result<(Vec<Option<Line>>, u32)> {
    let codec = reader.look(index, |head, _| head.codec())?;
    if codec == Codec::Byte { byte_lines(reader, index) } else { decoded_lines(reader, index) }
}

fn byte_lines(reader: &Reader, index: usize) -> Result<(Vec<Option<Line>>, u32)> {
    let mut block = None;
    reader.look(index, |head, fetch| {
        let scan = Scan::new(head, fetch)?;
        let (outline, lines) = (Outline::load(&scan)?, Lines::load(&scan, false)?);
        let mut found = Vec::with_capacity(head.games);
        for game in 0..head.games {
            let place = lines.start(game) as u32;
            let line = |start, place| Some(Line { start, code: lines.code(game).to_vec(), place });
            found.push(if outline.starts_usually(game) {
                line(None, place)
            } else if outline.starts_elsewhere(game) {
                let block = match &block {
                    Some(block) => block,
                    None => block.insert(reader.block(index)?),
                };
                line(block.read_start(game)?, place | ELSEWHERE)
            } else {
                // Keeps its place, so that the game before it ends there.
                line(None, place | ELSEWHERE).map(|line| Line { code: Vec::new(), ..line })
            });
        }
        Ok((found, lines.len() as u32))
    })
}

fn decoded_lines(reader: &Reader, index: usize) -> Result<(Vec<Option<Line>>, u32)> {
    let block = reader.load_block(index)?;
    reader.look(index, |head, fetch| {
        let outline = Outline::load(&Scan::new(head, fetch)?)?;
        let mut words = Vec::new();
        let lines = (0..head.games).map(|game| {
            if !outline.starts_usually(game) && !outline.starts_elsewhere(game) {
                return Ok(None);
            }
            let mut code = Vec::new();
            let start = block.read_byte_code(game, &mut words, &mut code)?;
            let place = if outline.starts_usually(game) { 0 } else { ELSEWHERE };
            Ok(Some(Line { start, code, place }))
        });
        Ok((lines.collect::<Result<_>>()?, 0))
    })
}

impl Line {
    /// Whether the game has positions: one without them keeps a place only.
    fn has_positions(&self) -> bool {
        self.start.is_some() || self.place & ELSEWHERE == 0
    }
}

/// Every position of every game once, at its first arrival, in order of keys and games.
fn all_records(lines: &[Option<Line>]) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    let usual = (Chess::default(), Board::default());
    let usual_key = Key::new(&usual.0, &usual.1);
    for (game, line) in (0u32..).zip(lines) {
        let Some(line) = line.as_ref().filter(|line| line.has_positions()) else { continue };
        let other = line.start.as_ref().map(|start| (Board::new(start), start));
        let (board, mut key) = match &other {
            None => (&usual.1, usual_key.clone()),
            Some((board, start)) => (board, Key::new(start, board)),
        };
        let mut ply = 0;
        records.push((key.get(board), game, ply));
        byte::scan_from(board, &line.code, usize::MAX, |board, played| {
            key.follow(board, played);
            ply += 1;
            records.push((key.get(board), game, ply));
            ControlFlow::Continue(())
        })?;
    }
    records.sort_unstable();
    records.dedup_by_key(|record| (record.0, record.1));
    Ok(records)
}

/// What is known of the games of a frequent position.
#[derive(Default)]
struct Group {
    exact: Option<Exact>,
    branches: BTreeMap<Option<PackedMove>, Branch>,
    is_mixed: bool,
}

/// Looks at all arrivals of the groups again: gives their branches; `None` for a group in which different positions share a key.
fn check_groups(lines: &[Option<Line>], facts: &Facts, frequent: &[&[Record]]) -> Result<Vec<Option<Group>>> {
    let mut groups: Vec<Group> = frequent.iter().map(|_| Group::default()).collect();
    // Arrivals by game and ply.
    let mut arrivals: Vec<(u32, u32, u32)> = Vec::new();
    for (number, records) in (0u32..).zip(frequent) {
        arrivals.extend(records.iter().map(|(_, game, ply)| (*game, *ply, number)));
    }
    arrivals.sort_unstable();
    for of_game in arrivals.chunk_by(|a, b| a.0 == b.0) {
        let game = of_game[0].0 as usize;
        if let Some(line) = &lines[game] {
            check_game(line, game, facts, of_game, &mut groups)?;
        }
    }
    Ok(groups.into_iter().map(|group| Some(group).filter(|group| !group.is_mixed)).collect())
}

fn check_game(
    line: &Line,
    game: usize,
    facts: &Facts,
    arrivals: &[(u32, u32, u32)],
    groups: &mut [Group],
) -> Result<()> {
    let start = line.start.clone().unwrap_or_default();
    let board = Board::new(&start);
    let (mut key, mut ply) = (Key::new(&start, &board), 0);
    let mut waiting = arrivals.iter().peekable();
    // The group whose position is on the board, until its next move is known.
    let mut open: Option<(u32, Exact)> = None;
    let mut close = |open: Option<(u32, Exact)>, next: Option<PackedMove>| {
        let Some((number, exact)) = open else { return };
        let group = &mut groups[number as usize];
        group.is_mixed |= *group.exact.get_or_insert_with(|| exact.clone()) != exact;
        let rating = facts.rating(game, exact.turn());
        let branch = group.branches.entry(next).or_insert_with(|| Branch::new(next));
        branch.count(facts.result(game), rating, facts.year(game));
    };
    let mut arrive = |key: &Key, board: &Board, ply: u32| {
        waiting.next_if(|arrival| arrival.1 == ply).map(|arrival| (arrival.2, key.exact(board)))
    };
    let last = arrivals.last().map_or(0, |arrival| arrival.1);
    open = arrive(&key, &board, 0).or(open);
    byte::scan_from(&board, &line.code, last as usize + 1, |board, played| {
        close(open.take(), Some(played.packed));
        key.follow(board, played);
        ply += 1;
        open = arrive(&key, board, ply);
        ControlFlow::Continue(())
    })?;
    close(open, None);
    Ok(())
}

/// The parts of the body, as they grow.
#[derive(Default)]
struct Parts {
    games: Vec<u8>,
    keys: Vec<u8>,
    ends: Vec<u8>,
    entries: Vec<u8>,
    buckets: Vec<u8>,
    lists: Vec<u8>,
}

impl Parts {
    fn add_entry(&mut self, records: &[Record], group: Group, games: usize) {
        let mut by_ply: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        records.iter().for_each(|(_, game, ply)| by_ply.entry(*ply).or_default().push(*game));
        let by_ply: Vec<_> = by_ply.into_iter().collect();
        let branches: Vec<Branch> = group.branches.into_values().collect();
        entry::put(&mut self.entries, &by_ply, &branches, games);
        self.keys.extend_from_slice(&records[0].0.to_le_bytes());
        self.ends.extend_from_slice(&(self.entries.len() as u32).to_le_bytes());
    }

    /// index.8: every game in the buckets of its positions, apart from those that have an entry.
    fn add_buckets(&mut self, rare: &[&[Record]], games: usize) -> u32 {
        let total: usize = rare.iter().map(|group| group.len()).sum();
        let bits = (total / GAMES_PER_BUCKET).max(1).ilog2();
        let bucket_of = |key: u64| if bits == 0 { 0 } else { (key >> (64 - bits)) as usize };
        let mut groups = rare.iter().peekable();
        let mut list = Vec::new();
        for bucket in 0..1usize << bits {
            list.clear();
            while let Some(group) = groups.next_if(|group| bucket_of(group[0].0) == bucket) {
                list.extend(group.iter().map(|(_, game, _)| *game));
            }
            list.sort_unstable();
            list.dedup();
            put_list(&mut self.lists, &list, games);
            self.buckets.extend_from_slice(&(self.lists.len() as u32).to_le_bytes());
        }
        bits
    }

    fn body(self) -> Vec<u8> {
        [self.games, self.keys, self.ends, self.entries, self.buckets, self.lists].concat()
    }
}
