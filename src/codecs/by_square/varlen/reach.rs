//! The squares that men can go to. Nothing branches, because which man moves is hard to foresee, and all tables are small.

use shakmaty::{Color, Square, attacks};

use crate::{
    board::castling::bit,
    codecs::by_square::{ALL, BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK},
};

/// How men of one kind go, as sets of squares: all or none.
#[derive(Clone, Copy)]
struct Gait {
    straight: u64,
    diagonal: u64,
    pushes: u64,
    /// For men that can go without capturing where they can capture.
    quiet: u64,
}

/// By the numbers of [`crate::codecs::byte::Piece`].
static GAITS: [Gait; 16] = gaits();

const fn all_if(condition: bool) -> u64 {
    if condition { !0 } else { 0 }
}

const fn gaits() -> [Gait; 16] {
    let mut table = [Gait { straight: 0, diagonal: 0, pushes: 0, quiet: 0 }; 16];
    let mut man = 0;
    while man < 16 {
        let role = man as u8 & 7;
        table[man] = Gait {
            straight: all_if(matches!(role, ROOK | QUEEN)),
            diagonal: all_if(matches!(role, BISHOP | QUEEN)),
            pushes: all_if(role == PAWN),
            quiet: all_if(role != PAWN),
        };
        man += 1;
    }
    table
}

/// The squares that kings, knights and capturing pawns reach, by man and origin.
static LEAPS: [[u64; 64]; 16] = leaps();

const fn leaps() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 16 * 64 {
        let (man, from) = (i >> 6, Square::new(i as u32 & 63));
        table[man][i & 63] = match man as u8 & 7 {
            PAWN => attacks::pawn_attacks(Color::from_white(man < 8), from).0,
            KNIGHT => attacks::knight_attacks(from).0,
            KING => attacks::king_attacks(from).0,
            _ => 0,
        };
        i += 1;
    }
    table
}

/// The rays of a line through a square: to squares of higher numbers, and to those of lower ones.
#[derive(Clone, Copy)]
struct Rays {
    above: u64,
    below: u64,
}

/// Rays by square and line: file, rank, and the two diagonals.
static LINES: [[Rays; 4]; 64] = lines();

/// The directions in which the numbers of squares rise, as steps right and up.
const RISING: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

const fn lines() -> [[Rays; 4]; 64] {
    let mut table = [[Rays { above: 0, below: 0 }; 4]; 64];
    let mut i = 0;
    while i < 4 * 64 {
        let (square, (right, up)) = (i / 4, RISING[i % 4]);
        table[square][i % 4] = Rays { above: ray(square as i32, right, up), below: ray(square as i32, -right, -up) };
        i += 1;
    }
    table
}

const fn ray(square: i32, right: i32, up: i32) -> u64 {
    let (mut file, mut rank, mut squares) = ((square & 7) + right, (square >> 3) + up, 0);
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        squares |= 1 << (8 * rank + file);
        (file, rank) = (file + right, rank + up);
    }
    squares
}

impl Rays {
    /// The squares up to the first man on each side, with it.
    #[inline(always)]
    fn free(self, occupied: u64) -> u64 {
        let (above, below) = (occupied & self.above, occupied & self.below | 1);
        let up_to_lowest = above ^ above.wrapping_sub(1);
        let down_to_highest = (i64::MIN >> below.leading_zeros()) as u64;
        self.above & up_to_lowest | self.below & down_to_highest
    }
}

/// varlen.3: where a man of side `us` can go, but for capture en passant and castling.
#[inline(always)]
pub fn reached(board: &Board, us: usize, man: u8, from: u8) -> u64 {
    let gait = &GAITS[man as usize & 15];
    let occupied = board.occupied();
    let [file, rank, rising, falling] = LINES[from as usize & 63].map(|line| line.free(occupied));
    let leaps = LEAPS[man as usize & 15][from as usize & 63];
    let attacked = (file | rank) & gait.straight | (rising | falling) & gait.diagonal | leaps;
    let pushes = pushes(us, from, !occupied) & gait.pushes;
    attacked & (board.of(us ^ 1, ALL) | !occupied & gait.quiet) | pushes
}

#[inline(always)]
fn pushes(us: usize, pawn: u8, free: u64) -> u64 {
    let (forward, double): (fn(u64) -> u64, u64) = match us {
        0 => (|squares| squares << 8, 0xFF << 24),
        _ => (|squares| squares >> 8, 0xFF << 32),
    };
    let one = forward(bit(pawn)) & free;
    one | forward(one) & free & double
}
