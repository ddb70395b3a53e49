//! Adding, changing and removing tags, and the effects on the game.

use plypack::{ErrorCode, Game, PackedMove, Position, Result, Start, Termination, Token, pgn};

const ENDGAME: &[u8] = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

fn code(result: Result<()>) -> ErrorCode {
    result.unwrap_err().code()
}

fn e4() -> PackedMove {
    Position::default().read_uci(b"e2e4").unwrap()
}

fn text(game: &Game) -> String {
    let mut text = Vec::new();
    pgn::write_game(game, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn tags_keep_their_order() {
    let mut game = Game::new();
    game.add_tag(b"White", b"A").unwrap();
    game.add_tag_line(b"% x").unwrap();
    game.add_escaped_tag(b"Black", b"C:\\x").unwrap();
    game.add_tag_line(b"").unwrap();
    game.push_token(Token::Comment(b"hm")).unwrap();
    game.set_tag(b"Site", b"?").unwrap();
    game.set_tag(b"White", b"a \"b\"").unwrap();
    game.set_tag_at(2, b"Round", b"1").unwrap();
    let lines = "[White \"a \\\"b\\\"\"]\n% x\n[Round \"1\"]\n[Site \"?\"]\n\n";
    assert_eq!(text(&game), format!("{lines}\n{{hm}}\n"));
    assert_eq!(code(game.remove_tag(b"Black")), ErrorCode::NotFound);
    game.add_tag(b"Round", b"2").unwrap();
    game.remove_tag(b"Round").unwrap();
    game.remove_tag_at(1).unwrap();
    game.remove_tag_at(0).unwrap();
    assert_eq!(text(&game), "[Site \"?\"]\n\n\n{hm}\n");
    game.remove_tag(b"Site").unwrap();
    assert_eq!(text(&game), "{hm}\n");
}

#[test]
fn lines_that_are_none_are_refused() {
    let mut game = Game::new();
    for line in [&b"x"[..], b"", b"% x\n", b"[A \"b\"]"] {
        assert_eq!(code(game.add_tag_line(line)), ErrorCode::InvalidArgument);
    }
    assert_eq!(code(game.add_tag(b"A b", b"")), ErrorCode::InvalidArgument);
    assert_eq!(code(game.set_tag(b"A", b"\n")), ErrorCode::InvalidArgument);
    assert_eq!(code(game.set_tag_at(0, b"A", b"")), ErrorCode::OutOfRange);
    assert_eq!(code(game.remove_tag_at(0)), ErrorCode::OutOfRange);
    game.add_tag_line(b";").unwrap();
    game.add_tag_line(b"").unwrap();
    assert_eq!(code(game.add_tag_line(b"")), ErrorCode::InvalidArgument);
}

#[test]
fn the_fen_tag_takes_effect_while_moves_stay_legal() {
    let mut game = Game::new();
    assert_eq!(code(game.set_tag(b"FEN", b"nonsense")), ErrorCode::IllegalPosition);
    assert_eq!(game, Game::new());
    game.moves.push(e4());
    game.set_tag(b"FEN", ENDGAME).unwrap();
    assert!(matches!(game.start, Start::Fen(_)));
    let before = game.clone();
    assert_eq!(code(game.set_tag(b"FEN", b"4k3/8/8/8/8/8/8/4K3 w - - 0 1")), ErrorCode::IllegalMove);
    assert_eq!(game, before);
    game.remove_tag(b"FEN").unwrap();
    assert_eq!(game.start, Start::Standard);
    game.add_tag(b"FEN", ENDGAME).unwrap();
    game.add_tag(b"FEN", b"the second one has no effect").unwrap();
    assert!(matches!(game.start, Start::Fen(_)));
    game.moves.pop();
    game.set_start(&Position::default()).unwrap();
    assert_eq!((game.tags().len(), &game.start), (0, &Start::Standard));
    game.set_start(&Position::from_fen(ENDGAME).unwrap()).unwrap();
    assert_eq!((game.tag(b"FEN"), game.tag(b"SetUp")), (Some(ENDGAME), Some(&b"1"[..])));
    game.check().unwrap();
}

#[test]
fn the_termination_follows_the_result_tag() {
    let mut game = Game::new();
    game.add_tag(b"Result", b"1-0").unwrap();
    assert_eq!(game.termination, Termination::WhiteWins);
    game.set_tag(b"Result", b"who knows").unwrap();
    game.add_tag(b"Result", b"0-1").unwrap();
    assert_eq!(game.termination, Termination::WhiteWins);
    game.remove_tag_at(0).unwrap();
    assert_eq!(game.termination, Termination::BlackWins);
    game.set_termination(Termination::Absent).unwrap();
    game.add_tag(b"White", b"A").unwrap();
    assert_eq!(game.termination, Termination::Absent);
    game.set_unparsed(b"Ke9 1-0").unwrap();
    game.set_tag(b"Result", b"1/2-1/2").unwrap();
    assert_eq!(game.termination, Termination::Absent);
    assert_eq!(code(game.set_termination(Termination::Draw)), ErrorCode::WrongState);
}

#[test]
fn games_that_cannot_be_played() {
    let mut game = Game::new();
    assert_eq!(code(game.add_tag(b"Variant", b"Atomic")), ErrorCode::InvalidArgument);
    game.set_unreadable_start().unwrap();
    for (name, value) in [(&b"Variant"[..], &b"Atomic"[..]), (b"FEN", b"nonsense"), (b"Result", b"1-0")] {
        game.set_tag(name, value).unwrap();
    }
    assert_eq!((&game.start, game.termination), (&Start::Unreadable, Termination::Absent));
    assert_eq!(code(game.set_termination(Termination::Draw)), ErrorCode::WrongState);
    assert_eq!(code(game.set_start(&Position::default())), ErrorCode::WrongState);
    assert_eq!(code(game.set_continuation()), ErrorCode::WrongState);
    let mut game = Game::new();
    game.set_continuation().unwrap();
    game.set_unparsed(b"text").unwrap();
    assert_eq!(code(game.add_tag(b"White", b"A")), ErrorCode::WrongState);
    assert_eq!(code(game.set_unreadable_start()), ErrorCode::WrongState);
}
