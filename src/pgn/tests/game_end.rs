//! The end of a game: at blank lines, tags and markers.

use proptest::prelude::*;

use super::{batches, read_all, read_one, texts, written};
use crate::{Token, pgn::split::CHUNK};

// pgn.5
#[test]
fn movetext_ends() {
    assert_eq!(texts(b"e4\n[_A \"1\"]\n\n*").len(), 2);
    assert_eq!(texts(b"e4\n[%x] [A\n").len(), 1);
    assert_eq!(texts(b"e4\n \t\ne5\n").len(), 2);
    assert_eq!(texts(b"e4 {a\n\n[A \"1\"]\n} e5\n").len(), 1);
    assert_eq!(texts(b"e4 ; {\n\ne5 }\n").len(), 2);
    assert_eq!(texts(b"e4\n% {\n\ne5 }\n").len(), 2);
    assert_eq!(texts(b"e4 {a\n\n[Event \"1\"]\n\n* }\n").len(), 1);
    assert_eq!(texts(b"e4 {a\n\n[A \"1\"]\n[B \"2\"]\n\n* }\n")[0], "e4 {a\\n");
    assert_eq!(texts(b"e4 {a\n\n[A \"1\"]\n[B \"2\"]\n\n} *\n").len(), 1);
    assert_eq!(texts(b"{a}\n\n{a\n\n[A \"1\"]\n[B \"2\"]\n\n*")[1], "[A \\\"1\\\"]\\n[B \\\"2\\\"]\\n\\n*");
    assert_eq!(texts(b"e4 {a\n[Event \"1\"]\n\nb} *\n").len(), 1);
    assert_eq!(texts(b"e4 1-0[Event \"1\"]\n[Site \"1\"]\n\n*\n").len(), 2);
}

/// The first read of the source ends at each place of these games.
#[test]
fn reads_end_anywhere() {
    for source in [
        &b"1. e4 e5\n\n\n[B \"1\"]\r\n\r\n1. d4 *"[..],
        b"1. e4 {x\n\n[B \"1\"]\n[C \"2\"]\n\n1. d4 *",
        b"[A \"1\"]\n\n%x\n\n%y\n[B \"2\"]\n\n\n1. d4\n\n1. c4",
        b"1. e4 e5\n\n;x\n\n[B \"1\"]\n\n[B \"2\"]\n\n1. d4",
        b"[A \"1\"]\n\n%x\n%y\n[A \"2\"]\n\n[A \"3\"]\n\n1. d4",
        b"[A \"1\"] [B \"2\"] 1. e4 *[C \"3\"]1. d4 1-0[D \"4\"]\n\n\n*",
        b"{x}\n\n[A \"1\"]\n\n*\n\n{y}\n\n\n\n[B \"1\"]\n\n*",
    ] {
        let alone = texts(source);
        for at in 0..=source.len() {
            let before = format!("{{{}}} *\n\n", "c".repeat(CHUNK - 6 - at));
            assert_eq!(
                texts(&[before.as_bytes(), source].concat())[1..],
                alone,
                "{at} bytes of {}",
                source.escape_ascii()
            );
        }
    }
}

// pgn.5
#[test]
fn blank_lines_in_movetext() {
    for (source, sans) in [
        ("1. e4 e5\n\n{a}\n\n2. Nf3 *\n\n1. d4 *", &["e4 e5 Nf3", "d4"][..]),
        ("[A \"1\"]\n\n{a}\n\n*\n\n[A \"2\"]\n\n1. e4", &["", "e4"]),
        ("1. e4 1-0\n\n{a}\n1. d4", &["e4", "d4"]),
        ("1. e4 e5 1-0 {a}\n\n2. Nf3", &["e4 e5", "Nf3"]),
        ("1. e4 e5 ; 1-0\n\n2. Nf3", &["e4 e5 Nf3"]),
        ("1. e4 e5\n\n{a}\n1. d4", &["e4 e5", "d4"]),
        ("1. e4 e5\n\n;a\n2. Nf3", &["e4 e5 Nf3"]),
        ("1. e4 e5\n\n;a\n\n;b\n[A \"1\"]\n\n1. d4", &["e4 e5", "d4"]),
        ("1. e4 e5\n\n;a", &["e4 e5", ""]),
        ("1. e4 e5\n\n{a}\n[A \"1\"]\n\n1. d4", &["e4 e5", "d4"]),
        ("e4 e5\n\nd4 d5", &["e4 e5", "d4 d5"]),
        ("1. e4 e5\n\n\n2. Nf3", &["e4 e5 Nf3"]),
        ("1. e4 e5\n\n\n\n2. Nf3", &["e4 e5", "Nf3"]),
        ("1. e4 e5\n\n\u{feff}2. Nf3", &["e4 e5", "Nf3"]),
        ("1. e4 (1. d4\n\n1... d5\n\n) e5", &["e4 e5"]),
    ] {
        let games = read_all(source.as_bytes()).0;
        let read: Vec<String> = games.iter().map(|game| game.san_line().unwrap()).collect();
        assert_eq!(read, sans, "{source}");
        assert_eq!(read_all(&written(&games)).0, games, "{source}");
    }
}

// pgn.19, pgn.20
#[test]
fn unparsed_text_has_no_blank_lines_outside_comments() {
    let (game, _) = read_one("1. e4 Ke5\n\n{a\n\nb}\n \n2. d4 ;{\n\n2... d5");
    assert_eq!(game.unparsed(), b"Ke5\n{a\n\nb}\n2. d4 ;{\n2... d5");
    let (game, _) = read_one("1. e4 (1. d4 Ke5\n\n2. d4) e5");
    assert!(game.tokens().any(|token| token == Token::Raw(b"Ke5\n2. d4")));
}

// pgn.5
#[test]
fn tags_after_a_marker_begin_a_game() {
    for (source, expected) in [
        ("e4 1-0[Event \"b\"]\n[Site \"c\"]\n\n*\n", &["e4 1-0", "[Event \"b\"]\n[Site \"c\"]\n\n*\n"][..]),
        ("e4 *\u{feff}[Event \"b\"]\n\n*\n", &["e4 *", "[Event \"b\"]\n\n*\n"]),
        (
            "e4 0-1 \t[White \"b\"]\ne4 1/2-1/2[White \"c\"]",
            &["e4 0-1 \t", "[White \"b\"]\n", "e4 1/2-1/2", "[White \"c\"]"][..1],
        ),
        ("e4 {1-0[Event \"b\"]} *", &["e4 {1-0[Event \"b\"]} *"]),
        ("e4 ; 1-0[Event \"b\"]\n*", &["e4 ; 1-0[Event \"b\"]\n*"]),
        ("e4\n% 1-0[Event \"b\"]\n*", &["e4\n% 1-0[Event \"b\"]\n*"]),
        ("e4 e51-0[Event \"b\"]", &["e4 e51-0[Event \"b\"]"]),
        ("e4 1-0\n [Event \"b\"]", &["e4 1-0\n [Event \"b\"]"]),
        ("e4 1-0[%eval \"b\"]", &["e4 1-0[%eval \"b\"]"]),
    ] {
        let found: Vec<String> = texts(source.as_bytes());
        let expected: Vec<String> = expected.iter().map(|text| text.as_bytes().escape_ascii().to_string()).collect();
        assert_eq!(found[..expected.len()], expected, "{source}");
    }
    let batches = batches(&b"\ne4 1-0[Event \"b\"]\n\n*"[..]);
    let places: Vec<_> = batches[0].games.iter().map(|g| (g.line, g.offset)).collect();
    assert_eq!(places, [(2, 1), (2, 7)]);
    let (games, issues) = read_all(b"1. e4 1-0[Event \"b\"]\n\n1. d4 0-1\n");
    assert_eq!((games.len(), issues.len(), games[1].tag(b"Event")), (2, 0, Some(&b"b"[..])));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    /// Parts of movetext in any order, with blank lines.
    #[test]
    fn blank_lines_are_read_and_stable(parts in proptest::collection::vec(proptest::sample::select(&[
        "1. e4 e5 ", "2. Nf3 ", "2... Nc6 ", "1. d4 ", "1... d5 ", "{a} ", "{", "} ", "\n", "\n\n", "\n\n\n\n", "(1. d4 ", ") ", "* ", "1-0 ", "$1 ",
        ";x\n", "zz ", "Ke5 ", "[A \"1\"]\n", "[B \"1\"]\n", "%x\n", "\u{feff}",
        "\u{a0}", "\x01", "1/2–½ "
    ][..]), 0..30)) {
        let source = parts.concat();
        let games = read_all(source.as_bytes()).0;
        let text = written(&games);
        let braces = |text: &[u8]| memchr::memchr_iter(b'}', text).count();
        // A comment without end is closed before the next game, and is then read differently.
        if braces(&text) == braces(source.as_bytes()) {
            prop_assert_eq!(&read_all(&text).0, &games, "{:?}\n{:?}", source, text.escape_ascii());
        }
    }
}
