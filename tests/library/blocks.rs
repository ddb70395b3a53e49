//! The ends of blocks that a writer makes, and the parts of a block that are read: its own names, and only the columns
//! that a search needs.

use plypack::{
    Codec, ErrorCode, Game, Options, Reader, Writer, export, games_from_pgn, pack_games,
    search::{self, Condition, Query, TextField},
    verify,
};

/// Kinds of sections (`container.8`).
const NAMES: u64 = 5;
const TAG_VALUES: u64 = 8;

fn games(text: &str) -> Vec<Game> {
    games_from_pgn(text.as_bytes()).expect("text in memory").0
}

fn games_of_blocks(codec: Codec, games: &[Game]) -> Vec<u64> {
    let mut writer = Writer::new(Vec::new(), Options::of(codec).with_level(1)).expect("a level that exists");
    games.iter().for_each(|game| writer.add(game).expect("a game that can be stored"));
    let reader = Reader::from_bytes(writer.finish().expect("memory takes every byte")).expect("a whole file");
    reader.blocks().iter().map(|block| block.games).collect()
}

/// container.18
#[test]
fn blocks_end_by_games_and_by_bytes() {
    let short = games(&"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n".repeat(16_385));
    assert_eq!(games_of_blocks(Codec::Byte, &short), [8192, 8192, 1]);
    // Moves that differ from game to game, so that the block has enough bytes for all games (limits.7).
    let differing = |number: usize| {
        let file = |number: usize| char::from(b"abcdefgh"[number % 8]);
        format!("1. {}{} {}{} *\n\n", file(number), 3 + number / 8 % 2, file(number / 16), 6 - number / 128 % 2)
    };
    let differing: String = (0..16_385).map(differing).collect();
    assert_eq!(games_of_blocks(Codec::Tight, &games(&differing)), [16_384, 1]);
    // The moves of one run, which has no bytes until it is closed: the block has the maximum number of games of a block
    // without bytes (limits.7).
    let shortest = games(&"1. e4 *\n\n*\n\n".repeat(2049));
    assert_eq!(games_of_blocks(Codec::Tight, &shortest), [4096, 2]);
    // In the file, text takes about a quarter of its length.
    let long = games(&format!("1. e4 {{{}}} *\n\n", "words and moves ".repeat(1 << 16)).repeat(5));
    assert_eq!(games_of_blocks(Codec::Byte, &long), [4, 1]);
}

/// A file of two blocks without common names.
fn two_blocks() -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().expect("a temporary file").into_temp_path();
    std::fs::write(&file, pack_games(&games("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 *\n"), Codec::Byte).unwrap())
        .unwrap();
    let mut writer = Writer::append(&file, Options::default()).expect("a whole file");
    writer.add(&games("[White \"Cid\"]\n[Black \"Dan\"]\n\n1. d4 *\n")[0]).expect("a game that can be stored");
    writer.finish().expect("space on the disk");
    std::fs::read(&file).expect("the file that was just written")
}

/// The file with a changed byte at the start of a section of its second block.
fn with_corrupt(kind: u64) -> Reader {
    let mut file = two_blocks();
    let reader = Reader::from_bytes(file.clone()).expect("a whole file");
    let header = reader.block_header(1).expect("a whole block");
    let section = header.sections.iter().find(|section| section.kind == kind).expect("every block has it");
    file[(reader.blocks()[1].range.start + section.range.start) as usize] ^= 1;
    Reader::from_bytes(file).expect("a whole footer")
}

fn of_player(reader: &Reader, text: &str) -> Result<Vec<u64>, ErrorCode> {
    let query = Query::games(Condition::text(TextField::Player, text));
    let hits = search::list(&[reader], &query, &mut search::strict).map_err(|error| error.code())?;
    Ok(hits.iter().map(|hit| hit.game).collect())
}

#[test]
fn a_search_reads_no_column_of_names_that_do_not_match() {
    let file = Reader::from_bytes(two_blocks()).expect("a whole file");
    assert_eq!((of_player(&file, "ann"), of_player(&file, "D")), (Ok(vec![0]), Ok(vec![1])));
    let corrupt = with_corrupt(TAG_VALUES);
    assert_eq!((of_player(&corrupt, "ann"), of_player(&corrupt, "zoe")), (Ok(vec![0]), Ok(vec![])));
    assert_eq!(of_player(&corrupt, "cid"), Err(ErrorCode::ChecksumSection));
}

/// Only the games of a block lose its names, and the loss is reported once.
#[test]
fn corrupt_names_are_reported_once() {
    let corrupt = with_corrupt(NAMES);
    assert_eq!(of_player(&corrupt, "ann"), Err(ErrorCode::ChecksumSection));
    let found = verify(&corrupt, 1, |_, _| Ok(())).expect("nothing fails but the block").corruption;
    let found: Vec<_> = found.iter().map(|found| (found.games.clone(), found.error.code(), found.in_index)).collect();
    assert_eq!(found, [(1..2, ErrorCode::ChecksumSection, false)]);
    let mut text = Vec::new();
    export(&corrupt, 0..2, 1, &mut text, |_| Ok(()), |_| Ok(())).expect("memory takes every byte");
    let text = String::from_utf8(text).expect("ASCII");
    assert!(text.contains("[White \"Ann\"]") && text.contains("[White \"?\"]") && text.contains("1. d4"), "{text}");
}
