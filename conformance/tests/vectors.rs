//! Runs the vectors of `conformance/vectors` against the library.

use std::{borrow::Cow, collections::BTreeSet, fs, path::Path};

use plypack::{
    Code, Codec, Error, Game, MoveWord, Options, Reader, Result, Writer, annotations,
    bit_stream::{BitReader, BitWriter},
    canonical_order, positions,
    range_coder::{RangeDecoder, RangeEncoder},
    ranking::Ranking,
    repair,
    shakmaty::{Chess, Position},
    tags::{Column, Encoding, NameSource, TagShapes},
    verify,
    wire::{Cursor, crc32c},
};
use serde_json::{Value, json};

#[path = "../adapters/rust/games.rs"]
mod games;
mod schema;
#[path = "../adapters/rust/searches.rs"]
mod searches;

use games::{from_hex, game_json, moves_of, number, text, text_json, texts, to_hex, tokens_json, uci_of};

const CHAPTERS: [&str; 23] = [
    "wire",
    "container",
    "tags",
    "annotations",
    "positions",
    "versions",
    "codecs/coord16",
    "codecs/coord12",
    "codecs/byte",
    "codecs/block-index",
    "codecs/pgc",
    "codecs/mgc",
    "codecs/varlen",
    "codecs/bits",
    "codecs/rank-3bit",
    "codecs/huffman",
    "codecs/arith",
    "codecs/tight",
    "bit-stream",
    "range-coder",
    "ranking",
    "search",
    "index",
];

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

fn input(test: &Value) -> Vec<u8> {
    let pieces = test["input"].as_array().expect("input");
    pieces.iter().flat_map(|piece| from_hex(piece[0].as_str().expect("hex"))).collect()
}

/// What an operation gave, in the shape of `expect`.
type Outcome = Result<Value>;

fn run(test: &Value) -> Outcome {
    match text(test, "op") {
        "line" => line(test),
        "encode-line" => encode_line(test),
        "decode-line" => decode_line(test),
        "move-table" => move_table(test),
        "decode-file" => decode_file(input(test)),
        "recover-file" => recover_file(input(test)),
        "append-file" => append_file(&input(test)),
        "canonical-order" => order(test),
        "varint" => with_cursor(test, |c| c.varint().map(|v| json!({"value": v.to_string()}))),
        "column" => with_cursor(test, |c| c.column(number(test, "n")).map(|v| json!({"values": v}))),
        "strings" => with_cursor(test, |c| {
            c.strings(number(test, "n")).map(|list| json!({"texts": list.iter().map(text_json).collect::<Vec<_>>()}))
        }),
        "crc32c" => Ok(json!({"value": crc32c(&input(test)).to_string()})),
        "tag-column" => tag_column(test),
        "tag-shapes" => tag_shapes(test),
        "annotations" => decode_annotations(test),
        "bits" => bits(test),
        "range-code" => range_code(test),
        "ranking" => ranks(test),
        "position-key" => searches::position_key(test),
        "index" => searches::index_pieces(input(test)),
        "summary" => searches::summary(test),
        "find" => searches::find(input(test), test),
        "tree" => searches::tree(input(test), test),
        other => panic!("the operation {other} is not known"),
    }
}

fn with_cursor(test: &Value, read: impl Fn(&mut Cursor<'_>) -> Outcome) -> Outcome {
    let bytes = input(test);
    let mut cursor = Cursor::new(&bytes);
    let value = read(&mut cursor)?;
    cursor.finish().map(|()| value)
}

fn codec_of(test: &Value) -> Codec {
    text(test, "codec").parse().expect("a codec")
}

fn start_of(test: &Value) -> Chess {
    positions::from_fen(text(test, "fen").as_bytes()).expect("a playable position")
}

/// A good line: both directions.
fn line(test: &Value) -> Outcome {
    let (codec, start, code) = (codec_of(test), start_of(test), input(test));
    let expected = moves_of(&start, &texts(&test["expect"], "moves"))?;
    let mut encoded = Vec::new();
    codec.encode_line(&start, &expected, &mut encoded)?;
    assert_eq!(encoded, code);
    encoded.clear();
    codec.encode_trusted(&start, &expected, &mut encoded)?;
    assert_eq!(encoded, code);
    let mut moves = Vec::new();
    codec.decode_line(&start, &code, expected.len(), &mut moves)?;
    assert_eq!(moves, expected);
    let mut trusted = Vec::new();
    codec.decode_trusted(&start, &code, expected.len(), &mut trusted)?;
    assert_eq!(trusted, expected);
    if codec.tells_end() {
        let mut all = Vec::new();
        codec.decode_all(&start, &code, &mut all)?;
        assert_eq!(all, expected);
    }
    // The range coder reads zeros after the end: a code that is cut may stand for other moves.
    if !matches!(codec, Codec::Arith | Codec::Tight) {
        every_prefix_is_truncated(codec, &start, &code, moves.len());
    }
    Ok(json!({"moves": uci_of(&start, &moves)}))
}

fn every_prefix_is_truncated(codec: Codec, start: &Chess, code: &[u8], plies: usize) {
    for cut in 0..code.len() {
        let error = codec.decode_line(start, &code[..cut], plies, &mut Vec::new()).unwrap_err();
        assert_eq!((error.code().name(), error.offset()), ("TRUNCATED", Some(cut as u64)), "cut at {cut}");
    }
}

/// Moves that cannot be encoded, whether their text or their legality is wrong.
fn encode_line(test: &Value) -> Outcome {
    let (codec, start) = (codec_of(test), start_of(test));
    let moves = moves_of(&start, &texts(test, "moves"))?;
    let mut code = Vec::new();
    codec.encode_line(&start, &moves, &mut code)?;
    Ok(json!({"moves": uci_of(&start, &moves)}))
}

fn decode_line(test: &Value) -> Outcome {
    let (codec, start, code) = (codec_of(test), start_of(test), input(test));
    let mut moves = Vec::new();
    let done = codec.decode_line(&start, &code, number(test, "plies"), &mut moves);
    assert!(done.is_ok() || moves.is_empty(), "an error leaves nothing behind");
    done.map(|()| json!({"moves": uci_of(&start, &moves)}))
}

/// Every legal move of a position has its code, and no other code of one byte, or of two if some need two, stands for a move.
fn move_table(test: &Value) -> Outcome {
    let (codec, start) = (codec_of(test), start_of(test));
    let mut words: Vec<_> = start.legal_moves().into_iter().map(MoveWord::from_move).collect();
    words.sort_by_key(|word| uci_of(&start, &[*word]));
    if codec.tells_end() && !start.is_check() {
        words.push(MoveWord::NULL);
    }
    let mut codes = BTreeSet::new();
    let mut rows = Vec::new();
    for word in words {
        let mut code = Vec::new();
        codec.encode_line(&start, &[word], &mut code)?;
        let mut back = Vec::new();
        codec.decode_line(&start, &code, 1, &mut back)?;
        assert_eq!(back, [word]);
        rows.push(json!([uci_of(&start, &[word])[0], to_hex(&code)]));
        codes.insert(code);
    }
    no_other_code(codec, &start, &codes);
    Ok(json!({"table": rows}))
}

fn no_other_code(codec: Codec, start: &Chess, codes: &BTreeSet<Vec<u8>>) {
    let of_one = || (0..=u8::MAX).map(|byte| vec![byte]);
    let of_two = (0..=u16::MAX).map(|bytes| bytes.to_be_bytes().to_vec());
    let longest = codes.iter().map(Vec::len).max().unwrap_or(0);
    let candidates: Vec<Vec<u8>> = if longest < 2 { of_one().collect() } else { of_one().chain(of_two).collect() };
    for code in candidates.into_iter().filter(|code| !codes.contains(code)) {
        assert!(codec.decode_line(start, &code, 1, &mut Vec::new()).is_err(), "{code:02x?} is a second code of a move");
    }
}

/// The games of a file; the first thing that is wrong with it, if there is any.
fn decode_file(bytes: Vec<u8>) -> Outcome {
    survives(&bytes);
    let reader = Reader::from_bytes(bytes)?;
    if let Some(fault) = reader.faults().first() {
        return Err(copy(fault));
    }
    for block in 0..reader.blocks().len() {
        reader.check_sections(block)?;
        reader.names(block)?;
        reader.load_block(block)?;
    }
    let games = (0..reader.games()).map(|number| {
        let mut game = Game::new();
        reader.read_game(number, &mut game)?;
        Ok(game_json(&game))
    });
    Ok(json!({"games": games.collect::<Result<Vec<_>>>()?}))
}

/// All games that can be read of a file whose frame is damaged.
fn recover_file(bytes: Vec<u8>) -> Outcome {
    survives(&bytes);
    let reader = Reader::from_bytes(bytes)?;
    assert!(!reader.faults().is_empty(), "the damage is told");
    let mut game = Game::new();
    let readable = (0..reader.games()).filter_map(|number| {
        reader.read_game(number, &mut game).ok()?;
        Some(game_json(&game))
    });
    Ok(json!({"games": readable.collect::<Vec<_>>()}))
}

/// Whatever is wrong, nothing panics, and what can be saved is sound.
fn survives(bytes: &[u8]) {
    let Ok(reader) = Reader::salvage(Box::new(bytes.to_vec())) else {
        return;
    };
    let damage = verify(&reader, 1, |_| Ok(())).expect("nothing stops it");
    if !damage.is_empty() || reader.games() > 1000 {
        let _ = reader.info();
    }
    let (saved, count) = repair(&reader, Vec::new(), Options::default(), |_| Ok(())).expect("memory takes every byte");
    let saved = Reader::from_bytes(saved).expect("what was just written");
    assert!(saved.faults().is_empty() && saved.games() == count.games);
    assert!(verify(&saved, 1, |_| Ok(())).expect("nothing stops it").is_empty());
}

fn copy(error: &Error) -> Error {
    let copy = Error::new(error.code(), error.message());
    error.offset().into_iter().fold(copy, Error::at)
}

/// Adds no game to the file, which must work, and leaves it with the games that it has.
fn append_file(bytes: &[u8]) -> Outcome {
    let path = tempfile::NamedTempFile::new()?.into_temp_path();
    fs::write(&path, bytes)?;
    let appended = Writer::append(&path, Options::default()).and_then(Writer::finish);
    let after = fs::read(&path)?;
    assert!(after.starts_with(bytes), "what was there is never changed");
    if appended.is_err() {
        assert_eq!(after, bytes, "nothing is written to a file that is refused");
    }
    appended.and_then(|_| decode_file(after))
}

fn order(test: &Value) -> Outcome {
    let start = positions::from_fen(text(test, "fen").as_bytes())?;
    let moves: Vec<_> = canonical_order(&start).into_iter().map(|(uci, _)| uci.to_string()).collect();
    Ok(json!({"moves": moves}))
}

struct Names<'a>(Vec<&'a str>);

impl NameSource for Names<'_> {
    fn name(&self, number: u32) -> Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(self.0[number as usize].as_bytes()))
    }
}

fn tag_column(test: &Value) -> Outcome {
    let (n, names) = (number(test, "n"), Names(texts(test, "names")));
    let encoding = Encoding::from_number(number(test, "encoding") as u64)?;
    let column = Column::parse(encoding, &input(test), n, names.0.len())?;
    let values = (0..n).map(|row| column.value(row, &names).map(|value| text_json(&value)));
    Ok(json!({"texts": values.collect::<Result<Vec<_>>>()?}))
}

fn tag_shapes(test: &Value) -> Outcome {
    let games = number(test, "games");
    let shapes = TagShapes::parse(&input(test), games)?;
    let name = |number| text_json(shapes.names().get(number).expect("a listed name"));
    let of_game = |game| shapes.of_game(game).map(|(number, _)| name(number)).collect::<Vec<_>>();
    Ok(json!({"shapes": (0..games).map(of_game).collect::<Vec<_>>()}))
}

fn decode_annotations(test: &Value) -> Outcome {
    let (codec, bytes, text) = (codec_of(test), input(test), text(test, "texts").as_bytes());
    let mut game = Game::new();
    game.moves = moves_of(&Chess::default(), &texts(test, "moves"))?;
    annotations::decode(&bytes, text, codec, &mut game)?;
    let (mut tokens, mut texts) = (Vec::new(), Vec::new());
    annotations::encode(&game, codec, &mut tokens, &mut texts)?;
    assert_eq!((tokens, texts), (bytes, text.to_vec()), "a game has one code");
    Ok(json!({"tokens": tokens_json(&game)}))
}

/// Numbers in a stream of bits; a width below 0 means units of so many bits.
fn bits(test: &Value) -> Outcome {
    let (code, ones) = (input(test), number(test, "fill") == 1);
    let widths: Vec<_> =
        test["widths"].as_array().expect("widths").iter().map(|w| w.as_i64().expect("a width")).collect();
    let mut reader = BitReader::new(&code);
    let take = |width: &i64| match *width {
        units if units < 0 => reader.take_extended(units.unsigned_abs() as u32),
        width => reader.take(width as u32),
    };
    let values = widths.iter().map(take).collect::<Result<Vec<_>>>()?;
    let used = reader.finish(ones)?;
    if used < code.len() {
        return Err(Error::new(Code::TrailingBytes, "bytes are left over").at(used as u64));
    }
    let mut again = Vec::new();
    let mut writer = BitWriter::new(&mut again);
    for (value, width) in values.iter().zip(widths) {
        match width {
            units if units < 0 => writer.put_extended(*value, units.unsigned_abs() as u32),
            width => writer.put(*value, width as u32),
        }
    }
    writer.finish(ones);
    assert_eq!(again, code);
    Ok(json!({"values": values}))
}

/// Numbers by their shares.
fn range_code(test: &Value) -> Outcome {
    let code = input(test);
    let share = |share: &Value| [0, 1, 2].map(|i| share[i].as_u64().expect("a number") as u32);
    let shares: Vec<_> = test["shares"].as_array().expect("shares").iter().map(share).collect();
    let mut decoder = RangeDecoder::new(&code);
    for [start, size, total] in &shares {
        let target = decoder.target(*total)?;
        if !(*start..start + size).contains(&target) {
            return Err(decoder.malformed("the share of another number"));
        }
        decoder.take(*start, *size);
    }
    decoder.finish()?;
    let mut again = Vec::new();
    let mut encoder = RangeEncoder::new(&mut again);
    shares.iter().for_each(|[start, size, total]| encoder.encode(*start, *size, *total));
    encoder.finish();
    assert_eq!(again, code);
    Ok(json!({"values": shares.iter().map(|share| share[0]).collect::<Vec<_>>()}))
}

fn ranks(test: &Value) -> Outcome {
    let ranking = Ranking::new(&start_of(test));
    let rows = ranking.by_rank().map(|(m, points)| json!([plypack::canonical_uci(m).to_string(), points]));
    Ok(json!({"points": rows.collect::<Vec<_>>()}))
}

/// What is wrong with the answer to a test, if anything.
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
    codec_tight = "codecs/tight"
    bit_stream = "bit-stream"
    range_coder = "range-coder"
    ranking_chapter = "ranking"
    search_chapter = "search"
    index_chapter = "index"
}

#[test]
fn the_files_follow_their_schema() {
    let schema = read_json("schema/vectors.schema.json");
    for chapter in CHAPTERS {
        let file = file(chapter);
        let found = schema::violations(&schema, &file);
        assert!(found.is_empty(), "{chapter}:\n{}", found.join("\n"));
        assert_eq!(text(&file, "chapter"), chapter);
        assert_eq!(number(&file, "count"), tests(&file).len());
    }
}

#[test]
fn a_schema_that_is_broken_is_noticed() {
    let schema = read_json("schema/vectors.schema.json");
    let good = file("wire");
    let broken = |change: fn(&mut Value)| {
        let mut file = good.clone();
        change(&mut file);
        !schema::violations(&schema, &file).is_empty()
    };
    assert!(broken(|f| f["more"] = json!(1)));
    assert!(broken(|f| f["count"] = json!("12")));
    assert!(broken(|f| f["tests"][0]["op"] = json!("guess")));
    assert!(broken(|f| f["tests"][0]["rules"] = json!(["wire 2"])));
    assert!(broken(|f| f["tests"][0]["input"] = json!([["00"]])));
    assert!(broken(|f| {
        f["tests"][0].as_object_mut().unwrap().remove("title");
    }));
}

/// Every rule that a vector cites stands in the spec.
#[test]
fn the_rules_exist() {
    let mut rules = BTreeSet::new();
    for path in CHAPTERS.iter().chain(&["limits", "moves", "tight-model", "codecs/README"]) {
        let chapter = fs::read_to_string(folder().join(format!("../spec/{path}.md"))).expect("a chapter");
        let marks = chapter.split("**[").skip(1).filter_map(|rest| rest.split_once("]**"));
        rules.extend(marks.map(|(rule, _)| rule.to_owned()));
    }
    for chapter in CHAPTERS {
        for test in tests(&file(chapter)) {
            for rule in texts(test, "rules") {
                assert!(rules.contains(rule), "{}: no rule {rule}", text(test, "id"));
            }
        }
    }
}

/// Every code by which bytes are refused has a vector that is refused with it.
#[test]
fn every_code_has_a_vector() {
    let files: Vec<Value> = CHAPTERS.iter().map(|chapter| file(chapter)).collect();
    let errors = files.iter().flat_map(tests).filter_map(|test| test.get("error"));
    let seen: BTreeSet<&str> = errors.map(|error| text(error, "code")).collect();
    let of_data = Code::ALL.iter().filter(|code| (200..600).contains(&code.number()));
    let missing: Vec<_> = of_data.map(|code| code.name()).filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "no vector for {missing:?}");
}

/// Ids are unique, errors and results go together, and a vector says from which good one it differs.
#[test]
fn the_vectors_are_consistent() {
    let files: Vec<Value> = CHAPTERS.iter().map(|chapter| file(chapter)).collect();
    let all = || files.iter().flat_map(|file| tests(file).iter().map(move |test| (text(file, "chapter"), test)));
    let ids: BTreeSet<&str> = all().map(|(_, test)| text(test, "id")).collect();
    assert_eq!(ids.len(), all().count(), "ids are unique");
    for (chapter, test) in all() {
        let id = text(test, "id");
        assert!(id.starts_with(&format!("{chapter}/")), "{id}");
        assert!(!test["rules"].as_array().unwrap().is_empty(), "{id} names no rule");
        let class = test.get("error").map(|error| text(error, "class"));
        let result = match class {
            None => "valid",
            Some("unsupported") => "unsupported",
            Some(_) => "invalid",
        };
        assert_eq!(text(test, "result"), result, "{id}");
        assert_eq!(test.get("expect").is_some(), class.is_none(), "{id}");
        if let Some(from) = test.get("from") {
            let source =
                all().find(|(_, other)| text(other, "id") == from).unwrap_or_else(|| panic!("{id}: no {from}"));
            assert_eq!(text(source.1, "result"), "valid", "{id}");
            assert_ne!(input(source.1), input(test), "{id}");
        }
    }
}
