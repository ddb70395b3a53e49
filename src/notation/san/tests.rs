//! SAN compared with shakmaty's, and the accepted spellings.

use shakmaty::{
    Chess, File, Move, Position as _, Rank, Role, Square,
    san::{San, SanPlus},
};

use super::{SanError, parse_san, play_plain, read_san, san_without_check};
use crate::{
    PackedMove, Position,
    board::{Bitboards, Board, reference::read_both},
    games,
};

fn uci(fen: &str, san: &str) -> Result<String, SanError> {
    let position = Position::from_fen(fen.as_bytes()).unwrap();
    let read = parse_san(san.as_bytes(), position.board());
    assert_eq!(position.read_san(san.as_bytes()).ok(), read.ok());
    read.map(|m| m.to_string())
}

#[test]
fn liberal_spellings() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let open = "r3k2r/ppp1pppp/8/3pP3/8/8/1PPP1PPP/R3K2R w KQkq d6 0 1";
    let promote = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, sans, expected) in [
        (start, "Nf3 Nf3+ Nf3# Nxf3 Ng1f3 Ng1-f3 Ngf3 N1f3 g1f3 g1-f3", "g1f3"),
        (start, "e4 e2e4 e2-e4 Pe4 ee4 e4+", "e2e4"),
        (open, "exd6 ed6 ed exd6e.p. exd6ep e5d6 e5xd6", "e5d6"),
        (open, "O-O 0-0 o-o O-O+ e1g1 Ke1g1 Ke1-g1 e1h1", "e1g1"),
        (open, "O-O-O 0-0-0 e1c1 e1a1", "e1c1"),
        (promote, "a8=Q a8Q a8(Q) a8=q a8q a7a8q a8/Q a8=Q+", "a7a8q"),
        (promote, "axb8=N ab8N axb8n a7xb8=N", "a7b8n"),
    ] {
        for san in sans.split(' ').filter(|w| *w != "ed") {
            assert_eq!(uci(fen, san).as_deref(), Ok(expected), "{san}");
        }
    }
}

#[test]
fn text_that_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let knights = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1";
    let pinned = "4r2k/8/8/8/8/4N3/8/4K1N1 w - - 0 1";
    for (fen, san, reason) in [
        (start, "Nf9", SanError::NotSan),
        (start, "N", SanError::NotSan),
        (start, "e", SanError::NotSan),
        (start, "Kinf3", SanError::NotSan),
        (start, "O-O-O-O", SanError::NotSan),
        (start, "i4", SanError::NotSan),
        (start, "Nxf3xx", SanError::NotSan),
        (start, "EXD5", SanError::NotSan),
        (start, "e5", SanError::IllegalMove),
        (start, "O-O", SanError::IllegalMove),
        (start, "e4=Q", SanError::IllegalMove),
        (start, "Nf3=Q", SanError::IllegalMove),
        (start, "Nd2", SanError::IllegalMove),
        (start, "exd3", SanError::IllegalMove),
        (knights, "Nb3", SanError::AmbiguousMove),
        (pinned, "Nc4", SanError::IllegalMove),
    ] {
        assert_eq!(uci(fen, san), Err(reason), "{san}");
    }
    assert_eq!(uci(pinned, "Nf3").as_deref(), Ok("g1f3"));
}

/// Disambiguation by file, rank and both, with pins; en passant; promotion; Chess960 castling; more queens than their squares can
/// distinguish.
const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "k7/8/8/pPpPpPpP/PpPpPpPp/8/8/K7 w - c6 0 1",
    "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "qqqqkqqq/4p3/8/8/8/8/4P3/QQQQKQQQ w - - 0 1",
    "4k3/4r3/8/b2N4/8/2N1N3/3N1N2/4K3 w - - 0 1",
    "1n2k1n1/2P4P/8/8/8/8/1p3p2/N1N1K1N1 w - - 0 1",
];

/// Every legal move of a position is written as by shakmaty, and read back.
fn agree(position: &Position, chess: &Chess) {
    let board = Board::<Bitboards>::new(position);
    for m in chess.legal_moves() {
        let packed = PackedMove::from_shakmaty(m);
        let expected = San::from_move(chess, m).to_string();
        assert_eq!(san_without_check(packed, &board).as_str(), expected);
        assert_eq!(parse_san(expected.as_bytes(), &board), Ok(packed));
        assert_eq!(parse_san(expected.as_bytes(), position.board()), Ok(packed));
        let with_check = SanPlus::from_move(chess.clone(), m).to_string();
        assert_eq!(position.san(packed).unwrap().as_str(), with_check);
        assert_eq!(position.read_san(with_check.as_bytes()).unwrap(), packed);
    }
}

#[test]
fn agrees_with_shakmaty_along_random_games() {
    let mut seed = 1_u64;
    for start in STARTS {
        for _ in 0..6 {
            let (mut position, mut chess) = read_both(start);
            for _ in 0..100 {
                agree(&position, &chess);
                let moves = chess.legal_moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(m) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
                position.play(PackedMove::from_shakmaty(*m)).unwrap();
                chess.play_unchecked(*m);
            }
        }
    }
}

/// Every SAN-like word in a position: the played move is the meaning of the word, and nothing else changes the board.
fn plays_what_it_reads(board: &Board<Bitboards>) {
    let squares = (0..64).map(|square| format!("{}{}", char::from(b'a' + square % 8), char::from(b'1' + square / 8)));
    let ends: Vec<String> = squares.chain(["O-O", "O-O-O", "O-O-O-O", "e8=Q"].map(str::to_owned)).collect();
    for role in ["", "N", "B", "R", "Q", "K", "P", "a", "e", "h"] {
        for from in ["", "a", "d", "h", "1", "4", "8", "x", "bx", "gx", "2x", "7x", "e5", "-"] {
            for end in &ends {
                let word = format!("{role}{from}{end}");
                for after in [
                    " Nf3 Nf6 ",
                    "+ 12. e4 ",
                    "#\r\n\r\n[Event",
                    "! 12... ",
                    "++ 12... ",
                    "=Q 12... ",
                    "(N) 12... ",
                    "\" 12... ",
                ] {
                    let text = format!("{word}{after}");
                    let mut after_it = board.clone();
                    let played = play_plain(text.as_bytes(), &mut after_it);
                    let checked = &text[..text.find([' ', '\r', '!']).unwrap()];
                    match played {
                        Some((undo, len)) => {
                            assert_eq!(
                                (parse_san(checked.as_bytes(), board), len),
                                (Ok(undo.ply.packed), checked.len())
                            );
                            after_it.unmake(undo);
                        }
                        None => assert_eq!(after_it.turn(), board.turn(), "{text}"),
                    }
                    assert_eq!(
                        (after_it.pieces(), after_it.castling_rooks()),
                        (board.pieces(), board.castling_rooks())
                    );
                    assert_eq!(after_it.en_passant(), board.en_passant(), "{text}");
                }
            }
        }
    }
}

/// The fast path plays the moves that need only common features.
#[test]
fn plain_moves_are_played() {
    let mut seed = 7_u64;
    for start in STARTS {
        let mut position = Position::from_fen(start.as_bytes()).unwrap();
        for ply in 0..40 {
            let board = Board::<Bitboards>::new(&position);
            if ply % 13 == 0 {
                plays_what_it_reads(&board);
            }
            let moves = position.legal_moves();
            for m in &moves {
                let san = position.san(*m).unwrap();
                let letters = san.as_str().trim_end_matches(['+', '#', 'x']).len() - usize::from(m.flags() & 4 != 0);
                let is_plain = m.flags() < 5 && (letters < 5 || m.castling_side().is_some());
                let played = play_plain(format!("{} Nf3 Nf6 ", san.as_str()).as_bytes(), &mut board.clone());
                assert_eq!(
                    played.map(|(undo, _)| undo.ply.packed),
                    is_plain.then_some(*m),
                    "{position} {}",
                    san.as_str()
                );
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(m) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
            position.play(*m).unwrap();
        }
    }
}

/// Lines on one board, which finds checks with its state from earlier moves.
#[test]
fn lines_agree_with_shakmaty_on_real_games() {
    let limit = if std::env::var_os("PLYPACK_FULL").is_some_and(|full| full == "1") { usize::MAX } else { 300 };
    for name in ["otb_bench", "online_bench", "engine_bench", "chess960_engine", "chess960_human", "from_fen"] {
        let Some(path) = games::find(name) else {
            println!("skipped: no {name} in the data folder");
            continue;
        };
        games::read(&path, limit).unwrap().iter().for_each(|line| line_agrees(&line.start, &line.moves));
    }
}

fn line_agrees(start: &Chess, moves: &[Move]) {
    let mut chess = start.clone();
    let mut text = Vec::new();
    let sans: Vec<_> =
        moves.iter().map(|m| SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string()).collect();
    let packed: Vec<_> = moves.iter().map(|m| PackedMove::from_shakmaty(*m)).collect();
    crate::text::write_san_line(&Position::from(start), &packed, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), sans.join(" "));
}

#[test]
fn single_moves_are_read_and_written() {
    let position = Position::from_fen(b"r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    for m in position.legal_moves() {
        let text = position.san(m).unwrap();
        assert_eq!(position.read_san(text.as_bytes()).unwrap(), m);
    }
    assert_eq!(position.read_san(b"--").unwrap(), PackedMove::NULL);
    assert!(position.san(PackedMove(0xfff)).is_err());
}

/// Includes text that the lexer would not pass on.
#[test]
fn any_text_is_read_or_refused() {
    let position = Position::default();
    let chess = Chess::default();
    let letters = b"NKe4xO-=(+\xff ";
    let board = Board::<Bitboards>::default();
    let mut sans = vec![Vec::new()];
    for length in 0..4 {
        sans = sans.iter().flat_map(|san| letters.iter().map(|b| [&san[..], &[*b]].concat())).collect();
        assert_eq!(sans.len(), letters.len().pow(length + 1));
        let read = sans.iter().filter(|san| position.read_san(san).is_ok()).count();
        let on_board = sans.iter().filter(|san| read_san(san, &board).is_ok()).count();
        assert_eq!(read, on_board);
        assert!(read < sans.len());
        // Moves that shakmaty reads are read the same way.
        for san in &sans {
            if let Some(m) = SanPlus::from_ascii(san).ok().and_then(|read| read.san.to_move(&chess).ok()) {
                assert_eq!(position.read_san(san).unwrap(), PackedMove::from_shakmaty(m));
            }
        }
    }
    assert!(position.read_san(b"").is_err());
}

/// The parts of a move's text, most of which can be missing.
#[derive(Debug, Clone, Copy)]
struct Parts {
    role: Option<Role>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl Parts {
    /// Random parts of a legal move, or of no move.
    fn pick(chess: &Chess, mut pick: impl FnMut(usize) -> usize) -> Parts {
        let moves = chess.legal_moves();
        let like = moves.get(pick(moves.len() + 1)).copied();
        let from = like.and_then(|m| m.from()).unwrap_or(Square::new(pick(64) as u32));
        let to = like.map_or(Square::new(pick(64) as u32), |m| m.to());
        let any_role = Role::ALL[pick(6)];
        let role = if pick(4) == 0 { any_role } else { chess.board().role_at(from).unwrap_or(any_role) };
        let is_promotion = if pick(8) == 0 { pick(2) == 0 } else { like.is_some_and(|m| m.is_promotion()) };
        Parts {
            role: (role != Role::Pawn || pick(2) == 0).then_some(role).filter(|_| pick(5) > 0),
            from_file: (pick(2) == 0).then_some(if pick(8) == 0 { File::new(pick(8) as u32) } else { from.file() }),
            from_rank: (pick(2) == 0).then_some(if pick(8) == 0 { Rank::new(pick(8) as u32) } else { from.rank() }),
            to,
            promotion: is_promotion.then(|| Role::ALL[1 + pick(4)]),
        }
    }

    fn text(self, separator: &str) -> String {
        let role = self.role.map_or(String::new(), |role| role.upper_char().to_string());
        let file = self.from_file.map_or(String::new(), |file| file.char().to_string());
        let rank = self.from_rank.map_or(String::new(), |rank| rank.char().to_string());
        let promotion = self.promotion.map_or(String::new(), |role| format!("={}", role.upper_char()));
        format!("{role}{file}{rank}{separator}{}{promotion}", self.to)
    }

    /// Returns the one legal move that has these parts (`pgn.15`), by trying all moves.
    fn only_move(self, chess: &Chess) -> Result<PackedMove, SanError> {
        let from = self.from_file.zip(self.from_rank).map(|(file, rank)| Square::from_coords(file, rank));
        let role = self.role.or_else(|| chess.board().role_at(from?)).unwrap_or(Role::Pawn);
        // Without a file, a pawn is pushed.
        let file = if role == Role::Pawn { self.from_file.or(Some(self.to.file())) } else { self.from_file };
        let is_castling = |m: &Move| {
            let Move::Castle { king, rook } = *m else { return false };
            let king_to = PackedMove::from_shakmaty(*m).to();
            (role, self.promotion, from) == (Role::King, None, Some(king))
                && (self.to == rook || self.to as u8 == king_to)
        };
        let is_same = |m: &Move| match *m {
            Move::Normal { role: other, from, to, promotion, .. } => {
                (role, self.to, self.promotion) == (other, to, promotion)
                    && file.is_none_or(|file| file == from.file())
                    && self.from_rank.is_none_or(|rank| rank == from.rank())
            }
            Move::EnPassant { from, to } => {
                (role, self.to, self.promotion, file) == (Role::Pawn, to, None, Some(from.file()))
                    && self.from_rank.is_none_or(|rank| rank == from.rank())
            }
            _ => false,
        };
        let moves = chess.legal_moves();
        let same: Vec<_> = moves.iter().copied().filter(is_same).collect();
        let castling = moves.iter().copied().find(is_castling);
        match (same.len(), same.first().copied().or(castling)) {
            (0 | 1, Some(m)) => Ok(PackedMove::from_shakmaty(m)),
            (_, None) => Err(SanError::IllegalMove),
            _ => Err(SanError::AmbiguousMove),
        }
    }
}

/// Text with any parts means the one move that has them in shakmaty.
#[test]
fn parts_of_moves_are_found_among_the_moves_of_shakmaty() {
    let mut seed = 1_u64;
    let mut pick = move |choices: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % choices
    };
    let mut counts = [0; 3];
    for start in STARTS.iter().chain(&["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]).cycle().take(130) {
        let (mut position, mut chess) = read_both(start);
        for _ in 0..30 {
            for separator in ["", "x", "-"].repeat(12) {
                let parts = Parts::pick(&chess, &mut pick);
                let text = parts.text(separator);
                let expected = parts.only_move(&chess);
                assert_eq!(parse_san(text.as_bytes(), position.board()), expected, "{text} {chess:?}");
                counts[expected.map_or_else(|error| 1 + usize::from(error == SanError::AmbiguousMove), |_| 0)] += 1;
            }
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[pick(moves.len())];
            position.play(PackedMove::from_shakmaty(m)).unwrap();
            chess.play_unchecked(m);
        }
    }
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}
