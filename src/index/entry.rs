//! Entries: what an index stores of a frequent position (`index.7`).

use std::borrow::Cow;

use super::game_list::{GameList, put_list, take_list};
use crate::{
    PackedMove, Result,
    chess::branch::Branch,
    coding::wire::{Cursor, MAX_VARINT_LEN, put_varint},
    memory,
};

/// Instead of a move: the game ends in the position.
const NO_MOVE: u16 = 0xFFFF;

/// An entry, not decoded yet.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    bytes: Cow<'a, [u8]>,
    games: usize,
}

/// Appends an entry: the games by ply of first occurrence, then the branches.
pub(super) fn put(out: &mut Vec<u8>, groups: &[(u32, Vec<u32>)], branches: &[Branch], games: usize) -> Result<()> {
    out.try_reserve(MAX_VARINT_LEN)?;
    put_varint(out, groups.len() as u64);
    for (ply, list) in groups {
        out.try_reserve(MAX_VARINT_LEN)?;
        put_varint(out, (*ply).into());
        put_list(out, list, games)?;
    }
    out.try_reserve(MAX_VARINT_LEN + (2 + 7 * MAX_VARINT_LEN) * branches.len())?;
    put_varint(out, branches.len() as u64);
    for b in branches {
        out.extend_from_slice(&b.next_move.map_or(NO_MOVE, |next| next.0).to_le_bytes());
        let numbers = [b.white, b.draws, b.black, b.other, b.rating_sum, b.rated, b.last_year.into()];
        numbers.into_iter().for_each(|n| put_varint(out, n));
    }
    Ok(())
}

impl<'a> Entry<'a> {
    pub(super) fn new(bytes: Cow<'a, [u8]>, games: usize) -> Entry<'a> {
        Entry { bytes, games }
    }

    fn groups_and_rest(&self) -> Result<(Vec<(u32, GameList<'_>)>, Cursor<'_>)> {
        let mut cursor = Cursor::new(&self.bytes);
        let count = cursor.varint_up_to(self.bytes.len() as u64, "the groups of an entry")?;
        let mut groups = Vec::new();
        for _ in 0..count {
            let ply = cursor.varint_up_to(u32::MAX.into(), "a ply")? as u32;
            memory::push(&mut groups, (ply, take_list(&mut cursor, self.games)?))?;
        }
        Ok((groups, cursor))
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Plies of first occurrence, and the games of each.
    pub(super) fn groups(&self) -> Result<Vec<(u32, Vec<u32>)>> {
        let (groups, _) = self.groups_and_rest()?;
        groups.iter().map(|(ply, list)| Ok((*ply, list.numbers()?))).collect()
    }

    /// A game with the position, and the ply.
    pub(crate) fn example(&self) -> Result<Option<(u32, u32)>> {
        let (groups, _) = self.groups_and_rest()?;
        let Some((ply, list)) = groups.first() else { return Ok(None) };
        Ok(list.first()?.map(|game| (game, *ply)))
    }

    /// How many games have the position.
    pub(crate) fn count(&self) -> Result<u64> {
        Ok(self.groups_and_rest()?.0.iter().map(|(_, list)| list.len() as u64).sum())
    }

    /// Games and plies of first occurrence, in order.
    pub(crate) fn occurrences(&self) -> Result<Vec<(u32, u32)>> {
        let (groups, _) = self.groups_and_rest()?;
        let mut occurrences = Vec::new();
        for (ply, list) in &groups {
            occurrences.try_reserve(list.len())?;
            occurrences.extend(list.numbers()?.into_iter().map(|game| (game, *ply)));
        }
        if groups.len() > 1 {
            occurrences.sort_unstable();
        }
        Ok(occurrences)
    }

    /// The moves played next.
    pub(crate) fn branches(&self) -> Result<Vec<Branch>> {
        let (_, mut cursor) = self.groups_and_rest()?;
        let count = cursor.varint_up_to(cursor.remaining() as u64 / 9, "the branches of an entry")?;
        let mut branches = memory::with_capacity(count as usize)?;
        for _ in 0..count {
            let next = cursor.u16()?;
            let mut branch = Branch::new((next != NO_MOVE).then_some(PackedMove(next)));
            let mut number = || cursor.varint_up_to(1 << 40, "a number of a branch");
            (branch.white, branch.draws, branch.black, branch.other) = (number()?, number()?, number()?, number()?);
            (branch.rating_sum, branch.rated, branch.last_year) = (number()?, number()?, number()? as u32);
            branch.games = branch.white + branch.draws + branch.black + branch.other;
            branches.push(branch);
        }
        cursor.finish()?;
        Ok(branches)
    }
}
