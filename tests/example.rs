//! Keeps `spec/example.md` true: its bytes are those of its PGN, and its offsets are right.

use plypack::{Codec, ErrorCode, Game, Reader, games_from_pgn, pack_games};

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

/// versions.9: a file of each draft is refused, as too old and not as corrupt.
#[test]
fn files_of_drafts_are_refused() {
    for version in ["0.1", "0.2", "0.3"] {
        let path = format!("{}/conformance/samples/kept/{version}-byte.plypack", env!("CARGO_MANIFEST_DIR"));
        let error = Reader::open(&path).err().expect("a file that is too old");
        assert_eq!(error.code(), ErrorCode::UnsupportedVersion);
        assert!(
            error.message().contains(&format!("made by format {version}; this program reads format 0.4")),
            "{error}"
        );
    }
}

/// Files of this version that are kept: whoever reads them first finds what no longer can be read.
#[test]
fn kept_files_are_read() {
    for (name, deleted) in [("0.4-byte", vec![]), ("0.4-edited", vec![1, 3])] {
        let path = format!("{}/conformance/samples/kept/{name}.plypack", env!("CARGO_MANIFEST_DIR"));
        let reader = Reader::open(&path).expect("a file of this version");
        assert!(reader.errors().is_empty());
        let found: Vec<u64> = (0..reader.games()).filter(|number| reader.is_deleted(*number)).collect();
        assert_eq!((reader.games() - reader.deleted(), found), (19, deleted), "{name}");
        assert!(plypack::verify(&reader, 1, |_| Ok(())).expect("nothing stops it").is_empty());
    }
}
