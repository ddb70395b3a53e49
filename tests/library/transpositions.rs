//! The code of a move depends on the position alone, however it arose (`codecs.2`): for every codec that is built in,
//! except `tight`, whose chapter says that its codes depend on the last moves, too.

use plypack::{Codec, PackedMove, Position, codecs::Line};

/// Openings, an even number of plies each. Swapping moves of one side gives other move orders that lead to the same
/// position.
const OPENINGS: [&str; 12] = [
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7",
    "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4 Nbd2 Na5",
    "e4 e6 c4 d5 cxd5 exd5 exd5 c6",
    "e4 e6 c4 d5 exd5 exd5 cxd5 c6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6",
    "Nf3 d5 g3 c6 Bg2 Bg4 O-O Nd7 d3 e5 h3 Bh5 e4 dxe4 dxe4 Ngf6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7",
    "d4 f5 g3 Nf6 Bg2 e6 Nf3 d5 O-O Bd6 c4 c6",
    "b3 e5 Bb2 Nc6 e3 d5 Bb5 Bd6 f4 Qh4 g3 Qe7",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3",
];

/// Pairs of lines that lead to the same position, but that swapping moves does not give.
const PAIRS: [(&str, &str); 3] = [
    ("Nf3 Nf6 Ng1 Ng8 e4 e6", "e4 e6"),
    ("Nf3 Nf6 Nc3 Nc6 Ng1 Nb8 Nf3 Ng8", "Nf3 Nf6 Nc3 Ng8"),
    // The pawn has just moved two squares, but cannot be captured en passant.
    ("Nf3 Nf6 Ng1 d5", "Nf3 d5 Ng1 Nf6 Nf3 Ng8 Ng1 Nf6"),
];

/// A line from the standard start, and the position to which it leads.
#[derive(Clone)]
struct PlayedLine {
    moves: Vec<PackedMove>,
    position: Position,
}

fn read(sans: &str) -> PlayedLine {
    let mut line = PlayedLine { moves: Vec::new(), position: Position::default() };
    for text in sans.split(' ') {
        let m = line.position.read_san(text.as_bytes()).expect("a legal move");
        line.moves.push(m);
        line.position.play(m).expect("a legal move");
    }
    line
}

/// The lines with two moves of one side exchanged that lead to the same position.
fn swapped(line: &PlayedLine) -> Vec<PlayedLine> {
    let mut found = Vec::new();
    for first in 0..line.moves.len() {
        for second in (first + 2..line.moves.len()).step_by(2) {
            let mut other = PlayedLine { moves: line.moves.clone(), position: Position::default() };
            other.moves.swap(first, second);
            let is_legal = other.moves.iter().all(|m| other.position.play(*m).is_ok());
            if is_legal && other.position == line.position {
                found.push(other);
            }
        }
    }
    found
}

/// The codecs whose codes depend on the moves before (`codecs.2`).
const HAVE_MEMORY: [Codec; 2] = [Codec::Tight, Codec::CoordContext];

fn legal_moves_of(position: &Position) -> Vec<PackedMove> {
    let null = (!position.is_check()).then_some(PackedMove::NULL);
    position.legal_moves().into_iter().chain(null).collect()
}

fn code(codec: Codec, start: &Position, moves: &[PackedMove]) -> Vec<u8> {
    let mut out = Vec::new();
    codec.encode_line(start, moves, &mut out).expect("legal moves");
    out
}

/// The code of a run: the line, and then one more move from the position to which another line has led.
fn continued(codec: Codec, line: &PlayedLine, other: &Position, m: PackedMove) -> Vec<u8> {
    let mut out = Vec::new();
    let start = Position::default();
    let lines = [Line { start: &start, moves: &line.moves }, Line { start: other, moves: &[m] }];
    codec.encode_run(&lines, &mut out).expect("legal moves");
    out
}

fn assert_same_codes(line: &PlayedLine, other: &PlayedLine) {
    assert_eq!(line.position, other.position);
    for codec in Codec::ALL.iter().filter(|codec| !HAVE_MEMORY.contains(codec)) {
        for m in legal_moves_of(&line.position) {
            assert_eq!(code(*codec, &line.position, &[m]), code(*codec, &other.position, &[m]), "{codec} {m}");
            let after_other = continued(*codec, line, &other.position, m);
            assert_eq!(continued(*codec, line, &line.position, m), after_other, "{codec} {m}");
            // codecs.7: a new line begins with its own bit.
            if !matches!(codec, Codec::Varlen | Codec::Bits) {
                let longer = [&line.moves[..], &[m]].concat();
                assert_eq!(code(*codec, &Position::default(), &longer), after_other, "{codec} {m}");
            }
        }
    }
}

#[test]
fn openings_in_another_order_have_equal_codes() {
    let mut count = 0;
    for opening in OPENINGS {
        let line = read(opening);
        let others = swapped(&line);
        others.iter().for_each(|other| assert_same_codes(&line, other));
        count += others.len();
    }
    assert!(count > 40, "only {count} transpositions");
}

#[test]
fn longer_lines_to_a_position_have_equal_codes() {
    for (line, other) in PAIRS {
        let line = read(line);
        let other = read(other);
        assert_same_codes(&line, &other);
        assert_same_codes(&other, &line);
    }
}

/// The capture on the en passant square is not legal, so the position is the same without the square.
#[test]
fn an_en_passant_square_without_legal_capture_does_not_matter() {
    for (with, without) in [
        ("8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "8/8/8/KPp4r/8/8/8/7k w - - 0 1"),
        ("4k3/8/2b5/3Pp3/8/8/6K1/8 w - e6 0 1", "4k3/8/2b5/3Pp3/8/8/6K1/8 w - - 0 1"),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
    ] {
        let [with, without] = [with, without].map(|fen| Position::from_fen(fen.as_bytes()).expect("a position"));
        assert_eq!(with, without);
        for codec in Codec::ALL.iter().filter(|codec| !HAVE_MEMORY.contains(codec)) {
            for m in legal_moves_of(&with) {
                assert_eq!(code(*codec, &with, &[m]), code(*codec, &without, &[m]), "{codec} {m}");
            }
        }
    }
}
