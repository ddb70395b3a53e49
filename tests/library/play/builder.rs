//! Building games, and calls that are refused.

use plypack::{ErrorCode, Game, GameBuilder, PackedMove, Result, Token, pgn};

fn code(result: Result<()>) -> ErrorCode {
    result.unwrap_err().code()
}

fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    pgn::write_movetext(game, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_game_continues_at_its_end() {
    let mut builder = GameBuilder::new();
    builder.add_comment(b"before").unwrap();
    builder.add_san(b"e4").unwrap();
    builder.add_nag(1).unwrap();
    builder.add_san(b"e5").unwrap();
    let mut builder = GameBuilder::from(builder.finish().unwrap());
    builder.add_uci(b"g1f3").unwrap();
    builder.annotate(Token::LineComment(b" line")).unwrap();
    assert!(builder.position().is_ok());
    assert_eq!(movetext(&builder.finish().unwrap()), "{before} 1. e4 $1 e5 2. Nf3 ; line\n\n");
}

#[test]
fn what_fails_changes_nothing() {
    let mut builder = GameBuilder::new();
    assert_eq!(code(builder.begin_variation()), ErrorCode::WrongState);
    assert_eq!(code(builder.end_variation()), ErrorCode::WrongState);
    assert_eq!(code(builder.add_tag(b"White Elo", b"1")), ErrorCode::InvalidArgument);
    assert_eq!(code(builder.add_tag(b"White", b"a\nb")), ErrorCode::InvalidArgument);
    assert_eq!(code(builder.add_comment(b"}")), ErrorCode::InvalidArgument);
    assert_eq!(code(builder.annotate(Token::Escape(b"\n"))), ErrorCode::InvalidArgument);
    assert_eq!(code(builder.annotate(Token::Begin)), ErrorCode::InvalidArgument);
    assert_eq!(code(builder.add_san(b"hm")), ErrorCode::InvalidMoveText);
    assert_eq!(code(builder.add_uci(b"e2e5")), ErrorCode::IllegalMove);
    assert_eq!(code(builder.add_move(PackedMove(0xfff))), ErrorCode::IllegalMove);
    assert_eq!(builder.game(), &Game::new());
}

#[test]
fn open_variations_and_unparsed_text_are_refused() {
    let mut builder = GameBuilder::new();
    builder.add_san(b"e4").unwrap();
    builder.begin_variation().unwrap();
    assert_eq!(builder.depth(), 1);
    assert_eq!(code(builder.clone().finish().map(drop)), ErrorCode::WrongState);
    builder.game_mut().set_unparsed(b"??").unwrap();
    assert_eq!(code(builder.add_nag(1)), ErrorCode::WrongState);
}

#[test]
fn unparsed_text_ends_its_line() {
    let mut builder = GameBuilder::new();
    assert_eq!(code(builder.add_raw(b"x")), ErrorCode::WrongState);
    builder.add_san(b"e4").unwrap();
    builder.begin_variation().unwrap();
    builder.add_raw(b"d9").unwrap();
    for step in [Token::Nag(1), Token::Move(PackedMove::NULL), Token::Begin, Token::Raw(b"x")] {
        assert_eq!(code(builder.add_step(step)), ErrorCode::WrongState, "{step:?}");
    }
    assert_eq!(code(builder.add_step(Token::Plies(1))), ErrorCode::InvalidArgument);
    assert_eq!(code(builder.set_unparsed(b"Ke9")), ErrorCode::WrongState);
    builder.add_step(Token::End).unwrap();
    builder.add_step(Token::Nag(2)).unwrap();
    builder.set_unparsed(b"Ke9").unwrap();
    assert_eq!(movetext(&builder.finish().unwrap()), "1. e4 (d9) $2 Ke9\n");
}

#[test]
fn the_fen_tag_is_the_start() {
    let mut builder = GameBuilder::new();
    assert_eq!(code(builder.add_tag(b"FEN", b"nonsense")), ErrorCode::IllegalPosition);
    builder.position().unwrap();
    builder.add_tag(b"FEN", b"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").unwrap();
    assert_eq!(code(builder.add_san(b"e4")), ErrorCode::IllegalMove);
    builder.add_san(b"Kd7").unwrap();
    builder.begin_variation().unwrap();
    builder.add_tag(b"White", b"A").unwrap();
    assert_eq!(builder.depth(), 1);
}
