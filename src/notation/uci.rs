//! Moves and lines of moves in UCI notation.
//!
//! Spec chapter: `spec/moves.md`.

#[cfg(test)]
mod tests;

use crate::{
    Error, ErrorCode, PackedMove, Position, Result, Role, Square,
    board::{Bitboards, castling::Castling, piece::KING},
    moves::MoveFlags,
    notation::move_text::{Letters, MoveText},
};

type Board = crate::board::Board<Bitboards>;

/// Reads moves in UCI notation, separated by single spaces and played from `start`, and appends them to `out`. An empty text is a line
/// without moves.
///
/// # Errors
///
/// Errors of [`Position::read_uci`], with the offset of the invalid move in `text`; `out` is then unchanged.
pub fn read_uci_line(start: &Position, text: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    let before = out.len();
    let mut board = start.board().clone();
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr::memchr(b' ', rest).unwrap_or(rest.len());
        let at = text.len() - rest.len();
        let read = if end + 1 == rest.len() {
            let stray = Error::new(ErrorCode::InvalidMoveText, "a space after the last move");
            Err(stray.with_offset((at + end) as u64))
        } else {
            read_and_make(&rest[..end], &mut board).map_err(|e| e.with_offset(at as u64))
        };
        match read {
            Ok(m) => out.push(m),
            Err(e) => {
                out.truncate(before);
                return Err(e);
            }
        }
        rest = rest.get(end + 1..).unwrap_or(&[]);
    }
    Ok(())
}

/// Appends `moves`, played from `start`, in UCI notation, separated by single spaces. Castling follows the UCI mode of `start`
/// ([`Position::is_chess960`]). The moves are not checked: the text depends only on them and the start.
pub fn write_uci_line(start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) {
    let board = start.board();
    let rights = start.is_chess960().then(|| board.raw_castling_rights());
    let mut side = board.side();
    for (ply, m) in moves.iter().enumerate() {
        if ply > 0 {
            out.push(b' ');
        }
        let rook = m.castling_side().and_then(|to| Castling::find(rights?, board.sets().king(side), to.is_king_side()));
        uci_text(*m, rook.map(|castling| castling.rook)).append_to(out);
        side ^= 1;
    }
}

/// Returns a move in UCI notation; if there is a `rook`, as castling in which the king takes its own rook.
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

/// Returns the canonical UCI text (`moves.3`): castling with this `rook` is `e1g1` or `e1c1` if the king is on the e file and the rook on
/// the h or a file, otherwise the king takes its own rook.
pub(crate) fn canonical_uci(m: PackedMove, rook: Option<Square>) -> MoveText {
    let is_home = |rook: &Square| m.from() & 7 == 4 && matches!(rook.file(), 0 | 7);
    uci_text(m, rook.filter(|rook| !is_home(rook)).map(|rook| rook as u8))
}

/// Reads a move, sets the flags that it has on the board, and makes it.
///
/// # Errors
///
/// [`ErrorCode::InvalidMoveText`], [`ErrorCode::IllegalMove`]. The board may have changed.
pub(crate) fn read_and_make(text: &[u8], board: &mut Board) -> Result<PackedMove> {
    let shown = || text[..text.len().min(16)].escape_ascii();
    let Some(m) = move_of(board, text) else {
        let message = format!("`{}` is not a move in UCI notation", shown());
        return Err(Error::new(ErrorCode::InvalidMoveText, message));
    };
    match m.and_then(|m| board.make_legal(m)) {
        Some(ply) => Ok(ply.packed),
        None => Err(Error::new(ErrorCode::IllegalMove, format!("`{}` is not a legal move here", shown()))),
    }
}

/// Returns the move that [`Board::make_legal`] needs; the inner `None` is a move that no piece makes, the outer `None` text that is not a
/// move.
fn move_of(board: &Board, text: &[u8]) -> Option<Option<PackedMove>> {
    if text == b"0000" {
        return Some(Some(PackedMove::NULL));
    }
    let (squares, promotion) = text.split_at_checked(4)?;
    let (from, to) = match squares {
        // From variants in which pieces are dropped.
        [piece, b'@', to @ ..] if promotion.is_empty() => {
            Role::from_char(char::from(*piece)).and(Square::from_ascii(to).ok())?;
            return Some(None);
        }
        [from @ .., _, _] => (Square::from_ascii(from).ok()? as u8, Square::from_ascii(&squares[2..]).ok()? as u8),
        _ => return None,
    };
    let is_king = board.piece(from) == (board.side() as u8) << 3 | KING;
    let flags = match promotion {
        [] if is_king => castling_flags(board, from, to),
        [] => MoveFlags::Quiet,
        [letter] => match Role::from_char(char::from(*letter))? {
            Role::Knight => MoveFlags::PromoteKnight,
            Role::Bishop => MoveFlags::PromoteBishop,
            Role::Rook => MoveFlags::PromoteRook,
            Role::Queen => MoveFlags::PromoteQueen,
            Role::Pawn | Role::King => return Some(None),
        },
        _ => return None,
    };
    // `a1a1` is not the null move, but the king can castle to its own square.
    Some(
        (from != to || matches!(flags, MoveFlags::CastleKingSide | MoveFlags::CastleQueenSide))
            .then(|| PackedMove::new(from, to, flags)),
    )
}

/// Returns the flags of castling if the king takes its own rook, or moves along its rank to the c or g file but not by
/// exactly one square. Returns the quiet flags for any other move of the king.
fn castling_flags(board: &Board, from: u8, to: u8) -> MoveFlags {
    let is_rook = |king_side| Castling::find(board.castling_rights, from, king_side).is_some_and(|c| c.rook == to);
    let is_final = from >> 3 == to >> 3 && from.abs_diff(to) != 1;
    if is_rook(true) {
        return MoveFlags::CastleKingSide;
    }
    if is_rook(false) {
        return MoveFlags::CastleQueenSide;
    }
    match to & 7 {
        6 if is_final => MoveFlags::CastleKingSide,
        2 if is_final => MoveFlags::CastleQueenSide,
        _ => MoveFlags::Quiet,
    }
}
