//! Searching a block with the index of its file (`index.10`).

use std::{borrow::Cow, mem};

use super::{
    collect::Collect,
    first_match::{FirstMatch, LineMatch},
    group_lines::{GroupLines, Left},
    lookup::{Found, Lookup},
    scanner::{BlockResult, Scanner},
    selection::Selected,
};
use crate::{
    Result,
    file::reader::BlockSegment,
    index::{GameStart, GroupRecord},
    lock::lock,
    memory,
};

/// Games of one group that may contain the position.
pub(super) struct Candidates<'a> {
    group: usize,
    record: Cow<'a, GroupRecord>,
    /// Their numbers in the group.
    games: Vec<u32>,
    /// The number of the group's first game in the block.
    first: usize,
}

impl<C: Collect> Scanner<'_, C> {
    /// The games of a block that may contain the position.
    pub(super) fn candidates_in<'a>(
        &self,
        block: usize,
        (place, found): &'a Lookup<'_, C::OfBlock>,
    ) -> Result<Vec<Candidates<'a>>> {
        let segment = &place.segment;
        let numbers = &segment.blocks()[block - place.blocks.start].numbers;
        let first_of = |group: usize| (segment.games_of(group).start - numbers.start) as usize;
        // Of the groups of one block at a time: a record of a few bytes may be of many games.
        let record_of = |group: usize| segment.record(group, self.reader.file());
        match found {
            Found::Answer(_) => Ok(Vec::new()),
            Found::Groups(groups, records) => {
                let before = |end: u32| groups.partition_point(|group| segment.games_of(*group as usize).start < end);
                memory::all((before(numbers.start)..before(numbers.end)).map(|index| {
                    let group = groups[index] as usize;
                    let known = records.get(index).map(|record| Ok(Cow::Borrowed(record)));
                    let record = known.unwrap_or_else(|| record_of(group).map(Cow::Owned))?;
                    let games = memory::collected(0..record.games.len() as u32)?;
                    Ok(Candidates { group, record, games, first: first_of(group) })
                }))
            }
            Found::Games(games) => {
                let start = games.partition_point(|game| *game < numbers.start);
                let end = games.partition_point(|game| *game < numbers.end);
                let in_groups = games[start..end].chunk_by(|a, b| segment.group_of(*a) == segment.group_of(*b));
                memory::all(in_groups.map(|games| {
                    let group = segment.group_of(games[0]);
                    let record = Cow::Owned(record_of(group)?);
                    let before = segment.games_of(group).start;
                    let games = memory::collected(games.iter().map(|game| game - before))?;
                    Ok(Candidates { group, record, games, first: first_of(group) })
                }))
            }
        }
    }

    /// Takes what a segment answers for a block, if there is something.
    pub(super) fn take_answer(&self, block: usize, (place, found): &Lookup<'_, C::OfBlock>, of_block: &mut C::OfBlock) {
        if let Found::Answer(answers) = found
            && let Some(answer) = lock(answers).get_mut(block - place.blocks.start)
        {
            *of_block = mem::take(answer);
        }
    }

    /// Replays games of a segment, counted from its first, and collects their first matches as if they were of one block.
    ///
    /// Errors: those of reading the games.
    pub(super) fn replay(&self, place: &BlockSegment, games: &[u32]) -> Result<C::OfBlock> {
        let lookup = (place, Found::Games(memory::copied(games)?));
        let mut result = BlockResult::new(0);
        for block in place.blocks.clone() {
            let candidates = self.candidates_in(block, &lookup)?;
            self.scan_candidates(block, place, &candidates, &Selected::All, &mut result)?;
        }
        Ok(result.found)
    }

    /// Replays the candidates of a block.
    pub(super) fn scan_candidates(
        &self,
        block: usize,
        place: &BlockSegment,
        candidates: &[Candidates<'_>],
        selected: &Selected,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        self.collect.reserve(&mut result.found, candidates.iter().map(|group| group.games.len()).sum())?;
        let (mut code, mut left) = (Vec::new(), Left::of_block(&self.reader.blocks()[block]));
        for Candidates { group, record, games, first } in candidates {
            let is_candidate =
                |number: &usize| record.games[*number].start != GameStart::None && selected.contains(first + number);
            let mut games = games.iter().map(|number| *number as usize).filter(is_candidate).peekable();
            if games.peek().is_none() {
                continue;
            }
            let lines = GroupLines::load(self.reader, place, *group, record, &mut left)?;
            let starts = record.starts()?;
            for number in games {
                let start = starts.of_game(number)?;
                let code = lines.byte_code(number, start.as_ref(), &mut code)?;
                if let Some(LineMatch { ply, code_len, next }) = self.finder.find(start.as_ref(), &code)? {
                    let (game, path, record) = (first + number, &code[..code_len], Some(&record.games[number]));
                    let start = start.as_ref();
                    self.collect.add(&mut result.found, &FirstMatch { game, ply, start, path, next, record });
                }
            }
        }
        Ok(())
    }
}
