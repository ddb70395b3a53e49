//! Against shakmaty, along random lines.

use proptest::prelude::*;
use shakmaty::{EnPassantMode, fen::Fen};

use super::*;
use crate::{canonical_order, index::position_key, read_san};

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

fn start(number: usize) -> Chess {
    let fen = STARTS[number];
    // Two kings of White are no position.
    positions::from_fen(fen.replacen("RR2K1R1/", "rr2k1r1/", 1).as_bytes()).unwrap()
}

fn agree(position: &Position, chess: &Chess) {
    assert_eq!(position.fen().as_str(), Fen::from_position(chess, EnPassantMode::Legal).to_string());
    let always = Fen::from_position(chess, EnPassantMode::Always).to_string();
    assert!(always.starts_with(position.short_fen().as_str()));
    assert_eq!(&position.to_chess(), chess);
    assert_eq!((position.halfmoves(), position.fullmoves()), (chess.halfmoves(), chess.fullmoves().get()));
    assert_eq!(position.turn(), chess.turn());
    assert_eq!(position.hash(), position_key(chess));
    assert_eq!(position.castling_rooks(), chess.castles().castling_rights().0);
    assert_eq!(position.is_checkmate(), chess.is_checkmate());
    assert_eq!(position.is_stalemate(), chess.is_stalemate());
    let canonical: Vec<_> = canonical_order(chess).iter().map(|(_, m)| PackedMove::from_move(*m)).collect();
    assert_eq!(position.legal_moves(), canonical);
    for m in canonical {
        let (uci, san) = (position.uci(m).unwrap(), position.san(m).unwrap());
        let mode = CastlingMode::from_chess960(position.is_chess960());
        assert_eq!(uci.as_str(), m.to_uci(chess, mode).to_string());
        assert_eq!(position.read_uci(uci.as_bytes()).unwrap(), m);
        assert_eq!(position.read_uci(m.to_uci(chess, CastlingMode::Chess960).to_string().as_bytes()).unwrap(), m);
        assert_eq!(read_san(san.as_bytes(), chess).unwrap(), m);
        assert_eq!(
            position.legal_moves_from(Square::new(m.from().into())).iter().filter(|other| **other == m).count(),
            1
        );
    }
}

fn sets(position: &Position) -> [u64; 16] {
    std::array::from_fn(|piece| position.board.sets().set(piece as u8))
}

proptest! {
    #[test]
    fn random_lines(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut chess = start(number);
        let mut position = Position::from(&chess);
        for choice in choices {
            agree(&position, &chess);
            agree(&Position::from(&chess), &chess);
            let legal = position.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let m = if choice > 250 && !position.is_check() { PackedMove::NULL } else { *m };
            m.play(&mut chess).unwrap();
            position.play(m).unwrap();
        }
    }

    /// Moves are taken back one after another, to the start; made without a check they give the same positions.
    #[test]
    fn moves_are_taken_back(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut position = Position::from(&start(number));
        let mut trusting = position.clone();
        let mut made = Vec::new();
        for choice in choices {
            let legal = position.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let m = if choice > 250 && !position.is_check() { PackedMove::NULL } else { *m };
            let before = position.clone();
            made.push((before, position.make(m).unwrap()));
            trusting.make_trusted(m).unwrap();
            agree(&trusting, &position.to_chess());
        }
        for (before, undo) in made.into_iter().rev() {
            position.unmake(undo);
            agree(&position, &before.to_chess());
            assert_eq!(position.short_fen().as_str(), before.short_fen().as_str());
            trusting.unmake(undo);
            assert_eq!(trusting.fen().as_str(), before.fen().as_str());
        }
    }

    /// Moves of any kind, trusted: whatever comes of it, all questions are answered, and every move can be taken back.
    #[test]
    fn any_trusted_moves(number in 0..STARTS.len(), moves in prop::collection::vec(any::<u16>(), 0..500)) {
        let mut position = Position::from(&start(number));
        for m in moves.into_iter().map(PackedMove) {
            let before = position.clone();
            if let Ok(undo) = position.make_trusted(m) {
                let _ = (position.san_of_last(&undo), position.uci_of_last(&undo), position.ending(), position.hash());
                let _ = (position.legal_moves().len(), position.to_chess());
                let mut back = position.clone();
                back.unmake(undo);
                assert_eq!(back.short_fen().as_str(), before.short_fen().as_str());
                assert_eq!(sets(&back), sets(&before));
            } else {
                assert_eq!(position.fen().as_str(), before.fen().as_str());
            }
        }
    }

    /// Moves of any kind: they are played or refused as by shakmaty, and a refused one changes nothing.
    #[test]
    fn any_moves(number in 0..STARTS.len(), moves in prop::collection::vec(any::<u16>(), 0..2000)) {
        let mut chess = start(number);
        let mut position = Position::from(&chess);
        for m in moves.into_iter().map(PackedMove) {
            prop_assert_eq!(position.play(m).is_ok(), m.play(&mut chess).is_ok());
            prop_assert_eq!(&position.to_chess(), &chess);
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
    let position = Position::from(&start(2));
    let rooks: Vec<_> = position.legal_moves().iter().filter_map(|m| position.castling_rook(*m)).collect();
    assert_eq!(rooks, [Square::A1, Square::E1]);
    assert!(position.is_chess960() && !Position::default().is_chess960());
    assert_eq!(Position::default().castling_rook(PackedMove(0x3fff)), None);
}
