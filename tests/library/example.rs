//! Keeps `spec/example.md` true: its PGN gives its bytes, and its offsets are right.

use std::collections::BTreeSet;

use plypack::{Codec, ErrorCode, Game, Reader, games_from_pgn, pack_games};

const PAGE: &str = include_str!("../../spec/example.md");

/// Returns the bytes of the page. Checks the offset of every line.
fn bytes_of_page() -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in PAGE.lines().filter(|l| l.get(4..6) == Some("  ") && u32::from_str_radix(&l[..4], 16).is_ok()) {
        let offset = usize::from_str_radix(&line[..4], 16).expect("four digits");
        assert_eq!(offset, bytes.len(), "{line}");
        let dump = line[6..].split("   ").next().expect("bytes after the offset");
        match dump.split_once(" x ") {
            // A byte, and how often it repeats.
            Some((byte, count)) => {
                let byte = u8::from_str_radix(byte, 16).expect("two digits");
                bytes.resize(offset + count.trim().parse::<usize>().expect("a number"), byte);
            }
            None => bytes.extend(dump.split_whitespace().map(|b| u8::from_str_radix(b, 16).expect("two digits"))),
        }
    }
    bytes
}

fn game_of_page() -> Vec<Game> {
    let text = PAGE.split("```pgn\n").nth(1).and_then(|t| t.split("```").next()).expect("a PGN");
    let (games, issues) = games_from_pgn(text.as_bytes()).expect("text in memory can be read");
    assert!(issues.is_empty());
    games
}

#[test]
fn the_page_shows_the_bytes_of_its_game() {
    assert_eq!(bytes_of_page(), pack_games(&game_of_page(), Codec::Byte).expect("a game that can be stored"));
}

#[test]
fn the_bytes_of_the_page_are_its_game() {
    let reader = Reader::from_bytes(bytes_of_page()).expect("a plypack file");
    let mut game = Game::new();
    reader.read_game(0, &mut game).expect("its game");
    assert_eq!([&game], [&game_of_page()[0]]);
}

/// versions.9: a file of each draft is refused, as too old and not as corrupt.
#[test]
fn files_of_drafts_are_refused() {
    for version in ["0.1", "0.2", "0.3", "0.4", "0.9"] {
        let error =
            Reader::open(sample(&format!("kept/{version}-byte.plypack"))).err().expect("a file that is too old");
        assert_eq!(error.code(), ErrorCode::UnsupportedVersion);
        assert!(
            error.message().contains(&format!("made by format {version}; this program reads format 0.10")),
            "{error}"
        );
    }
}

fn sample(name: &str) -> String {
    format!("{}/conformance/samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The games of samples, one after another.
fn games_of(samples: &[&str]) -> Vec<Game> {
    let games = |name: &&str| {
        let text = std::fs::read(sample(&format!("{name}.pgn"))).expect("a sample");
        games_from_pgn(&text).expect("text in memory can be read").0
    };
    samples.iter().flat_map(games).collect()
}

/// The page on the samples gives the right numbers of games, errors and deleted games.
#[test]
fn samples_have_the_games_that_their_page_counts() {
    let page = include_str!("../../conformance/samples/README.md");
    let mut rows = 0;
    for row in page.lines().filter(|row| row.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, name, games, what, _] = cells[..] else { panic!("{row}: three columns") };
        let name = name.trim_matches('`');
        if name.ends_with(".pgn") {
            let text = std::fs::read(sample(name)).expect("a sample");
            let (found, issues) = games_from_pgn(&text).expect("text in memory can be read");
            assert_eq!(games, found.len().to_string(), "{name}");
            let with_errors: BTreeSet<usize> = issues.iter().map(|(game, _)| *game).collect();
            let said = format!("; {} have errors", with_errors.len());
            assert!(with_errors.is_empty() || what.ends_with(&said), "{name}: {said}");
            rows += 1;
        } else if name.starts_with("0.10-") {
            let reader = Reader::open(sample(&format!("kept/{name}"))).expect("a file that every version reads");
            assert_eq!(games, (reader.game_count()).to_string(), "{name}");
            let deleted: Vec<String> = (0..reader.number_end())
                .filter(|number| reader.is_deleted(*number))
                .map(|number| number.to_string())
                .collect();
            let said =
                format!("numbers 0 to {}, of which {} are deleted", reader.number_end() - 1, deleted.join(" and "));
            assert!(deleted.is_empty() || what == said, "{name}: {said}");
            rows += 1;
        }
    }
    assert_eq!(rows, 8);
}

/// Files of earlier versions and of this one (`versions.7`): all must still be readable. Their games are the samples
/// from which they were made.
#[test]
fn kept_files_are_read() {
    for (name, deleted, samples) in [
        ("0.10-byte", &[][..], &["famous"][..]),
        ("0.10-archive", &[], &["famous", "edge", "clocks", "broken"]),
        ("0.10-indexed", &[], &["famous", "edge", "clocks", "broken"]),
        ("0.10-edited", &[1, 3], &[]),
    ] {
        let reader = Reader::open(sample(&format!("kept/{name}.plypack"))).expect("a file that every version reads");
        assert!(reader.errors().is_empty() && reader.index_corruption().is_empty(), "{name}");
        assert_eq!(reader.indexed().0 > 0, name == "0.10-indexed");
        let found: Vec<u64> = (0..reader.number_end()).filter(|number| reader.is_deleted(*number)).collect();
        assert_eq!(found, deleted, "{name}");
        assert!(plypack::verify(&reader, 1, |_, _| Ok(())).expect("nothing stops it").is_valid());
        let read = |number| {
            let mut game = Game::new();
            reader.read_game(number, &mut game).map(|()| game)
        };
        let games: Vec<Game> = (0..reader.number_end()).filter_map(|number| read(number).ok()).collect();
        match samples {
            [] => assert_eq!(games.len(), 19),
            samples => assert!(games == games_of(samples), "{name}"),
        }
    }
}
