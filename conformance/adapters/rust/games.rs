//! Moves, tokens and games as the vectors show them.

use plypack::{Game, PackedMove, Position, Result, Start, Tag, Token, internals::TokenChecker};
use serde_json::{Value, json};

/// A text, or bytes that are not UTF-8 as `{"hex": ...}`.
pub fn text_json(text: &[u8]) -> Value {
    std::str::from_utf8(text).map_or_else(|_| json!({"hex": to_hex(text)}), Value::from)
}

pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Spaces are skipped; `00 x 448` is a byte 448 times, which vectors have and requests do not.
pub fn from_hex(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split(' ').filter(|part| !part.is_empty());
    while let Some(part) = parts.next() {
        if part == "x" {
            let count: usize = parts.next().expect("a number").parse().expect("a number");
            let byte = *bytes.last().expect("a byte before x");
            bytes.resize(bytes.len() + count - 1, byte);
            continue;
        }
        assert!(part.len().is_multiple_of(2), "{text}");
        bytes.extend((0..part.len()).step_by(2).map(|at| u8::from_str_radix(&part[at..at + 2], 16).expect("hex")));
    }
    bytes
}

pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is a text"))
}

pub fn number(value: &Value, key: &str) -> usize {
    value[key].as_u64().unwrap_or_else(|| panic!("{key} is a number")) as usize
}

pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

pub fn texts<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    list(value, key).iter().map(|text| text.as_str().expect("a text")).collect()
}

/// Moves from UCI, up to the first that is wrong.
pub fn moves_of(start: &Position, uci: &[&str]) -> Result<Vec<PackedMove>> {
    let mut position = start.clone();
    let moves = uci.iter().enumerate().map(|(ply, uci)| {
        let packed = position.read_uci(uci.as_bytes()).map_err(|e| e.with_offset(ply as u64))?;
        position.play(packed).map_err(|e| e.with_offset(ply as u64))?;
        Ok(packed)
    });
    moves.collect()
}

/// Moves as the text by which the canonical order sorts.
pub fn uci_of(start: &Position, moves: &[PackedMove]) -> Vec<String> {
    let mut position = start.clone();
    let uci = moves.iter().map(|packed| {
        let uci = position.canonical_uci(*packed).to_string();
        position.play(*packed).expect("a legal move");
        uci
    });
    uci.collect()
}

pub fn game_json(game: &Game) -> Value {
    let start = match game.start {
        Start::Standard => "standard",
        Start::Fen(_) => "fen",
        Start::Unreadable => "unreadable",
    };
    let tags = game.tags().map(|tag| match tag {
        Tag::Pair(name, value) => json!([text_json(name), text_json(value)]),
        Tag::Raw(line) => json!([text_json(line)]),
    });
    json!({
        "tags": tags.collect::<Vec<_>>(), "start": start, "moves": uci_of(&game.start_position(), &game.moves),
        "tokens": tokens_json(game), "termination": game.termination.as_str(), "rest": text_json(game.unparsed()),
        "continued": game.continued,
    })
}

/// The tokens of a sound game.
pub fn tokens_json(game: &Game) -> Vec<Value> {
    let start = game.start_position();
    let mut walker = TokenChecker::new(&start, &game.moves);
    let tokens = game.tokens().map(|token| {
        let shown = token_json(token, walker.variation_position());
        walker.step(token).expect("a sound game");
        shown
    });
    tokens.collect()
}

fn token_json(token: Token<'_>, position: Option<&Position>) -> Value {
    match token {
        Token::Plies(n) => json!(["plies", n]),
        Token::Move(m) => json!(["move", uci_of(position.expect("a variation"), &[m])[0]]),
        Token::Nag(n) => json!(["nag", n]),
        Token::Comment(text) => json!(["comment", text_json(text)]),
        Token::LineComment(text) => json!(["line_comment", text_json(text)]),
        Token::Escape(text) => json!(["escape", text_json(text)]),
        Token::Begin => json!(["begin"]),
        Token::End => json!(["end"]),
        Token::Raw(text) => json!(["raw", text_json(text)]),
    }
}
