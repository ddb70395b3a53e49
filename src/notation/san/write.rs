//! Writing SAN as PGN's export format has it.

use shakmaty::{Bitboard, Chess, Move, Position, Role, Square};

use super::attackers::{attackers, keeps_king_safe};
use crate::{PackedMove, Result, chess::positions::play_null};

/// Appends a move in SAN as PGN's export format has it, with `+` or `#`. The position is not changed.
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove).
pub fn write_san(m: PackedMove, position: &Chess, out: &mut Vec<u8>) -> Result<()> {
    write_and_play(m, &mut position.clone(), out)
}

/// As [`write_san`], and plays the move. Errors leave `position` and `out` as they were.
pub(crate) fn write_and_play(m: PackedMove, position: &mut Chess, out: &mut Vec<u8>) -> Result<()> {
    if m.is_null() {
        play_null(position)?;
        out.extend_from_slice(b"--");
        return Ok(());
    }
    let m = m.to_move(position)?;
    write_move(m, position, out);
    position.play_unchecked(m);
    write_check(position, out);
    Ok(())
}

/// As [`write_san`], for a move that was played from `before` to `after`.
pub(crate) fn write_played(m: PackedMove, before: &Chess, after: &Chess, out: &mut Vec<u8>) {
    match m.candidate(before).filter(|_| !m.is_null()) {
        Some(m) => {
            write_move(m, before, out);
            write_check(after, out);
        }
        None => out.extend_from_slice(b"--"),
    }
}

/// Appends `+` or `#` if the move that led to this position gave check or mate.
fn write_check(after: &Chess, out: &mut Vec<u8>) {
    if after.is_check() {
        out.push(if after.legal_moves().is_empty() { b'#' } else { b'+' });
    }
}

/// Appends a legal move, without `+` or `#`.
// pgn.26
pub(crate) fn write_move(m: Move, position: &Chess, out: &mut Vec<u8>) {
    match m {
        Move::Castle { king, rook } if king < rook => out.extend_from_slice(b"O-O"),
        Move::Castle { .. } => out.extend_from_slice(b"O-O-O"),
        Move::Normal { role: Role::Pawn, from, capture, to, promotion } => {
            out.extend(capture.map(|_| from.file().char() as u8));
            write_to(capture.is_some(), to, promotion, out);
        }
        Move::Normal { role, from, capture, to, promotion } => {
            out.push(role.upper_char() as u8);
            write_disambiguation(position, role, from, to, out);
            write_to(capture.is_some(), to, promotion, out);
        }
        Move::EnPassant { from, to } => {
            out.push(from.file().char() as u8);
            write_to(true, to, None, out);
        }
        // Drops do not exist in chess.
        Move::Put { .. } => {}
    }
}

/// The capture sign, the to-square and the promotion.
fn write_to(capture: bool, to: Square, promotion: Option<Role>, out: &mut Vec<u8>) {
    if capture {
        out.push(b'x');
    }
    out.extend_from_slice(&[to.file().char() as u8, to.rank().char() as u8]);
    if let Some(role) = promotion {
        out.extend_from_slice(&[b'=', role.upper_char() as u8]);
    }
}

/// The from-file if that distinguishes the move from those of other pieces of the role, else the from-rank, else both.
fn write_disambiguation(position: &Chess, role: Role, from: Square, to: Square, out: &mut Vec<u8>) {
    let others: Bitboard = attackers(position, role, to)
        .without(from)
        .into_iter()
        .filter(|other| keeps_king_safe(position, role, *other, to, None))
        .collect();
    if others.is_empty() {
        return;
    }
    let same_file = (others & Bitboard::from_file(from.file())).any();
    let same_rank = (others & Bitboard::from_rank(from.rank())).any();
    out.extend((!same_file || same_rank).then(|| from.file().char() as u8));
    out.extend(same_file.then(|| from.rank().char() as u8));
}
