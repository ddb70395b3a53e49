//! `coord12`: from and to square, twelve bits.
//!
//! Spec chapter: `spec/codecs/coord12.md`.

use super::{Board, SquareCoder, Squares};
use crate::{
    PackedMove, Result,
    board::{
        castling::Castling,
        piece::{ALL, KING, PAWN},
    },
    coding::bit_stream::{BitReader, BitWriter},
    moves::MoveFlags,
};

/// See the module.
pub struct Coord12;

const QUEEN_FLAGS: u8 = MoveFlags::PromoteQueen as u8;

impl SquareCoder for Coord12 {
    fn begin(_: &Board) -> Coord12 {
        Coord12
    }

    // coord12.1
    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        let from = m.from();
        let mut to = m.to();
        if m.flags() >= 8 {
            let nearer = 8 * (3 - (m.flags() & 3));
            to = if board.side() == 0 { to.wrapping_sub(nearer) } else { to + nearer } & 63;
        } else if let 2 | 3 = m.flags() {
            to = castling_target(&board.castling(m.flags() == 2)?);
        }
        out.put(u32::from(from) << 6 | u32::from(to), 12);
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        // coord12.4; coord12.5: callers check that the move is legal.
        let m = PackedMove(code.take(12)? as u16);
        let from = m.from();
        let to = m.to();
        let us = board.side();
        Ok(match board.piece(from) & 7 {
            _ if m.is_null() => Some(m),
            PAWN if from >> 3 == [6, 1][us] => promotion(from, to, us),
            KING if from == board.sets().king(us) && is_castling(board, from, to) => castling(board, to),
            _ if from == to => None,
            _ => Some(m),
        })
    }

    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, _: &Board, code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        Some((PackedMove((code.peek() >> 20) as u16), 12))
    }
}

/// Returns the squares of a move, for castling with the to-square of moves.3. The flags are 0, except for promotions to a piece other than
/// a queen. `None` for impossible castling.
#[inline(always)]
pub fn squares_of(board: &Board, m: PackedMove) -> Option<PackedMove> {
    Some(match m.flags() {
        8.. if m.flags() & 3 != 3 => m,
        2 | 3 => PackedMove(u16::from(m.from()) << 6 | u16::from(castling_target(&board.castling(m.flags() == 2)?))),
        _ => PackedMove(m.0 & 0xFFF),
    })
}

/// Converts a result of [`squares_of`] to the move for [`Board::make`]. `None` for impossible castling.
#[inline(always)]
pub fn move_between(board: &Board, m: PackedMove) -> Option<PackedMove> {
    let from = m.from();
    let to = m.to();
    let us = board.side();
    match board.piece(from) & 7 {
        _ if m.0 >> 12 != 0 || m.is_null() => Some(m),
        PAWN if to >> 3 == [7, 0][us] => Some(PackedMove(u16::from(QUEEN_FLAGS) << 12 | m.0)),
        KING if from == board.sets().king(us) && is_castling(board, from, to) => castling(board, to),
        _ => Some(m),
    }
}

// coord12.2
fn promotion(from: u8, to: u8, us: usize) -> Option<PackedMove> {
    let nearer = if us == 0 { 7 - (to >> 3) } else { to >> 3 };
    let last_rank = [56, 0][us];
    let flags = QUEEN_FLAGS.checked_sub(nearer).filter(|flags| *flags >= 8)?;
    Some(PackedMove(u16::from(flags) << 12 | u16::from(from) << 6 | u16::from(last_rank | to & 7)))
}

/// Returns `true` if a king that moves to this square castles.
fn is_castling(board: &Board, king: u8, to: u8) -> bool {
    board.sets().of_side(board.side(), ALL) >> to & 1 != 0 || king >> 3 == to >> 3 && king.abs_diff(to) > 1
}

// coord12.3
fn castling(board: &Board, to: u8) -> Option<PackedMove> {
    let is_to = |king_side| board.castling(king_side).is_some_and(|castling| castling_target(&castling) == to);
    let flags = if is_to(true) {
        MoveFlags::CastleKingSide
    } else if is_to(false) {
        MoveFlags::CastleQueenSide
    } else {
        return None;
    };
    Some(PackedMove::new(board.sets().king(board.side()), to, flags))
}

/// moves.3
fn castling_target(castling: &Castling) -> u8 {
    let is_home = castling.king & 7 == 4 && matches!(castling.rook & 7, 0 | 7);
    if is_home { castling.king_to } else { castling.rook }
}
