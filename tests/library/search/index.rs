//! Searches with an index: complete, partial, corrupt.

use std::path::Path;

use plypack::{
    Codec, Error, ErrorCode, Game, Options, Position, Reader, Termination, Writer,
    files::{IndexOptions, add_index},
    games_from_pgn,
    search::{self, Condition, Query, TextField},
};

use super::{SMALL, after, check_position, find, games, indexed, quiet, some_positions};

fn append(path: &Path, games: &[Game]) {
    let mut writer = Writer::append(path, Options::default()).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap();
}

#[test]
fn an_index_gives_the_same_answers() {
    // Games in which every position is frequent enough for entries, and games with rare positions.
    let mut games = games(&SMALL.repeat(5));
    games.extend(games_from_pgn(b"1. e4 e6 2. d4 d5 3. Nc3 *\n\n1. d4 e6 2. c4 d5 3. g3 c5 4. Bg2 *").unwrap().0);
    for codec in Codec::IN_FILES {
        let (_folder, path) = indexed(&games, *codec, 20);
        for reader in [Reader::open_mapped(&path).unwrap(), Reader::open(&path).unwrap()] {
            assert_eq!(reader.indexed().0, 2);
            assert!(reader.info().unwrap().bytes.index > 0);
            for position in some_positions(&games, 1) {
                check_position(&reader, &games, &position);
            }
            let mut query = Query::position(&after("d4 d5 c4 e6"));
            query.condition = Condition::text(TextField::Player, "Anna");
            assert_eq!(find(&reader, &query).len(), 10);
            query.condition = query.condition.and(Condition::Result(Termination::WhiteWins));
            assert_eq!(search::tree(&[&reader], &query, &mut quiet).unwrap()[0].white, 5);
            query.condition = Condition::default();
            query.variations = true;
            assert_eq!(find(&reader, &query).len(), 26);
        }
    }
}

#[test]
fn games_that_are_appended_are_found_before_they_are_indexed() {
    let small = games(SMALL);
    let (_folder, path) = indexed(&small, Codec::Byte, 4);
    append(&path, &small);
    let all = [small.clone(), small].concat();
    let check_all = |indexed: usize| {
        let reader = Reader::open_mapped(&path).unwrap();
        assert_eq!((reader.indexed().0, reader.errors().len()), (indexed, 0));
        for position in some_positions(&all, 1) {
            check_position(&reader, &all, &position);
        }
        assert!(plypack::verify(&reader, 2, |_, _| Ok(())).unwrap().is_valid());
    };
    check_all(2);
    assert_eq!(add_index(&path, 1, |_, _| Ok(())).unwrap().blocks, 1);
    check_all(3);
    let size = std::fs::metadata(&path).unwrap().len();
    assert_eq!(add_index(&path, 1, |_, _| Ok(())).unwrap().blocks, 0);
    assert_eq!(std::fs::metadata(&path).unwrap().len(), size);
}

/// Positions that do not fit in memory wait in a temporary file, which is gone afterwards.
#[test]
fn memory_and_threads_change_no_byte_of_an_index() {
    let games = games(&SMALL.repeat(2000));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    let plain = plypack::pack_games(&games, Codec::Byte).unwrap();
    let index = |threads: usize, memory: u64| {
        std::fs::write(&path, &plain).unwrap();
        let mut options = IndexOptions::new(threads);
        options.memory = memory;
        assert_eq!(add_index(&path, options, |_, _| Ok(())).unwrap().games, games.len() as u64);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        std::fs::read(&path).unwrap()
    };
    let whole = index(1, IndexOptions::MEMORY);
    for (threads, memory) in [(1, 0), (3, 0), (1, 1 << 20), (3, 1 << 20), (3, IndexOptions::MEMORY)] {
        assert!(index(threads, memory) == whole, "{threads} threads, {memory} bytes");
    }
    let mut options = IndexOptions::new(2);
    options.memory = 0;
    for part in [1, 49, 50, 51, 99] {
        std::fs::write(&path, &plain).unwrap();
        let stop = |done: u64, all: u64| {
            if done * 100 / all >= part { Err(Error::new(ErrorCode::Cancelled, "stopped")) } else { Ok(()) }
        };
        assert_eq!(add_index(&path, options.clone(), stop).unwrap_err().code(), ErrorCode::Cancelled);
        assert!(std::fs::read(&path).unwrap() == plain, "{part} %");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{part} %");
    }
}

/// Flips every bit of an index: the answers stay correct, and `verify` finds the corruption.
#[test]
fn a_corrupt_index_is_not_used() {
    let games = games(SMALL);
    let (_folder, path) = indexed(&games, Codec::Byte, 100);
    let file = std::fs::read(&path).unwrap();
    let start = memchr::memmem::find(&file, b"PLYX").unwrap();
    let end = start + Reader::open(&path).unwrap().indexed().1 as usize;
    let wanted = find(&Reader::open(&path).unwrap(), &Query::position(&after("d4 d5 c4 e6")));
    for bit in (start * 8..end * 8).step_by(5) {
        let mut broken = file.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        let reader = Reader::from_bytes(broken).unwrap();
        assert_eq!(find(&reader, &Query::position(&after("d4 d5 c4 e6"))), wanted, "bit {bit}");
        let found = plypack::verify(&reader, 1, |_, _| Ok(())).unwrap().corruption;
        assert!(!found.is_empty() && found.iter().all(|corruption| corruption.in_index), "bit {bit}: {found:?}");
    }
}

/// A file that lost its end has the index and the blocks of the earlier commits, and the blocks that were added later.
#[test]
fn a_cut_file_with_an_index_is_recovered() {
    let games = games(SMALL);
    let (_folder, path) = indexed(&games, Codec::Byte, 4);
    append(&path, &games);
    let mut file = std::fs::read(&path).unwrap();
    file.truncate(file.len() - 1);
    assert_eq!(Reader::from_bytes(file.clone()).err().unwrap().code(), plypack::ErrorCode::Truncated);
    let reader = Reader::salvage(Box::new(file)).unwrap();
    assert_eq!((reader.number_end(), reader.indexed().0), (12, 2));
    assert_eq!(find(&reader, &Query::position(&Position::default())).len(), 10);
}
