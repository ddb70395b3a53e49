mod games_test;
mod reference;

use proptest::prelude::*;
use shakmaty::{Chess, Position as _, san::San};

use super::*;
use crate::{
    Codec, Position,
    board::{
        Tracker,
        reference::{self as shakmaty_reference, Parts, read_both},
    },
};

pub const MANY_MOVES: [&str; 2] =
    ["R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"];

/// Starts of random games.
pub const STARTS: [&str; 22] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
    "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 0 1",
    "1rk2r2/8/8/8/8/8/8/1R3RK1 w FBfb - 0 1",
    "2r1kr2/8/8/8/8/8/8/3RKR2 w FDfc - 0 1",
    "8/PPPPPPPP/1k6/8/8/1K6/pppppppp/8 w - - 0 1",
    "1n1n1n2/P1P1P1P1/8/1k6/6K1/8/p1p1p1p1/1N1N1N2 w - - 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1",
    "nnnnk3/pppppppp/8/8/8/8/PPPPPPPP/NNNNK3 w - - 0 1",
    "r1b1k2r/b1b1n1n1/1n6/8/8/N7/1B1B4/R2BK2R w KQkq - 0 1",
    "r3k2r/nnn5/8/8/8/8/5NNN/R3K2R w KQkq - 0 1",
    "r3k2r/nnn5/8/8/8/8/5NNN/R3K2R b - - 0 1",
    "rk5r/nnn5/8/8/8/8/5NNN/RK5R w HAha - 0 1",
    "qq2k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
    "rrr1k3/pppppppp/pppp4/8/8/PPPP4/PPPPPPPP/RRR1K3 w - - 0 1",
    "4k3/P7/8/8/8/qqq5/3P4/4K2R b K - 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
    MANY_MOVES[0],
    MANY_MOVES[1],
];

pub fn position(fen: &str) -> Position {
    Position::from_fen(fen.as_bytes()).unwrap()
}

/// Encodes and decodes with all functions.
pub fn round_trip(start: &Position, moves: &[PackedMove]) -> Vec<u8> {
    let mut code = Vec::new();
    let mut trusted = Vec::new();
    Codec::Byte.encode_line(start, moves, &mut code).unwrap();
    encode_trusted(start, moves, &mut trusted).unwrap();
    assert_eq!(code, trusted);
    let mut decoded = [(); 3].map(|()| Vec::new());
    Codec::Byte.decode_line(start, &code, moves.len(), &mut decoded[0]).unwrap();
    Codec::Byte.decode_all(start, &code, &mut decoded[1]).unwrap();
    assert_eq!(decode_trusted(start, &code, moves.len(), &mut decoded[2]).unwrap(), code.len());
    decoded.iter().for_each(|decoded| assert_eq!(decoded, moves));
    code
}

/// Encodes a line of SAN moves, `--` for null moves.
fn code_of(fen: &str, sans: &str) -> Vec<u8> {
    let (start, mut chess) = read_both(fen);
    let moves: Vec<_> = sans
        .split_whitespace()
        .map(|san| {
            let packed = match san {
                "--" => PackedMove::NULL,
                _ => PackedMove::from_shakmaty(san.parse::<San>().unwrap().to_move(&chess).unwrap()),
            };
            assert!(shakmaty_reference::play(&mut chess, packed));
            packed
        })
        .collect();
    round_trip(&start, &moves)
}

fn hex(code: &[u8]) -> String {
    code.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn known_lines() {
    for (fen, sans, expected) in [
        (
            STARTS[0],
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 Re1 Nd6 Nxe5 Be7 Nxc6 dxc6 Qh5 O-O",
            "C0 C0 1F 13 59 81 50 14 09 1C 34 1F 17 44 16 B3 77 09",
        ),
        (STARTS[0], "e4 e6 c4 d5 cxd5 exd5 exd5 c6 dxc6", "C0 C1 A0 B0 A3 B3 B2 A1 B2"),
        (STARTS[0], "e4 e6 c4 d5 exd5 exd5 cxd5 c6 dxc6", "C0 C1 A0 B0 C2 B3 A3 A1 B2"),
        (STARTS[0], "e4 a6 e5 d5 exd6 -- dxc7 -- cxb8=N", "C0 81 C1 B0 C2 0F C2 0F BB"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O Kf8 Rf1 Kg7", "0B 03 25 04"),
        ("bqnbrkrn/pppppppp/8/8/8/8/PPPPP1PP/BQNBRKRN w GEge - 0 1", "O-O", "09"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q Kd7 Qb7", "84 06 79"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=R Kg7 Ra7 Kg6 Rd7", "85 07 29 05 23"),
        ("4k3/8/8/8/8/8/8/Q2QK3 w - - 0 1", "Qa2 Ke7 Qdd2", "6E 05 EE"),
    ] {
        let found = hex(&code_of(fen, sans));
        assert_eq!(found, expected, "{fen} {sans}");
    }
}

/// Plays random legal moves, sometimes a null move, with many captures, so that sides leave and enter fallback mode.
fn random_line(start: &Chess, choices: &[u32]) -> (Vec<PackedMove>, Vec<u8>) {
    let mut chess = start.clone();
    let mut moves = Vec::new();
    let mut expected = Vec::new();
    for choice in choices {
        let legal = chess.legal_moves();
        let pick = |list: &[shakmaty::Move]| list.get(*choice as usize / 8 % list.len().max(1)).copied();
        let special: Vec<_> =
            legal.iter().copied().filter(|m| m.is_capture() || m.is_promotion() || m.is_castle()).collect();
        let m = match choice % 8 {
            0 if !chess.is_check() => None,
            1..4 if !special.is_empty() => pick(&special),
            _ => pick(&legal),
        };
        if m.is_none() && choice % 8 != 0 || m.is_none() && chess.is_check() {
            break;
        }
        expected.extend(reference::encode(&chess, m));
        let packed = m.map_or(PackedMove::NULL, PackedMove::from_shakmaty);
        assert!(shakmaty_reference::play(&mut chess, packed));
        moves.push(packed);
    }
    (moves, expected)
}

/// All codes of up to three bytes that the strict decoder accepts, with their moves.
fn accepted(start: &Position) -> Vec<(Vec<u8>, PackedMove)> {
    let zeros = |n| (1..=255).map(move |byte| [vec![0; n], vec![byte]].concat());
    let decode = |code: Vec<u8>| {
        let mut moves = Vec::new();
        Codec::Byte.decode_line(start, &code, 1, &mut moves).ok().map(|()| (code, moves[0]))
    };
    zeros(0).chain(zeros(1)).chain(zeros(2)).filter_map(decode).collect()
}

fn assert_exactly_the_legal_moves_are_accepted(start: &Position, chess: &Chess) {
    let mut legal: Vec<_> = chess.legal_moves().into_iter().map(Some).collect();
    if !chess.is_check() {
        legal.push(None);
    }
    let code = |m: Option<shakmaty::Move>| {
        (reference::encode(chess, m), m.map_or(PackedMove::NULL, PackedMove::from_shakmaty))
    };
    let mut expected: Vec<_> = legal.into_iter().map(code).collect();
    let mut found = accepted(start);
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{}", shakmaty::fen::Fen::from_position(chess, shakmaty::EnPassantMode::Always));
}

#[test]
fn exactly_the_legal_moves_are_accepted() {
    for fen in STARTS {
        let (start, chess) = read_both(fen);
        assert_exactly_the_legal_moves_are_accepted(&start, &chess);
    }
}

/// Of all packed moves, only legal ones can be encoded.
#[test]
fn exactly_the_legal_packed_moves_are_encoded() {
    for fen in STARTS {
        let (start, chess) = read_both(fen);
        let mut legal = shakmaty_reference::legal_moves(&chess);
        legal.extend((!chess.is_check()).then_some(PackedMove::NULL));
        for m in (0..=u16::MAX).step_by(if fen == MANY_MOVES[1] { 97 } else { 3 }).map(PackedMove) {
            let encoded = encode_line(&start, &[m], &mut Vec::new()).is_ok();
            assert_eq!(encoded, legal.contains(&m), "{fen} {m:?}");
        }
    }
}

#[test]
fn ordinals_from_255_on_take_two_bytes() {
    let (start, chess) = read_both(MANY_MOVES[1]);
    let mut moves = shakmaty_reference::canonical_order(&chess);
    moves.sort_by_key(|(uci, _)| uci.to_string());
    assert_eq!(moves.len(), 270);
    for (ordinal, code) in [(0, vec![0xFF]), (254, vec![1]), (255, vec![0, 0xFF]), (269, vec![0, 0xF1])] {
        assert_eq!(round_trip(&start, &[moves[ordinal].1]), code);
    }
}

#[test]
fn fallback_examples_of_the_spec() {
    let fen = "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1";
    let list_of = |fen| reference::list(&read_both(fen).1);
    let list = "a1b3 a1c2 b1a3 b1c3 b1d2 c1a2 c1b3 c1d3 c1e2 e1d1 e1d2 e1e2 e1f1 e1f2";
    assert_eq!(list_of(fen).join(" "), list);
    for (san, code) in [("Nab3", "FF"), ("Nc2", "FE"), ("Kf2", "F2"), ("--", "F1")] {
        assert_eq!(hex(&code_of(fen, san)), code);
    }
    let with_rook = list_of("4k3/8/8/8/8/8/8/NNN1K2R w - - 0 1");
    assert_eq!(with_rook[13..16], ["e1f2", "e1g1", "h1f1"]);
    let many = position(MANY_MOVES[1]);
    assert_eq!(many.canonical_uci(many.legal_moves()[0]).as_str(), "a1b2");
    assert_eq!(shakmaty_reference::canonical_order(&read_both(MANY_MOVES[1]).1)[0].0.to_string(), "a1b2");
}

#[test]
fn lost_right_keeps_its_place_in_the_list() {
    let (with, with_chess) = read_both(STARTS[13]);
    let (without, without_chess) = read_both(&STARTS[13].replace("KQkq", "-"));
    let list = reference::list(&without_chess);
    assert_eq!(list, reference::list(&with_chess));
    let ordinal = list.iter().position(|text| text == "e1g1").unwrap() as u8;
    let decode = |start| decode_line(start, &[255 - ordinal], 1, &mut Vec::new());
    assert_eq!(decode(&with).unwrap(), 1);
    assert_eq!(decode(&without).unwrap_err().code(), ErrorCode::MoveMalformed);
}

#[test]
fn errors_have_code_and_offset() {
    let start = Position::default();
    let mut out = Vec::new();
    for (code, plies, expected) in [
        (&[0xC0, 0xC0, 0x00][..], 3, (ErrorCode::MoveMalformed, 2)),
        (&[0xC0, 0x09], 2, (ErrorCode::MoveMalformed, 1)),
        (&[0xC0, 0xC0], 3, (ErrorCode::Truncated, 2)),
        (&[], 1, (ErrorCode::Truncated, 0)),
        (&[0x5D], 1, (ErrorCode::MoveMalformed, 0)),
    ] {
        let error = Codec::Byte.decode_line(&start, code, plies, &mut out).unwrap_err();
        assert_eq!((error.code(), error.offset()), (expected.0, Some(expected.1)));
    }
    let error = decode_line(&position(MANY_MOVES[1]), &[0], 1, &mut out).unwrap_err();
    assert_eq!((error.code(), error.offset()), (ErrorCode::Truncated, Some(1)));
    let e4 = PackedMove::new(12, 28, crate::moves::MoveFlags::DoublePush);
    for encode in [encode_line, encode_trusted] {
        let error = encode(&start, &[e4, e4], &mut Vec::new()).unwrap_err();
        assert_eq!((error.code(), error.offset()), (ErrorCode::IllegalMove, Some(1)));
    }
}

#[test]
fn scan_stops_at_break() {
    let code = [0xC0, 0xC0, 0x1F, 0x13];
    let mut seen = Vec::new();
    let used = scan(&Position::default(), &code, 4, |board, ply| {
        seen.push((ply.packed.to_string(), ply.piece, board.occupied().count_ones()));
        if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(used.unwrap(), 3);
    assert_eq!(seen[2], ("g1f3".to_owned(), Piece(2), 32));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_games(start in 0..STARTS.len(), choices in prop::collection::vec(any::<u32>(), 0..120)) {
        let (start, mut chess) = read_both(STARTS[start]);
        let (moves, expected) = random_line(&chess, &choices);
        prop_assert_eq!(round_trip(&start, &moves), expected);
        // The board is the position after every ply.
        let mut position = start.clone();
        scan(&start, &round_trip(&start, &moves), moves.len(), |board, ply| {
            assert!(shakmaty_reference::play(&mut chess, ply.packed));
            position.play(ply.packed).unwrap();
            assert_eq!(Parts::on(board), Parts::of(&chess));
            ControlFlow::Continue(())
        }).unwrap();
        assert_exactly_the_legal_moves_are_accepted(&position, &chess);
    }

    /// Trusted decoding of any bytes is safe, and its result can be encoded again.
    #[test]
    fn any_bytes(start in 0..STARTS.len(), code in prop::collection::vec(any::<u8>(), 0..300)) {
        let start = position(STARTS[start]);
        let mut moves = Vec::new();
        let mut again = Vec::new();
        let _ = decode_trusted(&start, &code, code.len(), &mut moves);
        let _ = Codec::Byte.decode_all(&start, &code, &mut Vec::new());
        encode_trusted(&start, &moves, &mut again).unwrap();
        prop_assert_eq!(&again[..], &code[..again.len()]);
    }

    /// Bytes that are mostly moves lead to positions that are far from legal.
    #[test]
    fn plausible_bytes(start in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..300)) {
        let start = position(STARTS[start]);
        let mut board = Board::new(&start);
        for choice in choices {
            let from = |byte: u8| byte.wrapping_add(choice);
            let played = (0..=255).map(from).find(|byte| board.clone().play(&[*byte]).is_ok());
            let Some(byte) = played else { break };
            board.play(&[byte]).unwrap();
            let rebuilt = PieceLists::of(board.pieces());
            let keys = |lists: &PieceLists| lists.lists.map(|lists| ((4..14).map(|slot| lists.piece(slot)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7].map(|i| lists.pawn(i))));
            prop_assert_eq!((keys(&rebuilt), rebuilt.in_fallback), (keys(&board.tracker), board.tracker.in_fallback));
        }
    }
}
