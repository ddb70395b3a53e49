//! Damage to parts that nothing needs.

use std::ops::Range;

use plypack::{Options, Reader, Writer, files::add_index, games_from_pgn};

use super::{blocks_after, check, open, unused_damage};

/// Several footers and parts of an index that nothing needs.
fn grown() -> (tempfile::TempPath, Vec<u8>) {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    for number in 0..5 {
        let writer = match number {
            0 => Writer::create(&path, Options::default()),
            _ => Writer::append(&path, Options::default()),
        };
        let mut writer = writer.unwrap().without_merging();
        let (games, _) = games_from_pgn(format!("[White \"{number}\"]\n\n1. e4 e5 2. Nf3 *\n").as_bytes()).unwrap();
        games.iter().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap();
        add_index(&path, 1, |_, _| Ok(())).unwrap();
    }
    let file = std::fs::read(&path).unwrap();
    (path, file)
}

/// Every byte belongs to some part: `verify` or the reader reports each wrong byte.
#[test]
fn damage_in_gaps_is_told() {
    let (_path, file) = grown();
    let whole = open(&file);
    assert!(whole.had_index() && check(&whole).is_empty());
    let unused = unused_damage(&whole);
    assert!(unused.is_empty(), "{unused:?}");
    let mut only_unused = 0;
    for at in 32..file.len() {
        let mut file = file.clone();
        file[at] ^= 0x41;
        let Ok(reader) = Reader::from_bytes(file.clone()) else { continue };
        if !check(&reader).is_empty() {
            continue;
        }
        only_unused += 1;
        let unused = unused_damage(&reader);
        assert!(!unused.is_empty(), "byte {at} of {} is wrong, and nothing says so", file.len());
        assert!(
            unused.iter().any(|error| error.offset().is_some_and(|offset| offset <= at as u64)),
            "{at}: {unused:?}"
        );
    }
    assert!(only_unused > 200, "{only_unused}");
}

/// Damage to games that were deleted or replaced is not damage of the file.
#[test]
fn damage_of_old_games_is_told_apart() {
    let (path, _) = grown();
    let (games, _) = games_from_pgn(b"[White \"new\"]\n\n1. d4 *\n").unwrap();
    for _ in 0..2 {
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        writer.delete_game(0, None).unwrap();
        writer.replace_game(1, &games[0], None).unwrap();
        writer.finish().unwrap();
    }
    let file = std::fs::read(&path).unwrap();
    let whole = open(&file);
    assert!(check(&whole).is_empty() && unused_damage(&whole).is_empty());
    // The blocks of the original games 0 and 1, of the first replacement, and of the replacement in force.
    let mut places: Vec<Range<u64>> = whole.blocks()[..2].iter().map(|block| block.range.clone()).collect();
    let replacements: Vec<Range<u64>> = blocks_after(&file, whole.blocks()[4].range.end);
    assert_eq!(replacements.len(), 2);
    places.extend(replacements);
    for (number, place) in places.iter().enumerate() {
        let mut file = file.clone();
        file[place.end as usize - 3] ^= 1;
        let reader = open(&file);
        let found = check(&reader);
        let unused = unused_damage(&reader);
        let is_current = number == 3;
        assert_eq!((found.is_empty(), unused.is_empty()), (!is_current, is_current), "{number}: {found:?} {unused:?}");
    }
}
