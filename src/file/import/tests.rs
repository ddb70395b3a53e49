//! Imports that the caller stops.

use super::*;
use crate::{Options, PgnSource, Reader, games_from_pgn};

const GAMES: u64 = 20_000;

/// Every 1000th game, from game 7 on, has two issues.
fn text() -> Vec<u8> {
    let mut text = String::new();
    for number in 0..GAMES {
        let broken = if number % 1000 == 7 { "(2. Ke8) (2. Ke7)" } else { "" };
        text += &format!("[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 {broken} *\n\n");
    }
    text.into_bytes()
}

fn stopped() -> Error {
    Error::new(ErrorCode::Cancelled, "stop")
}

/// Imports until `stops` returns true; returns the file and the counts.
fn import_until(text: &[u8], threads: usize, mut stops: impl FnMut(&ImportEvent<'_>) -> bool) -> (Vec<u8>, Summary) {
    let mut writer = Writer::new(Vec::new(), Options::default().with_level(1)).unwrap();
    writer.add(&games_from_pgn(b"1. d4 *").unwrap().0[0]).unwrap();
    let mut last = Summary::default();
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(text) };
    let done = import(vec![source], threads, &mut writer, |event| {
        if let ImportEvent::Stopped(summary) | ImportEvent::Progress(summary) = event {
            last = summary;
        }
        if stops(&event) { Err(stopped()) } else { Ok(()) }
    });
    assert_eq!(done.unwrap_err().code(), ErrorCode::Cancelled);
    assert_eq!(writer.number_end(), 1 + last.games);
    (writer.finish().unwrap(), last)
}

#[test]
fn stopped_at_an_issue() {
    let text = text();
    for nth in [1, 2, 4, 20, 33, 40] {
        let files = [1, 2, 5].map(|threads| {
            let mut seen = 0;
            let mut at = 0;
            let (file, summary) = import_until(&text, threads, |event| {
                let ImportEvent::Issue { game, .. } = event else { return false };
                (seen, at) = (seen + 1, *game);
                seen == nth
            });
            // Two issues per game; the first game is not from the import.
            assert_eq!(at, 1 + (nth - 1) / 2 * 1000 + 7);
            let expected = (at - 1, (nth - 1) / 2 * 2, (nth - 1) / 2, 3 * (at - 1));
            assert_eq!((summary.games, summary.issues, summary.games_with_issues, summary.plies), expected);
            file
        });
        assert!(files.iter().all(|file| *file == files[0]), "the file depends on the threads");
        let reader = Reader::from_bytes(files[0].clone()).unwrap();
        let mut last = Game::new();
        reader.read_game(reader.number_end() - 1, &mut last).unwrap();
        let expected = if nth <= 2 { 6 } else { (nth - 1) / 2 * 1000 + 6 };
        assert_eq!(last.tag(b"Round"), Some(expected.to_string().as_bytes()));
    }
}

#[test]
fn stopped_by_progress() {
    let text = text();
    for nth in [1, 2, 3] {
        let files = [1, 2, 5].map(|threads| {
            let mut calls = 0;
            let mut counted = Summary::default();
            let (file, summary) = import_until(&text, threads, |event| {
                let ImportEvent::Progress(summary) = event else { return false };
                (calls, counted) = (calls + 1, *summary);
                calls == nth
            });
            assert_eq!(summary, counted);
            assert!(summary.games > 0 && summary.source_bytes <= text.len() as u64);
            (file, summary)
        });
        assert!(files.iter().all(|file| *file == files[0]), "the import depends on the threads");
    }
}

/// The continuations of a game that was split do not count as games with issues.
#[test]
fn continuations_are_not_counted_as_cut_short() {
    let mut text = b"1. e4 {".to_vec();
    text.resize(3 * crate::limits::MAX_GAME_WEIGHT, b'x');
    text.extend_from_slice(b"\n\n} *\n");
    let mut writer = Writer::new(Vec::new(), Options::default().with_level(1)).unwrap();
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(&text[..]) };
    let summary = import(vec![source], 1, &mut writer, |_| Ok(())).unwrap();
    assert!(summary.games > 2, "{summary:?}");
    assert!(summary.games_cut_short <= summary.games_with_issues, "{summary:?}");
}

// pgn.31
#[test]
fn one_language_that_reads_all_games_is_found() {
    let german = "1. e4 *\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n\n1. d4 d5 2. Dd3 Kd7 *\n\n";
    let french = "1. e4 e5 2. Cf3 Cc6 3. Fc4 Re7 *\n\n";
    let dutch = "1. e4 e5 2. Pf3 Pc6 3. Lb5 Lc5 4. O-O *\n\n";
    for (text, code) in [
        (german.to_owned(), Some("da")),
        (french.to_owned(), Some("fr")),
        (dutch.to_owned(), Some("nl")),
        ("1. e4 e5 2. Nf3 *".to_owned(), None),
        (german.to_owned() + "1. e4 e5 2. Nf3 *", None),
        (german.to_owned() + french, None),
        ("1. e4 *\n\n1. zz *".to_owned(), None),
        ("1. e4 *".to_owned(), None),
    ] {
        let read = |language| {
            let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
            let source = PgnSource { name: "text".to_owned(), reader: Box::new(text.as_bytes()) };
            import(vec![source], ImportOptions::new(2).with_language(language), &mut writer, |_| Ok(())).unwrap()
        };
        let found = read(Language::ENGLISH).language;
        assert_eq!(found.map(Language::code), code, "{text}");
        if let Some(language) = found {
            assert_eq!(read(language).issues, 0, "{text}");
        }
    }
}

/// A source that ends with an error.
struct Broken(std::io::ErrorKind);

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }
}

/// A source that cannot be read is reported, and the next one is read. A lack of memory ends the import.
#[test]
fn a_source_that_breaks_off() {
    for (kind, expected) in
        [(std::io::ErrorKind::Other, Ok(1)), (std::io::ErrorKind::OutOfMemory, Err(ErrorCode::NoMemory))]
    {
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        let broken = PgnSource { name: "broken".to_owned(), reader: Box::new(Broken(kind)) };
        let whole = PgnSource { name: "whole".to_owned(), reader: Box::new(&b"1. e4 *"[..]) };
        let mut reported = Vec::new();
        let done = import(vec![broken, whole], 1, &mut writer, |event| {
            if let ImportEvent::Broken { source, error } = event {
                reported.push((source.to_owned(), error.code()));
            }
            Ok(())
        });
        assert_eq!(done.map(|summary| summary.games).map_err(|e| e.code()), expected);
        assert_eq!(reported, expected.map_or(vec![], |_| vec![("broken".to_owned(), ErrorCode::Io)]));
    }
}

#[cfg(feature = "compressed-input")]
#[test]
fn files_of_an_archive_that_are_left_out_are_reported() {
    let archive = include_bytes!("../decompress/tests/games.zip");
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = PgnSource { name: "zip".to_owned(), reader: Box::new(&archive[..]) };
    let mut skipped = Vec::new();
    let summary = import(vec![source], 1, &mut writer, |event| {
        if let ImportEvent::Skipped { source, files, names } = event {
            skipped.push((source.to_owned(), files, names.to_vec()));
        }
        Ok(())
    });
    assert_eq!(summary.unwrap().games, 4);
    assert_eq!(skipped, [("zip".to_owned(), 1, vec!["readme.txt".to_owned()])]);
}

/// A game that the format cannot hold is kept as text, with an issue.
#[test]
fn a_game_of_too_many_tag_names_is_kept_as_text() {
    let tags: String = (0..=crate::limits::MAX_TAG_NAMES).map(|tag| format!("[T{tag} \"1\"]\n")).collect();
    let text = format!("{tags}\n1. e4 *\n\n1. d4 *\n");
    let mut writer = Writer::new(Vec::new(), Options::default().with_level(1)).unwrap();
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(text.as_bytes()) };
    let mut games = Vec::new();
    let summary = import(vec![source], 1, &mut writer, |event| {
        if let ImportEvent::Issue { game, .. } = event {
            games.push(game);
        }
        Ok(())
    });
    assert_eq!((summary.unwrap().games, games), (2, vec![0]));
    let reader = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    let mut game = Game::new();
    reader.read_game(0, &mut game).unwrap();
    assert!(memchr::memmem::find(game.unparsed(), b"[T60000 \"1\"]").is_some() && game.moves.is_empty());
    reader.read_game(1, &mut game).unwrap();
    assert_eq!((game.moves.len(), game.unparsed()), (1, &b""[..]));
}

/// pgn.31: games that show no language are inspected only up to a maximum number.
#[test]
fn a_language_is_not_looked_for_without_end() {
    for (games, code) in [(9_999, Some("da")), (10_000, None)] {
        let text = "1. e4 *\n\n".repeat(games) + "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n\n1. d4 d5 2. Dd3 Kd7 *\n";
        let mut writer = Writer::new(Vec::new(), Options::default().with_level(1)).unwrap();
        let source = PgnSource { name: "text".to_owned(), reader: Box::new(text.as_bytes()) };
        let summary = import(vec![source], 1, &mut writer, |_| Ok(())).unwrap();
        assert_eq!(summary.language.map(Language::code), code, "{games} games before");
    }
}
