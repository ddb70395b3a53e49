//! Several files and folders as one.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{Desk, games_of};

const GAMES: [&str; 5] = [
    "[White \"A\"]\n[WhiteElo \"2400\"]\n[Date \"2001.01.01\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n\n",
    "[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. c4 d5 2. d4 e6 1/2-1/2\n\n",
    "[White \"C\"]\n\n1. d4 d5 2. c4 e6 *\n\n",
    "[White \"D\"]\n\n1. e4 c5 *\n\n",
    "[White \"E\"]\n\n1. d4 d5 2. c4 c6 0-1\n\n",
];

/// `all.plypack` has all games; `a.plypack`, `more/b.plypack` and `more/deep/c.plypack` share them.
fn desk() -> Desk {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("more/deep")).unwrap();
    for (name, games) in
        [("all", &GAMES[..]), ("a", &GAMES[..2]), ("more/b", &GAMES[2..3]), ("more/deep/c", &GAMES[3..])]
    {
        desk.feed(&["pack", "-", "-o", &format!("{name}.plypack")], games.concat().as_bytes()).fine();
    }
    desk
}

const PARTS: [&str; 2] = ["a.plypack", "more"];

/// Runs the same command for all parts, and for the one file with all games.
fn both(desk: &Desk, command: &str, options: &[&str]) -> [super::Ran; 2] {
    [&PARTS[..], &["all.plypack"]].map(|files| desk.run(&[&[command], files, options].concat()).fine())
}

#[test]
fn trees_and_move_orders_are_merged() {
    let desk = desk();
    let options: [&[&str]; 4] = [
        &["--moves", "d4 d5 c4"],
        &["--moves", "d4 d5 c4", "--json"],
        &["--moves", "", "--white", "b"],
        &["--moves", "e4 e5"],
    ];
    for command in ["tree", "transpositions"] {
        for options in options {
            let [parts, all] = both(&desk, command, options);
            assert_eq!(parts.text(), all.text(), "{command} {options:?}");
        }
    }
    let tree = desk.run(&["tree", "a.plypack", "more", "--moves", "d4 d5 c4"]).fine();
    assert_snapshot!(tree.text(), @r"
    4 games  D06 Queen's Gambit
    move         games       %     white     draws     black     other  score  mover  rating  last
    e6               2   50.00         0         1         0         1   50.0   50.0       -     -
    c6               1   25.00         0         0         1         0    0.0  100.0       -     -
    (end)            1
    ");
}

#[test]
fn results_name_file_and_game() {
    let desk = desk();
    let found = desk.run(&["find", "a.plypack", "more", "--moves", "d4 d5 c4"]).fine();
    assert_snapshot!(found.text(), @r"
    game                           ply  white                     black                     result   date        event
    a.plypack:0                      3  A                         ?                         1-0      2001.01.01  ?
    a.plypack:1                      3  B                         ?                         1/2-1/2  ?           ?
    more/b.plypack:0                 3  C                         ?                         *        ?           ?
    more/deep/c.plypack:1            3  E                         ?                         0-1      ?           ?
    ");
    let listed = desk.run(&["list", "a.plypack", "more"]).fine();
    for (row, white) in listed.text().lines().skip(1).zip(["A", "B", "C", "D", "E"]) {
        let name = row.split_whitespace().next().unwrap();
        let shown = desk.run(&["show", name]).fine();
        let first: Vec<&str> = shown.text().lines().next().unwrap().split_whitespace().collect();
        assert_eq!(first, ["White", white], "{name}");
    }
    let found = desk.run(&["find", "more", "--moves", "d4 d5 c4", "--json"]).fine();
    let wanted = json!([
        { "file": "more/b.plypack", "game": 0, "ply": 3, "tags": { "White": "C" } },
        { "file": "more/deep/c.plypack", "game": 1, "ply": 3, "tags": { "White": "E" } },
    ]);
    assert_eq!(found.json(), wanted);
    let listed = desk.run(&["list", "a.plypack", "more", "--json", "--white", "e"]).fine();
    assert_eq!(listed.json(), json!([{ "file": "more/deep/c.plypack", "game": 1, "tags": { "White": "E" } }]));
    // For one file, the results are the same as without other files.
    assert_eq!(
        desk.run(&["find", "a.plypack", "--moves", "d4", "--json"]).fine().json(),
        json!([{ "game": 0, "ply": 1, "tags": { "White": "A", "WhiteElo": "2400", "Date": "2001.01.01", "Result": "1-0" } }])
    );
    assert_eq!(desk.run(&["list", "more", "--white", "nobody", "--json"]).fine().json(), json!([]));
}

#[test]
fn counts_are_sums_and_a_list_stops_in_any_file() {
    let desk = desk();
    for (command, options) in [("find", &["--moves", "d4 d5 c4", "--count"][..]), ("list", &["--count"])] {
        let [parts, all] = both(&desk, command, options);
        assert_eq!(parts.text(), all.text());
    }
    for max in 0..=6usize {
        let options = ["--max", &max.to_string()];
        let [parts, all] = both(&desk, "list", &options);
        assert_eq!(parts.text().lines().count(), if max == 0 { 0 } else { 1 + max.min(5) });
        assert_eq!(parts.text().lines().count(), all.text().lines().count());
    }
}

#[test]
fn unpack_writes_one_pgn() {
    let desk = desk();
    let [parts, all] = both(&desk, "unpack", &[]);
    assert_eq!(parts.text(), all.text());
    desk.run(&["unpack", "a.plypack", "more", "-o", "out.pgn"]).fine();
    assert_eq!(desk.read("out.pgn"), all.out);
    // A file without games leaves no empty line.
    fs::write(desk.path("empty.pgn"), b"").unwrap();
    desk.run(&["pack", "empty.pgn", "-o", "empty.plypack"]).ends_with(0);
    let with_empty = ["unpack", "empty.plypack", "a.plypack", "empty.plypack", "more", "./empty.plypack"];
    assert_eq!(desk.run(&with_empty).ends_with(0).text(), all.text());
    assert!(games_of(&all.out) == games_of(GAMES.concat().as_bytes()));
    let refused = desk.run(&["unpack", "a.plypack", "more", "--games", "0..1"]).ends_with(2);
    assert!(refused.err.contains("--games"), "{}", refused.err);
    let before = desk.read("more/b.plypack");
    let refused = desk.run(&["unpack", "a.plypack", "more", "-o", "more/b.plypack"]).ends_with(2);
    assert_eq!(refused.err, "plypack: more/b.plypack: is both input and output\n");
    assert!(desk.read("more/b.plypack") == before);
}

/// pgn.25: a text that ends inside a comment does not swallow the next file's games.
#[test]
fn unpack_closes_a_comment_before_the_next_file() {
    let desk = desk();
    drop(desk.feed(&["pack", "-", "-o", "open.plypack"], b"[White \"O\"]\n\n1. e4 {never closed"));
    let text = desk.run(&["unpack", "open.plypack", "a.plypack"]).fine();
    assert_eq!(games_of(&text.out).len(), 3, "{}", text.text());
    assert_eq!(desk.run(&["unpack", "open.plypack"]).fine().text(), "[White \"O\"]\n\n1. e4 {never closed\n");
}

#[test]
fn info_is_a_table_or_a_list() {
    let desk = desk();
    let info = desk.run(&["info", "a.plypack", "more", "--json"]).fine().json();
    let files: Vec<&str> = info.as_array().unwrap().iter().map(|info| info["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["a.plypack", "more/b.plypack", "more/deep/c.plypack"]);
    assert_eq!([&info[0]["games"], &info[1]["games"], &info[2]["games"]], [2, 1, 2]);
    let sum = |key: &str| -> u64 { info.as_array().unwrap().iter().map(|info| info[key].as_u64().unwrap()).sum() };
    let table = desk.run(&["info", "a.plypack", "more"]).fine();
    let rows: Vec<Vec<&str>> = table.text().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 5);
    assert_eq!((rows[1][0], rows[1][4], rows[1][5]), ("2", "byte", "a.plypack"));
    assert_eq!((rows[4][0], rows[4][1]), ("5", sum("plies").to_string().as_str()));
    assert!(table.text().ends_with("  3 files\n"), "{}", table.text());
}

/// Every command that takes several files, with the arguments around the files.
const COMMANDS: [(&str, &[&str]); 8] = [
    ("find", &["--moves", "d4"]),
    ("find", &["--moves", "d4", "--json"]),
    ("find", &["--moves", "d4", "--count"]),
    ("list", &[]),
    ("tree", &["--moves", "d4"]),
    ("transpositions", &["--moves", "d4"]),
    ("unpack", &[]),
    ("info", &["--json"]),
];

#[test]
fn files_that_cannot_be_read_are_reported_and_the_others_answered() {
    let desk = desk();
    desk.write("no.plypack", "no database");
    fs::create_dir(desk.path("empty")).unwrap();
    let bad = ["no.plypack", "missing", "empty"];
    for (command, options) in COMMANDS {
        let good = desk.run(&[&[command], &PARTS[..], options].concat()).fine();
        let files = ["no.plypack", "a.plypack", "missing", "more", "empty"];
        let ran = desk.run(&[&[command], &files[..], options].concat()).ends_with(1);
        // The longest path, which sets the width of the table, can be opened.
        assert_eq!(ran.text(), good.text(), "{command}");
        for bad in bad {
            assert!(ran.err.contains(&format!("plypack: {bad}: ")), "{command}: {}", ran.err);
        }
        assert_eq!(ran.err.lines().count(), 3, "{}", ran.err);
        // Without files there is no answer.
        let none = desk.run(&[&[command], &bad[..], options].concat()).ends_with(1);
        assert_eq!((none.text(), none.err.lines().count()), ("", 3), "{command}");
    }
    desk.run(&["unpack", "no.plypack", "missing", "-o", "out.pgn"]).ends_with(1);
    assert!(!desk.path("out.pgn").exists());
}

/// For a file with a corrupt block, the message names the file, and the others are searched.
#[test]
fn corruption_names_its_file() {
    let desk = desk();
    let mut bytes = desk.read("more/b.plypack");
    let end = plypack::Reader::from_bytes(bytes.clone()).unwrap().blocks()[0].range.end as usize;
    bytes[end - 5] ^= 1;
    desk.write("more/b.plypack", bytes);
    for (command, options, lines) in
        [("find", &["--moves", "d4"][..], 3), ("list", &["--white", ""], 5), ("unpack", &[], 0)]
    {
        let ran = desk.run(&[&[command], &PARTS[..], options].concat()).ends_with(1);
        assert!(ran.err.contains("plypack: more/b.plypack: game 0"), "{command}: {}", ran.err);
        assert!(lines == 0 || ran.text().lines().count() == lines, "{command}: {}", ran.text());
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_given_twice_is_read_once() {
    let desk = desk();
    std::os::unix::fs::symlink("a.plypack", desk.path("link.plypack")).unwrap();
    fs::hard_link(desk.path("a.plypack"), desk.path("more/hard.plypack")).unwrap();
    let files = ["a.plypack", "link.plypack", "more", "./more/b.plypack"];
    for (command, options) in COMMANDS {
        let once = desk.run(&[&[command], &PARTS[..], options].concat());
        let twice = desk.run(&[&[command], &files[..], options].concat()).ends_with(0);
        let rows = |text: &str| text.replace(' ', "");
        if command == "find" || command == "list" {
            assert_eq!(twice.text().lines().count(), once.text().lines().count(), "{command}");
        } else {
            assert_eq!(rows(twice.text()), rows(once.text()), "{command}");
        }
        let notes: Vec<&str> = twice.err.lines().collect();
        assert_eq!(
            notes,
            [
                "plypack: link.plypack is the same file as a.plypack, and is read once",
                "plypack: more/hard.plypack is the same file as a.plypack, and is read once",
                "plypack: ./more/b.plypack is the same file as more/b.plypack, and is read once",
            ],
            "{command}"
        );
    }
}

/// A thousand files, with a limit of 64 open files.
#[cfg(unix)]
#[test]
fn more_files_than_can_be_open() {
    let desk = desk();
    fs::create_dir(desk.path("thousand")).unwrap();
    for number in 0..1000 {
        fs::copy(desk.path("all.plypack"), desk.path(&format!("thousand/{number:03}.plypack"))).unwrap();
    }
    let run = |command: &str, options: &[&str]| {
        let script = "ulimit -n 64 && exec \"$0\" \"$@\"";
        let program = env!("CARGO_BIN_EXE_plypack");
        let arguments = [&["-c", script, program, command, "thousand"], options].concat();
        let ran = std::process::Command::new("sh").args(arguments).current_dir(desk.path("")).output().unwrap();
        assert_eq!((ran.status.code(), String::from_utf8_lossy(&ran.stderr).as_ref()), (Some(0), ""), "{command}");
        String::from_utf8(ran.stdout).unwrap()
    };
    assert_eq!(run("find", &["--moves", "d4 d5 c4", "--count"]), "4000\n");
    let listed = run("list", &[]);
    assert_eq!(listed.lines().count(), 1 + 5000);
    assert!(listed.lines().skip(1).is_sorted(), "files by name, games by number");
    assert!(listed.lines().last().unwrap().starts_with("thousand/999.plypack:4 "));
    assert!(run("tree", &["--moves", "d4 d5 c4"]).starts_with("4,000 games  D06 Queen's Gambit\n"));
    let orders: Value = serde_json::from_str(&run("transpositions", &["--moves", "d4 d5 c4", "--json"])).unwrap();
    assert_eq!([&orders[0]["games"], &orders[1]["games"]], [3000, 1000]);
    assert_eq!(games_of(run("unpack", &[]).as_bytes()).len(), 5000);
    assert!(run("info", &[]).ends_with("  1000 files\n"));
    // A command that needs all files at once says that they are too many, and gives no number.
    let script = "ulimit -n 64 && exec \"$0\" duplicates --count thousand";
    let program = env!("CARGO_BIN_EXE_plypack");
    let ran =
        std::process::Command::new("sh").args(["-c", script, program]).current_dir(desk.path("")).output().unwrap();
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!((ran.status.code(), ran.stdout.len(), err.lines().count()), (Some(1), 0, 1), "{err}");
    assert!(err.contains("1000 files are too many at once"), "{err}");
}
