//! Limits of what a block may claim (`limits.2`, `limits.5` to `limits.9`): hostile blocks cost little memory and time,
//! and a writer closes its blocks before they exceed the limits. Vectors test the numbers themselves, from both sides.

use crate::counting::{alone, peak_of};
use cpu_time::ThreadTime;
use plypack::{
    Codec, ErrorCode, Game, ImportEvent, Options, PackedMove, PgnSource, Position, Reader, Result, Token, Writer,
    games_from_pgn, import,
    internals::wire::{crc32c, put_column, put_varint},
    pack_games,
};
use std::time::Duration;

/// A position in which each side has one legal move at every ply: the kings move back and forth.
const FORCED: &str = "5b1k/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5B1K w - - 0 1";

// Files, byte by byte

/// A block with these sections: kind, parameter and content.
struct RawBlock {
    games: u64,
    plies: u64,
    sections: Vec<(u64, u64, Vec<u8>)>,
}

// container.8
const PLIES: u64 = 1;
const MOVES: u64 = 2;
const MOVE_SIZES: u64 = 3;
const STATES: u64 = 4;
const TAG_LAYOUTS: u64 = 7;
const TAG_VALUES: u64 = 8;
const ANNOTATIONS: u64 = 9;
const VALUES: u64 = 12;
const OPTIONAL: u64 = 64;

fn column(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let mut out = Vec::new();
    put_column(&mut out, &values.into_iter().collect::<Vec<_>>()).unwrap();
    out
}

fn varints(values: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    values.iter().for_each(|value| put_varint(&mut out, *value));
    out
}

fn strings(texts: &[&[u8]]) -> Vec<u8> {
    [column(texts.iter().map(|text| text.len() as u32)), texts.concat()].concat()
}

impl RawBlock {
    /// Games from the standard start without moves, marker and tags; callers add the tags.
    fn new(games: u32) -> RawBlock {
        let plies = (PLIES, 0, column((0..games).map(|_| 0)));
        let sections = vec![plies, (MOVES, 3, Vec::new()), (STATES, 0, column((0..games).map(|_| 8)))];
        RawBlock { games: games.into(), plies: 0, sections }
    }

    fn with(mut self, kind: u64, param: u64, content: Vec<u8>) -> RawBlock {
        self.sections.retain(|(other, ..)| *other != kind || kind == TAG_VALUES || kind == OPTIONAL);
        self.sections.push((kind, param, content));
        self
    }

    /// One tag layout for all games, with this number of lines of the tag A.
    fn with_tags(self, lines: usize) -> RawBlock {
        let layouts = [varints(&[1]), strings(&[b"A"]), varints(&[1, lines as u64]), vec![0; lines]].concat();
        let of_games = column((0..self.games).map(|_| 0));
        self.with(TAG_LAYOUTS, 0, [layouts, of_games].concat())
    }

    fn without_tags(self) -> RawBlock {
        let of_games = column((0..self.games).map(|_| 0));
        self.with(TAG_LAYOUTS, 0, [varints(&[0]), strings(&[]), varints(&[1, 0]), of_games].concat())
    }

    /// The first game has this number of plies.
    fn with_plies(mut self, plies: u32) -> RawBlock {
        self.plies = plies.into();
        let games = self.games as usize;
        self.with(PLIES, 0, column((0..games).map(|game| if game == 0 { plies } else { 0 })))
    }

    /// A file with only this block, and without a footer: recovery finds it. All sections except the moves are
    /// compressed.
    fn file(&self) -> Vec<u8> {
        let mut fields = varints(&[self.games, self.plies, 0, 0, self.sections.len() as u64]);
        let mut stored_sections = Vec::new();
        for (kind, param, content) in &self.sections {
            let packed = zstd::bulk::compress(content, 19).unwrap();
            let is_packed = *kind != MOVES && packed.len() < content.len();
            let stored = if is_packed { packed } else { content.clone() };
            let numbers = [*kind, *param, u64::from(is_packed), content.len() as u64, stored.len() as u64];
            fields.extend(varints(&numbers));
            fields.extend(crc32c(&stored).to_le_bytes());
            stored_sections.extend(stored);
        }
        let mut block = [&b"PLYB"[..], &(fields.len() as u32).to_le_bytes(), &fields].concat();
        block.extend(crc32c(&block).to_le_bytes());
        let header = Writer::new(Vec::new(), Options::default()).unwrap().finish().unwrap();
        [&header[..512], &[0; 1024], &block, &stored_sections].concat()
    }
}

/// Reads every game of a file that has at most one block.
fn read_all(file: &[u8]) -> Result<u64> {
    let Ok(reader) = Reader::salvage(Box::new(file.to_vec())) else { return Ok(0) };
    let mut game = Game::new();
    (0..reader.number_end()).try_for_each(|number| reader.read_game(number, &mut game))?;
    Ok(reader.number_end())
}

/// Returns the peak memory of `work` in bytes, and its CPU time.
fn cost<T>(work: impl FnOnce() -> T) -> (T, usize, Duration) {
    let start = ThreadTime::now();
    let (done, used) = peak_of(work);
    (done, used, start.elapsed())
}

/// The result of reading a hostile block.
#[derive(Debug, PartialEq)]
enum End {
    /// The block is within the limits, and is read.
    Read,
    /// The header is refused, so that no block is found.
    NotFound,
    /// The block is found, but refused.
    Refused,
}

/// Reads and salvages the file, each with less than `memory` bytes of memory.
fn check(name: &str, block: &RawBlock, end: End, memory: usize) {
    let file = block.file();
    let (read, used, time) = cost(|| read_all(&file));
    let got = match read {
        Ok(0) => End::NotFound,
        Ok(_) => End::Read,
        Err(e) => {
            assert_eq!(e.code(), ErrorCode::LimitExceeded, "{name}: {e}");
            End::Refused
        }
    };
    let salvage = || {
        let Ok(reader) = Reader::salvage(Box::new(file.clone())) else { return };
        (0..reader.blocks().len()).for_each(|block| drop(reader.salvage_block(block)));
    };
    let ((), salvaged, salvage_time) = cost(salvage);
    let mega = used.max(salvaged) >> 20;
    let time = time.max(salvage_time);
    println!("{name}: {got:?}, {} bytes, {mega} MiB, {time:?}", file.len());
    assert_eq!(got, end, "{name}");
    assert!(used.max(salvaged) <= memory, "{name}: {mega} MiB for {} bytes", file.len());
    assert!(time < Duration::from_secs(20), "{name}: {time:?}");
}

const MIB: usize = 1 << 20;

#[test]
fn a_string_that_is_used_often_costs_nothing() {
    let _turn = alone();
    let long = vec![b'x'; 1 << 19];
    let dictionary = |count: usize| [varints(&[1]), strings(&[&long]), column((0..count).map(|_| 0))].concat();
    let block = RawBlock::new(1).with_tags(4000).with(TAG_VALUES, 1, dictionary(4000));
    check("one string in 4,000 tags", &block, End::Refused, 8 * MIB);
    // 65,536 games need a block of 61,440 bytes.
    let random = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 56) as u8
    };
    let noise: Vec<u8> = (0..62_000).scan(1, |state, _| Some(random(state))).collect();
    let block = RawBlock::new(65_536).with_tags(1).with(OPTIONAL, 0, noise).with(TAG_VALUES, 1, dictionary(65_536));
    check("one string in 65,536 games", &block, End::Refused, 16 * MIB);
    let block = RawBlock::new(1).with_tags(100).with(TAG_VALUES, 1, dictionary(100));
    check("one string in 100 tags", &block, End::Read, 200 * MIB);
}

#[test]
fn columns_cannot_claim_more_than_their_block() {
    let _turn = alone();
    let empty = |count: usize| [vec![0; 1], vec![0; count]].concat();
    let mut block = RawBlock::new(1).with_tags(0);
    for _ in 0..3000 {
        block = block.with(OPTIONAL, 0, vec![0; 1 << 20]);
    }
    check("3,000 sections of 1 MiB", &block, End::NotFound, 16 * MIB);
    let names: Vec<&[u8]> = vec![b""; 60];
    let layouts = [varints(&[60]), strings(&names), varints(&[1, 0]), vec![0]].concat();
    let mut block = RawBlock::new(1).with(TAG_LAYOUTS, 0, layouts);
    for _ in 0..60 {
        // A million empty strings that no value uses.
        block = block.with(TAG_VALUES, 1, [varints(&[1 << 20]), empty(0), column([])].concat());
    }
    check("60 dictionaries of empty strings", &block, End::Refused, 8 * MIB);
    let layouts = [varints(&[0]), strings(&[]), varints(&[1 << 20]), vec![0; 1 << 20], vec![0]].concat();
    check("a million tag layouts for a game", &RawBlock::new(1).with(TAG_LAYOUTS, 0, layouts), End::Refused, 8 * MIB);
    let block = RawBlock::new(4096).with_tags(1024).with(TAG_VALUES, 0, strings(&[]));
    check("four million empty tags", &block, End::Refused, 8 * MIB);
    check("a header of many games", &RawBlock::new(60_000).without_tags(), End::NotFound, 8 * MIB);
}

#[test]
fn plies_need_bytes() {
    let _turn = alone();
    for (name, plies, bytes, end) in
        [("2^28 plies in no byte", 1 << 28, 0, End::NotFound), ("2^20 plies in 18 KB", 1 << 20, 18_000, End::NotFound)]
    {
        let block = RawBlock::new(1).without_tags().with(MOVES, Codec::Tight.param(), vec![0; bytes]).with_plies(plies);
        check(name, &block, end, 4 * MIB);
    }
    // limits.5: the maximum number of forced moves that a block of any size may have. They take hardly any bits, and
    // are replayed once.
    let game = forced(1 << 16);
    let mut code = Vec::new();
    Codec::Tight.encode_line(&game.start_position(), &game.moves, &mut code).unwrap();
    let sizes = column([code.len() as u32]);
    let layouts = [varints(&[1]), strings(&[b"FEN"]), varints(&[1, 1, 0]), vec![0]].concat();
    let block =
        RawBlock::new(1).with(STATES, 0, column([9])).with(MOVES, Codec::Tight.param(), code).with_plies(1 << 16);
    let block = block.with(MOVE_SIZES, 0, sizes).with(TAG_LAYOUTS, 0, layouts);
    check("2^16 forced moves", &block.with(TAG_VALUES, 0, strings(&[FORCED.as_bytes()])), End::Read, 8 * MIB);
}

#[test]
fn a_final_position_is_computed_once_a_game() {
    let _turn = alone();
    // Knights move out and back: 50,000 plies, whose replay takes a millisecond or more.
    let mut game = Game::new();
    game.moves = shuffled(50_000);
    let mut code = Vec::new();
    Codec::Byte.encode_line(&Position::default(), &game.moves, &mut code).unwrap();
    let lines = 800_000;
    let block = RawBlock::new(1).with(MOVES, 3, code).with_plies(50_000).with_tags(lines);
    let finals = [column((0..lines).map(|_| 1)), strings(&[])].concat();
    check("800,000 final positions", &block.with(TAG_VALUES, 7, finals), End::Read, 320 * MIB);
}

#[test]
fn annotations_and_values_stay_small() {
    let _turn = alone();
    let tokens = vec![0x11; 1 << 20];
    let annotations = [column([tokens.len() as u32]), tokens].concat();
    check("a million NAGs", &RawBlock::new(1).without_tags().with(ANNOTATIONS, 3, annotations), End::Read, 64 * MIB);
    // values.5: one more than limits.6 allows; the game has no plies, and 2 m is for m times more than plies.
    let values = |count: u32| {
        let parts = [varints(&[1]), strings(&[b"\x01"]), varints(&[1, 1, 0, 0]), column([0]), column([2 * count])];
        [parts.concat(), column([0]), column([0])].concat()
    };
    let block = RawBlock::new(1).without_tags().with(VALUES, 0, values((1 << 17) + 1));
    check("values in no byte", &block, End::Refused, 4 * MIB);
}

// Writers

/// Knights move out and back, so that every ply is legal.
fn shuffled(plies: usize) -> Vec<PackedMove> {
    line_of(&Position::default(), ["g1f3", "g8f6", "f3g1", "f6g8"], plies)
}

fn line_of(start: &Position, cycle: [&str; 4], plies: usize) -> Vec<PackedMove> {
    let mut position = start.clone();
    let moves = cycle.map(|text| {
        let packed = position.read_uci(text.as_bytes()).unwrap();
        position.play(packed).unwrap();
        packed
    });
    moves.into_iter().cycle().take(plies).collect()
}

fn forced(plies: usize) -> Game {
    let mut game = Game::new();
    game.push_tag(b"FEN", FORCED.as_bytes()).unwrap();
    game.start_from_tags().unwrap();
    let start = game.start_position();
    assert_eq!(start.legal_moves().len(), 1);
    game.moves = line_of(&start, ["h1g1", "h8g8", "g1h1", "g8h8"], plies);
    game
}

/// Writes the games, and reads them back.
fn round_trip(games: &[Game], codec: Codec) -> Reader {
    let reader = Reader::from_bytes(pack_games(games, codec).unwrap()).unwrap();
    assert_eq!((reader.errors().len(), reader.number_end()), (0, games.len() as u64));
    let mut read = Game::new();
    for (number, game) in games.iter().enumerate() {
        reader.read_game(number as u64, &mut read).unwrap();
        assert!(read == *game, "game {number} with {codec}");
    }
    reader
}

#[test]
fn writers_close_blocks_before_a_limit() {
    let _turn = alone();
    for codec in [Codec::Byte, Codec::Tight] {
        // Games without moves: 4,096 are allowed without bytes for them.
        let reader = round_trip(&(0..10_000).map(|_| Game::new()).collect::<Vec<_>>(), codec);
        assert_eq!(reader.blocks().iter().map(|block| block.games).collect::<Vec<_>>(), [4096, 4096, 1808]);
    }
    // Forced moves take hardly any bits with `tight`: little more than 2^16 plies per block.
    let reader = round_trip(&(0..100).map(|_| forced(2000)).collect::<Vec<_>>(), Codec::Tight);
    assert!(reader.blocks().iter().all(|block| block.plies <= (1 << 16) + (1 << 13)) && reader.blocks().len() == 4);
    // A long game gets its own block if necessary.
    round_trip(&[forced(65_536), forced(65_536), forced(3)], Codec::Tight);
}

#[test]
fn huge_games_fit() {
    let _turn = alone();
    let mut long = Game::new();
    long.moves = shuffled(1_500_000);
    for codec in [Codec::Coord16, Codec::Byte, Codec::Tight] {
        let games = [Game::new(), long, Game::new()];
        round_trip(&games, codec);
        [_, long, _] = games;
    }
    let commented = || {
        let mut game = Game::new();
        game.push_token(Token::Comment(&vec![b'x'; 8 << 20])).unwrap();
        game
    };
    round_trip(&[commented(), commented(), commented(), commented()], Codec::Byte);
    round_trip(&[tagged(125_000, |_| "A".to_owned()), tagged(125_000, |_| "A".to_owned())], Codec::Byte);
    let many = || tagged(50_000, |n| format!("T{n}"));
    round_trip(&[many(), Game::new(), many()], Codec::Byte);
}

fn tagged(count: usize, name: impl Fn(usize) -> String) -> Game {
    let mut game = Game::new();
    (0..count).for_each(|n| game.push_tag(name(n).as_bytes(), b"1").unwrap());
    game
}

/// A game that no block can hold is refused with a reason, and the next game can be added; an import keeps the game's
/// text.
#[test]
fn what_cannot_be_held_is_named() {
    let _turn = alone();
    let distinct = tagged(125_000, |n| format!("T{n}"));
    let lines = tagged((1 << 20) + 1, |_| "A".to_owned());
    let mut commented = Game::new();
    commented.push_token(Token::Comment(&vec![b'x'; 49 << 20])).unwrap();
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    for (game, reason) in [
        (&distinct, "125000 different tag names"),
        (&lines, "1048577 tags"),
        (&commented, "bytes of tags, comments and text"),
    ] {
        let error = writer.add(game).unwrap_err();
        assert!(error.code() == ErrorCode::LimitExceeded && error.message().contains(reason), "{error}");
        writer.add(&Game::new()).unwrap();
    }
    assert_eq!(Reader::from_bytes(writer.finish().unwrap()).unwrap().number_end(), 3);
    let pgn: String = (0..125_000).map(|n| format!("[T{n} \"1\"]\n")).collect::<String>() + "\n1. e4 *\n";
    let (games, _) = games_from_pgn(pgn.as_bytes()).unwrap();
    assert_eq!(games[0].tags().len(), 125_000);
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = PgnSource { name: "tags".to_owned(), reader: Box::new(pgn.as_bytes()) };
    let mut issues = 0;
    let count = |event: ImportEvent<'_>| {
        issues += u64::from(matches!(event, ImportEvent::Issue { .. }));
        Ok(())
    };
    import(vec![source], 1, &mut writer, count).unwrap();
    let reader = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    let mut game = Game::new();
    reader.read_game(0, &mut game).unwrap();
    assert!(issues == 1 && game.tags().len() == 0);
    let letters = |text: &[u8]| text.iter().filter(|byte| !byte.is_ascii_whitespace()).copied().collect::<Vec<_>>();
    assert!(letters(game.unparsed()) == letters(pgn.as_bytes()), "all text is kept");
    assert!(plypack::verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
    // Exporting and importing it gives one game.
    let mut text = Vec::new();
    plypack::export(&reader, 0..1, 1, &mut text, |lost| panic!("{lost:?}"), |_| Ok(())).unwrap();
    let (again, _) = games_from_pgn(&text).unwrap();
    assert!(again.len() == 1 && letters(again[0].unparsed()) == letters(game.unparsed()));
}

/// A zip archive of this number of files; the last one is a PGN file.
fn archive(files: u16) -> Vec<u8> {
    let header = |first: &[u8], name: &str, crc: u32, len: u32, more: &[u8]| {
        let numbers = [crc, len, len].map(u32::to_le_bytes).concat();
        let lengths = [name.len() as u8, 0, 0, 0];
        [first, &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0], &numbers, &lengths, more, name.as_bytes()].concat()
    };
    let crc = 0x2d03_3f60;
    let mut bytes = [&header(b"PK\x03\x04", "x.pgn", crc, 8, b"")[..], b"1. e4 *\n"].concat();
    let start = bytes.len() as u32;
    for number in 1..files {
        bytes.extend(header(b"PK\x01\x02\x14\0", &format!("{number:08}"), 0, 0, &[0; 14]));
    }
    bytes.extend(header(b"PK\x01\x02\x14\0", "x.pgn", crc, 8, &[0; 14]));
    let count = u32::from(files) << 16 | u32::from(files);
    let len = bytes.len() as u32 - start;
    bytes.extend([&b"PK\x05\x06\0\0\0\0"[..], &[count, len, start].map(u32::to_le_bytes).concat(), &[0, 0]].concat());
    bytes
}

/// The directory of a zip archive takes no memory, however many files it lists.
#[test]
fn a_directory_of_many_files_takes_no_memory() {
    let _turn = alone();
    let memory = [2, u16::MAX - 1].map(|files| {
        let bytes = archive(files);
        let source = PgnSource { name: "zip".to_owned(), reader: Box::new(&bytes[..]) };
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        let (done, memory) = peak_of(|| import(vec![source], 1, &mut writer, |_| Ok(())));
        done.unwrap();
        assert_eq!(Reader::from_bytes(writer.finish().unwrap()).unwrap().number_end(), 1);
        memory
    });
    assert!(memory[1] < memory[0] + (1 << 20), "{memory:?}");
}
