//! SCID databases: games come back unchanged, corrupt databases give errors, and Scid reads and writes the same.

use std::{fs, path::Path, sync::Arc};

use plypack::{
    Codec, ErrorCode, Game, ImportEvent, ImportSource, Options, Reader, Tag, Termination, Token, Writer,
    games_from_pgn, import, pack_games,
    pgn::Issue,
    scid::{ScidReader, ScidWriter, ScidWritten, export_scid},
};
use proptest::prelude::*;

mod contents;
mod programs;

use crate::{random_games, tier};
use contents::Contents;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/samples");
const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/library/scid/stored");

/// The index, the records and the names.
type Files = [Vec<u8>; 3];

fn written(games: &[Game]) -> (Files, ScidWritten) {
    let mut writer = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
    for game in games {
        writer.add(game).unwrap();
    }
    writer.into_sinks().unwrap()
}

fn opened(files: &Files) -> plypack::Result<ScidReader> {
    let [index, records, names] = files.clone();
    ScidReader::new(Box::new(index), Box::new(records), Box::new(names))
}

/// All games of a database, with the issues.
fn read(database: &ScidReader) -> (Vec<Game>, Vec<Issue>) {
    let mut issues = Vec::new();
    let games = (0..database.games()).map(|number| {
        let mut game = Game::new();
        database.read_game(number, &mut game, &mut issues).unwrap();
        game.check().unwrap();
        game
    });
    (games.collect(), issues)
}

fn sample(name: &str) -> Vec<Game> {
    let text = fs::read(Path::new(SAMPLES).join(name)).unwrap();
    games_from_pgn(&text).unwrap().0
}

/// Games come back with all their content, and make the same database again.
fn check_through(games: &[Game]) -> ScidWritten {
    let mut kept = Vec::new();
    for game in games {
        let (files, count) = written(std::slice::from_ref(game));
        if count.games == 0 {
            continue;
        }
        let (mut back, issues) = read(&opened(&files).unwrap());
        assert_eq!(issues, []);
        let back = back.remove(0);
        Contents::of(game).assert_kept_in(&Contents::of(&back), game, &back);
        // A comment with `}` is read as one line comment per line; written again, these are one comment on one line.
        let has_line_comment = back.tokens().any(|token| matches!(token, Token::LineComment(_)));
        if back.unparsed().is_empty() && !has_line_comment {
            assert!(written(std::slice::from_ref(&back)).0 == files, "{game:?}\n{back:?}");
        }
        assert!(game.to_scid_record().unwrap() == files[1]);
        // The unparsed text of a game contains its result.
        if back.unparsed().is_empty() {
            check_record(&back, &files[1]);
        }
        // The games that were read can be stored.
        pack_games(std::slice::from_ref(&back), Codec::Byte).unwrap();
        kept.push(game.clone());
    }
    let (files, count) = written(&kept);
    assert_eq!((count.games, read(&opened(&files).unwrap()).0.len()), (kept.len() as u64, kept.len()));
    written(games).1
}

/// A game that has the tags of the index gets everything else from its record.
fn check_record(game: &Game, record: &[u8]) {
    let mut read = Game::new();
    read.termination = game.termination;
    for tag in game.tags() {
        match tag {
            // The index has the first of these tags, the record has the others.
            Tag::Pair(name @ (b"White" | b"Black" | b"Event" | b"Site" | b"Round"), _) if read.tag(name).is_some() => {}
            Tag::Pair(name, value) => read.push_tag(name, value).unwrap(),
            Tag::Raw(line) => read.push_raw_tag(line).unwrap(),
        }
    }
    let mut issues = Vec::new();
    read.read_scid_record(record, &mut issues).unwrap();
    assert_eq!(issues, []);
    assert_eq!(&read, game);
}

#[test]
fn records_of_one_game() {
    let chess960 = "[FEN \"4k3/8/8/8/8/8/8/RK5R w HA - 0 1\"]\n\n1. O-O *\n";
    let game = games_from_pgn(chess960.as_bytes()).unwrap().0.remove(0);
    let refused = game.to_scid_record().unwrap_err();
    assert_eq!(refused.code(), ErrorCode::LimitExceeded);
    assert_eq!(refused.message(), "SCID 4 cannot hold the game: a Chess960 start with castling");
    let mut read = games_from_pgn(b"[White \"A\"]\n[Annotator \"B\"]\n\n1. e4 e5 *").unwrap().0.remove(0);
    let record = games_from_pgn(b"[Annotator \"C\"]\n\n1. d4 1-0").unwrap().0.remove(0).to_scid_record().unwrap();
    let mut issues = Vec::new();
    read.read_scid_record(&record, &mut issues).unwrap();
    let tags: Vec<_> = read.tags().collect();
    assert_eq!(tags, [Tag::Pair(b"White", b"A"), Tag::Pair(b"Annotator", b"C")]);
    assert_eq!((read.moves.len(), read.termination, issues.len()), (1, Termination::Unknown, 0));
    for len in 0..record.len() {
        let mut cut = Game::new();
        cut.read_scid_record(&record[..len], &mut issues).unwrap();
        cut.check().unwrap();
    }
    assert!(!issues.is_empty());
}

/// Every form of PGN in the vectors.
#[test]
fn texts_of_the_vectors_come_back() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/vectors/pgn.json");
    let chapter: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for test in chapter["tests"].as_array().unwrap() {
        println!("{}", test["id"]);
        let mut games = games_from_pgn(&crate::vectors::input(test)).unwrap().0;
        games.retain(|game| {
            let counts = written(std::slice::from_ref(game)).1;
            counts.cut_tags + counts.lost_starts == 0
        });
        check_through(&games);
    }
}

/// A record has one start: further `FEN` tags are lost, and counted.
#[test]
fn starts_after_the_first_are_counted() {
    let fen = |turn: char| format!("[FEN \"4k3/8/8/8/8/8/8/4K3 {turn} - - 0 1\"]\n");
    let games = games_from_pgn((fen('w') + &fen('b') + "\n1. Ke2 *\n").as_bytes()).unwrap().0;
    let counts = written(&games).1;
    assert_eq!((counts.games, counts.changed, counts.lost_starts), (1, 1, 1));
    assert_eq!(counts.changes().collect::<Vec<_>>(), [("FEN tags after the first left out", 1)]);
}

#[test]
fn samples_come_back() {
    let famous = check_through(&sample("famous.pgn"));
    assert!(famous.refused.is_empty() && famous.changes().next().is_none(), "{famous:?}");
    for name in ["clocks.pgn", "edge.pgn", "broken.pgn"] {
        let counts = check_through(&sample(name));
        println!("{name}: {counts:?}");
    }
}

/// The library still writes the sample in the repository, which other programs can read.
#[test]
fn the_stored_database_is_written_and_read() {
    let games = sample("famous.pgn");
    let (files, _) = written(&games);
    for (bytes, ending) in files.iter().zip(["si4", "sg4", "sn4"]) {
        let path = Path::new(STORED).join("famous").with_extension(ending);
        if std::env::var_os("UPDATE_SCID").is_some() {
            fs::create_dir_all(STORED).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        assert!(fs::read(&path).unwrap() == *bytes, "{}: UPDATE_SCID=1 writes it anew", path.display());
    }
    let database = ScidReader::open(Path::new(STORED).join("famous.si4")).unwrap();
    let (back, issues) = read(&database);
    assert_eq!((back.len(), issues), (games.len(), vec![]));
    for (game, back) in games.iter().zip(&back) {
        assert_eq!((&game.moves, &game.start, game.termination), (&back.moves, &back.start, back.termination));
        assert!(game.tokens().eq(back.tokens()), "{game:?}");
    }
}

/// Everything that an index and a record can hold, in their order.
#[test]
fn a_game_of_scid_comes_back_as_it_is() {
    let text = "[Event \"WCh\"]\n[Site \"Đà Nẵng\"]\n[Date \"1999.12.??\"]\n[Round \"1.2\"]\n[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n\
                [Result \"1-0\"]\n[WhiteUSCF \"2000\"]\n[BlackElo \"1999\"]\n[ECO \"B90a1\"]\n[EventDate \"1998.01.02\"]\n\
                [ScidFlags \"DWK!16\"]\n[SetUp \"1\"]\n[Annotator \"Me\"]\n[Clock \"\"]\n\
                [FEN \"4k3/6P1/8/8/8/8/8/R3K2R w KQ - 3 17\"]\n\n\
                {before} 17. O-O-O $1 $14 {good} ( {or} 17. g8=N -- ( 17... Kd7 $255 ) 18. Ne7 {}) ( 17. Ra8+ ) 17... Ke7\n18. g8=Q 1-0\n";
    let (games, issues) = games_from_pgn(text.as_bytes()).unwrap();
    assert!(issues.is_empty());
    let (files, counts) = written(&games);
    assert!(counts.changes().next().is_none());
    assert_eq!(read(&opened(&files).unwrap()).0, games);
}

#[test]
fn what_scid_cannot_hold_is_told() {
    let long = "x".repeat(140_000);
    let text = format!(
        "[FEN \"bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1\"]\n\n*\n\n[FEN \"8/8/8/k7/QQQQQQQQ/QQQQQQQQ/8/K7 b - - 0 1\"]\n\n*\n\n\
         [Event \"long\"]\n\n{{{long}}} *\n\n[Event \"{}\"]\n% line\n\n1. e4 {{a}} {{b}} $300 $1 $2 e9 *\n",
        &long[..300]
    );
    let (games, _) = games_from_pgn(text.as_bytes()).unwrap();
    let (files, counts) = written(&games);
    let refused: Vec<String> = counts.refused.iter().map(|(why, games)| format!("{games} {why}")).collect();
    assert_eq!(refused, ["1 a Chess960 start with castling", "1 more than 16 pieces of a side", "1 128 KiB or longer"]);
    let changes: Vec<_> = counts.changes().map(|(_, games)| games).collect();
    assert_eq!(changes, [1, 1, 1, 1, 1], "all but NUL bytes");
    let (games, _) = read(&opened(&files).unwrap());
    let mut text = Vec::new();
    plypack::pgn::write_game(&games[0], &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("{% line} 1. e4 $1 {a b $300 $2 e9"), "{text}");
    assert!(text.contains(&format!("\"{}\"]", &long[..235])), "{text}");
}

/// Games go through a plypack file with several threads, and are left out as duplicates the second time.
#[test]
fn import_and_export_are_the_same_for_any_threads() {
    let games: Vec<Game> = (0..50).flat_map(|_| sample("famous.pgn")).collect();
    let (files, _) = written(&games);
    let imported = |threads: usize| {
        let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte)).unwrap();
        let source = ImportSource::Scid { name: "famous.si4".to_owned(), database: Arc::new(opened(&files).unwrap()) };
        let summary = import(vec![source], threads, &mut writer, |_| Ok(())).unwrap();
        assert_eq!((summary.games, summary.issues, summary.broken_sources), (games.len() as u64, 0, 0));
        writer.finish().unwrap()
    };
    let packed = imported(1);
    assert!(packed == imported(3));
    let reader = Reader::from_bytes(packed).unwrap();
    for threads in [1, 3] {
        let mut writer = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
        export_scid(&reader, std::iter::once(0..reader.number_end()), threads, &mut writer, |_| Ok(())).unwrap();
        assert!(writer.into_sinks().unwrap().0 == files);
    }
}

/// Imports a database, however corrupt. Returns the reported issues.
fn import_all(files: &Files) -> plypack::Result<Vec<String>> {
    let database = Arc::new(opened(files)?);
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1)).unwrap();
    let source = ImportSource::Scid { name: "x".to_owned(), database };
    let mut told = Vec::new();
    import(vec![source], 1, &mut writer, |event| {
        match event {
            ImportEvent::Issue { issue, .. } => told.push(issue.to_string()),
            ImportEvent::Broken { error, .. } => told.push(error.to_string()),
            ImportEvent::Progress(_)
            | ImportEvent::Working(_)
            | ImportEvent::Skipped { .. }
            | ImportEvent::Stopped(_) => {}
        }
        Ok(())
    })?;
    let reader = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    plypack::export(&reader, 0..reader.number_end(), 1, &mut std::io::sink(), |found| panic!("{found:?}"), |_| Ok(()))
        .unwrap();
    Ok(told)
}

#[test]
fn corrupt_databases_are_told_of() {
    let games = sample("famous.pgn");
    let (files, _) = written(&games);
    assert_eq!(import_all(&files).unwrap(), Vec::<String>::new());
    let told = |change: &dyn Fn(&mut Files)| {
        let mut bad = files.clone();
        change(&mut bad);
        import_all(&bad).map_or_else(|e| e.to_string(), |told| told.join("\n"))
    };
    for (change, expected) in [
        (&(|bad: &mut Files| bad[0].truncate(182 + 100)) as &dyn Fn(&mut Files), "the index ends after 2 of"),
        (&|bad| bad[0].truncate(100), ".si4: the file ends within its header"),
        (&|bad| bad[0][9] = 0x91, "version 401"),
        (&|bad| bad[0][0] = 0, ".si4: not the index"),
        (&|bad| bad[2].truncate(50), ".sn4: "),
        (&|bad| bad[1].truncate(600), "corrupt: the record ends early"),
        // Changes the number of White's name in the first entry.
        (&|bad| bad[0][182 + 9] = 0xF0, "corrupt: the index has a number of a player that no name has"),
        // The second game has the place of the first, and a length that leaves no space for all games.
        (&|bad| bad[0][182 + 47..].chunks_mut(47).for_each(|entry| entry[..4].fill(0)), "corrupt"),
    ] {
        let told = told(change);
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let error = ScidReader::open("x.si5").err().expect("another version");
    assert!(error.code() == ErrorCode::UnsupportedEncoding && error.message().contains("save it as SCID 4"), "{error}");
}

/// Moves that are not legal, and the rest of their lines, are text.
#[test]
fn illegal_moves_are_kept_as_text() {
    let text = b"[White \"A\"]\n\n1. e4 e5 ( 1... d5 2. d4 {x} ) 2. Nf3 $1 Nc6 {y} ( 2... d6 ) 3. Bb5 1-0\n";
    let (files, _) = written(&games_from_pgn(text).unwrap().0);
    let moves = files[1].iter().position(|byte| *byte == 0xCF).expect("1. e4");
    let mut bad = files.clone();
    // 1. e4 becomes Qd1-b3, over a pawn.
    bad[1].splice(moves..moves + 1, [0x43, 64 + 17]);
    let entry_len = bad[0][182 + 5];
    bad[0][182 + 5] = entry_len + 1;
    let (games, issues) = read(&opened(&bad).unwrap());
    assert_eq!(issues.len(), 1);
    assert_eq!(issues[0].to_string(), format!("byte {moves} of the .sg4: illegal move: Qd1b3"));
    let game = &games[0];
    assert!(game.moves.is_empty() && game.tokens().len() == 0);
    let unparsed = String::from_utf8_lossy(game.unparsed()).into_owned();
    assert!(unparsed.starts_with("Qd1b3 e7e5 (d7d5 ") && unparsed.ends_with(" Bf1b5 1-0"), "{unparsed}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::sized(128, 2048), ..ProptestConfig::default() })]

    #[test]
    fn random_games_come_back(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_through(&random_games::games(&bytes));
    }

    /// Reading never panics or takes long, whatever the three files contain.
    #[test]
    fn mutated_databases_are_read_or_refused(
        seed in prop::collection::vec(any::<u8>(), 0..300),
        changes in prop::collection::vec((0..3usize, any::<u16>(), any::<u8>(), 0..4u8), 1..8),
    ) {
        let games: Vec<Game> = [sample("famous.pgn"), random_games::games(&seed)].concat();
        let (mut files, _) = written(&games);
        for (file, at, value, how) in changes {
            let file = &mut files[file];
            let at = usize::from(at) % file.len().max(1);
            match how {
                0 => file.truncate(at),
                1 => file.insert(at.min(file.len()), value),
                2 if at < file.len() => drop(file.remove(at)),
                _ => if let Some(byte) = file.get_mut(at) { *byte = value },
            }
        }
        let _ = import_all(&files);
    }
}
