//! All legal moves at once: what [`View::read`] sees of each, with what the moves of a role and of a man share found once.

use std::ops::Range;

use super::{
    View, has,
    moves::{
        ANSWER, CAPTURE_CLASS, EXCHANGE, FOLLOW_UP, FROM, ORIGIN_CLASS, OUTPUTS, PATH, PHASE, RELATION, THREAT,
        THREAT_CLASS, TOWARDS_KING,
    },
};
use crate::board::legal_moves::{
    BISHOP, CLASS, KING, KNIGHT, LegalMove, NO_PIECE, PAWN, QUEEN, ROOK, SquareAttacks, line, reach, squares,
};

/// Words of a set of output rows; a power of two, so that a remainder is a mask.
const WORDS: usize = OUTPUTS.div_ceil(64).next_power_of_two();

/// A legal move, with what of its score does not depend on the hidden units.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    m: LegalMove,
    /// The output rows that not all moves of the man have: target, capture, threat.
    rows: [u16; 3],
    /// The sum of its table entries.
    entries: i32,
}

/// Moves of one man.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Its moves: from this one on, so many.
    first: usize,
    count: usize,
    /// The output rows that its moves share: origin and status.
    rows: [u16; 2],
}

/// The legal moves of a position.
pub struct Candidates {
    moves: Vec<Candidate>,
    men: [Piece; 64],
    men_count: usize,
    /// By square the place of the man among `men`, for those that have moves.
    man_on: [u8; 64],
    movers: u64,
    /// The output rows that some move has.
    pub wanted: Wanted,
}

/// A set of output rows.
pub type Wanted = [u64; WORDS];
/// The values of all output rows.
pub type Values = [i32; 64 * WORDS];

/// A part of a table that a man needs: one entry for each target.
type Targets = [i8; 64];

/// What follows from a byte of [`crate::board::legal_moves::LegalMoves::about`] for a man of some class that goes there.
#[derive(Clone, Copy)]
struct Facts {
    /// Attacker, support, victim: where their entries of the exchange begin.
    exchange: u8,
    /// Victim and danger: where their rows of captures begin.
    capture: u8,
    danger: u8,
}

/// [`Facts`] by class and byte.
static FACTS: [[Facts; 256]; 5] = facts();

const fn facts() -> [[Facts; 256]; 5] {
    let mut table = [[Facts { exchange: 0, capture: 0, danger: 0 }; 256]; 5];
    let mut i = 0;
    while i < 5 * 256 {
        let (class, about) = (i / 256, SquareAttacks(i as u8));
        let (attacker, victim) = (about.attacker(), about.victim());
        if attacker <= 5 && victim <= NO_PIECE {
            let is_step = class == 0 && victim == NO_PIECE;
            let support = if is_step { about.once() } else { about.twice() };
            let danger = match attacker {
                5 => 0,
                _ if attacker < class => 1,
                _ => 2 + support,
            };
            table[class][i % 256] = Facts {
                exchange: (((attacker * 2 + support) * 6 + victim) * 2) as u8,
                capture: ((victim * 4 + danger) * 2) as u8,
                danger: danger as u8,
            };
        }
        i += 1;
    }
    table
}

/// Rows of captures of each role: by victim, danger and check.
const CAPTURES: u16 = 6 * 4 * 2;

/// The threat by the kinds of hanging that are attacked, one bit for each (`tight.8`).
const THREATS: [u8; 16] = [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];

/// Entries by attacker, support, victim and check.
const EXCHANGES: usize = 6 * 2 * 6 * 2;

/// What the quiet moves and captures of one man have in common.
struct Mover<'a> {
    /// By attacker, support, victim and check; then what belongs to others.
    exchange: &'a [i8; 256],
    /// Four entries that depend on role and target, and the one that depends on origin and target.
    targets: [&'a Targets; 5],
    relation: &'a Targets,
    /// The part of the relation that does not depend on the target, and what going back to where the last move came from adds.
    related: usize,
    on_own_origin: usize,
    /// By threat and danger, four entries apart.
    threat: &'a [i8],
    /// From where it gives check, or uncovers one.
    checks: u64,
    /// The men that stop it after the move.
    occupied: u64,
}

impl Candidates {
    /// Room for the moves of one position.
    pub fn new() -> Candidates {
        let no_man = Piece { first: 0, count: 0, rows: [0; 2] };
        Candidates {
            moves: Vec::with_capacity(64),
            men: [no_man; 64],
            men_count: 0,
            man_on: [0; 64],
            movers: 0,
            wanted: [0; WORDS],
        }
    }

    /// Turns to the legal moves of another position. `tables` are those of the model (`tight.10`).
    #[inline(always)]
    pub fn look(&mut self, view: &View<'_>, tables: &[i8]) {
        self.wanted = [0; WORDS];
        self.moves.clear();
        (self.men_count, self.movers) = (0, 0);
        // By role, because a processor foresees badly what men stand on the squares one after another.
        self.add_men::<PAWN>(view, tables);
        self.add_men::<KNIGHT>(view, tables);
        self.add_men::<BISHOP>(view, tables);
        self.add_men::<ROOK>(view, tables);
        self.add_men::<QUEEN>(view, tables);
        self.add_men::<KING>(view, tables);
    }

    #[inline(always)]
    fn add_men<const ROLE: usize>(&mut self, view: &View<'_>, tables: &[i8]) {
        let castling = if ROLE == KING { view.sight.castling } else { 0 };
        for from in squares(view.sight.own[ROLE]) {
            if view.sight.targets[from as usize & 63] | castling == 0 {
                continue;
            }
            let first = self.moves.len();
            self.add_moves::<ROLE>(view, tables, from);
            let status = view.status(ROLE, from);
            let rows = [FROM + (ROLE as u16 * 64 + from as u16), ORIGIN_CLASS + (ROLE * 4 + status) as u16];
            rows.into_iter().for_each(|row| self.want(row, 1));
            self.man_on[from as usize & 63] = self.men_count as u8;
            self.movers |= 1 << from;
            self.men[self.men_count % 64] = Piece { first, count: self.moves.len() - first, rows };
            self.men_count += 1;
        }
    }

    #[inline(always)]
    fn add_moves<const ROLE: usize>(&mut self, view: &View<'_>, tables: &[i8], from: u32) {
        let targets = view.sight.targets[from as usize & 63];
        if view.sight.is_special(ROLE, from) {
            return self.add_special(view, tables, ROLE, from);
        }
        let mover = Mover::new::<ROLE>(view, tables, from);
        let (first_capture, first_threat) = (CAPTURE_CLASS + ROLE as u16 * CAPTURES, THREAT_CLASS + ROLE as u16 * 5);
        let (mut captures, mut threats) = (0, 0);
        for to in squares(targets) {
            let (capture, threat, entries) = mover.see::<ROLE>(view, to);
            captures |= 1 << capture;
            threats |= 1 << threat;
            let rows = [ROLE as u16 * 64 + to as u16, first_capture + capture, first_threat + threat];
            self.moves.push(Candidate { m: LegalMove::new(from, to, 0), rows, entries });
        }
        self.wanted[ROLE] |= targets;
        self.want(first_capture, captures);
        self.want(first_threat, threats);
    }

    /// Adds the moves of a man that castles, promotes, or captures en passant.
    #[cold]
    fn add_special(&mut self, view: &View<'_>, tables: &[i8], role: usize, from: u32) {
        view.sight.moves_of(role, from, |to, special| {
            let m = LegalMove::new(from, to, special);
            let seen = view.read(m);
            let [target, _, capture, _, threat] = seen.rows;
            let rows = [target, capture, threat];
            rows.into_iter().for_each(|row| self.want(row, 1));
            let entries = seen.entries.iter().map(|entry| i32::from(tables[*entry as usize])).sum();
            self.moves.push(Candidate { m, rows, entries });
        });
    }

    /// Wants the rows of a set whose first would be `first`.
    #[inline(always)]
    fn want(&mut self, first: u16, rows: u64) {
        let (word, shift) = (usize::from(first >> 6), first & 63);
        self.wanted[word % WORDS] |= rows << shift;
        self.wanted[(word + 1) % WORDS] |= rows >> 1 >> (63 - shift);
    }

    /// The moves, in any order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = LegalMove> {
        self.moves.iter().map(|candidate| candidate.m)
    }

    /// The move at a place among [`Candidates::moves`].
    pub fn at(&self, place: usize) -> LegalMove {
        self.moves[place].m
    }

    /// For each man in the order of their squares the places of its moves among [`Candidates::moves`]. There they have the
    /// order of `tight.11`.
    pub fn men(&self) -> impl Iterator<Item = Range<usize>> {
        squares(self.movers).map(|from| {
            let man = &self.men[usize::from(self.man_on[from as usize])];
            man.first..man.first + man.count
        })
    }

    /// Puts the scores of the moves, by the values of the output rows, into `scores` (`tight.10`).
    #[inline(always)]
    pub fn scores(&self, values: &Values, scores: &mut Vec<i32>) {
        let value = |row: u16| values[usize::from(row) % values.len()];
        scores.clear();
        scores.resize(self.moves.len(), 0);
        for man in &self.men[..self.men_count] {
            let shared = value(man.rows[0]) + value(man.rows[1]);
            let moves = &self.moves[man.first..][..man.count];
            for (m, score) in moves.iter().zip(&mut scores[man.first..][..man.count]) {
                let [target, capture, threat] = m.rows;
                *score = shared + value(target) + value(capture) + value(threat) + 64 * m.entries;
            }
        }
    }
}

impl<'a> Mover<'a> {
    #[inline(always)]
    fn new<const ROLE: usize>(view: &View<'_>, tables: &'a [i8], from: u32) -> Mover<'a> {
        let status = view.status(ROLE, from);
        let uncovers = match has(view.discovering, from) {
            0 => 0,
            _ => !line(view.sight.enemy_king, from),
        };
        let part = |base: usize| -> &'a Targets { tables[base..].first_chunk().expect("a part of the tables") };
        let of_role = |base: usize| part(base + 64 * ROLE);
        Mover {
            exchange: tables[EXCHANGE + (ROLE * 4 + status) * EXCHANGES..].first_chunk().expect("a part of the tables"),
            targets: [
                of_role(ANSWER + view.last_key * 384),
                of_role(FOLLOW_UP + view.own_key * 384),
                of_role(TOWARDS_KING + view.sight.enemy_king as usize * 384),
                of_role(PHASE + view.phase * 384),
                part(PATH + (ROLE * 64 + from as usize) * 64),
            ],
            relation: of_role(RELATION),
            related: view.returned | usize::from(from == view.own_to) << 2,
            on_own_origin: 1 << 4 | usize::from(from == view.own_to) << 3,
            threat: &tables[THREAT + ROLE * 80 + status..][..80 - 3],
            checks: view.sight.checks[ROLE] | uncovers,
            occupied: view.sight.occupied & !(1 << from),
        }
    }

    /// What [`View::read`] sees of a move that is neither castling nor promotion nor en passant: the numbers of the capture and
    /// of the threat among those of the role, and the sum of the entries.
    #[inline(always)]
    fn see<const ROLE: usize>(&self, view: &View<'_>, to: u32) -> (u16, u16, i32) {
        let at = to as usize & 63;
        // tight.8
        let facts = FACTS[CLASS[ROLE]][usize::from(view.about[at])];
        let check = has(self.checks, to);
        let reach = reach(ROLE, to, self.occupied);
        let hanging = &view.hanging[CLASS[ROLE]];
        let hits = |kind: usize| usize::from(reach & hanging[kind] != 0) << kind;
        let threat = THREATS[hits(0) | hits(1) | hits(2) | hits(3)];

        // tight.10
        let relation = self.related
            | if to == view.last_to { view.answer } else { 0 }
            | if to == view.own_from { self.on_own_origin } else { 0 };
        let entries = i32::from(self.exchange[(usize::from(facts.exchange) + check) & 0xFF])
            + self.targets.iter().map(|part| i32::from(part[at])).sum::<i32>()
            + i32::from(self.relation[relation & 63])
            + i32::from(self.threat[usize::from(threat * 16 + facts.danger * 4)]);
        (u16::from(facts.capture) + check as u16, u16::from(threat), entries)
    }
}
