//! Conversions there and back.

use proptest::prelude::*;

use super::*;
use crate::board::reference::{self, assert_same, assert_same_start, read_both};

const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPpppppp/8/3Pp3/3pP3/8/PPPP1PpP/R3K2R w KQkq e6 12 34",
    "rk2r3/p3p3/8/8/8/8/P3P3/RK2R3 w KQkq - 0 1",
    "1r1k1r2/8/8/8/8/8/8/RR1K1R1R b bf - 99 4294967295",
    "5krq/2P5/8/1pP5/8/8/2p5/NBBRNKRQ w GDg b6 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 4294967295 7",
    "1rk2r2/8/8/8/8/8/8/1R3RK1 w FBfb - 0 1",
    "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
];

/// Both positions are the same, and each converts to the other.
fn agree(position: &Position, chess: &Chess) {
    assert_same(position, chess);
    let converted = Position::from(chess);
    let back = Chess::from(position);
    assert_same_start(&converted, chess);
    assert_eq!((&converted, &back), (position, chess));
    assert_same(position, &back);
    assert_same_start(&Position::from(&back), chess);
}

/// Every legal move has a unique packed move, and the legal packed moves are all of them.
fn moves_agree(position: &Position, chess: &Chess) {
    let mut packed = Vec::new();
    for m in chess.legal_moves() {
        packed.push(PackedMove::from_shakmaty(m));
        assert_eq!(packed[packed.len() - 1].to_shakmaty(chess).unwrap(), m);
    }
    packed.sort_unstable_by_key(|m| m.canonical_key());
    assert_eq!(position.legal_moves(), packed);
}

proptest! {
    #[test]
    fn positions_and_moves_convert_along_lines(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        let (mut position, mut chess) = read_both(STARTS[start]);
        for choice in choices {
            agree(&position, &chess);
            moves_agree(&position, &chess);
            let legal = position.legal_moves();
            let Some(m) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let m = if choice > 250 && !position.is_check() { PackedMove::NULL } else { *m };
            position.play(m).unwrap();
            prop_assert!(reference::play(&mut chess, m));
        }
    }
}

#[test]
fn only_exact_moves_convert() {
    for fen in STARTS {
        let (position, chess) = read_both(fen);
        let legal = position.legal_moves();
        for m in (0..=u16::MAX).map(PackedMove).filter(|m| m.0 % 7 == 0 || m.from() == m.to()) {
            match m.to_shakmaty(&chess) {
                Ok(converted) => assert_eq!(PackedMove::from_shakmaty(converted), m),
                Err(error) => assert_eq!(error.code(), ErrorCode::IllegalMove),
            }
            assert_eq!(m.to_shakmaty(&chess).is_ok(), legal.contains(&m), "{m:?} {fen}");
        }
        assert!(PackedMove::NULL.to_shakmaty(&chess).is_err());
    }
}

/// Squares, sides, roles and pieces keep their names.
#[test]
fn names_are_kept() {
    for square in Square::ALL {
        let other = shakmaty::Square::from(square);
        assert_eq!((square.to_string(), Square::from(other)), (other.to_string(), square));
    }
    for color in Color::ALL {
        let other = shakmaty::Color::from(color);
        assert_eq!((color.char(), Color::from(other)), (other.char(), color));
        for role in Role::ALL {
            let other_role = shakmaty::Role::from(role);
            assert_eq!((role.char(), Role::from(other_role)), (other_role.char(), role));
            let piece = shakmaty::Piece { color: other, role: other_role };
            assert_eq!((Piece::from(piece), Piece::from(piece).char()), (role.of(color), Some(piece.char())));
        }
    }
}
