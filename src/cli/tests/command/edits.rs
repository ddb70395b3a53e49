//! `edit` and `compact`.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{Desk, units};

const GAMES: [&str; 6] = ["e4 e5", "d4 d5", "c4 c5", "Nf3 Nf6", "f4 f5", "b3 b6"];

/// Six games of `A` to `F`, with an index.
fn desk() -> Desk {
    let desk = Desk::new();
    let games = GAMES.iter().zip('A'..).map(|(moves, name)| format!("[White \"{name}\"]\n\n1. {moves} *\n\n"));
    desk.write("six.pgn", games.collect::<String>());
    desk.run(&["pack", "six.pgn", "-o", "six.plypack", "--index"]).fine();
    desk.write("new.pgn", "[White \"N\"]\n\n1. g3 g6 *\n");
    desk
}

impl Desk {
    /// White's players in all existing games.
    fn players(&self) -> String {
        let unpacked = self.run(&["unpack", "six.plypack"]).fine();
        unpacked.text().lines().filter_map(|line| line.strip_prefix("[White \"")).map(|line| &line[..1]).collect()
    }

    fn edit(&self, arguments: &[&str]) -> super::Ran {
        self.run(&[&["edit", "six.plypack"], arguments].concat())
    }
}

#[test]
fn deleted_replaced_and_restored() {
    let desk = desk();
    assert_eq!(desk.edit(&["delete", "1", "3..5", "4"]).fine().text(), "six.plypack: 3 games deleted, 3 left\n");
    assert_eq!(desk.players(), "ACF");
    assert_eq!(desk.edit(&["replace", "3", "--pgn", "new.pgn"]).fine().text(), "six.plypack: game 3 replaced\n");
    assert_eq!(desk.players(), "ACNF");
    let shown = desk.run(&["show", "six.plypack", "4"]).ends_with(1);
    assert_eq!(shown.err, "plypack: six.plypack: game 4 is deleted\n");
    assert_snapshot!(desk.run(&["info", "six.plypack"]).fine().text().lines().take(6).collect::<Vec<_>>().join("\n"), @r"
    six.plypack: format 0.10, import profile 1
    games                       4
    plies stored               14
    blocks                      2
    deleted                     2
    next number                 6
    ");
    let listed = desk.run(&["list", "six.plypack", "--json"]).fine().json();
    let numbers: Vec<_> = listed.as_array().unwrap().iter().map(|game| game["game"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [0, 2, 3, 5]);
    assert_eq!(desk.edit(&["restore", ".."]).fine().text(), "six.plypack: 3 games restored\n");
    assert_eq!(desk.players(), "ABCDEF");
    assert_snapshot!(desk.edit(&["log"]).fine().text(), @r"
    append       game  edit
         1          1  deleted
         1          3  deleted
         1          4  deleted
         2          3  replaced
         3          1  restored
         3          3  restored
         3          4  restored
    ");
    let log = desk.edit(&["log", "--json"]).fine().json();
    assert_eq!(log.as_array().unwrap().len(), 7);
    assert_eq!(log[3], json!({ "append": 2, "game": 3, "edit": "replaced" }));
    desk.run(&["verify", "six.plypack"]).fine();
}

#[test]
fn players_get_other_names() {
    let desk = desk();
    desk.edit(&["delete", "0"]).fine();
    let before = desk.read("six.plypack");
    let rename = |from: &str, to: &str| desk.edit(&["rename-player", from, to]);
    assert_eq!(rename("a", "Z").fine().text(), "six.plypack: 0 games changed\n");
    let refused = rename("C", "C").ends_with(1);
    assert_eq!(refused.err, "plypack: the old and the new name of the player are equal\n");
    let info = desk.run(&["info", "six.plypack", "--json"]).fine().json();
    let refused = desk.edit(&["--state", info["state"].as_str().unwrap(), "rename-player", "C", "Z"]).ends_with(2);
    assert!(refused.err.contains("--state cannot be used with rename-player"), "{}", refused.err);
    assert_eq!(desk.read("six.plypack"), before);
    assert_eq!(rename("C", "Z \"Zed\"").fine().text(), "six.plypack: 1 game changed\n");
    assert_eq!(rename("Z \"Zed\"", "Y").fine().text(), "six.plypack: 1 game changed\n");
    assert_eq!(desk.players(), "BYDEF");
    desk.run(&["verify", "six.plypack"]).fine();
    desk.edit(&["restore", "0"]).fine();
    assert_eq!(desk.players(), "ABYDEF");
}

/// Counts of games exclude deleted games, also in an append.
#[test]
fn deleted_games_do_not_count() {
    let desk = desk();
    desk.edit(&["delete", "1..3", "5"]).fine();
    let more = desk.run(&["append", "six.plypack", "new.pgn"]).fine();
    assert_eq!(more.text(), "six.plypack: 1 game added, now 4\n");
    let same = desk.run(&["append", "six.plypack", "new.pgn", "--unique"]).fine();
    assert_eq!(same.text(), "six.plypack: 0 games added, 1 skipped, now 4\n");
    desk.edit(&["delete", "6"]).fine();
    // The blocks of the first six games have an index; the block of the seventh has none.
    let indexed = desk.run(&["index", "six.plypack"]).fine();
    assert!(indexed.text().starts_with("six.plypack: index for 0 games added, "), "{}", indexed.text());
    desk.run(&["pack", "six.pgn", "-o", "plain.plypack"]).fine();
    desk.run(&["edit", "plain.plypack", "delete", "2"]).fine();
    let indexed = desk.run(&["index", "plain.plypack"]).fine();
    assert!(indexed.text().starts_with("plain.plypack: index for 5 games added, "), "{}", indexed.text());
    for command in [&["verify", "six.plypack"][..], &["recode", "six.plypack", "-o", "new.plypack", "--codec", "byte"]]
    {
        let text = desk.run(command).ends_with(0).text().to_owned();
        assert!(text.contains(".plypack: 3 games "), "{text}");
    }
    assert_eq!(desk.run(&["info", "six.plypack", "--json"]).fine().json()["games"], 3);
    let left = desk.edit(&["delete", "0"]).fine();
    assert_eq!(left.text(), "six.plypack: 1 game deleted, 2 left\n");
    let compacted = desk.run(&["compact", "six.plypack"]).fine();
    assert!(compacted.text().starts_with("six.plypack: 2 games; 5 deleted and "), "{}", compacted.text());
}

/// A script that found its games earlier does not edit other games.
#[test]
fn edits_of_a_state_that_was_seen() {
    let desk = desk();
    let state = || desk.run(&["info", "six.plypack", "--json"]).fine().json()["state"].as_str().unwrap().to_owned();
    let seen = state();
    let with = |edit: &[&str], seen: &str| desk.edit(&[&["--state", seen], edit].concat());
    let replace = ["replace", "3", "--pgn", "new.pgn"];
    with(&replace, &seen).fine();
    let before = desk.read("six.plypack");
    for edit in [&replace[..], &["delete", "0..6"], &["restore", "2", "3"]] {
        let message = "game 3 is not the one that was seen: it was replaced since; read it again";
        assert_eq!(with(edit, &seen).ends_with(1).err, format!("plypack: six.plypack: {message}\n"));
    }
    assert_eq!(desk.read("six.plypack"), before);
    with(&["delete", "0..3"], &seen).fine();
    with(&replace, &state()).fine();
    desk.run(&["compact", "six.plypack"]).fine();
    let other = "game 0 is not the one that was seen: the file was compacted or replaced, and numbers name other games";
    assert!(with(&["restore", "0"], &seen).ends_with(1).err.contains(other));
    let ran = with(&["delete", "0"], "12");
    assert!(ran.ends_with(2).err.contains("`12` is no state of a file: 32 hex digits"));
}

/// An edit that changes nothing is not recorded, and a file without an edit does not change.
#[test]
fn nothing_to_do() {
    let desk = desk();
    let before = desk.read("six.plypack");
    assert_eq!(desk.edit(&["restore", "0..6"]).fine().text(), "six.plypack: 0 games restored\n");
    assert_eq!(desk.edit(&["log", "--json"]).fine().json(), Value::Array(Vec::new()));
    assert_eq!(desk.read("six.plypack"), before);
    desk.edit(&["delete", "5"]).fine();
    let deleted = desk.read("six.plypack");
    assert_eq!(desk.edit(&["delete", "5"]).fine().text(), "six.plypack: 0 games deleted, 5 left\n");
    assert_eq!(desk.read("six.plypack"), deleted);
    assert!(units(&deleted).starts_with(units(&before)), "what was there is not changed");
}

/// One wrong number prevents all edits.
#[test]
fn wrong_edits_change_nothing() {
    let desk = desk();
    let before = desk.read("six.plypack");
    let none = "there is no game 6; games have numbers below 6. Nothing was edited";
    for wrong in [
        &["delete", "1", "6"][..],
        &["restore", "6.."],
        &["replace", "6", "--pgn", "new.pgn"],
        &["delete", "5..7"],
        &["restore", "..7"],
    ] {
        assert_eq!(desk.edit(wrong).ends_with(1).err, format!("plypack: six.plypack: {none}\n"));
    }
    desk.write("none.pgn", "\n");
    let large = (0..9000).map(|n| format!("{{{}{n}}} ", "comment ".repeat(125))).collect::<String>();
    desk.write("large.pgn", format!("1. e4 {large}*\n"));
    for (pgn, message) in [
        ("six.pgn", "six.pgn: has several games; `replace` needs a file with one game"),
        ("none.pgn", "none.pgn: has no game; `replace` needs a file with one game"),
        ("large.pgn", "large.pgn: has a game larger than the maximum of about 8 MiB of text"),
        ("missing.pgn", "missing.pgn: "),
    ] {
        let ran = desk.edit(&["replace", "1", "--pgn", pgn]).ends_with(1);
        assert!(ran.err.starts_with(&format!("plypack: {message}")), "{}", ran.err);
    }
    let same = desk.edit(&["replace", "1", "--pgn", "six.plypack"]).ends_with(2);
    assert_eq!(same.err, "plypack: six.plypack: is both input and output\n");
    assert_eq!(desk.read("six.plypack"), before);
}

/// Text that cannot be parsed is kept, as in `append`, and the exit code reports it.
#[test]
fn replaced_by_a_game_with_errors() {
    let desk = desk();
    let ran = desk.run(&["edit", "six.plypack", "log"]).fine();
    assert_eq!(ran.text().lines().count(), 1);
    let input = b"[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n";
    let ran = desk.feed(&["edit", "six.plypack", "replace", "0", "--pgn", "-"], input).ends_with(1);
    assert!(ran.err.starts_with("plypack: -: ") && ran.err.contains("Ke3"), "{}", ran.err);
    assert_eq!((ran.text(), desk.players().as_str()), ("six.plypack: game 0 replaced\n", "XBCDEF"));
}

#[test]
fn compacted() {
    let desk = desk();
    desk.edit(&["delete", "1", "5"]).fine();
    desk.edit(&["replace", "2", "--pgn", "new.pgn"]).fine();
    let before = desk.read("six.plypack");
    let made = desk.run(&["compact", "six.plypack", "-o", "new.plypack"]).fine();
    let report = made.text().strip_prefix("new.plypack: ").unwrap().to_owned();
    let sizes = format!("{} bytes instead of {}", desk.read("new.plypack").len(), before.len());
    let plain = report.replace(',', "");
    assert!(plain.starts_with("4 games; 2 deleted and 1 old version removed; "), "{report}");
    assert!(plain.contains(&sizes) && plain.ends_with("; games 2 to 4 are now 1 to 3\n"), "{report}");
    assert_eq!(desk.read("six.plypack"), before);
    let made = desk.run(&["compact", "six.plypack"]).fine();
    assert_eq!(made.text(), format!("six.plypack: {report}"));
    assert_eq!((desk.read("six.plypack"), desk.players().as_str()), (desk.read("new.plypack"), "ANDE"));
    let compacted = desk.read("six.plypack");
    let info = desk.run(&["info", "six.plypack", "--json"]).fine().json();
    assert_eq!((&info["deleted"], &info["indexed_blocks"]), (&json!(0), &json!(1)));
    let again = desk.run(&["compact", "six.plypack", "--threads", "1"]).fine();
    assert!(again.text().ends_with("; all games keep their numbers\n"), "{}", again.text());
    assert_eq!(units(&desk.read("six.plypack")), units(&compacted));
    // Other files stay.
    let refused = desk.run(&["compact", "six.plypack", "-o", "six.pgn"]).ends_with(2);
    assert!(refused.err.contains("--force"), "{}", refused.err);
    let names: Vec<_> = std::fs::read_dir(desk.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}

/// A new file has other numbers and no edits, and a message says so.
#[test]
fn a_recoded_file_has_new_numbers() {
    let desk = desk();
    desk.edit(&["delete", "1", "2"]).fine();
    desk.edit(&["replace", "4", "--pgn", "new.pgn"]).fine();
    let made = desk.run(&["recode", "six.plypack", "-o", "new.plypack", "--codec", "tight"]).ends_with(0);
    let what = "not copied: deleted games (2), old versions of replaced games (1)";
    let note = format!("plypack: new.plypack: {what}; game 3 is now game 1, and all games after it have new numbers\n");
    assert_eq!(made.err, note);
    assert_eq!(desk.run(&["repair", "six.plypack", "-o", "new.plypack"]).ends_with(0).err, note);
    desk.edit(&["restore", "1", "2"]).fine();
    let made = desk.run(&["recode", "six.plypack", "-o", "new.plypack", "--codec", "tight"]).ends_with(0);
    assert!(made.err.ends_with("; all games keep their numbers\n"), "{}", made.err);
}

#[test]
fn corrupt_files_are_not_compacted() {
    let desk = desk();
    desk.edit(&["delete", "1"]).fine();
    let mut bytes = desk.read("six.plypack");
    bytes[1636] ^= 1;
    desk.write("six.plypack", &bytes);
    let refused = desk.run(&["compact", "six.plypack"]).ends_with(1);
    assert!(refused.err.contains("repair it first"), "{}", refused.err);
    assert_eq!(desk.read("six.plypack"), bytes);
}
