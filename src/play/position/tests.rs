//! Against shakmaty, along random lines.

use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen, uci::UciMove};

use super::*;
use crate::{
    Ending, Square,
    board::{
        reference::{self, Parts, assert_same, read_both},
        zobrist::number,
    },
};

const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPpppppp/8/3Pp3/3pP3/8/PPPP1PpP/R3K2R w KQkq e6 12 34",
    "rk2r3/p3p3/8/8/8/8/P3P3/RK2R3 w KQkq - 0 1",
    "1r1k1r2/8/8/8/8/8/8/RR1K1R1R b bf - 99 4294967295",
    "5krq/2P5/8/1pP5/8/8/2p5/NBBRNKRQ w GDg b6 0 1",
    "RR2K1R1/8/8/8/8/8/8/RR2K1R1 w GA - 7 9",
    "r3kr1r/8/8/8/8/8/8/2R1KR1R w FCfa - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
];

fn start(number: usize) -> (Position, Chess) {
    // A position with two white kings is invalid.
    read_both(&STARTS[number].replacen("RR2K1R1/", "rr2k1r1/", 1))
}

/// The hash by its definition (`index.5`).
fn key_of(chess: &Chess) -> u64 {
    let parts = Parts::of(chess);
    let pieces = (0..64).zip(parts.pieces).filter(|(_, piece)| *piece != 0);
    let pieces = pieces.map(|(square, piece)| number(64 * u64::from(piece) + square));
    let rooks = (0..64).filter(|square| parts.castling_rooks >> square & 1 == 1).map(|square| number(1024 + square));
    let file = chess.legal_ep_square().map(|square| number(1088 + square.file() as u64));
    let black = chess.turn().is_black().then(|| number(1096));
    pieces.chain(rooks).chain(file).chain(black).fold(0, |hash, number| hash ^ number)
}

fn agree(position: &Position, chess: &Chess) {
    assert_eq!(position.fen().as_str(), Fen::from_position(chess, EnPassantMode::Legal).to_string());
    let always = Fen::from_position(chess, EnPassantMode::Always).to_string();
    assert!(always.starts_with(position.short_fen().as_str()));
    assert_eq!(&Chess::from(position), chess);
    assert_same(position, chess);
    assert_eq!(position.key(), key_of(chess));
    assert_eq!(position.is_checkmate(), chess.is_checkmate());
    assert_eq!(position.is_stalemate(), chess.is_stalemate());
    let canonical = reference::canonical_order(chess);
    assert_eq!(position.legal_moves(), canonical.iter().map(|(_, m)| *m).collect::<Vec<_>>());
    for (canonical_uci, m) in canonical {
        assert_eq!(position.canonical_uci(m).as_str(), canonical_uci.to_string());
        let uci = position.uci(m).unwrap();
        let san = position.san(m).unwrap();
        let mode = CastlingMode::from_chess960(position.is_chess960());
        let uci_of = |mode| UciMove::from_move(m.to_shakmaty(chess).unwrap(), mode).to_string();
        assert_eq!(uci.as_str(), uci_of(mode));
        assert_eq!(position.read_uci(uci.as_bytes()).unwrap(), m);
        assert_eq!(position.read_uci(uci_of(CastlingMode::Chess960).as_bytes()).unwrap(), m);
        assert_eq!(position.read_san(san.as_bytes()).unwrap(), m);
        let from = position.legal_moves_from(Square::of(m.from()));
        assert_eq!(from.iter().filter(|other| **other == m).count(), 1);
    }
}

fn sets(position: &Position) -> [u64; 16] {
    std::array::from_fn(|piece| position.board.sets().set(piece as u8))
}

proptest! {
    #[test]
    fn random_lines(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let (mut position, mut chess) = start(number);
        for choice in choices {
            agree(&position, &chess);
            agree(&Position::from(&chess), &chess);
            let legal = position.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let m = if choice > 250 && !position.is_check() { PackedMove::NULL } else { *m };
            assert!(reference::play(&mut chess, m));
            position.play(m).unwrap();
        }
    }

    /// Undoes moves one by one, to the start. Unchecked moves give the same positions.
    #[test]
    fn moves_are_taken_back(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let (mut position, mut chess) = start(number);
        let mut trusting = position.clone();
        let mut made = Vec::new();
        for choice in choices {
            let legal = position.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let m = if choice > 250 && !position.is_check() { PackedMove::NULL } else { *m };
            let before = (position.clone(), chess.clone());
            made.push((before, position.make(m).unwrap()));
            assert!(reference::play(&mut chess, m));
            trusting.make_trusted(m).unwrap();
            agree(&trusting, &chess);
        }
        for ((before, chess), undo) in made.into_iter().rev() {
            position.unmake(undo);
            agree(&position, &chess);
            assert_eq!(position.short_fen().as_str(), before.short_fen().as_str());
            trusting.unmake(undo);
            assert_eq!(trusting.fen().as_str(), before.fen().as_str());
        }
    }

    /// Moves of any kind, trusted: every query of the position returns, and every move can be undone.
    #[test]
    fn any_trusted_moves(number in 0..STARTS.len(), moves in prop::collection::vec(any::<u16>(), 0..500)) {
        let mut position = start(number).0;
        for m in moves.into_iter().map(PackedMove) {
            let before = position.clone();
            if let Ok(undo) = position.make_trusted(m) {
                let _ = (position.san_of_last(&undo), position.uci_of_last(&undo), position.ending(), position.key());
                let _ = (position.legal_moves().len(), Chess::from(&position));
                let mut back = position.clone();
                back.unmake(undo);
                assert_eq!(back.short_fen().as_str(), before.short_fen().as_str());
                assert_eq!(sets(&back), sets(&before));
            } else {
                assert_eq!(position.fen().as_str(), before.fen().as_str());
            }
        }
    }

    /// Moves of any kind: accepted or rejected as by shakmaty; a rejected move changes nothing.
    #[test]
    fn any_moves(number in 0..STARTS.len(), moves in prop::collection::vec(any::<u16>(), 0..2000)) {
        let (mut position, mut chess) = start(number);
        for m in moves.into_iter().map(PackedMove) {
            prop_assert_eq!(position.play(m).is_ok(), reference::play(&mut chess, m));
            assert_same(&position, &chess);
            prop_assert_eq!(&Chess::from(&position), &chess);
        }
    }
}

#[test]
fn positions_end_games() {
    for (fen, ending) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some(Ending::Checkmate)),
        ("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", Some(Ending::Stalemate)),
        ("5k2/8/5K2/8/8/8/8/6B1 b - - 0 1", Some(Ending::InsufficientMaterial)),
        ("5k2/8/5K2/8/8/8/8/6R1 b - - 0 1", None),
    ] {
        assert_eq!(Position::from_fen(fen.as_bytes()).unwrap().ending(), ending, "{fen}");
    }
}

#[test]
fn castling_rooks_are_found_by_moves() {
    let position = start(2).0;
    let rooks: Vec<_> = position.legal_moves().iter().filter_map(|m| position.castling_rook(*m)).collect();
    assert_eq!(rooks, [Square::A1, Square::E1]);
    assert!(position.is_chess960() && !Position::default().is_chess960());
    assert_eq!(Position::default().castling_rook(PackedMove(0x3fff)), None);
}
