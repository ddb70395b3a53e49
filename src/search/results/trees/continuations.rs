//! The lines that games played after a position (`search.7`, several plies deep).

use std::{
    cmp::Reverse,
    collections::{BTreeMap, btree_map::Entry},
};

use crate::{
    Color, Corruption, Error, ErrorCode, Game, PackedMove, Position, Reader, Result,
    chess::branch::Branch,
    container::{Block, GameMeta},
    memory, parallel,
    search::{
        evaluation::event::{SearchCorruption, SearchEvent, SearchObserver},
        query::{Query, Target},
        results::{find::find, hit::Hit},
        targets::finder::Finder,
    },
};

/// A line that games played after a position, and the results of these games.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Continuation {
    /// The moves after the position; at least one.
    pub moves: Vec<PackedMove>,
    /// Counts of the games that played the line. The move of the branch is the last move of the line.
    pub branch: Branch,
}

impl Continuation {
    /// Returns the line of one move; `None` for the branch of games that end in the position.
    pub fn of_branch(branch: &Branch) -> Option<Continuation> {
        branch.next_move.map(|next| Continuation { moves: vec![next], branch: *branch })
    }
}

/// Returns the lines of 1 to `depth` plies that games played after a position. Lines are sorted by descending number of games, then by the
/// UCI text of their moves; each is followed by its own continuations. A game counts from its first match, in every line that it played.
/// The first moves are the moves of [`tree`](crate::search::tree), without the games that end in the position.
///
/// The counts of a line include only games that played it from this position. The [`tree`](crate::search::tree) of the position after the line also
/// includes games that reach that position by other moves. The function reads the moves of all games that it finds, even with an index;
/// with [`Query::variations`] it also reads their variations. A game whose first match is in a variation counts with the moves of that
/// variation.
///
/// # Errors
///
/// As [`tree`](crate::search::tree). `observer` gets corrupt games and decides whether to fail.
pub fn continuations(
    readers: &[&Reader],
    query: &Query,
    depth: usize,
    observer: &mut SearchObserver<'_>,
) -> Result<Vec<Continuation>> {
    let Target::Position(position) = query.target()? else {
        return Err(Error::new(ErrorCode::InvalidArgument, "lines of moves start from a position"));
    };
    query.target()?.with_finder(|finder| {
        let lines = LinesFrom { position, depth, variations: query.variations.then_some(finder) };
        lines.find(readers, query, observer)
    })
}

/// The lines of 1 to `depth` plies after a position.
struct LinesFrom<'a> {
    position: &'a Position,
    depth: usize,
    /// Finder of the position in variations, if they are searched.
    variations: Option<&'a dyn Finder>,
}

impl LinesFrom<'_> {
    fn find(&self, readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<Continuation>> {
        let games = readers.iter().map(|reader| reader.number_end()).sum::<u64>();
        // For progress: with an index, finding the games takes no time, and reading them is all the work. Without one,
        // finding the games takes about as long as reading them.
        let finds_by_index = query.index && readers.iter().all(|reader| reader.indexed().0 == reader.blocks().len());
        let search_part = if finds_by_index { 0 } else { games / 2 };
        let hits = find(readers, query, &mut |event| match event {
            SearchEvent::Progress(done) => observer(SearchEvent::Progress(done.min(search_part))),
            event @ SearchEvent::Corruption(_) => observer(event),
        })?;
        let mut read = 0;
        let mut blocks = hits.chunk_by(|hit, next| (hit.file == next.file) && is_same_block(readers, hit, next));
        let mut lines = Lines::default();
        parallel::in_order(
            query.worker_threads(),
            || Ok(blocks.next()),
            |hits| self.of_block(readers[hits[0].file as usize], hits).map(|lines| (hits, lines)),
            |(of_hits, (of_block, corrupt))| {
                for corruption in corrupt {
                    let file = of_hits[0].file as usize;
                    observer(SearchEvent::Corruption(SearchCorruption { file, corruption }))?;
                }
                of_block.0.into_iter().for_each(|(moves, branch)| lines.add(moves, &branch));
                read += of_hits.len() as u64;
                observer(SearchEvent::Progress(search_part + (games - search_part) * read / hits.len() as u64))
            },
        )?;
        Ok(lines.sorted())
    }

    /// The lines of games in one block, and the games that cannot be read.
    fn of_block(&self, reader: &Reader, hits: &[Hit]) -> Result<(Lines, Vec<Corruption>)> {
        let (block, _) = reader.place_of(hits[0].game)?;
        let read = reader.block(block).and_then(|whole| {
            reader
                .with_block(block, |header, fetch| self.of_games(reader, &whole, &GameMeta::load(header, fetch)?, hits))
        });
        match read {
            Err(error) if !error.is_no_memory() => {
                let lost = hits.iter().map(|hit| Corruption::lost(hit.game..hit.game + 1, error.clone()));
                Ok((Lines::default(), memory::collected(lost)?))
            }
            read => read,
        }
    }

    fn of_games(
        &self,
        reader: &Reader,
        block: &Block,
        meta: &GameMeta<'_>,
        hits: &[Hit],
    ) -> Result<(Lines, Vec<Corruption>)> {
        let mut lines = Lines::default();
        let mut corrupt = Vec::new();
        let mut moves = Vec::new();
        let mut game = Game::new();
        for hit in hits {
            moves.clear();
            let (_, within) = reader.place_of(hit.game)?;
            match self.read(block, within, hit.ply as usize, &mut game, &mut moves) {
                Ok(()) => lines.count(&moves[..moves.len().min(self.depth)], meta, within, self.position.turn())?,
                Err(error) if error.is_no_memory() => return Err(error),
                Err(error) => memory::push(&mut corrupt, Corruption::lost(hit.game..hit.game + 1, error))?,
            }
        }
        Ok((lines, corrupt))
    }

    /// The moves of a game of the block after its first match, which is at ply `ply`.
    fn read(
        &self,
        block: &Block,
        within: usize,
        ply: usize,
        game: &mut Game,
        moves: &mut Vec<PackedMove>,
    ) -> Result<()> {
        let Some(finder) = self.variations else {
            block.read_line(within, moves)?;
            moves.drain(..ply.min(moves.len()));
            return Ok(());
        };
        block.read_game(within, game)?;
        if self.is_in_main_line(game, ply)? {
            return memory::append(moves, &game.moves[ply..]);
        }
        let found = finder.find_in_variations(game)?;
        found.map_or(Ok(()), |found| memory::append(moves, &found.rest))
    }

    /// Returns whether the main line has the position after `ply` plies. If so, the first match is there and not in a variation.
    fn is_in_main_line(&self, game: &Game, ply: usize) -> Result<bool> {
        let Some(moves) = game.moves.get(..ply) else { return Ok(false) };
        let mut position = game.start_position();
        moves.iter().try_for_each(|m| position.play(*m))?;
        Ok(position == *self.position)
    }
}

/// Merges lists of lines from one position in different games, for example of files that are not open at the same time. The result is in
/// the order of [`continuations`].
pub fn merge_continuations(lists: impl IntoIterator<Item = Vec<Continuation>>) -> Vec<Continuation> {
    let mut lines = Lines::default();
    lists.into_iter().flatten().for_each(|line| lines.add(line.moves, &line.branch));
    lines.sorted()
}

fn is_same_block(readers: &[&Reader], hit: &Hit, next: &Hit) -> bool {
    let block = |hit: &Hit| readers[hit.file as usize].place_of(hit.game).map(|(block, _)| block).ok();
    block(hit) == block(next)
}

/// Lines by their moves: each line comes before its continuations.
#[derive(Default)]
struct Lines(BTreeMap<Vec<PackedMove>, Branch>);

impl Lines {
    fn add(&mut self, moves: Vec<PackedMove>, branch: &Branch) {
        match self.0.entry(moves) {
            Entry::Occupied(line) => line.into_mut().add(branch),
            Entry::Vacant(line) => _ = line.insert(*branch),
        }
    }

    /// Counts a game that played these moves, in the line of its first move, the line of its first two moves, and so
    /// on.
    fn count(&mut self, moves: &[PackedMove], meta: &GameMeta<'_>, game: usize, first: Color) -> Result<()> {
        let mut turn = first;
        let result = meta.result(game);
        let year = meta.year(game)?;
        for len in 1..=moves.len() {
            let rating = meta.rating(game, turn);
            match self.0.get_mut(&moves[..len]) {
                Some(branch) => branch.count(result, rating, year),
                None => {
                    let mut branch = Branch::new(moves[..len].last().copied());
                    branch.count(result, rating, year);
                    self.0.insert(memory::collected(moves[..len].iter().copied())?, branch);
                }
            }
            turn = !turn;
        }
        Ok(())
    }

    fn sorted(self) -> Vec<Continuation> {
        let lines: Vec<Continuation> =
            self.0.into_iter().map(|(moves, branch)| Continuation { moves, branch }).collect();
        let mut sorted = Vec::with_capacity(lines.len());
        add_sorted(&lines, 1, &mut sorted);
        sorted
    }
}

/// Adds `lines` to `sorted` in the order of the result. The lines differ only from ply `depth` on; each line of `depth`
/// plies comes before its continuations.
fn add_sorted(lines: &[Continuation], depth: usize, sorted: &mut Vec<Continuation>) {
    let mut groups: Vec<&[Continuation]> = lines.chunk_by(|_, next| next.moves.len() > depth).collect();
    groups.sort_by_cached_key(|group| (Reverse(group[0].branch.games), group[0].moves[depth - 1].to_string()));
    for group in groups {
        sorted.push(group[0].clone());
        add_sorted(&group[1..], depth + 1, sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, Options, Writer, files::add_index, games_from_pgn, pack_games, search, text::write_san_line};

    const GAMES: &[u8] = b"[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[Date \"2001.??.??\"]\n\n1. d4 d5 2. c4 e6 1-0\n\n\
        [Result \"0-1\"]\n[BlackElo \"2200\"]\n\n1. c4 d5 2. d4 e6 3. Nc3 0-1\n\n1. d4 d5 2. c4 c6 1/2-1/2\n\n1. d4 d5 *\n\n1. e4 *\n";

    fn reader(codec: Codec) -> Reader {
        Reader::from_bytes(pack_games(&games_from_pgn(GAMES).unwrap().0, codec).unwrap()).unwrap()
    }

    fn lines(readers: &[&Reader], from: &str, depth: usize) -> Vec<Continuation> {
        let query = Query::position(&search::position_after(from.as_bytes()).unwrap());
        continuations(readers, &query, depth, &mut search::strict).unwrap()
    }

    fn text(lines: &[Continuation], from: &str) -> Vec<String> {
        let start = search::position_after(from.as_bytes()).unwrap();
        let line = |line: &Continuation| {
            let mut san = Vec::new();
            write_san_line(&start, &line.moves, &mut san).unwrap();
            format!("{} {}", String::from_utf8(san).unwrap(), line.branch.games)
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn lines_follow_their_beginnings() {
        for codec in [Codec::Byte, Codec::Tight] {
            let reader = reader(codec);
            let found = text(&lines(&[&reader], "", 3), "");
            let wanted = ["d4 3", "d4 d5 3", "d4 d5 c4 2", "c4 1", "c4 d5 1", "c4 d5 d4 1", "e4 1"];
            assert_eq!(found, wanted, "{codec}");
            // By any order of moves up to the position.
            let found = lines(&[&reader], "d4 d5 c4", 2);
            assert_eq!(text(&found, "d4 d5 c4"), ["e6 2", "e6 Nc3 1", "c6 1"]);
            let e6 = &found[0].branch;
            assert_eq!((e6.white, e6.black, e6.rating(), e6.last_year), (1, 1, Some(2200), 2001));
            assert_eq!((found[2].branch.score_of(true), found[1].branch.score_of(false)), (Some(0.5), Some(1.0)));
        }
    }

    #[test]
    fn the_first_moves_are_those_of_the_tree() {
        let reader = reader(Codec::Byte);
        for from in ["", "d4 d5", "d4 d5 c4 e6", "e4"] {
            let query = Query::position(&search::position_after(from.as_bytes()).unwrap());
            let tree = search::tree(&[&reader], &query, &mut search::strict).unwrap();
            let branches: Vec<_> = tree.iter().filter_map(Continuation::of_branch).collect();
            assert_eq!(lines(&[&reader], from, 1), branches, "{from}");
        }
    }

    #[test]
    fn files_are_merged() {
        let one = reader(Codec::Byte);
        let two = reader(Codec::Tight);
        let together = lines(&[&one, &two], "d4", 4);
        let apart = merge_continuations([lines(&[&one], "d4", 4), lines(&[&two], "d4", 4)]);
        assert_eq!(together, apart);
        assert_eq!(text(&together, "d4")[0], "d5 6");
    }

    /// Progress reaches the number of all games only with the last game, because with an index most of the work is reading the games found.
    #[test]
    fn progress_ends_with_the_work() {
        let games = games_from_pgn(&GAMES.repeat(3)).unwrap().0;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let write = |file: &[Game], append: bool| {
            let writer = if append {
                Writer::append(&path, Options::default())
            } else {
                Writer::create(&path, Options::default())
            };
            let mut writer = writer.unwrap().without_merging();
            file.iter().for_each(|game| writer.add(game).unwrap());
            writer.finish().unwrap();
        };
        write(&games, false);
        write(&games, true);
        let query = Query::position(&search::position_after(b"d4").unwrap());
        let progress = || {
            let mut seen = Vec::new();
            let reader = Reader::open(&path).unwrap();
            continuations(&[&reader], &query, 2, &mut |event| {
                if let SearchEvent::Progress(games) = event {
                    seen.push(games);
                }
                Ok(())
            })
            .unwrap();
            seen
        };
        assert_eq!(progress(), [15, 15, 22, 30]);
        add_index(&path, 1, |_, _| Ok(())).unwrap();
        assert_eq!(progress().iter().filter(|games| **games > 0).collect::<Vec<_>>(), [&15, &30]);
    }

    #[test]
    fn patterns_have_no_lines() {
        let pattern = Query::new(Target::Pattern(search::Pattern::from_text("8/8/8/8/8/8/8/K7").unwrap()));
        let refused = continuations(&[&reader(Codec::Byte)], &pattern, 2, &mut search::strict);
        assert_eq!(refused.unwrap_err().code(), ErrorCode::InvalidArgument);
    }

    /// A game counts with the line of its first match: the main line if it matches, otherwise the first variation, without its nested
    /// variations.
    #[test]
    fn lines_of_variations() {
        let games: &[u8] = b"1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 3. d4) (1... c5 2. Nc3) 2. Nf3 1-0\n\n\
            1. e4 c5 2. Nf3 (2. d4) 0-1\n\n1. d4 (1. e4 c5) *\n\n1. e4 c6 2. Nf3 (2. Nc3 (2. d4 d5)) *\n";
        for codec in [Codec::Byte, Codec::Tight] {
            let reader = Reader::from_bytes(pack_games(&games_from_pgn(games).unwrap().0, codec).unwrap()).unwrap();
            let found = |from: &str, variations| {
                let mut query = Query::position(&search::position_after(from.as_bytes()).unwrap());
                query.variations = variations;
                let lines = continuations(&[&reader], &query, 3, &mut search::strict).unwrap();
                let tree = search::tree(&[&reader], &query, &mut search::strict).unwrap();
                let first = |line: &&Continuation| line.moves.len() == 1;
                let branches: Vec<_> = tree.iter().filter_map(Continuation::of_branch).collect();
                assert_eq!(lines.iter().filter(first).cloned().collect::<Vec<_>>(), branches);
                text(&lines, from)
            };
            assert_eq!(found("e4 c5", false), ["Nf3 1"]);
            assert_eq!(found("e4 c5", true), ["Nf3 2", "Nf3 d6 1", "Nf3 d6 d4 1"]);
            assert_eq!(found("e4 c6 d4", true), ["d5 1"]);
            assert_eq!(found("e4", true), ["c5 2", "c5 Nf3 1", "c6 1", "c6 Nf3 1", "e5 1", "e5 Nf3 1"]);
        }
    }
}
