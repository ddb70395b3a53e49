//! Imports that are interrupted, and continue after the last commit.

use std::{
    fs::OpenOptions,
    io::Write as _,
    path::{Path, PathBuf},
};

use plypack::{
    Codec, Error, ErrorCode, ImportEvent, ImportOptions, Options, PgnSource, Reader, Result, Summary, UniqueGames,
    Writer, import, verify,
};

const GAMES: u64 = 60_000;
const COMMITTED: u64 = 10_000;

fn text(games: u64, white: &str) -> Vec<u8> {
    let game = |number| format!("[White \"{white}\"]\n[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 (2. Ke8) *\n\n");
    (0..games).map(game).collect::<String>().into_bytes()
}

struct Folder(tempfile::TempDir);

impl Folder {
    /// A file without games.
    fn empty(&self, name: &str) -> PathBuf {
        let path = self.0.path().join(name);
        Writer::create(&path, Options::default()).unwrap().finish().unwrap();
        path
    }
}

/// Imports until the file has `end` games, or the games of the import end.
fn go_on(path: &Path, text: &[u8], threads: usize, end: u64) -> Result<Summary> {
    let mut how = ImportOptions::new(threads);
    how.commit_every = Some(COMMITTED);
    let mut writer = Writer::append(path, Options::of(Codec::Byte).with_level(1))?;
    let first = writer.number_end();
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(text) };
    let summary = import(vec![source], how, &mut writer, |event| match event {
        ImportEvent::Progress(summary) if first + summary.games > end => {
            Err(Error::new(ErrorCode::Cancelled, "killed"))
        }
        _ => Ok(()),
    })?;
    writer.finish()?;
    Ok(summary)
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn an_interrupted_import_gives_the_same_file() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let text = text(GAMES, "Morphy");
    let whole = folder.empty("whole.plypack");
    assert_eq!(go_on(&whole, &text, 2, GAMES).unwrap().games, GAMES);
    for (run, ends) in [&[12_000_u64, 25_000, 45_000][..], &[100, 100, 50_000], &[30_000]].into_iter().enumerate() {
        let path = folder.empty(&format!("{run}.plypack"));
        for (threads, end) in ends.iter().enumerate() {
            let before = Reader::open(&path).unwrap().number_end();
            assert_eq!(go_on(&path, &text, threads, *end).unwrap_err().code(), ErrorCode::Cancelled);
            // Bytes that a killed program did not commit stand after the end.
            OpenOptions::new().append(true).open(&path).unwrap().write_all(&[7; 3000]).unwrap();
            let reader = Reader::open(&path).unwrap();
            let kept = reader.number_end();
            assert!(kept >= before && kept + COMMITTED + 8192 > *end.min(&GAMES), "{kept} of {end}");
            assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
        }
        let kept = Reader::open(&path).unwrap().number_end();
        assert!(kept > 0);
        let summary = go_on(&path, &text, 2, GAMES).unwrap();
        assert_eq!((summary.games, summary.issues), (GAMES - kept, GAMES - kept));
        assert!(bytes(&path) == bytes(&whole), "interrupted at {ends:?}");
        // Nothing remains to import.
        assert_eq!(go_on(&path, &text, 1, GAMES).unwrap().games, 0);
        assert!(bytes(&path) == bytes(&whole));
    }
}

#[test]
fn other_sources_are_refused() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let path = folder.empty("games.plypack");
    go_on(&path, &text(GAMES, "Morphy"), 1, 30_000).unwrap_err();
    let before = bytes(&path);
    let kept = Reader::open(&path).unwrap().number_end();
    for other in [text(GAMES, "Anderssen"), text(kept - 1, "Morphy"), text(100, "Morphy"), Vec::new()] {
        let error = go_on(&path, &other, 1, GAMES).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{error}");
        assert!(bytes(&path) == before);
    }
}

#[test]
fn new_files_and_duplicates_are_refused() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let text = text(10, "Morphy");
    let refused = |writer: &mut Writer<_>, unique: Option<&mut UniqueGames>| {
        let mut how = ImportOptions::new(1);
        how.commit_every = Some(1);
        how.unique = unique;
        let source = PgnSource { name: "text".to_owned(), reader: Box::new(&text[..]) };
        import(vec![source], how, writer, |_| Ok(())).unwrap_err().code()
    };
    let mut new = Writer::create(folder.0.path().join("new.plypack"), Options::default()).unwrap();
    assert_eq!(refused(&mut new, None), ErrorCode::WrongState);
    assert_eq!(new.commit().unwrap_err().code(), ErrorCode::WrongState);
    let mut continued = Writer::append(folder.empty("old.plypack"), Options::default()).unwrap();
    assert_eq!(refused(&mut continued, Some(&mut UniqueGames::new())), ErrorCode::InvalidArgument);
}

#[test]
fn a_commit_stays_and_what_follows_is_taken_back() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let path = folder.empty("games.plypack");
    let (games, _) = plypack::games_from_pgn(&text(9, "Morphy")).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    for (number, game) in games.iter().enumerate() {
        writer.add(game).unwrap();
        if number % 3 == 1 {
            writer.commit().unwrap();
            writer.delete_game(number as u64, None).unwrap();
            // Another program reads the file meanwhile.
            assert_eq!(Reader::open(&path).unwrap().number_end(), number as u64 + 1);
        }
    }
    drop(writer);
    let reader = Reader::open(&path).unwrap();
    assert_eq!((reader.number_end(), reader.game_count(), reader.unfinished()), (8, 6, 0));
    assert_eq!([1, 4, 7].map(|number| reader.is_deleted(number)), [true, true, false]);
    assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
    let mut game = plypack::Game::new();
    for number in [0, 2, 3, 5, 6, 7] {
        reader.read_game(number, &mut game).unwrap();
        assert!(game == games[number as usize]);
    }
}
