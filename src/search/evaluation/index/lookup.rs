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
    /// The results for the blocks of the segment, and games, numbered within the segment, that must also be replayed.
    /// Each block takes its own result. A single result for the complete segment goes to the first block.
    Answer(Mutex<Vec<P>>, Vec<u32>),
    /// Every game with the position is in one of these groups, in ascending order. If there are few groups, also has their records. The
    /// records of many groups are read block by block, because each record can describe many games.
    Groups(Vec<u32>, Vec<GroupRecord>),
    /// These games, numbered within the segment, have the position.
    Games(Vec<u32>),
}

/// A segment, and its answer.
pub(crate) type Lookup<'a, P> = (&'a BlockSegment, Found<P>);

/// Answers of the segments of a file for a position. Corrupt segments give no answer.
pub(crate) struct Lookups<'a, P>(Vec<Lookup<'a, P>>);

impl<'a, P: Default> Lookups<'a, P> {
    /// No answers.
    pub(crate) fn none() -> Lookups<'a, P> {
        Lookups(Vec::new())
    }

    /// Looks up the position with this key in the segments that cover any of these blocks. `all` is true if all games of the blocks are
    /// searched, so that an entry can be the answer.
    ///
    /// Errors: from the source, and [`crate::ErrorCode::NoMemory`].
    pub(crate) fn new<C: Collect<OfBlock = P>>(
        scanner: &Scanner<'a, C>,
        key: u64,
        blocks: &Range<usize>,
        all: bool,
    ) -> Result<Lookups<'a, P>> {
        let mut lookups = Vec::new();
        for place in scanner.reader.segments()? {
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
                Err(e) if e.is_temporary() => return Err(e),
                // The segment is corrupt. Its blocks are searched without it, and that search reports corruption of the games.
                Err(_) => {}
            }
        }
        Ok(Lookups(lookups))
    }

    /// Returns the answer for the segment of a block.
    pub(crate) fn of_block(&self, block: usize) -> Option<&Lookup<'a, P>> {
        let after = self.0.partition_point(|(place, _)| place.blocks.end <= block);
        self.0.get(after).filter(|(place, _)| place.blocks.contains(&block))
    }

    /// Number of games to be replayed; `None` if blocks must be scanned.
    pub(crate) fn games_to_replay(&self, blocks: usize) -> Option<usize> {
        let covered: usize = self.0.iter().map(|(place, _)| place.blocks.len()).sum();
        let games = self.0.iter().map(|(place, found)| match found {
            Found::Groups(groups, _) => groups.iter().map(|group| place.segment.games_of(*group as usize).len()).sum(),
            Found::Answer(_, games) | Found::Games(games) => games.len(),
        });
        (covered == blocks).then(|| games.sum())
    }
}

/// Kinds of answers that an entry can give.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// None, because not all games are searched.
    None,
    /// One for each block, because some blocks of the segment are not searched.
    ByBlock,
    /// One for the complete segment, or one for each block.
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

/// Prefetches the moves of these groups. Only one record is in memory at a time, because a record of a few bytes can describe many games.
///
/// Errors: from the records and from the source.
pub(super) fn prefetch_moves<'r>(
    reader: &Reader,
    place: &BlockSegment,
    groups: impl Iterator<Item = (usize, Result<Cow<'r, GroupRecord>>)>,
) -> Result<()> {
    let mut ranges = Vec::new();
    for (group, record) in groups {
        let number = place.segment.block_of_group(group);
        let end = reader.blocks()[place.blocks.start + number].range.end;
        if let Some(range) = GroupMoves::range(&place.segment.blocks()[number], &*record?)?
            && range.end <= end
        {
            memory::push(&mut ranges, range)?;
        }
    }
    reader.file().prefetch(&distinct(ranges))
}

/// Maximum number of plies and games of an entry that [`prefetch_entries`] keeps. A larger entry is looked up again: a crafted index could
/// fill the memory with many of them.
const MAX_KEPT: usize = 1 << 13;

/// The leaves of keys, in their order; `None` for a leaf that must be looked up.
pub(crate) type KnownLeaves = Vec<Option<Leaf>>;

/// Prefetches the data for looking up the positions with these keys, in three rounds: first the pages; then the lists after pages, and the
/// records of the groups with the example games; last the moves of these groups. Returns the leaves, without branches and groups, so that
/// pages are read only once. Does nothing for a file with fast reads. Corruption is left for the lookups to report.
///
/// Errors: from the source, and [`crate::ErrorCode::NoMemory`].
pub(crate) fn prefetch_entries(reader: &Reader, place: &BlockSegment, keys: &[u64]) -> Result<KnownLeaves> {
    let mut leaves = memory::collected(keys.iter().map(|_| None))?;
    if !reader.is_remote() {
        return Ok(leaves);
    }
    match prefetch_rounds(reader, place, keys, &mut leaves) {
        Err(e) if e.is_temporary() => Err(e),
        _ => Ok(leaves),
    }
}

fn prefetch_rounds(reader: &Reader, place: &BlockSegment, keys: &[u64], leaves: &mut [Option<Leaf>]) -> Result<()> {
    let segment = &place.segment;
    let file = reader.file();
    file.prefetch(&distinct(memory::collected(keys.iter().map(|key| segment.page_range(*key)))?))?;
    let mut ranges = memory::with_capacity(2 * keys.len())?;
    let mut groups = memory::with_capacity(keys.len())?;
    for (key, known) in keys.iter().zip(leaves) {
        let Leaf::Entry(mut entry) = segment.find(*key, file)? else {
            *known = Some(Leaf::Groups(Vec::new()));
            continue;
        };
        let group = segment.group_of(entry.example()?.0);
        groups.push(group);
        ranges.push(segment.record_range(group));
        ranges.extend(segment.lists_range(*key, &entry)?);
        entry.branches = Vec::new();
        *known = (entry.size() <= MAX_KEPT).then_some(Leaf::Entry(entry));
    }
    file.prefetch(&distinct(ranges))?;
    groups.sort_unstable();
    groups.dedup();
    let records = groups.iter().map(|group| (*group, segment.record(*group, file).map(Cow::Owned)));
    prefetch_moves(reader, place, records)
}

/// Maximum number of bytes that are prefetched at a time. The ranges of a crafted index can overlap and be as long as the file; ranges that
/// are left out are read when they are needed.
const MAX_PREFETCHED: u64 = 32 << 20;

/// Returns each range once, but at most [`MAX_PREFETCHED`] bytes in all.
fn distinct(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    ranges.dedup();
    let mut left = MAX_PREFETCHED;
    ranges.retain(|range| {
        let rest = left.checked_sub(range.end.saturating_sub(range.start));
        left = rest.unwrap_or(left);
        rest.is_some()
    });
    ranges
}

/// Returns whether an entry belongs to the searched position, and not to a different position with the same key.
pub(crate) fn is_about(reader: &Reader, place: &BlockSegment, entry: &Entry, finder: &dyn Finder) -> Result<bool> {
    example_line(reader, place, entry, |start, code, ply| {
        Ok(finder.find(start, code)?.is_some_and(|found| found.ply == ply))
    })
}

/// Calls `read` with the line of a game of an entry: the start (`None` for the standard start), the code of `byte`, and the plies up to the
/// position.
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
