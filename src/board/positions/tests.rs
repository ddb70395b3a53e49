//! FENs compared with shakmaty.

use proptest::{prelude::*, strategy::ValueTree as _};

use super::*;
use crate::board::reference::{self, assert_same_start};

/// Returns whether a FEN is accepted. shakmaty must agree, and must have the same position.
fn is_accepted(fen: &[u8]) -> bool {
    let found = Position::from_fen(fen);
    let expected = reference::from_fen(fen);
    let shown = fen.escape_ascii();
    match (&found, &expected) {
        (Ok(position), Some(chess)) => {
            let setup = position.to_setup();
            let parts = reference::Parts::of(chess);
            assert_eq!((setup.pieces, setup.turn), (parts.pieces, parts.turn), "{shown}");
            assert_eq!(setup.castling_rooks, parts.castling_rooks, "{shown}");
            assert_eq!(setup.en_passant, parts.en_passant, "{shown}");
            assert_same_start(position, chess);
        }
        // shakmaty ignores everything after the digit with which a counter exceeds 32 bits.
        (Err(_), Some(_)) if has_letters_after_long_counter(fen) => {}
        (Err(error), None) => assert_eq!(error.code(), ErrorCode::IllegalPosition, "{shown}"),
        _ => panic!("`{shown}` is {} here, {} by shakmaty", verdict(found.is_ok()), verdict(expected.is_some())),
    }
    found.is_ok()
}

/// Returns `true` if a counter is not a number (`positions.1`), but begins with a number of more than 32 bits.
fn has_letters_after_long_counter(fen: &[u8]) -> bool {
    let fields = fen.split(|byte| matches!(byte, b' ' | b'_')).filter(|field| !field.is_empty());
    fields.skip(4).any(|field| {
        let digits = field.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&field[..digits]).unwrap();
        digits > 0 && digits < field.len() && number.parse::<u32>().is_err()
    })
}

fn verdict(is_accepted: bool) -> &'static str {
    if is_accepted { "accepted" } else { "refused" }
}

#[test]
fn playable_boards_are_accepted_and_others_are_not() {
    for (fen, playable) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true),
        ("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/7k/8/K7 w KQkq e3", false),
        ("QQQQQQ2/8/8/8/8/6k1/8/K7 b KQkq e3", true),
        ("nbbrnkrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRNKRQ w GDgd - 0 1", true),
        ("8/8/8/8/7k/8/8/8 w - -", false),
        ("P7/8/8/8/7k/8/8/K7 w - -", false),
        ("kk6/8/8/8/8/8/8/K7 w - -", false),
        ("nonsense", false),
    ] {
        assert_eq!(is_accepted(fen.as_bytes()), playable, "{fen}");
    }
}

#[test]
fn null_move_needs_no_check() {
    let mut position = Position::default();
    position.play(PackedMove::NULL).unwrap();
    assert!(position.turn().is_black());
    let mut checked = Position::from_fen(b"4k3/8/8/8/8/8/8/K3R3 b - -").unwrap();
    assert!(checked.play(PackedMove::NULL).is_err());
}

/// Spellings of the fields (`positions.1`), and parts that are dropped (`positions.2`): a FEN, then the parts, with the en passant square
/// even if no capture is legal, and the counters; empty for rejected text.
#[test]
fn odd_fens() {
    for (fen, expected) in [
        // Fields: separators, missing fields, extra text.
        ("", ""),
        (" ", ""),
        ("_", ""),
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
        ("__4k3/8/8/8/8/8/8/4K3_ b  -_-___3_ 4_ ", "4k3/8/8/8/8/8/8/4K3 b - - 3 4"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -", ""),
        ("4k3/8/8/8/8/8/8/4K3\tw", ""),
        ("4k3/8/8/8/8/8/8/4K3\n", ""),
        ("4k3/8/8/8/8/8/8/4K3 - - w", ""),
        // Pieces.
        ("4k3/8/8/8/8/8/4K3", ""),
        ("4k3/8/8/8/8/8/8/4K3/", ""),
        ("4k3/8/8/8/8/8/8/4K3/8", ""),
        ("/4k3/8/8/8/8/8/8/4K3", ""),
        ("4k3//8/8/8/8/8/8/4K3", ""),
        ("4k3/8/8/8/8/8/8/4K4", ""),
        ("4k3/8/8/8/8/8/8/4K2", ""),
        ("4k3/9/8/8/8/8/8/4K3", ""),
        ("4k3/0/8/8/8/8/8/4K3", ""),
        ("4k30/8/8/8/8/8/8/4K3", ""),
        ("4k3/11111111/44/17/71/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4X3", ""),
        ("4k3/8/8/8/8/8/8/4\u{212A}3", ""),
        ("4k3/8/8/8/8/8/8/4K2Q~", ""),
        ("4k3/8/8/8/8/8/8/4K3[]", ""),
        ("4k3/8/8/8/8/8/8/4K3[Qq]", ""),
        ("4k3/8/8/8/8/8/8/4K3/Qq", ""),
        // The side to move.
        ("4k3/8/8/8/8/8/8/4K3 W", ""),
        ("4k3/8/8/8/8/8/8/4K3 B", ""),
        ("4k3/8/8/8/8/8/8/4K3 white", ""),
        ("4k3/8/8/8/8/8/8/4K3 -", ""),
        // Rights by the outermost rook, and by its file.
        ("4k3/8/8/8/8/8/8/R3K2R w KQ", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w QKQK", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HK", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HAG", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w KQB", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w HI", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w K-", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w --", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w KQkq", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQhb", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQhba", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w ABab", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b HAha", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkqAaHh", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w AB", "4k3/8/8/8/8/8/8/RR2K1RR w Q - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GH", "4k3/8/8/8/8/8/8/RR2K1RR w K - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w BK", "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w HA", "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/RRK5 w Q", "4k3/8/8/8/8/8/8/RRK5 w Q - 0 1"),
        ("4k3/8/8/8/8/8/8/RRK5 w K", "4k3/8/8/8/8/8/8/RRK5 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/K1RR4 w Q", "4k3/8/8/8/8/8/8/K1RR4 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/K1RR4 w K", "4k3/8/8/8/8/8/8/K1RR4 w K - 0 1"),
        ("4k3/8/8/8/8/8/8/K1RR4 w CD", "4k3/8/8/8/8/8/8/K1RR4 w K - 0 1"),
        ("4k3/8/8/8/8/8/8/K1RR4 w C", "4k3/8/8/8/8/8/8/K1RR4 w C - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w E", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2r w K", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"),
        ("4k3/8/8/8/8/8/4K3/R6R w KQ", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"),
        ("2r5/3k4/8/8/8/8/3K4/2R5 w Cc", "2r5/3k4/8/8/8/8/3K4/2R5 w - - 0 1"),
        // The en passant square.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - d6", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - e6", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"),
        ("4k3/8/8/8/3Pp3/8/3N4/4K3 b - d3", "4k3/8/8/8/3Pp3/8/3N4/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - a1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - h8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - i6", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - d9", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - D6", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - d", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - d6d6", ""),
        // Checks that no move can have given.
        ("4k3/4R3/8/8/4Q3/8/8/K7 b", "4k3/4R3/8/8/4Q3/8/8/K7 b - - 0 1"),
        ("4k3/3P1P2/2N3N1/8/8/8/8/K7 b", "4k3/3P1P2/2N3N1/8/8/8/8/K7 b - - 0 1"),
        ("8/8/8/k2pP2R/8/8/8/4r2K w - d6", "8/8/8/k2pP2R/8/8/8/4r2K w - d6 0 1"),
        ("4k3/8/8/8/8/8/4K3/8 w", "4k3/8/8/8/8/8/4K3/8 w - - 0 1"),
        ("8/8/8/8/8/4k3/4K3/8 w", ""),
        ("4k3/8/8/8/8/8/8/4K2r b", ""),
        ("PPPPPPPP/8/8/8/8/8/8/k1K5 w", ""),
        ("8/8/8/8/8/8/8/k1Kp4 w", ""),
        // Counters.
        ("4k3/8/8/8/8/8/8/4K3 w - - 007 00", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295", "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 4294967296 99999999999999999999",
            "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 4294967296x 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1.0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - - -", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+3", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0", ""),
    ] {
        assert_eq!(is_accepted(fen.as_bytes()), !expected.is_empty(), "{fen}");
        if let Ok(position) = Position::from_fen(fen.as_bytes()) {
            let shown = format!("{} {} {}", position.short_fen().as_str(), position.halfmoves(), position.fullmoves());
            assert_eq!(shown, expected, "{fen}");
        }
    }
}

/// FENs with most kinds of rights and en passant squares.
const SEEDS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPpppppp/8/3Pp3/3pP3/8/PPPP1PpP/R3K2R w KQkq e6 12 34",
    "r3k2r/pPpppppp/8/3Pp3/3pP3/8/PPPP1PpP/R3K2R b HAha e3 12 34",
    "rrr1k1rr/8/8/8/8/8/8/RRR1K1RR w GBgb - 0 1",
    "rrr1k1rr/8/8/8/8/8/8/RRR1K1RR b HChc - 0 1",
    "1r1k1r2/8/8/8/8/8/8/RR1K1R1R b bf - 99 4294967295",
    "5krq/2P5/8/1pP5/8/8/2p5/NBBRNKRQ w GDg b6 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR_w_HEhe_-_4294967296_00000000000000000000007",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 b - d3 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "4k3/4R3/3N4/8/1B2Q3/8/8/4R1K1 b - - 3 80",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - -",
    "4k2r/8/8/8/8/8/8/R3K3 b Qk",
    "8/8/8/8/8/6k1/8/qRK4R w",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1",
];

/// Bytes that occur in FENs; these are used more often than other bytes.
const LETTERS: &[u8] = b"KQRBNPkqrbnpKkRrABCDEFGHabcdefgh12345678/09-_ w+~[]";

/// One change of a FEN.
#[derive(Debug, Clone)]
enum Change {
    Replace(usize, u8),
    Insert(usize, u8),
    Delete(usize),
    Swap(usize, usize),
    DropField(usize),
    Rights(String),
    EnPassant(u8),
    Counter(usize, String),
    FlipCase(usize),
    Separators(Vec<bool>),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || 0usize..90;
    let letter = || prop_oneof![9 => prop::sample::select(LETTERS), 1 => any::<u8>()];
    prop_oneof![
        4 => (at(), letter()).prop_map(|(at, letter)| Change::Replace(at, letter)),
        2 => (at(), letter()).prop_map(|(at, letter)| Change::Insert(at, letter)),
        2 => at().prop_map(Change::Delete),
        4 => (at(), at()).prop_map(|(one, other)| Change::Swap(one, other)),
        1 => (0usize..6).prop_map(Change::DropField),
        4 => "[KQkqA-Ha-h]{1,5}".prop_map(Change::Rights),
        3 => (0u8..64).prop_map(Change::EnPassant),
        2 => (4usize..6, "0{0,3}[0-9]{1,22}").prop_map(|(field, number)| Change::Counter(field, number)),
        2 => at().prop_map(Change::FlipCase),
        1 => prop::collection::vec(any::<bool>(), 8).prop_map(Change::Separators),
    ]
}

impl Change {
    fn apply(self, fen: &mut Vec<u8>) {
        let length = fen.len().max(1);
        match self {
            Change::Insert(at, letter) => fen.insert(at.min(fen.len()), letter),
            Change::Separators(choices) => {
                let mut choices = choices.into_iter().cycle();
                let is_separator = |byte: &&mut u8| matches!(**byte, b' ' | b'_');
                fen.iter_mut().filter(is_separator).zip(&mut choices).for_each(|(byte, choice)| {
                    *byte = if choice { b' ' } else { b'_' };
                });
            }
            Change::DropField(field) => set_field(fen, field, None),
            Change::Rights(rights) => set_field(fen, 2, Some(rights.as_bytes())),
            Change::EnPassant(square) => set_field(fen, 3, Some(Square::of(square).to_string().as_bytes())),
            Change::Counter(field, number) => set_field(fen, field, Some(number.as_bytes())),
            _ if fen.is_empty() => {}
            Change::Replace(at, letter) => fen[at % length] = letter,
            Change::Delete(at) => drop(fen.remove(at % length)),
            Change::Swap(one, other) => fen.swap(one % length, other % length),
            Change::FlipCase(at) => fen[at % length] ^= u8::from(fen[at % length].is_ascii_alphabetic()) << 5,
        }
    }
}

/// Replaces a field, or drops it.
fn set_field(fen: &mut Vec<u8>, field: usize, value: Option<&[u8]>) {
    let mut fields: Vec<Vec<u8>> = fen.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
    if let Some(old) = fields.get_mut(field) {
        match value {
            Some(value) => *old = value.to_vec(),
            None => drop(fields.remove(field)),
        }
        *fen = fields.join(&b' ');
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn changed_fens_are_read_as_by_shakmaty(seed in 0..SEEDS.len(), changes in prop::collection::vec(change(), 0..6)) {
        let mut fen = SEEDS[seed].as_bytes().to_vec();
        for change in changes {
            change.apply(&mut fen);
        }
        is_accepted(&fen);
    }

    #[test]
    fn random_boards_are_read_as_by_shakmaty(fen in random_board()) {
        is_accepted(fen.as_bytes());
    }
}

/// A few pieces on any squares, with any rights and en passant square.
fn random_board() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec((0u8..64, prop::sample::select(&b"RRRrrrPPppQNbn"[..])), 0..12);
    let kings = any::<([u8; 2], bool)>();
    let turn = prop::sample::select(&["w", "b"][..]);
    let fields = (pieces, kings, turn, "-|[KQkqA-Ha-h]{1,4}", prop::option::of(0u8..64));
    fields.prop_map(|(pieces, (kings, are_home), turn, rights, en_passant)| {
        let mut squares = [b'1'; 64];
        for (square, piece) in pieces {
            squares[usize::from(square)] = piece;
        }
        // Half of the time on their first ranks, where they have rights.
        let [white, black] = kings.map(|king| usize::from(king & if are_home { 7 } else { 63 }));
        (squares[white], squares[black ^ 56]) = (b'K', b'k');
        let ranks: Vec<&[u8]> = squares.chunks(8).rev().collect();
        let board = String::from_utf8(ranks.join(&b'/')).unwrap();
        let en_passant = en_passant.map_or("-".to_owned(), |square| Square::of(square).to_string());
        format!("{board} {turn} {rights} {en_passant}")
    })
}

/// The changes lead to accepted FENs often enough, and so do random boards.
#[test]
fn many_fens_are_accepted() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let fens = (0..SEEDS.len(), change());
    let changed = (0..2000).filter(|_| {
        let (seed, change) = fens.new_tree(&mut runner).unwrap().current();
        let mut fen = SEEDS[seed].as_bytes().to_vec();
        change.apply(&mut fen);
        is_accepted(&fen)
    });
    let changed = changed.count();
    let random = (0..2000).filter(|_| is_accepted(random_board().new_tree(&mut runner).unwrap().current().as_bytes()));
    let random = random.count();
    assert!((400..1800).contains(&changed) && (300..1800).contains(&random), "{changed} {random}");
}

/// The hash of [`std::hash::Hash`]. It ignores everything that `==` ignores: counters, and an en passant square without a legal capture.
#[test]
fn equal_positions_hash_equally() {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    let hash = |fen: &str| {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(Position::from_fen(fen.as_bytes()).unwrap())
    };
    for (fen, equal) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 7 9"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
    ] {
        assert_eq!(hash(fen), hash(equal), "{fen}");
    }
    let fens = [
        "3pP3/8/8/4K2R b K e3",
        "3pP3/8/8/4K2R b K -",
        "3pP3/8/8/4K2R b - -",
        "3pP3/8/8/4K2R w - -",
        "3pP3/8/8/4K1R1 w - -",
    ];
    let hashes = fens.map(|fen| hash(&format!("4k3/8/8/8/{fen} 0 1")));
    assert_eq!(std::collections::BTreeSet::from(hashes).len(), fens.len());
}
