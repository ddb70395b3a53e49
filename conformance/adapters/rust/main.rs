//! The library behind the conformance protocol: see ../../PROTOCOL.md.

use std::{
    fs,
    io::{self, BufRead, Write},
};

use plypack::{
    Codec, Error, ErrorClass, ErrorCode, Game, Options, PackedMove, Position, Reader, Result, Writer, games_from_pgn,
    internals::{annotations, wire::crc32c},
    pack_games,
};
use serde_json::{Value, json};

mod coders;
mod games;
mod parse;
mod reading;
mod searches;

use games::{from_hex, game_json, list, moves_of, number, text, text_json, texts, to_hex, tokens_json, uci_of};
use parse::{game_of, push_tokens};

/// Result of an operation, without id and result.
type Answer = Result<Value>;
type Operation = fn(&Value) -> Answer;

const OPERATIONS: [(&str, Operation); 27] = [
    ("decode", decode),
    ("encode", encode),
    ("move-table", move_table),
    ("order", order),
    ("read", |q| reading::whole_file(input(q))),
    ("tags", tags_of_games),
    ("recover", recover),
    ("write", write),
    ("append", append),
    ("import", import),
    ("annotations", decode_annotations),
    ("encode-annotations", encode_annotations),
    ("varint", |q| reading::varint(&input(q))),
    ("column", |q| reading::column(&input(q), number(q, "n"))),
    ("strings", |q| reading::strings(&input(q), number(q, "n"))),
    ("crc32c", |q| Ok(json!({"value": crc32c(&input(q)).to_string()}))),
    ("bits", coders::bits),
    ("range-code", coders::range_code),
    ("ranking", coders::ranking),
    ("values", |q| reading::block_values(&input(q), q)),
    ("tag-column", tag_column),
    ("tag-shapes", |q| reading::tag_shapes(&input(q), number(q, "games"))),
    ("position-key", searches::position_key),
    ("index", |q| searches::index_segments(input(q))),
    ("summary", searches::summary),
    ("find", |q| searches::find(input(q), q)),
    ("tree", |q| searches::tree(input(q), q)),
];

fn input(q: &Value) -> Vec<u8> {
    from_hex(text(q, "input"))
}

fn codec_of(q: &Value) -> Codec {
    text(q, "codec").parse().expect("a codec")
}

fn start_of(q: &Value) -> Result<Position> {
    Position::from_fen(text(q, "fen").as_bytes())
}

fn decode(q: &Value) -> Answer {
    let (start, mut moves) = (start_of(q)?, Vec::new());
    codec_of(q).decode_line(&start, &input(q), number(q, "plies"), &mut moves)?;
    Ok(json!({"moves": uci_of(&start, &moves)}))
}

fn encode(q: &Value) -> Answer {
    let (start, mut code) = (start_of(q)?, Vec::new());
    codec_of(q).encode_line(&start, &moves_of(&start, &texts(q, "moves"))?, &mut code)?;
    Ok(json!({"output": to_hex(&code)}))
}

fn move_table(q: &Value) -> Answer {
    let (codec, start) = (codec_of(q), start_of(q)?);
    let mut packed = start.legal_moves();
    if !start.is_check() {
        packed.push(PackedMove::NULL);
    }
    let rows = packed.into_iter().map(|m| {
        let mut code = Vec::new();
        codec.encode_line(&start, &[m], &mut code)?;
        Ok(json!([uci_of(&start, &[m])[0], to_hex(&code)]))
    });
    Ok(json!({"table": rows.collect::<Result<Vec<_>>>()?}))
}

fn order(q: &Value) -> Answer {
    let start = start_of(q)?;
    let moves: Vec<_> = start.legal_moves().into_iter().map(|m| start.canonical_uci(m).to_string()).collect();
    Ok(json!({"moves": moves}))
}

/// Without the moves of the games.
fn tags_of_games(q: &Value) -> Answer {
    let reader = Reader::from_bytes(input(q))?;
    let mut game = Game::new();
    let tags = (0..reader.number_end()).map(|number| match reader.read_tags(number, &mut game) {
        Err(e) if e.code() == ErrorCode::NotFound && reader.is_deleted(number) => Ok(Value::Null),
        read => read.map(|()| game_json(&game)["tags"].take()),
    });
    Ok(json!({"tags": tags.collect::<Result<Vec<_>>>()?}))
}

fn recover(q: &Value) -> Answer {
    Reader::salvage(Box::new(input(q))).map(|reader| reading::readable_games(&reader))
}

fn games_of(q: &Value) -> Result<Vec<Game>> {
    list(q, "games").iter().map(game_of).collect()
}

fn write(q: &Value) -> Answer {
    Ok(json!({"output": to_hex(&pack_games(&games_of(q)?, codec_of(q))?)}))
}

fn append(q: &Value) -> Answer {
    let path = tempfile::NamedTempFile::new()?.into_temp_path();
    fs::write(&path, input(q))?;
    let mut writer = Writer::append(&path, Options::default())?;
    games_of(q)?.iter().try_for_each(|game| writer.add(game))?;
    writer.finish()?;
    Ok(json!({"output": to_hex(&fs::read(&path)?)}))
}

fn import(q: &Value) -> Answer {
    let (games, _) = games_from_pgn(&input(q))?;
    Ok(json!({"games": games.iter().map(game_json).collect::<Vec<_>>()}))
}

fn game_with_moves(q: &Value) -> Result<Game> {
    let mut game = Game::new();
    game.moves = moves_of(&Position::default(), &texts(q, "moves"))?;
    Ok(game)
}

fn decode_annotations(q: &Value) -> Answer {
    let mut game = game_with_moves(q)?;
    annotations::decode(&input(q), text(q, "texts").as_bytes(), codec_of(q), &mut game)?;
    Ok(json!({"tokens": tokens_json(&game)}))
}

fn encode_annotations(q: &Value) -> Answer {
    let mut game = game_with_moves(q)?;
    push_tokens(&mut game, list(q, "tokens"))?;
    let (mut tokens, mut texts) = (Vec::new(), Vec::new());
    annotations::encode(&game, codec_of(q), &mut tokens, &mut texts)?;
    Ok(json!({"output": to_hex(&tokens), "texts": text_json(&texts)}))
}

fn tag_column(q: &Value) -> Answer {
    reading::tag_column(&input(q), number(q, "encoding") as u64, number(q, "n"), &texts(q, "names"))
}

fn greeting() -> Value {
    let ops: Vec<_> = OPERATIONS.iter().map(|(name, _)| name).collect();
    let codecs: Vec<_> = Codec::ALL.iter().map(|codec| codec.to_string()).collect();
    json!({"hello": 1, "name": "plypack", "version": env!("CARGO_PKG_VERSION"), "ops": ops, "codecs": codecs})
}

fn answer(q: &Value) -> Value {
    let (_, operation) = OPERATIONS.iter().find(|(name, _)| q["op"] == *name).expect("an operation of the greeting");
    let mut answer = match operation(q) {
        Ok(outputs) => outputs,
        Err(e) => refusal(&e),
    };
    answer["id"] = q["id"].clone();
    if answer.get("result").is_none() {
        answer["result"] = json!("valid");
    }
    answer
}

fn refusal(e: &Error) -> Value {
    let class = e.code().class();
    let mut error = json!({"class": class.name(), "code": e.code().name()});
    if let Some(at) = e.offset() {
        error["at"] = at.into();
    }
    json!({"result": if class == ErrorClass::Unsupported { "unsupported" } else { "invalid" }, "error": error})
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let reply = match request["op"].as_str() {
            Some("bye") => break,
            Some("hello") => greeting(),
            _ => answer(&request),
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}
