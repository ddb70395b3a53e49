//! Runs the vectors of `conformance/vectors` against the library.

use std::{fs, path::Path};

use plypack::{
    Codec, Game, Position, Result, games_from_pgn,
    internals::{annotations, wire::crc32c},
};
use serde_json::{Value, json};

mod coders;
mod consistency;
mod files;
#[path = "../../../conformance/adapters/rust/games.rs"]
mod games;
mod lines;
#[path = "../../../conformance/adapters/rust/reading.rs"]
mod reading;
mod schema;
#[path = "../../../conformance/adapters/rust/searches.rs"]
mod searches;

use games::{from_hex, game_json, moves_of, number, text, texts, tokens_json};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/conformance"))
}

fn read_json(path: &str) -> Value {
    let path = folder().join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn file(chapter: &str) -> Value {
    read_json(&format!("vectors/{chapter}.json"))
}

fn tests(file: &Value) -> &[Value] {
    file["tests"].as_array().expect("the schema was checked")
}

pub fn input(test: &Value) -> Vec<u8> {
    let pieces = test["input"].as_array().expect("input");
    pieces.iter().flat_map(|piece| from_hex(piece[0].as_str().expect("hex"))).collect()
}

/// The result of an operation, in the form of `expect`.
type Outcome = Result<Value>;

fn run(test: &Value) -> Outcome {
    match text(test, "op") {
        "line" => lines::line(test),
        "encode-line" => lines::encode_line(test),
        "decode-line" => lines::decode_line(test),
        "move-table" => lines::move_table(test),
        "decode-file" => files::decode_file(input(test)),
        "recover-file" => files::recover_file(input(test)),
        "append-file" => files::append_file(&input(test), test),
        "canonical-order" => lines::order(test),
        "varint" => reading::varint(&input(test)),
        "column" => reading::column(&input(test), number(test, "n")),
        "strings" => reading::strings(&input(test), number(test, "n")),
        "crc32c" => Ok(json!({"value": crc32c(&input(test)).to_string()})),
        "tag-column" => {
            let encoding = number(test, "encoding") as u64;
            reading::tag_column(&input(test), encoding, number(test, "n"), &texts(test, "names"))
        }
        "tag-shapes" => reading::tag_shapes(&input(test), number(test, "games")),
        "annotations" => decode_annotations(test),
        "bits" => coders::bits(test),
        "range-code" => coders::range_code(test),
        "ranking" => coders::ranks(test),
        "values" => reading::block_values(&input(test), test),
        "position-key" => searches::position_key(test),
        "index" => searches::index_segments(input(test)),
        "summary" => searches::summary(test),
        "find" => searches::find(input(test), test),
        "tree" => searches::tree(input(test), test),
        "import" => import(test),
        other => panic!("the operation {other} is not known"),
    }
}

fn codec_of(test: &Value) -> Codec {
    text(test, "codec").parse().expect("a codec")
}

fn start_of(test: &Value) -> Position {
    Position::from_fen(text(test, "fen").as_bytes()).expect("a playable position")
}

fn import(test: &Value) -> Outcome {
    let (games, _) = games_from_pgn(&input(test))?;
    Ok(json!({"games": games.iter().map(game_json).collect::<Vec<_>>()}))
}

fn decode_annotations(test: &Value) -> Outcome {
    let codec = codec_of(test);
    let bytes = input(test);
    let text = text(test, "texts").as_bytes();
    let mut game = Game::new();
    game.moves = moves_of(&Position::default(), &texts(test, "moves"))?;
    annotations::decode(&bytes, text, codec, &mut game)?;
    let mut tokens = Vec::new();
    let mut texts = Vec::new();
    annotations::encode(&game, codec, &mut tokens, &mut texts)?;
    assert_eq!((tokens, texts), (bytes, text.to_vec()), "a game has one code");
    Ok(json!({"tokens": tokens_json(&game)}))
}

/// Returns the error in the answer to a test, if there is one.
fn complaint(test: &Value, outcome: &Outcome) -> Option<String> {
    match (outcome, test.get("error")) {
        (Ok(value), None) => (value != &test["expect"]).then(|| format!("gave {value}")),
        (Ok(value), Some(_)) => Some(format!("was accepted as {value}")),
        (Err(e), None) => Some(format!("was refused: {e}")),
        (Err(e), Some(error)) => {
            let same = e.code().name() == text(error, "code")
                && e.code().class().name() == text(error, "class")
                && error.get("at").is_none_or(|at| e.offset() == at.as_u64());
            (!same).then(|| format!("was refused with {} {:?}: {e}", e.code().name(), e.offset()))
        }
    }
}

fn run_chapter(chapter: &str) {
    let file = file(chapter);
    let mut complaints = Vec::new();
    for test in tests(&file) {
        let outcome = std::panic::catch_unwind(|| run(test));
        let what = match outcome {
            Ok(outcome) => complaint(test, &outcome),
            Err(_) => Some("panicked".to_owned()),
        };
        complaints.extend(what.map(|what| format!("{}: {what}; wanted {}", text(test, "id"), wanted(test))));
    }
    assert!(complaints.is_empty(), "{} vectors fail:\n{}", complaints.len(), complaints.join("\n"));
}

fn wanted(test: &Value) -> &Value {
    test.get("error").unwrap_or(&test["expect"])
}

macro_rules! chapters {
    ($($name:ident = $chapter:literal)+) => {
        const CHAPTERS: &[&str] = &[$($chapter),+];
        $(#[test] fn $name() { run_chapter($chapter); })+
    };
}

chapters! {
    wire = "wire"
    container = "container"
    tags = "tags"
    annotations_chapter = "annotations"
    positions_chapter = "positions"
    versions = "versions"
    codec_coord16 = "codecs/coord16"
    codec_coord12 = "codecs/coord12"
    codec_byte = "codecs/byte"
    codec_block_index = "codecs/block-index"
    codec_pgc = "codecs/pgc"
    codec_mgc = "codecs/mgc"
    codec_varlen = "codecs/varlen"
    codec_bits = "codecs/bits"
    codec_rank_3bit = "codecs/rank-3bit"
    codec_huffman = "codecs/huffman"
    codec_arith = "codecs/arith"
    codec_slots = "codecs/slots"
    codec_byte_queens = "codecs/byte-queens"
    codec_coord_static = "codecs/coord-static"
    codec_coord_context = "codecs/coord-context"
    codec_direction_target = "codecs/direction-target"
    codec_direction_static = "codecs/direction-static"
    codec_enumeration = "codecs/enumeration"
    codec_tight = "codecs/tight"
    bit_stream = "bit-stream"
    range_coder = "range-coder"
    ranking_chapter = "ranking"
    mixing = "mixing"
    values = "values"
    search_chapter = "search"
    index_chapter = "index"
    limits_chapter = "limits"
    pgn_chapter = "pgn"
}
