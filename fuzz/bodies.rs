//! The work of the fuzz targets on their input. Ordinary tests use the same functions to replay stored inputs, see
//! `tests/library/fuzz_corpus.rs`.
//!
//! Every function panics when plypack breaks a promise, and returns otherwise.

#![allow(dead_code, reason = "every target uses one of the functions")]

use std::ops::Range;

use plypack::{
    Codec, Game, ImportOptions, Options, PackedMove, PgnSource, Position, Reader, Token, Writer,
    codecs::byte as byte_codec,
    export,
    files::repair,
    import,
    internals::annotations as annotation_tokens,
    internals::wire::{crc32c, put_varint},
    pgn::Language,
    scid::{ScidReader, ScidWriter},
    verify,
};
use shakmaty::Chess;

#[path = "frame.rs"]
pub mod frame;
#[path = "../tests/support/replay.rs"]
pub mod replay;
#[path = "searches.rs"]
mod searches;

pub use searches::{index, search};

/// The function of a target, which takes an input.
pub type Body = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Body); 9] = [
    ("container", container),
    ("sections", sections),
    ("byte", byte),
    ("coord16", coord16),
    ("codecs", codecs),
    ("annotations", annotations),
    ("pgn", pgn),
    ("search", search),
    ("index", index),
];

/// Positions from which codes are read; the first byte of an input chooses one.
pub const STARTS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "4k3/8/8/8/8/8/8/NNN1K2R w K - 0 1",
    "nnn1k2r/8/8/8/8/8/8/4K3 b k - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "6kr/8/8/8/8/8/8/6KR w Hh - 0 1",
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "1n1n3k/2P5/8/8/8/8/8/K7 w - - 0 1",
    "k7/8/8/8/8/8/2p5/1N1N3K b - - 0 1",
    "k7/8/8/2Q5/8/4Q3/PPPPPP2/4K3 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "4r2k/8/8/b7/8/2N5/3PR3/4K2r w - - 0 1",
];

fn start(choice: u8) -> Position {
    Position::from_fen(STARTS[usize::from(choice) % STARTS.len()].as_bytes()).expect("a playable position")
}

/// Maximum number of games of a crafted file that are read one by one.
const MAX_GAMES: u64 = 300;

/// Reads any bytes as a file. Every reading function returns, and a repaired file is valid.
pub fn container(data: &[u8]) {
    if let Ok(reader) = Reader::from_bytes(data.to_vec()) {
        read_everything(&reader);
    }
    let Ok(reader) = Reader::salvage(Box::new(data.to_vec())) else {
        return;
    };
    if reader.number_end() > 64 * MAX_GAMES {
        return;
    }
    let mut saved = Vec::new();
    let (file, count) = repair(&reader, Vec::new(), Options::default(), |_| Ok(())).expect("memory takes every byte");
    let fresh = Reader::from_bytes(file).expect("what repair writes can be opened");
    assert!(fresh.errors().is_empty());
    assert_eq!(fresh.number_end(), count.games);
    let corruption = verify(&fresh, 1, |_, _| Ok(())).expect("nothing stops it").corruption;
    assert!(corruption.is_empty(), "what repair writes is valid: {corruption:?}");
    export(&fresh, 0..fresh.number_end(), 1, &mut saved, |corruption| panic!("{corruption:?}"), |_| Ok(()))
        .expect("nothing stops it");
}

fn read_everything(reader: &Reader) {
    let _ = reader.info();
    let mut game = Game::new();
    for number in 0..reader.number_end().min(MAX_GAMES) {
        if reader.read_game(number, &mut game).is_ok()
            && let Err(error) = game.check()
        {
            // Readers return such tags (`tags.1`); writers change them.
            assert!(error.message().ends_with("a tag that no line of PGN can hold"), "a game that was read: {error:?}");
        }
        let _ = reader.read_tags(number, &mut game);
        let _ = reader.read_moves(number, &mut Vec::new());
    }
    let _ = export(reader, 0..reader.number_end().min(MAX_GAMES), 1, &mut std::io::sink(), |_| Ok(()), |_| Ok(()));
}

/// Reads bytes as the sections of one block. The frame and the checksums of the file are valid, so readers read the content.
/// Input: games, plies; then for each section kind, parameter, length, content.
pub fn sections(data: &[u8]) {
    let Some((&[games, plies], mut rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let mut headers = Vec::new();
    let mut contents = Vec::new();
    let mut count = 0;
    while let Some((&[kind, param, len], after)) = rest.split_first_chunk::<3>() {
        let (content, after) = after.split_at(after.len().min(len.into()));
        [kind, param, 0].into_iter().for_each(|n| put_varint(&mut headers, n.into()));
        (0..2).for_each(|_| put_varint(&mut headers, content.len() as u64));
        headers.extend(crc32c(content).to_le_bytes());
        contents.extend(content);
        (rest, count) = (after, count + 1);
    }
    let mut fields = Vec::new();
    let games = u64::from(games).max(1);
    let plies = plies.into();
    [games, plies, 0, 0, count].into_iter().for_each(|n| put_varint(&mut fields, n));
    fields.extend(headers);
    container(&file_of(&[checked(b"PLYB", &fields), contents].concat(), [games, plies]));
}

/// Returns magic, length, content and checksum.
fn checked(magic: &[u8], content: &[u8]) -> Vec<u8> {
    let mut out = [magic, &(content.len() as u32).to_le_bytes(), content].concat();
    out.extend(crc32c(&out).to_le_bytes());
    out
}

/// Returns a file with one block.
fn file_of(block: &[u8], numbers: [u64; 2]) -> Vec<u8> {
    let mut body = Vec::new();
    let [games, plies] = numbers;
    [1, 0, block.len() as u64, games, plies, 0].into_iter().for_each(|n| put_varint(&mut body, n));
    let head_len = 8 + u32::from_le_bytes(block[4..8].try_into().expect("four bytes")) as usize;
    body.extend(&block[head_len..head_len + 4]);
    body.extend([0; 3]);
    let units = [&frame::start(0)[..], block].concat();
    let file = [&units[..], &checked(b"PLYF", &body)].concat();
    let end = file.len();
    frame::commit(file, units.len()..end, 0)
}

/// Decodes a code from a start. Decoded moves are encoded to the same bytes, and the trusted decoder agrees.
pub fn byte(data: &[u8]) {
    let Some((choice, code)) = data.split_first() else {
        return;
    };
    let start = start(*choice);
    if let Some(moves) = codec(Codec::Byte, &start, code) {
        let mut trusted = Vec::new();
        let used = byte_codec::decode_trusted(&start, code, moves.len(), &mut trusted).expect("legal moves are taken");
        assert_eq!((used, &trusted), (code.len(), &moves));
        let mut again = Vec::new();
        byte_codec::encode_trusted(&start, &moves, &mut again).expect("legal moves are taken");
        assert_eq!(again, code);
    }
    for plies in [code.len() / 2, code.len()] {
        let _ = byte_codec::decode_trusted(&start, code, plies, &mut Vec::new());
    }
}

/// Decodes a code from a start. Decoded moves are encoded to the same bytes.
pub fn coord16(data: &[u8]) {
    if let Some((choice, code)) = data.split_first() {
        codec(Codec::Coord16, &start(*choice), code);
    }
}

/// Decodes a code of any codec from a start. The checked and the trusted decoder agree, and decoded moves are encoded to the same bytes.
pub fn codecs(data: &[u8]) {
    let Some((&[number, choice, plies], code)) = data.split_first_chunk::<3>() else {
        return;
    };
    let codec = Codec::ALL[usize::from(number) % Codec::ALL.len()];
    let start = start(choice);
    if codec.is_self_delimiting() {
        self::codec(codec, &start, code);
    }
    let mut moves = Vec::new();
    let mut trusted = Vec::new();
    let quick = codec.decode_trusted(&start, code, plies.into(), &mut trusted);
    if codec.decode_line(&start, code, plies.into(), &mut moves).is_err() {
        assert!(moves.is_empty(), "nothing is left behind by an error");
        return;
    }
    quick.expect("legal moves are taken");
    assert_eq!(trusted, moves);
    for encode in [Codec::encode_line, Codec::encode_trusted] {
        let mut again = Vec::new();
        encode(codec, &start, &moves, &mut again).expect("what was read can be written");
        if codec == Codec::Tight {
            // tight.2: another style gives another code.
            let mut read = Vec::new();
            codec.decode_line(&start, &again, plies.into(), &mut read).expect("what was written can be read");
            assert_eq!(read, moves);
            continue;
        }
        assert_eq!(again, code, "one code a line");
    }
}

fn codec(codec: Codec, start: &Position, code: &[u8]) -> Option<Vec<PackedMove>> {
    let mut prefix = Vec::new();
    for plies in 0..code.len().min(40) {
        prefix.clear();
        let _ = codec.decode_prefix(start, code, plies, &mut prefix);
    }
    let mut moves = Vec::new();
    if codec.decode_all(start, code, &mut moves).is_err() {
        assert!(moves.is_empty(), "nothing is left behind by an error");
        return None;
    }
    let mut position = Chess::from(start);
    moves.iter().for_each(|m| replay::play(&mut position, *m).expect("only legal moves are read"));
    let mut again = Vec::new();
    codec.encode_line(start, &moves, &mut again).expect("what was read can be written");
    assert_eq!(again, code, "one code a move");
    let mut exact = Vec::new();
    codec.decode_line(start, code, moves.len(), &mut exact).expect("the number of plies is right");
    assert_eq!(exact, moves);
    Some(moves)
}

/// Decodes tokens and texts after a main line of random moves. Decoded tokens can be encoded and decoded again.
/// Input: start, seed, plies, length of the texts, texts, tokens.
pub fn annotations(data: &[u8]) {
    let Some((&[choice, seed, plies, texts], rest)) = data.split_first_chunk::<4>() else {
        return;
    };
    let (texts, tokens) = rest.split_at(rest.len().min(texts.into()));
    for codec in [Codec::Byte, Codec::Coord16] {
        let mut game = Game::new();
        if choice % 16 > 0 {
            game.push_tag(b"FEN", STARTS[usize::from(choice % 16)].as_bytes()).unwrap();
            game.start_from_tags().expect("a playable position");
        }
        game.moves = line(&game.start_position(), seed, plies % 8);
        if annotation_tokens::decode(tokens, texts, codec, &mut game).is_err() {
            continue;
        }
        let mut new_tokens = Vec::new();
        let mut new_texts = Vec::new();
        annotation_tokens::encode(&game, codec, &mut new_tokens, &mut new_texts).expect("what was read can be written");
        assert_eq!(new_texts, texts);
        let mut again = Game::new();
        again.clone_from(&game);
        let mut bare = Game::new();
        game.tags().for_each(|tag| {
            if let plypack::Tag::Pair(name, value) = tag {
                bare.push_tag(name, value).unwrap();
            }
        });
        (bare.start, bare.moves) = (again.start.clone(), again.moves.clone());
        annotation_tokens::decode(&new_tokens, &new_texts, codec, &mut bare).expect("what was written can be read");
        assert!(game.tokens().eq(bare.tokens()));
    }
}

fn line(start: &Position, seed: u8, plies: u8) -> Vec<PackedMove> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for ply in 0..plies {
        let legal = position.legal_moves();
        let Some(m) = legal.get((usize::from(seed) + 7 * usize::from(ply)) % legal.len().max(1)) else {
            break;
        };
        moves.push(*m);
        position.play(*m).expect("a legal move");
    }
    moves
}

/// Imports any text as PGN. Exported PGN is imported to the same games, and exported to the same text.
pub fn pgn(data: &[u8]) {
    if data.starts_with(b"\x28\xb5\x2f\xfd") {
        return;
    }
    let file = packed(data);
    let text = unpacked(&file);
    let again = packed(&text);
    assert_eq!(games(&file), games(&again), "{}", String::from_utf8_lossy(&text));
    assert_eq!(text, unpacked(&again));
    in_pieces(&file);
    games(&file).iter().for_each(through_scid);
    in_a_language(data);
}

/// Exports a file in two parts. Importing both parts gives its games.
fn in_pieces(file: &[u8]) {
    let games = games(file);
    // A game and its continuation stay together.
    let Some(middle) = (1..games.len()).rev().find(|middle| *middle <= games.len() / 2 && !games[*middle].continued)
    else {
        return;
    };
    let middle = middle as u64;
    let texts = [unpacked_games(file, 0..middle), unpacked_games(file, middle..games.len() as u64)];
    let again = packed_from(&[&texts[0], &texts[1]], Language::ENGLISH);
    assert!(games == self::games(&again), "{}", String::from_utf8_lossy(&texts.concat()));
}

/// Writes a game to a SCID database and reads it again: it has the same main line. Skips a game that SCID cannot hold.
fn through_scid(game: &Game) {
    let mut writer = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
    if writer.add(game).expect("memory takes every byte").is_some() {
        return;
    }
    let ([index, records, names], _) = writer.into_sinks().expect("memory takes every byte");
    let database = ScidReader::new(Box::new(index), Box::new(records), Box::new(names)).expect("a database");
    let mut again = Game::new();
    let mut issues = Vec::new();
    database.read_game(0, &mut again, &mut issues).expect("memory can be read");
    assert!(issues.is_empty() && game.moves == again.moves, "{issues:?} {game:?} {again:?}");
}

/// Imports text with the piece letters of a language, chosen by the length of the text. Its games are exported in English.
fn in_a_language(data: &[u8]) {
    let code = Language::codes().nth(data.len() % Language::codes().count()).expect("a language");
    let file = packed_from(&[data], Language::from_code(code).expect("a language"));
    let games = games(&file);
    // Text that is no move in one language may be a move in the other.
    let is_read =
        |game: &Game| game.unparsed().is_empty() && !game.tokens().any(|token| matches!(token, Token::Raw(_)));
    if games.iter().all(is_read) {
        let text = unpacked(&file);
        assert_eq!(games, self::games(&packed(&text)), "{code}: {}", String::from_utf8_lossy(&text));
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    packed_from(&[text], Language::ENGLISH)
}

fn packed_from(texts: &[&[u8]], language: Language) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default()).expect("default options");
    let source =
        |text: &&[u8]| PgnSource { name: "fuzz".to_owned(), reader: Box::new(std::io::Cursor::new(text.to_vec())) };
    let options = ImportOptions::new(1).with_language(language);
    import(texts.iter().map(source).collect(), options, &mut writer, |_| Ok(())).expect("memory can be read");
    writer.finish().expect("memory takes every byte")
}

fn unpacked(file: &[u8]) -> Vec<u8> {
    let reader = Reader::from_bytes(file.to_vec()).expect("a file that was just written");
    unpacked_games(file, 0..reader.number_end())
}

fn unpacked_games(file: &[u8], games: Range<u64>) -> Vec<u8> {
    let reader = Reader::from_bytes(file.to_vec()).expect("a file that was just written");
    let mut text = Vec::new();
    export(&reader, games, 1, &mut text, |corruption| panic!("{corruption:?}"), |_| Ok(()))
        .expect("memory takes every byte");
    text
}

fn games(file: &[u8]) -> Vec<Game> {
    let reader = Reader::from_bytes(file.to_vec()).expect("a file that was just written");
    assert!(reader.errors().is_empty());
    let read = |number| {
        let mut game = Game::new();
        reader.read_game(number, &mut game).expect("a game that was just written");
        game
    };
    (0..reader.number_end()).map(read).collect()
}
