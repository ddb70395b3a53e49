//! Writing pages: the positions of each in a tree by the bits of their keys (`index.8`).

use std::ops::Range;

use super::{
    corpus::{Corpus, Occurrence},
    frequent,
};
use crate::{
    Color, Result,
    coding::rice::RiceWriter,
    index::page::{self, MAX_GROUPS, PageWriter},
    memory, parallel,
};

/// A position of a page.
struct Position<'a> {
    key: u64,
    /// The games that contain it, each once.
    games: &'a [Occurrence],
    /// The side to move, if it has an entry.
    entry: Option<Color>,
}

/// Writes a page and the lists behind it.
pub(super) type WritePage<'a> = dyn FnMut(&[u8], &[u8]) -> Result<()> + 'a;

impl Corpus {
    /// Writes some pages: `write` gets each page and the lists behind it. `counts` has the numbers of positions of all pages.
    pub(super) fn write_pages(
        &self,
        pages: Range<usize>,
        counts: &[u64],
        threads: usize,
        step: &mut dyn FnMut() -> Result<()>,
        write: &mut WritePage<'_>,
    ) -> Result<()> {
        let mut each = |(page, lists): (Vec<u8>, Vec<u8>)| write(&page, &lists);
        self.for_each_page(pages, counts, threads, step, &|_, part| self.page_of(part), &mut each)
    }

    /// Passes the positions of each of some pages, which are not sorted, to `work`, and what it returns to `done`, page by page.
    pub(super) fn for_each_page<T: Send>(
        &self,
        pages: Range<usize>,
        counts: &[u64],
        threads: usize,
        step: &mut dyn FnMut() -> Result<()>,
        work: &(dyn Fn(usize, &mut [Occurrence]) -> Result<T> + Sync),
        done: &mut dyn FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let mut all = self.occurrences(pages.clone(), counts, threads, step)?;
        let mut rest = &mut all[..];
        let mut parts = memory::with_capacity(pages.len())?;
        for page in pages {
            let (part, others) = rest.split_at_mut(counts[page] as usize);
            parts.push((page, part));
            rest = others;
        }
        let mut parts = parts.into_iter();
        parallel::in_order(threads, || Ok(parts.next()), |(page, part)| work(page, part), done)
    }

    /// The page of these positions, and the lists behind it.
    fn page_of(&self, part: &mut [Occurrence]) -> Result<(Vec<u8>, Vec<u8>)> {
        part.sort_unstable();
        let positions =
            memory::all(once_a_game(part).chunk_by(|a, b| a.key == b.key).map(|games| self.position(games)))?;
        let (mut page, mut lists, mut rest) = (PageWriter::new(), Vec::new(), &positions[..]);
        for cell in 0..1usize << self.sizes.cell_bits {
            let count = rest.partition_point(|position| self.sizes.cell_of(position.key) <= cell);
            let (inside, others) = rest.split_at(count);
            let mut bits = RiceWriter::default();
            self.put_node(inside, self.sizes.depth(), &mut bits, &mut lists)?;
            page.push(bits)?;
            rest = others;
        }
        Ok((page.finish()?, lists))
    }

    fn position<'a>(&self, games: &'a [Occurrence]) -> Result<Position<'a>> {
        let is_frequent = self.groups_of(games.iter()).is_none();
        let entry = if is_frequent { frequent::common_turn(self, games)? } else { None };
        Ok(Position { key: games[0].key, games, entry })
    }

    /// The groups of games; `None` if they are more than a search may read.
    fn groups_of<'a>(&self, games: impl Iterator<Item = &'a Occurrence>) -> Option<Vec<u32>> {
        let mut groups: Vec<u32> = Vec::with_capacity(MAX_GROUPS);
        for occurrence in games {
            let group = self.group_of[occurrence.game() as usize];
            if let Err(at) = groups.binary_search(&group) {
                if groups.len() == MAX_GROUPS {
                    return None;
                }
                groups.insert(at, group);
            }
        }
        Some(groups)
    }

    /// Appends the node of positions whose keys have so many first bits in common.
    fn put_node(
        &self,
        positions: &[Position<'_>],
        depth: u32,
        bits: &mut RiceWriter,
        lists: &mut Vec<u8>,
    ) -> Result<()> {
        if let [Position { games, entry: Some(turn), .. }] = positions {
            page::put_entry_mark(bits);
            return frequent::put(self, games, *turn, bits, lists);
        }
        let games = || positions.iter().flat_map(|position| position.games);
        let is_rare = positions.iter().all(|position| position.entry.is_none());
        if let Some(groups) = self.groups_of(games()).filter(|_| is_rare) {
            page::put_groups(bits, &groups, self.sizes.groups);
            return Ok(());
        }
        if positions.len() == 1 {
            // Different positions of one key are found by all their groups.
            let mut groups = memory::collected(games().map(|occurrence| self.group_of[occurrence.game() as usize]))?;
            groups.dedup();
            page::put_groups(bits, &groups, self.sizes.groups);
            return Ok(());
        }
        let (zeros, ones) =
            positions.split_at(positions.partition_point(|position| position.key >> (63 - depth) & 1 == 0));
        page::put_division(bits);
        self.put_node(zeros, depth + 1, bits, lists)?;
        self.put_node(ones, depth + 1, bits, lists)
    }
}

/// The first occurrences in each game, of sorted ones.
pub(super) fn once_a_game(part: &mut [Occurrence]) -> &[Occurrence] {
    let mut count = 0;
    for index in 0..part.len() {
        let (key, game) = (part[index].key, part[index].game());
        if count == 0 || (part[count - 1].key, part[count - 1].game()) != (key, game) {
            part[count] = part[index];
            count += 1;
        }
    }
    &part[..count]
}
