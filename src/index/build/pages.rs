//! Writing pages: each contains its positions in a tree by the bits of their keys (`index.8`).

use super::{corpus::Corpus, frequent, occurrence::Occurrence, partitions::Partitions};
use crate::{
    Color, Result,
    coding::rice::RiceWriter,
    index::page::{self, MAX_GROUPS, PageWriter},
    memory, parallel,
};

/// At most [`MAX_GROUPS`] different groups, ascending.
#[derive(Clone, Copy, Default)]
struct FewGroups {
    groups: [u32; MAX_GROUPS],
    len: usize,
}

impl FewGroups {
    fn all(&self) -> &[u32] {
        &self.groups[..self.len]
    }

    /// Adds a group; `false` if there is no space for it.
    fn add(&mut self, group: u32) -> bool {
        let at = self.all().partition_point(|other| *other < group);
        if self.all().get(at) == Some(&group) {
            return true;
        }
        if self.len == MAX_GROUPS {
            return false;
        }
        self.groups.copy_within(at..self.len, at + 1);
        self.groups[at] = group;
        self.len += 1;
        true
    }
}

/// A position of a page.
struct Position<'a> {
    key: u64,
    /// The games that contain the position, each once.
    games: &'a [Occurrence],
    /// The groups of these games; `None` if there are more than a search may read.
    groups: Option<FewGroups>,
    /// The side to move, if the position has an entry.
    entry: Option<Color>,
}

/// Writes a page and the lists after it.
pub(super) type WritePage<'a> = dyn FnMut(&[u8], &[u8]) -> Result<()> + 'a;

impl Corpus {
    /// Writes all pages: calls `write` with each page and the lists after it, and `step` with the number of partitions that are done.
    pub(super) fn write_pages(
        &self,
        positions: &Partitions<'_>,
        threads: usize,
        step: &mut dyn FnMut(usize) -> Result<()>,
        write: &mut WritePage<'_>,
    ) -> Result<()> {
        let mut each = |(page, lists): (Vec<u8>, Vec<u8>)| write(&page, &lists);
        for_each_page(positions, threads, step, &|_, part| self.page_of(part), &mut each)
    }

    /// Returns the page of these sorted positions, and the lists after it.
    fn page_of(&self, part: &mut [Occurrence]) -> Result<(Vec<u8>, Vec<u8>)> {
        let positions =
            memory::all(once_a_game(part).chunk_by(|a, b| a.key == b.key).map(|games| self.position(games)))?;
        let mut page = PageWriter::new();
        let mut lists = Vec::new();
        let mut rest = &positions[..];
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
        let mut few = FewGroups::default();
        let is_rare = games.iter().all(|occurrence| few.add(self.group_of[occurrence.game() as usize]));
        let entry = if is_rare { None } else { frequent::common_turn(self, games)? };
        Ok(Position { key: games[0].key, games, groups: is_rare.then_some(few), entry })
    }

    /// Appends the node of positions whose keys share their first `depth` bits.
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
        if let Some(groups) = groups_of(positions) {
            page::put_groups(bits, groups.all(), self.sizes.groups);
            return Ok(());
        }
        if let [position] = positions {
            // Different positions with the same key cannot have an entry, so all their groups are named, however many
            // they are.
            let groups = position.games.iter().map(|occurrence| self.group_of[occurrence.game() as usize]);
            let mut groups = memory::collected(groups)?;
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

/// Returns the groups of positions; `None` if there are more than a search may read.
fn groups_of(positions: &[Position<'_>]) -> Option<FewGroups> {
    let mut all = FewGroups::default();
    for position in positions {
        let has_space = position.groups.as_ref()?.all().iter().all(|group| all.add(*group));
        if !has_space {
            return None;
        }
    }
    Some(all)
}

/// Passes the sorted positions of each page to `work`, and its result to `done`, page by page. Calls `step` with the number of partitions
/// that are done.
pub(super) fn for_each_page<T: Send>(
    positions: &Partitions<'_>,
    threads: usize,
    step: &mut dyn FnMut(usize) -> Result<()>,
    work: &(dyn Fn(usize, &mut [Occurrence]) -> Result<T> + Sync),
    done: &mut dyn FnMut(T) -> Result<()>,
) -> Result<()> {
    let mut parts = 0..positions.len();
    let pages_of = |part: usize| {
        let mut all = positions.take(part)?;
        let mut rest = &mut all[..];
        let pages = positions.pages_of(part).map(|page| {
            let count = rest.partition_point(|occurrence| positions.page_of(occurrence.key) <= page);
            let (inside, others) = std::mem::take(&mut rest).split_at_mut(count);
            rest = others;
            work(page, inside)
        });
        memory::all(pages)
    };
    let mut parts_done = 0;
    let consume = |pages: Vec<T>| {
        pages.into_iter().try_for_each(&mut *done)?;
        parts_done += 1;
        step(parts_done)
    };
    parallel::in_order(threads, || Ok(parts.next()), pages_of, consume)
}

/// Keeps only the first of the sorted occurrences in each game.
pub(super) fn once_a_game(part: &mut [Occurrence]) -> &[Occurrence] {
    let mut count = 0;
    for index in 0..part.len() {
        let key = part[index].key;
        let game = part[index].game();
        if count == 0 || (part[count - 1].key, part[count - 1].game()) != (key, game) {
            part[count] = part[index];
            count += 1;
        }
    }
    &part[..count]
}
