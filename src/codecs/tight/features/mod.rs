//! The inputs of the model: numbers of input features, of move features and of entries of the pair table (`tight.4` to `tight.11`).
//!
//! Everything is relative to the side to move: if Black is to move, the board is flipped vertically (square ^ 56) first.

use crate::{
    Piece, Position,
    board::{
        MadeMove,
        castling::HOME_RANKS,
        legal_moves::{CLASS, KING, LegalMoves, PAWN, attacks_from, blockers, passed_pawn_spans},
    },
    moves::UndoMove,
};

mod candidates;
mod move_features;
mod move_tables;
mod visits;

pub use candidates::{Candidate, Candidates};
pub use move_features::{ENTRIES, MOVE_FEATURES};
pub use move_tables::{MoveTables, OutputBiases};
pub use visits::Visits;

/// Sets of squares; each square of a set is an input feature (`tight.5`).
pub const SQUARE_SETS: usize = 48;
/// The features of a position.
pub type SquareSets = [u64; SQUARE_SETS];
const OUR_STATUS: usize = 12;
const THEIR_STATUS: usize = 27;
const PINNED: usize = 42;
const KING_ZONE: usize = 44;
const PASSED: usize = 46;

/// First numbers of the other input features (`tight.6`).
const LAST_MOVE: u16 = 64 * SQUARE_SETS as u16;
const LAST_FROM: u16 = LAST_MOVE + 384;
const PREVIOUS_MOVE: u16 = LAST_FROM + 64;
const PREVIOUS_FROM: u16 = PREVIOUS_MOVE + 384;
const OLDER_MOVE: u16 = PREVIOUS_FROM + 64;
const OLDEST_MOVE: u16 = OLDER_MOVE + 384;
/// The first feature that is neither a square of a set nor a move.
pub const FLAGS: u16 = OLDEST_MOVE + 384;
const LAST_CAPTURE: u16 = FLAGS;
const CASTLING: u16 = LAST_CAPTURE + 1;
const EN_PASSANT: u16 = CASTLING + 4;
const CHECK: u16 = EN_PASSANT + 8;
const AGE: u16 = CHECK + 2;
const QUIET: u16 = AGE + 24;
const VISITS: u16 = QUIET + 9;
const VISITS_IN_GAME: u16 = VISITS + 3;
/// The feature that every position has.
pub const ALWAYS: u16 = VISITS_IN_GAME + 2;
/// The first style feature.
pub const STYLE: u16 = ALWAYS + 1;
/// Number of styles (`tight.2`).
pub const STYLES: u16 = 16;
/// The number of input features.
pub const INPUTS: usize = (STYLE + STYLES) as usize;

/// A move that was played.
#[derive(Debug, Clone, Copy)]
pub struct HistoryMove {
    role: u8,
    from: u8,
    to: u8,
    is_capture: bool,
}

impl HistoryMove {
    /// Makes the history of a move that was played; `None` for the null move. Castling is a move of the king.
    pub fn new(MadeMove { packed: m, piece, captured }: MadeMove) -> Option<HistoryMove> {
        let is_capture = captured != Piece::NONE;
        (!m.is_null()).then(|| HistoryMove { role: (piece.0 & 7) - 1, from: m.from(), to: m.to(), is_capture })
    }

    fn flipped(self, flip: u8) -> HistoryMove {
        HistoryMove { from: self.from ^ flip, to: self.to ^ flip, ..self }
    }
}

/// The moves that precede a position.
#[derive(Debug, Clone, Copy, Default)]
pub struct History {
    /// The move that led to the position.
    pub last: Option<HistoryMove>,
    /// The move before that, by the side to move.
    pub previous: Option<HistoryMove>,
    /// The move before that, by the other side.
    pub older: Option<HistoryMove>,
    /// The move before that, by the side to move.
    pub oldest: Option<HistoryMove>,
    /// Number of moves of the line so far.
    pub ply: u32,
    /// Number of moves since the last capture or pawn move, or since the start of the line.
    pub quiet_plies: u32,
}

impl History {
    /// Adds a move that was played (`tight.6`).
    pub fn push(&mut self, undo: &UndoMove) {
        let last = HistoryMove::new(undo.made());
        let is_zeroing = last.is_some_and(|m| m.is_capture || usize::from(m.role) == PAWN);
        *self = History {
            last,
            previous: self.last,
            older: self.previous,
            oldest: self.older,
            ply: self.ply + 1,
            quiet_plies: if is_zeroing { 0 } else { self.quiet_plies + 1 },
        };
    }

    /// Returns `true` if the last move undid the side's move before it.
    fn is_undone(&self) -> bool {
        match (self.last, self.older) {
            (Some(last), Some(older)) => last.from == older.to && last.to == older.from,
            _ => false,
        }
    }
}

/// The features of a position with its history.
#[derive(Debug, Clone)]
pub struct Features<'a> {
    /// The legal moves of the position.
    pub legal: &'a LegalMoves,
    /// The sets of `tight.5`.
    pub square_sets: SquareSets,
    /// Our pieces whose status (`tight.4`) has bit 0, and those whose status has bit 1.
    status_bits: [u64; 2],
    /// See [`LegalMoves::square_attacks`].
    square_attacks: [u8; 64],
    /// Our pieces that alone block a slider of ours from the enemy king: moving one can discover a check.
    discoverers: u64,
    /// By the class of the attacker: pawns, minor pieces, rooks and queens that are hanging (`tight.9`).
    hanging: [[u64; 4]; 5],
    last: Option<HistoryMove>,
    previous: Option<HistoryMove>,
    /// 64 * role + to square of the last move, and of our move before it; 384 if there is none.
    last_key: usize,
    previous_key: usize,
    /// The same for the two moves before these.
    older_key: usize,
    oldest_key: usize,
    /// Squares with which moves are compared; 64 for none.
    last_to: u32,
    previous_from: u32,
    previous_to: u32,
    /// Bits of the relation (`tight.9`) of a move to the last to square, and of every move.
    reply: usize,
    undone: usize,
}

/// The three status sets of each role except the king: loose, en prise, in tension (`tight.5`).
#[inline(always)]
fn put_statuses(pieces: &[u64; 6], defended: u64, attacked_by: &[u64; 5], out: &mut [u64]) {
    let attacked = attacked_by.iter().fold(0, |a, b| a | b);
    let mut by_lower_class = 0;
    for role in 0..5 {
        if role == 1 || role == 3 || role == 4 {
            by_lower_class |= attacked_by[CLASS[role] - 1];
        }
        let en_prise = pieces[role] & (by_lower_class | attacked & !defended);
        out[3 * role] = pieces[role] & !attacked & !defended;
        out[3 * role + 1] = en_prise;
        out[3 * role + 2] = pieces[role] & attacked & !en_prise;
    }
}

/// [`Features::status_bits`].
#[inline(always)]
fn status_bits(square_sets: &SquareSets) -> [u64; 2] {
    square_sets[OUR_STATUS..THEIR_STATUS]
        .as_chunks::<3>()
        .0
        .iter()
        .fold([0, 0], |[low, high], [loose, en_prise, tension]| [low | loose | tension, high | en_prise | tension])
}

/// `tight.5`
#[inline(always)]
fn square_sets(legal: &LegalMoves, their_blockers: u64) -> SquareSets {
    let LegalMoves { us, them, our_attacks, their_attacks, .. } = legal;
    let mut sets = [0; SQUARE_SETS];
    sets[..6].copy_from_slice(us);
    sets[6..12].copy_from_slice(them);
    put_statuses(us, our_attacks.all, &their_attacks.by, &mut sets[OUR_STATUS..][..15]);
    put_statuses(them, their_attacks.all, &our_attacks.by, &mut sets[THEIR_STATUS..][..15]);
    sets[PINNED] = legal.blockers & legal.our_pieces;
    sets[PINNED + 1] = their_blockers & legal.their_pieces;
    sets[KING_ZONE] = attacks_from(KING, legal.our_king, 0) & their_attacks.all;
    sets[KING_ZONE + 1] = attacks_from(KING, legal.their_king, 0) & our_attacks.all;
    sets[PASSED] = us[PAWN] & !passed_pawn_spans(them[PAWN], false);
    sets[PASSED + 1] = them[PAWN] & !passed_pawn_spans(us[PAWN], true);
    sets
}

/// For each class of attackers, the pieces that are hanging for it, by kind (`tight.9`).
#[inline(always)]
fn hanging(legal: &LegalMoves) -> [[u64; 4]; 5] {
    let [pawns, knights, bishops, rooks, queens, _] = legal.them;
    let kinds = [pawns, knights | bishops, rooks, queens];
    // A kind is the class of its pieces.
    std::array::from_fn(|class| {
        std::array::from_fn(|kind| if kind > class { kinds[kind] } else { kinds[kind] & !legal.their_attacks.all })
    })
}

impl<'a> Features<'a> {
    /// Computes the features of a position with this history.
    #[inline(always)]
    pub fn new(legal: &'a LegalMoves, history: &History) -> Features<'a> {
        let their_blockers = blockers(legal.their_king, &legal.us, legal.occupied);
        let flipped = |m: Option<HistoryMove>| m.map(|m| m.flipped(legal.flip as u8));
        let key = |m: Option<HistoryMove>| m.map_or(384, |m| usize::from(m.role) * 64 + usize::from(m.to));
        let last = flipped(history.last);
        let previous = flipped(history.previous);
        let square_sets = square_sets(legal, their_blockers);
        Features {
            legal,
            square_sets,
            status_bits: status_bits(&square_sets),
            square_attacks: legal.square_attacks(),
            discoverers: their_blockers & legal.our_pieces,
            hanging: hanging(legal),
            last_key: key(last),
            previous_key: key(previous),
            older_key: key(flipped(history.older)),
            oldest_key: key(flipped(history.oldest)),
            last,
            previous,
            last_to: last.map_or(64, |m| m.to.into()),
            previous_from: previous.map_or(64, |m| m.from.into()),
            previous_to: previous.map_or(64, |m| m.to.into()),
            reply: if last.is_some_and(|m| m.is_capture) { 1 } else { 2 },
            undone: usize::from(history.is_undone()) << 5,
        }
    }

    /// Returns, by to square, the relation bits of moves to it that do not depend on the from square (`tight.9`).
    #[inline(always)]
    fn relations_by_to(&self) -> [u8; 64] {
        let mut relations = [0; 64];
        if self.last.is_some() {
            relations[self.last_to as usize & 63] = self.reply as u8;
        }
        if self.previous.is_some() {
            relations[self.previous_from as usize & 63] |= 1 << 4;
        }
        relations
    }

    /// Calls `add` with the input features, except the features of the sets and of the style (`tight.6`).
    #[inline(always)]
    pub fn visit_inputs(&self, position: &Position, history: &History, mut add: impl FnMut(u16)) {
        add(ALWAYS);
        if let Some(last) = self.last {
            add(LAST_MOVE + self.last_key as u16);
            add(LAST_FROM + u16::from(last.from));
            if last.is_capture {
                add(LAST_CAPTURE);
            }
        }
        if let Some(previous) = self.previous {
            add(PREVIOUS_MOVE + self.previous_key as u16);
            add(PREVIOUS_FROM + u16::from(previous.from));
        }
        if self.older_key < 384 {
            add(OLDER_MOVE + self.older_key as u16);
        }
        if self.oldest_key < 384 {
            add(OLDEST_MOVE + self.oldest_key as u16);
        }
        visit_castling_rights(position, &mut add);
        if let Some(square) = position.board().en_passant() {
            add(EN_PASSANT + u16::from(square.file()));
        }
        match self.legal.checkers.count_ones() {
            0 => {}
            1 => add(CHECK),
            _ => add(CHECK + 1),
        }
        add(AGE + age_bucket(history.ply));
        add(QUIET + quiet_bucket(history.quiet_plies));
    }
}

#[inline(always)]
fn visit_castling_rights(position: &Position, add: &mut impl FnMut(u16)) {
    let rooks = position.castling_rooks();
    let board = position.board();
    for (side, first) in [(board.side(), CASTLING), (board.side() ^ 1, CASTLING + 2)] {
        let of_side = rooks & HOME_RANKS[side];
        let king = 1 << board.sets().king(side);
        if of_side > king {
            add(first);
        }
        if of_side & (king - 1) != 0 {
            add(first + 1);
        }
    }
}

/// 1 if the square is in the set.
#[inline(always)]
fn has(set: u64, square: u32) -> usize {
    (set >> (square & 63) & 1) as usize
}

/// Maps the number of earlier plies to 24 buckets (`tight.6`).
fn age_bucket(ply: u32) -> u16 {
    match ply {
        0..16 => ply as u16 / 2,
        _ => (8 + (ply - 16) / 8).min(23) as u16,
    }
}

/// Maps the number of plies since the last capture or pawn move to 9 buckets (`tight.6`).
fn quiet_bucket(plies: u32) -> u16 {
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
