//! Games as people spell them have the same tags, moves and signs (`pgn.5`, `pgn.9`, `pgn.15`, `pgn.29` to `pgn.31`).

use proptest::prelude::*;

use super::{
    random::{Dice, random_move},
    read_all, written,
};
use crate::{
    Game, PackedMove, Position, Tag, Token,
    pgn::{Importer, Issue, Language, MAX_ISSUES_PER_GAME, Reason, Splitter},
};

const SEPARATORS: [&str; 10] =
    [" ", "\n", "\u{a0}", "\u{200b}", "\u{2009} ", " \u{feff}", "\u{3000}", "\t", "\u{2060}", "\u{202f}\u{200d}"];
const DASHES: [&str; 5] = ["-", "\u{2010}", "\u{2013}", "\u{2212}", "\u{ff0d}"];
const SIGNS: [(&str, u32); 12] = [
    ("±", 16),
    ("+-", 18),
    ("=", 10),
    ("+=", 14),
    ("=/+", 15),
    ("∞", 13),
    ("!?", 5),
    ("⁇", 4),
    ("□", 7),
    ("+/-", 16),
    ("＋－", 18),
    ("→", 40),
];
const LETTERS: [(&str, Option<u32>); 6] =
    [("N", Some(146)), ("D", Some(220)), ("RR", Some(145)), ("ch", None), ("dbl ch", None), ("mate", None)];
const EN_PASSANT: [&str; 5] = ["", "e.p.", "ep", " e.p.", " e.p"];
const IN_PARENTHESES: [&str; 6] = ["(=)", "( = )", "(!)", "(?!±)", "(⩲)", "(！？ ∞)"];
/// At most two blank lines, including the line end of a separator.
const BLANK_LINES: [&str; 3] = ["\n\n", "\n \n", "\r\n\r\n"];
const MARKERS: [&str; 8] = ["", "*", "1-0", "0\u{2013}1", "½-½", "1/2\u{2212}1/2", "\n0-1", "１-０"];
/// Tag sections, with their names and values.
const TAGS: [(&str, &[(&str, &str)]); 5] = [
    ("", &[]),
    ("[Event \"A\"]\n\n", &[("Event", "A")]),
    ("[Event \"A\"] [Site \"B\"][Round\t\"1\" ]\n\n\n", &[("Event", "A"), ("Site", "B"), ("Round", "1")]),
    (" \u{a0}[Event \"A long\nname\"]\n[Site \"B\"\n]\n\n", &[("Event", "A long name"), ("Site", "B")]),
    ("[Event\n\"A\"]\r\n  [Site \"B\"]\r\n\r\n", &[("Event", "A"), ("Site", "B")]),
];
/// Letters of the king, queen, rook, bishop and knight.
const LANGUAGES: [(&str, [&str; 5]); 6] = [
    ("de", ["K", "D", "T", "L", "S"]),
    ("es", ["R", "D", "T", "A", "C"]),
    ("fr", ["R", "D", "T", "F", "C"]),
    ("hu", ["K", "V", "B", "F", "H"]),
    ("pl", ["K", "H", "W", "G", "S"]),
    ("ru", ["Кр", "Ф", "Л", "С", "К"]),
];

/// Returns the move in characters that PGN does not have.
fn spelled(dice: &mut Dice, san: &str) -> String {
    if san == "--" {
        return dice.pick(&["--", "---", "Z0", "null", "pass", "@@@@", "0000"]).to_owned();
    }
    let mut text = san.to_owned();
    if let Some((to, piece)) = san.split_once('=').filter(|_| dice.roll(2) == 0) {
        return format!("{to}{}{piece}", dice.pick(&[" = ", "= ", " =", "＝", ""]));
    }
    if dice.roll(2) == 0 {
        text = text.replace('-', dice.pick(&DASHES)).replace('x', dice.pick(&["x", "×", "ｘ", ""]));
    }
    match dice.roll(4) {
        0 => text.chars().map(full_width).collect(),
        1 => text.chars().map(|letter| figurine(dice, letter)).collect(),
        _ => text,
    }
}

fn full_width(letter: char) -> char {
    char::from_u32(letter as u32 + 0xfee0).filter(|_| letter.is_ascii_graphic()).unwrap_or(letter)
}

fn figurine(dice: &mut Dice, letter: char) -> char {
    let at = "KQRBN".find(letter);
    at.and_then(|at| ["♔♕♖♗♘", "♚♛♜♝♞"][dice.roll(2)].chars().nth(at)).unwrap_or(letter)
}

fn number(dice: &mut Dice, ply: usize) -> String {
    let number = (ply / 2 + 1).to_string();
    let digits = if dice.roll(4) == 0 { number.chars().map(full_width).collect() } else { number };
    let dots = if ply.is_multiple_of(2) { [".", ".", "．", ". "] } else { ["...", "…", ". …", "．．．"] };
    format!("{digits}{}", dice.pick(&dots))
}

/// Returns the move with the letters of a language.
fn translated(letters: &[&str; 5], san: &str) -> String {
    san.chars().map(|letter| "KQRBN".find(letter).map_or(letter.to_string(), |at| letters[at].to_owned())).collect()
}

/// A text and its content.
struct Text {
    text: String,
    language: Language,
    tags: &'static [(&'static str, &'static str)],
    moves: Vec<PackedMove>,
    nags: Vec<u32>,
    comments: Vec<&'static str>,
}

fn random_text(seed: u64) -> Text {
    let mut dice = Dice::new(seed);
    let foreign = (dice.roll(4) == 0).then(|| dice.pick(&LANGUAGES));
    let language = foreign.map_or(Language::ENGLISH, |(code, _)| Language::from_code(code).unwrap());
    let (section, tags) = dice.pick(&TAGS);
    let mut position = Position::default();
    let mut text = section.to_owned();
    let mut moves = Vec::new();
    let mut nags = Vec::new();
    let mut comments = Vec::new();
    // A letter before a move without a number would be read as its piece.
    let mut needs_number = false;
    for ply in 0..dice.roll(60) {
        let before = position.clone();
        let Some(m) = random_move(&mut dice, &mut position) else { break };
        let san = match m {
            PackedMove::NULL => "--".to_owned(),
            _ => before.san(m).unwrap().to_string(),
        };
        if ply > 0 && dice.roll(12) == 0 {
            // The game continues after a blank line if the next number shows it.
            text += dice.pick(&BLANK_LINES);
            text += &format!("{}{} ", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." });
        } else if needs_number || dice.roll(5) > 0 {
            text += &number(&mut dice, ply);
            text += dice.pick(&["", " ", "\u{a0}"]);
        }
        needs_number = false;
        text += &match foreign {
            Some((_, letters)) if m != PackedMove::NULL => translated(&letters, &san),
            _ => spelled(&mut dice, &san),
        };
        let captures = san.starts_with(|file: char| file.is_ascii_lowercase()) && san.contains('x');
        if captures && san.ends_with(|rank: char| rank.is_ascii_digit()) {
            text += dice.pick(&EN_PASSANT);
            text += dice.pick(&[" ", "\u{2009}"]);
        } else if m != PackedMove::NULL && dice.roll(4) == 0 {
            let (sign, nag) = dice.pick(&SIGNS);
            text += if san.contains(['=', '+', '#']) { " " } else { dice.pick(&["", " ", "\u{200b}"]) };
            text += sign;
            nags.push(nag);
        }
        if !captures && dice.roll(6) == 0 {
            let (letter, nag) = dice.pick(&LETTERS);
            text += &format!(" {letter}");
            nags.extend(nag);
            needs_number = true;
        }
        if dice.roll(12) == 0 {
            let comment = dice.pick(&IN_PARENTHESES);
            text += dice.pick(&SEPARATORS);
            text += comment;
            comments.push(comment);
        }
        text += dice.pick(&SEPARATORS);
        moves.push(m);
    }
    text += dice.pick(&MARKERS);
    Text { text, language, tags, moves, nags, comments }
}

/// Returns all games of a text, and the issues.
fn read_in(language: Language, text: &str) -> (Vec<Game>, Vec<Issue>) {
    let mut splitter = Splitter::new(text.as_bytes()).with_language(language);
    let mut games = Vec::new();
    let mut issues = Vec::new();
    while let Some(batch) = splitter.next_batch().unwrap() {
        for index in 0..batch.games.len() {
            let mut game = Game::new();
            Importer::new().read_game(&batch, index, &mut game, &mut issues).unwrap();
            games.push(game);
        }
    }
    (games, issues)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn spellings_keep_moves_and_signs(seed: u64) {
        let Text { text, language, tags, moves, nags, comments } = random_text(seed);
        let (games, issues) = read_in(language, &text);
        prop_assert_eq!(issues, [], "{}", text);
        prop_assert!(games.len() <= 1, "{}", text);
        for game in &games {
            let found = game.tags().map(|tag| match tag {
                Tag::Pair(name, value) => (str::from_utf8(name).unwrap(), str::from_utf8(value).unwrap()),
                Tag::Raw(_) => ("", ""),
            });
            prop_assert!(found.filter(|tag| !tag.0.is_empty()).eq(tags.iter().copied()), "{}", text);
        }
        let found: Vec<_> = games.iter().flat_map(|game| game.moves.clone()).collect();
        prop_assert_eq!(found, moves, "{}", text);
        let tokens = || games.iter().flat_map(|game| game.tokens());
        let found: Vec<_> = tokens().filter_map(|token| if let Token::Nag(nag) = token { Some(nag) } else { None }).collect();
        prop_assert_eq!(found, nags, "{}", text);
        let comment = |token| if let Token::Comment(text) = token { str::from_utf8(text).ok() } else { None };
        prop_assert!(tokens().filter_map(comment).eq(comments), "{}", text);
        // Games are written in English.
        prop_assert_eq!(read_all(&written(&games)).0, games, "{}", text);
    }
}

// pgn.22, pgn.29
#[test]
fn control_characters_are_reported() {
    let source =
        b"\0\0[Event \"a\x01b\"]\n\n1. e4 \0\0e5 {x\x7f}\n\x1a2. Nf3 zz *\n\n\0\n[Event \"c\"]\n\n1. d4 *\n\0\0\0";
    let (games, issues) = read_all(source);
    let found: Vec<_> = issues.iter().map(|issue| (issue.line, issue.offset, issue.reason)).collect();
    let control = |line, offset| (line, offset, Reason::ControlCharacter);
    let unknown = (4, 41, Reason::UnknownWord);
    assert_eq!(
        found,
        [
            control(1, 0),
            control(1, 11),
            control(3, 23),
            control(3, 30),
            control(4, 33),
            unknown,
            control(6, 47),
            control(10, 70)
        ]
    );
    assert_eq!((games.len(), games[0].moves.len(), games[0].tag(b"Event")), (2, 3, Some(&b"a\x01b"[..])));
    assert!(games[0].tokens().any(|token| token == Token::Comment(b"x\x7f")));
    let (_, issues) = read_all(&b"1. e4 \0e5 ".repeat(100));
    assert_eq!(issues.len(), MAX_ISSUES_PER_GAME);
}

// pgn.31
#[test]
fn letters_of_other_languages() {
    for (code, text, moves) in [
        ("de", "1. e4 e5 2. Sf3 Sc6 3. Lb5 D 3... a6 4. Lxc6 dxc6 5. De2 ± Dd6", 10),
        ("hr", "1. Sf3 N 1... e5 2. Sxe5 RR", 3),
        ("fr", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 Tb8 7. Rf1", 13),
        ("ru", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Фe7 4. Крe2 Лb8", 8),
    ] {
        let parse = |language| {
            let (games, issues) = read_in(language, text);
            (games[0].moves.len(), issues.len())
        };
        assert_eq!(parse(Language::from_code(code).unwrap()), (moves, 0), "{text}");
        assert_eq!(parse(Language::ENGLISH).1, 1, "{text}");
    }
    let (games, issues) = read_in(Language::from_code("de").unwrap(), "1. e4 e5 2. Nf3");
    assert_eq!((games[0].moves.len(), issues.len(), games[0].unparsed()), (2, 1, &b"2. Nf3"[..]));
}

// pgn.30
#[test]
fn signs_in_parentheses_are_comments() {
    for (source, comment) in [
        ("1. e4 (=) e5", "(=)"),
        ("1. e4 1... (=) e5", "(=)"),
        ("1. e4 ( =\t) e5", "( =\t)"),
        ("1. e4 (!) e5", "(!)"),
        ("1. e4 (?! ±) e5", "(?! ±)"),
        ("1. e4 (⩲) e5", "(⩲)"),
        ("1. e4 (＝) e5", "(＝)"),
    ] {
        let (games, issues) = read_all(source.as_bytes());
        let tokens: Vec<_> = games[0].tokens().collect();
        assert_eq!(tokens, [Token::Plies(1), Token::Comment(comment.as_bytes())], "{source}");
        assert_eq!((games[0].moves.len(), issues), (2, vec![]), "{source}");
        assert_eq!(read_all(&written(&games)).0, games, "{source}");
    }
    // In a variation, it is a comment on the last move.
    let games = read_all(b"1. e4 (1. d4 (=) d5) e5").0;
    let tokens: Vec<_> = games[0].tokens().collect();
    assert!(matches!(
        tokens[..],
        [_, Token::Begin, Token::Move(_), Token::Comment(b"(=)"), Token::Move(_), Token::End]
    ));
    // A NAG, an empty variation, and anything with a line end, a comment or a letter is a variation.
    for source in ["1. e4 ($10) e5", "1. e4 () e5", "1. e4 (=\n) e5", "1. e4 (= {x}) e5", "1. e4 (= N) e5"] {
        let games = read_all(source.as_bytes()).0;
        assert!(matches!(games[0].tokens().nth(1), Some(Token::Begin)), "{source}");
        assert_eq!(read_all(&written(&games)).0, games, "{source}");
    }
    for source in ["(=) 1. e4", "1. e4 (= e5", "1. e4 (1. d4 (1. c4) (=) ", "1. e4 (=\n1... e5 *", "1. e4 * (=)"] {
        let games = read_all(source.as_bytes()).0;
        assert!(!games[0].unparsed().is_empty(), "{source}");
        assert_eq!(read_all(&written(&games)).0, games, "{source}");
    }
}
