//! `info`, `verify` and `repair`.

use std::fs;

use serde_json::Value;

use super::{Desk, SAMPLES, games_of, sample};

#[test]
fn info_counts_every_byte() {
    let desk = Desk::with("edge");
    let info = desk.run(&["info", "edge.plypack", "--json"]).fine().json();
    assert_eq!((&info["games"], &info["codec"]), (&Value::from(28), &Value::from("byte")));
    assert!(info["format_version"].is_string() && info["errors"] == Value::Array(Vec::new()));
    let bytes = |name: &str| info["bytes"][name].as_u64().unwrap();
    assert_eq!(bytes("total"), desk.read("edge.plypack").len() as u64);
    let parts = ["moves", "games", "names", "annotations", "index", "other"];
    assert_eq!(parts.into_iter().map(bytes).sum::<u64>(), bytes("total"));
    let per_ply = bytes("moves") as f64 * 8.0 / info["plies"].as_f64().unwrap();
    assert!((info["bits_per_ply"].as_f64().unwrap() - per_ply).abs() < 1e-9);
    let text = desk.run(&["info", "edge.plypack"]).fine();
    let names: Vec<_> = text.text().lines().filter_map(|line| line.split("  ").find(|part| !part.is_empty())).collect();
    let wanted = ["games", "plies", "blocks", "bits per ply", "bytes"].into_iter().chain(parts);
    assert_eq!(names[1..].iter().map(|name| name.trim()).collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
}

#[test]
fn corruption_is_found_reported_and_repaired() {
    let desk = Desk::with("famous");
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    let valid = desk.run(&["verify", "famous.plypack", "--json"]).fine().json();
    let wanted = serde_json::json!({
        "games": 47, "damaged": [], "errors": [], "unfinished": 0, "being_written": false, "unused": []
    });
    assert_eq!(valid, wanted);
    // Inside the first block, after its header.
    let mut bytes = desk.read("famous.plypack");
    let place = sample_block_end(&bytes) - 20;
    bytes[place] ^= 0x10;
    desk.write("corrupt.plypack", &bytes);

    let checked = desk.run(&["verify", "corrupt.plypack"]).ends_with(1);
    assert_eq!(checked.text(), "corrupt.plypack: 47 games checked, corrupt\n");
    assert!(checked.err.starts_with("plypack: corrupt.plypack: games 0 to 18 "), "{}", checked.err);
    assert!(checked.err.contains("(at byte "), "{}", checked.err);
    let report = desk.run(&["verify", "corrupt.plypack", "--json"]).ends_with(1).json();
    let corruption = &report["damaged"][0];
    assert_eq!((&corruption["first"], &corruption["last"], &corruption["games"]), (&0.into(), &18.into(), &19.into()));
    assert!(corruption["code"].is_string() && corruption["message"].is_string() && corruption["partly"].is_boolean());
    assert_eq!(corruption["in_index"], false);
    assert!(corruption["offset"].as_u64().unwrap() <= place as u64);

    let unpacked = desk.run(&["unpack", "corrupt.plypack"]).ends_with(1);
    let saved = desk.run(&["repair", "corrupt.plypack", "-o", "saved.plypack"]).ends_with(1);
    assert!(saved.err.contains("games 0 to 18 "), "{}", saved.err);
    desk.run(&["verify", "saved.plypack"]).fine();
    let unpacked = games_of(&unpacked.out);
    let saved = games_of(&desk.run(&["unpack", "saved.plypack"]).fine().out);
    assert!(unpacked == saved);
    assert!(saved.ends_with(&games_of(&sample("edge.pgn"))), "the other block is whole");
}

/// The games are intact, searches continue without the index, and the message explains how to get a new index.
#[test]
fn a_corrupt_index_is_told_apart() {
    let desk = Desk::with("famous");
    desk.run(&["index", "famous.plypack"]).fine();
    let mut bytes = desk.read("famous.plypack");
    let index = bytes.windows(4).position(|bytes| bytes == b"PLYX").unwrap();
    bytes[index + 40] ^= 1;
    desk.write("corrupt.plypack", &bytes);

    let checked = desk.run(&["verify", "corrupt.plypack"]).ends_with(1);
    assert!(checked.err.contains(" games 0 to 18 with a wrong index or summary: "), "{}", checked.err);
    assert!(checked.err.contains("; `plypack index` makes a new one"), "{}", checked.err);
    let report = desk.run(&["verify", "corrupt.plypack", "--json"]).ends_with(1).json();
    assert_eq!(report["damaged"][0]["in_index"], true);
    let count = |file| desk.run(&["find", file, "--moves", "e4 e5", "--count"]).fine().out;
    assert!(count("corrupt.plypack") == count("famous.plypack"));

    desk.run(&["index", "corrupt.plypack"]).ends_with(0);
    assert_eq!(desk.run(&["verify", "corrupt.plypack", "--json"]).json()["damaged"], Value::Array(Vec::new()));
}

/// An index stays unless the caller requests a new one; it agrees with the games.
#[test]
fn an_index_is_made_again() {
    let desk = Desk::with("famous");
    desk.run(&["index", "famous.plypack"]).fine();
    let len = desk.read("famous.plypack").len();
    let again = desk.run(&["index", "famous.plypack"]).fine();
    assert_eq!(again.text(), "famous.plypack: all games are already indexed\n");
    let again = desk.run(&["index", "famous.plypack", "--again"]).fine();
    assert!(again.text().starts_with("famous.plypack: index for 19 games added, "), "{}", again.text());
    assert!(desk.read("famous.plypack").len() > len);
    let checked = desk.run(&["verify", "famous.plypack", "--index"]).fine();
    assert_eq!(checked.text(), "famous.plypack: 19 games checked, all valid\n");
    assert_eq!(desk.run(&["info", "famous.plypack", "--json"]).fine().json()["indexed_blocks"], 1);
}

/// Repair reports what it saved, and rebuilds the index.
#[test]
fn repair_counts_losses_and_keeps_the_index() {
    let desk = Desk::with("famous");
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    desk.run(&["index", "famous.plypack"]).fine();
    let recoded = desk.run(&["recode", "famous.plypack", "-o", "small.plypack", "--codec", "tight"]).fine();
    assert!(recoded.text().starts_with("small.plypack: 47 games written\nsmall.plypack: index for 47 games added, "));
    assert_eq!(desk.run(&["info", "small.plypack", "--json"]).fine().json()["indexed_blocks"], 1);
    // The tags of the first block, and then its header.
    let whole = desk.read("famous.plypack");
    for (place, message) in [
        (sample_block_end(&whole) - 20, "saved.plypack: 47 games saved, 19 of them incomplete\n"),
        (1536 + 9, "saved.plypack: 28 games saved, 19 lost\n"),
    ] {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        desk.write("corrupt.plypack", &bytes);
        let saved = desk.run(&["repair", "corrupt.plypack", "-o", "saved.plypack", "--force"]).ends_with(1);
        let text = saved.text();
        assert!(text.starts_with(message) && text[message.len()..].starts_with("saved.plypack: index for "), "{text}");
    }
    // Without a footer, only the segments show that there was an index.
    let mut bytes = whole.clone();
    for at in 0..whole.len() - 9 {
        bytes[at + 9] ^= u8::from(whole[at..].starts_with(b"PLYF"));
    }
    desk.write("footless.plypack", &bytes);
    let saved = desk.run(&["repair", "footless.plypack", "-o", "saved.plypack", "--force"]).ends_with(1);
    assert!(saved.text().contains("saved.plypack: index for 47 games added, "), "{}", saved.text());
}

/// Damage between the listed parts of a file is reported, and the file is valid.
#[test]
fn damage_that_concerns_nothing_is_told() {
    let desk = Desk::with("famous");
    let first = desk.read("famous.plypack").len();
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    let mut bytes = desk.read("famous.plypack");
    bytes[first - 20] ^= 1;
    desk.write("old.plypack", &bytes);
    let checked = desk.run(&["verify", "old.plypack"]).ends_with(0);
    assert_eq!(checked.text(), "old.plypack: 47 games checked, all valid\n");
    assert!(checked.err.contains("old.plypack: corrupt, but not needed: ") && checked.err.contains("older footer"));
    let report = desk.run(&["verify", "old.plypack", "--json"]).ends_with(0).json();
    assert_eq!(report["unused"][0]["code"], "CHECKSUM_FOOTER");
}

/// Returns where the first block ends.
fn sample_block_end(file: &[u8]) -> usize {
    let reader = plypack::Reader::from_bytes(file.to_vec()).unwrap();
    reader.blocks()[0].range.end as usize
}

#[test]
fn a_file_without_its_end_is_read_and_repaired() {
    let desk = Desk::with("famous");
    let bytes = desk.read("famous.plypack");
    let cut = &bytes[..sample_block_end(&bytes)];
    desk.write("cut.plypack", cut);
    let wanted = desk.run(&["unpack", "famous.plypack"]).fine().out;
    let ran = desk.run(&["unpack", "cut.plypack"]).ends_with(1);
    assert_eq!(ran.out, wanted);
    assert!(ran.err.starts_with("plypack: cut.plypack: "), "{}", ran.err);
    let info = desk.run(&["info", "cut.plypack", "--json"]).ends_with(1).json();
    assert_eq!(info["errors"][0]["code"], "TRUNCATED");
    desk.run(&["show", "cut.plypack", "3"]).ends_with(1);
    let append = desk.run(&["append", "cut.plypack", "famous.pgn"]).ends_with(1);
    assert!(append.err.contains("repair"), "{}", append.err);
    assert_eq!(desk.read("cut.plypack"), cut);
    desk.run(&["repair", "cut.plypack", "-o", "saved.plypack"]).ends_with(1);
    assert_eq!(desk.read("saved.plypack"), bytes);
}

/// An interrupted append leaves no damage. A file that lost its end is damaged, and every message says what to do.
#[test]
fn an_append_that_was_not_finished_is_told_from_corruption() {
    let desk = Desk::with("famous");
    let before = desk.read("famous.plypack");
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    let after = desk.read("famous.plypack");
    desk.write("unfinished.plypack", [&before[..], &after[before.len()..]].concat());

    for command in [&["unpack"][..], &["list"], &["info"], &["show", "3"]] {
        let name = command[0];
        let more = &command[1..];
        desk.run(&[&[name, "unfinished.plypack"], more].concat()).fine();
    }
    let unpacked = desk.run(&["unpack", "unfinished.plypack"]).fine();
    assert!(games_of(&unpacked.out) == games_of(&sample("famous.pgn")), "what was not finished is not in the file");
    let checked = desk.run(&["verify", "unfinished.plypack"]).ends_with(0);
    assert_eq!(checked.text(), "unfinished.plypack: 19 games checked, all valid\n");
    assert!(checked.err.contains("bytes of an unfinished append are at the end of the file"), "{}", checked.err);
    for command in ["verify", "info"] {
        let report = desk.run(&[command, "unfinished.plypack", "--json"]).ends_with(0).json();
        let bytes = Value::from(after.len() - before.len());
        assert_eq!((&report["unfinished"], &report["being_written"]), (&bytes, &Value::Bool(false)));
        assert_eq!(report["errors"], serde_json::json!([]));
    }

    let mut damaged = after.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (bytes, code) in [(&damaged[..], "CHECKSUM_FOOTER"), (&after[..after.len() - 1], "TRUNCATED")] {
        desk.write("damaged.plypack", bytes);
        let checked = desk.run(&["verify", "damaged.plypack"]).ends_with(1);
        assert_eq!(checked.text(), "damaged.plypack: 47 games checked, corrupt\n");
        let report = desk.run(&["verify", "damaged.plypack", "--json"]).ends_with(1).json();
        assert_eq!(report["errors"][0]["code"], code);
        for command in [
            &["append", "damaged.plypack", "edge.pgn"][..],
            &["edit", "damaged.plypack", "delete", "1"],
            &["index", "damaged.plypack"],
        ] {
            let refused = desk.run(command).ends_with(1);
            assert!(refused.err.contains("repair"), "{command:?}: {}", refused.err);
            assert!(desk.read("damaged.plypack") == bytes);
        }
        let saved = desk.run(&["repair", "damaged.plypack", "-o", "saved.plypack", "--force"]).ends_with(1);
        assert_eq!(saved.text(), "saved.plypack: 47 games saved\n");
        desk.run(&["verify", "saved.plypack"]).fine();
    }
}

/// The file has numbers 0 to 20; 1 and 3 are deleted, 2 is replaced.
#[test]
fn deleted_games_are_told_from_games_that_never_were() {
    let desk = Desk::new();
    desk.write("edited.plypack", fs::read(format!("{SAMPLES}/kept/0.10-edited.plypack")).unwrap());
    let info = desk.run(&["info", "edited.plypack", "--json"]).fine().json();
    assert_eq!([&info["games"], &info["deleted"], &info["next_number"]], [19, 2, 21]);
    let listed = desk.run(&["list", "edited.plypack"]).fine();
    let numbers: Vec<String> = listed.text().lines().skip(1).map(first_word).collect();
    let wanted: Vec<String> =
        (0..21).filter(|number| ![1, 3].contains(number)).map(|number| number.to_string()).collect();
    assert_eq!(numbers, wanted);
    assert_eq!(games_of(&desk.run(&["unpack", "edited.plypack"]).fine().out).len(), 19);
    assert_eq!(games_of(&desk.run(&["unpack", "edited.plypack", "--games", "0..4"]).fine().out).len(), 2);
    for command in [&["show", "edited.plypack", "3"][..], &["unpack", "edited.plypack", "--games", "3"]] {
        assert_eq!(desk.run(command).ends_with(1).err, "plypack: edited.plypack: game 3 is deleted\n");
    }
    for command in [&["show", "edited.plypack", "99"][..], &["unpack", "edited.plypack", "--games", "99"]] {
        let err = desk.run(command).ends_with(1).err;
        assert!(err.starts_with("plypack: edited.plypack: there is no game 99; "), "{err}");
    }
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_owned()
}
