//! `coord-static` and `coord-context`: a static prefix code for the squares of moves; needs no board.
//!
//! Spec chapter: `spec/codecs/coord-static.md`. After the code that Chessbook used before its arithmetic coder.

use super::{
    Board, SquareCoder, Squares,
    coord12::{move_between, squares_of},
    static_code::{COORD, CoordTables, PrefixCode, symbols},
};
use crate::{
    PackedMove, Result,
    board::MadeMove,
    coding::bit_stream::{BitReader, BitWriter},
};

/// See the module. An illegal move is rejected when it is played (`coord-static.4`).
pub struct CoordStatic<const HAS_CONTEXT: bool> {
    tables: &'static CoordTables,
    /// The squares of the previous move from its mover's view; 0 if there is none.
    before: u16,
}

impl<const HAS_CONTEXT: bool> CoordStatic<HAS_CONTEXT> {
    #[inline(always)]
    fn code(&self) -> &'static PrefixCode {
        if HAS_CONTEXT { self.tables.after(self.before) } else { &self.tables.plain }
    }
}

/// coord-static.1: the squares from the view of the side to move; the squares of the null move stay 0. This is its own inverse.
#[inline(always)]
pub fn seen_by(side: usize, m: PackedMove) -> PackedMove {
    if m.is_null() { m } else { PackedMove(symbols::seen_by(side, m.0)) }
}

impl<const HAS_CONTEXT: bool> SquareCoder for CoordStatic<HAS_CONTEXT> {
    const CHECKS_AT_RUN_TIME: bool = true;

    fn begin(_: &Board) -> CoordStatic<HAS_CONTEXT> {
        CoordStatic { tables: &COORD, before: 0 }
    }

    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        let squares = seen_by(board.side(), squares_of(board, m)?);
        self.code().put(symbols::coord_symbol(squares)?, out);
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        let squares = PackedMove(self.code().take(code)?);
        Ok(move_between(board, seen_by(board.side(), squares)))
    }

    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, _: &Board, code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        let (squares, bits) = self.code().peek(code);
        Some((PackedMove(symbols::seen_by(US, squares)), bits))
    }

    #[inline(always)]
    fn update(&mut self, side: usize, ply: MadeMove) {
        if HAS_CONTEXT {
            self.before = seen_by(side, PackedMove(ply.packed.0 & 0xFFF)).0;
        }
    }
}
