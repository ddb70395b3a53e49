//! Plays SAN in the forms that programs write, which covers most moves.

use crate::{
    PackedMove,
    board::{
        Bitboards, Board, MadeMove, Undo,
        attacks::{FILE_A, PSEUDO_ATTACKS, between, set_of, squares},
        moves::MoveFlags,
        piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    coding::swar::below,
};

/// The meaning of the letters of a move, by byte.
struct Letters {
    /// The role of a capital letter, [`PAWN`] for a file, 0 for anything else.
    role: [u8; 256],
    /// The squares of a file or a rank.
    from: [u64; 256],
}

static LETTERS: Letters = {
    let mut letters = Letters { role: [0; 256], from: [0; 256] };
    let roles = [(b'N', KNIGHT), (b'B', BISHOP), (b'R', ROOK), (b'Q', QUEEN), (b'K', KING)];
    let mut i = 0;
    while i < roles.len() {
        letters.role[roles[i].0 as usize] = roles[i].1;
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        letters.role[b'a' as usize + i] = PAWN;
        letters.from[b'a' as usize + i] = FILE_A << i;
        letters.from[b'1' as usize + i] = 0xFF << (8 * i);
        i += 1;
    }
    letters
};

/// Returns whether a move ends before this byte.
const fn ends_move(next: u8) -> bool {
    matches!(next, b' ' | b'\n' | b'\r' | b'!')
}

/// A move as written, except promotions, castling, and complete from-squares.
struct Written {
    role: u8,
    /// The squares on which its piece can stand.
    from: u64,
    is_capture: bool,
    to: u8,
    len: usize,
}

impl Written {
    /// Reads the move that the text begins with. Computes all parts from the first eight bytes as one number. It does not branch by the
    /// form of the move, because such branches are hard to predict.
    #[inline(always)]
    fn of(text: &[u8]) -> Option<Written> {
        let word = u64::from_le_bytes(*text.first_chunk()?);
        // The first byte below `#`: white space, or a suffix of the move.
        let len = below(word, b'#').trailing_zeros() / 8;
        if !text.get(len as usize).is_some_and(|next| ends_move(*next)) {
            return None;
        }
        // Shifts the last byte of the move to the top.
        let all = word.wrapping_shl(64 - 8 * len);
        let is_check = matches!((all >> 56) as u8, b'+' | b'#');
        let end = all << (8 * u32::from(is_check));
        let file = ((end >> 48) as u8).wrapping_sub(b'a');
        let rank = ((end >> 56) as u8).wrapping_sub(b'1');
        let is_capture = (end >> 40) as u8 == b'x';
        let before = len.wrapping_sub(2 + u32::from(is_check) + u32::from(is_capture));
        let first = word as u8;
        let second = (word >> 8) as u8;
        let role = LETTERS.role[usize::from(first)];
        // A capturing pawn is written with its file, other pawns with no letter; a piece with its letter and at most one more.
        let letters = if role == PAWN { u32::from(is_capture) } else { 1 + u32::from(before == 2) };
        if (file | rank) > 7 || role == 0 || before != letters {
            return None;
        }
        let written = if role == PAWN { first } else { second };
        let from = if role == PAWN || before == 2 { LETTERS.from[usize::from(written)] } else { !0 };
        Some(Written { role, from, is_capture, to: rank << 3 | file, len: len as usize })
    }
}

/// Plays the move that the text begins with, and returns it with the length of its word. `None` leaves the board unchanged: the move is
/// illegal, or has an uncommon spelling or kind, and [`super::parse_san`] must decide.
// pgn.15
#[inline(always)]
pub(crate) fn play_plain(text: &[u8], board: &mut Board<Bitboards>) -> Option<(Undo, usize)> {
    if text.first() == Some(&b'O') {
        return castle(text, board);
    }
    let written = Written::of(text)?;
    let us = board.side();
    let mut undo = board.undo_of_next();
    let is_legal = if written.role == PAWN {
        undo.ply = make_pawn_move(board, us, &written)?;
        board.was_legal_on_clear_path(us, undo.ply)
    } else {
        undo.ply = make_piece_move(board, us, &written)?;
        board.was_legal_piece_move(us, undo.ply)
    };
    board.keep_if(is_legal, undo).map(|undo| (undo, written.len))
}

/// `O-O` and `O-O-O`.
#[inline(never)]
fn castle(text: &[u8], board: &mut Board<Bitboards>) -> Option<(Undo, usize)> {
    let king_side = !text.starts_with(b"O-O-O");
    let (len, file, flags) =
        if king_side { (3, 6, MoveFlags::CastleKingSide) } else { (5, 2, MoveFlags::CastleQueenSide) };
    let is_checked = matches!(text.get(len), Some(b'+' | b'#'));
    let len = len + usize::from(is_checked);
    if !text.starts_with(b"O-O") || !text.get(len).is_some_and(|next| ends_move(*next)) {
        return None;
    }
    let king = board.sets().king(board.side());
    board.make_undoable(PackedMove::new(king, king & 56 | file, flags)).map(|undo| (undo, len))
}

#[inline(always)]
fn make_piece_move(board: &mut Board<Bitboards>, us: usize, written: &Written) -> Option<MadeMove> {
    let piece = (us as u8) << 3 | written.role;
    let to = written.to;
    let mut from = PSEUDO_ATTACKS[piece as usize & 15][to as usize & 63] & board.sets().set(piece) & written.from;
    if from & from.wrapping_sub(1) != 0 {
        from = only_that_can_go(board, from, to);
    }
    if from == 0 {
        return None;
    }
    make(board, us, from.trailing_zeros() as u8, written)
}

/// Returns the only one of several pieces that has an empty path and leaves its king safe; no square otherwise.
#[inline(never)]
fn only_that_can_go(board: &Board<Bitboards>, from: u64, to: u8) -> u64 {
    let all = board.sets().all();
    let has_path = |from: &u32| between(*from, to.into()) & all == 0;
    let with_path = set_of(squares(from).filter(has_path));
    let is_only = |set: u64| set & set.wrapping_sub(1) == 0;
    if is_only(with_path) {
        return with_path;
    }
    let safe = set_of(squares(with_path).filter(|from| board.keeps_king_safe(*from as u8, to)));
    if is_only(safe) { safe } else { 0 }
}

#[inline(always)]
fn make_pawn_move(board: &mut Board<Bitboards>, us: usize, written: &Written) -> Option<MadeMove> {
    let pawn = (us as u8) << 3 | PAWN;
    let to = written.to;
    if matches!(to >> 3, 0 | 7) {
        return None;
    }
    let back = |square: u8| if us == 0 { square.wrapping_sub(8) } else { square.wrapping_add(8) };
    let one = back(to);
    if written.is_capture {
        let pawns = PSEUDO_ATTACKS[usize::from(pawn ^ 8)][to as usize & 63] & board.sets().set(pawn) & written.from;
        return if pawns == 0 { None } else { make(board, us, pawns.trailing_zeros() as u8, written) };
    }
    let is_double = board.piece(one) == 0 && to >> 3 == [3, 4][us & 1];
    let from = if is_double { back(one) } else { one };
    if board.piece(from) == pawn { make(board, us, from, written) } else { None }
}

/// Makes the move if it is a capture exactly when the text says so.
#[inline(always)]
fn make(board: &mut Board<Bitboards>, us: usize, from: u8, written: &Written) -> Option<MadeMove> {
    if written.is_capture != (board.piece(written.to) != 0) {
        return None;
    }
    board.make_normal(us, from, written.to)
}
