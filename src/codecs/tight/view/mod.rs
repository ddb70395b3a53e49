//! What the model sees of a position and of its moves: numbers of rows and of table entries (`tight.4` to `tight.10`).
//!
//! Everything is seen from the side to move: with Black to move, the board is turned upside down (square ^ 56) first.

use shakmaty::{CastlingSide, Chess, Move, Position, Square};

use crate::board::legal_moves::{CLASS, KING, LegalMoves, PAWN, ahead, blockers, reach};

mod candidates;
mod moves;

pub use candidates::{Candidates, Values, Wanted};
pub use moves::{ENTRIES, OUTPUTS};

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
/// The first of the rows that are neither squares of sets nor moves.
pub const FLAGS: u16 = OWN_ORIGIN + 64;
const LAST_CAPTURE: u16 = FLAGS;
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

/// A position, and what came before it, as the side to move sees them.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// What the position is.
    pub sight: &'a LegalMoves,
    /// The sets of `tight.5`.
    pub boards: [u64; BOARDS],
    /// See [`LegalMoves::about`].
    about: [u8; 64],
    /// Own men that alone stand between the enemy's king and an own slider.
    discovering: u64,
    /// By the class of the man that attacks them: pawns, minor pieces, rooks, queens that are hanging (`tight.8`).
    hanging: [[u64; 4]; 5],
    last: Option<Step>,
    own: Option<Step>,
    /// 64 role + target of the last move, and of the own move before; 384 for none.
    last_key: usize,
    own_key: usize,
    /// Squares that moves are compared with; 64 for none.
    last_to: u32,
    own_from: u32,
    own_to: u32,
    /// Bits of the relation that hold for every move: a capture on the last target, and the other side took back its move.
    answer: usize,
    returned: usize,
    phase: usize,
}

/// The three status sets of each role but the king: loose, en prise, in tension (`tight.5`).
#[inline(always)]
fn statuses(men: &[u64; 6], defended: u64, attacked_by: &[u64; 5], out: &mut [u64]) {
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

/// `tight.5`
#[inline(always)]
fn boards(sight: &LegalMoves, screening: u64) -> [u64; BOARDS] {
    let LegalMoves { own, enemy, ours, theirs, .. } = sight;
    let mut boards = [0; BOARDS];
    boards[..6].copy_from_slice(own);
    boards[6..12].copy_from_slice(enemy);
    statuses(own, ours.all, &theirs.by, &mut boards[OWN_STATUS..][..15]);
    statuses(enemy, theirs.all, &ours.by, &mut boards[ENEMY_STATUS..][..15]);
    boards[PINNED] = sight.blockers & sight.own_all;
    boards[PINNED + 1] = screening & sight.enemy_all;
    boards[KING_ZONE] = reach(KING, sight.king, 0) & theirs.all;
    boards[KING_ZONE + 1] = reach(KING, sight.enemy_king, 0) & ours.all;
    boards[PASSED] = own[PAWN] & !ahead(enemy[PAWN], false);
    boards[PASSED + 1] = enemy[PAWN] & !ahead(own[PAWN], true);
    boards
}

/// For each class of attackers the men that are hanging, by their kind (`tight.8`).
#[inline(always)]
fn hanging(sight: &LegalMoves) -> [[u64; 4]; 5] {
    let [pawns, knights, bishops, rooks, queens, _] = sight.enemy;
    let kinds = [pawns, knights | bishops, rooks, queens];
    // A kind is the class of its men.
    std::array::from_fn(|class| {
        std::array::from_fn(|kind| if kind > class { kinds[kind] } else { kinds[kind] & !sight.theirs.all })
    })
}

impl<'a> View<'a> {
    /// Of a position that was reached by `trail`.
    #[inline(always)]
    pub fn new(sight: &'a LegalMoves, trail: &Trail) -> View<'a> {
        let screening = blockers(sight.enemy_king, &sight.own, sight.occupied);
        let flip = sight.flip as u8;
        let turned = |s: Option<Step>| s.map(|s| Step { from: s.from ^ flip, to: s.to ^ flip, ..s });
        let key = |s: Option<Step>| s.map_or(384, |s| usize::from(s.role) * 64 + usize::from(s.to));
        let (last, own) = (turned(trail.last), turned(trail.own));
        View {
            sight,
            boards: boards(sight, screening),
            about: sight.square_attacks(),
            discovering: screening & sight.own_all,
            hanging: hanging(sight),
            last_key: key(last),
            own_key: key(own),
            last,
            own,
            last_to: last.map_or(64, |s| s.to.into()),
            own_from: own.map_or(64, |s| s.from.into()),
            own_to: own.map_or(64, |s| s.to.into()),
            answer: if last.is_some_and(|s| s.capture) { 1 } else { 2 },
            returned: usize::from(returned(trail)) << 5,
            phase: ((sight.occupied.count_ones() - 1).min(31) / 4) as usize,
        }
    }

    /// The input rows that do not come from the sets, without style (`tight.6`).
    #[inline(always)]
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
        match self.sight.checkers.count_ones() {
            0 => {}
            1 => add(CHECK),
            _ => add(CHECK + 1),
        }
        add(AGE + age(trail.ply));
        add(QUIET + still(trail.quiet));
    }
}

/// 1 if the square is in the set.
#[inline(always)]
fn has(set: u64, square: u32) -> usize {
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
