//! Compared with shakmaty's reader.

use proptest::prelude::*;
use shakmaty::{CastlingMode, CastlingSide, Chess, File, Position as _, uci::UciMove};

use super::*;
use crate::board::reference::{self, read_both};

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPpppppp/8/3Pp3/3pP3/8/PPPP1PpP/R3K2R w KQkq e6 0 1",
    "rk2r3/p3p3/8/8/8/8/P3P3/RK2R3 w KQkq - 0 1",
    "1r1k1r2/8/8/8/8/8/8/RR1K1R1R b bf - 0 1",
    "5krq/2P5/8/1pP5/8/8/2p5/NBBRNKRQ w GDg b6 0 1",
    "8/PP5k/8/8/8/8/pp5K/3Q4 w - - 0 1",
];

/// A move as shakmaty reads it, plus castling written as a king move to its final square that is not otherwise legal.
fn read_by_shakmaty(text: &[u8], chess: &Chess) -> std::result::Result<PackedMove, ErrorCode> {
    let uci = UciMove::from_ascii(text).map_err(|_| ErrorCode::InvalidMoveText)?;
    if uci == UciMove::Null {
        return Ok(PackedMove::NULL);
    }
    let m = uci.to_move(chess).ok().or_else(|| castling_to_final_square(uci, chess));
    // shakmaty ignores the promotion in an en passant capture.
    let m = m.filter(|m| !(m.is_en_passant() && uci.is_promotion()));
    m.map(PackedMove::from_shakmaty).ok_or(ErrorCode::IllegalMove)
}

fn castling_to_final_square(uci: UciMove, chess: &Chess) -> Option<shakmaty::Move> {
    let UciMove::Normal { from, to, promotion: None } = uci else { return None };
    let side = match to.file() {
        File::G => CastlingSide::KingSide,
        File::C => CastlingSide::QueenSide,
        _ => return None,
    };
    let m = *chess.castling_moves(side).first()?;
    (m.from() == Some(from) && to.rank() == from.rank()).then_some(m)
}

/// A line as shakmaty reads it; for a line that it rejects, the code and the offset.
fn line_by_shakmaty(mut chess: Chess, text: &str) -> std::result::Result<Vec<PackedMove>, (ErrorCode, u64)> {
    let mut moves = Vec::new();
    let mut at = 0;
    let words: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(' ').collect() };
    for (i, word) in words.iter().enumerate() {
        // A space after the last move.
        let is_stray = i + 2 == words.len() && words[i + 1].is_empty();
        if is_stray {
            return Err((ErrorCode::InvalidMoveText, (at + word.len()) as u64));
        }
        let m = read_by_shakmaty(word.as_bytes(), &chess).map_err(|code| (code, at as u64))?;
        if !reference::play(&mut chess, m) {
            return Err((ErrorCode::IllegalMove, at as u64));
        }
        moves.push(m);
        at += word.len() + 1;
    }
    Ok(moves)
}

/// Reads a line, and checks that shakmaty accepts or rejects it alike.
fn read(fen: &str, text: &str) -> Result<Vec<PackedMove>> {
    let (start, chess) = read_both(fen);
    let mut moves = vec![PackedMove::NULL];
    let result = read_uci_line(&start, text.as_bytes(), &mut moves);
    let found = result.as_ref().map(|()| moves[1..].to_vec()).map_err(|e| (e.code(), e.offset().unwrap()));
    assert_eq!(found, line_by_shakmaty(chess, text), "{text}");
    assert!(result.is_ok() || moves == [PackedMove::NULL]);
    result.map(|()| moves.split_off(1))
}

/// Legal moves with their texts; odd and even styles select the mode.
fn legal_line(mut chess: Chess, choices: &[(u8, u8)]) -> (Vec<PackedMove>, Vec<String>) {
    let mut moves_made = Vec::new();
    let mut texts = Vec::new();
    for (choice, style) in choices {
        let moves = chess.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(*choice) % moves.len()];
        let style = CastlingMode::from_chess960(style & 1 == 1);
        moves_made.push(PackedMove::from_shakmaty(m));
        texts.push(UciMove::from_move(m, style).to_string());
        chess.play_unchecked(m);
    }
    (moves_made, texts)
}

proptest! {
    #[test]
    fn lines_are_read_as_by_shakmaty(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<(u8, u8)>(), 0..60),
        swap in any::<Option<(u8, u8)>>(),
    ) {
        let (_, mut texts) = legal_line(read_both(STARTS[start]).1, &choices);
        if let (Some((at, square)), false) = (swap, texts.is_empty()) {
            let at = usize::from(at) % texts.len();
            texts[at].replace_range(2..4, &Square::of(square & 63).to_string());
        }
        let _ = read(STARTS[start], &texts.join(" "));
    }

    #[test]
    fn lines_are_read_as_they_are_written(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<(u8, u8)>(), 0..60),
    ) {
        let (position, chess) = read_both(STARTS[start]);
        let style = u8::from(position.is_chess960());
        let choices: Vec<_> = choices.iter().map(|(c, _)| (*c, style)).collect();
        let (moves_made, texts) = legal_line(chess, &choices);
        let mut text = Vec::new();
        write_uci_line(&position, &moves_made, &mut text);
        prop_assert_eq!(std::str::from_utf8(&text).unwrap(), texts.join(" "));
        prop_assert_eq!(read(STARTS[start], &texts.join(" ")).unwrap(), moves_made);
    }
}

/// Every text of two squares with or without a promotion, and every drop.
#[test]
fn single_moves_are_read_as_by_shakmaty() {
    let others =
        ["8/8/8/8/8/8/6k1/qRK4R w HB - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "k4r2/8/8/8/8/8/8/1RK1R3 w EB -"];
    for fen in STARTS.iter().chain(&others) {
        let (position, chess) = read_both(fen);
        let check = |text: &str| {
            let found = position.read_uci(text.as_bytes()).map_err(|e| e.code());
            assert_eq!(found, read_by_shakmaty(text.as_bytes(), &chess), "{text} {fen}");
        };
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for promotion in ["", "n", "b", "r", "q", "k", "p", "Q", "x"] {
                check(&format!("{from}{to}{promotion}"));
            }
        }
        for text in
            ["P@e4", "n@e4", "N@e9", "X@e4", "N@e4q", "0000", "000", "00000", "", "e2", "e2e4qq", "E2E4", "é2e4"]
        {
            check(text);
        }
    }
}

/// A text has the same meaning if castling is more than two steps.
#[test]
fn chess960_is_read_in_both_modes() {
    for text in ["b1e1 b8a8 f1e1 d8d2", "b1a1 e7e5 d1d7 b8a8"] {
        let _ = read(STARTS[2], text);
    }
    assert!(read(STARTS[2], "b1e1 b8a8 f1e1 d8d2").is_ok());
}

#[test]
fn standard_lines_are_read() {
    for text in ["", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 f1e1 e8h8 g1h1 f8e8 h1g1", "e2e4 0000 e4e5 d7d5 e5d6"] {
        assert!(read(STARTS[0], text).is_ok(), "{text}");
    }
    for text in ["e2e5", "e2e4 ", " e2e4", "e2e4  e7e5", "e2e4q", "e2", "e2e4\te7e5", "e7e5", "e1g1", "e1h1"] {
        assert!(read(STARTS[0], text).is_err(), "{text}");
    }
}
