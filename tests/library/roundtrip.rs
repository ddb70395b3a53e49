//! Random games are written to a file and read back unchanged.

use plypack::{
    Codec, Game, Options, Reader, Writer,
    internals::container::{BlockBuilder, Compressor, UNITS_START},
    verify,
};
use proptest::prelude::*;

use crate::random_games;

fn options(codec: Codec) -> Options {
    Options::of(codec).with_level(1)
}

fn read_all(reader: &Reader) -> Vec<Game> {
    let read = |number| {
        let mut game = Game::new();
        reader.read_game(number, &mut game).expect("a game that was just written");
        game
    };
    (0..reader.number_end()).map(read).collect()
}

/// The file is valid, and every function that reads it returns the same games.
fn assert_holds(reader: &Reader, games: &[Game]) {
    assert!(reader.errors().is_empty());
    assert!(read_all(reader) == games);
    assert_eq!(reader.plies(), games.iter().map(|g| g.moves.len() as u64).sum::<u64>());
    assert!(verify(reader, 1, |_, _| Ok(())).expect("nothing stops it").is_valid());
    let info = reader.info().expect("a valid file");
    assert_eq!(info.games, games.len() as u64);
    for (number, game) in games.iter().enumerate() {
        let mut moves = Vec::new();
        reader.read_moves(number as u64, &mut moves).expect("a valid file");
        assert_eq!(moves, game.moves);
        let mut tags = Game::new();
        reader.read_tags(number as u64, &mut tags).expect("a valid file");
        assert!(tags.tags().eq(game.tags()) && tags.start == game.start && tags.termination == game.termination);
    }
}

/// `games` in blocks of `size`.
fn write_in_blocks(games: &[Game], codec: Codec, size: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), options(codec)).expect("default options");
    let mut compressor = Compressor::new(1).expect("a valid level");
    for part in games.chunks(size) {
        let mut builder = BlockBuilder::new(codec);
        part.iter().for_each(|game| builder.add(game).expect("a game that can be stored"));
        writer.write_block(builder.finish(&mut compressor).expect("a small block")).expect("memory takes every byte");
    }
    writer.finish().expect("memory takes every byte")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn games_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..1500), size in 1usize..6) {
        let games = random_games::games(&bytes);
        for codec in Codec::IN_FILES {
            let file = write_in_blocks(&games, *codec, size);
            assert_holds(&Reader::from_bytes(file).expect("a valid file"), &games);
        }
    }

    #[test]
    fn trusted_writing_gives_the_same_file(bytes in proptest::collection::vec(any::<u8>(), 0..800)) {
        let games = random_games::games(&bytes);
        for codec in Codec::IN_FILES {
            let mut checked = Writer::new(Vec::new(), options(*codec)).unwrap();
            let mut trusted = Writer::new(Vec::new(), options(*codec)).unwrap();
            for game in &games {
                checked.add(game).unwrap();
                trusted.add_trusted(game).unwrap();
            }
            prop_assert_eq!(checked.finish().unwrap(), trusted.finish().unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn appended_games_come_back(parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..600), 1..5)) {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let mut all = Vec::new();
        for (number, bytes) in parts.iter().enumerate() {
            let codec = Codec::IN_FILES[number % Codec::IN_FILES.len()];
            let before = std::fs::read(&path).unwrap();
            let mut writer = match number {
                0 => Writer::create(&path, options(codec)).unwrap(),
                _ => Writer::append(&path, options(codec)).unwrap(),
            };
            let games = random_games::games(bytes);
            games.iter().for_each(|game| writer.add(game).unwrap());
            writer.finish().unwrap();
            all.extend(games);
            let units = UNITS_START as usize;
            prop_assert!(number == 0 || std::fs::read(&path).unwrap()[units..].starts_with(&before[units..]));
            assert_holds(&Reader::open(&path).unwrap(), &all);
        }
    }
}

#[test]
fn an_unfinished_writer_leaves_nothing() {
    let games = random_games::games(&[7; 400]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    let mut writer = Writer::create(&path, options(Codec::Byte)).unwrap();
    let mut builder = BlockBuilder::new(Codec::Byte);
    games.iter().for_each(|game| builder.add(game).unwrap());
    writer.write_block(builder.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
    let new = std::fs::read(folder.path().join(".games.plypack.plypack-new")).unwrap();
    drop(writer);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // A copy of the bytes written so far has no commit record.
    let refused = Reader::from_bytes(new.clone()).err().unwrap();
    assert_eq!(refused.code(), plypack::ErrorCode::ChecksumHeader);
    assert!(read_all(&Reader::salvage(Box::new(new.clone())).unwrap()) == games);
    std::fs::write(&path, new).unwrap();
    let refused = Writer::append(&path, options(Codec::Byte)).err().expect("nothing is committed");
    assert_eq!(refused.code(), plypack::ErrorCode::ChecksumHeader);
}

/// limits.5: a game that is too long for a run is in a block with the codec `byte`, but its neighbors are not.
#[test]
fn games_too_long_for_a_run_are_in_blocks_of_byte() {
    let there_and_back = [0x0195, 0x0FAD, 0x0546, 0x0B7E].map(plypack::PackedMove);
    let of_plies = |plies: usize| {
        let mut game = Game::new();
        game.moves = there_and_back.iter().cycle().take(plies).copied().collect();
        game
    };
    let games = [of_plies(4), of_plies(65_536), of_plies(65_537), of_plies(8)];
    let mut writer = Writer::new(Vec::new(), options(Codec::Tight)).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    let reader = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    assert_holds(&reader, &games);
    let blocks = (0..reader.blocks().len()).map(|index| reader.block_header(index).unwrap());
    let found: Vec<_> = blocks.map(|header| (header.codec().unwrap(), header.games)).collect();
    // The plies of the second game could be too many for the bytes of the first, whose number is not known yet.
    assert_eq!(found, [(Codec::Tight, 1), (Codec::Tight, 1), (Codec::Byte, 1), (Codec::Tight, 1)]);
}
