use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use super::*;
use crate::{
    Codec, Game, Options, Writer,
    container::{BlockBuilder, Compressor},
    export, games_from_pgn,
    io::Source,
    verify,
};

/// 30 games of different lengths, one of them without moves, and one with a custom start position.
fn games() -> Vec<Game> {
    let moves = ["1. e4", "e5", "2. Nf3", "Nc6", "3. Bb5", "a6", "4. Ba4", "Nf6", "5. O-O"];
    let mut pgn = String::new();
    for number in 0..30 {
        let setup = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kd2 *\n\n";
        match number {
            7 => pgn.push_str(setup),
            _ => pgn.push_str(&format!("[Round \"{number}\"]\n\n{} *\n\n", moves[..number % 10].join(" "))),
        }
    }
    games_from_pgn(pgn.as_bytes()).unwrap().0
}

/// A file with blocks of ten games, whose moves are not checked.
fn file_of(games: &[Game], codec: Codec) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default().with_codec(codec)).unwrap();
    for games in games.chunks(10) {
        let mut builder = BlockBuilder::new(codec);
        games.iter().for_each(|game| builder.add_trusted(game).unwrap());
        writer.write_block(builder.finish(&mut Compressor::new(3).unwrap()).unwrap()).unwrap();
    }
    writer.finish().unwrap()
}

fn file(codec: Codec) -> Vec<u8> {
    file_of(&games(), codec)
}

type Batches = Vec<(Range<u64>, Vec<Vec<PackedMove>>)>;

/// All batches, and the errors between them.
fn batches(scan: &MoveScan<&Reader>, size: BatchSize) -> (Batches, Vec<Error>) {
    let mut batches = Vec::new();
    let mut errors = Vec::new();
    loop {
        let mut lines = Vec::new();
        let read = scan.next(&mut size.clone(), |line| lines.push(line.to_vec()), |found| Err(found.error.clone()));
        match read {
            Ok(Some(games)) => {
                assert!(lines.len() as u64 == games.end - games.start && lines.len() <= size.games);
                assert!(lines.iter().map(Vec::len).sum::<usize>() <= size.plies);
                batches.push((games, lines));
            }
            Ok(None) => return (batches, errors),
            Err(error) => errors.push(error),
        }
    }
}

/// The lines of all batches in the order of their games.
fn in_order(mut batches: Batches) -> Vec<Vec<PackedMove>> {
    batches.sort_by_key(|(games, _)| games.start);
    let starts: Vec<u64> = batches.iter().map(|(games, _)| games.start).collect();
    let ends: Vec<u64> = batches.iter().map(|(games, _)| games.end).collect();
    assert_eq!(starts[1..], ends[..ends.len() - 1], "a gap, or a game twice");
    batches.into_iter().flat_map(|(_, lines)| lines).collect()
}

fn expected() -> Vec<Vec<PackedMove>> {
    games().into_iter().map(|game| game.moves).collect()
}

#[test]
fn every_codec_gives_the_lines_in_any_batches_twice() {
    for codec in Codec::IN_FILES {
        let reader = Reader::from_bytes(file(*codec)).unwrap();
        for size in [(1000, 1000), (3, 1000), (1000, 9), (1, 9)] {
            let (games, plies) = size;
            let (found, errors) = batches(&MoveScan::new(&reader), BatchSize { games, plies });
            assert_eq!((in_order(found), errors.len()), (expected(), 0), "{codec} {size:?}");
        }
    }
}

#[test]
fn a_scan_of_some_games() {
    let reader = Reader::from_bytes(file(Codec::Byte)).unwrap();
    for games in [0..0, 0..1, 3..17, 9..10, 10..30, 30..30] {
        let scan = MoveScan::new(&reader).with_games(games.clone()).unwrap();
        let found = batches(&scan, BatchSize { games: 4, plies: 50 }).0;
        let lines: Vec<_> = found.into_iter().flat_map(|(_, lines)| lines).collect();
        assert_eq!(lines, expected()[games.start as usize..games.end as usize]);
    }
    #[allow(clippy::reversed_empty_ranges, reason = "callers pass any numbers")]
    for games in [0..31, 31..31, 5..4] {
        assert!(MoveScan::new(&reader).with_games(games).is_err_and(|e| e.code() == ErrorCode::OutOfRange));
    }
}

#[test]
fn threads_share_a_scan() {
    let reader = Reader::from_bytes(file(Codec::Byte)).unwrap();
    let scan = MoveScan::new(&reader);
    let all = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| all.lock().unwrap().extend(batches(&scan, BatchSize { games: 2, plies: 20 }).0));
        }
    });
    assert_eq!(in_order(all.into_inner().unwrap()), expected());
    assert!((0..3).all(|block| reader.checked_games(block).includes(9)));
}

#[test]
fn a_game_that_does_not_fit_says_what_it_needs() {
    let reader = Reader::from_bytes(file(Codec::Byte)).unwrap();
    let scan = MoveScan::new(&reader).with_games(9..10).unwrap();
    let mut size = BatchSize { games: 5, plies: 8 };
    let next = |size: &mut _| scan.next(size, |_| {}, |found| Err(found.error.clone()));
    assert_eq!(next(&mut size).unwrap_err().code(), ErrorCode::BufferTooSmall);
    assert_eq!(size.plies, 9);
    assert_eq!(next(&mut size).unwrap(), Some(9..10));
    let mut none = BatchSize { games: 0, plies: 8 };
    assert_eq!(
        MoveScan::new(&reader).next(&mut none, |_| {}, |_| Ok(())).unwrap_err().code(),
        ErrorCode::BufferTooSmall
    );
}

/// The queen on d1 to d5, past the pawn on d2.
const QD5: PackedMove = PackedMove(3 << 6 | 35);

/// A file in which game 13 has an illegal move.
fn with_illegal_move() -> Vec<u8> {
    let mut games = games();
    games[13].moves[2] = QD5;
    file_of(&games, Codec::Byte)
}

#[test]
fn a_corrupt_game_is_reported_once_and_no_other_is_lost() {
    let reader = Reader::from_bytes(with_illegal_move()).unwrap();
    for size in [(1000, 1000), (2, 1000), (1, 9)] {
        let (games, plies) = size;
        let (found, errors) = batches(&MoveScan::new(&reader), BatchSize { games, plies });
        assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), [ErrorCode::MoveMalformed], "{size:?}");
        let read: Vec<u64> = found.iter().flat_map(|(games, _)| games.clone()).collect();
        assert_eq!(read, (0..30).filter(|game| *game != 13).collect::<Vec<_>>(), "{size:?}");
    }
    let mut lost = Vec::new();
    let mut lines = Vec::new();
    let scan = MoveScan::new(&reader);
    let mut next = || {
        scan.next(
            &mut BatchSize { games: 99, plies: 999 },
            |line| lines.push(line.to_vec()),
            |found| {
                lost.push(found.games.clone());
                Ok(())
            },
        )
    };
    while next().unwrap().is_some() {}
    assert!(lost.len() == 1 && lost[0] == (13..14), "{lost:?}");
    let mut without = expected();
    without[13].clear();
    assert_eq!(lines, without);
}

#[test]
fn a_corrupt_block_is_reported() {
    let mut file = file(Codec::Byte);
    let block = Reader::from_bytes(file.clone()).unwrap().blocks()[1].range.clone();
    file[block.end as usize - 1] ^= 1;
    let reader = Reader::from_bytes(file).unwrap();
    let (found, errors) = batches(&MoveScan::new(&reader), BatchSize { games: 99, plies: 999 });
    // The damaged byte is in the last section. If it holds moves, the ten games of the block are lost; if it holds
    // annotations, the scan does not read it.
    let games: Vec<u64> = found.iter().flat_map(|(games, _)| games.clone()).collect();
    assert_eq!(games.len() + 10 * errors.len(), 30);
}

/// A file whose bytes from some offset on cannot be read for a while.
struct Failing {
    bytes: Vec<u8>,
    from: Arc<AtomicU64>,
}

impl Source for Failing {
    fn len(&self) -> Result<u64> {
        Ok(self.bytes.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        if offset < self.from.load(Ordering::Relaxed) {
            self.bytes.read_at(offset, buffer)
        } else {
            Err(Error::new(ErrorCode::Io, "not now"))
        }
    }
}

/// No batch has more plies than requested, so that buffers of C programs hold it.
#[test]
fn a_replacement_that_can_be_read_later_is_lost_until_the_next_scan() {
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    games().iter().for_each(|game| writer.add(game).unwrap());
    writer.replace_game(5, &games()[9], None).unwrap();
    let bytes = writer.finish().unwrap();
    let from = Arc::new(AtomicU64::new(u64::MAX));
    let reader = Reader::from_source(Box::new(Failing { bytes, from: from.clone() })).unwrap();
    let size = BatchSize { games: 4, plies: 9 };
    let scan = MoveScan::new(&reader);
    from.store(reader.all_blocks()[1].range.start, Ordering::Relaxed);
    let first = scan.next(&mut size.clone(), |_| {}, |found| Err(found.error.clone())).unwrap();
    assert_eq!(first, Some(0..4));
    from.store(u64::MAX, Ordering::Relaxed);
    let errors = batches(&scan, size).1;
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), [ErrorCode::Io]);
    let mut lines = expected();
    lines[5] = lines[9].clone();
    assert_eq!(in_order(batches(&MoveScan::new(&reader), size).0), lines);
}

#[test]
fn moves_are_checked_once() {
    let reader = Reader::from_bytes(with_illegal_move()).unwrap();
    let size = BatchSize { games: 99, plies: 999 };
    let counts = || [0, 1, 2].map(|block| reader.checked_games(block).count());
    assert_eq!(counts(), [0, 0, 0]);
    let _ = batches(&MoveScan::new(&reader), size);
    assert_eq!(counts(), [10, 3, 10]);
    // A reader with trusted moves reads the illegal move; a check still finds it.
    let trusting = Reader::from_bytes(with_illegal_move()).unwrap().with_trusted_moves();
    assert_eq!(batches(&MoveScan::new(&trusting), size).1.len(), 0);
    let mut moves = Vec::new();
    trusting.read_moves(13, &mut moves).unwrap();
    assert_eq!(moves[2], QD5);
    assert_eq!(verify(&trusting, 1, |_, _| Ok(())).unwrap().corruption.len(), 1);
    assert!(reader.read_moves(13, &mut moves).is_err());
}

#[test]
fn every_way_of_reading_remembers_what_it_checked() {
    let counts = |reader: &Reader| [0, 1, 2].map(|block| reader.checked_games(block).count());
    let fresh = || Reader::from_bytes(with_illegal_move()).unwrap();
    let reader = fresh();
    verify(&reader, 2, |_, _| Ok(())).unwrap();
    assert_eq!(counts(&reader), [10, 3, 10]);
    let reader = fresh();
    export(&reader, 0..30, 1, &mut Vec::new(), |_| Ok(()), |_| Ok(())).unwrap();
    assert_eq!(counts(&reader), [10, 3, 10]);
    let reader = fresh();
    let mut game = Game::new();
    for number in [20, 1, 0, 2, 1, 10] {
        reader.read_game(number, &mut game).unwrap();
        reader.read_game(number, &mut game).unwrap();
    }
    assert_eq!(counts(&reader), [2, 1, 1]);
    reader.read_moves(2, &mut Vec::new()).unwrap();
    assert_eq!(counts(&reader), [3, 1, 1]);
}

#[test]
fn one_pass_over_the_file_leaves_the_blocks_in_memory() {
    for codec in [Codec::Byte, Codec::Tight] {
        let reader = Reader::from_bytes(file(codec)).unwrap();
        reader.set_cache(0);
        let block = reader.block(2).unwrap();
        assert_eq!(in_order(batches(&MoveScan::new(&reader), BatchSize { games: 4, plies: 1000 }).0).len(), 30);
        assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
        export(&reader, 0..30, 1, &mut std::io::sink(), |found| Err(found.error.clone()), |_| Ok(())).unwrap();
        assert!(Arc::ptr_eq(&block, &reader.block(2).unwrap()));
        reader.block(0).unwrap();
        assert!(!Arc::ptr_eq(&block, &reader.block(2).unwrap()), "one block is in memory");
    }
}

/// Games that are delivered again after an error are split into batches of the requested size.
#[test]
fn games_that_come_again_fill_batches_of_any_size() {
    let reader = Reader::from_bytes(with_illegal_move()).unwrap();
    let scan = MoveScan::new(&reader).with_games(10..20).unwrap();
    let failed = scan.next(&mut BatchSize { games: 99, plies: 999 }, |_| {}, |found| Err(found.error.clone()));
    assert_eq!(failed.unwrap_err().code(), ErrorCode::MoveMalformed);
    let mut numbers = Vec::new();
    while let Some(games) = scan.next(&mut BatchSize { games: 2, plies: 999 }, |_| {}, |_| Ok(())).unwrap() {
        assert!(games.end - games.start <= 2);
        numbers.extend(games);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, [10, 11, 12, 14, 15, 16, 17, 18, 19]);
}

/// A block is read only once for the starts of its games, even if reading it fails.
#[test]
fn starts_of_a_block_are_read_with_it_once() {
    let setup = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kd2 *\n\n";
    let games = games_from_pgn(setup.repeat(3).as_bytes()).unwrap().0;
    let mut file = file_of(&games, Codec::Byte);
    let lines = |file: &[u8]| {
        batches(&MoveScan::new(&Reader::from_bytes(file.to_vec()).unwrap()), BatchSize { games: 9, plies: 99 })
    };
    assert_eq!(in_order(lines(&file).0), games.iter().map(|game| game.moves.clone()).collect::<Vec<_>>());
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let layouts = reader.block_header(0).unwrap().sections.iter().find(|of| of.kind == 7).unwrap().range.clone();
    file[(reader.blocks()[0].range.start + layouts.start) as usize] ^= 1;
    let errors = lines(&file).1;
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), [ErrorCode::ChecksumSection; 3]);
}
