//! `byte-queens`: the bytes of `byte`, and other bytes for sides with two to four queens.
//!
//! Spec chapter: `spec/codecs/byte-queens.md`. After LMSS (2015).

use super::{Board, CountedSquares, SquareCoder, Squares, number_of, ordinals};
use crate::{
    PackedMove, Result,
    board::{
        Bitboards,
        attacks::PSEUDO_ATTACKS,
        piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    codecs::byte::tables::{Vectors, fast_code, move_by_vector, transpose, vector_of},
    coding::bit_stream::{BitReader, BitWriter},
};

/// See the module. An illegal move is rejected when it is played (`byte-queens.3`).
pub struct ByteQueens;

/// Modes in which a side's moves are coded (`byte-queens.1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// byte.4
    Byte,
    /// byte-queens.2
    Queens,
    Fallback,
}

const DARK: u64 = 0xAA55_AA55_AA55_AA55;
/// byte-queens.2
const MAX_QUEENS: u32 = 4;
const MAX_OTHERS: u32 = 8;

impl Mode {
    #[inline(always)]
    fn of(sets: &Bitboards, us: usize) -> Mode {
        if is_byte_fallback(sets, us) { Mode::of_many(sets, us) } else { Mode::Byte }
    }

    #[cold]
    fn of_many(sets: &Bitboards, us: usize) -> Mode {
        let queens = sets.of_side(us, QUEEN).count_ones();
        let fits = (2..=MAX_QUEENS).contains(&queens) && Others::of(sets, us).first[4] <= MAX_OTHERS;
        if fits { Mode::Queens } else { Mode::Fallback }
    }
}

/// byte.4: whether `byte` cannot code every move of a side in one byte.
#[inline(always)]
pub fn is_byte_fallback(sets: &Bitboards, us: usize) -> bool {
    let set = |role| sets.of_side(us, role);
    let pawns = set(PAWN).count_ones();
    let queens = set(QUEEN).count_ones();
    let one_too_many = |set: u64| set & set.wrapping_sub(1) != 0;
    let two_too_many = |set: u64| one_too_many(set & set.wrapping_sub(1));
    pawns > 8
        || two_too_many(set(ROOK))
        || two_too_many(set(KNIGHT))
        || one_too_many(set(BISHOP) & DARK)
        || one_too_many(set(BISHOP) & !DARK)
        || queens > 2
        || queens == 2 && pawns > 6
}

/// byte-queens.1
pub fn is_fallback(sets: &Bitboards, us: usize) -> bool {
    Mode::of(sets, us) == Mode::Fallback
}

/// byte-queens.2: the first codes of knights, bishops, rooks and pawns, which follow the king's code 0, and the end of the codes.
struct Others {
    sets: [u64; 4],
    first: [u32; 5],
}

/// The roles of [`Others`].
const OTHERS: [u8; 4] = [KNIGHT, BISHOP, ROOK, PAWN];

impl Others {
    fn of(sets: &Bitboards, us: usize) -> Others {
        let sets = OTHERS.map(|role| sets.of_side(us, role));
        let mut first = [1; 5];
        for kind in 0..4 {
            let pieces = sets[kind].count_ones();
            first[kind + 1] = first[kind] + if kind == 0 { pieces.div_ceil(2) } else { pieces };
        }
        Others { sets, first }
    }

    /// byte-queens.2: the byte of a move by any piece except a queen.
    fn code(&self, role: u8, m: PackedMove) -> Option<u32> {
        let vector = u32::from(vector_of(role, m));
        if m.is_null() {
            return Some(15);
        }
        let Some(kind) = OTHERS.iter().position(|other| *other == role) else {
            return (role == KING).then_some(vector);
        };
        let number = number_of(self.sets[kind], m.from());
        let (code, vector) = if role == KNIGHT { (number >> 1, 8 * (number & 1) + vector) } else { (number, vector) };
        Some((self.first[kind] + code) << 4 | vector).filter(|byte| *byte < 0x80)
    }

    fn played<S: Squares>(&self, us: usize, king: u8, byte: u32) -> Option<PackedMove> {
        let code = byte >> 4;
        let vector = byte & 15;
        let Some(kind) = (0..4).rfind(|kind| code >= self.first[*kind]) else {
            return move_by_vector(Vectors::King, king, vector as u8);
        };
        let code = code - self.first[kind];
        let (number, vectors, vector) = match OTHERS[kind] {
            KNIGHT => (2 * code + (vector >> 3), Vectors::Knight, vector & 7),
            BISHOP => (code, Vectors::Diagonal, vector),
            ROOK => (code, Vectors::Straight, vector),
            _ => (code, Vectors::Pawn(us), vector),
        };
        let pieces = S::new(self.sets[kind]);
        (number < pieces.count()).then(|| move_by_vector(vectors, pieces.nth(number), vector as u8))?
    }
}

/// byte-queens.2: the byte of a move in queens mode.
fn queens_code(board: &Board, m: PackedMove) -> Option<u32> {
    let sets = board.sets();
    let us = board.side();
    let role = board.piece(m.from()) & 7;
    let from = m.from();
    if role != QUEEN || m.is_null() {
        return Others::of(sets, us).code(role, m);
    }
    let queens = sets.of_side(us, QUEEN);
    let reached = PSEUDO_ATTACKS[QUEEN as usize][from as usize & 63];
    Some(0x80 | number_of(queens, from) << 5 | number_of(reached, m.to()))
}

fn queens_played<S: Squares>(board: &Board, byte: u32) -> Option<PackedMove> {
    let sets = board.sets();
    let us = board.side();
    if byte < 0x80 {
        return Others::of(sets, us).played::<S>(us, sets.king(us), byte);
    }
    let queens = S::new(sets.of_side(us, QUEEN));
    let number = byte >> 5 & 3;
    let from = queens.nth(number);
    let reached = S::new(PSEUDO_ATTACKS[QUEEN as usize][from as usize & 63]);
    let is_one = number < queens.count() && byte & 31 < reached.count();
    is_one.then(|| PackedMove(u16::from(from) << 6 | u16::from(reached.nth(byte & 31))))
}

/// The order of byte.2 as a set: its square n is the n-th square from a8.
#[inline(always)]
const fn from_a8(set: u64) -> u64 {
    set.swap_bytes()
}

/// The order of byte.3 as a set: its square n is the n-th square file by file.
#[inline(always)]
fn by_file(mut set: u64) -> u64 {
    for (mask, shift) in [(0xF0F0_F0F0_u64, 28), (0xCCCC_0000_CCCC, 14), (0x00AA_00AA_00AA_00AA, 7)] {
        let swapped = (set >> shift ^ set) & mask;
        set ^= swapped ^ swapped << shift;
    }
    set
}

/// byte.6
#[inline(always)]
fn byte_code(board: &Board, m: PackedMove) -> u8 {
    let from = m.from();
    let piece = board.piece(m.from());
    let set = board.sets().of_side(board.side(), piece & 7);
    let number = match piece & 7 {
        PAWN => number_of(by_file(set), transpose(from)),
        BISHOP => u32::from(DARK >> from & 1 == 0),
        _ => number_of(from_a8(set), from ^ 56),
    };
    fast_code(piece & 7, number as u8, m)
}

/// byte.6: the move of a byte. `None` if there is no such piece, or the vector leads off the board.
#[inline(always)]
fn byte_played<S: Squares>(sets: &Bitboards, us: usize, byte: u8) -> Option<PackedMove> {
    let upper = byte >> 4;
    let vector = byte & 15;
    let has_two_queens = sets.of_side(us, QUEEN).count_ones() == 2;
    if upper < 8 || has_two_queens && upper >= 14 {
        return byte_piece_played::<S>(sets, us, byte);
    }
    let pawns = S::new(by_file(sets.of_side(us, PAWN)));
    let number = u32::from(upper) - 8;
    (number < pawns.count()).then(|| move_by_vector(Vectors::Pawn(us), transpose(pawns.nth(number)), vector))?
}

#[inline(always)]
fn byte_piece_played<S: Squares>(sets: &Bitboards, us: usize, byte: u8) -> Option<PackedMove> {
    let upper = byte >> 4;
    let vector = byte & 15;
    let is_hi = u32::from(byte >> 4 & 1);
    let (role, number, kind, vector) = match upper {
        0 => return move_by_vector(Vectors::King, sets.king(us), vector),
        1 => (KNIGHT, u32::from(vector >> 3), Vectors::Knight, vector & 7),
        2 | 3 => (ROOK, is_hi, Vectors::Straight, vector),
        4 | 5 => (BISHOP, is_hi, Vectors::Diagonal, vector),
        6 | 7 => (QUEEN, 0, [Vectors::Straight, Vectors::Diagonal][is_hi as usize], vector),
        _ => (QUEEN, 1, [Vectors::Straight, Vectors::Diagonal][is_hi as usize], vector),
    };
    let set = sets.of_side(us, role);
    let (set, number) = match (role, number) {
        (BISHOP, 0) => (set & DARK, 0),
        (BISHOP, _) => (set & !DARK, 0),
        _ => (set, number),
    };
    let pieces = S::new(from_a8(set));
    (number < pieces.count()).then(|| move_by_vector(kind, pieces.nth(number) ^ 56, vector))?
}

impl SquareCoder for ByteQueens {
    const CHECKS_AT_RUN_TIME: bool = true;

    fn begin(_: &Board) -> ByteQueens {
        ByteQueens
    }

    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        match Mode::of(board.sets(), board.side()) {
            Mode::Byte => out.put(byte_code(board, m).into(), 8),
            Mode::Queens => out.put(queens_code(board, m)?, 8),
            Mode::Fallback => ordinals::put(board, m, out)?,
        }
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        let sets = board.sets();
        let us = board.side();
        Ok(match Mode::of(sets, us) {
            Mode::Byte => byte_played::<CountedSquares>(sets, us, code.take(8)? as u8),
            Mode::Queens => queens_played::<CountedSquares>(board, code.take(8)?),
            Mode::Fallback => ordinals::get(board, code)?,
        })
    }

    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, board: &Board, code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        let sets = board.sets();
        if is_byte_fallback(sets, US) {
            return None;
        }
        Some((byte_played::<S>(sets, US, (code.peek() >> 24) as u8)?, 8))
    }
}
