//! Files of which only loaded bytes can be read, as in a browser: a failed read is repeated after its bytes are loaded.

use std::{
    collections::BTreeSet,
    ops::Range,
    sync::{Arc, Mutex},
};

use plypack::{
    Codec, Error, ErrorCode, Game, Options, PackedMove, Reader, Result, Termination, Writer, games_from_pgn,
    internals::container::{BlockBuilder, Compressor},
    io::Source,
    pack_games,
    search::{self, Condition, Hit, Query, SearchEvent, Target},
};

/// Number of bytes loaded at a time.
const PIECE: u64 = 64;

#[derive(Default)]
struct Loaded {
    pieces: BTreeSet<u64>,
    /// The ranges of the first read or prefetch that failed.
    missing: Vec<Range<u64>>,
    rounds: usize,
}

/// A file on a server.
#[derive(Clone)]
struct Remote {
    bytes: Arc<Vec<u8>>,
    loaded: Arc<Mutex<Loaded>>,
}

impl Remote {
    fn new(bytes: Vec<u8>) -> Remote {
        Remote { bytes: Arc::new(bytes), loaded: Arc::default() }
    }

    fn need(&self, ranges: &[Range<u64>]) -> Result<()> {
        let mut loaded = self.loaded.lock().unwrap();
        let is_missing = |range: &&Range<u64>| pieces(range).any(|piece| !loaded.pieces.contains(&piece));
        let missing: Vec<_> = ranges.iter().filter(is_missing).cloned().collect();
        if missing.is_empty() {
            return Ok(());
        }
        if loaded.missing.is_empty() {
            loaded.missing = missing;
        }
        Err(Error::new(ErrorCode::Io, "not loaded yet"))
    }

    /// Repeats `work` until all bytes that it reads are loaded. Returns also the number of rounds.
    fn complete<T>(&self, mut work: impl FnMut() -> Result<T>) -> (T, usize) {
        let before = self.loaded.lock().unwrap().rounds;
        loop {
            let result = work();
            let mut loaded = self.loaded.lock().unwrap();
            let missing = std::mem::take(&mut loaded.missing);
            if missing.is_empty() {
                return (result.unwrap(), loaded.rounds - before);
            }
            loaded.rounds += 1;
            loaded.pieces.extend(missing.iter().flat_map(pieces));
        }
    }
}

fn pieces(range: &Range<u64>) -> Range<u64> {
    range.start / PIECE..range.end.div_ceil(PIECE)
}

impl Source for Remote {
    fn len(&self) -> Result<u64> {
        Ok(self.bytes.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        self.need(std::slice::from_ref(&(offset..offset + buffer.len() as u64)))?;
        self.bytes.read_at(offset, buffer)
    }

    fn prefetch(&self, ranges: &[Range<u64>]) -> Result<()> {
        self.need(ranges)
    }

    fn is_remote(&self) -> bool {
        true
    }
}

/// Games of three openings with different later moves; some have tags that others lack.
fn games() -> Vec<Game> {
    let openings =
        ["1. e4 e5 2. Nf3 Nc6 3. Bb5", "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4"];
    let rest = ["a6", "Nf6", "h5", "g6", "Rb8", "a5", "h6", "g5"];
    let mut text = String::new();
    for number in 0..3000 {
        let (opening, next) = (openings[number % 3], rest[number / 3 % 8]);
        let elo = if number % 4 == 0 { format!("[WhiteElo \"{}\"]\n", 2000 + number % 700) } else { String::new() };
        let result = ["1-0", "0-1", "1/2-1/2"][number / 7 % 3];
        let next = if number % 3 == 1 { "" } else { next };
        text += &format!(
            "[Event \"Event {}\"]\n[White \"Player {}\"]\n[Black \"Other {number}\"]\n[Date \"{}.??.??\"]\n{elo}[Result \"{result}\"]\n\n",
            number / 50,
            number % 97,
            1950 + number % 70,
        );
        text += &format!("{opening} {next} {result}\n\n");
    }
    games_from_pgn(text.as_bytes()).unwrap().0
}

/// Blocks of 500 games, with an index.
fn file(games: &[Game], is_indexed: bool) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    for part in games.chunks(500) {
        let mut block = BlockBuilder::new(Codec::Byte);
        part.iter().for_each(|game| block.add(game).unwrap());
        writer.write_block(block.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
    }
    if is_indexed {
        let added = writer.add_index(0, |_, _| Ok(())).unwrap();
        assert_eq!((added.blocks, added.games), (games.len().div_ceil(500), games.len() as u64));
    }
    writer.finish().unwrap()
}

fn queries() -> Vec<(Query, &'static str)> {
    let fen = |fen: &str| Query::new(Target::from_fen(fen.as_bytes()).unwrap());
    let najdorf = "rnbqkbnr/pp2pppp/3p4/8/3NP3/8/PPP2PPP/RNBQKB1R b KQkq - 0 4";
    let rare = "rnbqkbnr/1p2pppp/p2p4/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 0 5";
    let none = "rnbqkbnr/1p2pppp/p2p4/8/3NP3/8/PPP2PPP/RNBQKB1R b KQkq - 0 5";
    let of_player = |mut query: Query| {
        query.condition = Condition::from_text("player", "Player 1").unwrap();
        query
    };
    vec![
        (fen(najdorf), "many games"),
        (fen(rare), "some games"),
        (fen(none), "no games"),
        (of_player(fen(rare)), "some games of a player"),
        (of_player(Query::default()), "the games of a player"),
    ]
}

/// Blocks that are not loaded give no information about the games.
fn observer(event: SearchEvent) -> Result<()> {
    match event {
        SearchEvent::Corruption(found) => Err(found.corruption.error),
        _ => Ok(()),
    }
}

fn run(reader: &Reader, query: &Query) -> Result<Vec<u64>> {
    let hits = match query.target {
        None => search::list(&[reader], query, &mut observer)?,
        Some(_) => search::find(&[reader], query, &mut observer)?,
    };
    Ok(hits.into_iter().map(|hit| hit.game).collect())
}

/// In whatever order bytes are loaded, searches find the same as in memory.
#[test]
fn searches_of_what_is_loaded_find_the_same() {
    let games = games();
    for is_indexed in [false, true] {
        let bytes = file(&games, is_indexed);
        let whole = Reader::from_bytes(bytes.clone()).unwrap();
        for (mut query, name) in queries() {
            let expected = run(&whole, &query).unwrap();
            assert_eq!(expected.is_empty(), name == "no games", "{name}");
            query.blocks = Some(0..whole.blocks().len());
            let remote = Remote::new(bytes.clone());
            let (reader, rounds) = remote.complete(|| Reader::from_source(Box::new(remote.clone())));
            assert!(rounds <= 2, "opened in {rounds} rounds");
            assert_eq!(remote.complete(|| run(&reader, &query)).0, expected, "{name}");
        }
    }
}

/// With an index, a position takes a page, the records of groups, and their moves: one round each.
#[test]
fn a_position_of_an_index_takes_few_rounds() {
    let remote = Remote::new(file(&games(), true));
    let (reader, _) = remote.complete(|| Reader::from_source(Box::new(remote.clone())));
    remote.complete(|| Ok(reader.index_corruption().len()));
    for (mut query, name) in queries().into_iter().filter(|(query, _)| query.target.is_some()) {
        query.blocks = Some(0..reader.blocks().len());
        let with_tags = query.condition != Condition::default();
        if with_tags {
            remote.complete(|| reader.prefetch_tags(0..reader.blocks().len()));
        }
        let (_, rounds) = remote.complete(|| run(&reader, &query));
        assert!(rounds <= 4, "{name}: {rounds} rounds");
    }
}

/// Returns the games with the position after some moves, and the move that each plays next.
fn played_after(moves: &[u8], reader: &Reader) -> Result<Vec<(u64, Option<PackedMove>)>> {
    let mut query = Query::position(&search::position_after(moves)?);
    query.blocks = Some(0..reader.blocks().len());
    let mut games = Vec::new();
    let mut each = |hit: Hit, next| {
        games.push((hit.game, next));
        Ok(())
    };
    search::played_next(&[reader], &query, &mut each, &mut observer)?;
    Ok(games)
}

/// Games that begin with 14 moves; 1,100 games of each, one move after another.
fn games_of_first_moves() -> Vec<Game> {
    let first = ["a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3", "f4", "g3", "g4"];
    let knights = "Nf6 Nh3 Ng8 Ng1 ".repeat(3);
    let text: String = first.iter().map(|first| format!("[Event \"{first}\"]\n\n{first} {knights} *\n\n")).collect();
    let (games, _) = games_from_pgn(text.as_bytes()).unwrap();
    games.iter().flat_map(|game| std::iter::repeat_n(game.clone(), 1100)).collect()
}

/// The entry of the position takes four rounds: its page, the record and the moves of its example, its lists. The entries of the positions
/// after all moves take three.
#[test]
fn moves_played_next_take_few_rounds() {
    let bytes = file(&games_of_first_moves(), true);
    let expected = played_after(b"", &Reader::from_bytes(bytes.clone()).unwrap()).unwrap();
    let moves: BTreeSet<_> = expected.iter().map(|(_, next)| *next).collect();
    assert_eq!((expected.len(), moves.len(), moves.contains(&None)), (15_400, 14, false));
    let remote = Remote::new(bytes);
    let (reader, _) = remote.complete(|| Reader::from_source(Box::new(remote.clone())));
    remote.complete(|| Ok(reader.index_corruption().len()));
    let (found, rounds) = remote.complete(|| played_after(b"", &reader));
    assert!(found == expected);
    assert!(rounds <= 7, "{rounds} rounds");
}

/// Damage in the index does not change the moves played next, also if it is found before the entry is needed.
#[test]
fn moves_played_next_do_not_depend_on_an_intact_index() {
    let bytes = file(&games(), true);
    let line = b"1. e4 e5 2. Nf3 Nc6 3. Bb5";
    let expected = played_after(line, &Reader::from_bytes(bytes.clone()).unwrap()).unwrap();
    assert_eq!(expected.len(), 1000);
    let start = bytes.windows(4).rposition(|magic| magic == b"PLYX").unwrap();
    let len = u64::from_le_bytes(bytes[start + 4..start + 12].try_into().unwrap()) as usize;
    for at in (start..start + len).step_by(len / 60) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let remote = Remote::new(damaged);
        let (reader, _) = remote.complete(|| Reader::from_source(Box::new(remote.clone())));
        assert_eq!(remote.complete(|| played_after(line, &reader)).0, expected, "byte {at}");
    }
}

/// Searching a file part by part gives the same result as searching the whole file.
#[test]
fn searches_by_blocks_find_the_same() {
    let games = games();
    for is_indexed in [false, true] {
        let reader = Reader::from_bytes(file(&games, is_indexed)).unwrap();
        for (query, name) in queries() {
            let mut found = Vec::new();
            for blocks in [0..1, 1..4, 4..9] {
                let mut query = query.clone();
                query.blocks = Some(blocks);
                found.extend(run(&reader, &query).unwrap());
            }
            assert_eq!(found, run(&reader, &query).unwrap(), "{name}");
        }
    }
}

/// The tags of a block equal the tags of its games, and take one round for the headers and one for the rest.
#[test]
fn tags_are_read_without_moves() {
    let names: [&[u8]; 4] = [b"White", b"Black", b"WhiteElo", b"Date"];
    let remote = Remote::new(file(&games(), false));
    let (reader, _) = remote.complete(|| Reader::from_source(Box::new(remote.clone())));
    let (_, rounds) = remote.complete(|| reader.prefetch_tags(0..6));
    assert!(rounds <= 2, "{rounds} rounds");
    let whole = Reader::from_bytes(remote.bytes.to_vec()).unwrap();
    let mut game = Game::new();
    for number in 0..reader.number_end() {
        let (block, place) = reader.place_of(number).unwrap();
        let (tags, rounds) = remote.complete(|| reader.read_block_tags(block, &names));
        assert_eq!(rounds, 0, "game {number}: more was needed than was announced");
        whole.read_game(number, &mut game).unwrap();
        for (index, name) in names.iter().enumerate() {
            assert_eq!(tags.value(index, place).unwrap().as_deref(), game.tag(name), "game {number}");
        }
        assert_eq!((tags.plies(place) as usize, tags.len()), (game.moves.len(), 500));
        let with_result = reader.read_block_tags(block, &[b"Result"]).unwrap();
        let result = game.tag(b"Result").and_then(Termination::from_text);
        assert_eq!(Some(with_result.result(0, place).unwrap()), result);
    }
}

/// A writer in memory adds the same index that is added to a file.
#[test]
fn an_index_in_memory_is_that_of_a_file() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    std::fs::write(&path, pack_games(&games, Codec::Byte).unwrap()).unwrap();
    plypack::files::add_index(&path, 1, |_, _| Ok(())).unwrap();
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    writer.add_index(1, |_, _| Ok(())).unwrap();
    let reader = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    let on_disk = Reader::open(&path).unwrap();
    assert_eq!(reader.indexed(), on_disk.indexed());
    for (query, name) in queries() {
        assert_eq!(run(&reader, &query).unwrap(), run(&on_disk, &query).unwrap(), "{name}");
    }
    assert!(plypack::verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
}
