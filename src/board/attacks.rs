//! The squares that pieces attack.

use super::{
    piece::{
        self,
        index::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    sliders,
};

/// The a file; shifted left by 0 to 7, the file with that number.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The squares that pieces attack on an empty board, by piece and from-square; the rows [`PUSHES`] hold the squares to which pawns can be
/// pushed.
pub static PSEUDO_ATTACKS: [[u64; 64]; 16] = all_pseudo_attacks();
/// Replaces a pawn's role in [`PSEUDO_ATTACKS`]: its pushes.
pub const PUSHES: u8 = 7;

const fn all_pseudo_attacks() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 16 * 64 {
        let row = i / 64;
        let square = i % 64;
        table[row][square] = pseudo_attacks(row, square as u32);
        i += 1;
    }
    table
}

const fn pseudo_attacks(row: usize, square: u32) -> u64 {
    match row as u8 & 7 {
        piece::PAWN => pawns_attacks(1 << square, row < 8),
        piece::KNIGHT => knights_attacks(1 << square),
        piece::BISHOP => sliders::bishop(square, 0),
        piece::ROOK => sliders::rook(square, 0),
        piece::QUEEN => sliders::bishop(square, 0) | sliders::rook(square, 0),
        piece::KING => kings_attacks(1 << square),
        PUSHES => pushes(1 << square, row < 8, !0),
        _ => 0,
    }
}

/// Returns the squares to which pawns can be pushed, one or two steps, over `free` squares.
#[inline(always)]
pub const fn pushes(pawns: u64, up: bool, free: u64) -> u64 {
    if up {
        let one = pawns << 8 & free;
        one | (one & 0xFF << 16) << 8 & free
    } else {
        let one = pawns >> 8 & free;
        one | (one & 0xFF << 40) >> 8 & free
    }
}

/// Returns the squares that a piece attacks from a square. Branchless, because the moving piece is hard to predict.
#[inline(always)]
pub fn piece_attacks(piece: u8, square: u8, occupied: u64) -> u64 {
    let is_leaper = LEAPERS >> (piece & 7) & 1;
    let sliding = sliders::rook(square.into(), occupied) | sliders::bishop(square.into(), occupied);
    PSEUDO_ATTACKS[piece as usize & 15][square as usize & 63] & (sliding | is_leaper.wrapping_neg())
}

/// The roles that do not slide, one bit per role.
const LEAPERS: u64 = 1 << piece::PAWN | 1 << piece::KNIGHT | 1 << piece::KING;

#[inline(always)]
pub const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The class of each role among attackers: pawn, minor piece, rook, queen, king.
pub const CLASS: [usize; 6] = [0, 1, 1, 2, 3, 4];

/// Squares that the pieces of one side attack.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attacks {
    /// By class of attacker.
    pub by: [u64; 5],
    /// All attacked squares.
    pub all: u64,
}

impl Attacks {
    /// Computes the attacks of `pieces`, which has one set per role. Pawns move towards higher ranks if `up`, otherwise towards lower ones.
    #[inline(always)]
    pub fn of(pieces: &[u64; 6], up: bool, occupied: u64) -> Attacks {
        let [pawns, knights, bishops, rooks, queens, kings] = *pieces;
        let ([of_bishops, of_queens], [of_rooks, of_queens_too]) =
            sliders::set_attacks([bishops, queens], [rooks, queens], occupied);
        let by = [
            pawns_attacks(pawns, up),
            knights_attacks(knights) | of_bishops,
            of_rooks,
            of_queens | of_queens_too,
            on_empty_board(piece::KING, kings.trailing_zeros()),
        ];
        Attacks { by, all: by[0] | by[1] | by[2] | by[3] | by[4] }
    }

    /// Like [`Attacks::of`], but for each piece separately: calls `visit` with the square of each piece except pawns, and with its attacks.
    /// Returns also the squares that at least two pieces attack.
    #[inline(always)]
    pub fn of_each(pieces: &[u64; 6], up: bool, occupied: u64, mut visit: impl FnMut(u32, u64)) -> (Attacks, u64) {
        let mut attacks = Attacks::default();
        let (left, right) = left_right_pawn_attacks(pieces[PAWN], up);
        let mut twice = left & right;
        attacks.by[0] = left | right;
        attacks.all = left | right;
        for role in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            let mut of_role = 0;
            for square in squares(pieces[role]) {
                let attacked = attacks_from(role, square, occupied);
                visit(square, attacked);
                twice |= attacks.all & attacked;
                attacks.all |= attacked;
                of_role |= attacked;
            }
            attacks.by[CLASS[role]] |= of_role;
        }
        (attacks, twice)
    }

    /// For every square, the lowest class that attacks it, or 5 if none does, as a three-bit number: one set per bit, lowest bit first.
    #[inline(always)]
    pub fn lowest_class(&self) -> [u64; 3] {
        let [pawns, minors, rooks, queens, king] = self.by;
        let rooks = rooks & !(pawns | minors);
        let minors = minors & !pawns;
        let before = pawns | minors | rooks;
        let king = king & !(before | queens);
        let queens = queens & !before;
        let none = !(before | queens | king);
        [minors | queens | none, rooks | queens, king | none]
    }
}

/// Returns the attacks of pawns towards the a file and towards the h file.
#[inline(always)]
const fn left_right_pawn_attacks(pawns: u64, up: bool) -> (u64, u64) {
    if up { ((pawns & NOT_A) << 7, (pawns & NOT_H) << 9) } else { ((pawns & NOT_A) >> 9, (pawns & NOT_H) >> 7) }
}

/// Returns the attacks of knights.
#[inline(always)]
pub const fn knights_attacks(knights: u64) -> u64 {
    let left = knights >> 1 & NOT_H;
    let right = knights << 1 & NOT_A;
    let far_left = left >> 1 & NOT_H;
    let far_right = right << 1 & NOT_A;
    let near = left | right;
    let far = far_left | far_right;
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Returns the attacks of pawns, towards higher ranks if `up`, otherwise towards lower ones.
#[inline(always)]
pub const fn pawns_attacks(pawns: u64, up: bool) -> u64 {
    let (left, right) = left_right_pawn_attacks(pawns, up);
    left | right
}

/// Returns the attacks of kings.
#[inline(always)]
pub const fn kings_attacks(kings: u64) -> u64 {
    let beside = kings >> 1 & NOT_H | kings << 1 & NOT_A;
    let row = kings | beside;
    beside | row << 8 | row >> 8
}

/// Returns the squares ahead of `pawns`, on their own and the adjacent files: opposing pawns there are not passed.
#[inline(always)]
pub fn passed_pawn_spans(pawns: u64, up: bool) -> u64 {
    let mut files = pawns | (pawns & NOT_A) >> 1 | (pawns & NOT_H) << 1;
    files = if up { files << 8 } else { files >> 8 };
    for step in [8, 16, 32] {
        files |= if up { files << step } else { files >> step };
    }
    files
}

/// Returns the attacks of a piece of this role from a square; pawns attack towards higher ranks.
#[inline(always)]
pub fn attacks_from(role: usize, square: u32, occupied: u64) -> u64 {
    match role {
        PAWN => pawn_attacks(square, true),
        KNIGHT => on_empty_board(piece::KNIGHT, square),
        BISHOP => sliders::bishop(square, occupied),
        ROOK => sliders::rook(square, occupied),
        QUEEN => sliders::bishop(square, occupied) | sliders::rook(square, occupied),
        _ => on_empty_board(piece::KING, square),
    }
}

/// Returns the attacks of a pawn from a square, towards higher ranks if `up`, otherwise towards lower ones.
#[inline(always)]
pub fn pawn_attacks(square: u32, up: bool) -> u64 {
    on_empty_board(if up { piece::PAWN } else { 8 | piece::PAWN }, square)
}

/// A row of [`PSEUDO_ATTACKS`].
#[inline(always)]
fn on_empty_board(piece: u8, square: u32) -> u64 {
    PSEUDO_ATTACKS[piece as usize & 15][square as usize & 63]
}

/// Returns the pieces that attack `square`; `pieces` has one set per role. Their pawns move towards lower ranks if `down`, otherwise
/// towards higher ones.
#[inline(always)]
pub fn attackers(pieces: &[u64; 6], down: bool, square: u32, occupied: u64) -> u64 {
    leapers(pieces, down, square)
        | sliders::bishop(square, occupied) & (pieces[BISHOP] | pieces[QUEEN])
        | sliders::rook(square, occupied) & (pieces[ROOK] | pieces[QUEEN])
}

/// Returns the pieces of [`attackers`] that do not slide.
#[inline(always)]
pub fn leapers(pieces: &[u64; 6], down: bool, square: u32) -> u64 {
    pawn_attacks(square, down) & pieces[PAWN]
        | on_empty_board(piece::KNIGHT, square) & pieces[KNIGHT]
        | on_empty_board(piece::KING, square) & pieces[KING]
}

/// Returns the pieces of either side that stand alone between `king` and a slider among `pieces`.
#[inline(always)]
pub fn blockers(king: u32, pieces: &[u64; 6], occupied: u64) -> u64 {
    let straight = sliders::rook(king, 0) & (pieces[ROOK] | pieces[QUEEN]);
    let diagonal = sliders::bishop(king, 0) & (pieces[BISHOP] | pieces[QUEEN]);
    let mut blockers = 0;
    for slider in squares(straight | diagonal) {
        let between = between(king, slider) & occupied;
        if between & between.wrapping_sub(1) == 0 {
            blockers |= between;
        }
    }
    blockers
}

/// The squares of the line through two squares, including both; empty if there is no such line.
static LINES: [[u64; 64]; 64] = lines();

const fn lines() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let one = i / 64;
        let other = i % 64;
        let lines = sliders::lines_through(one);
        let mut direction = 0;
        while direction < lines.len() {
            if one != other && lines[direction] >> other & 1 == 1 {
                table[one][other] = lines[direction];
            }
            direction += 1;
        }
        i += 1;
    }
    table
}

/// Returns the squares between two squares of a line. Derived from the lines: a separate table of 32 kB was no faster.
#[inline(always)]
pub fn between(one: u32, other: u32) -> u64 {
    let low = one.min(other) & 63;
    let high = one.max(other) & 63;
    line(one, other) & !1 << low & !(!0 << high)
}

/// Returns the squares of the line through two squares; empty if there is no such line.
#[inline(always)]
pub fn line(one: u32, other: u32) -> u64 {
    LINES[one as usize & 63][other as usize & 63]
}

/// Iterates over the squares of a set, in ascending order.
#[inline(always)]
pub fn squares(set: u64) -> Squares {
    Squares(set)
}

/// Returns the set of these squares.
#[inline]
pub fn set_of(squares: impl Iterator<Item = u32>) -> u64 {
    squares.fold(0, |set, square| set | 1 << square)
}

/// See [`squares`].
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Bitboard, Square, attacks};

    use super::*;
    use crate::board::{Color, Role};

    #[test]
    fn pieces_attack_what_shakmaty_says() {
        let mut occupied = 0x1234_5678_9ABC_DEF1_u64;
        for i in 0..20_000u32 {
            occupied = occupied.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ occupied >> 29;
            let square = Square::new(i & 63);
            for piece in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color))) {
                let of_shakmaty = shakmaty::Piece::from_char(piece.char().unwrap()).unwrap();
                let expected = attacks::attacks(square, of_shakmaty, Bitboard(occupied)).0;
                assert_eq!(piece_attacks(piece.0, square as u8, occupied), expected);
            }
        }
        for (one, other) in (0..64).flat_map(|one| (0..64).map(move |other| (one, other))) {
            let [a, b] = [one, other].map(Square::new);
            assert_eq!((line(one, other), between(one, other)), (attacks::ray(a, b).0, attacks::between(a, b).0));
        }
    }

    #[test]
    fn pawns_are_pushed_over_free_squares() {
        assert_eq!(pushes(bit(8), true, !0), bit(16) | bit(24));
        assert_eq!(pushes(bit(8), true, !bit(24)), bit(16));
        assert_eq!(pushes(bit(8), true, !bit(16)), 0);
        assert_eq!(pushes(bit(16) | bit(55), true, !0), bit(24) | bit(63));
        assert_eq!(pushes(bit(55) | bit(40), false, !0), bit(47) | bit(39) | bit(32));
    }
}
