//! `slots`: one-byte codes for kinds of moves rather than pieces.
//!
//! Spec chapter: `spec/codecs/slots.md`. After Tojot (2015).

use super::{Board, CountedSquares, SquareCoder, Squares, number_of, ordinals};
use crate::{
    PackedMove, Result,
    board::{
        Bitboards,
        piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    codecs::byte::tables::{Vectors, move_by_vector, vector_of},
    coding::bit_stream::{BitReader, BitWriter},
};

/// See the module. An illegal move is rejected when it is played (`slots.4`).
pub struct Slots;

/// The pieces of the side to move by the kinds of their codes, and the first code of each kind except the king's, which is 0 (`slots.1`).
struct Kinds {
    us: usize,
    /// Pawns that cannot promote on their next move.
    pawns: u64,
    knights: u64,
    straight: u64,
    diagonal: u64,
    /// Pawns on the rank before the last.
    promoting: u64,
    first: [u32; 5],
}

const FIRST_PAWNS: u32 = 1;
/// slots.1: a code is four bits.
const CODES: u32 = 16;
/// The king's vector for the null move.
const NULL_VECTOR: u32 = 15;

impl Kinds {
    #[inline(always)]
    fn of(sets: &Bitboards, us: usize) -> Kinds {
        let set = |role| sets.of_side(us, role);
        let before_last_rank = [0xFF << 48, 0xFF << 8][us & 1];
        let pawns = set(PAWN) & !before_last_rank;
        let promoting = set(PAWN) & before_last_rank;
        let straight = set(ROOK) | set(QUEEN);
        let diagonal = set(BISHOP) | set(QUEEN);
        let knights = FIRST_PAWNS + 2 * pawns.count_ones().div_ceil(8);
        let straights = knights + set(KNIGHT).count_ones().div_ceil(2);
        let diagonals = straights + straight.count_ones();
        let promotions = diagonals + diagonal.count_ones();
        let first = [knights, straights, diagonals, promotions, promotions + promoting.count_ones()];
        Kinds { us, pawns, knights: set(KNIGHT), straight, diagonal, promoting, first }
    }

    /// slots.2: whether there are more codes than sixteen.
    #[inline(always)]
    fn is_fallback(&self) -> bool {
        self.first[4] > CODES
    }

    /// slots.3: returns code and vector of a move of a piece of this role. `None` for moves that are illegal in every position.
    #[inline(always)]
    fn code(&self, role: u8, m: PackedMove) -> Option<u32> {
        let (from, vector, [knights, straights, diagonals, promotions, _]) =
            (m.from(), vector_of(role, m).into(), self.first);
        let (code, vector) = match role {
            _ if m.is_null() => (0, NULL_VECTOR),
            KING => (0, vector),
            PAWN if self.promoting >> from & 1 != 0 => (promotions + number_of(self.promoting, from), vector),
            PAWN => {
                // Each eight pawns have two codes, for advances and for captures.
                let number = number_of(self.pawns, from);
                (FIRST_PAWNS + 2 * (number >> 3) + (vector >> 1 & 1), 2 * (number & 7) + (vector & 1))
            }
            KNIGHT => {
                let number = number_of(self.knights, from);
                (knights + (number >> 1), 8 * (number & 1) + vector)
            }
            BISHOP => (diagonals + number_of(self.diagonal, from), vector),
            QUEEN if vector >> 4 != 0 => (diagonals + number_of(self.diagonal, from), vector & 15),
            ROOK | QUEEN => (straights + number_of(self.straight, from), vector),
            _ => return None,
        };
        (code < CODES && vector < 16).then_some(code << 4 | vector)
    }

    /// Returns the move of a code. `None` if there is no such piece, or if the vector leads off the board.
    #[inline(always)]
    fn played<S: Squares>(&self, king: u8, byte: u32) -> Option<PackedMove> {
        let code = byte >> 4;
        let vector = byte & 15;
        let [knights, straights, diagonals, promotions, end] = self.first;
        let (set, number, kind, vector) = match code {
            0 => return move_by_vector(Vectors::King, king, vector as u8),
            _ if code < knights => {
                let group = (code - FIRST_PAWNS) >> 1;
                let is_capture = (code - FIRST_PAWNS) & 1;
                (self.pawns, 8 * group + (vector >> 1), Vectors::Pawn(self.us), 2 * is_capture + (vector & 1))
            }
            _ if code < straights => (self.knights, 2 * (code - knights) + (vector >> 3), Vectors::Knight, vector & 7),
            _ if code < diagonals => (self.straight, code - straights, Vectors::Straight, vector),
            _ if code < promotions => (self.diagonal, code - diagonals, Vectors::Diagonal, vector),
            _ if code < end => (self.promoting, code - promotions, Vectors::Pawn(self.us), vector),
            _ => return None,
        };
        let pieces = S::new(set);
        if number >= pieces.count() {
            return None;
        }
        move_by_vector(kind, pieces.nth(number), vector as u8)
    }
}

/// slots.2
pub fn is_fallback(sets: &Bitboards, us: usize) -> bool {
    Kinds::of(sets, us).is_fallback()
}

impl SquareCoder for Slots {
    const CHECKS_AT_RUN_TIME: bool = true;

    fn begin(_: &Board) -> Slots {
        Slots
    }

    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        let kinds = Kinds::of(board.sets(), board.side());
        if kinds.is_fallback() {
            return ordinals::put(board, m, out);
        }
        out.put(kinds.code(board.piece(m.from()) & 7, m)?, 8);
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        let kinds = Kinds::of(board.sets(), board.side());
        if kinds.is_fallback() {
            return ordinals::get(board, code);
        }
        let byte = code.take(8)?;
        Ok(kinds.played::<CountedSquares>(board.sets().king(board.side()), byte))
    }

    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, board: &Board, code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        let kinds = Kinds::of(board.sets(), US);
        if kinds.is_fallback() {
            return None;
        }
        Some((kinds.played::<S>(board.sets().king(US), code.peek() >> 24)?, 8))
    }
}
