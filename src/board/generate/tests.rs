//! Compared with shakmaty.

use proptest::prelude::*;
use shakmaty::{Chess, Position as _};

use super::*;
use crate::{
    Position, Square,
    board::reference::{self, assert_same, read_both},
};

/// Pins, checks, en passant that uncovers a check, Chess960 castling, stalemates except for castling or en passant, many queens.
const STARTS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "7k/8/8/2KpP2r/8/8/8/3r4 w - d6 0 1",
    "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
    "8/8/8/8/8/8/6k1/qRK4R w HB - 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "8/PPPPPPPP/1k6/8/8/1K6/pppppppp/8 w - - 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "4k3/8/8/8/1b5b/8/3n4/R3K2R w KQ - 0 1",
    "8/8/2N5/8/8/k1K5/8/1b6 w - - 0 1",
    "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1",
];

fn agree(board: &Board<Bitboards>, chess: &Chess) {
    let mut found = Vec::new();
    board.legal_moves(!0, &mut found);
    found.sort_unstable();
    let expected = reference::legal_moves(chess);
    assert_eq!(found, expected, "{chess:?}");
    assert_eq!(board.has_legal_move(), !expected.is_empty());
    assert_eq!(board.is_check(), chess.is_check());
    assert_eq!(board.legal_en_passant(), chess.legal_ep_square().map(|square| square as u8));
    assert_eq!(board.is_material_insufficient(), chess.is_insufficient_material());
    let mut by_square = Vec::new();
    Square::ALL.into_iter().for_each(|square| board.legal_moves(1 << square as u32, &mut by_square));
    by_square.sort_unstable();
    assert_eq!(by_square, expected);
}

proptest! {
    /// On a board on which the moves are made, and on a board that is set up again.
    #[test]
    fn the_same_moves_as_shakmaty(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..120)) {
        let (mut position, mut chess) = read_both(STARTS[number]);
        let mut board = Board::<Bitboards>::new(&position);
        for choice in choices {
            agree(&board, &chess);
            agree(&Board::new(&position), &chess);
            agree(&Board::new(&Position::from(&chess)), &chess);
            let legal = chess.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let is_null = choice > 250 && !chess.is_check();
            let packed = if is_null { PackedMove::NULL } else { PackedMove::from_shakmaty(*m) };
            assert!(reference::play(&mut chess, packed));
            position.play(packed).unwrap();
            assert!(board.make_exactly(packed));
            assert_same(&position, &chess);
        }
    }
}

/// Castling, or an en passant capture, is the only legal move.
#[test]
fn rare_moves_avert_stalemate() {
    for fen in STARTS.iter().chain(&["8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "1k6/8/8/8/pP6/K7/8/1r6 b - b3 0 1"]) {
        let (position, chess) = read_both(fen);
        agree(&Board::new(&position), &chess);
    }
    let (only_castling, chess) = read_both("8/8/8/8/8/2k5/p1p1p3/RK6 w A - 0 1");
    agree(&Board::new(&only_castling), &chess);
}

#[test]
fn material_is_judged_as_by_shakmaty() {
    let sides = ["", "N", "NN", "B", "BB", "BN", "R", "Q", "P", "NQ"];
    for (white, black) in sides.iter().flat_map(|white| sides.map(|black| (white, black))) {
        for shift in 0..2 {
            let squares = |pieces: &str| format!("{pieces}{}", 8 - shift - pieces.len()).replace('0', "");
            let pad = if shift == 1 { "1" } else { "" };
            let fen = format!("7k/8/{pad}{}/8/8/{}{}/8/K7 w - -", squares(&black.to_lowercase()), pad, squares(white));
            let Some(chess) = reference::from_fen(fen.as_bytes()) else { continue };
            let board = Board::<Bitboards>::new(&Position::from_fen(fen.as_bytes()).unwrap());
            assert_eq!(board.is_material_insufficient(), chess.is_insufficient_material(), "{fen}");
        }
    }
}
