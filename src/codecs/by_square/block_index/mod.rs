//! `block-index`: a number in blocks of values, one block per piece of the mover, in 8 or 16 bits.
//!
//! Spec chapter: `spec/codecs/block-index.md`. After Tomasz Sobczyk's BCGN.

mod tables;

use super::{Board, CountedSquares, SquareCoder, Squares, number_of};
use crate::{
    PackedMove, Result,
    board::{
        MadeMove,
        moves::{CAPTURE, capture_class},
        piece::{KING, KNIGHT, PAWN},
    },
    coding::bit_stream::{BitReader, BitWriter},
    moves::MoveFlags,
};
use tables::{BLOCKS, KIND_OF, KINDS, MOVES, NO_MOVE, REACHED, SIZES, reach_row};

/// The value at which the blocks of each of [`KINDS`] begin, and finally the value at which they end. Aligned, because processors are slow
/// to read data that was just written across two cache lines.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bounds {
    values: [u16; 8],
    /// block-index.4: whether values take 16 bits.
    is_wide: bool,
}

/// The index of the end in [`Bounds`].
const END: usize = 6;
const FIRST_KING: u16 = 2;

/// The lowest and the highest bit of each 16-bit lane.
const LOWEST: u64 = 0x0001_0001_0001_0001;
const HIGHEST: u64 = LOWEST << 15;

/// Amount by which a piece of each role changes each bound.
const WEIGHTS: [[i16; 8]; 8] = weights();

const fn weights() -> [[i16; 8]; 8] {
    let mut table = [[0; 8]; 8];
    let mut i = 0;
    while i < 6 * 8 {
        let kind = i / 8;
        let later = i % 8;
        if kind < later && later <= END {
            table[KINDS[kind] as usize][later] = SIZES[kind] as i16;
        }
        i += 1;
    }
    table
}

impl Bounds {
    fn of(board: &Board, side: usize) -> Bounds {
        let mut bounds = Bounds { values: [FIRST_KING; 8], is_wide: false };
        (PAWN..=KING).for_each(|role| bounds.add(role, board.sets().of_side(side, role).count_ones() as i16));
        bounds
    }

    /// Updates the bounds when the side gains or loses a piece of a role.
    #[inline(always)]
    fn add(&mut self, role: u8, pieces: i16) {
        let weights = &WEIGHTS[role as usize & 7];
        (0..8).for_each(|i| self.values[i] = self.values[i].wrapping_add_signed(weights[i] * pieces));
        let queens = self.end() - self.values[END - 1];
        self.is_wide = self.end() > 255 || queens >= 3 * SIZES[5];
    }

    #[inline(always)]
    fn end(&self) -> u16 {
        self.values[END]
    }

    /// Returns the index in [`KINDS`] of the block that holds a value; the value must lie between the first bound and the end. Branchless,
    /// because the moving piece is hard to predict.
    #[inline(always)]
    fn kind_of(&self, value: u16) -> usize {
        // Compares knights to queens at once, in lanes whose highest bit is free.
        let lanes = (2..6).fold(0, |lanes, kind| lanes | u64::from(self.values[kind]) << (16 * (kind - 2)));
        let reached = ((u64::from(value) * LOWEST) | HIGHEST) - lanes;
        let is_pawn = value >= self.values[1];
        (reached & HIGHEST).count_ones() as usize + usize::from(is_pawn)
    }
}

/// See the module: [`Bounds`] of both sides (`block-index.1`).
pub struct BlockIndex([Bounds; 2]);

impl SquareCoder for BlockIndex {
    fn begin(board: &Board) -> BlockIndex {
        BlockIndex([0, 1].map(|side| Bounds::of(board, side)))
    }

    // block-index.4
    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        let bounds = &self.0[board.side()];
        let width = if bounds.is_wide { 16 } else { 8 };
        let value = match m.flags() {
            0 if m.is_null() => (1 << width) - 1,
            2 => 1,
            3 => 0,
            _ => value_of(board, bounds, m)?,
        };
        out.put(value, width);
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        // block-index.5: callers check that the move is legal.
        let bounds = &self.0[board.side()];
        let (value, null) = if bounds.is_wide { (code.take(16)?, u16::MAX) } else { (code.take(8)?, u8::MAX.into()) };
        Ok(match value as u16 {
            0 => Some(PackedMove::new(0, 0, MoveFlags::CastleQueenSide)),
            1 => Some(PackedMove::new(0, 0, MoveFlags::CastleKingSide)),
            value if value < bounds.end() => {
                Some(move_at::<CountedSquares>(board, board.side(), bounds, value).1).filter(|m| *m != NO_MOVE)
            }
            value => (value == null).then_some(PackedMove::NULL),
        })
    }

    #[inline(always)]
    fn decode_fast<S: Squares, const US: usize>(
        &mut self,
        board: &mut Board,
        code: &mut BitReader<'_>,
    ) -> Option<MadeMove> {
        let mut after = code.clone();
        let bounds = &self.0[US];
        let value = after.take_byte()?.into();
        if bounds.is_wide || !(FIRST_KING..bounds.end()).contains(&value) {
            return None;
        }
        let (piece, m) = move_at::<S>(board, US, bounds, value);
        let captured = board.piece(m.to());
        // A branch, because captures are often predicted correctly and the next move then need not wait for this test.
        if m.0 >> 13 | u16::from(captured) == 0 {
            *code = after;
            return Some(board.make_quiet(US, m, piece, ()));
        }
        let captures = if piece & 7 == PAWN { MoveFlags::Capture as u8 } else { 0 };
        if m.flags() != captures || capture_class(US, captured) != CAPTURE {
            return None;
        }
        self.0[US ^ 1].add(captured, -1);
        *code = after;
        Some(board.make_capture(US, m, piece, captured, ()))
    }

    #[inline(always)]
    fn update(&mut self, side: usize, ply: MadeMove) {
        let [ours, theirs] = [side & 1, side & 1 ^ 1];
        if ply.packed.flags() >= 8 {
            self.0[ours].add(PAWN, -1);
            self.0[ours].add(KNIGHT + (ply.packed.flags() & 3), 1);
        }
        self.0[theirs].add(ply.captured.0, -1);
    }
}

/// Returns the piece that a value moves, and the move for [`Board::make`]; the move can be [`NO_MOVE`].
#[inline(always)]
fn move_at<S: Squares>(board: &Board, side: usize, bounds: &Bounds, value: u16) -> (u8, PackedMove) {
    let kind = bounds.kind_of(value) & 7;
    let blocks = &BLOCKS[side & 1][kind];
    let rest = u32::from(value - bounds.values[kind]);
    let number = (rest * u32::from(blocks.inverse)) >> 16;
    let target = rest - number * u32::from(blocks.size);
    let from = S::new(board.sets().set(blocks.piece)).nth(number);
    let packed = MOVES[(u32::from(blocks.row) + target) as usize & 127][from as usize & 63];
    (blocks.piece, PackedMove(packed))
}

/// block-index.2, block-index.3
#[inline(always)]
fn value_of(board: &Board, bounds: &Bounds, m: PackedMove) -> Option<u32> {
    let from = m.from();
    let to = m.to();
    let us = board.side();
    let role = board.piece(from) & 7;
    let kind = KIND_OF[role as usize] as usize;
    let reached = REACHED[reach_row(kind, board.side())][from as usize];
    let promotes = role == PAWN && from >> 3 == [6, 1][board.side()];
    let pieces = board.sets().of_side(us, role);
    if pieces >> from & 1 == 0 || reached >> to & 1 == 0 || promotes != (m.flags() >= 8) {
        return None;
    }
    let target = match m.flags() {
        8.. => number_of(reached, to) << 2 | u32::from(m.flags() & 3),
        _ => number_of(reached, to),
    };
    Some(u32::from(bounds.values[kind & 7]) + number_of(pieces, from) * u32::from(SIZES[kind]) + target)
}
