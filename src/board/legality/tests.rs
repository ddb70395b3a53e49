//! Legality of moves compared with shakmaty.

use proptest::prelude::*;
use shakmaty::{Chess, Position as _, fen::Fen};

use super::*;
use crate::{
    board::{
        Position, Tracker,
        reference::{self, Parts, read_both},
    },
    games,
};

/// Pins, checks, en passant that uncovers a check, Chess960 castling, many queens, impossible checks.
const STARTS: [&str; 29] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "8/8/8/1k1Pp2R/8/8/8/4K3 w - e6 0 1",
    "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1",
    "7k/8/8/2KpP2r/8/8/8/3r4 w - d6 0 1",
    "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
    "8/8/8/8/8/8/6k1/qRK4R w HB - 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 0 1",
    "1rk2r2/8/8/8/8/8/8/1R3RK1 w FBfb - 0 1",
    "2r1kr2/8/8/8/8/8/8/3RKR2 w FDfc - 0 1",
    "rk5r/nnn5/8/8/8/8/5NNN/RK5R w HAha - 0 1",
    "1n1n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1",
    "8/PPPPPPPP/1k6/8/8/1K6/pppppppp/8 w - - 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "r1b1k2r/b1b1n1n1/1n6/8/8/N7/1B1B4/R2BK2R w KQkq - 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "4k3/8/8/8/8/qqq5/3P4/4K2R b K - 0 1",
    "4k3/4r3/8/8/7b/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/1b5b/8/3n4/R3K2R w KQ - 0 1",
    "4r1k1/8/8/3pP2b/8/8/8/3KR3 w - d6 0 1",
    "3rk3/8/8/1q6/3Pp3/8/8/3QK3 b - d3 0 1",
];

/// The legal moves, sorted, including the null move unless there is a check.
fn legal(chess: &Chess) -> Vec<PackedMove> {
    let mut legal = reference::legal_moves(chess);
    legal.extend((!chess.is_check()).then_some(PackedMove::NULL));
    legal.sort_unstable();
    legal
}

fn is_legal(board: &Board<Bitboards>, m: PackedMove) -> bool {
    board.clone().make_exactly(m)
}

fn shown(chess: &Chess) -> Fen {
    Fen::from_position(chess, shakmaty::EnPassantMode::Always)
}

/// Of all packed moves (64 times 64 squares with all flags), exactly the legal moves are accepted.
fn assert_exactly_the_legal_moves(board: &Board<Bitboards>, chess: &Chess) {
    let found: Vec<_> = (0..=u16::MAX).map(PackedMove).filter(|m| is_legal(board, *m)).collect();
    assert_eq!(found, legal(chess), "{}", shown(chess));
}

/// The legal moves, and moves that differ from them in a few bits.
fn assert_near_the_legal_moves(board: &Board<Bitboards>, chess: &Chess, seed: u16) {
    let legal = legal(chess);
    for m in &legal {
        assert!(is_legal(board, *m), "{m:?} {}", shown(chess));
        for other in [m.0 ^ 1 << (seed & 15), m.0 ^ seed, m.0 ^ seed & 63, m.0 ^ seed & 0xF03F].map(PackedMove) {
            let is_among = legal.binary_search(&other).is_ok();
            assert_eq!(is_legal(board, other), is_among, "{other:?} {}", shown(chess));
        }
    }
}

/// Follows a line: the board equals the position after every move, and no other moves are legal.
fn follow(fen: &str, moves: impl Iterator<Item = u32>, exhaustive_every: u32) {
    let (start, mut chess) = read_both(fen);
    let mut board = Board::<Bitboards>::new(&start);
    for (ply, choice) in (0u32..).zip(moves) {
        match ply % exhaustive_every {
            0 => assert_exactly_the_legal_moves(&board, &chess),
            _ => assert_near_the_legal_moves(&board, &chess, (choice >> 8) as u16),
        }
        let legal = legal(&chess);
        let Some(m) = legal.get(choice as usize % legal.len().max(1)) else { break };
        assert!(reference::play(&mut chess, *m));
        assert!(board.make_exactly(*m));
        assert_eq!(Parts::on(&board), Parts::of(&chess));
        assert_eq!(board.tracker.sets, Bitboards::of(&board.squares).sets);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_lines(start in 0..STARTS.len(), choices in prop::collection::vec(any::<u32>(), 0..60)) {
        follow(STARTS[start], choices.into_iter(), 20);
    }

    #[test]
    fn random_lines_of_chess960(number in 0u32..960, choices in prop::collection::vec(any::<u32>(), 0..80)) {
        let back: String = back_rank(number).into_iter().collect();
        let fen = format!("{}/8/8/8/8/8/8/{} w {} - 0 1", back, back.to_uppercase(), castling(&back));
        prop_assert_eq!(reference::from_fen(fen.as_bytes()).unwrap().board().occupied().count(), 16);
        follow(&fen, choices.into_iter(), 40);
    }
}

/// Returns the pieces of a Chess960 start by its number.
fn back_rank(number: u32) -> Vec<char> {
    let mut back = vec![' '; 8];
    back[(2 * (number % 4) + 1) as usize] = 'b';
    back[(2 * (number / 4 % 4)) as usize] = 'b';
    let free = |back: &[char], n: usize| (0..8).filter(|i| back[*i] == ' ').nth(n).unwrap();
    let queen = free(&back, (number / 16 % 6) as usize);
    back[queen] = 'q';
    let knights = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).nth((number / 96) as usize).unwrap();
    let first = free(&back, knights.0);
    let second = free(&back, knights.1);
    (back[first], back[second]) = ('n', 'n');
    for piece in ['r', 'k', 'r'] {
        let square = free(&back, 0);
        back[square] = piece;
    }
    back
}

/// Returns the files of the rooks, as castling rights of both sides.
fn castling(back: &str) -> String {
    let files: String =
        ('a'..='h').zip(back.chars()).filter(|(_, piece)| *piece == 'r').map(|(file, _)| file).collect();
    files.to_uppercase() + &files
}

#[test]
fn exactly_the_legal_moves_at_the_starts() {
    for fen in STARTS {
        let (position, chess) = read_both(fen);
        assert_exactly_the_legal_moves(&Board::new(&position), &chess);
        // All positions after one move.
        for m in chess.legal_moves().into_iter().take(30) {
            let mut board = Board::<Bitboards>::new(&position);
            let mut next = chess.clone();
            assert!(board.make_exactly(PackedMove::from_shakmaty(m)));
            next.play_unchecked(m);
            assert_near_the_legal_moves(&board, &next, 0x1357);
        }
    }
}

/// The positions of real games: part of each file, or all with `PLYPACK_FULL=1`.
#[test]
fn positions_of_real_games() {
    let limit = if std::env::var_os("PLYPACK_FULL").is_some_and(|full| full == "1") { usize::MAX } else { 150 };
    for name in ["otb_bench", "online_bench", "engine_bench", "chess960_engine", "chess960_human", "from_fen"] {
        let Some(path) = games::find(name) else {
            println!("skipped: no {name} in the data folder");
            continue;
        };
        for (seed, line) in (1u32..).zip(games::read(&path, limit).unwrap()) {
            follow_game(&line, seed);
        }
    }
}

fn follow_game(line: &games::Line, mut seed: u32) {
    let mut chess = line.start.clone();
    let mut board = Board::<Bitboards>::new(&Position::from(&chess));
    for m in &line.moves {
        seed = seed.wrapping_mul(0x9E37_79B1) ^ seed >> 15;
        assert_near_the_legal_moves(&board, &chess, (seed >> 8) as u16);
        assert!(board.make_exactly(PackedMove::from_shakmaty(*m)));
        chess.play_unchecked(*m);
    }
    assert_eq!(Parts::on(&board), Parts::of(&chess));
}

#[test]
fn the_start_is_counted() {
    let found = Bitboards::of(Board::<()>::default().pieces());
    assert_eq!(Bitboards::START.sets, found.sets);
    let cached = Board::<Bitboards>::default();
    let set_up = Board::<Bitboards>::set_up(&Position::default());
    assert_eq!((cached.squares, cached.castling_rights), (set_up.squares, set_up.castling_rights));
}
