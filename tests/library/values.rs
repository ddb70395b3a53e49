//! Clocks, evaluations and final positions in files of every codec come back unchanged, byte for byte.

use plypack::{Codec, Game, Reader, Tag, Token, games_from_pgn, internals::container::SectionKind, pack_games};
use proptest::prelude::*;

fn clocks() -> Vec<Game> {
    let path = format!("{}/conformance/samples/clocks.pgn", env!("CARGO_MANIFEST_DIR"));
    games_from_pgn(&std::fs::read(path).expect("a sample")).expect("text in memory can be read").0
}

fn read_all(file: &[u8]) -> Vec<Game> {
    let reader = Reader::from_bytes(file.to_vec()).expect("a plypack file");
    let read = |number| {
        let mut game = Game::new();
        reader.read_game(number, &mut game).expect("its game");
        game
    };
    (0..reader.number_end()).map(read).collect()
}

/// The raw length of all sections of a kind in the first block; 0 without any.
fn section_len(file: &[u8], kind: SectionKind) -> usize {
    let reader = Reader::from_bytes(file.to_vec()).expect("a plypack file");
    let header = reader.block_header(0).expect("a block");
    header.sections.iter().filter(|section| section.kind == kind as u64).map(|section| section.raw_len).sum()
}

#[test]
fn the_sample_comes_back_from_every_codec() {
    let games = clocks();
    assert_eq!(games.len(), 3);
    for codec in Codec::IN_FILES {
        let file = pack_games(&games, *codec).unwrap();
        assert_eq!(read_all(&file), games, "{codec}");
        assert_eq!(section_len(&file, SectionKind::Values) > 0, codec.shares_runs(), "{codec}");
    }
}

#[test]
fn only_other_comments_stay_text() {
    let file = pack_games(&clocks(), Codec::Tight).unwrap();
    let texts = section_len(&file, SectionKind::CommentText);
    let left = [
        " one blunder is enough ",
        "[%clk 00:59:00]",
        "[%clk 0:60:00]",
        "[%eval +0.20]",
        "[%eval 0.20,24]",
        "[%csl Gg5][%clk 1:00:00]",
        "[%clk 1:00:00] quick",
        "[%eval -0.00] [%clk 123:00:00]",
    ];
    // A column with one byte per game, and its width, precede the texts.
    assert_eq!(texts, 1 + 3 + left.iter().map(|text| text.len()).sum::<usize>());
}

#[test]
fn a_final_position_needs_no_text() {
    let text = |position: &str, start: &str, moves: &str| {
        format!("[CurrentPosition \"{position}\"]\n{start}\n{moves} *\n\n").into_bytes()
    };
    let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n";
    let texts = [
        text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "", "1. e4"),
        text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "", ""),
        text("another", "", "1. e4"),
        text("4k3/8/8/8/8/8/4P3/5RK1 b - -", start, "1. O-O"),
    ];
    let (games, _) = games_from_pgn(&texts.concat()).unwrap();
    let tag_bytes = [Codec::Byte, Codec::Tight].map(|codec| {
        let file = pack_games(&games, codec).unwrap();
        assert_eq!(read_all(&file), games, "{codec}");
        section_len(&file, SectionKind::TagValues)
    });
    let three_positions = 54 + 50 + 28;
    assert!(tag_bytes[1] + three_positions <= tag_bytes[0], "{tag_bytes:?}");
    let tags: Vec<_> = games[3].tags().collect();
    assert!(matches!(tags[0], Tag::Pair(b"CurrentPosition", b"4k3/8/8/8/8/8/4P3/5RK1 b - -")));
}

/// Texts as programs write them, right and wrong.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "(0|1|12):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,2})?",
        "-?[0-9]{1,2}\\.[0-9]{1,2}",
        "#-?[0-9]{1,2}",
        "[0-9:.#-]{0,8}",
    ]
}

fn comment() -> impl Strategy<Value = String> {
    let command = (prop_oneof!["clk", "emt", "eval", "csl"], "[ \\n]?", value())
        .prop_map(|(name, space, value)| format!("[%{name}{space}{value}]"));
    let part = prop_oneof![8 => command, 1 => "[a-z \\x01-\\x03\\[\\]]{0,4}"];
    prop::collection::vec(("[ \\n]{0,2}", part), 0..4)
        .prop_map(|parts| parts.into_iter().map(|(space, part)| space + &part).collect())
}

/// A game of knight moves with these comments, each after a number of plies.
fn game(comments: &[(u32, String)]) -> Game {
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut game = Game::new();
    let mut position = game.start_position();
    let plies: u32 = comments.iter().map(|(plies, _)| plies).sum();
    for ply in 0..plies as usize {
        let m = position.read_uci(there_and_back[ply % 4].as_bytes()).unwrap();
        position.play(m).unwrap();
        game.moves.push(m);
    }
    for (plies, text) in comments {
        if *plies > 0 {
            game.push_token(Token::Plies(*plies)).unwrap();
        }
        game.push_token(Token::Comment(text.as_bytes())).unwrap();
    }
    game
}

proptest! {
    #[test]
    fn any_comments_come_back(games in prop::collection::vec(prop::collection::vec((0_u32..3, comment()), 0..12), 1..6)) {
        let games: Vec<_> = games.iter().map(|comments| game(comments)).collect();
        let file = pack_games(&games, Codec::Tight).unwrap();
        prop_assert_eq!(read_all(&file), games);
    }

    #[test]
    fn runs_are_read_from_any_game(seed in 0_u32..1000) {
        // More values than a run holds, so that there are several runs; each game is read by itself.
        let games: Vec<_> = (0..40).map(|number| {
            let comments: Vec<_> = (0..300_u32).map(|ply| {
                let seconds = 3000 - 9 * ply - (seed ^ ply) % 7 - number;
                (1, format!("[%clk 0:{:02}:{:02}]", seconds / 60, seconds % 60))
            }).collect();
            game(&comments)
        }).collect();
        let reader = Reader::from_bytes(pack_games(&games, Codec::Tight).unwrap()).unwrap();
        let mut read = Game::new();
        for number in [39, 0, seed as usize % 40, 14, 13] {
            reader.read_game(number as u64, &mut read).unwrap();
            prop_assert_eq!(&read, &games[number]);
        }
    }
}
