//! A search with an index reads little of a file: few ranges, in few rounds, whatever the size of the file.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use plypack::{
    Codec, Game, Position, Reader, Result,
    io::Source,
    search::{self, Query},
};

use super::{expected, find, has_start, indexed, key, quiet, some_positions};

/// Reads of a source: offsets and lengths.
type Reads = Arc<Mutex<Vec<(u64, u64)>>>;

/// A file that records its reads, and can be remote.
struct Counting(Vec<u8>, Reads, bool);

impl Source for Counting {
    fn len(&self) -> Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn is_remote(&self) -> bool {
        self.2
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        self.1.lock().unwrap().push((offset, buffer.len() as u64));
        Source::read_at(&self.0, offset, buffer)
    }
}

/// Games of random moves, with few different first moves.
fn random_games(count: u64) -> Vec<Game> {
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let game = |number: u64| {
        let mut game = Game::new();
        game.push_tag(b"WhiteElo", (1500 + number % 1000).to_string().as_bytes()).unwrap();
        let mut position = Position::default();
        for ply in 0..24 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let some = if ply < 8 { legal.len().min(3) } else { legal.len() };
            let next = legal[random(some)];
            game.moves.push(next);
            position.play(next).unwrap();
        }
        game
    };
    (0..count).map(game).collect()
}

/// Returns the reads since the last call.
fn taken(reads: &Reads) -> Vec<(u64, u64)> {
    std::mem::take(&mut reads.lock().unwrap())
}

fn bytes_of(reads: &[(u64, u64)]) -> u64 {
    reads.iter().map(|(_, len)| len).sum()
}

/// A reader with an index, and its reads.
fn open(file: &[u8], is_remote: bool) -> (Reader, Reads) {
    let reads = Reads::default();
    let reader = Reader::from_source(Box::new(Counting(file.to_vec(), reads.clone(), is_remote))).unwrap();
    assert!(reader.indexed().0 > 0);
    (reader, reads)
}

/// Returns the reads of each search for a position, without the reads that open the file. The file is not remote, so
/// nothing of it is in memory.
fn searches(file: &[u8], position: &Position) -> Vec<Vec<(u64, u64)>> {
    let mut query = Query::position(position);
    query.threads = 1;
    let kinds: [&dyn Fn(&Reader); 3] = [
        &|reader| assert!(search::find(&[reader], &query, &mut quiet).is_ok()),
        &|reader| assert!(search::count(&[reader], &query, &mut quiet).is_ok()),
        &|reader| assert!(search::tree(&[reader], &query, &mut quiet).is_ok()),
    ];
    let run = |kind: &dyn Fn(&Reader)| {
        let (reader, reads) = open(file, false);
        taken(&reads);
        kind(&reader);
        taken(&reads)
    };
    kinds.into_iter().map(run).collect()
}

#[test]
fn a_remote_file_is_opened_by_two_reads() {
    let (_folder, path) = indexed(&random_games(3000), Codec::Byte, 1000);
    let (reader, reads) = open(&std::fs::read(&path).unwrap(), true);
    let opening = taken(&reads);
    assert!(opening.len() <= 2 && bytes_of(&opening) <= 100_000, "{opening:?}");
    reader.read_game(7, &mut Game::new()).unwrap();
    assert_eq!(taken(&reads).len(), 1);
    assert!(
        search::count(&[&reader], &Query::position(&Position::default()), &mut quiet).is_ok_and(|games| games == 3000)
    );
    assert!(taken(&reads).len() <= 4);
}

#[test]
fn a_search_reads_few_ranges() {
    let games = random_games(12_000);
    for (codec, count) in [(Codec::Byte, games.len()), (Codec::Coord16, 2000), (Codec::Tight, 500)] {
        let games = &games[..count];
        let (_folder, path) = indexed(games, codec, 1000);
        let file = std::fs::read(&path).unwrap();
        let segment = memchr::memmem::find(&file, b"PLYX").unwrap() as u64;
        let mut most = 0;
        for position in some_positions(games, count / 50) {
            for reads in searches(&file, &Position::from(&position)) {
                most = most.max(reads.len());
                assert!(reads.len() <= 11 && bytes_of(&reads) <= 300_000, "{reads:?}");
                // The first read is the page. All reads of the segment precede the reads of moves, which are at lower
                // offsets.
                assert!(reads[0].0 >= segment);
                assert!(reads.is_sorted_by_key(|(offset, _)| *offset < segment), "{reads:?}");
            }
        }
        assert!(codec != Codec::Byte || most > 7, "{most}");
    }
}

#[test]
fn positions_of_few_and_of_many_games_are_found() {
    let games = random_games(3000);
    let (_folder, path) = indexed(&games, Codec::Byte, 1000);
    let reader = Reader::open_mapped(&path).unwrap();
    let mut counts = BTreeSet::new();
    for position in some_positions(&games, 1999) {
        let target = key(&position);
        let hits = find(&reader, &Query::position(&Position::from(&position)));
        assert_eq!(hits, expected(&games, &|position| key(position) == target));
        counts.insert(hits.len());
    }
    assert!(games.iter().all(has_start) && counts.contains(&1) && counts.contains(&3000), "{counts:?}");
}
