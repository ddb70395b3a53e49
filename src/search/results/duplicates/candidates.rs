//! Reading possible duplicates a second time.

use super::{DuplicateKind, Entry, Rule};
use crate::{
    Corruption, PackedMove, Reader, Result,
    chess::identity::Identity,
    file::each_game::{each_game, is_cut},
    memory, parallel,
};

/// Values that decide whether a game is a duplicate.
pub(super) struct Candidate {
    pub(super) identity: Identity,
    /// The main line, if it can differ. For exact duplicates it is part of the hashes of the identity.
    pub(super) line: Vec<PackedMove>,
}

/// Candidates of one block: entries by their indices.
struct OfBlock<'a> {
    reader: &'a Reader,
    block: usize,
    entries: Vec<(u64, usize)>,
}

/// Reads the games of these entries, in the order of the file. `None` for a game that cannot be read or was cut at the size limit.
pub(super) fn read_candidates(
    readers: &[&Reader],
    entries: &[Entry],
    kind: DuplicateKind,
    threads: usize,
    rule: Rule<'_>,
) -> Result<Vec<Option<Candidate>>> {
    let mut order = memory::collected(entries.iter().map(Entry::place).zip(0..))?;
    order.sort_unstable();
    let mut rest = &order[..];
    let next = || next_block(readers, entries, &mut rest);
    let mut read = memory::collected(entries.iter().map(|_| None))?;
    parallel::in_order(
        threads,
        next,
        |of_block| of_block.read(kind, rule),
        |found| {
            found.into_iter().for_each(|(index, candidate)| read[index] = Some(candidate));
            Ok(())
        },
    )?;
    Ok(read)
}

/// Returns the candidates in the block of the first entry, and removes them from the list.
fn next_block<'a>(
    readers: &[&'a Reader],
    entries: &[Entry],
    rest: &mut &[(u64, usize)],
) -> Result<Option<OfBlock<'a>>> {
    let Some(first) = rest.first().map(|(_, index)| entries[*index]) else { return Ok(None) };
    let reader = readers[first.file as usize];
    let block = reader.block_of(first.game)?;
    let info = reader.block_info(block);
    let end = info.first_game + info.games;
    let is_in_block = |entry: &Entry| entry.file == first.file && entry.game < end;
    let (in_block, others) = rest.split_at(rest.partition_point(|(_, index)| is_in_block(&entries[*index])));
    *rest = others;
    let entries = memory::collected(in_block.iter().map(|(_, index)| (entries[*index].game, *index)))?;
    Ok(Some(OfBlock { reader, block, entries }))
}

impl OfBlock<'_> {
    fn read(self, kind: DuplicateKind, rule: Rule<'_>) -> Result<Vec<(usize, Candidate)>> {
        let mut found = memory::with_capacity(self.entries.len())?;
        let numbers = self.entries.iter().map(|(number, _)| *number);
        let mut next = self.entries.iter();
        let corrupt = each_game(self.reader, self.block, numbers, &mut |number, game| {
            let index = next.by_ref().find(|(other, _)| *other == number).map(|(_, index)| *index);
            let Some((index, identity)) = index.zip(rule(game)?) else { return Ok(()) };
            if !is_cut(self.reader, number)? {
                let line = if kind == DuplicateKind::Near { memory::copied(&game.moves)? } else { Vec::new() };
                found.push((index, Candidate { identity, line }));
            }
            Ok(())
        })?;
        // All other corruption was reported when the games were read the first time.
        match corrupt.into_iter().find(|corruption| corruption.error.is_temporary()) {
            Some(Corruption { error, .. }) => Err(error),
            None => Ok(found),
        }
    }
}
