//! Openings: `--classify`, and the output of `show` and `tree`.

use serde_json::json;

use super::Desk;

/// Games without a code, with another code, with a code without a meaning after other moves, and from another start.
const GAMES: &str = "[White \"A\"]\n\n1. e4 c5 2. Nf3 1-0\n\n\
    [White \"B\"]\n[ECO \"A00\"]\n[Opening \"Mine\"]\n\n1. d4 d5 2. c4 *\n\n\
    [White \"C\"]\n[ECO \"?\"]\n\n1. c4 {good} d5 2. d4 *\n\n\
    [White \"D\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";

const SICILIAN: &str = "B27,Sicilian Defense";
const GAMBIT: &str = "D06,Queen's Gambit";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("games.pgn", GAMES);
    desk.run(&["pack", "games.pgn", "-o", "games.plypack"]).fine();
    desk
}

/// Codes and names, one game per line.
fn rows(desk: &Desk, file: &str, more: &[&str]) -> String {
    let ran = desk.run(&[&["list", file, "--columns", "eco,opening", "--csv"], more].concat()).fine();
    ran.text().strip_prefix("eco,opening\n").unwrap().to_owned()
}

fn added() -> String {
    format!("{SICILIAN}\nA00,Mine\n{GAMBIT}\n,\n")
}

fn replaced() -> String {
    format!("{SICILIAN}\n{GAMBIT}\n{GAMBIT}\n,\n")
}

#[test]
fn rows_have_openings_by_the_moves() {
    let desk = desk();
    assert_eq!(rows(&desk, "games.plypack", &[]), ",\nA00,Mine\n?,\n,\n");
    assert_eq!(rows(&desk, "games.plypack", &["--classify"]), added());
    assert_eq!(rows(&desk, "games.plypack", &["--classify=replace"]), replaced());
    let sorted = ["--classify", "--sort", "-eco", "--limit", "2"];
    assert_eq!(rows(&desk, "games.plypack", &sorted), format!("{GAMBIT}\n{SICILIAN}\n"));
    // If no columns are chosen, these come after the others.
    let csv = desk.run(&["find", "games.plypack", "--moves", "c4 d5 d4", "--classify", "--csv"]).fine();
    let wanted =
        "game,ply,white,black,result,date,event,eco,opening\n1,3,B,,*,,,A00,Mine\n2,3,C,,*,,,D06,Queen's Gambit\n";
    assert_eq!(csv.text(), wanted);
    let whole = desk.run(&["list", "games.plypack", "--classify", "--json"]).fine().json();
    assert_eq!((&whole[0]["tags"]["ECO"], &whole[3]["tags"]["ECO"]), (&json!("B27"), &json!(null)));
    let wrong = desk.run(&["list", "games.plypack", "--classify=maybe"]).ends_with(2);
    assert!(wrong.err.contains("[possible values: add, replace]"), "{}", wrong.err);
}

#[test]
fn conditions_see_the_tags_of_the_file() {
    let desk = desk();
    let with_code = |code| rows(&desk, "games.plypack", &["--classify=replace", "--eco", code]);
    assert_eq!(with_code("A00"), format!("{GAMBIT}\n"));
    assert_eq!(with_code("D06"), "");
}

#[test]
fn games_are_written_with_openings() {
    let desk = desk();
    for (option, wanted) in [("--classify", added()), ("--classify=replace", replaced())] {
        desk.run(&["pack", "games.pgn", option, "-o", "new.plypack", "--force"]).fine();
        assert_eq!(rows(&desk, "new.plypack", &[]), wanted);
        desk.run(&["unpack", "games.plypack", option, "-o", "new.pgn"]).fine();
        desk.run(&["pack", "new.pgn", "-o", "again.plypack", "--force"]).fine();
        assert_eq!(rows(&desk, "again.plypack", &[]), wanted);
    }
    // Nothing else is changed, and neither is the file that is read.
    let text = desk.run(&["unpack", "games.plypack", "--classify"]).fine();
    let found = desk.run(&["list", "games.plypack", "--pgn", "--classify"]).fine();
    assert_eq!(found.text(), text.text());
    let third = "[White \"C\"]\n[ECO \"D06\"]\n[Opening \"Queen's Gambit\"]\n\n1. c4 {good} 1... d5 2. d4 *\n";
    assert!(text.text().contains(third), "{}", text.text());
    assert_eq!(rows(&desk, "games.plypack", &[]), ",\nA00,Mine\n?,\n,\n");
}

#[test]
fn appended_games_are_classified_before_they_are_compared() {
    let desk = Desk::new();
    desk.write("games.pgn", GAMES);
    desk.run(&["pack", "games.pgn", "--classify", "-o", "games.plypack"]).fine();
    desk.write("more.pgn", "1. e4 e5 *\n");
    desk.run(&["append", "games.plypack", "more.pgn", "--classify"]).fine();
    assert_eq!(rows(&desk, "games.plypack", &[]), format!("{}C20,King's Pawn Game\n", added()));
    // For games without a date, all tags are compared.
    let left_out = desk.run(&["append", "games.plypack", "games.pgn", "--classify", "--unique"]).fine();
    assert_eq!(left_out.text(), "games.plypack: 0 games added, 4 skipped, now 5\n");
    let kept = desk.run(&["append", "games.plypack", "games.pgn", "--unique"]).fine();
    assert_eq!(kept.text(), "games.plypack: 2 games added, 2 skipped, now 7\n");
}

#[test]
fn databases_and_split_files_have_openings() {
    let desk = desk();
    desk.run(&["unpack", "games.plypack", "--classify", "-o", "new.si4"]).ends_with(0);
    desk.run(&["pack", "new.si4", "-o", "new.plypack"]).ends_with(0);
    assert_eq!(rows(&desk, "new.plypack", &["--white", "C"]).split(',').next(), Some("D06"));
    let split = desk.run(&["unpack", "games.plypack", "--classify", "--split", "ECO", "-o", "by-code"]).fine();
    let names = ["a00", "b27", "d06", "unknown"];
    assert_eq!(split.text().lines().count(), names.len());
    for name in names {
        assert!(desk.path("by-code").join(format!("{name}.pgn")).exists(), "{name}");
    }
}

#[test]
fn a_tree_names_its_position() {
    let desk = desk();
    let header = |moves: &str| {
        let ran = desk.run(&["tree", "games.plypack", "--moves", moves]).fine();
        ran.text().lines().next().unwrap().to_owned()
    };
    assert_eq!(header("e4 c5"), "1 game  B20 Sicilian Defense");
    assert_eq!(header("c4 d5 d4"), "2 games  D06 Queen's Gambit");
    assert_eq!(header(""), "3 games");
    let json = desk.run(&["tree", "games.plypack", "--moves", "d4 d5", "--json"]).fine().json();
    assert_eq!([&json[0]["eco"], &json[0]["opening"]], [&json!("D06"), &json!("Queen's Gambit")]);
    let csv = desk.run(&["tree", "games.plypack", "--moves", "e4", "--depth", "2", "--csv"]).fine();
    let ends: Vec<&str> = csv.text().lines().map(|line| &line[line.rfind(',').unwrap() + 1..]).collect();
    assert_eq!(ends, ["opening", "Sicilian Defense", "Sicilian Defense"]);
}

#[test]
fn show_has_the_opening() {
    let desk = desk();
    let shown = |number: &str| desk.run(&["show", "games.plypack", number]).fine();
    assert!(shown("2").text().contains("\nD06 Queen's Gambit (ply 3)\n"), "{}", shown("2").text());
    assert!(!shown("3").text().contains("(ply"));
    let json = |number: &str| desk.run(&["show", "games.plypack", number, "--json"]).fine().json()["opening"].clone();
    assert_eq!(json("1"), json!({ "eco": "D06", "name": "Queen's Gambit", "ply": 3 }));
    assert_eq!(json("3"), json!(null));
}

#[test]
fn trees_of_variations_have_several_plies() {
    let desk = Desk::new();
    desk.feed(&["pack", "-", "-o", "v.plypack"], b"1. e4 e5 (1... c5 2. Nf3 d6) 1-0\n\n1. e4 c5 2. c3 *\n").fine();
    let lines = |more: &[&str]| {
        let tree = ["tree", "v.plypack", "--moves", "e4 c5", "--depth", "2", "--csv"];
        let ran = desk.run(&[&tree, more].concat()).fine();
        ran.text().lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), ["c3"]);
    assert_eq!(lines(&["--variations"]), ["c3", "Nf3", "Nf3 d6"]);
}
