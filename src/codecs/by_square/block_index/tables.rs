//! Tables of `block-index`, all computed at compile time.

use crate::{
    PackedMove,
    board::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    moves::MoveFlags,
};

/// The kinds of pieces in the order of their blocks (`block-index.2`); the last two do not exist.
pub const KINDS: [u8; 8] = [KING, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, 0, 0];
/// The index in [`KINDS`] of a role.
pub const KIND_OF: [u8; 8] = [6, 1, 2, 3, 4, 5, 0, 6];
/// The values of a block (`block-index.2`).
pub const SIZES: [u16; 8] = [8, 12, 8, 13, 14, 27, 2, 2];

/// The blocks of one kind of piece.
pub struct Blocks {
    pub piece: u8,
    /// Reciprocal of the size: multiplication by it gives the quotient, 16 bits higher.
    pub inverse: u16,
    pub size: u8,
    /// The row in [`MOVES`] of the blocks' first value.
    pub row: u8,
}

/// [`Blocks`] by side and index in [`KINDS`].
pub static BLOCKS: [[Blocks; 8]; 2] = [blocks(0), blocks(1)];

/// The first row in [`MOVES`] of each kind, by side.
const FIRST_ROWS: [[u8; 8]; 2] = [[0, 70, 8, 16, 29, 43, 127, 127], [0, 82, 8, 16, 29, 43, 127, 127]];

const fn blocks(side: usize) -> [Blocks; 8] {
    let mut table = [const { Blocks { piece: 0, inverse: 0, size: 0, row: 0 } }; 8];
    let mut kind = 0;
    while kind < 8 {
        let piece = (side as u8) << 3 | KINDS[kind];
        let row = FIRST_ROWS[side][kind];
        table[kind] = Blocks { piece, inverse: inverse(SIZES[kind] as u32), size: SIZES[kind] as u8, row };
        kind += 1;
    }
    table
}

const fn inverse(size: u32) -> u16 {
    let inverse = (1 << 16) / size + 1;
    assert!(inverse <= u16::MAX as u32, "the inverse fits");
    let mut value = 0;
    while value < 2048 {
        assert!((value * inverse) >> 16 == value / size, "the quotient is exact");
        value += 1;
    }
    inverse as u16
}

/// The entry of [`MOVES`] for no move.
pub const NO_MOVE: PackedMove = PackedMove(7 << 12);

/// Rows of [`REACHED`]: kinds, with Black's pawns as row 7.
pub const fn reach_row(kind: usize, side: usize) -> usize {
    if kind == 1 && side == 1 { 7 } else { kind }
}

/// Squares that a piece reaches on an empty board, including a pawn's captures, by [`reach_row`] and from-square (`block-index.3`).
pub static REACHED: [[u64; 64]; 8] = reached();

/// Packed moves by row and from-square, without the flags of captures by pieces.
pub static MOVES: [[u16; 64]; 128] = moves();

const fn reaches(row: usize, from: usize, to: usize) -> bool {
    let right = (to & 7) as i32 - (from & 7) as i32;
    let up = (to >> 3) as i32 - (from >> 3) as i32;
    let straight = (right == 0) != (up == 0);
    let diagonal = right != 0 && right.abs() == up.abs();
    match row {
        0 => (straight || diagonal) && right.abs() <= 1 && up.abs() <= 1,
        1 => from >> 3 > 0 && (up == 1 && right.abs() <= 1 || up == 2 && right == 0 && from >> 3 == 1),
        7 => from >> 3 < 7 && (up == -1 && right.abs() <= 1 || up == -2 && right == 0 && from >> 3 == 6),
        2 => right.abs() * up.abs() == 2,
        3 => diagonal,
        4 => straight,
        5 => straight || diagonal,
        _ => false,
    }
}

const fn reached() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 4096 {
        let row = i >> 12;
        let from = i >> 6 & 63;
        let to = i & 63;
        if reaches(row, from, to) {
            table[row][from] |= 1 << to;
        }
        i += 1;
    }
    table
}

const fn moves() -> [[u16; 64]; 128] {
    let mut table = [[NO_MOVE.0; 64]; 128];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        let side = i / 384;
        let kind = i / 64 % 6;
        let from = i % 64;
        add_moves(&mut table, FIRST_ROWS[side][kind] as usize, reach_row(kind, side), from);
        i += 1;
    }
    table
}

/// Adds the moves of one piece on one square.
const fn add_moves(table: &mut [[u16; 64]; 128], first: usize, reach_row: usize, from: usize) {
    let promotes = reach_row == 1 && from >> 3 == 6 || reach_row == 7 && from >> 3 == 1;
    let is_pawn = matches!(reach_row, 1 | 7);
    let mut number = 0;
    let mut to = 0;
    while to < 64 {
        if reaches(reach_row, from, to) {
            let squares = (from << 6 | to) as u16;
            if promotes {
                let mut promotion = 0;
                while promotion < 4 {
                    table[first + 4 * number + promotion][from] =
                        (MoveFlags::PromoteKnight as u16 + promotion as u16) << 12 | squares;
                    promotion += 1;
                }
            } else {
                let flags = match from.abs_diff(to) {
                    16 if is_pawn => MoveFlags::DoublePush as u16,
                    7 | 9 if is_pawn => MoveFlags::Capture as u16,
                    _ => 0,
                };
                table[first + number][from] = flags << 12 | squares;
            }
            number += 1;
        }
        to += 1;
    }
}
