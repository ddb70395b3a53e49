//! `encode` and `decode`.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use insta::assert_snapshot;

use super::Desk;

#[test]
fn encode_and_decode_lines() {
    let desk = Desk::new();
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1\n\ne2e4 0000 d2d4\n";
    let code = desk.feed(&["encode", "--codec", "byte"], moves.as_bytes()).fine();
    assert_eq!(code.text().lines().next(), Some("c0c01f135981501409"));
    assert_eq!(code.text().lines().nth(1), Some(""));
    assert_eq!(desk.feed(&["decode", "--codec", "byte"], &code.out).fine().text(), moves);
    let code = desk.feed(&["encode", "--codec", "coord16"], b"e2e4 e7e5").fine();
    assert_eq!(
        desk.feed(&["decode", "--codec", "coord16"], code.text().trim().as_bytes()).fine().text(),
        "e2e4 e7e5\n"
    );
    // Windows line ends, upper-case hex, a last line without line end.
    assert_eq!(desk.feed(&["decode", "--codec", "byte"], b"C0\r\nC0C0").fine().text(), "e2e4\ne2e4 e7e5\n");
}

#[test]
fn encode_and_decode_from_a_position() {
    let desk = Desk::new();
    let standard = ["--codec", "byte", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"];
    let run = |verb: &str, more: &[&str], input: &[u8]| desk.feed(&[&[verb], more].concat(), input).fine().out;
    let back = |more: &[&str], moves: &[u8]| run("decode", more, &run("encode", more, moves));
    assert_eq!(back(&standard, b"e1h1 e8a8\n"), b"e1g1 e8c8\n");
    let chess960 = ["--codec", "byte", "--fen", "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1"];
    assert_eq!(back(&chess960, b"b1e1 b8a8\n"), b"b1e1 b8a8\n");
    // A king that could also step there does not castle.
    assert_eq!(back(&chess960, b"b1g1 b8c8\n"), b"b1e1 b8c8\n");
}

#[test]
fn decode_counts_plies() {
    let desk = Desk::new();
    let ran = desk.feed(&["decode", "--codec", "byte", "--plies", "2"], b"c0c0\nc0\nc0c0c0\n").ends_with(1);
    assert_eq!(ran.text(), "e2e4 e7e5\n\n\n");
    assert_eq!(ran.err.lines().count(), 2);
}

#[test]
fn bad_lines_are_empty_and_numbered() {
    let desk = Desk::new();
    let lines = b"e2e4\ne2e5\ne2e4 e7e5 \ne2e4  e7e5\nhello\ne2e4 e7e5 0000 e8e7 e4e5x\n\xff\ne2e4\n";
    let ran = desk.feed(&["encode", "--codec", "byte"], lines).ends_with(1);
    assert_eq!(ran.text(), "c0\n\n\n\n\n\n\nc0\n");
    assert_snapshot!(ran.err, @r"
    plypack: line 2: `e2e5` is not a legal move here (at byte 0)
    plypack: line 3: a space after the last move (at byte 9)
    plypack: line 4: `` is not a move in UCI notation (at byte 5)
    plypack: line 5: `hello` is not a move in UCI notation (at byte 0)
    plypack: line 6: `e4e5x` is not a move in UCI notation (at byte 20)
    plypack: line 7: `\xff` is not a move in UCI notation (at byte 0)
    ");
    let ran = desk.feed(&["decode", "--codec", "byte"], b"c0\nc\nxy\nffff\nc0c0\n").ends_with(1);
    assert_eq!(ran.text(), "e2e4\n\n\n\ne2e4 e7e5\n");
    assert_snapshot!(ran.err, @r"
    plypack: line 2: an odd number of hexadecimal digits (at byte 1)
    plypack: line 3: not hexadecimal (at byte 0)
    plypack: line 4: byte 0xff stands for no legal move (at byte 0)
    ");
}

/// A program on the other side can wait for every answer before it continues.
#[test]
fn encode_answers_line_by_line() {
    use std::io::{BufRead, BufReader};
    let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
    command.args(["encode", "--codec", "byte"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        to.write_all(b"e2e4 e7e5\n").unwrap();
        let mut answer = String::new();
        from.read_line(&mut answer).unwrap();
        assert_eq!(answer, "c0c0\n");
    }
    drop(to);
    assert!(child.wait().unwrap().success());
}
