//! Lines of moves in UCI notation.
//!
//! Spec chapter: `spec/moves.md`.

use shakmaty::{CastlingMode, CastlingSide, Chess, Color, Position, Role, Square};

use crate::{
    Error, ErrorCode, MoveFlags, PackedMove, Result,
    chess::{
        moves::{normal_flags, uci_move},
        positions,
    },
    codecs::byte,
};

/// Reads moves in UCI notation with single spaces between them, played from `start`, and appends them to `out`. An empty
/// text is a line without moves.
///
/// # Errors
///
/// As [`PackedMove::from_uci`], with the byte of `text` at which the bad move stands; `out` is then as before.
pub fn read_uci_line(start: &Chess, text: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    if read_fast(start, text, out).is_some() { Ok(()) } else { read_slowly(start, text, out) }
}

/// Reads a line without generating moves; `None`, with `out` as before, when that does not tell all about it.
fn read_fast(start: &Chess, text: &[u8], out: &mut Vec<PackedMove>) -> Option<()> {
    let before = out.len();
    let mut pieces = Pieces::new(start);
    let understood = text.is_empty()
        || text.split(|byte| *byte == b' ').all(|word| pieces.play(word).map(|word| out.push(word)).is_some());
    // This checks that all of them are legal, and are exactly what they say.
    let legal = understood && byte::check_line(start, &out[before..]).is_ok();
    if !legal {
        out.truncate(before);
    }
    legal.then_some(())
}

fn read_slowly(start: &Chess, text: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let (before, mut position, mut rest) = (out.len(), start.clone(), text);
    while !rest.is_empty() {
        let end = memchr::memchr(b' ', rest).unwrap_or(rest.len());
        let at = (text.len() - rest.len()) as u64;
        match play_uci(&rest[..end], &mut position, end + 1 == rest.len()) {
            Ok(word) => out.push(word),
            Err(e) => {
                out.truncate(before);
                return Err(e.with_offset(0).rebase(at));
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
    let (word, m) = uci_move(text, position)?;
    match m {
        Some(m) => position.play_unchecked(m),
        None => positions::play_null(position)?,
    }
    Ok(word)
}

/// Appends `moves`, played from `start`, in UCI notation with single spaces between them. Castling is written in the style
/// that [`positions::uci_mode`] gives for `start`. The moves are not checked.
pub fn write_uci_line(start: &Chess, moves: &[PackedMove], out: &mut Vec<u8>) {
    let style = positions::uci_mode(start);
    let mut turn = start.turn();
    for (ply, word) in moves.iter().enumerate() {
        if ply > 0 {
            out.push(b' ');
        }
        let rook = word.castling_side().filter(|_| style == CastlingMode::Chess960);
        let rook = rook.and_then(|side| start.castles().rook(turn, side));
        write_uci(*word, rook, out);
        turn = turn.other();
    }
}

fn write_uci(word: PackedMove, rook: Option<Square>, out: &mut Vec<u8>) {
    if word.is_null() {
        out.extend_from_slice(b"0000");
        return;
    }
    let to = rook.map_or(word.to(), |rook| rook as u8);
    let square = |square: u8| [b'a' + (square & 7), b'1' + (square >> 3)];
    out.extend_from_slice(&square(word.from()));
    out.extend_from_slice(&square(to));
    out.extend(word.promotion().map(|role| role.char() as u8));
}

/// What stands where: enough to tell the kind of a move, if it is legal.
struct Pieces {
    roles: [Option<Role>; 64],
    /// Of White and Black: the rook for castling on the king's side and on the queen's.
    rooks: [[Option<Square>; 2]; 2],
    turn: Color,
}

impl Pieces {
    fn new(start: &Chess) -> Pieces {
        let mut roles = [None; 64];
        for (square, piece) in start.board() {
            roles[usize::from(square)] = Some(piece.role);
        }
        let rooks = [Color::White, Color::Black].map(|color| {
            [CastlingSide::KingSide, CastlingSide::QueenSide].map(|side| start.castles().rook(color, side))
        });
        Pieces { roles, rooks, turn: start.turn() }
    }

    /// Plays a move; `None` for a text that is unusual, or stands for no move.
    fn play(&mut self, text: &[u8]) -> Option<PackedMove> {
        let word = if text == b"0000" { PackedMove::NULL } else { self.word(text)? };
        if let Some(side) = word.castling_side() {
            self.castle(word, side)?;
        } else if !word.is_null() {
            self.step(word);
        }
        self.turn = self.turn.other();
        Some(word)
    }

    fn word(&self, text: &[u8]) -> Option<PackedMove> {
        let (squares, promotion) = text.split_at_checked(4)?;
        let (from, to) = (square(squares[0], squares[1])?, square(squares[2], squares[3])?);
        let promotion = match promotion {
            b"" => None,
            b"q" => Some(Role::Queen),
            b"r" => Some(Role::Rook),
            b"b" => Some(Role::Bishop),
            b"n" => Some(Role::Knight),
            _ => return None,
        };
        let role = self.roles[usize::from(from)]?;
        let capture = self.roles[usize::from(to)].is_some();
        match role {
            Role::King if let Some(castling) = self.castling(from, to) => return Some(castling),
            Role::Pawn if !capture && from.file() != to.file() => {
                return Some(PackedMove::new(from as u8, to as u8, MoveFlags::EnPassant));
            }
            Role::Pawn => {}
            _ if promotion.is_some() => return None,
            _ => {}
        }
        let kind = normal_flags(role, from, to, capture, promotion);
        Some(PackedMove(u16::from(kind) << 12 | u16::from(from as u8) << 6 | u16::from(to as u8)))
    }

    /// Castling as king takes own rook, or as two steps from the e file.
    fn castling(&self, from: Square, to: Square) -> Option<PackedMove> {
        let [king_side, queen_side] = self.rooks[self.turn.fold_wb(0, 1)];
        let steps =
            from.file().distance(to.file()) == 2 && from.file() == shakmaty::File::E && from.rank() == to.rank();
        let side = match () {
            () if king_side == Some(to) => CastlingSide::KingSide,
            () if queen_side == Some(to) => CastlingSide::QueenSide,
            () if steps => CastlingSide::from_king_side(to > from),
            () => return None,
        };
        let kind = if side.is_king_side() { MoveFlags::CastleKingSide } else { MoveFlags::CastleQueenSide };
        let target = Square::from_coords(side.king_to_file(), from.rank());
        Some(PackedMove::new(from as u8, target as u8, kind))
    }

    fn castle(&mut self, word: PackedMove, side: CastlingSide) -> Option<()> {
        let rook = self.rooks[self.turn.fold_wb(0, 1)][usize::from(!side.is_king_side())]?;
        self.roles[usize::from(word.from())] = None;
        self.roles[usize::from(rook)] = None;
        self.roles[usize::from(word.to())] = Some(Role::King);
        self.roles[usize::from(Square::from_coords(side.rook_to_file(), rook.rank()))] = Some(Role::Rook);
        self.rooks[self.turn.fold_wb(0, 1)] = [None; 2];
        Some(())
    }

    fn step(&mut self, word: PackedMove) {
        let (from, to) = (usize::from(word.from()), usize::from(word.to()));
        if word.flags() == MoveFlags::EnPassant as u8 {
            self.roles[from & 56 | to & 7] = None;
        }
        let role = self.roles[from].take();
        if role == Some(Role::King) {
            self.rooks[self.turn.fold_wb(0, 1)] = [None; 2];
        }
        self.roles[to] = word.promotion().or(role);
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank << 3 | file)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
        let (mut position, mut words, mut texts) = (start.clone(), Vec::new(), Vec::new());
        for (choice, style) in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(*choice) % moves.len()];
            let word = PackedMove::from_move(m);
            let style = if style & 1 == 0 { CastlingMode::Standard } else { CastlingMode::Chess960 };
            words.push(word);
            texts.push(word.to_uci(&position, style).to_string());
            position.play_unchecked(m);
        }
        (words, texts)
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
            let (words, texts) = legal_line(&start, &choices);
            let mut text = Vec::new();
            write_uci_line(&start, &words, &mut text);
            prop_assert_eq!(std::str::from_utf8(&text).unwrap(), texts.join(" "));
            prop_assert_eq!(both_ways(&start, &text).unwrap(), words);
        }
    }

    /// The same text has the same meaning, however it is read, where castling is more than two steps.
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
    fn usual_lines_go_the_fast_way() {
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
