//! Matching games as PGN, in one file or in several.

use std::fs;

use super::{Desk, games_of, sample};

/// Three files: many games, and among them all games in which White's second move is c4.
fn desk() -> Desk {
    let desk = Desk::with("famous");
    desk.write("many.pgn", [sample("famous.pgn"), sample("edge.pgn"), Vec::new()].join(&b'\n').repeat(40));
    desk.run(&["pack", "many.pgn", "-o", "many.plypack"]).fine();
    desk
}

fn numbers(desk: &Desk, command: &[&str]) -> Vec<usize> {
    let found = desk.run(&[command, &["--json"]].concat()).fine().json();
    found.as_array().unwrap().iter().map(|hit| hit["game"].as_u64().unwrap() as usize).collect()
}

#[test]
fn what_is_found_is_written() {
    let desk = desk();
    let all = games_of(&desk.read("many.pgn"));
    for options in [
        &["--moves", "e4 e5"][..],
        &["--white", "morphy"],
        &["--moves", "e4", "--result", "1-0", "--no-index"],
        &["--material", "KK"],
        &["--moves", "e4", "--sort", "-date,white"],
        &["--limit", "7"],
        &["--moves", "e4", "--limit", "50"],
    ] {
        let listed = [&["list", "many.plypack"], options].concat();
        let wanted: Vec<_> = numbers(&desk, &listed).into_iter().map(|number| all[number].clone()).collect();
        let unpacked = desk.run(&[&["unpack", "many.plypack"], options].concat()).fine();
        assert!(games_of(&unpacked.out) == wanted, "{options:?}");
        assert!(desk.run(&[&listed[..], &["--pgn"]].concat()).fine().out == unpacked.out, "{options:?}");
        let written = desk.run(&[&["unpack", "many.plypack", "-o", "out.pgn"], options].concat()).ends_with(0);
        assert!(desk.read("out.pgn") == unpacked.out);
        assert!(
            written.err.starts_with("plypack: out.pgn: ") && written.err.ends_with(" written\n"),
            "{}",
            written.err
        );
    }
    let some = desk.run(&["unpack", "many.plypack", "--moves", "e4", "--games", "10..100"]).fine();
    let wanted = numbers(&desk, &["find", "many.plypack", "--moves", "e4"]);
    let wanted: Vec<_> =
        wanted.into_iter().filter(|number| (10..100).contains(number)).map(|number| all[number].clone()).collect();
    assert!(!wanted.is_empty() && games_of(&some.out) == wanted);
    // An empty result is valid too.
    assert_eq!(desk.run(&["unpack", "many.plypack", "--white", "nobody"]).fine().out, b"");
}

#[test]
fn several_files_are_one_text() {
    let desk = desk();
    let one = desk.run(&["find", "famous.plypack", "--moves", "e4", "--pgn"]).fine();
    fs::copy(desk.path("famous.plypack"), desk.path("other.plypack")).unwrap();
    let both = desk.run(&["find", "famous.plypack", "other.plypack", "--moves", "e4", "--pgn"]).fine();
    assert_eq!(both.text(), format!("{0}\n{0}", one.text()));
    let sorted = desk.run(&["unpack", "famous.plypack", "other.plypack", "--sort", "white,date"]).fine();
    let whites: Vec<_> =
        games_of(&sorted.out).iter().map(|game| game.tag(b"White").unwrap().to_ascii_lowercase()).collect();
    assert!(whites.len() == 38 && whites.is_sorted());
}

/// The files of a folder, with the games in each.
fn files(desk: &Desk, folder: &str) -> Vec<(String, Vec<plypack::Game>)> {
    let mut names: Vec<String> = fs::read_dir(desk.path(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let games = games_of(&desk.read(&format!("{folder}/{name}")));
            (name, games)
        })
        .collect()
}

#[test]
fn a_split_by_size_loses_nothing() {
    let desk = desk();
    let all = games_of(&desk.read("many.pgn"));
    let ran = desk.run(&["unpack", "many.plypack", "famous.plypack", "--split", "500", "-o", "parts"]).fine();
    let parts = files(&desk, "parts");
    let names: Vec<&str> = parts.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["0001.pgn", "0002.pgn", "0003.pgn", "0004.pgn"]);
    assert!(parts[..3].iter().all(|(_, games)| games.len() == 500));
    let wanted = [all, games_of(&sample("famous.pgn"))].concat();
    assert!(parts.into_iter().flat_map(|(_, games)| games).collect::<Vec<_>>() == wanted);
    assert_eq!(ran.text().lines().next(), Some("parts/0001.pgn: 500 games"));
}

#[test]
fn a_split_by_tag_has_a_file_for_each_value() {
    let desk = desk();
    let all = games_of(&desk.read("many.pgn"));
    let ran = desk.run(&["unpack", "many.plypack", "--split", "white", "-o", "players"]).fine();
    let parts = files(&desk, "players");
    let mut count = 0;
    let mut names = Vec::new();
    // Values can be unknown in two ways.
    let white_of =
        |game: &plypack::Game| game.tag(b"White").filter(|name| *name != b"?").map(<[u8]>::to_ascii_lowercase);
    for (name, games) in &parts {
        let white = white_of(&games[0]);
        let wanted: Vec<_> = all.iter().filter(|game| white_of(game) == white).collect();
        assert!(games.iter().collect::<Vec<_>>() == wanted, "{name}");
        count += games.len();
        names.push(format!("players/{name}: "));
    }
    assert!(count == all.len() && parts.len() > 10, "{count}");
    let mut lines: Vec<&str> = ran.text().lines().collect();
    lines.sort_unstable();
    assert!(
        lines.len() == names.len() && lines.iter().zip(&names).all(|(line, name)| line.starts_with(name)),
        "{lines:?}"
    );
    for player in ["morphy-paul.pgn", "muller.pgn", "unknown.pgn"] {
        assert!(parts.iter().any(|(name, _)| name == player), "{names:?}");
    }
    // `--force` replaces existing files, and leaves no other files next to them.
    let again = ["unpack", "many.plypack", "--split", "white", "-o", "players", "--white", "morphy"];
    desk.run(&again).ends_with(2);
    desk.run(&[&again[..], &["--force"]].concat()).fine();
    assert_eq!(files(&desk, "players").len(), parts.len());
    for wrong in [&["--split", "white"][..], &["--split", "0", "-o", "x"], &["--split", "white", "-o", "-"]] {
        desk.run(&[&["unpack", "many.plypack"], wrong].concat()).ends_with(2);
    }
    assert!(!desk.path("x").exists());
}

#[test]
fn a_split_by_year() {
    let desk = Desk::with("famous");
    let ran = desk.run(&["unpack", "famous.plypack", "--split", "Year", "-o", "years"]).fine();
    let parts = files(&desk, "years");
    let counts: Vec<_> =
        parts.iter().map(|(name, games)| (&**name, games.len())).filter(|(_, count)| *count > 1).collect();
    assert_eq!((parts.len(), counts), (18, vec![("1912.pgn", 2)]), "{}", ran.text());
    let listed =
        desk.run(&["list", "famous.plypack", "--columns", "game,year", "--sort", "-year", "--limit", "2", "--csv"]);
    assert_eq!(listed.fine().text(), "game,year\n18,1999\n17,1997\n");
}

#[test]
fn a_split_makes_no_more_files_than_a_folder_can_take() {
    let desk = Desk::new();
    let games: String = (0..10_001).map(|number| format!("[White \"{number}\"]\n\n1. e4 *\n\n")).collect();
    desk.feed(&["pack", "-", "-o", "out.plypack"], games.as_bytes()).fine();
    let ran = desk.run(&["unpack", "out.plypack", "--split", "White", "-o", "parts"]).ends_with(2);
    assert_eq!(ran.err, "plypack: --split writes at most 10,000 files, but there are more values of White\n");
    assert_eq!(fs::read_dir(desk.path("parts")).unwrap().count(), 0);
}
