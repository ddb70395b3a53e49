//! The rules of `spec/pgn.md`, one by one, and round trips of random games.

mod first_number;
mod game_end;
mod long_games;
mod random;
mod spellings;
mod tag_lines;

use std::io::Read;

use proptest::prelude::*;

use super::*;
use crate::{ErrorCode, Game, Position, Start, Tag, Termination, Token, limits};
use random::random_game;

fn batches(source: impl Read + Send) -> Vec<Batch> {
    let mut splitter = Splitter::new(source);
    std::iter::from_fn(|| splitter.next_batch().unwrap()).collect()
}

fn texts(source: &[u8]) -> Vec<String> {
    batches(source).iter().flat_map(|b| (0..b.games.len()).map(|i| b.game(i).escape_ascii().to_string())).collect()
}

fn read_all(source: &[u8]) -> (Vec<Game>, Vec<Issue>) {
    let mut games = Vec::new();
    let mut issues = Vec::new();
    let mut importer = Importer::new();
    for batch in batches(source) {
        for i in 0..batch.games.len() {
            let mut game = Game::new();
            importer.read_game(&batch, i, &mut game, &mut issues).unwrap();
            games.push(game);
        }
    }
    (games, issues)
}

fn read_one(source: &str) -> (Game, Vec<Issue>) {
    let (games, issues) = read_all(source.as_bytes());
    let [game] = games.try_into().expect("one game");
    (game, issues)
}

fn written(games: &[Game]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new();
    for game in games {
        writer.write_game(game, &mut out).unwrap();
    }
    writer.finish(&mut out);
    out
}

fn rewritten(source: &str) -> String {
    let (games, _) = read_all(source.as_bytes());
    let text = written(&games);
    assert_eq!(read_all(&text).0, games, "{source}");
    String::from_utf8(text).unwrap()
}

// pgn.1, pgn.2
#[test]
fn byte_order_marks_and_line_ends() {
    assert_eq!(texts(b"\xef\xbb\xbf\xef\xbb\xbf[A \"1\"]\n\n*\n"), ["[A \\\"1\\\"]\\n\\n*\\n"]);
    assert_eq!(texts(b"e4\n\xef\xbb\xbf[A \"1\"]"), ["e4\\n", "[A \\\"1\\\"]"]);
    assert_eq!(texts(b"e4\r\r*\r\n\r\n1-0\r"), ["e4\\r\\r*\\r\\n", "1-0\\r"]);
    assert!(texts(b"\xef\xbb\xbf \t\r\n\n").is_empty());
    let (games, _) = read_all(b"[A \"1\"]\r[B \"2\"]\r\n\r\n1. e4 ;c\r%x\re5 *\r");
    assert_eq!(games[0].tags().len(), 2);
    assert_eq!(games[0].tokens().collect::<Vec<_>>(), [Token::Plies(1), Token::LineComment(b"c"), Token::Escape(b"x")]);
}

// pgn.3, pgn.4
#[test]
fn tag_sections() {
    assert_eq!(texts(b"[A \"1\"]\n\n[B \"2\"]\n\n\ne4\n").len(), 1);
    assert_eq!(texts(b"[A \"1\"]\n\n[Event \"2\"]\n\ne4\n").len(), 2);
    assert_eq!(texts(b"[A \"1\"]\n\n[A \"2\"]\n\ne4\n").len(), 2);
    assert_eq!(texts(b"[A \"1\"]\n[A \"2\"]\n\ne4\n").len(), 1);
    assert_eq!(texts(b"[A \"1\"]\n\n%x\n;y\n[A \"2\"]\n")[1], "%x\\n;y\\n[A \\\"2\\\"]\\n");
    assert_eq!(texts(b"[A \"1\"]\n\n%x\n;y\n\ne4\n").len(), 1);
    assert_eq!(texts(b"%x\n\n[Event \"2\"]\n\ne4\n").len(), 1);
    assert_eq!(texts(b"[A \"1\"]\n\n*\n\n%x\n\n;y\n").len(), 2);
    let (game, _) = read_one("%x\n[A\t\"1\" ]\n[B]\n\n;y\n");
    assert_eq!(
        game.tags().collect::<Vec<_>>(),
        [Tag::Raw(b"%x"), Tag::Pair(b"A", b"1"), Tag::Raw(b"[B]"), Tag::Raw(b";y")]
    );
}

#[test]
fn places_in_the_source() {
    let batches = batches(&b"\xef\xbb\xbf\n\n[A \"1\"]\r\n\r\n*\n\n\n1. e4\n"[..]);
    let places: Vec<_> = batches[0].games.iter().map(|g| (g.line, g.offset)).collect();
    assert_eq!(places, [(3, 5), (8, 20)]);
    let (_, issues) = read_all(b"\n[A \"1\"]\n\n1. e4\r\ne5 2. zz\xff Nf3\n");
    let issue = Issue { line: 5, offset: 20, reason: Reason::UnknownWord, text: "2. zz\\xff".into() };
    assert_eq!(issues, [issue]);
}

/// A reader that fails after some bytes.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer) {
            Ok(0) if !buffer.is_empty() => Err(std::io::Error::other("unplugged")),
            read => read,
        }
    }
}

#[test]
fn games_before_a_read_error_are_kept() {
    for (source, kept) in [
        (&b""[..], 0),
        (b"[A \"1\"]\n", 0),
        (b"1. e4 e5", 0),
        (b"1. e4 e5 1-0", 1),
        (b"1. e4 e5 {1-0", 0),
        (b"1. e4 *\n\n[A \"1\"]\n\n1. d4 1/2-1/", 1),
        (b"1. e4\n\n1. d4\n\n1. c4 *", 3),
        (b"1. e4\n\n1. d4\n\n1. c4 * {", 2),
        (b"1. e4 ; *\n", 0),
    ] {
        let mut splitter = Splitter::new(Failing(source));
        let games = (kept > 0).then(|| splitter.next_batch().unwrap().unwrap().games.len());
        assert_eq!(games.unwrap_or(0), kept, "{}", source.escape_ascii());
        assert_eq!(splitter.next_batch().unwrap_err().to_string(), "unplugged");
        assert!(splitter.next_batch().unwrap().is_none());
    }
    // The result does not depend on the size of the reads.
    let source = b"1. e4 *\n\n".repeat(100_000);
    let mut splitter = Splitter::new(Failing(&source));
    let games = std::iter::from_fn(|| splitter.next_batch().ok()).map(|batch| batch.unwrap().games.len());
    assert_eq!(games.sum::<usize>(), 100_000);
}

// pgn.6
#[test]
fn continuations_stay_in_their_game() {
    let game = |unparsed: &[u8], continued| {
        let mut game = Game::new();
        game.set_unparsed(unparsed).unwrap();
        game.continued = continued;
        game
    };
    let write = |before: &[u8], text: &[u8]| {
        let mut writer = Writer::new();
        let mut out = Vec::new();
        writer.write_game(&game(before, false), &mut out).unwrap();
        let whole = out.clone();
        match writer.write_game(&game(text, true), &mut out) {
            Ok(()) => Some(out),
            Err(e) => {
                assert_eq!((e.code(), &out), (ErrorCode::InvalidGame, &whole));
                None
            }
        }
    };
    for (before, text, fits) in [
        (&b"zz "[..], &b"x\ny"[..], true),
        (b"zz ", b"x\n\ny", false),
        (b"zz\n", b"\ny", false),
        (b"zz", b"[A \"1\"]", true),
        (b"zz\n", b"[A \"1\"]", false),
        (b"{open", b"x\n\ny", true),
        (b"{open", b"\n\n[A \"1\"]\n[B \"2\"]\n*", false),
        (b"{open\n\n", b"[A \"1\"]\n[B \"2\"]\n*", false),
    ] {
        let out = write(before, text);
        assert_eq!(out.is_some(), fits, "{} + {}", before.escape_ascii(), text.escape_ascii());
        assert!(out.is_none_or(|out| texts(&out).len() == 1), "{}", text.escape_ascii());
    }
    // A marker in a comment ends no game.
    for text in [&b" { x *"[..], b" ; *"] {
        let mut writer = Writer::new();
        let mut out = Vec::new();
        for game in [game(b"", false), game(text, true), read_one("1. d4 *\n").0] {
            writer.write_game(&game, &mut out).unwrap();
        }
        assert_eq!(texts(&out).len(), 2, "{}", out.escape_ascii());
    }
    // The preceding text is unknown.
    let mut out = Vec::new();
    assert!(write_game(&game(b"x\n\ny", true), &mut out).is_ok());
    assert_eq!(
        write_movetext(&game(b"x\n\n[A \"1\"]\n[B \"2\"]\n*", true), &mut out).unwrap_err().code(),
        ErrorCode::InvalidGame
    );
}

// pgn.7
#[test]
fn batches_close() {
    let source = b"1. e4 *\n\n".repeat(limits::MAX_GAMES_PER_BLOCK + 1);
    assert_eq!(
        batches(&source[..]).iter().map(|b| b.games.len()).collect::<Vec<_>>(),
        [limits::MAX_GAMES_PER_BLOCK, 1]
    );
    let source = format!("1. e4 {{{}}} *\n\n", "c".repeat(300_000)).repeat(5);
    assert_eq!(batches(source.as_bytes()).iter().map(|b| b.games.len()).collect::<Vec<_>>(), [4, 1]);
    let source = format!("zz {} *\n\n", "c".repeat(3_000_000)).repeat(5);
    assert_eq!(batches(source.as_bytes()).iter().map(|b| b.games.len()).collect::<Vec<_>>(), [3, 2]);
}

// pgn.10
#[test]
fn unreadable_starts() {
    for (tag, reason) in [
        ("Variant \"Crazyhouse\"", Reason::OtherVariant),
        ("FEN \"8/8/8/8/8/8/8/8 w - -\"", Reason::UnplayablePosition),
    ] {
        let (game, issues) = read_one(&format!("[{tag}]\n\n1. e4 {{x}} e5 *\n"));
        assert_eq!((&game.start, game.unparsed()), (&Start::Unreadable, &b"1. e4 {x} e5 *"[..]));
        assert_eq!(issues[0].reason, reason);
        rewritten(&format!("[{tag}]\n\n1. e4 {{x}} e5 *\n"));
        rewritten(&format!("[{tag}]\n\n  [x] *\n"));
        rewritten(&format!("[{tag}]\n\n"));
    }
}

// pgn.13 - pgn.18
#[test]
fn readable_movetext() {
    for (source, expected) in [
        ("e4 e5 Nf3 *", "1. e4 e5 2. Nf3 *\n"),
        ("1.e4e5", "1.e4e5\n"),
        ("1.e2e4 e7-e5 2.Ng1f3!", "1. e4 e5 2. Nf3 $1\n"),
        ("1. e4 $4294967295 e5?! ?? 1/2-1/2", "1. e4 $4294967295 e5 $6 $4 1/2-1/2\n"),
        ("1. e4 -- 2. Z0 0000 3. @@@@ null 4. --- pass", "1. e4 -- 2. -- -- 3. -- -- 4. -- --\n"),
        ("{a} 1. e4 {b} e5 *", "{a} 1. e4 {b} 1... e5 *\n"),
        ("1. e4 (1. d4 d5 (1... Nf6)) e5 *", "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 *\n"),
        ("1. e4 1-0 {b} $1", "1. e4 {b} $1 1-0\n"),
        ("1. e4 ;b\n%c\ne5 *", "1. e4 ;b\n%c\n1... e5 *\n"),
        (" ;b\n%c\ne4", "1. ;b\n%c\n1. e4\n"),
        (".\n%c\ne4", "1.\n%c\n1. e4\n"),
        ("1. e4 d5 2. e5 f5 3. exf6 e.p. *", "1. e4 d5 2. e5 f5 3. exf6 *\n"),
        ("1. e4 d5 2. e5 f5 3. Pexf6 ep *", "1. e4 d5 2. e5 f5 3. exf6 *\n"),
        ("1. e4 d5 2. e5 f5 3. exf6ep e.p. ep *", "1. e4 d5 2. e5 f5 3. exf6 *\n"),
        ("1. e4 f5 2. exf5 g5 3. fxg6e.p. hxg6 4. Qh5 gxh5", "1. e4 f5 2. exf5 g5 3. fxg6 hxg6 4. Qh5 gxh5\n"),
        ("1. f3 e5 2. g4 Qh4", "1. f3 e5 2. g4 Qh4#\n"),
        ("1. e4 \u{bd}\u{2013}\u{bd}", "1. e4 1/2-1/2\n"),
        ("[A \"1\"]", "[A \"1\"]\n\n1.\n"),
    ] {
        assert_eq!(rewritten(source), expected);
    }
}

// pgn.17, pgn.19
#[test]
fn unreadable_main_lines() {
    for (source, moves, rest, reason) in [
        ("1. e4 2. . e9 *\n", 1, "2. . e9 *", Reason::UnknownWord),
        ("1. e4 e4 *", 1, "e4 *", Reason::IllegalMove),
        ("1. e4 ) e5", 1, ") e5", Reason::StrayParenthesis),
        ("( e5", 0, "( e5", Reason::VariationBeforeMove),
        ("1. e4 {x  \n ", 1, "{x", Reason::OpenComment),
        ("1. e4 } e5", 1, "} e5", Reason::StrayBrace),
        ("1. e4 $ e5", 1, "$ e5", Reason::BadNag),
        ("1. e4 (1. d4 {x} (1. c4 e5", 1, "(1. d4 {x} (1. c4 e5", Reason::OpenVariation),
        ("1. e4 {c} (1. zz", 1, "(1. zz", Reason::UnknownWord),
        ("1. e4 1-0 {c} e5", 1, "e5", Reason::AfterMarker),
        ("1. e4 1-0[Event x]", 1, "[Event x]", Reason::AfterMarker),
        ("1. e4 1-0\n [Event \"x\"]", 1, "[Event \"x\"]", Reason::AfterMarker),
        ("1. e4 1-0 {a} [Event \"x\"]", 1, "[Event \"x\"]", Reason::AfterMarker),
        ("1. e4 *\n \u{feff}[Event \"x\"]", 1, "[Event \"x\"]", Reason::AfterMarker),
        ("1. e4 1-0 2", 1, "2", Reason::AfterMarker),
        ("1. e4 * \u{feff}\u{a0}1-0 [A \"1\"]", 1, "\u{feff}\u{a0}1-0 [A \"1\"]", Reason::AfterMarker),
        ("1. e4 * \u{a0} 1-0 e5", 1, "1-0 e5", Reason::AfterMarker),
        ("1. e4 * \u{a0}*", 1, "*", Reason::AfterMarker),
        ("1. e4 * \u{a0}e5 1-0", 1, "e5 1-0", Reason::AfterMarker),
        ("1. e4 f6 2. Qh5 --", 3, "--", Reason::IllegalMove),
        ("1. e4 d5 2. exd5 Qxd5 3. Qh5 Qe5 4. Kd1 Qe2 5. d1e2 ep", 9, "ep", Reason::UnknownWord),
    ] {
        let (game, issues) = read_one(source);
        assert_eq!((game.moves.len(), game.unparsed()), (moves, rest.as_bytes()), "{source}");
        assert_eq!(issues.iter().map(|i| i.reason).collect::<Vec<_>>(), [reason]);
        rewritten(source);
    }
}

// pgn.18, pgn.20
#[test]
fn unreadable_variations() {
    let (game, issues) = read_one("1. e4 (1. d4 d5 2. zz (x {)} ;)\n) 3) e5 (1... c5 1-0) 2. Nf3 1-0");
    let raws: Vec<_> = game.tokens().filter(|t| matches!(t, Token::Raw(_))).collect();
    assert_eq!(raws, [Token::Raw(b"2. zz (x {)} ;)\n) 3"), Token::Raw(b"1-0")]);
    assert_eq!((game.moves.len(), game.termination), (3, Termination::WhiteWins));
    assert_eq!(issues.iter().map(|i| i.reason).collect::<Vec<_>>(), [Reason::UnknownWord, Reason::MarkerInVariation]);
    // `ep` belongs to a capture in its own line.
    for (source, raws, rest) in [("1. e4 d5 2. exd5 (ep 2. d4) *", 1, ""), ("1. e4 d5 2. Nf3 (2. exd5) ep", 0, "ep")] {
        let (game, _) = read_one(source);
        let found = game.tokens().filter(|t| matches!(t, Token::Raw(_))).count();
        assert_eq!((found, game.unparsed()), (raws, rest.as_bytes()), "{source}");
        rewritten(source);
    }
    let deep = format!("1. e4 {}{} e5", "(1. d4 ".repeat(300), ")".repeat(300));
    let (game, issues) = read_one(&deep);
    assert_eq!((game.moves.len(), issues[0].reason), (2, Reason::TooDeep));
    rewritten(&deep);
}

// pgn.22
#[test]
fn issues_say_where_and_why() {
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(300));
    let issues = [
        "[Variant \"Crazyhouse\"]\n\n1. e4 *",
        "[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n1. e4 *",
        "1. e4\n2. zz\u{ff} *",
        "1. e4 e4 *",
        "1. d4 d5 2. Nd2 e5 3. Nf3",
        "1. e4 $ e5 *",
        "1. e4 {x",
        "1. e4 } e5 *",
        "1. e4 (1. d4 d5",
        "1. e4 ) e5 *",
        "(1. d4) *",
        &deep,
        "1. e4 (1. d4 1-0) *",
        "1. e4 1-0 e5",
    ]
    .map(|source| read_one(source).1[0].to_string());
    insta::assert_snapshot!(issues.join("\n"), @r"
    line 3: another game than chess: 1. e4
    line 3: no playable starting position: 1. e4
    line 2: not a word of PGN: 2. zz\xc3\xbf
    line 1: illegal move: e4
    line 1: ambiguous move: 3. Nf3
    line 1: not a NAG: $
    line 1: comment without end: {x
    line 1: end of a comment that was not opened: }
    line 1: variation without end: (1.
    line 1: end of a variation that was not opened: )
    line 1: variation before any move: (1.
    line 1: variations nested too deep: (1.
    line 1: result inside a variation: 1-0)
    line 1: text after the result: e5
    ");
}

#[test]
fn issues_of_one_game_are_few() {
    let source = format!("1. e4 {}", "(zz)".repeat(1000));
    assert_eq!(read_one(&source).1.len(), MAX_ISSUES_PER_GAME);
}

#[test]
fn lines_are_wrapped_and_text_is_not() {
    let text =
        rewritten(&format!("1. Nf3 Nf6 2. Ng1 Ng8 {{{}}} {}", "c ".repeat(60), "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20)));
    assert!(text.lines().all(|line| line.len() <= 80 || line.starts_with('{')), "{text}");
}

#[test]
fn impossible_games_are_refused() {
    const EMPTY: Tag<'_> = Tag::Raw(b"");
    let e4 = Position::default().read_uci(b"e2e4").unwrap();
    let refused = |tokens: &[Token<'_>], code: ErrorCode| {
        let mut game = Game::new();
        game.moves.push(e4);
        tokens.iter().for_each(|t| game.push_token(*t).unwrap());
        let mut out = b"x".to_vec();
        assert_eq!(write_game(&game, &mut out).unwrap_err().code(), code, "{tokens:?}");
        assert_eq!(out, b"x");
    };
    refused(&[Token::Comment(b"a}b")], ErrorCode::InvalidGame);
    refused(&[Token::Comment(b"a\n\n[A \"1\"]\n[B \"2\"]\n1. e4")], ErrorCode::InvalidGame);
    refused(&[Token::LineComment(b"a\nb")], ErrorCode::InvalidGame);
    refused(&[Token::Plies(2)], ErrorCode::InvalidGame);
    refused(&[Token::Begin], ErrorCode::InvalidGame);
    refused(&[Token::End], ErrorCode::InvalidGame);
    refused(&[Token::Move(e4)], ErrorCode::InvalidGame);
    refused(&[Token::Raw(b"x")], ErrorCode::InvalidGame);
    refused(&[Token::Plies(1), Token::Begin], ErrorCode::InvalidGame);
    refused(&[Token::Plies(1), Token::Begin, Token::Raw(b"x"), Token::Nag(1), Token::End], ErrorCode::InvalidGame);
    refused(&[Token::Plies(1), Token::Begin, Token::Move(e4), Token::Move(e4), Token::End], ErrorCode::IllegalMove);
    for text in [&b" "[..], b"\n\nzz", b"zz\n\n1. d4", b"zz\n[White"] {
        for start in [Start::Standard, Start::Unreadable] {
            let mut game = Game::new();
            game.start = start;
            game.set_unparsed(text).unwrap();
            assert_eq!(write_game(&game, &mut Vec::new()).unwrap_err().code(), ErrorCode::InvalidGame);
        }
    }
    refused(&[Token::Plies(1), Token::Begin, Token::Raw(b"z)"), Token::End], ErrorCode::InvalidGame);
    refused(&[Token::Plies(1), Token::Begin, Token::Raw(b"z\n\nx"), Token::End], ErrorCode::InvalidGame);
    for lines in [&[Tag::Pair(b"A B", b"x")][..], &[EMPTY], &[EMPTY, Tag::Raw(b"%")], &[Tag::Raw(b"%"), EMPTY, EMPTY]] {
        let mut game = Game::new();
        lines.iter().for_each(|line| game.push_tag_line(*line).unwrap());
        assert_eq!(write_game(&game, &mut Vec::new()).unwrap_err().code(), ErrorCode::InvalidGame, "{lines:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_games_come_back(seeds in proptest::collection::vec(any::<u64>(), 1..4)) {
        let mut games: Vec<Game> = seeds.into_iter().map(random_game).collect();
        // A comment without end continues to the tags of another game, or to the end.
        if let Some(open) = games.iter().position(|g| g.unparsed().starts_with(b"{open") || g.unparsed().ends_with(b"{")) {
            games.truncate(open + 1);
        }
        let text = written(&games);
        let (again, _) = read_all(&text);
        prop_assert_eq!(&again, &games, "{}", text.escape_ascii());
        prop_assert_eq!(written(&again), text);
    }

    #[test]
    fn any_bytes_are_read_and_stable(bytes in proptest::collection::vec(proptest::sample::select(&b"\n\n\r [[]Event\"a1{}();%$!?.*-0e4dN\xef\xbb\xbfx"[..]), 0..200)) {
        let (games, _) = read_all(&bytes);
        let text = written(&games);
        let (again, _) = read_all(&text);
        prop_assert_eq!(&again, &games, "{}\n{}", bytes.escape_ascii(), text.escape_ascii());
    }
}
