//! Lines of tags: several pairs on one line, and a pair on two lines.

use proptest::prelude::*;

use super::{Reason, mended, read_all, read_one, rewritten, texts, write_game, written};
use crate::{ErrorCode, Game, Start, Tag, Token};

fn tags(source: &str) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let games = read_all(source.as_bytes()).0;
    assert_eq!(read_all(&written(&games)).0, games, "{source}");
    let pair = |tag| match tag {
        Tag::Pair(name, value) => (text(name), text(value)),
        Tag::Raw(line) => (String::new(), text(line)),
    };
    games.iter().flat_map(|game| game.tags().map(pair).collect::<Vec<_>>()).collect()
}

// pgn.8, pgn.9
#[test]
fn pairs_on_one_line_and_on_two() {
    for (source, expected) in [
        ("[A \"1\"] [B \"2\"]\n\n*", &[("A", "1"), ("B", "2")][..]),
        ("[A \"1\"][B \"2\"]\t[C\"3\"]\n*", &[("A", "1"), ("B", "2"), ("C", "3")]),
        ("  [A \"1\"]\n\t[B \"2\"] [C \"3\"]\n\n*", &[("A", "1"), ("B", "2"), ("C", "3")]),
        ("[A \"1\nx\"]\n[B\r\n\"2\"]\r\n[C \"3\"\r]\n*", &[("A", "1 x"), ("B", "2"), ("C", "3")]),
        ("[A \"1\"] [B \"2\n3\"] [C \"4\"]\n\n*", &[("A", "1"), ("B", "2 3"), ("C", "4")]),
        ("[A \"1 \"q\" 2\"]\n\n*", &[("A", "1 \"q\" 2")]),
        ("[A \"1\n\n2\"]\n\n*", &[("", "[A \"1")]),
        ("[A \"1\n2\n3\"]\n\n*", &[("", "[A \"1")]),
        ("[A \"1\n[B \"2\"]\n\n*", &[("", "[A \"1"), ("B", "2")]),
        ("[A \"1\n%2\"]\n\n*", &[("", "[A \"1"), ("", "%2\"]")]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        assert_eq!(tags(source), expected, "{source}");
    }
}

// pgn.4
#[test]
fn names_of_lines_with_several_pairs() {
    assert_eq!(texts(b"[A \"1\"] [B \"2\"]\n\n[B \"3\"]\n\n*").len(), 2);
    assert_eq!(texts(b"[A \"1\"] [B \"2\"]\n\n[C \"3\"] [B \"4\"]\n\n*").len(), 2);
    assert_eq!(texts(b"[A \"1\"] [B \"2\"]\n\n[C \"3\"] [Event \"4\"]\n\n*").len(), 2);
    assert_eq!(texts(b"[A \"1\n2\"] [B \"2\"]\n\n [B \"3\"]\n\n*").len(), 2);
    assert_eq!(texts(b"[A \"1\"] [B \"2\"]\n\n[C \"3\"] [D \"4\"]\n\n*").len(), 1);
    assert_eq!(texts(b"1. e4 {a\n\n[A \"1\"] [B \"2\"]\n\n1. d4").len(), 2);
}

// pgn.10
#[test]
fn a_fen_that_is_not_in_effect_is_reported() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (tags, lines) in [
        (format!("[SetUp \"1\"] [FEN \"{FEN}\"]"), &[][..]),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\n0 1\"]".to_owned(), &[]),
        (format!("[FEN \"{FEN}\"]\n[FEN \"{FEN}\"]"), &[]),
        (format!("[Event \"[FEN]\"]\n[FEN \"{FEN}\"]"), &[]),
        (format!("[A \"1\"]\n[FEN \"{FEN}"), &[2]),
        (format!("[FEN {FEN}]\n[Fen \"{FEN}\"]"), &[1, 2]),
        (format!("[SetUp \"1\"] x [FEN \"{FEN}\"]"), &[1]),
        (format!("[SetUp \"1\\\"] [FEN \"{FEN}\"]"), &[1]),
        (format!("[FEN \"{FEN}\"]\n[FEN \"{}\"]", FEN.replace('P', "R")), &[2]),
    ] {
        let (_, issues) = read_one(&format!("{tags}\n\n*"));
        assert!(issues.iter().all(|issue| issue.reason == Reason::UnusedFen), "{tags}");
        assert_eq!(issues.iter().map(|issue| issue.line).collect::<Vec<_>>(), lines, "{tags}");
    }
    let (game, issues) = read_one(&format!("[FEN {FEN}]\n\n1. e4 e5"));
    assert_eq!((game.moves.len(), issues[0].to_string()), (2, "line 1: FEN that is not in effect: [FEN".to_owned()));
}

// pgn.23, pgn.25
#[test]
fn what_would_be_read_as_tags_is_refused() {
    let mut game = Game::new();
    game.push_tag(b"A", b"1\"] [B \"2").unwrap();
    assert_eq!(write_game(&game, &mut Vec::new()).unwrap_err().code(), ErrorCode::InvalidGame);
    let fitting = mended(&game).unwrap();
    assert_eq!(fitting.tags().collect::<Vec<_>>(), [Tag::Pair(b"A", b"1\\\"] [B \"2")]);
    assert_eq!(read_all(&written(&[fitting.try_clone().unwrap()])).0, [fitting]);
    for start in [Start::Standard, Start::Unreadable] {
        for text in ["[A \"1\"]", "[A \"1\"] [B \"2\"]\nx"] {
            let mut game = Game::new();
            game.start = start.clone();
            game.set_unparsed(text.as_bytes()).unwrap();
            assert_eq!(write_game(&game, &mut Vec::new()).unwrap_err().code(), ErrorCode::InvalidGame);
            let mut out = Vec::new();
            write_game(&mended(&game).unwrap(), &mut out).unwrap();
            let games = read_all(&out).0;
            assert_eq!((games.len(), games[0].tags().len()), (1, 0), "{text}");
            let words =
                |text: &[u8]| text.iter().filter(|byte| !byte.is_ascii_whitespace()).copied().collect::<Vec<_>>();
            assert_eq!(words(games[0].unparsed()), words(text.as_bytes()));
        }
    }
}

// pgn.1, pgn.25
#[test]
fn separators_at_the_start_lose_no_game() {
    for (text, kept) in
        [("\x16", ""), ("\u{a0}\u{feff}", ""), (" \0\n", ""), ("\x14zz", "zz"), (" \0[zz", "[zz"), ("\0%zz", "%zz")]
    {
        let mut game = Game::new();
        game.set_unparsed(text.as_bytes()).unwrap();
        assert_eq!(write_game(&game, &mut Vec::new()).unwrap_err().code(), ErrorCode::InvalidGame);
        let mut tagged = Game::new();
        tagged.push_tag(b"A", b"1").unwrap();
        let games = read_all(&written(&[mended(&game).unwrap(), tagged])).0;
        assert_eq!((games.len(), games[0].unparsed()), (2, kept.as_bytes()), "{text}");
    }
}

/// Each of these would take hours if every bracket, quote or line required a scan of the text before it.
#[test]
fn hostile_tags_take_no_long_time() {
    let many = 200_000;
    for line in
        ["[".repeat(many), format!("[A \"x\" {}\"]", "[".repeat(many)), format!("[A \"{}\"]", "\"] [".repeat(many))]
    {
        read_all(format!("{line}\n\n*").as_bytes());
    }
    let mut game = Game::new();
    game.set_unparsed(format!("{}x\n{}", " ".repeat(many), "y\n".repeat(many)).as_bytes()).unwrap();
    assert_eq!(memchr::memchr_iter(b'y', mended(&game).unwrap().unparsed()).count(), many);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, ..ProptestConfig::default() })]

    /// Parts of tag sections in any order.
    #[test]
    fn parts_of_tags_are_read_and_stable(parts in proptest::collection::vec(proptest::sample::select(&[
        "[A \"", "[B \"2\"]", "\"]", "] [C \"", "\"", "\\", "x", " ", "\n", "\n", "\r\n\r\n", "[", "]", "[D", "[FEN \"", "%", ";", "[Event \"e\"]\n",
        "1. e4 ", "{", "}", "* ", "\u{feff}", "[A \"1\"]1. d4", "{c}\n",
    ][..]), 0..25)) {
        let source = parts.concat();
        let games = read_all(source.as_bytes()).0;
        let text = written(&games);
        let braces = |text: &[u8]| memchr::memchr_iter(b'}', text).count();
        // A comment without end is closed before the next game, and is then read differently.
        if braces(&text) == braces(source.as_bytes()) {
            prop_assert_eq!(&read_all(&text).0, &games, "{:?}\n{}", source, text.escape_ascii());
        }
    }
}

// pgn.22
#[test]
fn values_without_the_quotes_of_pgn_are_reported() {
    for line in ["[Event “X”]", "[Event 'X']", "[Event X]", "[Event \"X]", "[ Event \"X\"] y", "[Event \"X"] {
        let (games, issues) = read_all(format!("[Site \"y\"]\n{line}\n;[x]\n%[x]\n\n1. e4 *\n").as_bytes());
        let found: Vec<_> = issues.iter().map(|issue| (issue.line, issue.reason)).collect();
        assert_eq!(found, [(2, Reason::UnreadTag)], "{line}");
        assert_eq!((games[0].tags().nth(1), games[0].moves.len()), (Some(Tag::Raw(line.as_bytes())), 1));
    }
    for line in ["[", "[]", "[Event]", "[ Event ]", "[Event", "[\"X\"]", "; [Event 'X']", "%[Event 'X']"] {
        assert_eq!(read_all(format!("{line}\n\n1. e4 *\n").as_bytes()).1, [], "{line}");
    }
}

// pgn.9
#[test]
fn movetext_on_the_line_of_tags() {
    for (source, games) in [
        ("[W \"Me\"] [R \"1-0\"] 1. e4 e5 2. Nf3 Nc6 1-0", "W R 4 1-0"),
        ("[W \"Me\"]\n[B \"You\"] 1. e4 e5 1-0\n\n[W \"A\"]\n\n1. d4 *", "W B 2 1-0|W 1 *"),
        ("[W \"A\"]\n\n1. d4 *\n\n    [W \"Me\"] 1. e4 e5 *", "W 1 *|W 2 *"),
        ("[W \"A\"][B \"B\"]1.e4 e5 1-0[W \"C\"][B \"D\"]1.d4 d5 0-1", "W B 2 1-0|W B 2 0-1"),
        ("[W \"A\"]\n\n[X \"B\"] [W \"C\"]1... e5\n\n[V \"A\"]*", "W 0 |X W 0 |V 0 *"),
        ("[W \"a \"b\" c\"] {x\"] y} {} 1. O-O 1/2-1/2", "W 0 "),
        ("%x\n[W \"A\"]0-1\n%y\n\n;z\n[V \"A\"]1-0{x", "%x W 0 0-1|;z V 0 1-0"),
        ("[W \"A\"] x [B \"2\"]\n[C \"1\"] 1. d4 {\"]", "W C 0 "),
        ("[W \"A\"] 1. Liga [B \"2\"] y\n[C] 1. d4\n[D \"1 ] 1. d4\n\n*", "[W [C] [D 0 *"),
    ] {
        let name = |tag: Tag<'_>| match tag {
            Tag::Pair(name, _) => format!("{} ", name.escape_ascii()),
            Tag::Raw(line) => format!("{} ", line.split(|byte| *byte == b' ').next().unwrap().escape_ascii()),
        };
        let found: Vec<_> = read_all(source.as_bytes())
            .0
            .iter()
            .map(|game| {
                let tags: String = game.tags().map(name).collect();
                format!("{tags}{} {}", game.moves.len(), game.termination.as_str())
            })
            .collect();
        assert_eq!(found.join("|"), games, "{source}");
        rewritten(source);
    }
    // The limits count each part of a line once.
    let long = "x".repeat(3 << 20);
    assert_eq!(texts(format!("{{{long}}} 1. e4\n\n1... e5 *[A \"1\"] 1. d4").as_bytes()).len(), 2);
    let (_, issues) = read_all(b"[A \"1\"]\n[B \"2\"] 1. e4 zz\n2. d4 1-0[C \"3\"] 1. zz\n\n1. yy");
    assert_eq!(issues.iter().map(|issue| issue.line).collect::<Vec<_>>(), [2, 3, 5]);
}

// pgn.3, pgn.5
#[test]
fn comments_before_the_tags() {
    for (source, games) in [
        ("{x}\n\n[A \"1\"]\n\n1. b4 *", &["x 1 1"][..]),
        ("{x} {y\n\nz}\n[A \"1\"]\n[A \"2\"]\n\n[A \"3\"]\n\n*", &["x y\n\nz 2 0", "1 0"]),
        ("1. e4 *\n\n{x}\n\n{y}\n\n\n[A \"1\"] {z} 1. d4", &["0 1", "x y z 1 1"]),
        ("{x}\n\n[A \"1\"]", &["x 1 0"]),
        ("{x}\n\n\n\n[A \"1\"]\n\n*", &["x 0 0", "1 0"]),
        ("{x} *\n\n[A \"1\"]\n\n*", &["x 0 0", "1 0"]),
        ("{x}\n\n  [A \"1\"]\n\n*", &["x 0 0", "1 0"]),
        ("{x}\n\n\u{feff}[A \"1\"]\n\n*", &["x 0 0", "1 0"]),
        ("{x}\n;y\n[A \"1\"]\n\n*", &["x 0 0", "1 0"]),
        ("%x\n{x}\n[A \"1\"]\n\n*", &["x 1 0", "1 0"]),
        ("{x\n\n[A \"1\"]\n[B \"2\"]\n\n1. e4 *", &["0 0", "2 1"]),
        ("{x}\n\n[FEN \"y\"]\n\n [z] 1. e4", &["1 0"]),
    ] {
        let comment = |token: Token<'_>| match token {
            Token::Comment(text) => format!("{} ", String::from_utf8_lossy(text)),
            _ => String::new(),
        };
        let shown = |game: &Game| {
            let comments: String = game.tokens().map(comment).collect();
            format!("{comments}{} {}", game.tags().len(), game.moves.len())
        };
        let read = read_all(source.as_bytes()).0;
        assert_eq!(read.iter().map(shown).collect::<Vec<_>>(), games, "{source}");
        rewritten(source);
    }
    let long = "x".repeat(3 << 20);
    assert_eq!(texts(format!("{{{long}}}\n[A \"1\"] 1. d4 *[A \"1\"] 1. e4").as_bytes()).len(), 2);
    let (game, _) = read_one("{x}\n\n{y}\n[FEN \"y\"]\n\n [z] 1. e4");
    assert_eq!(game.unparsed(), b"{x}\n{y} [z] 1. e4");
    let (_, issues) = read_all(b"{x\n}\n[A 1]\n\n1. zz");
    assert_eq!(issues.iter().map(|issue| issue.line).collect::<Vec<_>>(), [3, 5]);
}
