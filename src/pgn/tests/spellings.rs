//! Games in the spelling of people: the moves and signs are the same (`pgn.29`, `pgn.30`).

use proptest::prelude::*;

use super::{
    random::{Dice, random_move},
    read_all, rewritten,
};
use crate::{
    Game, PackedMove, Position, Token,
    pgn::{Importer, Language, MAX_ISSUES_PER_GAME, Reason, Splitter},
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
const LETTERS: [(&str, u32); 3] = [("N", 146), ("D", 220), ("RR", 145)];

/// The move in characters that PGN does not have.
fn spelled(dice: &mut Dice, san: &str) -> String {
    if san == "--" {
        return dice.pick(&["--", "---", "Z0", "null", "pass", "@@@@"]).to_owned();
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

/// Movetext, its moves and its NAGs.
fn random_text(seed: u64) -> (String, Vec<PackedMove>, Vec<u32>) {
    let mut dice = Dice::new(seed);
    let (mut position, mut text, mut moves, mut nags) = (Position::default(), String::new(), Vec::new(), Vec::new());
    for ply in 0..dice.roll(60) {
        let before = position.clone();
        let Some(m) = random_move(&mut dice, &mut position) else { break };
        let san = match m {
            PackedMove::NULL => "--".to_owned(),
            _ => before.san(m).unwrap().to_string(),
        };
        text += &number(&mut dice, ply);
        text += dice.pick(&["", " ", "\u{a0}"]);
        text += &spelled(&mut dice, &san);
        if m != PackedMove::NULL && dice.roll(4) == 0 {
            let (sign, nag) = dice.pick(&SIGNS);
            text += if san.contains(['=', '+', '#']) { " " } else { dice.pick(&["", " ", "\u{200b}"]) };
            text += sign;
            nags.push(nag);
        }
        if dice.roll(6) == 0 {
            let (letter, nag) = dice.pick(&LETTERS);
            text += &format!(" {letter}");
            nags.push(nag);
        }
        text += dice.pick(&SEPARATORS);
        moves.push(m);
    }
    (text, moves, nags)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn spellings_keep_moves_and_signs(seed: u64) {
        let (text, moves, nags) = random_text(seed);
        let (games, issues) = read_all(text.as_bytes());
        prop_assert_eq!(issues, [], "{}", text);
        let found: Vec<_> = games.iter().flat_map(|game| game.moves.clone()).collect();
        prop_assert_eq!(found, moves, "{}", text);
        let tokens = games.iter().flat_map(|game| game.tokens());
        let found: Vec<_> = tokens.filter_map(|token| if let Token::Nag(nag) = token { Some(nag) } else { None }).collect();
        prop_assert_eq!(found, nags, "{}", text);
        rewritten(&text);
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
            let batch = Splitter::new(text.as_bytes()).with_language(language).next_batch().unwrap().unwrap();
            let (mut game, mut issues) = (Game::new(), Vec::new());
            Importer::new().read_game(&batch, 0, &mut game, &mut issues).unwrap();
            (game.moves.len(), issues.len())
        };
        assert_eq!(parse(Language::from_code(code).unwrap()), (moves, 0), "{text}");
        assert_eq!(parse(Language::ENGLISH).1, 1, "{text}");
    }
    let mut splitter = Splitter::new(&b"1. e4 e5 2. Nf3"[..]).with_language(Language::from_code("de").unwrap());
    let batch = splitter.next_batch().unwrap().unwrap();
    let (mut game, mut issues) = (Game::new(), Vec::new());
    Importer::new().read_game(&batch, 0, &mut game, &mut issues).unwrap();
    assert_eq!((game.moves.len(), issues.len(), game.unparsed()), (2, 1, &b"2. Nf3"[..]));
}
