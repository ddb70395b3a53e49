//! Rows about games: columns, order, formats.

use std::fs;

use insta::assert_snapshot;
use serde_json::json;

use super::Desk;

const GAMES: &str = "[White \"丁立人\"]\n[Black \"Nepo\"]\n[Date \"2023.04.30\"]\n[Round \"10\"]\n[WhiteElo \"2788\"]\n\n1. d4 d5 1-0\n\n\
    [White \"Đurić, Stefan\"]\n[Black \"x\u{9b}2J\u{202e}y\"]\n[Date \"????.??.??\"]\n[Round \"9\"]\n[White \"again\"]\n\n1. e4 *\n\n\
    [White \"Carlsen, M\"]\n[Black \"a, \\\"b\\\"\"]\n[Date \"2019.01.02\"]\n[Round \"?\"]\n[Result \"0-1\"]\n\n1. d4 Nf6 2. c4 0-1\n\n\
    [White \"carlsen, M\"]\n[Date \"2019.??.??\"]\n[Round \"11\"]\n\n1. c4 1/2-1/2\n\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.feed(&["pack", "-", "-o", "four.plypack"], GAMES.as_bytes()).fine();
    desk
}

#[test]
fn a_table_has_a_header_and_aligns() {
    let desk = desk();
    let table = desk.run(&["list", "four.plypack", "--columns", "game,white,black,round,WHITEELO,plies,ply"]).fine();
    assert_snapshot!(table.text(), @r#"
         game  white                     black                     round   WHITEELO  plies    ply
            0  丁立人                    Nepo                      10      2788          2      0
            1  Đurić, Stefan             x�2J�y                    9       ?             1      0
            2  Carlsen, M                a, "b"                    ?       ?             3      0
            3  carlsen, M                ?                         11      ?             1      0
    "#);
    let one = desk.run(&["list", "four.plypack", "--columns", "Black"]).fine();
    assert_eq!(one.text(), "Nepo\nx\u{fffd}2J\u{fffd}y\na, \"b\"\n?\n");
    let found = desk.run(&["find", "four.plypack", "--moves", "d4"]).fine();
    assert_snapshot!(found.text(), @r#"
         game    ply  white                     black                     result   date        event
            0      1  丁立人                    Nepo                      1-0      2023.04.30  ?
            2      1  Carlsen, M                a, "b"                    0-1      2019.01.02  ?
    "#);
    assert_eq!(desk.run(&["list", "four.plypack", "--white", "nobody"]).fine().text(), "");
}

/// The speed is a column and a sort order, by duration and not by name; it also names files.
#[test]
fn speeds_are_columns_and_an_order() {
    let desk = Desk::new();
    let controls = ["?", "600+5", "60", "40/7200:3600", "180+2", "15+0"];
    let mut games: String = controls.map(|control| format!("[TimeControl \"{control}\"]\n\n1. e4 *\n\n")).concat();
    games += "[Event \"Correspondence\"]\n[TimeControl \"-\"]\n\n1. e4 *\n\n1. d4 *\n\n";
    desk.feed(&["pack", "-", "-o", "speeds.plypack"], games.as_bytes()).fine();
    let list = |sort: &str| {
        let ran = desk.run(&["list", "speeds.plypack", "--columns", "number,speed", "--csv", "--sort", sort]).fine();
        ran.text().lines().skip(1).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let known = ["5,ultrabullet", "2,bullet", "4,blitz", "1,rapid", "3,classical", "6,correspondence"];
    assert_eq!(list("speed"), format!("{} 0, 7,", known.join(" ")));
    let slowest = known.into_iter().rev().collect::<Vec<_>>().join(" ");
    assert_eq!(list("-speed"), format!("{slowest} 0, 7,"));
    desk.run(&["unpack", "speeds.plypack", "--split", "speed", "--speed", "blitz,rapid", "-o", "by-speed"]).fine();
    assert!(desk.path("by-speed/blitz.pgn").exists() && desk.path("by-speed/rapid.pgn").exists());
}

#[test]
fn rows_are_sorted_and_limited() {
    let desk = desk();
    let numbers = |more: &[&str]| {
        let ran = desk.run(&[&["list", "four.plypack", "--columns", "number"], more].concat()).fine();
        ran.text().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (sort, wanted) in [
        ("date", "2 3 0 1"),
        ("-date", "0 3 2 1"),
        ("round", "1 0 3 2"),
        ("white", "2 3 1 0"),
        ("white,-game", "3 2 1 0"),
        ("result", "2 0 3 1"),
        ("-plies,number", "2 0 1 3"),
        ("Site", "0 1 2 3"),
    ] {
        assert_eq!(numbers(&["--sort", sort]), wanted, "{sort}");
        for limit in 0..=4 {
            let first: Vec<&str> = wanted.split(' ').take(limit).collect();
            assert_eq!(numbers(&["--sort", sort, "--limit", &limit.to_string()]), first.join(" "));
        }
    }
    assert_eq!(numbers(&["--max", "2"]), "0 1");
    let unknown = desk.run(&["list", "four.plypack", "--sort", "dat"]);
    assert_snapshot!(unknown.ends_with(2).err, @"plypack: --sort dat: no game has a tag `dat`; did you mean date or EventDate or UTCDate?");
    assert_eq!(numbers(&["--sort", "Annotator"]), "0 1 2 3");
    assert_eq!(desk.run(&["list", "four.plypack", "--white", "nobody", "--sort", "dat"]).fine().text(), "");
    assert_eq!(desk.run(&["list", "four.plypack", "--count", "--limit", "3"]).fine().text(), "3\n");
    let found = ["find", "four.plypack", "--moves", "d4", "--count", "--limit"];
    assert_eq!(desk.run(&[&found[..], &["1"]].concat()).fine().text(), "1\n");
    assert_eq!(desk.run(&[&found[..], &["9"]].concat()).fine().text(), "2\n");
}

#[test]
fn dates_ratings_and_results_are_sorted_by_what_they_mean() {
    let desk = Desk::new();
    let games = [
        ("2025-02-23", "2500 ", "1/2"),
        ("2025.??.??\"]\n[BlackElo \"3100", "2000P", "1 - 0"),
        ("31/1/2025\"]\n[BlackElo \"1000 ", "900", "0:1"),
        ("Sun Feb 09 2025", "?", "*"),
        ("20250203\"]\n[BlackElo \"3900", "1200?", "\u{bd}"),
        ("????.??.??\"]\n[UTCDate \"2024.12.31", "12000", "+/-"),
    ];
    let pgn = games.map(|(date, elo, result)| {
        format!("[Event \"a\"]\n[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n[Result \"{result}\"]\n\n1. e4 *\n\n")
    });
    fs::write(desk.path("games.pgn"), pgn.concat()).unwrap();
    desk.run(&["pack", "games.pgn", "-o", "games.plypack"]).ends_with(0);
    fs::copy(desk.path("games.plypack"), desk.path("again.plypack")).unwrap();
    for (sort, wanted) in [
        ("date", "5 2 4 0 1 3"),
        ("-Date", "1 0 4 2 5 3"),
        ("utcdate", "5 0 1 2 3 4"),
        ("WhiteElo", "2 4 1 0 3 5"),
        ("-whiteelo", "0 1 4 2 3 5"),
        ("result", "2 1 5 0 4 3"),
        ("-result,-game", "4 0 5 1 2 3"),
        ("year", "5 0 1 2 4 3"),
        ("average-rating", "2 1 4 0 3 5"),
        ("-AVERAGE-rating,date", "4 1 2 5 0 3"),
        ("-blackelo,-whiteelo", "4 1 2 0 3 5"),
        ("EventDate,-plies,speed", "0 1 2 3 4 5"),
    ] {
        let numbers = |more: &[&str]| {
            let ran =
                desk.run(&[&["list", "games.plypack", "--columns", "game", "--sort", sort], more].concat()).fine();
            ran.text().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(numbers(&[]), wanted, "{sort}");
        for limit in ["0", "1", "3", "6", "7"] {
            let first: Vec<&str> = wanted.split(' ').take(limit.parse().unwrap()).collect();
            assert_eq!(numbers(&["--limit", limit]), first.join(" "), "{sort}, {limit}");
        }
        let of_both = numbers(&["again.plypack"]);
        let first: Vec<&str> = of_both.split(' ').take(5).collect();
        assert_eq!(numbers(&["again.plypack", "--limit", "5"]), first.join(" "), "{sort}");
    }
    let table = desk.run(&["list", "games.plypack", "--columns", "game,average-rating", "--csv"]).fine();
    assert_eq!(table.text(), "game,average-rating\n0,\n1,2550\n2,950\n3,\n4,2550\n5,\n");
}

#[test]
fn csv_has_values_as_they_are() {
    let desk = desk();
    let csv = desk.run(&["list", "four.plypack", "--csv", "--columns", "number,black,Date,result,Site"]).fine();
    let wanted = "game,black,Date,result,Site\n0,Nepo,2023.04.30,1-0,\n1,x\u{9b}2J\u{202e}y,????.??.??,*,\n\
        2,\"a, \"\"b\"\"\",2019.01.02,0-1,\n3,,2019.??.??,1/2-1/2,\n";
    assert_eq!(csv.text(), wanted);
    let none = desk.run(&["find", "four.plypack", "--moves", "h4", "--csv"]).fine();
    assert_eq!(none.text(), "game,ply,white,black,result,date,event\n");
    let several = desk.run(&["list", "four.plypack", "./four.plypack", "--csv", "--limit", "1"]).ends_with(0);
    assert_eq!(several.text(), "file,game,white,black,result,date,event\nfour.plypack,0,丁立人,Nepo,1-0,2023.04.30,\n");
}

#[test]
fn json_has_tags_or_columns() {
    let desk = desk();
    let all = desk.run(&["list", "four.plypack", "--json"]).fine();
    assert!(!all.text().contains(['\u{9b}', '\u{202e}']), "{}", all.text());
    let black = "x\u{9b}2J\u{202e}y";
    assert_eq!(
        all.json()[1],
        json!({ "game": 1, "tags": { "White": "Đurić, Stefan", "Black": black, "Date": "????.??.??", "Round": "9" } })
    );
    let lines = desk.run(&["list", "four.plypack", "--jsonl"]).fine();
    let values: Vec<serde_json::Value> = lines.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all.json(), serde_json::Value::from(values));
    let found = desk.run(&["find", "four.plypack", "--moves", "d4 Nf6", "--json"]).fine().json();
    assert_eq!(
        (&found[0]["ply"], &found[0]["tags"]["White"], &found[0]["tags"]["Result"]),
        (&json!(2), &json!("Carlsen, M"), &json!("0-1"))
    );
    let chosen =
        desk.run(&["find", "four.plypack", "--moves", "d4", "--jsonl", "--columns", "number,ply,Site,result"]).fine();
    assert_eq!(
        chosen.text(),
        "{\"Site\":null,\"game\":0,\"ply\":1,\"result\":\"1-0\"}\n{\"Site\":null,\"game\":2,\"ply\":1,\"result\":\"0-1\"}\n"
    );
    for pair in [["--csv", "--json"], ["--json", "--jsonl"], ["--pgn", "--csv"], ["--pgn", "--columns=white"]] {
        desk.run(&[&["list", "four.plypack"][..], &pair].concat()).ends_with(2);
    }
}

#[test]
fn a_list_takes_a_position_and_conditions() {
    let desk = desk();
    let count =
        |more: &[&str]| desk.run(&[&["list", "four.plypack", "--count"], more].concat()).fine().text().to_owned();
    assert_eq!(count(&["--moves", "d4"]), "2\n");
    assert_eq!(count(&["--moves", "d4", "--white", "carlsen"]), "1\n");
    assert_eq!(count(&["--white", "carlsen"]), "2\n");
}

/// Input can come from another program.
#[test]
fn a_file_comes_from_standard_input() {
    let desk = desk();
    let bytes = desk.read("four.plypack");
    for command in [
        &["list", "-"][..],
        &["find", "-", "--moves", "d4"],
        &["tree", "-", "--moves", ""],
        &["unpack", "-"],
        &["info", "-"],
    ] {
        let piped = desk.feed(command, &bytes).fine();
        let named: Vec<&str> = command.iter().map(|word| if *word == "-" { "four.plypack" } else { word }).collect();
        assert_eq!(piped.text(), desk.run(&named).fine().text().replace("four.plypack:", "-:"), "{command:?}");
    }
    let mixed = desk.feed(&["list", "-", "four.plypack", "--count"], &bytes).ends_with(1);
    assert_eq!(
        (mixed.text(), mixed.err.as_str()),
        ("4\n", "plypack: -: standard input cannot be read together with other files\n")
    );
    let refused = desk.feed(&["list", "-"], b"no file").ends_with(1);
    assert!(refused.err.starts_with("plypack: -: "), "{}", refused.err);
}

/// Names of files in messages and results, and text that a message quotes.
#[cfg(unix)]
#[test]
fn no_message_has_control_characters() {
    let desk = desk();
    let name = "e\u{1b}[2J\u{9b}\u{202e}\nvil.plypack";
    desk.write(name, desk.read("four.plypack"));
    desk.write("evil.pgn", b"1. e4 \x1b[2J\xc2\x9b *\n");
    for arguments in [
        &["info", "missing\u{1b}[2J"][..],
        &["info", name],
        &["info", name, "four.plypack"],
        &["verify", name],
        &["index", name],
        &["list", name, "four.plypack"],
        &["list", name, "four.plypack", "--jsonl", "--columns", "file"],
        &["find", "four.plypack", "--moves", "\u{1b}[2J"],
        &["pack", "evil.pgn", "-o", name],
        &["append", name, "evil.pgn"],
        &["edit", name, "delete", "0"],
        &["compact", name],
        &["unpack", name, "--split", "White", "-o", "e\u{1b}[2Jvil"],
        &["verify", name, "--json"],
    ] {
        let ran = desk.run(arguments);
        let is_control = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!ran.text().contains(is_control), "{arguments:?}: {:?}", ran.text());
        assert!(!ran.err.contains(is_control), "{arguments:?}: {:?}", ran.err);
        assert!(!(ran.out.is_empty() && ran.err.is_empty()), "{arguments:?}");
    }
}
