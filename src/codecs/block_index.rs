//! `block-index`: a number in blocks of values, one block for each man of the mover, in 8 or 16 bits.
//!
//! Spec chapter: `spec/codecs/block-index.md`. After Tomasz Sobczyk's BCGN.

use super::{
    byte::Ply,
    quick::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK, SquareCoder, Squares, number_of},
};
use crate::{
    Kind, MoveWord, Result,
    bit_stream::{BitReader, BitWriter},
};

/// The kinds of men in the order of their blocks (`block-index.2`); then kinds that there are not.
const KINDS: [u8; 8] = [KING, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, 0, 0];
/// The values of a block (`block-index.2`).
const SIZES: [u32; 8] = [8, 12, 8, 13, 14, 27, 1, 1];
/// Divides by a size: multiplied by this, the quotient has 16 more bits.
const INVERSES: [u32; 8] = inverses();
/// The first values of king and pawns, after two for castling.
const FIRST_KING: u32 = 2;
const FIRST_PAWN: u32 = FIRST_KING + SIZES[0];

/// Where the blocks of knights, bishops, rooks and queens begin, and where the last of them ends, in lanes of 12 bits.
#[derive(Clone, Copy)]
struct Bounds(u64);

const LANE: u32 = 12;
const LANES: u32 = 5;
/// The lowest bit of each lane.
const LOWEST: u64 = 0x001_001_001_001_001;
/// The highest bit of each lane, which no bound needs: no board has so many men.
const HIGHEST: u64 = LOWEST << (LANE - 1);

/// What a man of each role adds to all bounds.
const WEIGHTS: [u64; 8] = weights();

const fn weights() -> [u64; 8] {
    let mut table = [0; 8];
    let mut kind = 1;
    while kind < 6 {
        let later_lanes = LOWEST << (LANE * (kind - 1)) & ((1 << (LANE * LANES)) - 1);
        table[KINDS[kind as usize] as usize] = later_lanes * SIZES[kind as usize] as u64;
        kind += 1;
    }
    table
}

const fn inverses() -> [u32; 8] {
    let mut table = [0; 8];
    let mut kind = 0;
    while kind < 8 {
        table[kind] = (1 << 16) / SIZES[kind] + 1;
        let mut value = 0;
        while value < 2048 {
            assert!((value * table[kind]) >> 16 == value / SIZES[kind], "the quotient is exact");
            value += 1;
        }
        kind += 1;
    }
    table
}

impl Bounds {
    fn of(board: &Board, side: usize) -> Bounds {
        let men = (PAWN..=QUEEN).map(|role| u64::from(board.of(side, role).count_ones()) * WEIGHTS[role as usize]);
        Bounds(LOWEST * u64::from(FIRST_PAWN) + men.sum::<u64>())
    }

    fn lane(self, number: u32) -> u32 {
        (self.0 >> (LANE * number)) as u32 & ((1 << LANE) - 1)
    }

    /// block-index.4: whether values take 16 bits.
    #[inline(always)]
    fn is_wide(self) -> bool {
        let (queens, end) = (self.lane(3), self.lane(4));
        end > 255 || end - queens >= 3 * SIZES[5]
    }

    /// The index in [`KINDS`] of the block that holds a value, and the first value of that kind's blocks. All bounds are
    /// compared at once, and nothing branches: which man moves is hard to foresee.
    #[inline(always)]
    fn kind_at(self, value: u32) -> (usize, u32) {
        let reached = (((u64::from(value) * LOWEST) | HIGHEST) - self.0) & HIGHEST;
        let lanes = ((reached >> (LANE - 1)).wrapping_mul(LOWEST) >> (LANE * (LANES - 1)) & 7) as u32;
        let is_pawn = u32::from(value >= FIRST_PAWN);
        // The bounds, with those of king and pawns before them.
        let all = u128::from(self.0) << (2 * LANE) | u128::from(FIRST_PAWN << LANE | FIRST_KING);
        let kind = lanes + is_pawn;
        (kind as usize & 7, (all >> (LANE * (kind & 7))) as u32 & ((1 << LANE) - 1))
    }

    /// The first value of a kind's blocks.
    #[inline(always)]
    fn first(self, kind: usize) -> u32 {
        match kind {
            0 => FIRST_KING,
            1 => FIRST_PAWN,
            _ => self.lane(kind as u32 - 2),
        }
    }
}

/// See the module: [`Bounds`] of both sides (`block-index.1`).
pub(super) struct BlockIndex([Bounds; 2]);

impl SquareCoder for BlockIndex {
    const HAS_NULL: bool = true;

    fn begin(board: &Board) -> BlockIndex {
        BlockIndex([0, 1].map(|side| Bounds::of(board, side)))
    }

    // block-index.4
    #[inline(always)]
    fn put(&self, board: &Board, word: MoveWord, out: &mut BitWriter<'_>) -> Option<()> {
        let bounds = self.0[board.turn()];
        let width = if bounds.is_wide() { 16 } else { 8 };
        let value = match word.kind_bits() {
            0 if word.is_null() => (1 << width) - 1,
            2 => 1,
            3 => 0,
            _ => value_of(board, bounds, word)?,
        };
        out.put(value, width);
        Some(())
    }

    #[inline(always)]
    fn get<S: Squares>(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<MoveWord>> {
        // block-index.5: what is given here is checked to be legal.
        let bounds = self.0[board.turn()];
        if bounds.is_wide() {
            let value = code.take(16)?;
            return Ok(word_at::<S>(board, bounds, value, u16::MAX.into()));
        }
        let value = code.take(8)?;
        Ok(word_at::<S>(board, bounds, value, u8::MAX.into()))
    }

    #[inline(always)]
    fn follow(&mut self, side: usize, ply: Ply) {
        let Bounds(ours) = &mut self.0[side & 1];
        if ply.word.kind_bits() >= 8 {
            let role = KNIGHT + (ply.word.kind_bits() & 3);
            *ours = *ours + WEIGHTS[role as usize] - WEIGHTS[PAWN as usize];
        }
        let Bounds(theirs) = &mut self.0[side & 1 ^ 1];
        *theirs -= WEIGHTS[ply.captured.0 as usize & 7];
    }
}

/// The word of a value, for [`Board::step`].
#[inline(always)]
fn word_at<S: Squares>(board: &Board, bounds: Bounds, value: u32, null: u32) -> Option<MoveWord> {
    if value < FIRST_KING || value >= bounds.lane(4) {
        return unusual(value, null);
    }
    let (kind, first) = bounds.kind_at(value);
    let rest = value - first;
    let number = (rest * INVERSES[kind]) >> 16;
    let target = rest - number * SIZES[kind];
    let from = S::new(board.own(KINDS[kind])).nth(number);
    let row = FIRST_ROWS[board.turn()][kind] as usize + target as usize;
    let word = WORDS[row & 127][from as usize & 63];
    (word != NO_MOVE).then_some(MoveWord(word))
}

/// Castling, null moves, and values that stand for no move.
#[cold]
fn unusual(value: u32, null: u32) -> Option<MoveWord> {
    match value {
        0 => Some(MoveWord::new(0, 0, Kind::CastleQueenSide)),
        1 => Some(MoveWord::new(0, 0, Kind::CastleKingSide)),
        _ => (value == null).then_some(MoveWord::NULL),
    }
}

/// block-index.2, block-index.3
#[inline(always)]
fn value_of(board: &Board, bounds: Bounds, word: MoveWord) -> Option<u32> {
    let (from, to) = (word.from(), word.to());
    let role = board.man(from) & 7;
    let kind = KIND_OF[role as usize] as usize;
    let reached = REACHED[reach_row(kind, board.turn())][from as usize];
    let promotes = role == PAWN && from >> 3 == [6, 1][board.turn()];
    if board.own(role) >> from & 1 == 0 || reached >> to & 1 == 0 || promotes != (word.kind_bits() >= 8) {
        return None;
    }
    let target = match word.kind_bits() {
        8.. => number_of(reached, to) << 2 | u32::from(3 - (word.kind_bits() & 3)),
        _ => number_of(reached, to),
    };
    Some(bounds.first(kind) + number_of(board.own(role), from) * SIZES[kind] + target)
}

/// The index in [`KINDS`] of a role.
const KIND_OF: [u8; 8] = [6, 1, 2, 3, 4, 5, 0, 6];

const NO_MOVE: u16 = 7 << 12;

/// Rows of [`REACHED`]: kinds, with Black's pawns as row 7.
const fn reach_row(kind: usize, side: usize) -> usize {
    if kind == 1 && side == 1 { 7 } else { kind }
}

/// Squares that a man reaches on an empty board, a pawn's captures among them, by [`reach_row`] and origin (`block-index.3`).
static REACHED: [[u64; 64]; 8] = reached();

/// The rows of [`WORDS`] that belong to a kind, by side.
static FIRST_ROWS: [[u8; 8]; 2] = [[0, 70, 8, 16, 29, 43, 127, 127], [0, 82, 8, 16, 29, 43, 127, 127]];

/// Words for [`Board::step`] by row and origin.
static WORDS: [[u16; 64]; 128] = words();

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
        let (row, from, to) = (i >> 12, i >> 6 & 63, i & 63);
        if reaches(row, from, to) {
            table[row][from] |= 1 << to;
        }
        i += 1;
    }
    table
}

const fn words() -> [[u16; 64]; 128] {
    let mut table = [[NO_MOVE; 64]; 128];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        let (side, kind, from) = (i / 384, i / 64 % 6, i % 64);
        add_words(&mut table, FIRST_ROWS[side][kind] as usize, reach_row(kind, side), from);
        i += 1;
    }
    table
}

/// Adds the moves of one man on one square.
const fn add_words(table: &mut [[u16; 64]; 128], first: usize, reach_row: usize, from: usize) {
    let promotes = reach_row == 1 && from >> 3 == 6 || reach_row == 7 && from >> 3 == 1;
    let (mut number, mut to) = (0, 0);
    while to < 64 {
        if reaches(reach_row, from, to) {
            let word = (from << 6 | to) as u16;
            if promotes {
                let mut promotion = 0;
                while promotion < 4 {
                    table[first + 4 * number + promotion][from] =
                        (Kind::PromoteQueen as u16 - promotion as u16) << 12 | word;
                    promotion += 1;
                }
            } else {
                table[first + number][from] = word;
            }
            number += 1;
        }
        to += 1;
    }
}
