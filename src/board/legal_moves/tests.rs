//! Compared with shakmaty's legal moves.

use proptest::prelude::*;
use shakmaty::{Chess, Position as _, Role, Square};

use super::*;
use crate::board::reference::{self, read_both};

/// The legal moves in ascending order.
fn moves(legal: &LegalMoves) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    for from in squares(legal.our_pieces) {
        let role = legal.our_role_at(from);
        legal.visit_moves(role, from, |to, special| moves.push(LegalMove::new(from, to, special)));
    }
    moves
}

fn agree(position: &Position, chess: &Chess) {
    let legal = LegalMoves::new(position);
    let found = moves(&legal);
    assert!(found.is_sorted_by(|a, b| a < b));
    let mut ours: Vec<_> = found.iter().map(|m| legal.to_packed(*m)).collect();
    assert!(ours.iter().zip(&found).all(|(packed, m)| legal.of_packed(*packed) == *m));
    ours.sort();
    assert_eq!(ours, reference::legal_moves(chess), "{chess:?}");
    assert_eq!(legal.checkers.count_ones() as usize, chess.checkers().count());
    check_squares(&legal);
    check_attacks(&legal, chess);
}

/// Attacks, check squares and blockers compared with shakmaty's attacks.
fn check_attacks(legal: &LegalMoves, position: &Chess) {
    let board = position.board();
    let us = position.turn();
    let flipped = |square: u32| Square::new(square ^ legal.flip);
    let king = flipped(legal.our_king);
    let their_king = flipped(legal.their_king);
    for square in 0..64 {
        for (side, attacks) in [(us, &legal.our_attacks), (!us, &legal.their_attacks)] {
            let attackers = board.attacks_to(flipped(square), side, board.occupied());
            let has = |set: u64| set >> square & 1 == 1;
            assert_eq!(has(attacks.all), attackers.any());
            if side == us {
                assert_eq!(has(legal.our_attacks_twice), attackers.count() > 1);
            }
            for (role, class) in Role::ALL.into_iter().zip(CLASS) {
                assert!(has(attacks.by[class]) || (attackers & board.by_role(role)).is_empty());
            }
        }
        for (role, checks) in Role::ALL.into_iter().zip(legal.check_squares) {
            let attacks = shakmaty::attacks::attacks(flipped(square), role.of(us), board.occupied());
            assert_eq!(checks >> square & 1 == 1, role != Role::King && attacks.contains(their_king));
        }
        let without = board.occupied().without(flipped(square));
        let checkers = |occupied| board.attacks_to(king, !us, occupied);
        let uncovered = checkers(without) & !checkers(board.occupied());
        assert_eq!(legal.blockers >> square & 1 == 1, uncovered.any(), "{position:?}");
    }
}

/// Every byte of [`LegalMoves::square_attacks`] compared with the sets.
fn check_squares(legal: &LegalMoves) {
    for (square, byte) in (0..64).zip(legal.square_attacks()) {
        let square_attacks = SquareAttacks(byte);
        let has = |set: u64| (set >> square & 1) as usize;
        assert_eq!(
            (square_attacks.defended(), square_attacks.defended_twice()),
            (has(legal.our_attacks.all), has(legal.our_attacks_twice))
        );
        assert_eq!(square_attacks.captured(), legal.captured_at(square));
        let attacker = legal.their_attacks.by.iter().position(|set| has(*set) == 1);
        assert_eq!(square_attacks.lowest_attacker(), attacker.unwrap_or(5));
    }
}

/// Positions in which moves are hard to generate: pins, checks, en passant that uncovers a check, Chess960 castling.
const STARTS: [&str; 17] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1",
    "1k6/8/8/3pP3/8/2n5/8/1K6 w - d6 0 1",
    "6k1/8/8/8/8/8/8/R1K4R w HA - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "8/8/8/1k1Pp2R/8/8/8/4K3 w - e6 0 1",
    "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1",
    "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
    "8/8/8/8/8/8/6k1/qRK4R w HB - 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "1n1n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
];

proptest! {
    #[test]
    fn the_same_moves_as_shakmaty(number in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 0..80)) {
        let (mut position, mut chess) = read_both(STARTS[number]);
        for choice in choices {
            agree(&position, &chess);
            let legal = chess.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            position.play(PackedMove::from_shakmaty(*m)).unwrap();
            chess.play_unchecked(*m);
        }
    }
}

/// All positions after two moves, from positions that are known to reveal errors.
#[test]
fn the_same_moves_everywhere_near() {
    fn below(position: &Position, chess: &Chess, depth: u32) {
        agree(position, chess);
        if depth > 0 {
            for m in chess.legal_moves() {
                let mut next = position.clone();
                let mut next_chess = chess.clone();
                next.play(PackedMove::from_shakmaty(m)).unwrap();
                next_chess.play_unchecked(m);
                below(&next, &next_chess, depth - 1);
            }
        }
    }
    for fen in &STARTS[..12] {
        let (position, chess) = read_both(fen);
        below(&position, &chess, 2);
    }
}
