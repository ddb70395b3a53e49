//! Searching a block with the index of its file (`index.10`).

use std::{borrow::Cow, mem};

use super::{
    group_lines::{GroupLines, Left},
    lookup::{Found, Lookup, prefetch_moves},
};
use crate::{
    Result,
    file::reader::BlockSegment,
    index::{GameStart, GroupRecord},
    lock::lock,
    memory,
    search::{
        evaluation::{
            collect::Collect,
            scanner::{BlockResult, Scanner},
            selection::Selected,
        },
        targets::first_match::{FirstMatch, LineMatch},
    },
};

/// Games of one group that may contain the position.
pub(crate) struct Candidates {
    group: usize,
    /// Index of the group's record among the records of the lookup, if it is there.
    record: Option<usize>,
    /// Numbers of the games in the group.
    games: Vec<u32>,
    /// Number of the group's first game in the block.
    first: usize,
}

impl Candidates {
    /// The selected games, by their numbers in the group.
    pub(crate) fn selected<'s>(&'s self, selected: &'s Selected) -> impl Iterator<Item = usize> + 's {
        let games = self.games.iter().map(|number| *number as usize);
        games.filter(|number| selected.contains(self.first + number))
    }
}

impl<'a, C: Collect> Scanner<'a, C> {
    /// The games of a block that may contain the position, by groups.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub(crate) fn candidates_in(
        &self,
        block: usize,
        (place, found): &Lookup<'_, C::OfBlock>,
    ) -> Result<Vec<Candidates>> {
        let segment = &place.segment;
        let numbers = &segment.blocks()[block - place.blocks.start].numbers;
        let first_of = |group: usize| (segment.games_of(group).start - numbers.start) as usize;
        match found {
            Found::Groups(groups, records) => {
                let before = |end: u32| groups.partition_point(|group| segment.games_of(*group as usize).start < end);
                memory::all((before(numbers.start)..before(numbers.end)).map(|index| {
                    let group = groups[index] as usize;
                    let games = memory::collected(0..segment.games_of(group).len() as u32)?;
                    let record = (index < records.len()).then_some(index);
                    Ok(Candidates { group, record, games, first: first_of(group) })
                }))
            }
            Found::Answer(_, games) | Found::Games(games) => {
                let start = games.partition_point(|game| *game < numbers.start);
                let end = games.partition_point(|game| *game < numbers.end);
                let in_groups = games[start..end].chunk_by(|a, b| segment.group_of(*a) == segment.group_of(*b));
                memory::all(in_groups.map(|games| {
                    let group = segment.group_of(games[0]);
                    let before = segment.games_of(group).start;
                    let games = memory::collected(games.iter().map(|game| game - before))?;
                    Ok(Candidates { group, record: None, games, first: first_of(group) })
                }))
            }
        }
    }

    /// Returns the record of a group. Only records of one block are in memory at a time, because a record of a few bytes can describe many
    /// games.
    fn record_of<'l>(
        &self,
        candidates: &Candidates,
        (place, found): &'l Lookup<'_, C::OfBlock>,
    ) -> Result<Cow<'l, GroupRecord>> {
        match (found, candidates.record) {
            (Found::Groups(_, records), Some(index)) => Ok(Cow::Borrowed(&records[index])),
            _ => place.segment.record(candidates.group, self.reader.file()).map(Cow::Owned),
        }
    }

    /// Prefetches the records and moves of these candidates.
    ///
    /// Errors: from reading the records.
    pub(crate) fn prefetch(&self, lookup: &Lookup<'_, C::OfBlock>, candidates: &[Candidates]) -> Result<()> {
        lookup.0.segment.prefetch_records(candidates.iter().map(|group| group.group), self.reader.file())?;
        let groups = candidates.iter().map(|group| (group.group, self.record_of(group, lookup)));
        prefetch_moves(self.reader, lookup.0, groups)
    }

    /// Moves the answer of a segment for a block, if any, to the results of the block.
    pub(crate) fn take_answer(&self, block: usize, (place, found): &Lookup<'_, C::OfBlock>, of_block: &mut C::OfBlock) {
        if let Found::Answer(answers, _) = found
            && let Some(answer) = lock(answers).get_mut(block - place.blocks.start)
        {
            *of_block = mem::take(answer);
        }
    }

    /// Replays games, numbered within a segment, and collects their first matches as if all were in one block.
    ///
    /// Errors: from reading the games.
    pub(super) fn replay(&self, place: &BlockSegment, games: &[u32]) -> Result<C::OfBlock> {
        let lookup = (place, Found::Games(memory::copied(games)?));
        let mut result = BlockResult::new(0);
        for block in place.blocks.clone() {
            self.scan_candidates(block, &lookup, &self.candidates_in(block, &lookup)?, &Selected::All, &mut result)?;
        }
        Ok(result.found)
    }

    /// Replays the selected candidates of a block.
    pub(crate) fn scan_candidates(
        &self,
        block: usize,
        lookup: &Lookup<'_, C::OfBlock>,
        candidates: &[Candidates],
        selected: &Selected,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        self.collect.reserve(&mut result.found, candidates.iter().map(|group| group.games.len()).sum())?;
        let mut code = Vec::new();
        let mut left = Left::of_block(&self.reader.blocks()[block]);
        for candidates in candidates {
            let record = self.record_of(candidates, lookup)?;
            let has_start = |number: &usize| record.games[*number].start != GameStart::None;
            let mut games = candidates.selected(selected).filter(has_start).peekable();
            if games.peek().is_none() {
                continue;
            }
            let lines = GroupLines::load(self.reader, lookup.0, candidates.group, &record, &mut left)?;
            let starts = record.starts()?;
            for number in games {
                let start = starts.of_game(number)?;
                let code = lines.byte_code(number, start.as_ref(), &mut code)?;
                if let Some(LineMatch { ply, code_len, next }) = self.finder.find(start.as_ref(), &code)? {
                    let game = candidates.first + number;
                    let path = &code[..code_len];
                    let start = start.as_ref();
                    let record = Some(&record.games[number]);
                    self.collect.add(&mut result.found, &FirstMatch { game, ply, start, path, next, record });
                }
            }
        }
        Ok(())
    }
}
