//! Edits of small games, as PGN before and after.

use plypack::{ErrorCode, Game, PackedMove, Position, Result, Token, Walker, pgn};

fn read(text: &str) -> Game {
    let batch = pgn::Splitter::new(text.as_bytes()).next_batch().unwrap().unwrap();
    let mut game = Game::new();
    let mut issues = Vec::new();
    pgn::Importer::new().read_game(&batch, 0, &mut game, &mut issues).unwrap();
    game
}

fn written(game: &Game) -> String {
    let mut text = Vec::new();
    pgn::write_movetext(game, &mut text).unwrap();
    String::from_utf8(text).unwrap().trim_end().to_owned()
}

/// The place of the first move with this SAN. `(`, `)` and the text of a comment or NAG name other steps.
fn place(game: &Game, wanted: &str) -> usize {
    let mut walker = Walker::new(game);
    let mut place = 0;
    while let Some(step) = walker.next().transpose().unwrap() {
        place += 1;
        let mut shown = Vec::new();
        match step.token {
            Token::Move(m) => shown = walker.position_before().san(m).unwrap().as_bytes().to_vec(),
            Token::Begin => shown.push(b'('),
            Token::End => shown.push(b')'),
            Token::Nag(n) => shown = format!("${n}").into_bytes(),
            Token::Comment(text) | Token::LineComment(text) | Token::Escape(text) | Token::Raw(text) => {
                shown = text.to_vec();
            }
            Token::Plies(_) => {}
        }
        if shown == wanted.as_bytes() {
            return place;
        }
    }
    assert_eq!(wanted, "start");
    0
}

/// The move of this SAN after a place.
fn san_at(game: &Game, place: usize, san: &str) -> PackedMove {
    let mut walker = Walker::new(game);
    (0..place).for_each(|_| drop(walker.next()));
    walker.position().read_san(san.as_bytes()).unwrap()
}

/// Plays a move after the step of this name and returns the movetext.
fn added(text: &str, after: &str, san: &str) -> String {
    let mut game = read(text);
    let at = place(&game, after);
    let m = san_at(&game, at, san);
    let found = game.add_move_at(at, m).unwrap();
    assert_eq!(found, place(&game, san), "{text}");
    written(&game)
}

fn edited(text: &str, at: &str, edit: impl Fn(&mut Game, usize) -> Result<usize>) -> String {
    let mut game = read(text);
    let at = place(&game, at);
    edit(&mut game, at).unwrap();
    game.check().unwrap();
    written(&game)
}

fn refused(text: &str, at: &str, edit: impl Fn(&mut Game, usize) -> Result<usize>) -> ErrorCode {
    let mut game = read(text);
    let at = place(&game, at);
    let before = game.clone();
    let code = edit(&mut game, at).unwrap_err().code();
    assert_eq!(game, before);
    code
}

#[test]
fn a_move_is_found_appended_or_begins_a_variation() {
    for (text, after, san, expected) in [
        ("1. e4 e5 *", "e4", "e5", "1. e4 e5 *"),
        ("1. e4 {a} (1. d4 d5) *", "start", "d4", "1. e4 {a} (1. d4 d5) *"),
        ("1. e4 (1. c4) (1. {b} d4 d5) *", "start", "d4", "1. e4 (1. c4) ({b} 1. d4 d5) *"),
        ("1.", "start", "e4", "1. e4"),
        ("1. e4 $1 {a} (1. d4) 1-0", "e4", "e5", "1. e4 $1 {a} (1. d4) 1... e5 1-0"),
        ("1. e4 {a} (1. d4) {b} e5 *", "start", "c4", "1. e4 {a} (1. d4) {b} (1. c4) 1... e5 *"),
        ("1. e4 (1. d4 {a} d5) e5", "d4", "Nf6", "1. e4 (1. d4 {a} 1... d5 (1... Nf6)) 1... e5"),
        ("1. e4 (1. d4 d5) e5", "d5", "c4", "1. e4 (1. d4 d5 2. c4) 1... e5"),
        ("1. e4 (1. d4 d5) e5", ")", "c5", "1. e4 (1. d4 d5) 1... e5 (1... c5)"),
    ] {
        assert_eq!(added(text, after, san), expected);
    }
}

#[test]
fn moves_are_inserted_and_replaced_while_the_rest_stays_legal() {
    let d4 = san_at(&Game::new(), 0, "d4");
    let h3_h6 = ["h3", "a6"].map(|san| san_at(&read("1. h3"), usize::from(san == "a6"), san));
    let insert = |game: &mut Game, at| game.insert_moves_at(at, &h3_h6);
    assert_eq!(edited("1. e4 {x} (1. c4) e5 *", "start", insert), "1. h3 a6 2. e4 {x} (2. c4) 2... e5 *");
    assert_eq!(edited("{x} 1. e4 e5 *", "start", insert), "{x} 1. h3 a6 2. e4 e5 *");
    let one = |game: &mut Game, at| game.insert_moves_at(at, &h3_h6[..1]);
    assert_eq!(refused("1. e4 e5", "start", one), ErrorCode::IllegalMove);
    let replace = |game: &mut Game, at| game.replace_move_at(at, d4).map(|()| 0);
    assert_eq!(edited("1. e4 {x} (1. c4) e5 *", "e4", replace), "1. d4 {x} (1. c4) 1... e5 *");
    assert_eq!(refused("1. e4 (1. c4) e5 2. Bc4", "e4", replace), ErrorCode::IllegalMove);
    assert_eq!(edited("1. e4 (1. c4 d5) e5 *", "c4", replace), "1. e4 (1. d4 d5) 1... e5 *");
    assert_eq!(refused("{x} 1. e4", "x", replace), ErrorCode::InvalidArgument);
    assert_eq!(refused("1. e4", "start", replace), ErrorCode::InvalidArgument);
}

#[test]
fn moves_are_removed_with_what_belongs_to_them() {
    let all = |game: &mut Game, at| game.remove_moves_at(at, usize::MAX);
    assert_eq!(edited("{a} 1. e4 {b} (1. d4) e5 1-0", "e4", all), "{a} 1-0");
    assert_eq!(edited("1. e4 {b} (1. d4) e5 {c} 2. Nf3 zz", "e5", all), "1. e4 {b} (1. d4)");
    assert_eq!(edited("1. e4 (1. d4 d5 zz) e5", "d5", all), "1. e4 (1. d4) 1... e5");
    assert_eq!(edited("1. e4 (1. {x} d4 d5 zz) e5", "d4", all), "1. e4 e5");
    let two = |game: &mut Game, at| game.remove_moves_at(at, 2);
    assert_eq!(edited("1. h3 {x} (1. h4) a6 2. e4 e5 zz", "h3", two), "1. e4 e5 zz");
    assert_eq!(edited("1. e4 (1. h3 a6 2. d4) e5", "h3", two), "1. e4 (1. d4) 1... e5");
    let one = |game: &mut Game, at| game.remove_moves_at(at, 1);
    assert_eq!(refused("1. e4 e5", "e4", one), ErrorCode::IllegalMove);
    assert_eq!(refused("1. e4 e5", "e4", |game, at| game.remove_moves_at(at, 0)), ErrorCode::InvalidArgument);
    let mut game = read("1. e4 e5 (1... c5 {x} 2. Nf3) 2. Nc3");
    let nf3 = place(&game, "Nf3");
    assert_eq!(game.remove_moves_at(nf3, 1).unwrap(), place(&game, "c5"));
    let c5 = place(&game, "c5");
    assert_eq!(game.remove_moves_at(c5, 1).unwrap(), place(&game, "e4"));
    assert_eq!(game.remove_moves_at(1, 9).unwrap(), 0);
}

#[test]
fn variations_are_added_and_removed() {
    let line = ["d4", "d5"].map(|san| san_at(&read("1. d4"), usize::from(san == "d5"), san));
    let add = |game: &mut Game, at| game.add_variation_at(at, &line);
    assert_eq!(edited("1. e4 {x} (1. c4) e5 *", "e4", add), "1. e4 {x} (1. c4) (1. d4 d5) 1... e5 *");
    assert_eq!(edited("1. e4 (1. c4 c5) e5 *", "c4", add), "1. e4 (1. c4 (1. d4 d5) 1... c5) 1... e5 *");
    assert_eq!(refused("1. e4 e5", "e5", add), ErrorCode::IllegalMove);
    assert_eq!(refused("1. e4 e5", "start", add), ErrorCode::InvalidArgument);
    assert_eq!(refused("1. e4", "e4", |game, at| game.add_variation_at(at, &[])), ErrorCode::InvalidArgument);
    let remove = |game: &mut Game, at| game.remove_variation_at(at);
    for at in ["(", ")", "c4", "x", "c5"] {
        assert_eq!(edited("1. e4 ({x} 1. c4 c5) e5 *", at, remove), "1. e4 e5 *", "{at}");
    }
    assert_eq!(edited("1. e4 (1. c4 c5 (1... d5) zz) e5 *", "d5", remove), "1. e4 (1. c4 c5 zz) 1... e5 *");
    assert_eq!(refused("1. e4 (1. c4 c5) e5 *", "e5", remove), ErrorCode::InvalidArgument);
}

#[test]
fn variations_are_promoted() {
    let up = |game: &mut Game, at| game.promote_variation_at(at);
    for (text, at, expected) in [
        ("1. e4 (1. d4) *", "d4", "1. d4 (1. e4) *"),
        ("1. e4 {a} (1. c4) {b} (1. d4) 1... e5", "(", "1. c4 (1. e4 {a} {b} 1... e5) (1. d4)"),
        (
            "1. e4 {a} (1. Nc3) {b} ({l} 1. d4 {c} d5) {d} (1. a3) 1... e5 2. f4 1-0",
            "d5",
            "{l} 1. d4 {c} (1. Nc3) (1. e4 {a} {b} {d} 1... e5 2. f4) (1. a3) 1... d5 1-0",
        ),
        ("1. e4 e5 (1... c5 2. Nc3 (2. Nf3 d6) g6 zz) *", "Nf3", "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 g6 zz) 2... d6) *"),
        ("1. e4 e5 (1... c5 (1... e6 2. d4)) 2. f4", "d4", "1. e4 e5 (1... e6 (1... c5) 2. d4) 2. f4"),
    ] {
        let mut game = read(text);
        let at = place(&game, at);
        let before = game.clone();
        let step = Walker::new(&before).nth(at - 1).unwrap().unwrap().token;
        let now = game.promote_variation_at(at).unwrap();
        assert_eq!(written(&game), expected);
        let found = Walker::new(&game).nth(now - 1).unwrap().unwrap().token;
        assert!(found == step || step == Token::Begin, "{text}");
    }
    assert_eq!(refused("1. e4 (1. d4) *", "e4", up), ErrorCode::InvalidArgument);
    assert_eq!(refused("1. e4 ({x}) *", "x", up), ErrorCode::WrongState);
    assert_eq!(refused("1. e4 (1. d4 zz) *", "d4", up), ErrorCode::WrongState);
    assert_eq!(refused("1. e4 (1. d4) zz", "d4", up), ErrorCode::WrongState);
    let top = |game: &mut Game, at| game.promote_to_main_line_at(at);
    let expected = "1. e4 c5 (1... e5 2. Bc4) 2. Nf3 (2. Nc3 g6) 2... d6 *";
    for at in ["Nf3", "d6"] {
        assert_eq!(edited("1. e4 e5 (1... c5 2. Nc3 (2. Nf3 d6) g6) 2. Bc4 *", at, top), expected);
    }
    for at in ["(", ")"] {
        assert_eq!(edited("1. e4 (1. d4 d5) e5 *", at, top), "1. d4 (1. e4 e5) 1... d5 *");
    }
}

#[test]
fn notes_come_behind_nags() {
    let add = |note| move |game: &mut Game, at| game.add_note_at(at, note);
    let comment = Token::Comment(b"new");
    for (text, at, note, expected) in [
        ("1. e4 $1 $14 {old} e5", "e4", comment, "1. e4 $1 $14 {new} {old} 1... e5"),
        ("1. e4 $1 {old} e5", "old", comment, "1. e4 $1 {old} {new} 1... e5"),
        ("1. e4 $1 {old} e5", "e4", Token::Nag(9), "1. e4 $1 $9 {old} 1... e5"),
        ("1. e4", "start", comment, "{new} 1. e4"),
        ("1. e4 (1. d4) e5", "(", comment, "1. e4 ({new} 1. d4) 1... e5"),
        ("1. e4 (1. d4) e5", ")", Token::LineComment(b"l"), "1. e4 (1. d4) ;l\n1... e5"),
        ("1. e4 zz", "e4", Token::Escape(b"e"), "1. e4\n%e\nzz"),
        ("1.", "start", comment, "{new}"),
    ] {
        assert_eq!(edited(text, at, add(note)), expected);
    }
    let set = |game: &mut Game, at| game.set_note_at(at, Token::Comment(b"b")).map(|()| at);
    assert_eq!(edited("1. e4 {a} e5", "a", set), "1. e4 {b} 1... e5");
    assert_eq!(edited("1. e4 $3 e5", "$3", set), "1. e4 {b} 1... e5");
    let remove = |game: &mut Game, at| game.remove_note_at(at).map(|()| at);
    assert_eq!(edited("1. e4 $1 {a} e5", "$1", remove), "1. e4 {a} 1... e5");
    assert_eq!(edited("1. e4 (1. d4 {a} zz) zz", "a", remove), "1. e4 (1. d4 zz) zz");
    for bad in [Token::Comment(b"}"), Token::LineComment(b"\n"), Token::Escape(b"\r"), Token::Begin, Token::Raw(b"")] {
        assert_eq!(refused("1. e4", "e4", add(bad)), ErrorCode::InvalidArgument);
    }
    assert_eq!(refused("1. e4 (1. d4 zz)", "zz", add(comment)), ErrorCode::WrongState);
    assert_eq!(refused("1. e4", "e4", set), ErrorCode::InvalidArgument);
    assert_eq!(refused("1. e4", "e4", remove), ErrorCode::InvalidArgument);
}

#[test]
fn unparsed_text_stays_at_the_end_of_its_line() {
    let e5 = san_at(&read("1. e4"), 1, "e5");
    let add = |game: &mut Game, at| game.add_move_at(at, e5);
    assert_eq!(refused("1. e4 zz", "e4", add), ErrorCode::WrongState);
    assert_eq!(refused("1. d4 (1. e4 zz)", "e4", add), ErrorCode::WrongState);
    assert_eq!(edited("1. e4 c5 zz", "e4", add), "1. e4 c5 (1... e5) zz");
    let e4 = san_at(&Game::new(), 0, "e4");
    for unparsed in ["[Variant \"Atomic\"]\n\n1. e4 e5 *", "[FEN \"nonsense\"]\n\n1. e4"] {
        assert_eq!(refused(unparsed, "start", |game, at| game.add_move_at(at, e4)), ErrorCode::WrongState);
    }
}

#[test]
fn places_after_the_end_are_refused() {
    let mut game = read("1. e4 (1. d4)");
    let m = san_at(&Game::new(), 0, "e4");
    for result in [
        game.add_move_at(5, m),
        game.insert_moves_at(5, &[]),
        game.replace_move_at(5, m).map(|()| 0),
        game.remove_moves_at(5, 1),
        game.add_variation_at(5, &[m]),
        game.remove_variation_at(5),
        game.promote_variation_at(5),
        game.promote_to_main_line_at(5),
        game.add_note_at(5, Token::Nag(1)),
        game.set_note_at(5, Token::Nag(1)).map(|()| 0),
        game.remove_note_at(5).map(|()| 0),
    ] {
        assert_eq!(result.unwrap_err().code(), ErrorCode::OutOfRange);
    }
}

#[test]
fn edits_start_from_the_fen() {
    let mut game = Game::new();
    let start = Position::from_fen(b"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").unwrap();
    game.set_start(&start).unwrap();
    game.add_move_at(0, start.read_san(b"Kd7").unwrap()).unwrap();
    assert_eq!(written(&game), "7... Kd7");
}
