//! In addition to the conformance vectors: the evaluator compared with a reference, and random lines.

mod reference;

use proptest::prelude::*;

use super::*;
use crate::{Codec, ErrorCode};

const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "4k3/8/8/8/8/8/8/NNN1K2R w K - 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "4k3/QQQQ4/8/8/8/8/qqqqqqqq/4K3 w - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "1n1n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
];

fn start(fen: &str) -> Option<Position> {
    Position::from_fen(fen.as_bytes()).ok()
}

/// A random line.
fn random_line(start: &Position, choices: &[u8]) -> Vec<PackedMove> {
    let mut position = start.clone();
    let next = |choice: &u8| {
        let legal = position.legal_moves();
        let m = *legal.get(usize::from(*choice) % legal.len().max(1))?;
        position.play(m).unwrap();
        Some(m)
    };
    choices.iter().map_while(next).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn runs_round_trip(picks in prop::collection::vec((0..STARTS.len(), prop::collection::vec(any::<u8>(), 0..70)), 0..5)) {
        let games: Vec<_> = picks
            .iter()
            .filter_map(|(number, choices)| start(STARTS[*number]).map(|start| (random_line(&start, choices), start)))
            .collect();
        let lines: Vec<_> = games.iter().map(|(moves, start)| Line { start, moves }).collect();
        let mut code = Vec::new();
        Codec::Tight.encode_run(&lines, &mut code).unwrap();
        let starts: Vec<_> = games.iter().map(|(moves, start)| (start, moves.len())).collect();
        let mut back = Vec::new();
        Codec::Tight.decode_run(&starts, &code, &mut back).unwrap();
        prop_assert_eq!(back, lines.iter().flat_map(|line| line.moves.to_vec()).collect::<Vec<_>>());
        let plies: usize = starts.iter().map(|(_, plies)| plies).sum();
        prop_assert!(code.len() <= Codec::Tight.max_bytes(plies).unwrap());
    }

    #[test]
    fn scores_are_those_of_the_reference(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 1..60), style in 0..STYLES) {
        let Some(start) = start(STARTS[number]) else { return Ok(()) };
        let mut evaluator = Evaluator::new(Model::get().unwrap(), 3 * choices.len());
        evaluator.set_style(style);
        let mut without_style = Evaluator::new(Model::get().unwrap(), 0);
        // Twice, with other moves in between, so that positions recur.
        let line = random_line(&start, &choices);
        for moves in [&line[..], &line[..line.len() / 2], &line] {
            evaluator.begin(&start);
            without_style.begin(&start);
            for packed in moves {
                evaluator.evaluate();
                let expected = reference::scores(&evaluator, style, evaluator.candidates.as_slice());
                prop_assert_eq!(&evaluator.scores, &expected);
                prop_assert_eq!(evaluator.scores.len(), evaluator.position.legal_moves().len());
                if evaluator.played.is_empty() {
                    let elements = without_style.elements();
                    without_style.evaluate_in(style, &elements);
                    prop_assert_eq!(&without_style.scores, &expected);
                    prop_assert_eq!(without_style.frequencies.total(), evaluator.frequencies.total());
                }
                evaluator.play(Some(evaluator.legal.of_packed(*packed)), *packed).unwrap();
                without_style.step(*packed).unwrap();
            }
        }
    }

    #[test]
    fn any_bytes_are_safe(number in 0..STARTS.len(), code in prop::collection::vec(any::<u8>(), 0..40), plies in 0usize..90) {
        if let Some(start) = start(STARTS[number]) {
            let mut moves = Vec::new();
            match Codec::Tight.decode_line(&start, &code, plies, &mut moves) {
                Ok(()) => prop_assert_eq!(moves.len(), plies),
                Err(e) => {
                    prop_assert!(moves.is_empty());
                    prop_assert!(matches!(e.code(), ErrorCode::MoveMalformed | ErrorCode::TrailingBytes));
                }
            }
        }
    }
}

/// All moves that can be written, including illegal moves and moves with the flags of another move.
#[test]
fn choices_are_the_legal_moves() {
    for start in STARTS.iter().filter_map(|fen| start(fen)) {
        let mut evaluator = Evaluator::new(Model::get().unwrap(), 1);
        evaluator.set_style(0);
        evaluator.begin(&start);
        evaluator.evaluate();
        for m in (0..=u16::MAX).map(PackedMove) {
            assert_eq!(evaluator.choice(m).is_ok(), check_line(&start, &[m]).is_ok(), "{m}");
        }
    }
}

/// The style chosen for a run of games from the standard start (`tight.2`).
fn style_of(games: &[Vec<PackedMove>]) -> u32 {
    let start = Position::default();
    let lines: Vec<_> = games.iter().map(|moves| Line { start: &start, moves }).collect();
    let mut code = Vec::new();
    Codec::Tight.encode_run(&lines, &mut code).unwrap();
    RangeDecoder::new(&code).target(STYLES.into()).unwrap()
}

#[test]
fn styles_of_runs() {
    let line = |plies: usize| {
        let theory = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3".split(' ');
        let mut position = Position::default();
        let next = |uci: &str| {
            let packed = position.read_uci(uci.as_bytes()).unwrap();
            position.play(packed).unwrap();
            packed
        };
        theory.chain("c6b8 b1a3 b8c6 a3b1".split(' ').cycle()).take(plies).map(next).collect::<Vec<_>>()
    };
    // A line of masters, and the same line in games as long as games of engines.
    assert_eq!(style_of(&vec![line(17); 40]), 4);
    assert_eq!(style_of(&vec![line(109); 40]), 4);
    assert_eq!(style_of(&vec![line(110); 40]), 12);
    // Moves that no master plays.
    let random = |game: usize| {
        random_line(&Position::default(), &std::array::from_fn::<_, 60, _>(|i| (37 * game + 11 * i) as u8))
    };
    assert_eq!(style_of(&(0..40).map(random).collect::<Vec<_>>()), 6);
}

#[test]
fn an_illegal_move_leaves_the_output_as_it_was() {
    let start = start(STARTS[0]).unwrap();
    let legal = random_line(&start, &[7; 60]);
    let mut illegal = legal.clone();
    illegal[50] = legal[0];
    let mut out = vec![1, 2, 3];
    let lines = [&legal, &illegal].map(|moves| Line { start: &start, moves });
    let error = Codec::Tight.encode_run(&lines, &mut out).unwrap_err();
    assert_eq!((error.code(), error.offset(), &out[..]), (ErrorCode::IllegalMove, Some(50), &[1, 2, 3][..]));
}

/// The caller says the number of plies of a run.
#[test]
fn visits_of_any_number_of_plies() {
    for plies in [0, 1, 5000, usize::MAX] {
        let mut visits = Visits::new(plies);
        let position = Position::default();
        visits.begin(&position);
        visits.find(&position, &LegalMoves::new(&position));
        assert!(visits.played().next().is_none());
    }
}

#[test]
fn null_moves_in_check_are_rejected() {
    let start = start("4k3/8/8/8/8/8/r7/4K3 b - - 0 1").unwrap();
    let check = start.read_uci(b"a2e2").unwrap();
    let error = Codec::Tight.encode_line(&start, &[check, PackedMove::NULL], &mut Vec::new()).unwrap_err();
    assert_eq!((error.code(), error.offset()), (ErrorCode::IllegalMove, Some(1)));
}

#[test]
fn models_are_known_by_their_checksum() {
    let param = Codec::Tight.param();
    assert_eq!(param >> 8, u64::from(CHECKSUM));
    assert_eq!(Codec::from_param(param).unwrap(), Codec::Tight);
    for unknown in [12, param + 256, param | 1 << 40] {
        assert_eq!(Codec::from_param(unknown).unwrap_err().code(), ErrorCode::UnsupportedModel);
    }
    assert_eq!(Codec::from_param(3 | 1 << 8).unwrap_err().code(), ErrorCode::UnsupportedCodec);
    let spec = include_str!("../../../../spec/codecs/tight.md");
    assert!(spec.contains(&format!("`{CHECKSUM:08X}`")), "tight.1 names {CHECKSUM:08X}");
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/spec/tight-model-2.bin")).unwrap();
    assert_eq!((crate::coding::wire::crc32c(&file), file.len()), (CHECKSUM, model::FILE_SIZE));
    let built_in = include_bytes!("../model.zst");
    assert!(zstd::decode_all(&built_in[..]).unwrap() == file, "model.zst is not the model of the chapter");
    super::load_model(&file).unwrap();
    let error = super::load_model(&file[1..]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnsupportedModel);
}
