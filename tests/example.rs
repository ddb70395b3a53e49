//! Keeps `spec/example.md` true: its bytes are those of its PGN, and its offsets are right.

use plypack::{Codec, Game, Reader, games_from_pgn, pack_games};

const PAGE: &str = include_str!("../spec/example.md");

/// The bytes of the page, after checking the offset of every line.
fn bytes_of_page() -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in PAGE.lines().filter(|l| l.get(4..6) == Some("  ") && u32::from_str_radix(&l[..4], 16).is_ok()) {
        let offset = usize::from_str_radix(&line[..4], 16).expect("four digits");
        assert_eq!(offset, bytes.len(), "{line}");
        let dump = line[6..].split("   ").next().expect("bytes after the offset");
        bytes.extend(dump.split_whitespace().map(|b| u8::from_str_radix(b, 16).expect("two digits")));
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

/// Files of earlier versions of the format, with the games of `conformance/samples`.
#[test]
fn files_of_earlier_versions_are_read() {
    let texts = ["famous", "edge", "broken"].map(|name| {
        std::fs::read(format!("{}/conformance/samples/{name}.pgn", env!("CARGO_MANIFEST_DIR"))).expect("a sample")
    });
    let games: Vec<_> =
        texts.iter().flat_map(|text| games_from_pgn(text).expect("text in memory can be read").0).collect();
    for (name, version) in [("0.1-byte", 1), ("0.1-coord16", 1), ("0.2-byte", 2), ("0.2-huffman", 2), ("0.2-tight", 2)]
    {
        let path = format!("{}/conformance/samples/kept/{name}.plypack", env!("CARGO_MANIFEST_DIR"));
        let reader = Reader::open(&path).expect("a file of an earlier version");
        assert_eq!(reader.versions().write, version);
        assert_eq!(reader.games(), games.len() as u64);
        let mut game = Game::new();
        for (number, expected) in games.iter().enumerate() {
            reader.read_game(number as u64, &mut game).expect("its game");
            assert_eq!(&game, expected, "{name}, game {number}");
        }
    }
}
