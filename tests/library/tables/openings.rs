//! The tags `ECO` and `Opening` of rows, by the moves, as `add_tags` sets them.

use std::sync::Arc;

use super::{
    edited, present,
    rows::{Rows, Value},
    tag,
};
use plypack::{
    Codec, Game, Reader, Tag, games_from_pgn,
    openings::{ExistingTags, add_tags},
    pack_games,
    pgn::write_game,
    search::{Condition, Query},
    tables::{Table, TableScan},
    text::text_of,
};

/// Games without a code, with another code, with a code without a meaning after other moves, from a custom start, with
/// the FEN of the standard start, without a named position, and without moves.
const PGN: &str = r#"[White "A"]

1. e4 c5 2. Nf3 1-0

[White "B"]
[ECO "A00"]
[Opening "Mine"]

1. d4 d5 2. c4 *

[White "C"]
[ECO "?"]

1. c4 {good} d5 2. d4 *

[White "D"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *

[White "E"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
[Opening "-"]

1. e4 e5 *

[White "F"]
[ECO "C20"]

*
"#;

const ALL: [&str; 7] = ["eco", "opening", "ECO", "Opening", "tags", "pgn", "moves16"];

fn reader(codec: Codec) -> Arc<Reader> {
    let games = games_from_pgn(PGN.as_bytes()).unwrap().0;
    Arc::new(Reader::from_bytes(pack_games(&games, codec).unwrap()).unwrap())
}

fn rows_of(scan: TableScan, columns: &[&str]) -> Rows {
    super::rows(&scan.with_columns(columns).unwrap())
}

/// Returns the value of a column for a game.
fn expected(game: &Game, column: &str) -> Value {
    match column {
        "eco" | "ECO" => tag(game, "ECO"),
        "opening" | "Opening" => tag(game, "Opening"),
        "moves16" => Value::Numbers(game.moves.iter().map(|m| Some(i64::from(m.0 as i16))).collect()),
        "pgn" => {
            let mut text = Vec::new();
            write_game(game, &mut text).unwrap();
            Value::Text(String::from_utf8(text).unwrap())
        }
        _ => {
            let mut tags = Vec::<(String, String)>::new();
            for tag in game.tags() {
                let Tag::Pair(name, value) = tag else { continue };
                if !tags.iter().any(|(known, _)| known.as_bytes() == name) {
                    tags.push((text_of(name).into_owned(), text_of(value).into_owned()));
                }
            }
            Value::Texts(tags)
        }
    }
}

/// Compares columns, together and each by itself, with the games after `add_tags`.
fn check(reader: &Arc<Reader>, existing: Option<ExistingTags>) {
    let mut games = present(reader);
    if let Some(existing) = existing {
        for (_, game) in &mut games {
            add_tags(game, existing).unwrap();
        }
    }
    let alone = ALL.iter().map(std::slice::from_ref);
    for columns in alone.chain([&ALL[..], &["game", "opening", "clocks_white"]]) {
        let scan = TableScan::new(reader.clone(), Table::Games).with_opening_tags(existing);
        let found = rows_of(scan, columns);
        assert_eq!(found.len(), games.len());
        for (row, (number, game)) in games.iter().enumerate() {
            for column in columns.iter().filter(|column| ALL.contains(column)) {
                assert_eq!(
                    found.value(row, column),
                    expected(game, column),
                    "{number} {column} {columns:?} {existing:?}"
                );
            }
        }
    }
}

#[test]
fn rows_have_the_tags_that_games_get() {
    for codec in [Codec::Byte, Codec::Coord16, Codec::Tight] {
        for existing in [None, Some(ExistingTags::Keep), Some(ExistingTags::Replace)] {
            // Twice, because moves that are already checked are read in another way.
            let small = reader(codec);
            let large = edited(codec);
            for reader in [&small, &small, &large, &large] {
                check(reader, existing);
            }
        }
    }
}

#[test]
fn values_are_those_of_the_command() {
    let codes = |scan: TableScan| {
        let found = rows_of(scan, &["eco", "opening"]);
        let text = |row, column| match found.value(row, column) {
            Value::Text(text) => text,
            _ => String::new(),
        };
        (0..4).map(|row| format!("{},{}", text(row, "eco"), text(row, "opening"))).collect::<Vec<_>>()
    };
    let scan = || TableScan::new(reader(Codec::Byte), Table::Games);
    assert_eq!(codes(scan()), [",", "A00,Mine", "?,", ","]);
    let added = codes(scan().with_opening_tags(ExistingTags::Keep));
    assert_eq!(added, ["B27,Sicilian Defense", "A00,Mine", "D06,Queen's Gambit", ","]);
    let replaced = codes(scan().with_opening_tags(ExistingTags::Replace));
    assert_eq!(replaced, ["B27,Sicilian Defense", "D06,Queen's Gambit", "D06,Queen's Gambit", ","]);
    let taken_back = scan().with_opening_tags(ExistingTags::Replace).with_opening_tags(None);
    assert_eq!(codes(taken_back), [",", "A00,Mine", "?,", ","]);
}

#[test]
fn conditions_see_the_tags_of_the_file() {
    let numbers = |eco: &str| {
        let query = Query::games(Condition::from_text("eco", eco).unwrap());
        let scan = TableScan::new(reader(Codec::Byte), Table::Games).with_opening_tags(ExistingTags::Replace);
        let found = rows_of(scan.with_query(Arc::new(query)), &["game", "eco"]);
        (found.numbers("game"), found.len())
    };
    assert_eq!(numbers("A00"), (vec![1], 1));
    assert_eq!(numbers("D06"), (vec![], 0));
}

#[test]
fn other_tables_stay_as_they_are() {
    for table in [Table::Plies, Table::Tree] {
        let scan = TableScan::new(reader(Codec::Byte), table);
        let with_tags = scan.clone().with_opening_tags(ExistingTags::Replace);
        assert_eq!(super::rows(&with_tags), super::rows(&scan));
    }
}
