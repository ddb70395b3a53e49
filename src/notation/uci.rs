//! Lines of moves in UCI notation.
//!
//! Spec chapter: `spec/moves.md`.

use shakmaty::{CastlingMode, Chess, Position};

use crate::{
    Error, ErrorCode, MoveFlags, PackedMove, Result,
    board::{Bitboards, castling::Castling, piece::KING},
    chess::{moves::uci_move, positions},
    notation::move_text::{Letters, MoveText},
};

/// Reads moves in UCI notation with single spaces between them, played from `start`, and appends them to `out`. An empty
/// text is a line without moves.
///
/// # Errors
///
/// As [`PackedMove::from_uci`], with the offset of the invalid move in `text`; `out` is then unchanged.
pub fn read_uci_line(start: &Chess, text: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    if read_fast(start, text, out).is_some() { Ok(()) } else { read_slowly(start, text, out) }
}

/// Reads a line on a [`Board`]; `None`, with `out` as before, for text that is special or wrong.
fn read_fast(start: &Chess, text: &[u8], out: &mut Vec<PackedMove>) -> Option<()> {
    let before = out.len();
    let mut board = Board::new(start);
    let mut play = |text: &[u8]| {
        out.push(read_and_make(text, &mut board)?);
        Some(())
    };
    let is_read = text.is_empty() || text.split(|byte| *byte == b' ').all(|text| play(text).is_some());
    if !is_read {
        out.truncate(before);
    }
    is_read.then_some(())
}

fn read_slowly(start: &Chess, text: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let (before, mut position, mut rest) = (out.len(), start.clone(), text);
    while !rest.is_empty() {
        let end = memchr::memchr(b' ', rest).unwrap_or(rest.len());
        let at = (text.len() - rest.len()) as u64;
        match play_uci(&rest[..end], &mut position, end + 1 == rest.len()) {
            Ok(packed) => out.push(packed),
            Err(e) => {
                out.truncate(before);
                return Err(e.with_offset(0).shifted_by(at));
            }
        }
        rest = rest.get(end + 1..).unwrap_or(&[]);
    }
    Ok(())
}

/// Plays a move in UCI notation; a space that nothing follows is an error.
fn play_uci(text: &[u8], position: &mut Chess, stray_space: bool) -> Result<PackedMove> {
    if stray_space {
        return Err(
            Error::new(ErrorCode::InvalidMoveText, "a space after the last move").with_offset(text.len() as u64)
        );
    }
    let (packed, m) = uci_move(text, position)?;
    match m {
        Some(m) => position.play_unchecked(m),
        None => positions::play_null(position)?,
    }
    Ok(packed)
}

/// Appends `moves`, played from `start`, in UCI notation with single spaces between them. Castling is written in the
/// [UCI mode](positions::uci_mode) of `start`. The moves are not checked: the text follows from them and the start alone.
pub fn write_uci_line(start: &Chess, moves: &[PackedMove], out: &mut Vec<u8>) {
    let rooks = (positions::uci_mode(start) == CastlingMode::Chess960).then(|| start.castles());
    let mut turn = start.turn();
    for (ply, packed) in moves.iter().enumerate() {
        if ply > 0 {
            out.push(b' ');
        }
        let rook = packed.castling_side().and_then(|side| rooks?.rook(turn, side));
        uci_text(*packed, rook.map(|rook| rook as u8)).append_to(out);
        turn = turn.other();
    }
}

/// A move in UCI notation; castling as king takes own rook if there is a `rook`.
#[inline(always)]
pub(crate) fn uci_text(packed: PackedMove, rook: Option<u8>) -> MoveText {
    if packed.is_null() {
        return MoveText::NULL_UCI;
    }
    let mut letters = Letters::default();
    letters.push_square(packed.from());
    letters.push_square(rook.unwrap_or(packed.to()));
    letters.push_if(packed.flags() & 8 != 0, b"nbrq"[usize::from(packed.flags() & 3)]);
    letters.finish()
}

/// A move in UCI notation, with the flags that it has on the board; `None` for text that is special, wrong or an illegal move.
/// The move is made: unless it is legal, the board may have changed.
pub(crate) fn read_and_make(text: &[u8], board: &mut Board) -> Option<PackedMove> {
    Some(board.make_legal(move_of(board, text)?)?.packed)
}

type Board = crate::board::Board<Bitboards>;

/// A move as [`Board::make_legal`] needs it; `None` for text that is no move, or in another notation.
fn move_of(board: &Board, text: &[u8]) -> Option<PackedMove> {
    let (squares, promotion) = text.split_at_checked(4)?;
    if text == b"0000" {
        return Some(PackedMove::NULL);
    }
    let (from, to) = (square(squares[0], squares[1])?, square(squares[2], squares[3])?);
    let flags = match promotion {
        b"" if board.piece(from) == (board.side() as u8) << 3 | KING => castling_flags(board, from, to),
        b"" => MoveFlags::Quiet,
        b"n" => MoveFlags::PromoteKnight,
        b"b" => MoveFlags::PromoteBishop,
        b"r" => MoveFlags::PromoteRook,
        b"q" => MoveFlags::PromoteQueen,
        _ => return None,
    };
    // `a1a1` is not the null move.
    (from != to).then(|| PackedMove::new(from, to, flags))
}

/// Castling as king takes own rook, or as two steps from the e file; quiet for other moves of a king.
fn castling_flags(board: &Board, from: u8, to: u8) -> MoveFlags {
    let is_rook = |king_side| Castling::find(board.castling_rights, from, king_side).is_some_and(|c| c.rook == to);
    let is_two_steps = from.abs_diff(to) == 2 && from & 7 == 4;
    match () {
        () if is_rook(true) || is_two_steps && to > from => MoveFlags::CastleKingSide,
        () if is_rook(false) || is_two_steps => MoveFlags::CastleQueenSide,
        () => MoveFlags::Quiet,
    }
}

fn square(file: u8, rank: u8) -> Option<u8> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then_some(rank << 3 | file)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::Square;

    use super::*;

    const STARTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/pPpppppp/8/3Pp3/3pP3/8/PPPP1PpP/R3K2R w KQkq e6 0 1",
        "rk2r3/p3p3/8/8/8/8/P3P3/RK2R3 w KQkq - 0 1",
        "1r1k1r2/8/8/8/8/8/8/RR1K1R1R b bf - 0 1",
        "5krq/2P5/8/1pP5/8/8/2p5/NBBRNKRQ w GDg b6 0 1",
        "8/PP5k/8/8/8/8/pp5K/3Q4 w - - 0 1",
    ];

    fn both_ways(start: &Chess, text: &[u8]) -> Result<Vec<PackedMove>> {
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        let read = read_slowly(start, text, &mut slow);
        if read_fast(start, text, &mut fast).is_some() {
            assert!(read.is_ok(), "{}", text.escape_ascii());
            assert_eq!(fast, slow, "{}", text.escape_ascii());
        }
        read.map(|()| slow)
    }

    fn legal_line(start: &Chess, choices: &[(u8, u8)]) -> (Vec<PackedMove>, Vec<String>) {
        let (mut position, mut moves_made, mut texts) = (start.clone(), Vec::new(), Vec::new());
        for (choice, style) in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(*choice) % moves.len()];
            let packed = PackedMove::from_move(m);
            let style = if style & 1 == 0 { CastlingMode::Standard } else { CastlingMode::Chess960 };
            moves_made.push(packed);
            texts.push(packed.to_uci(&position, style).to_string());
            position.play_unchecked(m);
        }
        (moves_made, texts)
    }

    proptest! {
        #[test]
        fn the_fast_way_agrees_with_the_slow_one(
            start in 0..STARTS.len(),
            choices in prop::collection::vec(any::<(u8, u8)>(), 0..60),
            swap in any::<Option<(u8, u8)>>(),
        ) {
            let start = positions::from_fen(STARTS[start].as_bytes()).unwrap();
            let (_, mut texts) = legal_line(&start, &choices);
            if let (Some((at, square)), false) = (swap, texts.is_empty()) {
                let at = usize::from(at) % texts.len();
                let square = Square::new(u32::from(square & 63)).to_string();
                texts[at].replace_range(2..4, &square);
            }
            let _ = both_ways(&start, texts.join(" ").as_bytes());
        }

        #[test]
        fn lines_are_read_as_they_are_written(
            start in 0..STARTS.len(),
            choices in prop::collection::vec(any::<(u8, u8)>(), 0..60),
        ) {
            let start = positions::from_fen(STARTS[start].as_bytes()).unwrap();
            let style = positions::uci_mode(&start);
            let choices: Vec<_> = choices.iter().map(|(c, _)| (*c, u8::from(style == CastlingMode::Chess960))).collect();
            let (moves_made, texts) = legal_line(&start, &choices);
            let mut text = Vec::new();
            write_uci_line(&start, &moves_made, &mut text);
            prop_assert_eq!(std::str::from_utf8(&text).unwrap(), texts.join(" "));
            prop_assert_eq!(both_ways(&start, &text).unwrap(), moves_made);
        }
    }

    /// A text has the same meaning on either board where castling is more than two steps.
    #[test]
    fn chess960_goes_the_fast_way_too() {
        let start = positions::from_fen(STARTS[2].as_bytes()).unwrap();
        for text in ["b1e1 b8a8 f1e1 d8d2", "b1a1 e7e5 d1d7 b8a8"] {
            let read = read_fast(&start, text.as_bytes(), &mut Vec::new()).is_some();
            assert_eq!(read, both_ways(&start, text.as_bytes()).is_ok(), "{text}");
        }
        assert!(read_fast(&start, b"b1e1 b8a8 f1e1 d8d2", &mut Vec::new()).is_some());
    }

    #[test]
    fn standard_lines_go_the_fast_way() {
        let start = Chess::default();
        for text in ["", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 f1e1 e8h8 g1h1 f8e8 h1g1", "e2e4 0000 e4e5 d7d5 e5d6"]
        {
            assert!(read_fast(&start, text.as_bytes(), &mut Vec::new()).is_some(), "{text}");
        }
        for text in ["e2e5", "e2e4 ", " e2e4", "e2e4  e7e5", "e2e4q", "e2", "e2e4\te7e5", "e7e5", "e1g1", "e1h1"] {
            assert!(both_ways(&start, text.as_bytes()).is_err(), "{text}");
        }
    }
}
