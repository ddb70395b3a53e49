//! Fallback mode: a side with more pieces than the lists can hold numbers its legal moves.

use crate::{
    Error, ErrorCode, PackedMove, Position, Result, Square,
    board::{
        Board, MadeMove, Tracker,
        attacks::bit,
        not_legal,
        piece::{KING, ROOK},
        positions::Setup,
    },
    codecs::order,
    notation::{move_text::MoveText, uci::canonical_uci},
};

/// An entry of the list that ordinals index.
struct Entry {
    /// Its canonical UCI text.
    text: MoveText,
    /// `None` for castling without the right: it has an ordinal, but cannot be played.
    playable: Option<PackedMove>,
}

/// byte.17: returns all legal moves in ascending order of their text.
fn entries<T: Tracker>(board: &Board<T>, position: &Position) -> Vec<Entry> {
    let mut list = home_castling(board);
    for m in order::legal_moves(position) {
        let rook = position.castling_rook(m);
        if !rook.is_some_and(|rook| is_home(m, rook)) {
            list.push(Entry { text: canonical_uci(m, rook), playable: Some(m) });
        }
    }
    list.sort_unstable_by_key(|entry| entry.text.sort_key());
    list
}

/// Returns `true` if the move is castling that `home_castling` lists.
fn is_home(m: PackedMove, rook: Square) -> bool {
    m.from() & 7 == 4 && matches!(rook.file(), 0 | 7)
}

/// byte.18: castling from the home squares of king and rooks, with or without the right.
fn home_castling<T: Tracker>(board: &Board<T>) -> Vec<Entry> {
    let us = board.side() as u8;
    let rights = board.castling_rights();
    let king = us << 3 | KING;
    let rook = us << 3 | ROOK;
    let corners = [56 * us, 56 * us + 7].into_iter().filter(|square| board.piece(*square) == rook);
    let castling_rooks = corners.fold(0, |set, square| set | bit(square));
    let pieces = *board.pieces();
    let setup = Setup { pieces, turn: board.turn(), castling_rooks, en_passant: None, halfmoves: 0, fullmoves: 1 };
    let Some(with_rights) = Some(setup).filter(|_| board.piece(56 * us + 4) == king).and_then(Position::from_setup)
    else {
        return Vec::new();
    };
    let with_rights = with_rights.board();
    let entry = |m: PackedMove| {
        let rook = with_rights.castling_rook(m.castling_side()?.is_king_side())?;
        let playable = Some(m).filter(|_| rights & bit(rook) != 0);
        Some(Entry { text: canonical_uci(m, Some(Square::of(rook))), playable })
    };
    with_rights.legal_castling().filter_map(entry).collect()
}

fn malformed(why: &str) -> Error {
    Error::new(ErrorCode::MoveMalformed, why)
}

/// Returns the ordinal of a move in a list; the null move follows the last entry (`byte.19`).
fn ordinal_in(list: &[Entry], packed: PackedMove) -> Option<usize> {
    let same = |entry: &Entry| entry.playable == Some(packed);
    if packed.is_null() { Some(list.len()) } else { list.iter().position(same) }
}

/// Returns the ordinal of a move. `None` for an illegal move, except the null move.
pub fn ordinal_of<T: Tracker>(board: &Board<T>, packed: PackedMove) -> Option<usize> {
    let position = board.to_position().ok()?;
    ordinal_in(&entries(board, &position), packed)
}

/// Returns the move with this ordinal. The null move can be illegal.
pub fn move_at<T: Tracker>(board: &Board<T>, ordinal: usize) -> Option<PackedMove> {
    let position = board.to_position().ok()?;
    let list = entries(board, &position);
    match list.get(ordinal) {
        Some(entry) => entry.playable,
        None => (ordinal == list.len()).then_some(PackedMove::NULL),
    }
}

/// Appends the code of a move after checking that it is legal.
pub fn encode<T: Tracker>(board: &mut Board<T>, packed: PackedMove, out: &mut Vec<u8>) -> Result<()> {
    let illegal = || not_legal(packed);
    let position = board.to_position().map_err(|_| illegal())?;
    let list = entries(board, &position);
    let ordinal = ordinal_in(&list, packed).ok_or_else(illegal)?;
    play(board, position, &list, ordinal).map_err(|_| illegal())?;
    // byte.16
    out.resize(out.len() + ordinal / 255, 0);
    out.push(255 - (ordinal % 255) as u8);
    Ok(())
}

/// Plays the move that `code` begins with, after checking that it is legal. Returns the number of its bytes.
pub fn decode<T: Tracker>(board: &mut Board<T>, code: &[u8]) -> Result<(MadeMove, usize)> {
    let zeros = code.iter().take_while(|byte| **byte == 0).count();
    let Some(last) = code.get(zeros) else {
        return Err(Error::new(ErrorCode::Truncated, "the last move is not complete").with_offset(code.len() as u64));
    };
    let ordinal = zeros * 255 + usize::from(255 - last);
    let position = board.to_position().map_err(|e| malformed(e.message()))?;
    let list = entries(board, &position);
    Ok((play(board, position, &list, ordinal)?, zeros + 1))
}

fn play<T: Tracker>(board: &mut Board<T>, mut position: Position, list: &[Entry], ordinal: usize) -> Result<MadeMove> {
    if ordinal == list.len() {
        return null_move(board, &position);
    }
    let entry = list.get(ordinal).ok_or_else(|| malformed("the list of legal moves is shorter"))?;
    let m = entry.playable.ok_or_else(|| malformed("there is no right to castle"))?;
    let undo = position.make(m).map_err(|_| malformed("not a legal move"))?;
    *board = Board::new(&position);
    Ok(undo.made())
}

/// byte.19
fn null_move<T: Tracker>(board: &mut Board<T>, position: &Position) -> Result<MadeMove> {
    if position.is_check() {
        return Err(malformed("a null move is not legal while in check"));
    }
    Ok(board.null_move())
}
