//! `pack` of SCID databases, and `unpack` into them.

use super::{Desk, games_of, sample};

#[test]
fn a_database_comes_back() {
    let desk = Desk::with("famous");
    desk.run(&["unpack", "famous.plypack", "-o", "base.si4"]).fine();
    let ran = desk.run(&["pack", "base.si4", "-o", "base.plypack"]).fine();
    assert!(
        ran.text().contains("games                      19\n") && ran.text().contains("SCID records"),
        "{}",
        ran.text()
    );
    let games = games_of(&desk.run(&["unpack", "base.plypack"]).fine().out);
    for (game, back) in games_of(&sample("famous.pgn")).iter().zip(&games) {
        assert!(game.moves == back.moves && game.tokens().eq(back.tokens()) && game.termination == back.termination);
        assert!(game.tags().all(|tag| back.tags().any(|other| other == tag)), "{game:?}\n{back:?}");
    }
    // The same again, with its tags in SCID's order.
    desk.run(&["unpack", "base.plypack", "-o", "again.si4"]).fine();
    for ending in ["si4", "sg4", "sn4"] {
        assert!(desk.read(&format!("base.{ending}")) == desk.read(&format!("again.{ending}")), "{ending}");
    }
    desk.run(&["unpack", "famous.plypack", "--games", "3..5", "-o", "two.si4"]).fine();
    desk.run(&["append", "base.plypack", "two.si4"]).fine();
    assert_eq!(games_of(&desk.run(&["unpack", "base.plypack"]).fine().out).len(), 21);
}

#[test]
fn texts_and_databases_are_packed_in_their_order() {
    let desk = Desk::with("famous");
    desk.run(&["unpack", "famous.plypack", "-o", "base.si4"]).fine();
    desk.write("one.pgn", "[Event \"first\"]\n\n1. a3 *\n");
    let ran = desk.run(&["pack", "one.pgn", "base.si4", "one.pgn", "-o", "all.plypack", "--unique"]).fine();
    assert!(ran.text().contains("PGN text and SCID records") && ran.text().contains("duplicates                  1"));
    let games = games_of(&desk.run(&["unpack", "all.plypack"]).fine().out);
    assert_eq!((games.len(), games[0].tag(b"Event")), (20, Some(&b"first"[..])));
}

#[test]
fn what_scid_cannot_hold_is_told() {
    let desk = Desk::with("edge");
    let ran = desk.run(&["unpack", "edge.plypack", "-o", "edge.si4"]).ends_with(0);
    assert!(ran.err.contains("edge.plypack: game 0 skipped: a Chess960 start with castling"), "{}", ran.err);
    assert!(ran.err.contains("skipped: a Chess960 start with castling\n"), "{}", ran.err);
    assert!(ran.err.contains("kept as comments in "), "{}", ran.err);
}

#[test]
fn games_that_scid_cannot_hold_are_counted() {
    let desk = Desk::new();
    let long = "x".repeat(300);
    let chess960 = "[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. e4 *\n\n";
    let games = format!(
        "1. e4 *\n\n[Annotator \"{long}\"]\n\n1. d4 $300 *\n\n[Note \"{long}\"]\n\n1. c4 *\n\n{chess960}{chess960}"
    );
    desk.write("games.pgn", games);
    desk.write("plain.pgn", "1. e4 *\n");
    for name in ["games", "plain"] {
        desk.run(&["pack", &format!("{name}.pgn"), "-o", &format!("{name}.plypack")]).ends_with(0);
    }
    for (options, code) in [(&[][..], 0), (&["--strict"][..], 1), (&["--strict", "--games", "1..2"][..], 1)] {
        let ran = desk.run(&[&["unpack", "games.plypack", "-o", "games.si4"], options].concat()).ends_with(code);
        let expected = match options.len() {
            3 => "games.si4: 1 game written, 1 of them changed; 0 games skipped\n",
            _ => "games.si4: 3 games written, 2 of them changed; 2 games skipped\n",
        };
        assert!(ran.err.ends_with(expected), "{}", ran.err);
        let is_whole = options.len() < 3;
        assert_eq!(ran.err.contains("games.si4: 2 games skipped: a Chess960 start with castling\n"), is_whole);
        assert_eq!(ran.err.contains("games.si4: tags cut at 240 bytes in 2 games\n"), is_whole, "{}", ran.err);
    }
    desk.run(&["unpack", "games.plypack", "--strict", "--games", "0", "-o", "one.si4"]).fine();
    desk.run(&["unpack", "plain.plypack", "--strict", "-o", "plain.si4"]).fine();
    desk.run(&["unpack", "games.plypack", "--strict", "-o", "games.pgn"]).fine();
}

#[test]
fn other_files_are_refused_with_what_to_do() {
    let desk = Desk::with("famous");
    for (name, expected) in [
        (
            "base.si5",
            "base.si5: a SCID 5 database, which cannot be read or written here: open it in Scid and save it as SCID 4 (.si4) or as PGN",
        ),
        ("base.sg4", "base.sg4: a part of a SCID database: give its index, base.si4"),
        ("base.si4", "base.si4: "),
    ] {
        desk.write("base.si5", "");
        let ran = desk.run(&["pack", name, "-o", "x.plypack"]).ends_with(1);
        assert!(ran.err.contains(expected), "{}", ran.err);
        assert!(!desk.path("x.plypack").exists());
    }
    let ran = desk.run(&["unpack", "famous.plypack", "-o", "base.si5"]).ends_with(1);
    assert!(ran.err.contains("a SCID 5 database"), "{}", ran.err);
    desk.write("base.si4", desk.read("famous.plypack"));
    let ran = desk.run(&["unpack", "famous.plypack", "-o", "base.si4"]).ends_with(2);
    assert!(ran.err.contains("is a plypack file; use --force"), "{}", ran.err);
}
