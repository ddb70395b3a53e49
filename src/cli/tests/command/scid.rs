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
    // The same again, by its tags in SCID's order.
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
    assert!(ran.err.contains("edge.plypack: game 0 is left out: a Chess960 start with castling"), "{}", ran.err);
    assert!(ran.err.contains("left out: a Chess960 start with castling\n"), "{}", ran.err);
    assert!(ran.err.contains("kept as comments in "), "{}", ran.err);
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
    assert!(ran.err.contains("is a plypack file; only --force"), "{}", ran.err);
}
