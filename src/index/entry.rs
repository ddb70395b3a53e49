//! Entries: the data of frequent positions in an index (`index.9`).

use std::ops::Range;

use super::bits::{malformed, put_list, skip_list, take_bits, take_list, take_number};
use crate::{
    PackedMove, Result,
    chess::branch::Branch,
    coding::rice::{RiceReader, RiceWriter},
    memory,
};

/// Plies, ascending, each with the number of games in which the position first occurs at that ply.
pub(super) type PlyCounts = Vec<(u32, u32)>;

/// Stands for the next move if the game ends in the position.
pub(super) const NO_MOVE: u16 = 0xFFFF;

/// Bits of a year.
const YEAR_BITS: u32 = 14;

/// The largest rating (`search.6`).
const MAX_RATING: u64 = 9999;

/// Maximum bytes of lists that are stored in the entry; longer lists are stored after the page. Not a rule of the
/// format.
const MAX_INLINE: usize = 512;

/// An entry. Games are numbered within the segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The moves played next.
    pub branches: Vec<Branch>,
    /// Plies of first occurrence, ascending, each with its number of games.
    pub plies: PlyCounts,
    /// The games by ply.
    pub(super) lists: Lists,
}

/// The lists of games of an entry, or their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lists {
    /// In the entry: the games of all plies, one list after another.
    Here(Vec<u32>),
    /// After the page.
    Behind(BehindPage),
}

/// Lists after a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BehindPage {
    /// The bytes of the lists, counted from the end of the page.
    pub range: Range<u64>,
    pub crc: u32,
    /// The first game of the first ply.
    pub first: u32,
}

impl Entry {
    /// Returns the number of games that have the position.
    pub(crate) fn count(&self) -> u64 {
        self.branches.iter().map(|branch| branch.games).sum()
    }

    /// Returns a game with the position, and the ply.
    pub(crate) fn example(&self) -> Result<(u32, u32)> {
        let first = match &self.lists {
            Lists::Here(games) => games.first().copied(),
            Lists::Behind(behind) => Some(behind.first),
        };
        first.zip(self.plies.first()).map(|(game, (ply, _))| (game, *ply)).ok_or_else(|| malformed("an empty entry"))
    }

    /// Returns the number of the plies and games that the entry contains itself, without its branches.
    pub(crate) fn size(&self) -> usize {
        let games = match &self.lists {
            Lists::Here(games) => games.len(),
            Lists::Behind(_) => 0,
        };
        self.plies.len() + games
    }

    /// Takes an entry of a segment with `games` games.
    pub(super) fn take(bits: &mut RiceReader<'_>, games: usize) -> Result<Entry> {
        let (branches, plies) = Entry::take_head(bits, games)?;
        let lists = match take_bits(bits, 1)? {
            0 => Lists::Here(take_lists(bits, &plies, games)?),
            _ => Lists::Behind(BehindPage::take(bits, games)?),
        };
        Ok(Entry { branches, plies, lists })
    }

    /// Skips an entry after checking its rules. If its lists are after the page, returns its plies and the place of the lists.
    pub(super) fn skip(bits: &mut RiceReader<'_>, games: usize) -> Result<Option<(PlyCounts, BehindPage)>> {
        let (_, plies) = Entry::take_head(bits, games)?;
        match take_bits(bits, 1)? {
            0 => skip_lists(bits, &plies, games).map(|_| None),
            _ => BehindPage::take(bits, games).map(|behind| Some((plies, behind))),
        }
    }

    /// Takes the part before the lists: the branches, and the plies with their numbers of games.
    fn take_head(bits: &mut RiceReader<'_>, games: usize) -> Result<(Vec<Branch>, PlyCounts)> {
        let branches = take_branches(bits, games)?;
        let count = 1 + take_number(bits, (games as u64).saturating_sub(1), "the plies of an entry")?;
        // A game is only in the list of the ply of its first match.
        let mut plies = Vec::new();
        let mut next = 0u32;
        let mut left = games as u64;
        for _ in 0..count {
            let ply = next.checked_add(take_number(bits, u32::MAX.into(), "a ply")? as u32);
            let ply = ply.filter(|ply| *ply < u32::MAX).ok_or_else(|| malformed("a ply above 32 bits"))?;
            let most = left.checked_sub(1).ok_or_else(|| malformed("more games of an entry than there are"))?;
            let games = 1 + take_number(bits, most, "the games of a ply")?;
            memory::push(&mut plies, (ply, games as u32))?;
            left -= games;
            next = ply + 1;
        }
        Ok((branches, plies))
    }

    /// Appends an entry. Appends long lists to `behind`; the entry then stores the previous length of `behind`.
    pub(super) fn put(
        bits: &mut RiceWriter,
        behind: &mut Vec<u8>,
        branches: &[Branch],
        lists: &[(u32, Vec<u32>)],
        games: usize,
    ) -> Result<()> {
        put_branches(bits, branches);
        bits.put_number(lists.len() as u64 - 1);
        let mut next = 0;
        for (ply, list) in lists {
            bits.put_number((ply - next).into());
            bits.put_number(list.len() as u64 - 1);
            next = ply + 1;
        }
        let mut coded = RiceWriter::default();
        lists.iter().for_each(|(_, list)| put_list(&mut coded, list, games));
        if coded.bit_count() <= 8 * MAX_INLINE {
            bits.put_wide(0, 1);
            lists.iter().for_each(|(_, list)| put_list(bits, list, games));
            return Ok(());
        }
        bits.put_wide(1, 1);
        let coded = coded.finish();
        let range = behind.len() as u64..(behind.len() + coded.len()) as u64;
        memory::append(behind, &coded)?;
        BehindPage { range, crc: crate::coding::wire::crc32c(&coded), first: lists[0].1[0] }.put(bits);
        Ok(())
    }
}

impl BehindPage {
    fn put(&self, bits: &mut RiceWriter) {
        bits.put_number(self.range.start);
        bits.put_number(self.range.end - self.range.start);
        bits.put_wide(self.crc.into(), 32);
        bits.put_number(self.first.into());
    }

    fn take(bits: &mut RiceReader<'_>, games: usize) -> Result<BehindPage> {
        let start = take_number(bits, 1 << 40, "the offset of lists")?;
        let len = take_number(bits, 1 << 32, "the length of lists")?;
        let crc = take_bits(bits, 32)? as u32;
        let first = take_number(bits, games as u64 - 1, "a game")?;
        Ok(BehindPage { range: start..start + len, crc, first: first as u32 })
    }
}

/// Takes the lists of all plies as one list of games. Separate lists would take too much memory if many plies have one
/// game each.
pub(super) fn take_lists(bits: &mut RiceReader<'_>, plies: &[(u32, u32)], games: usize) -> Result<Vec<u32>> {
    let mut lists = Vec::new();
    for (_, count) in plies {
        let list = take_list(bits, *count as usize, games)?;
        if lists.is_empty() {
            lists = list;
        } else {
            memory::append(&mut lists, &list)?;
        }
    }
    Ok(lists)
}

/// Skips the games of each ply; returns the first game of the first ply.
pub(super) fn skip_lists(bits: &mut RiceReader<'_>, plies: &[(u32, u32)], games: usize) -> Result<Option<u32>> {
    let mut firsts = plies.iter().map(|(_, count)| skip_list(bits, *count as usize, games));
    let first = firsts.next().transpose()?.flatten();
    firsts.try_for_each(|first| first.map(drop)).map(|()| first)
}

/// Returns the part of the result of [`take_lists`] for each ply.
pub(super) fn lists_by_ply<'l>(
    plies: &'l [(u32, u32)],
    lists: &'l [u32],
) -> impl Iterator<Item = (u32, &'l [u32])> + 'l {
    plies.iter().scan(lists, |left, (ply, count)| {
        let (list, rest) = left.split_at_checked(*count as usize)?;
        *left = rest;
        Some((*ply, list))
    })
}

/// Returns the number of bits in which an entry stores the sum of `rated` ratings.
fn sum_bits(rated: u64) -> u32 {
    u64::BITS - (MAX_RATING * rated).leading_zeros()
}

fn put_branches(bits: &mut RiceWriter, branches: &[Branch]) {
    bits.put_number(branches.len() as u64 - 1);
    let latest = branches.iter().map(|branch| branch.last_year).max().unwrap_or(0);
    bits.put_wide(latest.into(), YEAR_BITS);
    for b in branches {
        bits.put_wide(b.next_move.map_or(NO_MOVE, |next| next.0).into(), 16);
        [b.white, b.draws, b.black, b.other, b.games - b.rated].into_iter().for_each(|n| bits.put_number(n));
        bits.put_wide(b.rating_sum, sum_bits(b.rated));
        bits.put_number((latest - b.last_year).into());
    }
}

fn take_branches(bits: &mut RiceReader<'_>, games: usize) -> Result<Vec<Branch>> {
    let count = 1 + take_number(bits, u16::MAX.into(), "the branches of an entry")?;
    let latest = take_bits(bits, YEAR_BITS)?;
    let mut branches = Vec::new();
    for _ in 0..count {
        let next = take_bits(bits, 16)? as u16;
        let mut b = Branch::new((next != NO_MOVE).then_some(PackedMove(next)));
        let mut number = || take_number(bits, games as u64, "the games of a branch");
        b.white = number()?;
        b.draws = number()?;
        b.black = number()?;
        b.other = number()?;
        b.games = b.white + b.draws + b.black + b.other;
        b.rated = b.games - take_number(bits, b.games, "the games without a rating")?;
        b.rating_sum = take_bits(bits, sum_bits(b.rated))?;
        b.last_year = (latest - take_number(bits, latest, "the years before the latest")?) as u32;
        memory::push(&mut branches, b)?;
    }
    Ok(branches)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(next: u16, rated: u64) -> Branch {
        let mut branch = Branch::new((next != NO_MOVE).then_some(PackedMove(next)));
        branch.white = 1;
        branch.draws = 700;
        branch.other = 2;
        branch.games = 703;
        branch.rated = rated;
        branch.rating_sum = rated * MAX_RATING;
        branch.last_year = 1900 + rated as u32;
        branch
    }

    /// Each ply has at least one game, and no game is in two plies.
    #[test]
    fn an_entry_has_no_more_plies_than_games() {
        let mut bits = RiceWriter::default();
        put_branches(&mut bits, &[branch(77, 0)]);
        bits.put_number(703);
        let bytes = bits.finish();
        let error = Entry::take(&mut RiceReader::new(&bytes), 703).unwrap_err();
        assert_eq!(error.code(), crate::ErrorCode::LimitExceeded);
    }

    #[test]
    fn an_entry_has_at_most_65536_branches() {
        for (count, is_good) in [(1 << 16, true), ((1 << 16) + 1, false)] {
            let mut bits = RiceWriter::default();
            let mut behind = Vec::new();
            let branches = vec![Branch::new(None); count];
            Entry::put(&mut bits, &mut behind, &branches, &[(0, vec![1])], 9).unwrap();
            let bytes = bits.finish();
            assert_eq!(Entry::take(&mut RiceReader::new(&bytes), 9).is_ok(), is_good, "{count}");
        }
    }

    #[test]
    fn entries_come_back_with_their_lists_here_and_behind() {
        for step in [1, 3, 40] {
            let lists = vec![(0, vec![3, 9]), (7, (10..9000).step_by(step).collect::<Vec<u32>>())];
            let branches = vec![branch(77, 0), branch(78, 100), branch(NO_MOVE, 3)];
            let mut bits = RiceWriter::default();
            let mut behind = vec![1, 2, 3];
            Entry::put(&mut bits, &mut behind, &branches, &lists, 9000).unwrap();
            let bytes = bits.finish();
            let mut bits = RiceReader::new(&bytes);
            let entry = Entry::take(&mut bits, 9000).unwrap();
            assert!(bits.is_at_end());
            assert_eq!((entry.example().unwrap(), entry.count()), ((3, 0), 3 * 703));
            assert_eq!(entry.branches, branches);
            assert_eq!(entry.plies, [(0, 2), (7, lists[1].1.len() as u32)]);
            let read = match &entry.lists {
                Lists::Here(lists) => lists.clone(),
                Lists::Behind(BehindPage { range, .. }) => {
                    assert_eq!((range.start, range.end), (3, behind.len() as u64));
                    take_lists(&mut RiceReader::new(&behind[3..]), &entry.plies, 9000).unwrap()
                }
            };
            assert_eq!(matches!(entry.lists, Lists::Behind(_)), step < 40, "{step}");
            let by_ply: Vec<_> = lists_by_ply(&entry.plies, &read).map(|(ply, list)| (ply, list.to_vec())).collect();
            assert_eq!(by_ply, lists);
            let mut bits = RiceReader::new(&bytes);
            assert_eq!(Entry::skip(&mut bits, 9000).unwrap().is_some(), step < 40);
            assert!(bits.is_at_end());
        }
    }
}
