//! Lists of games in columns: every value equals the value of the game when it is read by itself, for every order,
//! page, block and file.

use std::cmp::Reverse;

use plypack::{
    Codec, Game, Options, Reader, Token, Writer, games_from_pgn,
    search::{
        self, Condition, Hit, Query, RowColumn, RowOrder, Rows, RowsOptions, SearchEvent, TextField, rows, strict,
    },
};

use super::{pack, packed};

const COLUMNS: &str = "white,black,event,site,round,eco,result,speed,date,event-date,white-rating,black-rating,average-rating,plies,\
    comments,nags,variations,material,home-pawns,flags,tag=Annotator,tag=CurrentPosition";

/// Games whose tags are stored in every way, with everything that lists count.
fn pgn(number: usize) -> String {
    let mut tags =
        format!("[White \"Player {}\"]\n[Black \"{}\"]\n", number % 7, ["?", "", "Ådám", "adam"][number % 4]);
    tags += &format!(
        "[Event \"{} {}\"]\n[Site \"Site {number}\"]\n[Round \"{}\"]\n",
        ["Event", "Correspondence"][number % 2],
        number % 3,
        number % 12
    );
    tags += &format!(
        "[ECO \"B{:02}\"]\n[WhiteElo \"{}\"]\n",
        number % 5,
        if number.is_multiple_of(5) { 0 } else { 2000 + number % 50 }
    );
    match number % 6 {
        0 => tags += "[Date \"????.??.??\"]\n[UTCDate \"2020.01.02\"]\n",
        1 => tags += "[Date \"2019.??.??\"]\n[BlackElo \"1500?\"]\n",
        2 => tags += "[EventDate \"2018.12.01\"]\n[Result \"1/2\"]\n[BlackElo \"2100\"]\n",
        3 => tags += "[Date \"1999.05.31\"]\n[Annotator \"Me\"]\n",
        4 => tags += "[FEN \"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1\"]\n[Result \"0-1\"]\n",
        _ => {
            tags += "[Date \"not known\"]\n[CurrentPosition \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6\"]\n"
        }
    }
    tags += match number % 5 {
        0 => "[TimeControl \"15+0\"]\n",
        1 => "[TimeControl \"40/7200:3600\"]\n",
        2 => "[TimeControl \"-\"]\n",
        3 => "[TimeControl \"?\"]\n",
        _ => "",
    };
    let moves = match number % 6 {
        4 => "1. a8=R+ Kd7 2. Ra7+ Kc6 $1",
        1 => "1. e4 {one} e5 ; two\n 2. Nf3 (2. Nc3 {three} (2. Bc4)) Nc6 $6 $10",
        3 => "1. e4 e5 2. Zz9 nonsense",
        _ => "1. e4 e5",
    };
    format!("{tags}\n{moves} *\n\n")
}

fn made(numbers: std::ops::Range<usize>) -> Vec<Game> {
    numbers.map(|number| games_from_pgn(pgn(number).as_bytes()).unwrap().0.remove(0)).collect()
}

fn options(columns: &str, order: &str) -> RowsOptions {
    RowsOptions::from_text(columns, order).unwrap()
}

fn of(readers: &[&Reader], options: &RowsOptions) -> Rows {
    rows(readers, &Query::default(), options, &mut strict).unwrap()
}

/// The text of a value; `None` in columns of numbers.
fn text_of<'a>(list: &'a Rows, column: &RowColumn, value: u32) -> Option<&'a [u8]> {
    column.is_text().then(|| list.name(value).unwrap())
}

/// The value that a column should have for a game, as a number or a text.
fn expected(column: &RowColumn, game: &Game) -> Result<u32, Vec<u8>> {
    let tag = |name: &[u8]| game.tag(name).map(|value| String::from_utf8(value.to_vec()).unwrap()).unwrap_or_default();
    let rating = |name: &[u8]| tag(name).trim_end_matches('?').parse::<u32>().unwrap_or_default();
    let date = |name: &[u8]| {
        let parts: Vec<u32> = tag(name).split('.').map(|part| part.parse().unwrap_or_default()).collect();
        if let [year, month, day] = parts[..] { year * 10_000 + month * 100 + day } else { 0 }
    };
    let count = |wanted: fn(&Token<'_>) -> bool| game.tokens().filter(wanted).count() as u32;
    let is_short = game.tag(b"FEN").is_some();
    Ok(match column {
        RowColumn::Tag(name) => return Err(tag(name).into_bytes()),
        RowColumn::Result => match tag(b"Result").as_str() {
            "1/2" => 4,
            "0-1" => 3,
            _ => u32::from(game.unparsed().is_empty()),
        },
        RowColumn::Speed => match (tag(b"TimeControl").as_str(), tag(b"Event").as_str()) {
            ("15+0", _) => 1,
            ("40/7200:3600", _) => 5,
            ("-", event) if event.starts_with("Correspondence") => 6,
            _ => 0,
        },
        RowColumn::Date if date(b"Date") == 0 => date(b"UTCDate"),
        RowColumn::Date => date(b"Date"),
        RowColumn::EventDate => date(b"EventDate"),
        RowColumn::WhiteRating => rating(b"WhiteElo"),
        RowColumn::BlackRating => rating(b"BlackElo"),
        RowColumn::AverageRating if rating(b"WhiteElo") == 0 || rating(b"BlackElo") == 0 => 0,
        RowColumn::AverageRating => (rating(b"WhiteElo") + rating(b"BlackElo")) / 2,
        RowColumn::Plies => game.moves.len() as u32,
        RowColumn::Comments => count(|token| matches!(token, Token::Comment(_) | Token::LineComment(_))),
        RowColumn::Nags => count(|token| matches!(token, Token::Nag(_))),
        RowColumn::Variations => count(|token| matches!(token, Token::Begin)),
        // A rook and a pawn, without the king.
        RowColumn::Material if is_short => 0b0001_0000_0000 << 12 | 1,
        RowColumn::Material => 0b0110_1010_1000 << 12 | 0b0110_1010_1000,
        RowColumn::HomePawns if is_short => 0,
        RowColumn::HomePawns => 0b1110_1111_1110_1111,
        RowColumn::Flags => (u32::from(is_short) * 0b111) | (u32::from(!game.unparsed().is_empty()) << 3),
        other => panic!("{other:?}"),
    })
}

#[test]
fn every_value_is_that_of_the_game() {
    let games = made(0..120);
    let columns = options(COLUMNS, "");
    for codec in [Codec::Byte, Codec::Tight] {
        let files = [pack(&games[..70], codec, 32), pack(&games[70..], codec, 8)];
        let list = of(&files.each_ref(), &columns);
        assert_eq!((list.total(), list.hits().len()), (120, 120));
        for (row, game) in games.iter().enumerate() {
            for (index, column) in columns.columns.iter().enumerate() {
                let value = list.column(index).unwrap()[row];
                match expected(column, game) {
                    Ok(number) => assert_eq!(value, number, "{column:?} of game {row}"),
                    Err(text) => assert_eq!(text_of(&list, column, value), Some(&text[..]), "{column:?} of game {row}"),
                }
            }
        }
        assert!(list.column(columns.columns.len()).is_none());
        // Players 0 to 6 have one number each, in both files.
        let mut players = list.column(0).unwrap().to_vec();
        players.sort_unstable();
        players.dedup();
        assert_eq!(players.len(), 7);
    }
}

/// The rows of a list as `file.game`.
fn games_of(list: &Rows) -> Vec<(u32, u64)> {
    list.hits().iter().map(|hit| (hit.file, hit.game)).collect()
}

#[test]
fn pages_are_parts_of_the_whole_list() {
    let games = made(0..90);
    let files = [pack(&games[..50], Codec::Byte, 16), pack(&games[50..], Codec::Byte, 16)];
    for order in [
        "",
        "-date",
        "date,-white-rating",
        "white",
        "-black,round",
        "-plies",
        "tag=Annotator,-site",
        "result",
        "-speed",
    ] {
        let whole = of(&files.each_ref(), &options("white,date,site,material", order));
        assert_eq!(games_of(&whole).len(), 90, "{order}");
        for (first, count) in [(0, 10), (0, 89), (7, 1), (40, 30), (85, 10), (90, 1), (100, u64::MAX), (3, 0)] {
            let mut page = options("white,date,site,material", order);
            (page.first, page.count) = (first, count);
            let page = of(&files.each_ref(), &page);
            let range = first.min(90) as usize..first.saturating_add(count).min(90) as usize;
            assert_eq!(
                (page.total(), games_of(&page)),
                (90, games_of(&whole)[range.clone()].to_vec()),
                "{order} {first} {count}"
            );
            for column in [1, 3] {
                assert_eq!(page.column(column).unwrap(), &whole.column(column).unwrap()[range.clone()], "{order}");
            }
            for column in [0, 2] {
                let names = |list: &Rows, values: &[u32]| -> Vec<Vec<u8>> {
                    values.iter().map(|value| list.name(*value).unwrap().to_vec()).collect()
                };
                let of_page = names(&page, page.column(column).unwrap());
                assert_eq!(of_page, names(&whole, &whole.column(column).unwrap()[range.clone()]), "{order}");
            }
        }
    }
}

#[test]
fn rows_are_sorted_as_people_do() {
    let games = made(0..48);
    let file = pack(&games, Codec::Byte, 10);
    let sorted =
        |order: &str| games_of(&of(&[&file], &options("", order))).iter().map(|row| row.1 as usize).collect::<Vec<_>>();
    let by = |key: &dyn Fn(usize) -> u32| {
        let mut numbers: Vec<usize> = (0..48).collect();
        numbers.sort_by_key(|number| key(*number));
        numbers
    };
    let date = |number: usize| expected(&RowColumn::Date, &games[number]).unwrap();
    // A date with only the year 2019 comes after all other dates of 2019, and before 2020.
    assert_eq!(sorted("date"), by(&|number| if date(number) == 0 { u32::MAX } else { date(number) }));
    assert_eq!(sorted("-date"), by(&|number| u32::MAX - date(number)));
    let round = |number: usize| number as u32 % 12;
    assert_eq!(sorted("round"), by(&round));
    assert_eq!(sorted("-round"), by(&|number| 100 - round(number)));
    let speed = |number: usize| expected(&RowColumn::Speed, &games[number]).unwrap();
    assert_eq!(sorted("speed"), by(&|number| if speed(number) == 0 { 9 } else { speed(number) }));
    assert_eq!(sorted("-speed"), by(&|number| 9 - speed(number)));
    // `Ådám` and `adam` are the same name; `?` and an empty name are unknown.
    let black = |number: usize| u32::from(number % 4 < 2);
    assert_eq!(sorted("black"), by(&black));
    assert_eq!(sorted("-black"), by(&black));
    let mut both: Vec<usize> = (0..48).collect();
    both.sort_by_key(|number| (number.is_multiple_of(2), number % 3, Reverse(round(*number))));
    assert_eq!(sorted("event,-round"), both);
}

#[test]
fn deleted_games_are_no_rows_and_replaced_ones_have_the_new_values() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let mut writer = Writer::create(&path, Options::of(Codec::Byte)).unwrap();
    made(0..20).iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap();
    let mut writer = Writer::append(&path, Options::of(Codec::Byte)).unwrap();
    writer.delete_game(3, None).unwrap();
    writer.replace_game(5, &made(29..30)[0], None).unwrap();
    writer.replace_game(7, &made(31..32)[0], None).unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    let list = of(&[&reader], &options("site,plies", "site"));
    let games: Vec<u64> = list.hits().iter().map(|hit| hit.game).collect();
    let mut wanted: Vec<u64> = (0..20).filter(|number| ![3, 5, 7].contains(number)).collect();
    wanted.extend([5, 7]);
    assert_eq!(games, wanted);
    let site = |row: usize| list.name(list.column(0).unwrap()[row]).unwrap();
    assert_eq!([site(17), site(18)], [&b"Site 29"[..], b"Site 31"]);
}

#[test]
fn conditions_targets_and_threads() {
    let games = made(0..60);
    let file = pack(&games, Codec::Byte, 7);
    let mut query = Query::games(Condition::text(TextField::White, "player 3"));
    let list = rows(&[&file], &query, &options("white", "-round"), &mut strict).unwrap();
    assert_eq!((list.total(), list.hits().len()), (9, 9));
    query = Query::position(&search::position_after(b"e4 e5 Nf3").unwrap());
    for threads in [0, 1, 3] {
        query.threads = threads;
        let list = rows(&[&file], &query, &options("white,comments", "round"), &mut strict).unwrap();
        assert_eq!(list.total(), 10);
        assert!(list.hits().iter().all(|hit: &Hit| hit.ply == 3 && hit.game % 6 == 1));
        assert!(list.column(1).unwrap().iter().all(|comments| *comments == 3));
    }
}

#[test]
fn damage_costs_the_rows_of_its_games_alone() {
    let games = made(0..30);
    let file = packed(&games, Codec::Byte, 10);
    let reader = Reader::from_bytes(file.clone()).unwrap();
    // The last tag column of the second block; only its game 15 has the tag.
    let block = &reader.blocks()[1];
    let sections = reader.block_header(1).unwrap().sections;
    let of_tag = sections.iter().rfind(|section| section.kind == 8).unwrap();
    let mut broken = file;
    broken[(block.range.start + of_tag.range.start) as usize] ^= 1;
    let reader = Reader::from_bytes(broken).unwrap();
    let list = |columns: &str, order: &str| {
        let mut lost = Vec::new();
        let list = rows(&[&reader], &Query::default(), &options(columns, order), &mut |event| {
            if let SearchEvent::Corruption(found) = event {
                lost.extend(found.corruption.games.clone());
            }
            Ok(())
        });
        (games_of(&list.unwrap()).iter().map(|row| row.1).collect::<Vec<_>>(), lost)
    };
    assert_eq!(list("white,plies", "-white-rating").0.len(), 30);
    let (in_files, lost) = list("white,comments,tag=Annotator", "");
    let (in_order, lost_in_order) = list("white", "tag=Annotator");
    assert_eq!(lost, [15]);
    let kept: Vec<u64> = (0..30).filter(|number| *number != 15).collect();
    assert_eq!((in_files, in_order.len(), lost_in_order), (kept, 29, lost));
    let strict = rows(&[&reader], &Query::default(), &options("tag=Annotator", ""), &mut strict);
    assert_eq!(strict.unwrap_err().code(), plypack::ErrorCode::ChecksumSection);
}

/// Damage to all games of a block is one report, so that a large block makes no long list.
#[test]
fn damage_of_a_whole_block_is_one_report() {
    let file = packed(&made(0..30), Codec::Byte, 10);
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let block = &reader.blocks()[1];
    let sections = reader.block_header(1).unwrap().sections;
    let of_white = sections.iter().find(|section| section.kind == 8).unwrap();
    let mut broken = file;
    broken[(block.range.start + of_white.range.start) as usize] ^= 1;
    let reader = Reader::from_bytes(broken).unwrap();
    for order in ["", "-plies"] {
        let mut reports = Vec::new();
        let list = rows(&[&reader], &Query::default(), &options("white", order), &mut |event| {
            if let SearchEvent::Corruption(found) = event {
                reports.push((found.corruption.games.start, found.corruption.games.end));
            }
            Ok(())
        });
        assert_eq!((list.unwrap().hits().len(), reports), (20, vec![(10, 20)]), "{order}");
    }
}

#[test]
fn progress_rises_to_the_end_and_ends_where_it_is_asked_to() {
    let file = pack(&made(0..60), Codec::Byte, 7);
    for order in ["", "date", "white"] {
        let mut seen = Vec::new();
        let mut observer = |event: SearchEvent| {
            if let SearchEvent::Progress(games) = event {
                seen.push(games);
            }
            Ok(())
        };
        let mut page = options("white,material", order);
        page.count = 60;
        rows(&[&file], &Query::default(), &page, &mut observer).unwrap();
        assert!(seen.is_sorted() && seen.last() == Some(&60), "{order}: {seen:?}");
        for limit in 0..seen.len() {
            let mut calls = 0;
            let mut stop = |_: SearchEvent| {
                calls += 1;
                if calls > limit { Err(plypack::Error::new(plypack::ErrorCode::Cancelled, "enough")) } else { Ok(()) }
            };
            let stopped = rows(&[&file], &Query::default(), &page, &mut stop).unwrap_err();
            assert_eq!(stopped.code(), plypack::ErrorCode::Cancelled);
        }
    }
}

#[test]
fn orders_are_read_as_columns_are() {
    assert_eq!(
        options("", " -date , white").order,
        [
            RowOrder { column: RowColumn::Date, descending: true },
            RowOrder { column: RowColumn::Tag(b"White".to_vec()), descending: false },
        ]
    );
    assert!(RowsOptions::from_text("white,elo", "").is_err() && RowsOptions::from_text("", "-").is_err());
}
