//! Comparing a segment with the games of its blocks (`index.11`): its content can be wrong although its checksums
//! match.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    Corpus, SegmentBuilder, Steps, frequent,
    occurrence::Occurrence,
    pages::{for_each_page, once_a_game},
};
use crate::{
    Error, ErrorCode, Result,
    chess::branch::Branch,
    container::Fetch,
    index::{
        directory::MovesPlace,
        entry::{Entry, lists_by_ply},
        page::Leaf,
        segment::Segment,
    },
    memory,
};

/// The numbers of the first block and game of a segment, for reports of differences.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstNumbers {
    pub block: u64,
    pub game: u64,
}

/// A segment, and the games of its blocks.
struct Comparison<'a> {
    segment: &'a Segment,
    corpus: &'a Corpus,
    file: &'a (dyn Fetch + Sync),
    first: FirstNumbers,
}

impl SegmentBuilder<'_> {
    /// Compares a segment with the games of its blocks, which this builder reads. [`Segment::check`] must have found no
    /// damage in it. Returns the first difference as an error that names a block and a game.
    ///
    /// # Errors
    ///
    /// Errors of reading the blocks and the segment, and of `progress`.
    pub(crate) fn difference(
        mut self,
        segment: &Segment,
        file: &(dyn Fetch + Sync),
        first: FirstNumbers,
    ) -> Result<Option<Error>> {
        let (mut corpus, positions) = self.load_all(segment.directory.sizes, segment.directory.group_bits)?;
        corpus.sizes = segment.directory.sizes;
        let comparison = Comparison { segment, corpus: &corpus, file, first };
        let mut found = comparison.of_records()?;
        let is_found = AtomicBool::new(found.is_some());
        let mut steps = Steps::new(self.blocks, self.progress);
        let mut step = |done: usize| steps.parts_done(done, positions.len());
        // After a difference, no more pages are read: in a crafted index each page can name all groups with one bit,
        // and comparing such pages takes long.
        let work = |page: usize, part: &mut [Occurrence]| {
            if is_found.load(Ordering::Relaxed) { Ok(None) } else { comparison.of_page(page, part) }
        };
        let mut compared = |difference: Option<Error>| {
            if found.is_none() {
                found = difference;
            }
            is_found.store(found.is_some(), Ordering::Relaxed);
            Ok(())
        };
        for_each_page(&positions, self.threads, &mut step, &work, &mut compared)?;
        Ok(found)
    }
}

impl Comparison<'_> {
    /// Returns the error for a difference at this game, with a hint.
    fn difference(&self, game: u32, what: String) -> Error {
        let after = self.corpus.blocks.partition_point(|block| block.first <= game) as u64;
        let block = self.first.block + after.saturating_sub(1);
        let game = self.first.game + u64::from(game);
        let advice = "`plypack index FILE --again` makes it anew";
        let message = format!("the index contradicts the games of block {block}: {what} game {game}; {advice}");
        Error::new(ErrorCode::SectionMalformed, message).with_offset(self.segment.range.start)
    }

    /// Compares the places of moves, the groups, and the record of each game.
    fn of_records(&self) -> Result<Option<Error>> {
        let directory = &self.segment.directory;
        for (covered, block) in directory.blocks.iter().zip(&self.corpus.blocks) {
            if covered.moves != block.lines.moves {
                return Ok(Some(self.difference(block.first, "the place of the moves is wrong from".to_owned())));
            }
        }
        let mut groups = directory.groups.iter().enumerate();
        for block in &self.corpus.blocks {
            for made in block.lines.records() {
                let made = made?;
                let Some((number, group)) = groups.next() else {
                    return Ok(Some(self.difference(block.first, "it lacks groups of the block of".to_owned())));
                };
                let start = group.games.start;
                if group.games.len() != made.games.len() {
                    return Ok(Some(self.difference(start, "the groups are wrong from".to_owned())));
                }
                let record = self.segment.record(number, self.file)?;
                let differs = |game: &usize| record.games.get(*game) != made.games.get(*game);
                if let Some(game) = (0..made.games.len()).find(differs) {
                    let what = "start, plies, bytes, ratings, year or result are wrong in".to_owned();
                    return Ok(Some(self.difference(start + game as u32, what)));
                }
                let has_place = !matches!(block.lines.moves, MovesPlace::None);
                let same_place = record.moves == made.moves && record.moves_crc == made.moves_crc;
                if record.fens != made.fens || has_place && !same_place {
                    let what = "start positions or moves are wrong in the group from".to_owned();
                    return Ok(Some(self.difference(start, what)));
                }
            }
        }
        let more = groups.next().map(|(_, group)| group.games.start);
        Ok(more.map(|game| self.difference(game, "it has more groups than the games, from".to_owned())))
    }

    /// Compares the leaves of a page with the positions of the games that belong to the page.
    fn of_page(&self, page: usize, part: &mut [Occurrence]) -> Result<Option<Error>> {
        let mut rest = once_a_game(part);
        let mut found = None;
        let read = self.segment.each_leaf(page, self.file, &mut |last_key, leaf| {
            let count = rest.partition_point(|occurrence| occurrence.key <= last_key);
            let (inside, others) = rest.split_at(count);
            rest = others;
            found = match leaf {
                Leaf::Groups(groups) => self.of_groups(&groups, inside)?,
                Leaf::Entry(entry) => self.of_entry(page, &entry, inside)?,
            };
            // After a difference, no more leaves are read: in a crafted index each leaf can name all groups with one
            // bit.
            found.clone().map_or(Ok(()), Err)
        });
        if found.is_some() { Ok(found) } else { read.map(|()| None) }
    }

    /// Compares the groups that a leaf names with the groups of the games that have its positions, `inside`.
    fn of_groups(&self, groups: &[u32], inside: &[Occurrence]) -> Result<Option<Error>> {
        let group_of = |occurrence: &Occurrence| self.corpus.group_of[occurrence.game() as usize];
        let mut made = memory::collected(inside.iter().map(group_of))?;
        made.sort_unstable();
        made.dedup();
        if groups == made {
            return Ok(None);
        }
        if let Some(missing) = made.iter().find(|group| groups.binary_search(group).is_err()) {
            let occurrence = inside.iter().find(|occurrence| group_of(occurrence) == *missing);
            return Ok(occurrence.map(|occurrence| self.missing(occurrence)));
        }
        let invented = groups.iter().find(|group| made.binary_search(group).is_err());
        let games = invented.map_or(0..0, |group| self.segment.games_of(*group as usize));
        Ok(Some(self.difference(games.start, "it has a position that no game has in the group from".to_owned())))
    }

    /// Compares an entry with the games that have its position, `inside`.
    fn of_entry(&self, page: usize, entry: &Entry, inside: &[Occurrence]) -> Result<Option<Error>> {
        let (example, _) = entry.example()?;
        let turn = if inside.iter().all(|occurrence| occurrence.key == inside[0].key) {
            frequent::common_turn(self.corpus, inside)?
        } else {
            None
        };
        let Some(turn) = turn else {
            let what = "an entry has more than one position, as in".to_owned();
            return Ok(Some(self.difference(inside.first().map_or(example, Occurrence::game), what)));
        };
        let (made, lists) = frequent::entry(self.corpus, inside, turn)?;
        let games = self.segment.lists(page, entry, self.file)?;
        let named = memory::collected(lists_by_ply(&entry.plies, &games))?;
        for (ply, list) in &lists {
            let named = named.iter().find(|(named, _)| named == ply).map_or(&[][..], |(_, list)| *list);
            if let Some(game) = list.iter().find(|game| named.binary_search(game).is_err()) {
                let missing = inside.iter().find(|occurrence| occurrence.game() == *game);
                return Ok(missing.map(|occurrence| self.missing(occurrence)));
            }
        }
        if games.len() != inside.len() {
            return Ok(Some(self.difference(example, "an entry lists games without its position beside".to_owned())));
        }
        let mut branches = memory::copied(&entry.branches)?;
        branches.sort_by_key(|branch: &Branch| branch.next_move.map_or(u16::MAX, |next| next.0));
        if branches != made {
            return Ok(Some(self.difference(example, "an entry counts wrong moves after a position of".to_owned())));
        }
        Ok(None)
    }

    fn missing(&self, occurrence: &Occurrence) -> Error {
        self.difference(occurrence.game(), format!("it lacks the position after ply {} of", occurrence.ply()))
    }
}

impl Segment {
    /// Passes the leaves of a page to `visit` in the order of the keys, each with the last key that belongs to it.
    fn each_leaf(&self, page: usize, file: &dyn Fetch, visit: &mut dyn FnMut(u64, Leaf) -> Result<()>) -> Result<()> {
        let sizes = self.directory.sizes;
        let cells: Range<usize> = 0..1 << sizes.cell_bits;
        self.with_page(page, file, |read| {
            for cell in cells {
                let before = (page as u64) << sizes.cell_bits | cell as u64;
                read.each_leaf(cell, &mut |path, leaf| visit(path.last_key(before, sizes), leaf))?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Codec, PackedMove, Reader, games_from_pgn,
        index::{BlockLines, build::BlockPlace, entry::Lists, head},
        pack_games,
    };

    const FIRST: FirstNumbers = FirstNumbers { block: 4, game: 1000 };

    const SEVENTH: &str = "1. d4 d5 2. c4 e6 3. Nc3";

    /// Games that all pass through 1. e4 e5 2. Nf3, each with a different end.
    fn pgn(seventh: &str) -> String {
        let game = |number: usize| {
            let own = ["a", "b", "c", "d", "g", "h"][number % 6];
            let rank = 3 + number / 6 % 2;
            let line = format!("1. e4 e5 2. Nf3 {own}6 3. {own}{rank}");
            let line = if number == 7 { seventh } else { &line };
            format!("[WhiteElo \"{}\"]\n[Date \"19{number:02}.01.01\"]\n\n{line} 1-0\n\n", 2000 + number)
        };
        (0..90).map(game).collect()
    }

    fn reader(seventh: &str) -> Reader {
        let games = games_from_pgn(pgn(seventh).as_bytes()).unwrap();
        assert!(games.1.is_empty(), "{:?}", games.1);
        Reader::from_bytes(pack_games(&games.0, Codec::Byte).unwrap()).unwrap()
    }

    fn lines(reader: &Reader, group_bits: u32) -> Result<BlockLines> {
        reader.with_block(0, |header, fetch| BlockLines::load(header, group_bits, fetch))
    }

    fn places(reader: &Reader) -> Vec<BlockPlace> {
        let block = &reader.blocks()[0];
        let start = block.range.start;
        let crc = block.header_crc;
        vec![BlockPlace { start, crc, games: block.games, plies: block.plies }]
    }

    fn with_builder<T>(
        places: &[BlockPlace],
        load: &(dyn Fn(usize, u32) -> Result<BlockLines> + Sync),
        work: impl FnOnce(SegmentBuilder<'_>) -> T,
    ) -> T {
        let make_scratch = &|| panic!("all fits in memory");
        work(SegmentBuilder {
            blocks: places,
            load,
            threads: 1,
            memory: 1 << 20,
            make_scratch,
            progress: &mut |_, _| Ok(()),
        })
    }

    /// Returns a segment built from the lines that `load` returns.
    fn segment(places: &[BlockPlace], load: &(dyn Fn(usize, u32) -> Result<BlockLines> + Sync)) -> (Segment, Vec<u8>) {
        let mut body = Vec::new();
        with_builder(places, load, |builder| {
            builder.write(&mut |bytes| {
                body.extend_from_slice(bytes);
                Ok(())
            })
        })
        .unwrap();
        let len = body.len() as u64 + head(0).len() as u64;
        let bytes = [&head(len)[..], &body].concat();
        let segment = Segment::open(0..len, &bytes).unwrap();
        assert!(segment.check(&bytes, &mut |_| Ok(())).unwrap().is_none());
        (segment, bytes)
    }

    /// Returns the difference found in a segment that was built from lines changed by `lie`.
    fn found(lie: impl Fn(&mut BlockLines) + Sync) -> String {
        let truth = reader(SEVENTH);
        let load = |_, bits| lines(&truth, bits);
        let lying = |_, bits| {
            let mut lines = lines(&truth, bits)?;
            lie(&mut lines);
            Ok(lines)
        };
        let (segment, bytes) = segment(&places(&truth), &lying);
        let difference =
            with_builder(&places(&truth), &load, |builder| builder.difference(&segment, &bytes, FIRST)).unwrap();
        difference.map_or(String::new(), |e| e.message().to_owned())
    }

    /// Returns the difference found in a segment with the pages of a different seventh game.
    fn found_with_pages_of(seventh: &'static str) -> String {
        found(|lines| {
            let moves = lines.moves;
            let games = lines.games.clone();
            let groups = lines.groups.clone();
            let bits = (groups[0].0.len() as u32).ilog2();
            *lines = super::tests::lines(&reader(seventh), bits).unwrap();
            lines.moves = moves;
            lines.games = games;
            lines.groups = groups;
        })
    }

    fn text(what: &str, game: usize) -> String {
        let advice = "`plypack index FILE --again` makes it anew";
        format!("the index contradicts the games of block 4: {what} game {game}; {advice}")
    }

    #[test]
    fn a_true_segment_is_true() {
        assert_eq!(found(|_| {}), "");
        assert_eq!(found_with_pages_of(SEVENTH), "");
    }

    #[test]
    fn records_that_lie() {
        let of_game = text("start, plies, bytes, ratings, year or result are wrong in", 1007);
        assert_eq!(found(|lines| lines.games[7].plies += 1), of_game);
        assert_eq!(found(|lines| lines.games[7].size += 1), of_game);
        assert_eq!(found(|lines| lines.games[7].ratings[0] += 1), of_game);
        assert_eq!(found(|lines| lines.games[7].year = 0), of_game);
        assert_eq!(found(|lines| lines.games[7].result = 2), of_game);
        let of_group = text("start positions or moves are wrong in the group from", 1008);
        assert_eq!(found(|lines| lines.groups[1].1.end -= 1), of_group);
        assert_eq!(found(|lines| lines.groups[1].2 ^= 1), of_group);
        assert_eq!(
            found(|lines| lines.moves = MovesPlace::Games { param: 7, offset: 9 }),
            text("the place of the moves is wrong from", 1000)
        );
    }

    #[test]
    fn pages_that_lack_a_position_or_invent_one() {
        for seventh in ["1. d4 d5 2. c4 e6", "1. d4 d5 2. c4 e6 3. Nc3 h5", "1. e4 e5 2. Nf3 a6 3. a3"] {
            assert!(
                found_with_pages_of(seventh).starts_with("the index contradicts the games of block 4: "),
                "{seventh}"
            );
        }
    }

    #[test]
    fn leaves_that_lie() {
        let truth = reader(SEVENTH);
        let load = |_, bits| lines(&truth, bits);
        let (segment, bytes) = segment(&places(&truth), &load);
        let (corpus, all) = with_builder(&places(&truth), &load, |mut builder| {
            let (corpus, positions) = builder.load_all(segment.directory.sizes, segment.directory.group_bits).unwrap();
            let all = (0..positions.len()).flat_map(|part| positions.take(part).unwrap());
            (corpus, all.collect::<Vec<_>>())
        });
        let comparison = Comparison { segment: &segment, corpus: &corpus, file: &bytes, first: FIRST };
        let mut all = all;
        let all = once_a_game(&mut all);
        // All games except one play 1. e4.
        let inside =
            all.chunk_by(|a, b| a.key == b.key).find(|games| games.len() == 89 && games[0].ply() == 1).unwrap();
        let Leaf::Entry(entry) = segment.find(inside[0].key, &bytes).unwrap() else { panic!("no entry") };
        let page = segment.page_of(inside[0].key);
        let found = |entry: &Entry, inside: &[Occurrence]| {
            let found = comparison.of_entry(page, entry, inside).unwrap();
            found.map_or(String::new(), |e| e.message().to_owned())
        };
        assert_eq!(found(&entry, inside), "");
        let with = |change: &dyn Fn(&mut Entry, &mut Vec<u32>)| {
            let mut changed = entry.clone();
            let Lists::Here(mut games) = changed.lists.clone() else { panic!("lists behind the page") };
            change(&mut changed, &mut games);
            changed.lists = Lists::Here(games);
            found(&changed, inside)
        };
        assert_eq!(
            with(&|entry, games| {
                games.remove(3);
                entry.plies[0].1 -= 1;
            }),
            text("it lacks the position after ply 1 of", 1003)
        );
        assert_eq!(with(&|entry, _| entry.plies[0].0 += 1), text("it lacks the position after ply 1 of", 1000));
        assert_eq!(
            with(&|entry, games| {
                games.insert(7, 7);
                entry.plies[0].1 += 1;
            }),
            text("an entry lists games without its position beside", 1000)
        );
        let counts_differ = text("an entry counts wrong moves after a position of", 1000);
        assert_eq!(with(&|entry, _| entry.branches[0].white += 1), counts_differ);
        assert_eq!(with(&|entry, _| entry.branches[0].last_year += 1), counts_differ);
        assert_eq!(with(&|entry, _| entry.branches[0].rating_sum += 1), counts_differ);
        assert_eq!(with(&|entry, _| entry.branches.push(Branch::new(Some(PackedMove(7))))), counts_differ);
        let two = [inside, &all[..1]].concat();
        assert_eq!(found(&entry, &two), text("an entry has more than one position, as in", 1000));
        assert_eq!(found(&entry, &[]), text("an entry has more than one position, as in", 1000));

        // The last position of game 7, and the group of games 0 to 7.
        let last = all.iter().position(|occurrence| (occurrence.game(), occurrence.ply()) == (7, 5)).unwrap();
        let found = |groups: &[u32]| {
            let found = comparison.of_groups(groups, &all[last..=last]).unwrap();
            found.map_or(String::new(), |e| e.message().to_owned())
        };
        assert_eq!(found(&[0]), "");
        assert_eq!(found(&[]), text("it lacks the position after ply 5 of", 1007));
        assert_eq!(found(&[1]), text("it lacks the position after ply 5 of", 1007));
        assert_eq!(found(&[0, 2]), text("it has a position that no game has in the group from", 1016));
    }
}
