//! `direction-target` and `direction-static`: to-square and direction; the board shows the from-square.
//!
//! Spec chapter: `spec/codecs/direction-target.md`. After the Chess Programming Wiki.

use std::sync::LazyLock;

use super::{
    Board, SquareCoder, Squares,
    coord_static::seen_by,
    coord12::{move_between, squares_of},
    static_code::{
        DIRECTION,
        symbols::{DIRECTION_OF, DIRECTIONS, NO_DIRECTION, direction_symbol},
    },
};
use crate::{
    PackedMove, Result,
    board::piece::PAWN,
    coding::bit_stream::{BitReader, BitWriter},
};

/// See the module. An illegal move is rejected when it is played (`direction-target.4`).
pub struct DirectionTarget<const IS_STATIC: bool>;

/// direction-target.1: the number of bits of to-square and direction.
const BITS: u32 = 10;
const PROMOTE: u16 = 8 << 12;

/// The squares from which a piece reaches a square in a direction, at any distance.
static BEHIND: LazyLock<[[u64; 64]; 16]> =
    LazyLock::new(|| std::array::from_fn(|direction| std::array::from_fn(|to| behind(direction, to as i8))));

fn behind(direction: usize, to: i8) -> u64 {
    let (file_step, rank_step) = DIRECTIONS[direction];
    let steps = if direction < 8 { 7 } else { 1 };
    let squares = (1..=steps).map(|step| ((to & 7) - step * file_step, (to >> 3) - step * rank_step));
    let on_board = squares.take_while(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank));
    on_board.fold(0, |set, (file, rank)| set | 1 << (8 * rank + file))
}

/// One bit per direction: set if its squares behind have greater numbers.
const FROM_ABOVE: u32 = {
    let mut bits = 0;
    let mut direction = 0;
    while direction < 16 {
        let (file_step, rank_step) = DIRECTIONS[direction];
        if file_step + 8 * rank_step < 0 {
            bits |= 1 << direction;
        }
        direction += 1;
    }
    bits
};

/// direction-target.2: returns the squares of the move to `to`. The first piece behind moves. If there is none, from- and to-square are
/// equal, which is not a move.
#[inline(always)]
fn found(board: &Board, to: u8, direction: u8) -> PackedMove {
    let pieces = board.sets().all() & BEHIND[direction as usize & 15][to as usize & 63];
    let from = match pieces {
        0 => to,
        _ if FROM_ABOVE >> direction & 1 != 0 => pieces.trailing_zeros() as u8,
        _ => 63 - pieces.leading_zeros() as u8,
    };
    PackedMove(u16::from(from) << 6 | u16::from(to))
}

/// Returns the direction of a move from the other side's view.
#[inline(always)]
const fn turned(direction: u8) -> u8 {
    if direction < 8 { 4_u8.wrapping_sub(direction) & 7 } else { 8 | 3_u8.wrapping_sub(direction) & 7 }
}

/// Returns the move of a pair, `to << 4 | direction` with the flags of a promotion above; 0 is the null move. `None` for impossible
/// castling, and if no piece moves.
#[inline(always)]
fn played(board: &Board, pair: u16) -> Option<PackedMove> {
    let squares = found(board, (pair >> 4) as u8 & 63, pair as u8 & 15);
    match pair {
        0 => Some(PackedMove::NULL),
        _ if squares.from() == squares.to() => None,
        _ => move_between(board, PackedMove(squares.0 | pair & 0xF000)),
    }
}

/// Converts a pair of the static code, which has the view of the side to move, to the view of the board.
#[inline(always)]
fn on_board(side: usize, pair: u16) -> u16 {
    match side {
        _ if pair == 0 => 0,
        0 => pair,
        _ => (pair ^ 56 << 4) & 0xFFF0 | u16::from(turned(pair as u8 & 15)),
    }
}

impl<const IS_STATIC: bool> SquareCoder for DirectionTarget<IS_STATIC> {
    const CHECKS_AT_RUN_TIME: bool = true;

    fn begin(_: &Board) -> DirectionTarget<IS_STATIC> {
        DirectionTarget
    }

    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        let squares = squares_of(board, m)?;
        if IS_STATIC {
            DIRECTION.put(direction_symbol(seen_by(board.side(), squares))?, out);
            return Some(());
        }
        if m.is_null() {
            out.put(0, BITS);
            return Some(());
        }
        let direction = DIRECTION_OF[usize::from(squares.0 & 4095)];
        if direction == NO_DIRECTION {
            return None;
        }
        out.put(u32::from(squares.to()) << 4 | u32::from(direction), BITS);
        if m.flags() >= 8 {
            out.put(u32::from(m.flags() & 3), 2);
        }
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        if IS_STATIC {
            let pair = DIRECTION.take(code)?;
            return Ok(played(board, on_board(board.side(), pair)));
        }
        let pair = code.take(BITS)? as u16;
        let m = played(board, pair);
        match m {
            // A promotion is assumed to be to a queen.
            Some(queen) if queen.flags() >= 8 && board.piece(queen.from()) == (board.side() as u8) << 3 | PAWN => {
                let piece = code.take(2)? as u16;
                Ok(Some(PackedMove(queen.0 & 0xFFF | PROMOTE | piece << 12)))
            }
            _ => Ok(m),
        }
    }

    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, board: &Board, code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        let (pair, bits) = if IS_STATIC { DIRECTION.peek(code) } else { ((code.peek() >> (32 - BITS)) as u16, BITS) };
        let pair = if IS_STATIC { on_board(US, pair) } else { pair };
        let is_plain = pair != 0 && pair >> 12 == 0;
        is_plain.then(|| (found(board, (pair >> 4) as u8, pair as u8 & 15), bits))
    }
}
