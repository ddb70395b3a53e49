//! Fallback mode: sides with more pieces than the lists hold number their legal moves.

use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, Position, Role, Square, uci::UciMove};

use crate::{
    Error, ErrorCode, PackedMove, Result,
    board::{Board, MadeMove, Piece, Tracker, not_legal},
    canonical_uci,
    chess::positions,
};

/// UCI text without its end, padded with zeros: sorts as the text does.
type Text = [u8; 5];

/// An entry of the list that the ordinals count.
struct Entry {
    text: Text,
    /// `None` for castling without the right: it is counted, but cannot be played.
    playable: Option<Move>,
}

/// byte.17: all legal moves in ascending order of their text.
fn entries<T: Tracker>(board: &Board<T>, position: &Chess) -> Vec<Entry> {
    let legal = position.legal_moves().into_iter().filter(|m| !is_home_castling(*m));
    let mut list: Vec<_> = legal.map(|m| Entry { text: text(m), playable: Some(m) }).collect();
    list.extend(home_castling(board, position));
    list.sort_unstable_by_key(|entry| entry.text);
    list
}

/// Whether it is castling that `home_castling` lists.
fn is_home_castling(m: Move) -> bool {
    matches!(m, Move::Castle { king, rook } if king.file() == File::E && matches!(rook.file(), File::A | File::H))
}

fn text(m: Move) -> Text {
    let UciMove::Normal { from, to, promotion } = canonical_uci(m) else {
        return Text::default();
    };
    let [a, b] = square_text(from);
    let [c, d] = square_text(to);
    [a, b, c, d, promotion.map_or(0, |role| role.char() as u8)]
}

fn square_text(square: Square) -> [u8; 2] {
    [b'a' + square.file() as u8, b'1' + square.rank() as u8]
}

/// byte.18: castling from the home squares of king and rooks, whether or not the right is left.
fn home_castling<T: Tracker>(board: &Board<T>, position: &Chess) -> Vec<Entry> {
    let us = position.turn();
    let king_home = Bitboard::from_square(us.fold_wb(Square::E1, Square::E8));
    if board.by_piece(Piece::new(us.king())) != king_home {
        return Vec::new();
    }
    let rooks = board.by_piece(Piece::new(us.rook())) & Bitboard::CORNERS & us.backrank();
    let Some(with_rights) = positions::from_setup(board.to_setup(rooks)) else {
        return Vec::new();
    };
    let moves = CastlingSide::ALL.into_iter().flat_map(|side| with_rights.castling_moves(side));
    let rights = board.castling_rights();
    let has_right = |m: &Move| matches!(m, Move::Castle { rook, .. } if rights.contains(*rook));
    moves.map(|m| Entry { text: text(m), playable: Some(m).filter(has_right) }).collect()
}

fn malformed(why: &str) -> Error {
    Error::new(ErrorCode::MoveMalformed, why)
}

/// The ordinal of a move in a list; that of the null move comes after the last entry (`byte.19`).
fn ordinal_in(list: &[Entry], packed: PackedMove) -> Option<usize> {
    let same = |entry: &Entry| entry.playable.is_some_and(|m| PackedMove::from_move(m) == packed);
    if packed.is_null() { Some(list.len()) } else { list.iter().position(same) }
}

/// The ordinal of a move; `None` if it is not legal, unless it is the null move.
pub fn ordinal_of<T: Tracker>(board: &Board<T>, packed: PackedMove) -> Option<usize> {
    let position = board.to_chess().ok()?;
    ordinal_in(&entries(board, &position), packed)
}

/// The move with this ordinal; the null move may not be legal.
pub fn move_at<T: Tracker>(board: &Board<T>, ordinal: usize) -> Option<PackedMove> {
    let position = board.to_chess().ok()?;
    let list = entries(board, &position);
    match list.get(ordinal) {
        Some(entry) => entry.playable.map(PackedMove::from_move),
        None => (ordinal == list.len()).then_some(PackedMove::NULL),
    }
}

/// Appends the code of a move. Legality is checked.
pub fn encode<T: Tracker>(board: &mut Board<T>, packed: PackedMove, out: &mut Vec<u8>) -> Result<()> {
    let illegal = || not_legal(packed);
    let position = board.to_chess().map_err(|_| illegal())?;
    let list = entries(board, &position);
    let ordinal = ordinal_in(&list, packed).ok_or_else(illegal)?;
    play(board, position, &list, ordinal).map_err(|_| illegal())?;
    // byte.16
    out.resize(out.len() + ordinal / 255, 0);
    out.push(255 - (ordinal % 255) as u8);
    Ok(())
}

/// Plays the move that `code` begins with, and returns the number of its bytes. Legality is checked.
pub fn decode<T: Tracker>(board: &mut Board<T>, code: &[u8]) -> Result<(MadeMove, usize)> {
    let zeros = code.iter().take_while(|byte| **byte == 0).count();
    let Some(last) = code.get(zeros) else {
        return Err(Error::new(ErrorCode::Truncated, "the last move is not complete").with_offset(code.len() as u64));
    };
    let ordinal = zeros * 255 + usize::from(255 - last);
    let position = board.to_chess().map_err(|e| malformed(e.message()))?;
    let list = entries(board, &position);
    Ok((play(board, position, &list, ordinal)?, zeros + 1))
}

fn play<T: Tracker>(board: &mut Board<T>, position: Chess, list: &[Entry], ordinal: usize) -> Result<MadeMove> {
    if ordinal == list.len() {
        return null_move(board, &position);
    }
    let entry = list.get(ordinal).ok_or_else(|| malformed("the list of legal moves is shorter"))?;
    let m = entry.playable.ok_or_else(|| malformed("there is no right to castle"))?;
    let us = position.turn();
    let piece = |color, role| Piece::new(shakmaty::Piece { color, role });
    let captured = m.capture().map_or(Piece::NONE, |role: Role| piece(!us, role));
    let after = position.play(m).map_err(|_| malformed("not a legal move"))?;
    *board = Board::new(&after);
    Ok(MadeMove { packed: PackedMove::from_move(m), piece: piece(us, m.role()), captured })
}

/// byte.19
fn null_move<T: Tracker>(board: &mut Board<T>, position: &Chess) -> Result<MadeMove> {
    if position.is_check() {
        return Err(malformed("a null move is not legal while in check"));
    }
    Ok(board.null_move())
}
