//! SAN against shakmaty's, and the spellings that are accepted.

use shakmaty::{
    Chess, Move, Position,
    san::{San, SanPlus},
};

use super::{
    SanError,
    read::parse_san,
    read_san, read_san_on,
    write::{san_without_check, write_san},
};
use crate::{
    PackedMove,
    board::{Bitboards, Board},
    chess::positions,
    games,
};

fn uci(fen: &str, san: &str) -> Result<String, SanError> {
    let position = positions::from_fen(fen.as_bytes()).unwrap();
    let read = parse_san(san.as_bytes(), &position);
    assert_eq!(parse_san(san.as_bytes(), &Board::<Bitboards>::new(&position)), read);
    read.map(|m| PackedMove::from_move(m).to_string())
}

#[test]
fn liberal_spellings() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let open = "r3k2r/ppp1pppp/8/3pP3/8/8/1PPP1PPP/R3K2R w KQkq d6 0 1";
    let promote = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, sans, expected) in [
        (start, "Nf3 Nf3+ Nf3# Nxf3 Ng1f3 Ng1-f3 Ngf3 N1f3 g1f3 g1-f3", "g1f3"),
        (start, "e4 e2e4 e2-e4 Pe4 ee4 e4+", "e2e4"),
        (open, "exd6 ed6 ed exd6e.p. exd6ep e5d6 e5xd6", "e5d6"),
        (open, "O-O 0-0 o-o O-O+ e1g1 Ke1g1 Ke1-g1 e1h1", "e1g1"),
        (open, "O-O-O 0-0-0 e1c1 e1a1", "e1c1"),
        (promote, "a8=Q a8Q a8(Q) a8=q a8q a7a8q a8/Q a8=Q+", "a7a8q"),
        (promote, "axb8=N ab8N axb8n a7xb8=N", "a7b8n"),
    ] {
        for san in sans.split(' ').filter(|w| *w != "ed") {
            assert_eq!(uci(fen, san).as_deref(), Ok(expected), "{san}");
        }
    }
}

#[test]
fn text_that_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let knights = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1";
    let pinned = "4r2k/8/8/8/8/4N3/8/4K1N1 w - - 0 1";
    for (fen, san, reason) in [
        (start, "Nf9", SanError::NotSan),
        (start, "N", SanError::NotSan),
        (start, "e", SanError::NotSan),
        (start, "Kinf3", SanError::NotSan),
        (start, "O-O-O-O", SanError::NotSan),
        (start, "i4", SanError::NotSan),
        (start, "Nxf3xx", SanError::NotSan),
        (start, "EXD5", SanError::NotSan),
        (start, "e5", SanError::IllegalMove),
        (start, "O-O", SanError::IllegalMove),
        (start, "e4=Q", SanError::IllegalMove),
        (start, "Nf3=Q", SanError::IllegalMove),
        (start, "Nd2", SanError::IllegalMove),
        (start, "exd3", SanError::IllegalMove),
        (knights, "Nb3", SanError::AmbiguousMove),
        (pinned, "Nc4", SanError::IllegalMove),
    ] {
        assert_eq!(uci(fen, san), Err(reason), "{san}");
    }
    assert_eq!(uci(pinned, "Nf3").as_deref(), Ok("g1f3"));
}

/// Disambiguation by file, rank and both, with pins; en passant; promotion; castling of Chess960; more queens than squares to name
/// them by.
const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
    "4k3/4r3/8/b2N4/8/2N1N3/3N1N2/4K3 w - - 0 1",
    "1n2k1n1/2P4P/8/8/8/8/1p3p2/N1N1K1N1 w - - 0 1",
];

/// Every legal move of a position: written as shakmaty writes it, and read back.
fn agree(position: &Chess) {
    let board = Board::<Bitboards>::new(position);
    for m in position.legal_moves() {
        let (packed, mut text) = (PackedMove::from_move(m), Vec::new());
        let expected = San::from_move(position, m).to_string();
        assert_eq!(san_without_check(packed, &board).as_str(), expected);
        assert_eq!(parse_san(expected.as_bytes(), position), Ok(m));
        assert_eq!(parse_san(expected.as_bytes(), &board), Ok(m));
        write_san(packed, position, &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), SanPlus::from_move(position.clone(), m).to_string());
    }
}

#[test]
fn agrees_with_shakmaty_along_random_games() {
    let mut seed = 1_u64;
    for start in STARTS.map(|fen| positions::from_fen(fen.as_bytes()).unwrap()) {
        for _ in 0..6 {
            let mut position = start.clone();
            for _ in 0..100 {
                agree(&position);
                let moves = position.legal_moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(m) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
                position.play_unchecked(*m);
            }
        }
    }
}

/// Lines on one board, whose checks are found by what it remembers of the moves before.
#[test]
fn lines_agree_with_shakmaty_on_real_games() {
    let limit = if std::env::var_os("PLYPACK_FULL").is_some_and(|full| full == "1") { usize::MAX } else { 300 };
    for name in ["otb_bench", "online_bench", "engine_bench", "chess960_engine", "chess960_human", "from_fen"] {
        let Some(path) = games::find(name) else {
            println!("skipped: no {name} in the data folder");
            continue;
        };
        games::read(&path, limit).unwrap().iter().for_each(|line| line_agrees(&line.start, &line.moves));
    }
}

fn line_agrees(start: &Chess, moves: &[Move]) {
    let (mut position, mut text) = (start.clone(), Vec::new());
    let sans: Vec<_> =
        moves.iter().map(|m| SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string()).collect();
    let packed: Vec<_> = moves.iter().map(|m| PackedMove::from_move(*m)).collect();
    crate::write_san_line(start, &packed, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), sans.join(" "));
}

#[test]
fn single_moves_are_read_and_written() {
    let position = positions::from_fen(b"r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    for m in position.legal_moves() {
        let (packed, mut text) = (PackedMove::from_move(m), Vec::new());
        write_san(packed, &position, &mut text).unwrap();
        assert_eq!(read_san(&text, &position).unwrap(), packed);
    }
    assert_eq!(read_san(b"--", &position).unwrap(), PackedMove::NULL);
    assert!(write_san(PackedMove(0xfff), &position, &mut Vec::new()).is_err());
}

/// Also text that the lexer would not pass on.
#[test]
fn any_text_is_read_or_refused() {
    let (position, letters) = (Chess::default(), b"NKe4xO-=(+\xff ");
    let board = Board::<Bitboards>::default();
    let mut sans = vec![Vec::new()];
    for length in 0..4 {
        sans = sans.iter().flat_map(|san| letters.iter().map(|b| [&san[..], &[*b]].concat())).collect();
        assert_eq!(sans.len(), letters.len().pow(length + 1));
        let read = sans.iter().filter(|san| read_san(san, &position).is_ok()).count();
        let on_board = sans.iter().filter(|san| read_san_on(san, &board).is_ok()).count();
        assert_eq!(read, on_board);
        assert!(read < sans.len());
    }
    assert!(read_san(b"", &position).is_err());
}
