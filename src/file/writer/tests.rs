//! Appends: files that cannot be continued, blocks that are merged, and ends of blocks.

use std::path::PathBuf;

use super::*;
use crate::{
    Codec, Token,
    container::{RECORD_LEN, RECORD_PLACES, Records},
    pack_games,
};

/// A file of one game in a folder of its own.
fn file_of_one_game() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    std::fs::write(&path, pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap();
    (folder, path)
}

fn appending(path: &Path) -> Writer<OutputFile> {
    Writer::append(path, Options::default().with_level(1)).unwrap()
}

/// A game with a comment of `kib` KiB, which compression reduces to about 1 %.
fn commented(kib: usize) -> Game {
    let mut noise = 1u32;
    let text = (0..kib << 10).map(|at| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if at >> 10 & 127 == 0 { b'a' + (noise >> 24) as u8 % 16 } else { b'x' }
    });
    let mut game = Game::new();
    game.push_token(Token::Comment(&text.collect::<Vec<_>>())).unwrap();
    game
}

fn games_of_blocks(path: &Path) -> Vec<u64> {
    Reader::open(path).unwrap().blocks().iter().map(|block| block.games).collect()
}

/// Only errors that a repair can fix advise a repair.
#[test]
fn what_cannot_be_continued() {
    let (_folder, path) = file_of_one_game();
    let whole = std::fs::read(&path).unwrap();
    let mut newer = whole.clone();
    let mut record = Records::parse(&whole).unwrap().in_force;
    record.versions.required |= 1 << 30;
    for place in RECORD_PLACES {
        newer[place as usize..][..RECORD_LEN].copy_from_slice(&record.to_bytes());
    }
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (file, code, is_advised) in [
        (b"1. e4 e5 *".repeat(1000), ErrorCode::NotPlypack, false),
        (newer, ErrorCode::UnsupportedFeature, false),
        (damaged, ErrorCode::ChecksumFooter, true),
    ] {
        std::fs::write(&path, &file).unwrap();
        let refused = Writer::append(&path, Options::default()).err().unwrap();
        assert_eq!((refused.code(), refused.message().contains("repair it first")), (code, is_advised), "{refused}");
        assert!(std::fs::read(&path).unwrap() == file);
    }
    assert_eq!(repair_first(Error::new(ErrorCode::Io, "not now")).message(), "not now");
}

/// container.17: small blocks are merged if all their games can be read and fit into one block.
#[test]
fn small_blocks_are_joined_if_they_fit() {
    let illegal = || {
        let mut game = crate::games_from_pgn(b"1. e4 e5 2. Nf3 *").unwrap().0.remove(0);
        // The queen goes from d1 to d5, over a pawn.
        game.moves[2] = crate::PackedMove(3 << 6 | 35);
        game
    };
    let small = || commented(1);
    for (games, blocks) in [
        ([small(), small(), small(), small()], 1),
        ([small(), illegal(), small(), small()], 4),
        ([small(), small(), small(), illegal()], 4),
        ([commented(3 << 10), commented(3 << 10), commented(3 << 10), commented(3 << 10)], 4),
        ([small(), small(), commented(3 << 10), commented(30 << 10)], 4),
    ] {
        let (_folder, path) = file_of_one_game();
        Writer::create(&path, Options::default()).unwrap().finish().unwrap();
        for (number, game) in games.iter().enumerate() {
            let mut writer = if number < 3 { appending(&path).without_merging() } else { appending(&path) };
            writer.add_trusted(game).unwrap();
            writer.finish().unwrap();
        }
        assert_eq!(games_of_blocks(&path).len(), blocks);
        let reader = Reader::open(&path).unwrap().with_trusted_moves();
        let mut read = Game::new();
        for (number, game) in games.iter().enumerate().filter(|(_, game)| game.moves.is_empty()) {
            reader.read_game(number as u64, &mut read).unwrap();
            assert!(read == *game, "game {number}");
        }
    }
}

/// A damaged block is not merged, and no block gets more games than a writer puts into one.
#[test]
fn blocks_that_stay() {
    let (_folder, path) = file_of_one_game();
    for _ in 0..2 {
        let mut writer = appending(&path).without_merging();
        writer.add(&Game::new()).unwrap();
        writer.finish().unwrap();
    }
    let reader = Reader::open(&path).unwrap();
    let layouts = reader.block_header(1).unwrap().sections.iter().find(|of| of.kind == 7).unwrap().range.clone();
    let mut file = std::fs::read(&path).unwrap();
    file[(reader.blocks()[1].range.start + layouts.start) as usize] ^= 1;
    std::fs::write(&path, file).unwrap();
    let mut writer = appending(&path);
    writer.add(&Game::new()).unwrap();
    writer.finish().unwrap();
    assert_eq!(games_of_blocks(&path), [1; 4]);

    let game = crate::games_from_pgn(b"1. e4 e5 *").unwrap().0.remove(0);
    std::fs::write(&path, pack_games(&vec![game; 8000], Codec::Byte).unwrap()).unwrap();
    for part in 1..4 {
        let mut writer = if part < 3 { appending(&path).without_merging() } else { appending(&path) };
        (0..100).for_each(|_| writer.add(&Game::new()).unwrap());
        writer.finish().unwrap();
    }
    assert_eq!(games_of_blocks(&path), [8000, 100, 100, 100]);
}

/// limits.9: replacements fill and end blocks by the same limits as other games.
#[test]
fn blocks_of_replacements_end() {
    let (_folder, path) = file_of_one_game();
    let mut writer = appending(&path);
    (0..3).for_each(|_| writer.add(&Game::new()).unwrap());
    let games = [commented(3 << 10), commented(30 << 10), commented(1), commented(2)];
    for (number, game) in games.iter().enumerate() {
        writer.replace_game(number as u64, game, None).unwrap();
    }
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    let replacements = &reader.all_blocks()[reader.blocks().len()..];
    assert_eq!(replacements.iter().map(|block| block.games).collect::<Vec<_>>(), [1, 1, 2]);
    let mut read = Game::new();
    for (number, game) in games.iter().enumerate() {
        reader.read_game(number as u64, &mut read).unwrap();
        assert!(read == *game, "game {number}");
    }
}

/// After a commit, and in a file without games, there is no last block to compare with.
#[test]
fn no_block_is_the_last() {
    let (_folder, path) = file_of_one_game();
    let block = || {
        let mut builder = BlockBuilder::new(Codec::Byte);
        builder.add(&Game::new()).unwrap();
        builder.finish(&mut Compressor::new(9).unwrap()).unwrap()
    };
    let mut writer = Writer::append(&path, Options::of(Codec::Byte)).unwrap();
    assert!(writer.ends_with(&block()).unwrap());
    writer.add(&commented(1)).unwrap();
    writer.commit().unwrap();
    writer.keep_blocks().unwrap();
    assert!(!writer.ends_with(&block()).unwrap());
    writer.finish().unwrap();
    Writer::create(&path, Options::of(Codec::Byte)).unwrap().finish().unwrap();
    assert!(!appending(&path).ends_with(&block()).unwrap());
    let mut new = Writer::new(Vec::new(), Options::default()).unwrap();
    assert_eq!(new.keep_blocks().unwrap_err().code(), ErrorCode::WrongState);
}

/// limits.9: copied games fill and end blocks by the same limits as added games. A game above the limit for blocks of
/// several games is decoded, not copied.
#[test]
fn blocks_of_copied_games_end() {
    let games = [commented(1), commented(3 << 10), commented(30 << 10), commented(40 << 10)];
    let reader = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1)).unwrap();
    assert_eq!(writer.copy_games(&reader, 0..4).unwrap(), 4);
    let copy = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    assert_eq!(copy.blocks().iter().map(|block| block.games).collect::<Vec<_>>(), [2, 1, 1]);
    let mut read = Game::new();
    for (number, game) in games.iter().enumerate() {
        copy.read_game(number as u64, &mut read).unwrap();
        assert!(read == *game, "game {number}");
    }
}
