//! Blocks that other writers may make, but this library's writer does not.

use std::fs;

use plypack::{
    Codec, ErrorCode, Game, Options, Reader, Tag, Writer,
    files::rename_player,
    games_from_pgn,
    internals::{
        container::{SUMMARY_LEN, SectionKind, summary},
        wire::put_column,
    },
    pack_games,
};

use crate::{
    sections::Sections,
    sound::{check, open, unpacked},
};

fn games(text: &str) -> Vec<Game> {
    games_from_pgn(text.as_bytes()).unwrap().0
}

fn column(values: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    put_column(&mut out, values).unwrap();
    out
}

/// A list of strings (`wire.5`).
fn strings(values: &[&str]) -> Vec<u8> {
    let lengths: Vec<u32> = values.iter().map(|value| value.len() as u32).collect();
    [column(&lengths), values.concat().into_bytes()].concat()
}

fn game_of(reader: &Reader, number: u64) -> plypack::Result<Game> {
    let mut game = Game::new();
    reader.read_game(number, &mut game).map(|()| game)
}

/// Numbers of sections of these kinds.
fn of_kinds(block: &Sections, kinds: &[SectionKind]) -> Vec<(u64, u64, Vec<u8>)> {
    let is_one = |kind: u64| kinds.iter().any(|of| *of as u64 == kind);
    block.sections.iter().filter(|section| is_one(section.0)).cloned().collect()
}

/// Variations in another codec, and comment templates with a codec that has none: such games are decoded, and the file
/// needs no additional blocks for them.
#[test]
fn annotations_of_other_writers_are_copied() {
    use SectionKind::{Annotations, CommentText, ValueCodes, Values};
    let text: String = (0..40)
        .map(|number| format!("[White \"{number}\"]\n\n1. e4 {{[%clk 0:03:{number:02}]}} e5 {{note}} 2. Nf3 *\n\n"))
        .collect();
    let games = games(&text);
    let byte = Sections::of(&pack_games(&games, Codec::Byte).unwrap());
    let mut in_coord16 = byte.clone();
    let annotations = in_coord16.sections.iter_mut().find(|(kind, ..)| *kind == Annotations as u64).unwrap();
    annotations.1 = Codec::Coord16.id().into();
    let mut with_templates = Sections::of(&pack_games(&games, Codec::Tight).unwrap());
    let taken = of_kinds(&with_templates, &[Annotations, CommentText, Values, ValueCodes]);
    assert_eq!(taken.len(), 4);
    with_templates.sections = byte.sections.clone();
    with_templates.sections.retain(|(kind, ..)| ![Annotations as u64, CommentText as u64].contains(kind));
    with_templates.sections.extend(taken);
    for block in [byte, in_coord16, with_templates] {
        let reader = Reader::from_bytes(block.file()).unwrap();
        assert_eq!(game_of(&reader, 7).unwrap(), games[7]);
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        assert_eq!(writer.copy_games(&reader, 0..40).unwrap(), 40);
        assert!(writer.finish().unwrap() == pack_games(&games, Codec::Byte).unwrap());
    }
}

/// container.11: a game with an unreadable start has no moves, in every way of reading.
#[test]
fn moves_from_no_start_are_malformed() {
    let mut block = Sections::of(&pack_games(&games("[White \"A\"]\n\n1. e4 *"), Codec::Byte).unwrap());
    block.sections.retain(|(kind, ..)| *kind != SectionKind::States as u64);
    let termination = 4 << 3;
    block.sections.push((SectionKind::States as u64, 0, column(&[2 | termination])));
    let reader = Reader::from_bytes(block.file()).unwrap();
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let errors = [
        game_of(&reader, 0).unwrap_err(),
        reader.read_moves(0, &mut Vec::new()).unwrap_err(),
        writer.copy_games(&reader, [0]).unwrap_err(),
        check(&reader).remove(0).error,
    ];
    errors.iter().for_each(|error| assert_eq!(error.code(), ErrorCode::SectionMalformed, "{error}"));
    assert_eq!(writer.number_end(), 0);
}

/// tags.10: without moves there is no final position.
#[test]
fn a_final_position_is_lost_with_the_moves() {
    let last = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6";
    let games = games(&format!("[White \"A\"]\n[CurrentPosition \"{last}\"]\n\n1. e4 e5 *"));
    let block = Sections::of(&pack_games(&games, Codec::Tight).unwrap());
    let is_final = |(kind, param, _): &&(u64, u64, _)| (*kind, *param) == (SectionKind::TagValues as u64, 7);
    let count = block.sections.iter().filter(is_final).count();
    assert_eq!(count, 1, "the tag is stored as the final position");
    let mut damaged = block.clone();
    damaged.sections.iter_mut().for_each(|(kind, _, content)| {
        if *kind == SectionKind::Plies as u64 {
            *content = column(&[3]);
        }
    });
    for (block, expected) in [(block, last), (damaged, "?")] {
        let reader = open(&block.file());
        let saved = games_from_pgn(&unpacked(&reader).0).unwrap().0;
        let tag = |name: &[u8]| saved[0].tag(name).map(|value| String::from_utf8_lossy(value).into_owned());
        assert_eq!([tag(b"White"), tag(b"CurrentPosition")], [Some("A".into()), Some(expected.into())]);
        assert_eq!(check(&reader).is_empty(), expected == last);
    }
}

/// The file after player `A` was renamed, and its games that can be read.
fn renamed(file: &[u8]) -> (Vec<u8>, Vec<Game>) {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    fs::write(&path, file).unwrap();
    assert_eq!(rename_player(&path, b"A", b"Bee", 1, |_, _| Ok(())).unwrap(), 1);
    let file = fs::read(&path).unwrap();
    let reader = open(&file);
    let games = (0..reader.number_end()).filter_map(|number| game_of(&reader, number).ok()).collect();
    (file, games)
}

/// Columns of players that do not use the names of the block keep their encoding; a section of an unknown kind, which
/// may contain the name, is removed.
#[test]
fn players_are_renamed_in_every_encoding() {
    let games =
        games("[White \"A\"]\n[Black \"C\"]\n[Event \"A\"]\n\n1. e4 *\n\n[White \"D\"]\n[Black \"C\"]\n\n1. d4 *\n");
    let block = Sections::of(&pack_games(&games, Codec::Byte).unwrap());
    let text = (0, strings(&["A", "D"]));
    let dictionary = (1, [&[2][..], &strings(&["A", "D"]), &column(&[0, 1])].concat());
    for (param, content) in [text, dictionary] {
        let mut block = block.clone();
        let mut values = block.sections.iter_mut().filter(|(kind, ..)| *kind == SectionKind::TagValues as u64);
        let white = values.next().unwrap();
        (white.1, white.2) = (param, content);
        block.sections.push((65, 0, b"A".to_vec()));
        let names = of_kinds(&block, &[SectionKind::Names]);
        assert!(
            Reader::from_bytes(block.file()).unwrap().block_header(0).unwrap().sections.iter().any(|of| of.kind == 65)
        );
        let (file, found) = renamed(&block.file());
        let mut expected = games.clone();
        expected[0].set_tag_at(0, b"White", b"Bee").unwrap();
        assert_eq!(found, expected);
        assert!(expected[0].tags().any(|tag| tag == Tag::Pair(b"Event", b"A")));
        let after = Sections::of(&file);
        assert_eq!(of_kinds(&after, &[SectionKind::Names]), names, "the names are as they were");
        let white = &of_kinds(&after, &[SectionKind::TagValues])[0];
        assert_eq!(white.1, param);
        assert!(after.sections.iter().all(|(kind, ..)| *kind != 65));
        assert!(check(&open(&file)).is_empty());
    }
}

/// search.11: a block that is copied has the summaries of its games. A game whose moves cannot be read keeps its own.
#[test]
fn wrong_summaries_are_made_anew() {
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ *\n\n";
    let games = games(&format!("[White \"A\"]\n\n1. e4 d5 2. exd5 *\n\n{fen}[White \"C\"]\n\n1. d4 *\n"));
    let wrong = [0xEE; SUMMARY_LEN];
    for codec in [Codec::Byte, Codec::Tight] {
        let mut block = Sections::of(&pack_games(&games, codec).unwrap());
        if codec == Codec::Byte {
            let moves = block.sections.iter_mut().find(|(kind, ..)| *kind == SectionKind::Moves as u64).unwrap();
            *moves.2.last_mut().unwrap() = 0xFF;
        }
        block.sections.push((SectionKind::Summaries as u64, 0, vec![0xEE; 3 * SUMMARY_LEN]));
        let (file, _) = renamed(&block.file());
        let stored = Sections::of(&file);
        let planes = &of_kinds(&stored, &[SectionKind::Summaries])[0].2;
        let row = |game: usize| std::array::from_fn(|plane| planes[3 * plane + game]);
        let last = if codec == Codec::Byte { wrong } else { summary(&games[2].moves) };
        assert_eq!([0, 1, 2].map(row), [summary(&games[0].moves), [0; SUMMARY_LEN], last], "{codec}");
    }
}
