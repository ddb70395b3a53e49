//! Compacting: copied blocks, refused files, and files that stay unchanged after a failure.

use std::{fs, path::Path};

use plypack::{
    Codec, Error, ErrorCode, Game, Options, Reader, Termination, Writer, export, files::add_index, games_from_pgn,
    pack_games,
};

use super::{CODECS, compact_at, edited, game};

/// The bytes of each block.
fn blocks(path: &Path) -> Vec<Vec<u8>> {
    let reader = Reader::open(path).unwrap();
    let bytes = fs::read(path).unwrap();
    let range = |block: &plypack::blocks::BlockInfo| block.range.start as usize..block.range.end as usize;
    reader.blocks().iter().map(|block| bytes[range(block)].to_vec()).collect()
}

#[test]
fn blocks_without_edits_are_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    for (number, codec) in CODECS.into_iter().enumerate() {
        let options = Options::of(codec).with_level(3);
        let mut writer =
            if number == 0 { Writer::create(&path, options).unwrap() } else { Writer::append(&path, options).unwrap() };
        (0..10).for_each(|game_number| writer.add(&game(10 * number + game_number)).unwrap());
        writer.finish().unwrap();
    }
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(25, None).unwrap();
    writer.finish().unwrap();
    let before = blocks(&path);
    compact_at(&path, None, |_, _| Ok(())).unwrap();
    let after = blocks(&path);
    assert_eq!(after.len(), 3);
    let same: Vec<_> = before.iter().zip(&after).map(|(before, after)| before == after).collect();
    assert_eq!(same, [true, true, false]);
    let reader = Reader::open(&path).unwrap();
    let codecs: Vec<_> = (0..3).map(|index| reader.block_header(index).unwrap().codec().unwrap()).collect();
    assert_eq!(codecs, CODECS);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_file_without_games_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    writer.add(&game(1)).unwrap();
    writer.finish().unwrap();
    add_index(&path, 1, |_, _| Ok(())).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(0, None).unwrap();
    writer.finish().unwrap();
    let done = compact_at(&path, None, |_, _| Ok(())).unwrap();
    assert_eq!((done.games, done.deleted, done.new_numbers.is_empty()), (0, 1, true));
    let reader = Reader::open(&path).unwrap();
    assert_eq!((reader.number_end(), reader.blocks().len(), reader.errors().len()), (0, 0, 0));
}

/// Whatever ends the compaction, the file is unchanged, and no other file is left.
#[test]
fn what_fails_changes_nothing() {
    let edited = edited(Codec::Byte);
    add_index(&edited.path, 1, |_, _| Ok(())).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let whole = fs::read(&edited.path).unwrap();
    fs::write(&path, &whole).unwrap();
    let is_as_before = |bytes: &[u8]| {
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    };
    let mut calls = 0;
    compact_at(&path, Some(&folder.path().join("b")), |_, _| {
        calls += 1;
        Ok(())
    })
    .unwrap();
    fs::remove_file(folder.path().join("b")).unwrap();
    assert!(calls > 1, "{calls}: blocks, and the index");
    for stop in 1..=calls {
        let mut called = 0;
        let stopped = compact_at(&path, None, |_, _| {
            called += 1;
            if called == stop { Err(Error::new(ErrorCode::Cancelled, "enough")) } else { Ok(()) }
        });
        assert_eq!(stopped.unwrap_err().code(), ErrorCode::Cancelled);
        is_as_before(&whole);
    }
    let refused = compact_at(&path, Some(folder.path()), |_, _| Ok(())).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Io);
    is_as_before(&whole);
    let writer = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(compact_at(&path, None, |_, _| Ok(())).unwrap_err().code(), ErrorCode::Busy);
    drop(writer);
    is_as_before(&whole);
}

/// A corrupt file loses nothing: it is refused, whether compacting would copy or rewrite the corrupt block.
#[test]
fn corrupt_files_are_refused() {
    let edited = edited(Codec::Byte);
    let reader = Reader::open(&edited.path).unwrap();
    let whole = fs::read(&edited.path).unwrap();
    // The third block has a deleted game, the fourth does not.
    let middle = |range: &std::ops::Range<u64>| (range.start + range.end) as usize / 2;
    let places: Vec<_> = [2, 3].iter().map(|block| middle(&reader.blocks()[*block].range)).collect();
    let mut damaged: Vec<Vec<u8>> = Vec::new();
    for place in places {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        damaged.push(bytes);
    }
    for bytes in damaged {
        fs::write(&edited.path, &bytes).unwrap();
        let refused = compact_at(&edited.path, None, |_, _| Ok(())).unwrap_err();
        assert!(refused.message().contains("repair it first"), "{refused}");
        assert_eq!(fs::read(&edited.path).unwrap(), bytes);
    }
}

/// Unfinished bytes are not part of the file.
#[test]
fn an_unfinished_end_is_left_behind() {
    let edited = edited(Codec::Byte);
    let whole = fs::read(&edited.path).unwrap();
    let old = Reader::open(&edited.path).unwrap();
    fs::write(&edited.path, [&whole[..], b"PLYBsome bytes"].concat()).unwrap();
    let done = compact_at(&edited.path, None, |_, _| Ok(())).unwrap();
    assert_eq!((done.games, done.deleted), (old.game_count(), old.deleted()));
    let reader = Reader::open(&edited.path).unwrap();
    assert_eq!(reader.unfinished(), 0);
    // The numbers now name other games.
    let ids = [&old, &reader].map(|reader| reader.state().unwrap().file_id);
    assert_ne!(ids[0], ids[1]);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let edited = edited(Codec::Byte);
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    symlink(&edited.path, &link).unwrap();
    fs::set_permissions(&edited.path, fs::Permissions::from_mode(0o640)).unwrap();
    compact_at(&link, None, |_, _| Ok(())).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&edited.path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(Reader::open(&edited.path).unwrap().deleted(), 0);
}

/// A game that was too long continues in the next game. Without its beginning, the continuation is a separate game.
#[test]
fn continuations_of_games_that_are_gone() {
    let mut rest = Game::new();
    rest.set_continuation().unwrap();
    rest.set_unparsed(b"and the rest").unwrap();
    rest.termination = Termination::Absent;
    for is_replaced in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        // The continuation is in the next block.
        for games in [vec![game(1), game(2)], vec![rest.clone(), game(3)]] {
            let mut writer = if path.exists() {
                Writer::append(&path, Options::default()).unwrap()
            } else {
                Writer::create(&path, Options::default()).unwrap()
            };
            games.iter().for_each(|game| writer.add(game).unwrap());
            writer.finish().unwrap();
        }
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        if is_replaced {
            writer.replace_game(1, &game(4), None).unwrap()
        } else {
            writer.delete_game(1, None).unwrap()
        }
        writer.finish().unwrap();
        let text = |reader: &Reader| {
            let mut out = Vec::new();
            export(reader, 0..reader.number_end(), 1, &mut out, |_| unreachable!(), |_| Ok(())).unwrap();
            String::from_utf8(out).unwrap()
        };
        let exported = text(&Reader::open(&path).unwrap());
        assert_eq!(games_from_pgn(exported.as_bytes()).unwrap().0[0], game(1), "{exported}");
        compact_at(&path, None, |_, _| Ok(())).unwrap();
        let reader = Reader::open(&path).unwrap();
        let mut found = Game::new();
        reader.read_game(1 + u64::from(is_replaced), &mut found).unwrap();
        assert!(!found.continued && found.unparsed() == b"and the rest");
        assert_eq!(text(&reader), exported);
    }
}

/// container.11: a game does not become the continuation of another game.
#[test]
fn a_continuation_of_a_deleted_game_is_a_game() {
    let mut part = Game::new();
    part.continued = true;
    part.set_unparsed(b"more").unwrap();
    for is_deleted in [false, true] {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        fs::write(&path, pack_games(&[game(0), game(1)], Codec::Byte).unwrap()).unwrap();
        let mut writer = Writer::append(&path, Options::of(Codec::Coord16)).unwrap();
        writer.add(&part).unwrap();
        writer.add(&game(2)).unwrap();
        if is_deleted {
            writer.delete_game(1, None).unwrap();
        }
        writer.finish().unwrap();
        compact_at(&path, None, |_, _| Ok(())).unwrap();
        let reader = Reader::open(&path).unwrap();
        let mut read = Game::new();
        reader.read_game(reader.number_end() - 2, &mut read).unwrap();
        assert_eq!((read.continued, read.unparsed()), (!is_deleted, &b"more"[..]));
    }
}
