//! `enumeration`: a number below 65,536 for every move by piece, from, to, captured and promoted piece.
//!
//! Spec chapter: `spec/codecs/enumeration.md`. After the Chess Programming Wiki.

use std::sync::LazyLock;

use super::{Board, SquareCoder, Squares, number_of as rank_in_set, static_code::symbols};
use crate::{
    PackedMove, Piece, Result,
    board::{
        attacks::PSEUDO_ATTACKS,
        castling::Castling,
        piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    coding::bit_stream::{BitReader, BitWriter},
    moves::MoveFlags,
};

/// Count of the numbers of one side's moves; White's numbers precede Black's (`enumeration.1`).
pub const MOVES_OF_SIDE: u16 = 22_678;
/// Count of the moves that have a number.
pub const MOVES: u16 = 2 * MOVES_OF_SIDE;
/// enumeration.3: castling of a king or rook that is not on its square of the standard start.
const OTHER_CASTLING: u16 = MOVES;
/// enumeration.3
const NULL: u16 = 0xFFFF;

/// A move with the pieces involved: all that a board needs to make and undo it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NumberedMove {
    /// The move.
    pub packed: PackedMove,
    /// The moving piece; in a promotion, a pawn.
    pub piece: Piece,
    /// The captured piece, also en passant; [`Piece::NONE`] if there is none.
    pub captured: Piece,
}

/// A row of the table of enumeration.1: moves of one kind, numbered by from-square, to-square and content.
struct Row {
    role: u8,
    /// The to-squares by from-square.
    reach: [u64; 64],
    /// Number of pairs of squares before the first pair of a from-square.
    before: [u16; 64],
    /// Number of moves per pair of squares.
    contents: u16,
    first: u16,
}

const KNIGHTS_ROW: usize = 7;
/// The numbers of castling follow the pawns' numbers and precede the numbers of the king's other moves.
const CASTLING: u16 = 8 * 4 + 14 * 16 + 8 + 40 + 70 * 5 + 14;

#[rustfmt::skip]
static ROWS: [Row; 11] = rows([
    (PAWN, pawn_reach(6, 6, Steps::Push), 4),
    (PAWN, pawn_reach(6, 6, Steps::Capture), 16),
    (PAWN, pawn_reach(1, 1, Steps::DoublePush), 1),
    (PAWN, pawn_reach(1, 5, Steps::Push), 1),
    (PAWN, pawn_reach(1, 5, Steps::Capture), 5),
    (PAWN, pawn_reach(4, 4, Steps::Capture), 1),
    (KING, PSEUDO_ATTACKS[KING as usize], 6),
    (KNIGHT, PSEUDO_ATTACKS[KNIGHT as usize], 6),
    (BISHOP, PSEUDO_ATTACKS[BISHOP as usize], 6),
    (ROOK, PSEUDO_ATTACKS[ROOK as usize], 6),
    (QUEEN, PSEUDO_ATTACKS[QUEEN as usize], 6),
]);
const KING_ROW: usize = 6;

enum Steps {
    Push,
    DoublePush,
    Capture,
}

/// Returns the to-squares of pawns on these ranks.
const fn pawn_reach(first_rank: u32, last_rank: u32, steps: Steps) -> [u64; 64] {
    let mut reach = [0; 64];
    let mut from = 8 * first_rank;
    while from < 8 * (last_rank + 1) {
        reach[from as usize] = match steps {
            Steps::Push => 1 << (from + 8),
            Steps::DoublePush => 1 << (from + 16),
            Steps::Capture => PSEUDO_ATTACKS[PAWN as usize][from as usize],
        };
        from += 1;
    }
    reach
}

const fn rows(kinds: [(u8, [u64; 64], u16); 11]) -> [Row; 11] {
    let mut rows = [const { Row { role: 0, reach: [0; 64], before: [0; 64], contents: 0, first: 0 } }; 11];
    let mut i = 0;
    let mut first = 0;
    while i < kinds.len() {
        let (role, reach, contents) = kinds[i];
        if i == KING_ROW {
            first += 2;
        }
        let mut from = 0;
        let mut pairs = 0;
        let mut before = [0; 64];
        while from < 64 {
            before[from] = pairs;
            pairs += reach[from].count_ones() as u16;
            from += 1;
        }
        rows[i] = Row { role, reach, before, contents, first };
        first += pairs * contents;
        i += 1;
    }
    assert!(first == MOVES_OF_SIDE && KNIGHTS_ROW == KING_ROW + 1 && rows[KING_ROW].first == CASTLING + 2);
    rows
}

impl Row {
    /// `None` if the row has no such squares.
    fn number(&self, from: u8, to: u8, content: u16) -> Option<u16> {
        let reach = self.reach[from as usize & 63];
        let pair = self.before[from as usize & 63] + rank_in_set(reach, to) as u16;
        (reach >> (to & 63) & 1 != 0 && content < self.contents).then(|| self.first + pair * self.contents + content)
    }

    /// Returns the moves of the row in the order of their numbers: flags, squares, and roles of piece and captured piece.
    fn moves(&'static self, index: usize) -> impl Iterator<Item = (PackedMove, u8, u8)> {
        let squares = (0..64_u16).flat_map(|from| (0..64_u16).map(move |to| (from, to)));
        let pairs = squares.filter(|(from, to)| self.reach[usize::from(*from)] >> to & 1 != 0);
        pairs.flat_map(move |(from, to)| {
            (0..self.contents).map(move |content| {
                let (flags, captured) = meaning(index, content);
                (PackedMove(flags << 12 | from << 6 | to), self.role, captured)
            })
        })
    }
}

/// enumeration.2: flags and captured role by the row and the content.
const fn meaning(row: usize, content: u16) -> (u16, u8) {
    match row {
        0 => (8 | content, 0),
        1 => (12 | content & 3, KNIGHT + (content >> 2) as u8),
        2 => (MoveFlags::DoublePush as u16, 0),
        3 => (0, 0),
        4 => (MoveFlags::Capture as u16, PAWN + content as u8),
        5 => (MoveFlags::EnPassant as u16, PAWN),
        _ if content == 0 => (0, 0),
        _ => (MoveFlags::Capture as u16, content as u8),
    }
}

/// enumeration.2: returns the row and content of a move by a piece of `role` that captures a piece of role `captured`.
fn row_of(role: u8, flags: u8, captured: u8) -> Option<(usize, u16)> {
    let promoted = u16::from(flags & 3);
    let captured = u16::from(captured);
    Some(match (role, flags) {
        (PAWN, 8..12) => (0, promoted),
        (PAWN, 12..) => (1, captured.checked_sub(u16::from(KNIGHT))? << 2 | promoted),
        (PAWN, 1) => (2, 0),
        (PAWN, 0) => (3, 0),
        (PAWN, 4) => (4, captured.checked_sub(1)?),
        (PAWN, 5) if captured == u16::from(PAWN) => (5, 0),
        (KING, 0 | 4) => (KING_ROW, captured),
        (KNIGHT..=QUEEN, 0 | 4) => (KNIGHTS_ROW + usize::from(role - KNIGHT), captured),
        _ => return None,
    })
}

/// The moves of White by their numbers: flags and squares, and roles of piece and captured piece.
static BY_NUMBER: LazyLock<Box<[(PackedMove, u8, u8)]>> = LazyLock::new(|| {
    let (pawns, pieces) = ROWS.split_at(KING_ROW);
    let castling = [(6, MoveFlags::CastleKingSide), (2, MoveFlags::CastleQueenSide)];
    let castling = castling.map(|(to, flags)| (PackedMove::new(4, to, flags), KING, 0));
    let of_pawns = pawns.iter().enumerate().flat_map(|(index, row)| row.moves(index));
    let of_pieces = pieces.iter().enumerate().flat_map(|(index, row)| row.moves(KING_ROW + index));
    of_pawns.chain(castling).chain(of_pieces).collect()
});

/// Converts the squares to the view of the side, and back.
const fn seen_by(side: usize, m: PackedMove) -> PackedMove {
    PackedMove(symbols::seen_by(side, m.0))
}

/// Returns the number of a move (`enumeration.1`). `None` if it has none: the null move, castling by a king or rook that is not on its
/// square of the standard start, and moves that no piece can make.
///
/// ```
/// use plypack::{PackedMove, Piece, codecs::enumeration::{NumberedMove, move_of, number_of}};
///
/// // A white knight on f3 captures a pawn on e5.
/// let capture = NumberedMove { packed: PackedMove(0x4564), piece: Piece(2), captured: Piece(9) };
/// let number = number_of(capture).expect("a move of the table");
/// assert_eq!(move_of(number), Some(capture));
/// ```
pub fn number_of(m: NumberedMove) -> Option<u16> {
    let side = usize::from(m.piece.0 >> 3);
    let role = m.piece.0 & 7;
    let captured = m.captured.0 & 7;
    let seen = seen_by(side, m.packed);
    let is_capture = m.packed.flags() & 4 != 0;
    let is_theirs = usize::from(m.captured.0 >> 3) == side ^ 1 && (PAWN..=QUEEN).contains(&captured);
    if side > 1 || if is_capture { !is_theirs } else { m.captured != Piece::NONE } {
        return None;
    }
    let number = match m.packed.flags() {
        flags @ (2 | 3) => {
            let (to, number) = [(6, CASTLING), (2, CASTLING + 1)][usize::from(flags & 1)];
            (role == KING && (seen.from(), seen.to()) == (4, to)).then_some(number)?
        }
        flags => {
            let (row, content) = row_of(role, flags, captured)?;
            ROWS[row].number(seen.from(), seen.to(), content)?
        }
    };
    Some(number + MOVES_OF_SIDE * side as u16)
}

/// Returns the move with this number; `None` for [`MOVES`] and above.
pub fn move_of(number: u16) -> Option<NumberedMove> {
    let side = usize::from(number >= MOVES_OF_SIDE);
    let (packed, role, captured) = *BY_NUMBER.get(usize::from(number - MOVES_OF_SIDE * side as u16))?;
    let us = (side as u8) << 3;
    let them = (side as u8 ^ 1) << 3;
    let captured = if captured == 0 { Piece::NONE } else { Piece(them | captured) };
    Some(NumberedMove { packed: seen_by(side, packed), piece: Piece(us | role), captured })
}

/// See the module.
pub struct Enumeration;

/// Returns `true` if king and rook castle from their squares of the standard start.
fn is_standard(castling: &Castling) -> bool {
    castling.king & 7 == 4 && matches!(castling.rook & 7, 0 | 7)
}

/// Returns the number of castling to one side of the board.
fn castling_number(board: &Board, m: PackedMove) -> Option<u16> {
    let castling = board.castling(m.flags() == 2)?;
    let side = board.side() as u16;
    Some(if is_standard(&castling) {
        CASTLING + u16::from(m.flags() & 1) + MOVES_OF_SIDE * side
    } else {
        OTHER_CASTLING + 64 * side + 8 * u16::from(castling.king & 7) + u16::from(castling.rook & 7)
    })
}

/// Returns the number of a move on a board (`enumeration.3`).
fn number_on(board: &Board, m: PackedMove) -> Option<u16> {
    match m.flags() {
        0 if m.is_null() => Some(NULL),
        2 | 3 => castling_number(board, m),
        5 => number_of(NumberedMove {
            packed: m,
            piece: Piece(board.piece(m.from())),
            captured: Piece((board.side() as u8 ^ 1) << 3 | PAWN),
        }),
        _ => number_of(NumberedMove {
            packed: m,
            piece: Piece(board.piece(m.from())),
            captured: Piece(board.piece(m.to())),
        }),
    }
}

/// Returns the move with a number on a board, if the pieces stand as the number says.
#[inline(always)]
fn move_on(board: &Board, number: u16) -> Option<PackedMove> {
    let Some(NumberedMove { packed, piece, captured }) = move_of(number) else {
        return other_move_on(board, number);
    };
    match packed.flags() {
        2 | 3 => (castling_number(board, packed)? == number).then_some(packed),
        5 => (board.piece(packed.from()) == piece.0 && board.piece(packed.to()) == 0).then_some(packed),
        _ => (board.piece(packed.from()) == piece.0 && board.piece(packed.to()) == captured.0).then_some(packed),
    }
}

#[cold]
fn other_move_on(board: &Board, number: u16) -> Option<PackedMove> {
    let castlings = [MoveFlags::CastleKingSide, MoveFlags::CastleQueenSide].map(|flags| PackedMove::new(0, 0, flags));
    match number {
        NULL => Some(PackedMove::NULL),
        _ => castlings.into_iter().find(|m| castling_number(board, *m) == Some(number)),
    }
}

impl SquareCoder for Enumeration {
    const CHECKS_AT_RUN_TIME: bool = true;

    fn begin(_: &Board) -> Enumeration {
        Enumeration
    }

    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        out.put(number_on(board, m)?.into(), 16);
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        Ok(move_on(board, code.take(16)? as u16))
    }

    #[inline(always)]
    fn peek<S: Squares, const US: usize>(&self, board: &Board, code: &BitReader<'_>) -> Option<(PackedMove, u32)> {
        let m = move_of((code.peek() >> 16) as u16)?;
        let from = m.packed.from();
        let to = m.packed.to();
        let is_there = board.piece(from) == m.piece.0 && board.piece(to) == m.captured.0;
        // An en passant move does not capture a pawn on the to-square.
        let is_plain = is_there && m.packed.flags() != MoveFlags::EnPassant as u8;
        (is_plain && usize::from(m.piece.0 >> 3) == US).then_some((m.packed, 16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The article's table, row by row: moves of both sides without and with capture.
    #[test]
    fn as_many_moves_as_in_the_article() {
        let moves: Vec<_> = (0..MOVES).map(|number| move_of(number).unwrap()).collect();
        assert!(move_of(MOVES).is_none() && move_of(NULL).is_none());
        let count = |role: u8, flags: &[u8]| {
            let has = |m: &&NumberedMove| m.piece.0 & 7 == role && flags.contains(&m.packed.flags());
            moves.iter().filter(has).count()
        };
        let pawns: [(&[u8], usize); 6] =
            [(&[8, 9, 10, 11], 64), (&[12, 13, 14, 15], 448), (&[1], 16), (&[0], 80), (&[4], 700), (&[5], 28)];
        for (flags, expected) in pawns {
            assert_eq!(count(PAWN, flags), expected, "pawns, {flags:?}");
        }
        assert_eq!(count(KING, &[2, 3]), 4);
        for (role, from_to, all) in [
            (KING, 420, 5_040),
            (KNIGHT, 336, 4_032),
            (BISHOP, 560, 6_720),
            (ROOK, 896, 10_752),
            (QUEEN, 1_456, 17_472),
        ] {
            assert_eq!((count(role, &[0]), count(role, &[0, 4])), (2 * from_to, all), "role {role}");
        }
        let captures = moves.iter().filter(|m| m.captured != Piece::NONE).count();
        assert_eq!((moves.len(), moves.len() - captures, captures), (45_356, 2 * 3_750, 2 * 18_928));
    }

    #[test]
    fn numbers_stand_for_their_moves() {
        for number in 0..MOVES {
            assert_eq!(number_of(move_of(number).unwrap()), Some(number));
        }
    }

    /// Moves that no piece can make have no number, whatever their bits.
    #[test]
    fn other_moves_have_no_number() {
        let mut numbered = std::collections::HashSet::new();
        for bits in 0..=u16::MAX {
            for piece in 0..16 {
                for captured in [0, 1, 4, 6, 9, 12, 14] {
                    let m = NumberedMove { packed: PackedMove(bits), piece: Piece(piece), captured: Piece(captured) };
                    if let Some(number) = number_of(m) {
                        assert!(move_of(number) == Some(m) && numbered.insert(number), "{m:?}");
                    }
                }
            }
        }
        assert!(number_of(NumberedMove { packed: PackedMove::NULL, piece: Piece(1), captured: Piece::NONE }).is_none());
    }
}
