//! Files name the rules by which their games were parsed from PGN text (`versions.5`).

use std::path::Path;

use plypack::{
    Codec, Game, Options, OutputFile, PgnSource, Reader, Writer,
    files::{compact, recode, rename_player},
    import, pack_games,
    versions::IMPORT_PROFILE,
};

const PGN: &[u8] = b"[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n";

fn imported() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(PGN) };
    import(vec![source], 0, &mut writer, |_| Ok(())).unwrap();
    writer.finish().unwrap()
}

fn profiles(reader: &Reader) -> Vec<u32> {
    reader.info().unwrap().import_profiles
}

fn profiles_of(path: &Path) -> Vec<u32> {
    profiles(&Reader::open(path).unwrap())
}

#[test]
fn only_imports_name_a_profile() {
    let reader = Reader::from_bytes(imported()).unwrap();
    assert_eq!(profiles(&reader), [IMPORT_PROFILE]);
    let games: Vec<Game> = reader.iter().map(|game| game.unwrap().1).collect();
    let added = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
    assert!(profiles(&added).is_empty());

    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    writer.copy_games(&added, [0]).unwrap();
    assert!(profiles(&Reader::from_bytes(writer.finish().unwrap()).unwrap()).is_empty());
}

/// Every output of such a file names it, too.
#[test]
fn profiles_stay_with_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    let reader = Reader::from_bytes(imported()).unwrap();
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    writer.copy_games(&reader, [1]).unwrap();
    assert_eq!(profiles(&Reader::from_bytes(writer.finish().unwrap()).unwrap()), [1]);
    let (recoded, _) = recode(&reader, Vec::new(), Options::of(Codec::Tight), 0, |_| Ok(()), |_| Ok(())).unwrap();
    assert_eq!(profiles(&Reader::from_bytes(recoded).unwrap()), [1]);

    std::fs::write(&path, imported()).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(0, None).unwrap();
    writer.finish().unwrap();
    assert_eq!(profiles_of(&path), [1]);
    rename_player(&path, b"B", b"C", 0, |_, _| Ok(())).unwrap();
    assert_eq!(profiles_of(&path), [1]);
    let out = OutputFile::create(&path).unwrap();
    compact(&Reader::open(&path).unwrap(), out, 0, |_, _| Ok(())).unwrap();
    assert_eq!(profiles_of(&path), [1]);
}
