//! shakmaty as the reference for tests: its positions from FENs, and its moves as packed moves.

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, fen::Fen, uci::UciMove};

pub use super::with_shakmaty::playable;
use super::{Board, Color, PackedMove, Piece, Position, Role, Square, Tracker};

/// Reads a FEN; `None` for text that is not a FEN and for unplayable boards (`positions.2`).
pub fn from_fen(fen: &[u8]) -> Option<Chess> {
    let setup = Fen::from_ascii(fen).ok()?.into_setup();
    let is_chess = setup.pockets.is_none() && setup.remaining_checks.is_none() && setup.promoted.is_empty();
    playable(Some(setup).filter(|_| is_chess)?)
}

/// Returns the library's position and shakmaty's, each read from the FEN by its own reader.
pub fn read_both(fen: &str) -> (Position, Chess) {
    let position = Position::from_fen(fen.as_bytes()).unwrap();
    let chess = from_fen(fen.as_bytes()).unwrap();
    assert_same_start(&position, &chess);
    (position, chess)
}

/// The legal moves, sorted, without the null move.
pub fn legal_moves(chess: &Chess) -> Vec<PackedMove> {
    let mut moves: Vec<_> = chess.legal_moves().into_iter().map(PackedMove::from_shakmaty).collect();
    moves.sort_unstable();
    moves
}

/// The legal moves in canonical order (`moves.4`), with their canonical UCI text (`moves.3`).
pub fn canonical_order(chess: &Chess) -> Vec<(UciMove, PackedMove)> {
    let legal = chess.legal_moves().into_iter();
    let mut list: Vec<_> = legal.map(|m| (canonical_uci(m), PackedMove::from_shakmaty(m))).collect();
    list.sort_by_key(|(_, m)| (m.from(), m.to(), m.flags()));
    list
}

/// The canonical UCI text of a move (`moves.3`).
pub fn canonical_uci(m: Move) -> UciMove {
    use shakmaty::File;
    match m {
        Move::Castle { king, rook } if king.file() == File::E && matches!(rook.file(), File::A | File::H) => {
            UciMove::from_standard(m)
        }
        _ => UciMove::from_chess960(m),
    }
}

/// Plays a legal move, or a null move if not in check. Returns `false` for any other move, and leaves the position unchanged.
pub fn play(chess: &mut Chess, m: PackedMove) -> bool {
    let after = if m.is_null() {
        playable(chess.to_setup(EnPassantMode::Always).into_swapped_turn())
    } else {
        m.to_shakmaty(chess).ok().and_then(|m| chess.clone().play(m).ok())
    };
    let is_played = after.is_some();
    *chess = after.unwrap_or(chess.clone());
    is_played
}

/// Pieces, side to move, castling rights and en passant square, even if no capture there is legal.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    pub pieces: [u8; 64],
    pub turn: Color,
    pub castling_rooks: u64,
    pub en_passant: Option<Square>,
}

impl Parts {
    /// The parts of a board.
    pub fn on<T: Tracker>(board: &Board<T>) -> Parts {
        Parts {
            pieces: *board.pieces(),
            turn: board.turn(),
            castling_rooks: board.castling_rights(),
            en_passant: board.en_passant(),
        }
    }

    /// The parts of a position of shakmaty.
    pub fn of(chess: &Chess) -> Parts {
        let mut pieces = [0; 64];
        for (square, piece) in chess.board() {
            let color = if piece.color.is_white() { Color::White } else { Color::Black };
            let role = Role::from_char(piece.role.char()).unwrap();
            pieces[square as usize] = Piece::new(color, role).0;
        }
        Parts {
            pieces,
            turn: if chess.turn().is_white() { Color::White } else { Color::Black },
            castling_rooks: chess.castles().castling_rights().0,
            en_passant: chess.maybe_ep_square().map(own_square),
        }
    }
}

/// Asserts that both positions are the same, including counters.
#[track_caller]
pub fn assert_same(position: &Position, chess: &Chess) {
    assert_eq!(Parts::on(position.board()), Parts::of(chess));
    assert_eq!(position.castling_rooks(), chess.castles().castling_rights().0, "{chess:?}");
    assert_eq!(position.en_passant(), chess.legal_ep_square().map(own_square), "{chess:?}");
    assert_eq!((position.halfmoves(), position.fullmoves()), (chess.halfmoves(), chess.fullmoves().get()), "{chess:?}");
}

/// Like [`assert_same`], but also compares the UCI mode (`positions.3`), which depends on the rights at the start.
#[track_caller]
pub fn assert_same_start(position: &Position, chess: &Chess) {
    assert_same(position, chess);
    let mode = CastlingMode::detect(&chess.to_setup(EnPassantMode::Always));
    assert_eq!(position.is_chess960(), mode == CastlingMode::Chess960, "{chess:?}");
}

/// The square of the same name.
fn own_square(square: shakmaty::Square) -> Square {
    square.to_string().parse().unwrap()
}
