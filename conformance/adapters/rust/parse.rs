//! Games from what the vectors show of them.

use plypack::{Error, ErrorCode, Game, PackedMove, Result, Start, Termination, Token, internals::TokenChecker};
use serde_json::Value;

use super::games::{from_hex, list, moves_of, text, texts};

/// The bytes of what `text_json` shows.
pub fn bytes_of(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => text.as_bytes().to_vec(),
        other => from_hex(text(other, "hex")),
    }
}

/// The game that `game_json` shows.
pub fn game_of(shown: &Value) -> Result<Game> {
    let mut game = Game::new();
    for tag in list(shown, "tags") {
        match tag.as_array().expect("a tag").as_slice() {
            [name, value] => game.push_tag(&bytes_of(name), &bytes_of(value))?,
            [line] => game.push_raw_tag(&bytes_of(line))?,
            _ => panic!("a tag is a pair or a line"),
        }
    }
    match text(shown, "start") {
        "unreadable" => game.start = Start::Unreadable,
        _ => game.start_from_tags()?,
    }
    game.moves = moves_of(&game.start_position(), &texts(shown, "moves"))?;
    game.termination = Termination::from_text(text(shown, "termination").as_bytes()).unwrap_or_default();
    game.set_unparsed(&bytes_of(&shown["rest"]))?;
    game.continued = shown["continued"] == true;
    push_tokens(&mut game, list(shown, "tokens"))?;
    Ok(game)
}

/// Adds tokens to a game that has its moves.
pub fn push_tokens(game: &mut Game, shown: &[Value]) -> Result<()> {
    let (start, main) = (game.start_position(), game.moves.clone());
    let mut walker = TokenChecker::new(&start, &main);
    for token in shown {
        let (name, argument) = (token[0].as_str().expect("a name"), token.get(1));
        let text = argument.map(bytes_of_text).unwrap_or_default();
        let count = argument.and_then(Value::as_u64).unwrap_or(0) as u32;
        let token = match name {
            "plies" => Token::Plies(count),
            "nag" => Token::Nag(count),
            "move" => Token::Move(variation_move(&walker, &text)?),
            "comment" => Token::Comment(&text),
            "line_comment" => Token::LineComment(&text),
            "escape" => Token::Escape(&text),
            "begin" => Token::Begin,
            "end" => Token::End,
            _ => Token::Raw(&text),
        };
        walker.step(token)?;
        game.push_token(token)?;
    }
    Ok(())
}

fn bytes_of_text(value: &Value) -> Vec<u8> {
    if value.is_number() { Vec::new() } else { bytes_of(value) }
}

fn variation_move(walker: &TokenChecker<'_>, uci: &[u8]) -> Result<PackedMove> {
    let outside = || Error::new(ErrorCode::InvalidGame, "a move outside a variation");
    walker.variation_position().ok_or_else(outside)?.read_uci(uci)
}
