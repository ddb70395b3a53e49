//! Tables of games, plies and positions: each value equals the value of the game read by its number, and the rows equal
//! the results of searches.

mod openings;
pub mod rows;

use std::{collections::BTreeMap, sync::Arc};

use plypack::{
    Codec, Error, ErrorCode, Game, Options, PackedMove, Position, Reader, Start, Termination, Writer, games_from_pgn,
    search::{self, Condition, Query, TextField, strict},
    tables::{Table, TableScan, arrow_array::RecordBatch},
};
use rows::{Rows, Value};

/// Games of all kinds: results, ratings, dates, clocks and evaluations, repetitions, custom starts, Chess960, an
/// unreadable start.
const PGN: &str = r#"[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Date "2020.02.29"]
[UTCDate "2020.02.29"]
[UTCTime "23:59:58"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "2400"]
[TimeControl "180+2"]
[ECO "C20"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } e5 { [%eval -1.5,20] [%clk 0:02:59.5] } 2. Ke2 { [%clk 0:03:01] } (2. Nf3 { [%clk 9:00:00] }) 1-0

[White "Bob"]
[Black "Ann"]
[Date "2019.??.??"]
[Event "Cup"]
[Event "Second"]
[Result "1/2-1/2"]
[BlackElo "2600"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 { [%eval #-3] } 1/2-1/2

[White "Cut"]
[FEN "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1"]
[SetUp "1"]

1... cxd3 2. Kd2 { [%clk 1:00:00] } *

[White "Nine"]
[Variant "Chess960"]
[FEN "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"]
[SetUp "1"]
[Result "0-1"]

1. e4 e5 2. Ng3 Ng6 0-1

[White "None"]
[FEN "no position"]
[SetUp "1"]

1. e4 *

[White "Stub"]
[Result "?"]

0-1
"#;

fn games() -> Vec<Game> {
    games_from_pgn(PGN.as_bytes()).unwrap().0
}

/// Some hundred games in blocks of 40; some are deleted, some replaced.
fn edited(codec: Codec) -> Arc<Reader> {
    Arc::new(Reader::from_bytes(edited_file(codec)).unwrap())
}

fn edited_file(codec: Codec) -> Vec<u8> {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let options = Options::of(codec).with_level(1);
    let games = games();
    for block in 0..3 {
        let writer = if block == 0 { Writer::create(&path, options) } else { Writer::append(&path, options) };
        let mut writer = writer.unwrap();
        (0..40).for_each(|number| writer.add(&games[number % games.len()]).unwrap());
        writer.finish().unwrap();
    }
    let mut writer = Writer::append(&path, options).unwrap();
    [3, 40, 119].into_iter().for_each(|number| writer.delete_game(number, None).unwrap());
    [(5, 0), (41, 3), (42, 1), (118, 2)]
        .into_iter()
        .for_each(|(number, game)| writer.replace_game(number, &games[game], None).unwrap());
    writer.finish().unwrap();
    std::fs::read(&path).unwrap()
}

fn read(scan: &TableScan) -> Vec<RecordBatch> {
    scan.stream().unwrap().collect::<Result<_, _>>().unwrap()
}

fn rows(scan: &TableScan) -> Rows {
    Rows::of(&read(scan))
}

fn present(reader: &Reader) -> Vec<(u64, Game)> {
    let read = |number| {
        let mut game = Game::new();
        match reader.read_game(number, &mut game) {
            Err(error) if error.code() == ErrorCode::NotFound => None,
            read => read.map(|()| Some((number, game))).unwrap(),
        }
    };
    (0..reader.number_end()).filter_map(read).collect()
}

/// The games whose positions are known: all except continuations and games with an unreadable start.
fn with_positions(reader: &Reader) -> Vec<(u64, Game)> {
    let all = present(reader).into_iter();
    all.filter(|(_, game)| game.start != Start::Unreadable && !game.continued).collect()
}

fn tag(game: &Game, name: &str) -> Value {
    let value = game.tag(name.as_bytes());
    value.map_or(Value::Null, |value| Value::Text(String::from_utf8(value.to_vec()).unwrap()))
}

fn result(game: &Game) -> &'static str {
    let by_tag = game.tag(b"Result").and_then(Termination::from_text);
    match by_tag.unwrap_or(game.termination).as_str() {
        "" => "*",
        result => result,
    }
}

#[test]
fn games_have_the_values_of_their_tags_and_moves() {
    for codec in [Codec::Byte, Codec::Coord16, Codec::Tight] {
        let reader = edited(codec);
        let scan = TableScan::new(reader.clone(), Table::Games).with_file("a.plypack").with_batch_rows(7).unwrap();
        let found = rows(&scan);
        let expected = present(&reader);
        assert_eq!(found.len(), expected.len());
        for (row, (number, game)) in expected.iter().enumerate() {
            let value = |column: &str| found.value(row, column);
            let texts =
                [("white", "White"), ("event", "Event"), ("date", "Date"), ("eco", "ECO"), ("variant", "Variant")];
            for (column, name) in texts {
                assert_eq!(value(column), tag(game, name), "game {number}, {column}");
            }
            assert_eq!(value("file"), Value::Text("a.plypack".into()));
            assert_eq!(value("game"), Value::Number(*number as i64));
            assert_eq!(value("result"), Value::Text(result(game).into()), "game {number}");
            assert_eq!(value("ply_count"), Value::Number(game.moves.len() as i64));
            assert_eq!(value("first_match"), Value::Null);
            let moves = game.moves.iter().map(|m| Some(i64::from(m.0 as i16))).collect();
            assert_eq!(value("moves16"), Value::Numbers(moves));
            let mut code = Vec::new();
            Codec::Byte.encode_line(&game.start_position(), &game.moves, &mut code).unwrap();
            assert_eq!(value("moves"), Value::Bytes(code));
            let mut pgn = Vec::new();
            plypack::pgn::write_game(game, &mut pgn).unwrap();
            assert_eq!(value("pgn"), Value::Text(String::from_utf8(pgn).unwrap()));
        }
    }
}

/// The columns of tags and comments, written by hand for the first games.
#[test]
fn values_of_tags_and_comments() {
    let scan = TableScan::new(edited(Codec::Byte), Table::Games);
    let found = rows(&scan);
    let number = Value::Number;
    let numbers = |values: &[i64]| Value::Numbers(values.iter().map(|value| Some(*value)).collect());
    for (row, column, expected) in [
        (0, "day", number(18_321)),
        (0, "utc_timestamp", number(1_583_020_798)),
        (0, "white_rating", number(2500)),
        (0, "time_initial", number(180)),
        (0, "time_increment", number(2)),
        (0, "speed", Value::Text("blitz".into())),
        (0, "evals", Value::Numbers(vec![Some(20), Some(-150), None])),
        (0, "clocks_white", numbers(&[180_000, 181_000])),
        (0, "clocks_black", numbers(&[179_500])),
        (0, "start_fen", Value::Null),
        (1, "day", Value::Null),
        (1, "white_rating", Value::Null),
        (1, "black_rating", number(2600)),
        (1, "time_initial", Value::Null),
        (1, "speed", Value::Null),
        (1, "clocks_white", Value::Null),
        (1, "evals", Value::Numbers([vec![None; 8], vec![Some(-32_764)]].concat())),
        (2, "start_fen", Value::Text("4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1".into())),
        // Black moves first, and White has the second ply.
        (2, "clocks_white", numbers(&[3_600_000])),
        (2, "clocks_black", Value::Numbers(vec![None])),
    ] {
        assert_eq!(found.value(row, column), expected, "row {row}, {column}");
    }
    let Value::Texts(tags) = found.value(1, "tags") else { panic!("no map") };
    assert_eq!(tags.iter().filter(|(name, _)| name == "Event").collect::<Vec<_>>(), [&("Event".into(), "Cup".into())]);
}

/// A name that begins with a capital letter is the tag with this name, whether games have it or not.
#[test]
fn tags_are_columns_by_name() {
    let names = ["BlackElo", "game", "Event", "UTCTime", "Nothing", "white"];
    for codec in [Codec::Byte, Codec::Tight] {
        let reader = edited(codec);
        let scan =
            TableScan::new(reader.clone(), Table::Games).with_columns(&names).unwrap().with_batch_rows(7).unwrap();
        assert_eq!(scan.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(), names);
        let found = rows(&scan);
        let expected = present(&reader);
        assert_eq!(found.len(), expected.len());
        for (row, (number, game)) in expected.iter().enumerate() {
            assert_eq!(found.value(row, "game"), Value::Number(*number as i64));
            assert_eq!(found.value(row, "white"), tag(game, "White"));
            for name in ["BlackElo", "Event", "UTCTime", "Nothing"] {
                assert_eq!(found.value(row, name), tag(game, name), "game {number}, {name}");
            }
        }
    }
    let scan = TableScan::new(edited(Codec::Byte), Table::Games);
    for (table, name) in
        [(Table::Games, "whiteElo"), (Table::Games, ""), (Table::Plies, "White"), (Table::Tree, "White")]
    {
        let scan = TableScan::new(scan.reader().clone(), table);
        let error = scan.with_columns(&[name]).err().unwrap();
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{table:?}, {name}");
        assert_eq!(error.to_string().contains("names of tags"), table == Table::Games, "{error}");
    }
}

#[test]
fn plies_are_positions_and_the_moves_played_in_them() {
    for codec in [Codec::Byte, Codec::Tight] {
        let reader = edited(codec);
        let scan = TableScan::new(reader.clone(), Table::Plies).with_batch_rows(5).unwrap();
        let batches = read(&scan);
        assert!(batches.iter().all(|batch| (1..=5).contains(&batch.num_rows())));
        let found = Rows::of(&batches);
        let mut row = 0;
        for (number, game) in with_positions(&reader) {
            let mut position = game.start_position();
            for ply in 0..=game.moves.len() {
                let value = |column: &str| found.value(row, column);
                assert_eq!(value("game"), Value::Number(number as i64));
                assert_eq!(value("ply"), Value::Number(ply as i64));
                assert_eq!(value("position"), Value::Number(position.key() as i64), "game {number}, ply {ply}");
                assert_eq!(value("fen"), Value::Text(position.fen().to_string()));
                let next = game.moves.get(ply);
                let text = |text: Option<String>| text.map_or(Value::Null, Value::Text);
                assert_eq!(value("move"), next.map_or(Value::Null, |m| Value::Number(i64::from(m.0 as i16))));
                assert_eq!(value("san"), text(next.map(|m| position.san(*m).unwrap().to_string())));
                assert_eq!(value("uci"), text(next.map(|m| position.uci(*m).unwrap().to_string())));
                if let Some(m) = next {
                    position.play(*m).unwrap();
                }
                row += 1;
            }
        }
        assert_eq!(row, found.len());
        // After the move: the values of the first game.
        let values: Vec<_> = (0..4).map(|row| [found.value(row, "clock"), found.value(row, "eval")]).collect();
        let number = Value::Number;
        assert_eq!(
            values,
            [
                [Value::Null, Value::Null],
                [number(180_000), number(20)],
                [number(179_500), number(-150)],
                [number(181_000), Value::Null]
            ]
        );
    }
}

fn after_e4() -> Query {
    Query::position(&search::position_after(b"e4").unwrap())
}

#[test]
fn a_query_gives_the_games_that_searches_find() {
    let reader = edited(Codec::Byte);
    let ann = Condition::text(TextField::White, "ann");
    let mut both = after_e4();
    both.condition = ann.clone();
    let mut variations = Query::position(&search::position_after(b"e4 e5 Nf3").unwrap());
    variations.variations = true;
    for query in [after_e4(), both, variations, Query::games(ann)] {
        let hits = match query.target {
            Some(_) => search::find(&[&reader], &query, &mut strict).unwrap(),
            None => search::list(&[&reader], &query, &mut strict).unwrap(),
        };
        assert!(hits.len() > 10);
        let has_target = query.target.is_some();
        let query = Arc::new(query);
        let found = rows(&TableScan::new(reader.clone(), Table::Games).with_query(query.clone()));
        let expected: Vec<_> = hits.iter().map(|hit| hit.game as i64).collect();
        assert_eq!(found.numbers("game"), expected);
        if has_target {
            assert_eq!(found.numbers("first_match"), hits.iter().map(|hit| i64::from(hit.ply)).collect::<Vec<_>>());
        }
        if has_target && !query.variations {
            let plies = rows(&TableScan::new(reader.clone(), Table::Plies).with_query(query));
            assert_eq!(plies.numbers("game"), expected);
            assert_eq!(plies.numbers("ply"), hits.iter().map(|hit| i64::from(hit.ply)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_position_has_all_its_occurrences() {
    let reader = edited(Codec::Byte);
    let start = Position::default().key() as i64;
    let scan = TableScan::new(reader.clone(), Table::Plies).with_position(start).unwrap();
    let found = rows(&scan);
    let occurrences = |game: &Game| {
        let mut position = game.start_position();
        let mut plies = vec![(position.key() as i64 == start).then_some(0)];
        for (ply, m) in game.moves.iter().enumerate() {
            position.play(*m).unwrap();
            plies.push((position.key() as i64 == start).then_some(ply + 1));
        }
        plies.into_iter().flatten().collect::<Vec<_>>()
    };
    let expected: Vec<_> = with_positions(&reader).iter().flat_map(|(_, game)| occurrences(game)).collect();
    assert!(expected.contains(&4) && expected.contains(&8));
    assert_eq!(found.numbers("ply"), expected.iter().map(|ply| *ply as i64).collect::<Vec<_>>());
    let early = rows(&scan.with_max_ply(4));
    assert_eq!(
        early.numbers("ply"),
        expected.iter().filter(|ply| **ply <= 4).map(|ply| *ply as i64).collect::<Vec<_>>()
    );
    // The last row of a game that continues has the move played in its position.
    let two = rows(&TableScan::new(reader.clone(), Table::Plies).with_max_ply(1));
    let expected: Vec<_> = with_positions(&reader)
        .iter()
        .flat_map(|(_, game)| [0, 1].map(|ply| (ply <= game.moves.len()).then_some(game.moves.get(ply).is_some())))
        .flatten()
        .collect();
    for column in ["move", "uci", "san"] {
        let has_move: Vec<_> = (0..two.len()).map(|row| two.value(row, column) != Value::Null).collect();
        assert_eq!(has_move, expected, "{column}");
    }
    let games = TableScan::new(reader, Table::Games).with_position(start);
    assert_eq!(games.err().map(|error| error.code()), Some(ErrorCode::InvalidArgument));
}

/// Keys of positions with an index entry, of other positions in games, and of no position.
#[test]
fn every_key_has_its_rows() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    std::fs::write(&path, edited_file(Codec::Byte)).unwrap();
    let plain = Arc::new(Reader::open(&path).unwrap());
    let mut by_key: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::from([(12345, Vec::new())]);
    for (number, game) in with_positions(&plain) {
        for ply in 0..=game.moves.len() {
            let key = game.position_at(ply).unwrap().key() as i64;
            by_key.entry(key).or_default().push((number as i64, ply as i64));
        }
    }
    let whole = tree_of(&plain, usize::MAX);
    plypack::files::add_index(&path, 1, |_, _| Ok(())).unwrap();
    for reader in [plain.clone(), Arc::new(Reader::open(&path).unwrap())] {
        for (key, expected) in &by_key {
            let plies = TableScan::new(reader.clone(), Table::Plies).with_position(*key).unwrap();
            let found = rows(&plies.with_columns(&["game", "ply"]).unwrap());
            assert_eq!(found.numbers("game").into_iter().zip(found.numbers("ply")).collect::<Vec<_>>(), *expected);
            let tree = add_up(&rows(&TableScan::new(reader.clone(), Table::Tree).with_position(*key).unwrap()));
            assert!(tree.iter().eq(whole.iter().filter(|((position, _), _)| position == key)));
        }
    }
}

/// The tree of each position, added up from games read by number.
fn tree_of(reader: &Reader, max_ply: usize) -> BTreeMap<(i64, Option<i64>), [i64; 9]> {
    let mut tree: BTreeMap<_, [i64; 9]> = BTreeMap::new();
    for (number, game) in with_positions(reader) {
        let mut position = game.start_position();
        let mut met = Vec::new();
        for ply in 0..=game.moves.len().min(max_ply) {
            let key = position.key() as i64;
            let next = game.moves.get(ply).map(|m: &PackedMove| i64::from(m.0 as i16));
            if !met.contains(&key) {
                met.push(key);
                let counts = tree.entry((key, next)).or_insert(NO_GAMES);
                counts[0] += 1;
                counts[match result(&game) {
                    "1-0" => 1,
                    "1/2-1/2" => 2,
                    "0-1" => 3,
                    _ => 4,
                }] += 1;
                let rating = if position.turn().is_white() { game.tag(b"WhiteElo") } else { game.tag(b"BlackElo") };
                if let Some(rating) = rating {
                    counts[5] += std::str::from_utf8(rating).unwrap().parse::<i64>().unwrap();
                    counts[6] += 1;
                }
                let year =
                    game.tag(b"Date").map_or(0, |date| std::str::from_utf8(&date[..4]).unwrap().parse().unwrap());
                counts[7] = counts[7].max(year);
                counts[8] = counts[8].min(number as i64);
            }
            if let Some(m) = game.moves.get(ply) {
                position.play(*m).unwrap();
            }
        }
    }
    tree
}

const COUNTS: [&str; 8] = ["games", "white", "draws", "black", "other", "rating_sum", "rated", "last_year"];

/// The counts of no games, and then the lowest number of a game.
const NO_GAMES: [i64; 9] = [0, 0, 0, 0, 0, 0, 0, 0, i64::MAX];

/// Parts of a tree, added up.
fn add_up(found: &Rows) -> BTreeMap<(i64, Option<i64>), [i64; 9]> {
    let mut tree: BTreeMap<_, [i64; 9]> = BTreeMap::new();
    for row in 0..found.len() {
        let number = |column: &str| found.number(row, column);
        let counts = tree.entry((number("position").unwrap(), number("move"))).or_insert(NO_GAMES);
        for (count, column) in counts.iter_mut().zip(COUNTS).take(7) {
            *count += number(column).unwrap();
        }
        counts[7] = counts[7].max(number("last_year").unwrap_or(0));
        counts[8] = counts[8].min(number("first_game").unwrap());
    }
    tree
}

#[test]
fn a_tree_adds_up_the_games() {
    let reader = edited(Codec::Byte);
    let scan = TableScan::new(reader.clone(), Table::Tree).with_batch_rows(3).unwrap();
    assert_eq!(add_up(&rows(&scan)), tree_of(&reader, usize::MAX));
    assert_eq!(add_up(&rows(&scan.clone().with_max_ply(2))), tree_of(&reader, 2));
    // For one position, the result of the search for it.
    let query = after_e4();
    let branches = search::tree(&[&reader], &query, &mut strict).unwrap();
    let found = rows(&scan.with_query(Arc::new(query)));
    assert_eq!(found.len(), branches.len());
    for branch in branches {
        let next = branch.next_move.map(|m| i64::from(m.0 as i16));
        let row = (0..found.len()).find(|row| found.number(*row, "move") == next).unwrap();
        let expected =
            [branch.games, branch.white, branch.draws, branch.black, branch.other, branch.rating_sum, branch.rated];
        let counts: Vec<_> = COUNTS[..7].iter().map(|column| found.number(row, column).unwrap() as u64).collect();
        assert_eq!(counts, expected);
        assert_eq!(found.number(row, "last_year").unwrap_or(0) as u32, branch.last_year);
    }
}

#[test]
fn parts_are_the_whole() {
    let reader = edited(Codec::Byte);
    for table in [Table::Games, Table::Plies, Table::Tree] {
        for query in [Query::default(), after_e4()] {
            let scan = TableScan::new(reader.clone(), table).with_query(Arc::new(query));
            let whole = rows(&scan);
            for target_bytes in [1, 2000, u64::MAX] {
                let ranges = scan.partitions(target_bytes).unwrap();
                assert!(ranges.len() == if target_bytes == 1 { 3 } else { ranges.len().min(3) });
                let parts = ranges.iter().map(|range| scan.clone().with_games(range.clone()).unwrap());
                let batches: Vec<_> = parts.flat_map(|part| read(&part)).collect();
                let parts = Rows::of(&batches);
                match table {
                    Table::Tree => assert_eq!(add_up(&parts), add_up(&whole)),
                    _ => assert_eq!(parts, whole),
                }
            }
            // Not only at the borders of blocks.
            let cut = [0..7, 7..44, 44..44, 44..120].map(|range| scan.clone().with_games(range).unwrap());
            let cut = Rows::of(&cut.iter().flat_map(read).collect::<Vec<_>>());
            match table {
                Table::Tree => assert_eq!(add_up(&cut), add_up(&whole)),
                _ => assert_eq!(cut, whole),
            }
        }
    }
}

/// With an index, blocks without the position are skipped.
#[test]
fn partitions_leave_out_blocks_without_the_position() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    for (block, pgn) in ["1. e4 *\n", "1. d4 *\n", "1. d4 d5 *\n", "1. e4 e5 *\n"].iter().enumerate() {
        let writer = if block == 0 {
            Writer::create(&path, Options::default())
        } else {
            Writer::append(&path, Options::default())
        };
        let mut writer = writer.unwrap().without_merging();
        writer.add(&games_from_pgn(pgn.as_bytes()).unwrap().0[0]).unwrap();
        writer.finish().unwrap();
    }
    let ranges = |reader: Reader| {
        let scan = TableScan::new(Arc::new(reader), Table::Plies).with_query(Arc::new(after_e4()));
        scan.partitions(u64::MAX).unwrap()
    };
    assert_eq!(ranges(Reader::open(&path).unwrap()), vec![0..4]);
    plypack::files::add_index(&path, 1, |_, _| Ok(())).unwrap();
    assert_eq!(ranges(Reader::open(&path).unwrap()), [0..1, 3..4]);
}

/// A file with a damaged byte in the last section of its second block.
fn damaged() -> Reader {
    let mut bytes = edited_file(Codec::Byte);
    let end = edited(Codec::Byte).blocks()[1].range.end as usize;
    bytes[end - 1] ^= 1;
    Reader::from_bytes(bytes).unwrap()
}

#[test]
fn what_cannot_be_read_is_an_error_or_is_counted() {
    let reader = Arc::new(damaged());
    let scan = TableScan::new(reader, Table::Games).with_columns(&["game", "pgn"]).unwrap();
    let mut stream = scan.stream().unwrap();
    let error = stream.find_map(Result::err).expect("an error");
    assert!(error.to_string().contains("cannot be read"), "{error}");
    let lenient = scan.clone().accepting_corruption();
    let found = rows(&lenient);
    assert!(
        lenient.corrupt() > 0
            && found.len() as u64 + lenient.corrupt() == scan.reader().number_end() - scan.reader().deleted()
    );
}

#[test]
fn wrong_requests_are_refused() {
    let scan = || TableScan::new(edited(Codec::Byte), Table::Games);
    let code = |refused: Result<TableScan, Error>| refused.err().map(|error| error.code());
    assert_eq!(code(scan().with_columns(&["white", "nothing"])), Some(ErrorCode::InvalidArgument));
    assert_eq!(code(scan().with_columns(&[])), Some(ErrorCode::InvalidArgument));
    assert_eq!(code(scan().with_batch_rows(0)), Some(ErrorCode::InvalidArgument));
    assert_eq!(code(scan().with_games(0..121)), Some(ErrorCode::OutOfRange));
    let mut variations = after_e4();
    variations.variations = true;
    let variations = Arc::new(variations);
    for table in [Table::Plies, Table::Tree] {
        let scan = TableScan::new(edited(Codec::Byte), table).with_query(variations.clone());
        assert_eq!(scan.stream().err().map(|error| error.code()), Some(ErrorCode::InvalidArgument));
    }
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = 5..4;
    assert_eq!(code(scan().with_games(reversed)), Some(ErrorCode::OutOfRange));
    let columns = scan().with_columns(&["pgn", "white", "game"]).unwrap().schema();
    let names: Vec<_> = columns.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["pgn", "white", "game"]);
}
