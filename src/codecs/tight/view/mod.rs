//! What the model sees of a position and of its moves: numbers of rows and of table entries (`tight.3` to `tight.12`).
//!
//! Everything is seen from the side to move: with Black to move, the board is turned upside down (square ^ 56) first.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square, attacks};

mod lines;
mod moves;

pub use moves::{ENTRIES, Man, OUTPUTS, Seen};

/// Sets of squares that give one input row for each of their squares (`tight.5`).
pub const BOARDS: usize = 48;
const OWN_STATUS: usize = 12;
const ENEMY_STATUS: usize = 27;
const PINNED: usize = 42;
const KING_ZONE: usize = 44;
const PASSED: usize = 46;

/// First rows of the other inputs (`tight.6`).
const LAST_MOVE: u16 = 64 * BOARDS as u16;
const LAST_ORIGIN: u16 = LAST_MOVE + 384;
const OWN_MOVE: u16 = LAST_ORIGIN + 64;
const OWN_ORIGIN: u16 = OWN_MOVE + 384;
const LAST_CAPTURE: u16 = OWN_ORIGIN + 64;
const CASTLING: u16 = LAST_CAPTURE + 1;
const EN_PASSANT: u16 = CASTLING + 4;
const CHECK: u16 = EN_PASSANT + 8;
const AGE: u16 = CHECK + 2;
const QUIET: u16 = AGE + 24;
/// First of the rows of the styles.
pub const STYLE: u16 = QUIET + 9;
/// Styles that a run can have (`tight.2`).
pub const STYLES: u16 = 8;
/// The row that every position has.
pub const ALWAYS: u16 = STYLE + STYLES;
/// Input rows.
pub const INPUTS: usize = ALWAYS as usize + 1;

/// A move that was played, in absolute squares.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    role: u8,
    from: u8,
    to: u8,
    capture: bool,
}

impl Step {
    /// Of a legal move.
    pub fn new(m: Move) -> Step {
        let (from, to) = ends(m);
        Step { role: m.role() as u8 - 1, from, to, capture: m.is_capture() }
    }
}

/// Origin and target; for castling, the square on which the king ends.
fn ends(m: Move) -> (u8, u8) {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            (king as u8, Square::from_coords(side.king_to_file(), king.rank()) as u8)
        }
        _ => (m.from().map_or(0, |s| s as u8), m.to() as u8),
    }
}

/// What came before a position.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trail {
    /// The move that led to the position.
    pub last: Option<Step>,
    /// The move before that, by the side to move.
    pub own: Option<Step>,
    /// The move before that, by the other side.
    pub older: Option<Step>,
    /// Moves of the line so far.
    pub ply: u32,
    /// Moves since the last capture or pawn's move, or the start of the line.
    pub quiet: u32,
}

impl Trail {
    /// Adds a move.
    pub fn push(&mut self, m: Move) {
        *self = Trail {
            last: Some(Step::new(m)),
            own: self.last,
            older: self.own,
            ply: self.ply + 1,
            quiet: if m.is_zeroing() { 0 } else { self.quiet + 1 },
        };
    }
}

/// A position as the side to move sees it.
#[derive(Debug, Clone)]
pub struct View {
    flip: u8,
    /// The sets of `tight.5`.
    pub boards: [u64; BOARDS],
    occupied: u64,
    /// By whom squares are attacked: pawn, minor piece, rook, queen, king.
    enemy_attacks: [u64; 5],
    own_all: u64,
    own_twice: u64,
    checking: [u64; 6],
    discovering: u64,
    enemy_king: u8,
    last_key: u32,
    own_key: u32,
    last: Option<Step>,
    own: Option<Step>,
    /// Squares that moves are compared with; 64 for none.
    last_to: usize,
    own_from: usize,
    own_to: usize,
    /// Bits of the relation that hold for every move: a capture on the last target, and the other side took back its move.
    answer: usize,
    returned: usize,
    phase: u32,
    prey: [u64; 4],
    undefended: u64,
}

/// What a side attacks.
#[derive(Default)]
struct Attacks {
    by: [u64; 5],
    all: u64,
    twice: u64,
}

impl Attacks {
    fn add(&mut self, class: usize, squares: u64) {
        self.by[class] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }

    /// `men`: pawns, knights, bishops, rooks, queens, king.
    fn of(men: &[u64], up: bool, occupied: u64) -> Attacks {
        const NOT_A: u64 = !0x0101_0101_0101_0101;
        const NOT_H: u64 = !0x8080_8080_8080_8080;
        let mut attacks = Attacks::default();
        let (left, right) = match up {
            true => ((men[0] & NOT_A) << 7, (men[0] & NOT_H) << 9),
            false => ((men[0] & NOT_A) >> 9, (men[0] & NOT_H) >> 7),
        };
        attacks.add(0, left);
        attacks.add(0, right);
        for role in 1..6 {
            for square in Bitboard(men[role]) {
                attacks.add(CLASS[role], reach(role, square, occupied));
            }
        }
        attacks
    }
}

/// Attacker class of each role.
const CLASS: [usize; 6] = [0, 1, 1, 2, 3, 4];

fn reach(role: usize, square: Square, occupied: u64) -> u64 {
    match role {
        1 => attacks::knight_attacks(square).0,
        2 => lines::bishop(square as u32, occupied),
        3 => lines::rook(square as u32, occupied),
        4 => lines::bishop(square as u32, occupied) | lines::rook(square as u32, occupied),
        5 => attacks::king_attacks(square).0,
        _ => attacks::pawn_attacks(Color::White, square).0,
    }
}

/// Men that alone stand between `king` and a slider among `men`.
fn screens(king: u8, men: &[u64], occupied: u64) -> u64 {
    let king = Square::new(king.into());
    let straight = lines::rook(king as u32, 0) & (men[3] | men[4]);
    let diagonal = lines::bishop(king as u32, 0) & (men[2] | men[4]);
    let mut screens = 0;
    for slider in Bitboard(straight | diagonal) {
        let between = attacks::between(king, slider).0 & occupied;
        if between & between.wrapping_sub(1) == 0 {
            screens |= between;
        }
    }
    screens
}

fn lowest(set: u64) -> u8 {
    (set.trailing_zeros() & 63) as u8
}

/// The three status sets of each role but the king: loose, en prise, in tension (`tight.5`).
fn statuses(men: &[u64], defended: u64, attacked_by: &[u64; 5], out: &mut [u64]) {
    let attacked = attacked_by.iter().fold(0, |a, b| a | b);
    let mut lower = 0;
    for role in 0..5 {
        if role == 1 || role == 3 || role == 4 {
            lower |= attacked_by[CLASS[role] - 1];
        }
        let en_prise = men[role] & (lower | attacked & !defended);
        out[3 * role] = men[role] & !attacked & !defended;
        out[3 * role + 1] = en_prise;
        out[3 * role + 2] = men[role] & attacked & !en_prise;
    }
}

impl View {
    /// Of `position`, reached by `trail`.
    pub fn new(position: &Chess, trail: &Trail) -> View {
        let board = position.board();
        let white = position.turn() == Color::White;
        let flip = if white { 0 } else { 56 };
        let turned = |set: Bitboard| if white { set.0 } else { set.0.swap_bytes() };
        let own = turned(board.by_color(position.turn()));
        let enemy = turned(board.by_color(!position.turn()));
        let occupied = own | enemy;
        let mut boards = [0; BOARDS];
        for (i, role) in Role::ALL.into_iter().enumerate() {
            let men = turned(board.by_role(role));
            boards[i] = men & own;
            boards[6 + i] = men & enemy;
        }
        let ours = Attacks::of(&boards[..6], true, occupied);
        let theirs = Attacks::of(&boards[6..12], false, occupied);
        let (pieces, rest) = boards.split_at_mut(OWN_STATUS);
        statuses(&pieces[..6], ours.all, &theirs.by, &mut rest[..15]);
        statuses(&pieces[6..], theirs.all, &ours.by, &mut rest[ENEMY_STATUS - OWN_STATUS..][..15]);
        let (king, enemy_king) = (lowest(boards[5]), lowest(boards[11]));
        let around = screens(king, &boards[6..12], occupied);
        let screening = screens(enemy_king, &boards[..6], occupied);
        boards[PINNED] = around & own;
        boards[PINNED + 1] = screening & enemy;
        boards[KING_ZONE] = attacks::king_attacks(Square::new(king.into())).0 & theirs.all;
        boards[KING_ZONE + 1] = attacks::king_attacks(Square::new(enemy_king.into())).0 & ours.all;
        boards[PASSED] = boards[0] & !ahead(boards[6], false);
        boards[PASSED + 1] = boards[6] & !ahead(boards[0], true);
        let at_king = Square::new(enemy_king.into());
        let diagonal = lines::bishop(enemy_king.into(), occupied);
        let straight = lines::rook(enemy_king.into(), occupied);
        let turn_step = |s: Option<Step>| s.map(|s| Step { from: s.from ^ flip, to: s.to ^ flip, ..s });
        let key = |s: Option<Step>| s.map_or(384, |s| u32::from(s.role) * 64 + u32::from(s.to));
        let (last, own_step) = (turn_step(trail.last), turn_step(trail.own));
        View {
            flip,
            occupied,
            enemy_attacks: theirs.by,
            own_all: ours.all,
            own_twice: ours.twice,
            checking: [
                attacks::pawn_attacks(Color::Black, at_king).0,
                attacks::knight_attacks(at_king).0,
                diagonal,
                straight,
                diagonal | straight,
                0,
            ],
            discovering: screening & own,
            enemy_king,
            last_key: key(last),
            own_key: key(own_step),
            last,
            own: own_step,
            last_to: last.map_or(64, |s| s.to.into()),
            own_from: own_step.map_or(64, |s| s.from.into()),
            own_to: own_step.map_or(64, |s| s.to.into()),
            answer: if last.is_some_and(|s| s.capture) { 1 } else { 2 },
            returned: usize::from(returned(trail)) << 5,
            phase: (occupied.count_ones() - 1).min(31) / 4,
            prey: [boards[7] | boards[8] | boards[9] | boards[10], boards[9] | boards[10], boards[10], 0],
            undefended: enemy & !theirs.all,
            boards,
        }
    }

    /// The input rows that do not come from the sets, without style (`tight.6`).
    pub fn rows(&self, position: &Chess, trail: &Trail, mut add: impl FnMut(u16)) {
        add(ALWAYS);
        if let Some(last) = self.last {
            add(LAST_MOVE + self.last_key as u16);
            add(LAST_ORIGIN + u16::from(last.from));
            if last.capture {
                add(LAST_CAPTURE);
            }
        }
        if let Some(own) = self.own {
            add(OWN_MOVE + self.own_key as u16);
            add(OWN_ORIGIN + u16::from(own.from));
        }
        let turn = position.turn();
        for (i, (color, side)) in [
            (turn, CastlingSide::KingSide),
            (turn, CastlingSide::QueenSide),
            (!turn, CastlingSide::KingSide),
            (!turn, CastlingSide::QueenSide),
        ]
        .into_iter()
        .enumerate()
        {
            if position.castles().has(color, side) {
                add(CASTLING + i as u16);
            }
        }
        if let Some(square) = position.maybe_ep_square() {
            add(EN_PASSANT + square.file() as u16);
        }
        match position.checkers().count() {
            0 => {}
            1 => add(CHECK),
            _ => add(CHECK + 1),
        }
        add(AGE + age(trail.ply));
        add(QUIET + still(trail.quiet));
    }
}

#[inline(always)]
fn has(set: u64, square: usize) -> usize {
    (set >> (square & 63) & 1) as usize
}

/// How far the game has gone, 0 to 23.
fn age(ply: u32) -> u16 {
    match ply {
        0..16 => ply as u16 / 2,
        _ => (8 + (ply - 16) / 8).min(23) as u16,
    }
}

/// How long nothing was captured and no pawn moved, 0 to 8.
fn still(plies: u32) -> u16 {
    match plies {
        0..=1 => plies as u16,
        2..=3 => 2,
        4..=7 => 3,
        8..=15 => 4,
        16..=31 => 5,
        32..=63 => 6,
        64..=89 => 7,
        _ => 8,
    }
}

/// Whether the other side just took back its move before.
fn returned(trail: &Trail) -> bool {
    match (trail.last, trail.older) {
        (Some(last), Some(older)) => last.from == older.to && last.to == older.from,
        _ => false,
    }
}

/// The squares in front of `pawns` on their own and the neighbouring files.
fn ahead(pawns: u64, up: bool) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let mut files = pawns | (pawns & NOT_A) >> 1 | (pawns & NOT_H) << 1;
    files = if up { files << 8 } else { files >> 8 };
    for step in [8, 16, 32] {
        files |= if up { files << step } else { files >> step };
    }
    files
}
