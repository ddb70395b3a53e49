//! Writes SAN in PGN's export format.

use crate::{
    PackedMove, Result,
    board::{
        Bitboards, Board, MadeMove,
        attacks::{FILE_A, PSEUDO_ATTACKS, between, bit, set_of, squares},
        not_legal,
        piece::{KNIGHT, PAWN},
    },
    notation::move_text::{Letters, MoveText, file, rank},
};

/// The letters of the pieces by role; pawns have none.
const ROLES: [u8; 8] = *b"  NBRQK ";

/// Returns the SAN of a move and plays it on `board`. After an error the board may have changed.
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
#[inline]
pub(crate) fn san_and_make(m: PackedMove, board: &mut Board<Bitboards>) -> Result<MoveText> {
    let text = san_without_check(m, board);
    if !board.make_exactly(m) {
        return Err(not_legal(m));
    }
    Ok(with_check(text, board))
}

/// Returns the SAN of the legal move that led to this position.
#[inline]
pub(crate) fn san_of_made(ply: MadeMove, after: &Board<Bitboards>) -> MoveText {
    with_check(san_of_piece(ply.packed, ply.piece.0, after.sets()), after)
}

/// Returns the text, with `+` or `#` if the move that led to this position gives check or mate.
#[inline]
fn with_check(text: MoveText, after: &Board<Bitboards>) -> MoveText {
    if !after.is_check() {
        return text;
    }
    let mut letters = Letters::from(text);
    letters.push(if after.has_legal_move() { b'+' } else { b'#' });
    letters.finish()
}

/// Returns the SAN of a legal move, without `+` or `#`; for another move, any text.
#[inline]
pub(crate) fn san_without_check(m: PackedMove, board: &Board<Bitboards>) -> MoveText {
    san_of_piece(m, board.piece(m.from()), board.sets())
}

/// Returns the SAN of a legal move by this piece, without `+` or `#`; `sets` can be the position before or after the move.
// pgn.26
#[inline]
fn san_of_piece(m: PackedMove, piece: u8, sets: &Bitboards) -> MoveText {
    let from = m.from();
    let flags = m.flags();
    match flags {
        2 => return const { MoveText::of(b"O-O") },
        3 => return const { MoveText::of(b"O-O-O") },
        _ if m.is_null() => return MoveText::NULL_SAN,
        _ => {}
    }
    let is_pawn = piece & 7 == PAWN;
    let is_capture = flags & 4 != 0;
    let mut letters = Letters::default();
    letters.push_if(!is_pawn, ROLES[usize::from(piece & 7)]);
    let [by_file, by_rank] = if is_pawn { [is_capture, false] } else { distinguishing(m, piece, sets) };
    letters.push_if(by_file, file(from));
    letters.push_if(by_rank, rank(from));
    letters.push_if(is_capture, b'x');
    letters.push_square(m.to());
    if flags & 8 != 0 {
        letters.push(b'=');
        letters.push(ROLES[usize::from(KNIGHT + (flags & 3))]);
    }
    letters.finish()
}

/// Returns whether the file and the rank of the from-square are needed to distinguish the move from moves of other such pieces. The result
/// is the same before and after the move: its squares are treated as occupied, and the pieces on them are ignored.
#[inline(always)]
fn distinguishing(m: PackedMove, piece: u8, sets: &Bitboards) -> [bool; 2] {
    let squares = bit(m.from()) | bit(m.to());
    let others = PSEUDO_ATTACKS[usize::from(piece & 15)][usize::from(m.to() & 63)] & sets.set(piece) & !squares;
    if others == 0 { [false; 2] } else { distinguish(m, piece, others, sets) }
}

/// Returns the from-file if it distinguishes the move from the moves of `others`, which reach the target on an empty board; else the
/// from-rank, else both.
fn distinguish(m: PackedMove, piece: u8, others: u64, sets: &Bitboards) -> [bool; 2] {
    let occupied = sets.all() | bit(m.from()) | bit(m.to());
    let has_path = |other: u32| between(other, m.to().into()) & occupied == 0;
    let can_move =
        |other: &u32| has_path(*other) && sets.keeps_king_safe(usize::from(piece >> 3), *other as u8, m.to(), occupied);
    let rivals = set_of(squares(others).filter(can_move));
    let on_file = rivals & FILE_A << (m.from() & 7);
    let on_rank = rivals & 0xFF << (m.from() & 56);
    match rivals {
        0 => [false, false],
        _ if on_file == 0 => [true, false],
        _ if on_rank == 0 => [false, true],
        _ => [true, true],
    }
}
