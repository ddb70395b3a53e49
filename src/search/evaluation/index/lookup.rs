//! Answers of the index of a file for a position, before any block is searched (`index.10`).

use std::{borrow::Cow, ops::Range, sync::Mutex};

use super::group_lines::{GroupLines, Left};
use crate::{
    Position, Reader, Result,
    file::reader::BlockSegment,
    index::{Entry, GroupMoves, GroupRecord, Leaf, MAX_GROUPS},
    memory,
    search::{
        evaluation::{collect::Collect, scanner::Scanner, verified_entry::VerifiedEntry},
        targets::finder::Finder,
    },
};

/// Answer of a segment for the position.
pub(crate) enum Found<P> {
    /// Results for its blocks, which take them. An answer for the segment as a whole is alone: its first block takes it.
    /// These games, counted from the first of the segment, are to be replayed beside.
    Answer(Mutex<Vec<P>>, Vec<u32>),
    /// Games that contain the position are in these groups, in ascending order. The records of few groups; of many, each of
    /// which may be of many games, are read block by block.
    Groups(Vec<u32>, Vec<GroupRecord>),
    /// These games contain it, counted from the first of the segment.
    Games(Vec<u32>),
}

/// A segment, and what it says.
pub(crate) type Lookup<'a, P> = (&'a BlockSegment, Found<P>);

/// Answers of the segments of a file for a position. Corrupt segments have none.
pub(crate) struct Lookups<'a, P>(Vec<Lookup<'a, P>>);

impl<'a, P: Default> Lookups<'a, P> {
    /// None.
    pub(crate) fn none() -> Lookups<'a, P> {
        Lookups(Vec::new())
    }

    /// Looks the position with this key up in the segments that cover any of these blocks. `all` is whether all games of the blocks are
    /// searched, so that an entry may be the answer.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(crate) fn new<C: Collect<OfBlock = P>>(
        scanner: &Scanner<'a, C>,
        key: u64,
        blocks: &Range<usize>,
        all: bool,
    ) -> Result<Lookups<'a, P>> {
        let mut lookups = Vec::new();
        for place in scanner.reader.segments() {
            let covered = &place.blocks;
            if covered.end <= blocks.start || blocks.end <= covered.start {
                continue;
            }
            let is_whole = blocks.start <= covered.start && covered.end <= blocks.end;
            let answers = match (all, is_whole) {
                (false, _) => Answers::None,
                (true, false) => Answers::ByBlock,
                (true, true) => Answers::OfSegment,
            };
            match found_in(scanner, place, key, answers) {
                Ok(found) => memory::push(&mut lookups, (place, found))?,
                Err(e) if e.is_no_memory() => return Err(e),
                // The blocks are searched without the index; what else is corrupt is reported by that search.
                Err(_) => {}
            }
        }
        Ok(Lookups(lookups))
    }

    /// Returns what is known of the games of a block.
    pub(crate) fn of_block(&self, block: usize) -> Option<&Lookup<'a, P>> {
        let after = self.0.partition_point(|(place, _)| place.blocks.end <= block);
        self.0.get(after).filter(|(place, _)| place.blocks.contains(&block))
    }

    /// Games that are to be replayed; `None` if blocks are to be scanned.
    pub(crate) fn games_to_replay(&self, blocks: usize) -> Option<usize> {
        let covered: usize = self.0.iter().map(|(place, _)| place.blocks.len()).sum();
        let games = self.0.iter().map(|(place, found)| match found {
            Found::Groups(groups, _) => groups.iter().map(|group| place.segment.games_of(*group as usize).len()).sum(),
            Found::Answer(_, games) | Found::Games(games) => games.len(),
        });
        (covered == blocks).then(|| games.sum())
    }
}

/// Which answers an entry may give.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// None: not all games are searched.
    None,
    /// One for each block: some blocks of the segment are not searched.
    ByBlock,
    /// One for the segment, or one for each block.
    OfSegment,
}

fn found_in<C: Collect>(
    scanner: &Scanner<'_, C>,
    place: &BlockSegment,
    key: u64,
    answers: Answers,
) -> Result<Found<C::OfBlock>> {
    let segment = &place.segment;
    let reader = scanner.reader;
    let entry = match segment.find(key, reader.file())? {
        Leaf::Entry(entry) => entry,
        Leaf::Groups(groups) => {
            let few = if groups.len() <= MAX_GROUPS { &groups[..] } else { &[] };
            segment.prefetch_records(few.iter().map(|group| *group as usize), reader.file())?;
            let records = memory::all(few.iter().map(|group| segment.record(*group as usize, reader.file())))?;
            let known = records.iter().map(|record| Ok(Cow::Borrowed(record)));
            prefetch_moves(reader, place, few.iter().map(|group| *group as usize).zip(known))?;
            return Ok(Found::Groups(groups, records));
        }
    };
    if !is_about(reader, place, &entry, scanner.finder)? {
        return Ok(Found::Groups(Vec::new(), Vec::new()));
    }
    let entry = VerifiedEntry::new(entry, place, key, reader)?;
    let collect = scanner.collect;
    if answers == Answers::OfSegment
        && let Some(answer) = collect.of_segment(&entry, &|games| scanner.replay(place, games))?
    {
        return Ok(Found::Answer(Mutex::new(vec![answer]), Vec::new()));
    }
    if answers != Answers::None
        && let Some((answers, games)) = collect.by_block(&entry)?
    {
        return Ok(Found::Answer(Mutex::new(answers), games));
    }
    Ok(Found::Games(memory::collected(entry.occurrences()?.into_iter().map(|(game, _)| game))?))
}

/// Says that the moves of these groups are read next. Of their records, one at a time is in memory: one of a few bytes may be of many
/// games.
///
/// Errors: from the records, and of the source.
pub(super) fn prefetch_moves<'r>(
    reader: &Reader,
    place: &BlockSegment,
    groups: impl Iterator<Item = (usize, Result<Cow<'r, GroupRecord>>)>,
) -> Result<()> {
    let mut ranges = Vec::new();
    for (group, record) in groups {
        let block = &place.segment.blocks()[place.segment.block_of_group(group)];
        if let Some(range) = GroupMoves::range(block, &*record?)? {
            memory::push(&mut ranges, range)?;
        }
    }
    reader.file().prefetch(&ranges)
}

/// Returns whether an entry is about the position, and not about another with the same key.
pub(crate) fn is_about(reader: &Reader, place: &BlockSegment, entry: &Entry, finder: &dyn Finder) -> Result<bool> {
    example_line(reader, place, entry, |start, code, ply| {
        Ok(finder.find(start, code)?.is_some_and(|found| found.ply == ply))
    })
}

/// Calls `read` with the line of a game that an entry has: its start, unless that is the standard one, its code of `byte`, and the plies
/// to the position.
pub(super) fn example_line<T>(
    reader: &Reader,
    place: &BlockSegment,
    entry: &Entry,
    read: impl FnOnce(Option<&Position>, &[u8], u32) -> Result<T>,
) -> Result<T> {
    let (game, ply) = entry.example()?;
    let group = place.segment.group_of(game);
    let record = place.segment.record(group, reader.file())?;
    let block = place.blocks.start + place.segment.block_of_group(group);
    let lines = GroupLines::load(reader, place, group, &record, &mut Left::of_block(&reader.blocks()[block]))?;
    let mut code = Vec::new();
    let number = (game - place.segment.games_of(group).start) as usize;
    let start = record.starts()?.of_game(number)?;
    read(start.as_ref(), &lines.byte_code(number, start.as_ref(), &mut code)?, ply)
}
