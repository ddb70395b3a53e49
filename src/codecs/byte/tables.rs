//! Tables of the byte codec, all computed at compile time from the rules of the spec chapter.

use crate::{PackedMove, moves::MoveFlags};

/// Meaning of a code byte, if it moves a piece.
#[derive(Clone, Copy)]
pub struct PieceCode {
    /// The slot of the piece in the mover's [`super::lists::Lists`].
    pub slot: u8,
    /// XOR mask that turns a square into the piece's key.
    pub key_xor: u8,
    /// The sum of this number and the piece's key is the index of the move in [`TARGETS`].
    pub base: u16,
}

/// Marks entries of [`TARGETS`] that are not a move: off the board, or unused.
const NO_MOVE: u16 = 6 << 12;
/// Marks the null move in [`TARGETS`]; 0 would look like a quiet move.
pub const NULL_MARK: u16 = 7 << 12;
/// byte.15
const NULL_CODE: u8 = 0x0F;

/// [`PieceCode`]s by code; the codes of pawns are unused.
pub static PIECE_CODES: [PieceCode; 256] = piece_codes();
/// Starts of the rows of white and black pawns in [`TARGETS`].
pub const PAWN_BASES: [u16; 2] = [8 * PAWN as u16 * ROW, 8 * (PAWN as u16 + 2) * ROW];
/// The entries of a row of [`TARGETS`].
pub const ROW: u16 = 128;

/// Packed moves by row and key of the from-square, without the flags of captures by pieces. The second half of a row holds no moves; keys
/// of absent pieces lead there, so that no test for a missing piece is needed. Only 88 of the rows are used; a power of two needs no check
/// of the index.
static TARGETS: [u16; 128 * ROW as usize] = targets();

/// The key of a square by pair (the slot number halved): its number in the order that numbers the pieces of this role.
pub static KEYS: [[u8; 64]; 16] = keys();

/// The vector of a move by its lowest 12 bits, for each kind of code: see [`MoveCode`].
static VECTORS: [u16; 4096] = vectors();

/// byte.7: N, NE, E, SE, S, SW, W, NW as steps in (file, rank).
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// byte.8: NNE, NEE, SEE, SSE, SSW, SWW, NWW, NNW.
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

// First blocks of eight rows in `TARGETS`.
const KING: u8 = 0;
const KNIGHT: u8 = 2;
const ROOK: u8 = 3;
const BISHOP: u8 = 5;
const PAWN: u8 = 7;

/// byte.6: returns the piece of a byte. The last four bytes belong to a second queen.
const fn piece_code(code: u8) -> PieceCode {
    let upper = code >> 3;
    let odd = upper & 1;
    let (slot, eight_rows) = match upper {
        0 | 1 => (12, KING + odd),
        2 | 3 => (4 + odd, KNIGHT),
        4..=7 => (8 + (upper >> 1 & 1), ROOK + odd),
        8..=11 => (6 + (upper >> 1 & 1), BISHOP + odd),
        12 | 13 => (10, ROOK + odd),
        14 | 15 => (10, BISHOP + odd),
        28 | 29 => (11, ROOK + odd),
        _ => (11, BISHOP + odd),
    };
    let base = (8 * eight_rows + (code & 7)) as u16 * ROW;
    match slot {
        // The keys of light-squared bishops have bit 7 set.
        7 => PieceCode { slot, key_xor: 56 | 0x80, base: base - 0x80 },
        _ => PieceCode { slot, key_xor: 56, base },
    }
}

const fn piece_codes() -> [PieceCode; 256] {
    let mut table = [piece_code(0); 256];
    let mut i = 0;
    while i < 256 {
        table[i] = piece_code(i as u8);
        i += 1;
    }
    table
}

/// A move with these flags, or [`NO_MOVE`] if the target is off the board.
const fn packed(from: u8, (file, rank): (i8, i8), flags: u8) -> u16 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 || file + 8 * rank == from as i8 && flags & 14 != 2 {
        return NO_MOVE;
    }
    (flags as u16) << 12 | (from as u16) << 6 | (file + 8 * rank) as u16
}

const fn king_move(from: u8, file: i8, rank: i8, v: u8) -> u16 {
    match v {
        1..=8 => step(from, file, rank, KING_STEPS[v as usize - 1]),
        9 => packed(from, (6, rank), MoveFlags::CastleKingSide as u8),
        11 => packed(from, (2, rank), MoveFlags::CastleQueenSide as u8),
        15 => NULL_MARK,
        _ => NO_MOVE,
    }
}

const fn step(from: u8, file: i8, rank: i8, (right, up): (i8, i8)) -> u16 {
    packed(from, (file + right, rank + up), 0)
}

/// byte.9
const fn rook_move(from: u8, file: i8, rank: i8, v: i8) -> u16 {
    packed(from, if v < 8 { (v, rank) } else { (file, 15 - v) }, 0)
}

/// byte.10
const fn bishop_move(from: u8, file: i8, rank: i8, v: i8) -> u16 {
    let target = if v < 8 { (v, rank + v - file) } else { (v - 8, rank - (v - 8 - file)) };
    packed(from, target, 0)
}

/// byte.12, byte.13: double, single, left, right; with promotion in the upper three quarters.
const fn pawn_move(black: bool, from: u8, file: i8, rank: i8, v: u8) -> u16 {
    let up = if black { -1 } else { 1 };
    let relative_rank = if black { 7 - rank } else { rank };
    let (step, promotion) = if v < 4 { (v, 0) } else { (v >> 2, 8 | (3 - (v & 3))) };
    let fits = match v {
        0 => relative_rank == 1,
        1..4 => 1 <= relative_rank && relative_rank < 6,
        _ => relative_rank == 6,
    };
    match step {
        _ if !fits => NO_MOVE,
        0 => packed(from, (file, rank + 2 * up), MoveFlags::DoublePush as u8),
        1 => packed(from, (file, rank + up), promotion),
        2 => packed(from, (file - up, rank + up), 4 | promotion),
        _ => packed(from, (file + up, rank + up), 4 | promotion),
    }
}

const fn target(row: u8, key: u8) -> u16 {
    let from = if row < 8 * PAWN { key ^ 56 } else { transpose(key) };
    let file = (from & 7) as i8;
    let rank = (from >> 3) as i8;
    match row >> 3 {
        0 | 1 => king_move(from, file, rank, row),
        2 => step(from, file, rank, KNIGHT_STEPS[row as usize & 7]),
        3 | 4 => rook_move(from, file, rank, (row - 8 * ROOK) as i8),
        5 | 6 => bishop_move(from, file, rank, (row - 8 * BISHOP) as i8),
        7 | 8 => pawn_move(false, from, file, rank, row - 8 * PAWN),
        _ => pawn_move(true, from, file, rank, row - 8 * PAWN - 16),
    }
}

const fn targets() -> [u16; 128 * ROW as usize] {
    let mut table = [NO_MOVE; 128 * ROW as usize];
    let mut i = 0;
    while i < 88 * 64 {
        let row = i / 64;
        let key = i % 64;
        table[row * ROW as usize + key] = target(row as u8, key as u8);
        i += 1;
    }
    table
}

/// Converts rank by rank to file by file, and back (`byte.3`).
pub const fn transpose(square: u8) -> u8 {
    (square & 7) << 3 | square >> 3
}

/// byte.2, byte.3: pieces from a8 to h1 rank by rank, pawns from a1 to h8 file by file. Bit 7 marks light-squared bishops and sorts them
/// after dark-squared bishops.
const fn key(pair: usize, square: u8) -> u8 {
    let light = (square ^ square >> 3) & 1;
    match pair {
        8.. => transpose(square),
        3 => square ^ 56 | light << 7,
        _ => square ^ 56,
    }
}

const fn keys() -> [[u8; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 16 * 64 {
        table[i / 64][i % 64] = key(i / 64, (i % 64) as u8);
        i += 1;
    }
    table
}

/// Terms of the code of a piece move: `base + step * number + (vector >> shift & mask)`.
struct MoveCode {
    base: u8,
    step: u8,
    shift: u8,
    mask: u8,
}

/// By role: none, pawn, knight, bishop, rook, queen, king, none.
static MOVE_CODES: [MoveCode; 8] = [
    MoveCode { base: 0, step: 0, shift: 0, mask: 0 },
    MoveCode { base: 0x80, step: 0x10, shift: 9, mask: 3 },
    MoveCode { base: 0x10, step: 0x08, shift: 0, mask: 7 },
    MoveCode { base: 0x40, step: 0x10, shift: 0, mask: 15 },
    MoveCode { base: 0x20, step: 0x10, shift: 0, mask: 15 },
    MoveCode { base: 0x60, step: 0x80, shift: 0, mask: 31 },
    MoveCode { base: 0x00, step: 0x00, shift: 5, mask: 15 },
    MoveCode { base: 0, step: 0, shift: 0, mask: 0 },
];

/// Returns the move of a row and a key in [`TARGETS`].
#[inline(always)]
pub fn look_up(base: u16, key: u8) -> PackedMove {
    PackedMove(TARGETS[base.wrapping_add(key.into()) as usize & (TARGETS.len() - 1)])
}

/// byte.7 to byte.13: returns the vector of a move; a queen's vector has bit 4 set on diagonals.
#[inline(always)]
pub fn vector_of(role: u8, m: PackedMove) -> u8 {
    let move_code = &MOVE_CODES[role as usize & 7];
    let vector = (VECTORS[m.0 as usize & 4095] >> (move_code.shift & 15)) as u8 & move_code.mask;
    match m.flags() {
        2 => 9,
        3 => 11,
        flags @ 8.. => vector << 2 | (3 - (flags & 3)),
        _ => vector,
    }
}

/// byte.6: returns the code of a piece move. `number` counts the pieces of a role: 0 or 1 for LO and HI, and for bishops on dark and light
/// squares.
#[inline(always)]
pub fn fast_code(role: u8, number: u8, m: PackedMove) -> u8 {
    if m.is_null() {
        return NULL_CODE;
    }
    let move_code = &MOVE_CODES[role as usize & 7];
    move_code.base.wrapping_add(move_code.step.wrapping_mul(number)).wrapping_add(vector_of(role, m))
}

/// Returns the move by a vector of byte.7 to byte.10, for pawns of byte.12 and byte.13. `None` if there is no such move; the king's vector
/// for the null move gives the null move.
#[inline(always)]
pub fn move_by_vector(kind: Vectors, from: u8, vector: u8) -> Option<PackedMove> {
    let (row, key) = match kind {
        Vectors::King => (8 * KING, from ^ 56),
        Vectors::Knight => (8 * KNIGHT, from ^ 56),
        Vectors::Straight => (8 * ROOK, from ^ 56),
        Vectors::Diagonal => (8 * BISHOP, from ^ 56),
        Vectors::Pawn(side) => (8 * PAWN + 16 * (side as u8 & 1), transpose(from)),
    };
    playable(look_up((row + (vector & 15)) as u16 * ROW, key))
}

/// Returns the move of an entry of [`TARGETS`].
#[inline(always)]
pub fn playable(m: PackedMove) -> Option<PackedMove> {
    match m.0 {
        NULL_MARK => Some(PackedMove::NULL),
        _ => (m.flags() != 6).then_some(m),
    }
}

/// Kinds of vectors of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vectors {
    King,
    /// Only eight vectors are used.
    Knight,
    /// Along ranks and files.
    Straight,
    Diagonal,
    /// A pawn of this side.
    Pawn(usize),
}

/// Bits 0-3: vector of a knight or of a line move; bit 4: set on diagonals; bits 5-8: vector of a king; bits 9-10: vector of a pawn.
const fn vector(from: u8, to: u8) -> u16 {
    let file = (to & 7) as i8;
    let rank = (to >> 3) as i8;
    let right = file - (from & 7) as i8;
    let up = rank - (from >> 3) as i8;
    let line = match (right, up) {
        (_, 0) => file as u16,
        (0, _) => (15 - rank) as u16,
        _ if right == up => 16 | file as u16,
        _ if right == -up => 24 | file as u16,
        _ => find(&KNIGHT_STEPS, right, up),
    };
    let pawn = match (right * up.signum(), up.abs()) {
        (0, 2) => 0,
        (0, _) => 1,
        (-1, _) => 2,
        _ => 3,
    };
    line | (find(&KING_STEPS, right, up) + 1) << 5 | pawn << 9
}

/// Returns the index of a step, or the last index if the step is not in the list.
const fn find(steps: &[(i8, i8); 8], right: i8, up: i8) -> u16 {
    let mut i = 0;
    while i < 7 && !(steps[i].0 == right && steps[i].1 == up) {
        i += 1;
    }
    i as u16
}

const fn vectors() -> [u16; 4096] {
    let mut table = [0; 4096];
    let mut i = 0;
    while i < 4096 {
        table[i] = vector((i >> 6) as u8, (i & 63) as u8);
        i += 1;
    }
    table
}
