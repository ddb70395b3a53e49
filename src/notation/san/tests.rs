//! SAN against shakmaty's, and the spellings that are accepted.

use shakmaty::{Chess, Position, san::San};

use super::{
    SanError,
    read::parse_san,
    read_san,
    write::{write_move, write_san},
};
use crate::{PackedMove, chess::positions};

fn uci(fen: &str, san: &str) -> Result<String, SanError> {
    let position = positions::from_fen(fen.as_bytes()).unwrap();
    parse_san(san.as_bytes(), &position).map(|m| PackedMove::from_move(m).to_string())
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

/// Every legal move of many positions: written as shakmaty writes it, and read back.
#[test]
fn agrees_with_shakmaty_along_random_games() {
    let mut seed = 1_u64;
    for start in ["", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1"] {
        let start = if start.is_empty() { Chess::default() } else { positions::from_fen(start.as_bytes()).unwrap() };
        for _ in 0..20 {
            let mut position = start.clone();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &m in &moves {
                    let mut text = Vec::new();
                    write_move(m, &position, &mut text);
                    assert_eq!(text, San::from_move(&position, m).to_string().as_bytes());
                    assert_eq!(parse_san(&text, &position), Ok(m));
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }
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
    let mut sans = vec![Vec::new()];
    for length in 0..4 {
        sans = sans.iter().flat_map(|san| letters.iter().map(|b| [&san[..], &[*b]].concat())).collect();
        assert_eq!(sans.len(), letters.len().pow(length + 1));
        let read = sans.iter().filter(|san| read_san(san, &position).is_ok()).count();
        assert!(read < sans.len());
    }
    assert!(read_san(b"", &position).is_err());
}
