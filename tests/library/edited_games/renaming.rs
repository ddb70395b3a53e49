//! Renaming players: everything else stays, byte for byte where possible.

use std::{fs, path::Path};

use plypack::{
    Codec, Error, ErrorCode, Game, Options, Reader, Tag, Writer,
    files::{add_index, rename_player},
    games_from_pgn, pack_games,
    search::{Query, find, strict},
    verify,
};

use super::{CODECS, edited};

fn rename(path: &Path, from: &[u8], to: &[u8]) -> plypack::Result<u64> {
    rename_player(path, from, to, 2, |done, total| {
        assert!(done <= total);
        Ok(())
    })
}

/// The game with another name for a player.
fn renamed(game: &Game, from: &[u8], to: &[u8]) -> Game {
    let mut renamed = game.clone();
    for (index, tag) in game.tags().enumerate() {
        if let Tag::Pair(name @ (b"White" | b"Black"), value) = tag
            && value == from
        {
            renamed.set_tag_at(index, name, to).unwrap();
        }
    }
    renamed
}

/// All games; `None` for a deleted one.
fn games(path: &Path) -> Vec<Option<Game>> {
    let reader = Reader::open(path).unwrap();
    let read = |number| {
        let mut game = Game::new();
        (!reader.is_deleted(number)).then(|| reader.read_game(number, &mut game).unwrap())?;
        Some(game)
    };
    (0..reader.number_end()).map(read).collect()
}

#[test]
fn games_keep_numbers_edits_and_index() {
    for codec in CODECS {
        let edited = edited(codec);
        let path: &Path = &edited.path;
        add_index(path, 1, |_, _| Ok(())).unwrap();
        let before = games(path);
        let old = Reader::open(path).unwrap();
        for (from, to) in [("Other 1", "A longer name"), ("Player 107", "X"), ("Player 207", "Other 2")] {
            let from = from.as_bytes();
            let to = to.as_bytes();
            let now = games(path);
            let expected: Vec<_> = now.iter().map(|game| game.as_ref().map(|game| renamed(game, from, to))).collect();
            let changed = now.iter().zip(&expected).filter(|(now, then)| now != then).count();
            let bytes = fs::read(path).unwrap();
            assert_eq!(rename(path, from, to).unwrap(), changed as u64);
            assert!(games(path) == expected);
            // Player 107 was in a replacement that was replaced later.
            assert_eq!(changed == 0, fs::read(path).unwrap() == bytes);
        }
        assert!(games(path).iter().zip(&before).filter(|(now, then)| now != then).count() > 10);
        let reader = Reader::open(path).unwrap();
        let verified = verify(&reader, 1, |_, _| Ok(())).unwrap();
        assert!(verified.is_valid(), "{verified:?}");
        let states = [&old, &reader].map(|reader| reader.state().unwrap());
        assert_eq!((states[0].file_id, states[0].sequence + 2), (states[1].file_id, states[1].sequence));
        assert_eq!([&old, &reader].map(|reader| reader.indexed().0), [old.blocks().len(); 2]);
        let other = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let mut writer = Writer::create(&other, Options::of(codec)).unwrap();
        games(path).iter().flatten().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap();
        let plain = Reader::open(&other).unwrap();
        let numbers: Vec<_> = (0..reader.number_end()).filter(|number| !reader.is_deleted(*number)).collect();
        for moves in ["e2e4", "e2e4 c7c5", "e2e4 c7c5 g1f3"] {
            let query = Query::position(&plypack::search::position_after(moves.as_bytes()).unwrap());
            let hits = |reader: &Reader| {
                let hits = find(&[reader], &query, &mut strict).unwrap();
                hits.iter().map(|hit| (hit.game, hit.ply)).collect::<Vec<_>>()
            };
            let expected: Vec<_> = hits(&plain).iter().map(|(game, ply)| (numbers[*game as usize], *ply)).collect();
            assert!(!expected.is_empty());
            assert_eq!(hits(&reader), expected);
        }
    }
}

/// A deleted game and the first version of a replaced game have the new name when they are restored, even if no current
/// game had the old one.
#[test]
fn games_that_can_be_restored() {
    let two = b"[White \"A\"]\n\n1. e4 *\n\n[White \"A\"]\n\n1. d4 *\n";
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    fs::write(&path, pack_games(&games_from_pgn(two).unwrap().0, Codec::Byte).unwrap()).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(0, None).unwrap();
    writer.replace_game(1, &Game::new(), None).unwrap();
    writer.finish().unwrap();
    assert_eq!(rename(&path, b"A", b"B").unwrap(), 0);
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    (0..2).for_each(|number| writer.restore_game(number, None).unwrap());
    writer.finish().unwrap();
    let names: Vec<_> = games(&path).iter().flatten().map(|game| game.tag(b"White").map(<[u8]>::to_vec)).collect();
    assert_eq!(names, [Some(b"B".to_vec()), Some(b"B".to_vec())]);
}

/// A file of one block equals the file packed from games with the new names.
#[test]
fn only_names_change() {
    let text: String = (0..300)
        .map(|number| {
            format!(
                "[Event \"Anand\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Annotator \"Anand\"]\n\n1. e4 {{note}} e5 *\n",
                ["Anand", "Carlsen", "Ding", "Gukesh \\\"G\\\""][number % 4],
                ["Caruana", "Anand", "Carlsen"][number % 3],
            )
        })
        .collect();
    for codec in CODECS {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let (before, _) = games_from_pgn(text.as_bytes()).unwrap();
        for (from, to) in [("Anand", "Anand, Viswanathan"), ("Anand", "Carlsen"), ("Gukesh \\\"G\\\"", "G")] {
            fs::write(&path, pack_games(&before, codec).unwrap()).unwrap();
            let after: Vec<_> = before.iter().map(|game| renamed(game, from.as_bytes(), to.as_bytes())).collect();
            let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
            assert_eq!(rename(&path, from.as_bytes(), to.as_bytes()).unwrap(), changed as u64);
            let expected = Reader::from_bytes(pack_games(&after, codec).unwrap()).unwrap();
            let reader = Reader::open(&path).unwrap();
            // Compressed bytes may depend on the sections before them.
            let sections = |reader: &Reader| -> Vec<_> {
                let header = reader.block_header(0).unwrap();
                header.sections.iter().map(|section| (section.kind, section.param, section.raw_len)).collect()
            };
            assert_eq!(sections(&reader), sections(&expected));
            assert!(games(&path).into_iter().flatten().eq(after));
        }
    }
}

/// A refused or stopped renaming leaves the file unchanged, and no other file.
#[test]
fn what_fails_changes_nothing() {
    let edited = edited(Codec::Byte);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::copy(&edited.path, &path).unwrap();
    let whole = fs::read(&path).unwrap();
    let is_as_before = |bytes: &[u8]| {
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    };
    for (from, to) in [("", "a"), ("Other 1", ""), ("Other 1", "Other 1"), ("Other 1", "a\nb")] {
        let refused = rename(&path, from.as_bytes(), to.as_bytes()).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::InvalidArgument);
        is_as_before(&whole);
    }
    for unknown in ["Nobody", "other 1", "Other 1 ", "1. e4"] {
        assert_eq!(rename(&path, unknown.as_bytes(), b"Somebody").unwrap(), 0);
        is_as_before(&whole);
    }
    let long = vec![b'x'; 1 << 26];
    assert_eq!(rename(&path, b"Other 1", &long).unwrap_err().code(), ErrorCode::LimitExceeded);
    is_as_before(&whole);
    let mut calls = 0;
    let mut stop_at = |stop| {
        let mut called = 0;
        let stopped = rename_player(&path, b"Other 1", b"x", 1, |_, _| {
            called += 1;
            if called == stop { Err(Error::new(ErrorCode::Cancelled, "enough")) } else { Ok(()) }
        });
        calls = called;
        stopped
    };
    for stop in [1, 5, 9, 12] {
        assert_eq!(stop_at(stop).unwrap_err().code(), ErrorCode::Cancelled);
        is_as_before(&whole);
    }
    let writer = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(rename(&path, b"Other 1", b"x").unwrap_err().code(), ErrorCode::Busy);
    drop(writer);
    is_as_before(&whole);
    for block in Reader::open(&path).unwrap().blocks() {
        let mut damaged = whole.clone();
        damaged[block.range.end as usize - 1] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let refused = rename(&path, b"Other 1", b"x").unwrap_err();
        assert!(refused.message().contains("repair it first"), "{refused}");
        is_as_before(&damaged);
    }
    assert_eq!(rename(&folder.path().join("none"), b"a", b"b").unwrap_err().code(), ErrorCode::Io);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
