//! All legal moves at once, with the features of each ([`Features::move_features`]). Values shared by the moves of a role or a piece are
//! computed once.

use super::{
    Features, has,
    move_features::{CAPTURE_CLASS, FROM, MoveFeatures, RELATION, RISK, danger},
    move_tables::{BySquare, Exchanges, MoveTables, Paths},
};
use crate::board::legal_moves::{
    BISHOP, CLASS, KING, KNIGHT, LAST_RANK, LegalMove, LegalMoves, NO_PIECE, PAWN, QUEEN, ROOK, SquareAttacks,
    attacks_from, line, squares,
};

/// A legal move, with the data that the network needs to score it.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// The move.
    pub m: LegalMove,
    /// Its move features (`tight.10`): to square, from square, capture, risk, relation.
    pub features: [u16; 5],
    /// The part of its score that does not depend on the units: biases and entries of the pair table.
    pub fixed: i32,
}

/// The legal moves of a position.
#[derive(Default)]
pub struct Candidates {
    /// In the order of `tight.12`.
    moves: Vec<Candidate>,
}

/// Offsets that depend on the [`SquareAttacks`] of the to square, for a piece of some class.
#[derive(Clone, Copy)]
struct ToSquare {
    /// Attacker, support, captured piece: the index of the first of their exchange entries.
    exchange: u8,
    /// Captured piece and danger: the index of the first of their capture features.
    capture: u8,
    danger: u8,
}

/// [`ToSquare`] by class and byte.
static TO_SQUARES: [[ToSquare; 256]; 5] = to_squares();

/// One role of each class.
const ROLES: [usize; 5] = [PAWN, KNIGHT, ROOK, QUEEN, KING];

const fn to_squares() -> [[ToSquare; 256]; 5] {
    let mut table = [[ToSquare { exchange: 0, capture: 0, danger: 0 }; 256]; 5];
    let mut i = 0;
    while i < 5 * 256 {
        let class = i / 256;
        let square_attacks = SquareAttacks(i as u8);
        let attacker = square_attacks.lowest_attacker();
        let captured = square_attacks.captured();
        if attacker <= 5 && captured <= NO_PIECE {
            let is_push = class == 0 && captured == NO_PIECE;
            let support = if is_push { square_attacks.defended() } else { square_attacks.defended_twice() };
            let danger = danger(ROLES[class], attacker, support);
            table[class][i % 256] = ToSquare {
                exchange: (((attacker * 2 + support) * 6 + captured) * 2) as u8,
                capture: ((captured * 4 + danger) * 2) as u8,
                danger: danger as u8,
            };
        }
        i += 1;
    }
    table
}

/// Capture features of each role: by captured piece, danger and check.
const CAPTURES: u16 = 6 * 4 * 2;

/// Risk features of each role and status: by threat and danger.
const RISKS: u16 = 5 * 4;

/// Values shared by all pieces of a position.
struct Context<'a> {
    features: &'a Features<'a>,
    tables: &'a MoveTables,
    /// The parts of the pair table for the last and the previous move, by role.
    replies: &'a [BySquare; 6],
    follow_ups: &'a [BySquare; 6],
    /// By from square, the index of the first move of our piece there.
    firsts: [u16; 64],
    /// The bits of the relation that depend only on the to square.
    relations: [u8; 64],
}

/// Values shared by the moves of one piece, except special moves.
struct PieceContext<'a> {
    exchanges: &'a Exchanges,
    paths: &'a Paths,
    /// Two entries that depend on role and to square.
    by_square: [&'a BySquare; 2],
    /// The move feature of all its moves, and the first features for captures, risks and relations.
    from_feature: u16,
    first_capture: u16,
    first_risk: u16,
    first_relation: u16,
    /// The bits of the relation of all moves, and of a move back to the piece's previous square.
    relation: u8,
    back: u8,
    /// The to squares on which the piece gives check or discovers one.
    check_squares: u64,
    /// The occupancy without the piece.
    occupied: u64,
}

impl Candidates {
    /// Replaces the moves by the legal moves of another position.
    #[inline(always)]
    pub fn update(&mut self, features: &Features<'_>, tables: &MoveTables) {
        let (firsts, count) = firsts(features.legal);
        let blank = Candidate { m: LegalMove(0), features: [0; 5], fixed: 0 };
        self.moves.resize(count, blank);
        let context = Context::new(features, tables, firsts);
        // By role, because the roles of pieces on successive squares are hard to predict for a processor.
        self.find_moves::<PAWN>(&context);
        self.find_moves::<KNIGHT>(&context);
        self.find_moves::<BISHOP>(&context);
        self.find_moves::<ROOK>(&context);
        self.find_moves::<QUEEN>(&context);
        self.find_moves::<KING>(&context);
    }

    /// Finds the moves of our pieces of one role.
    #[inline(always)]
    fn find_moves<const ROLE: usize>(&mut self, context: &Context<'_>) {
        let legal = context.features.legal;
        for from in squares(legal.us[ROLE]) {
            let targets = legal.targets[from as usize & 63];
            let moves = &mut self.moves[usize::from(context.firsts[from as usize & 63])..];
            if legal.is_special(ROLE, from) {
                context.find_special(ROLE, from, moves);
            } else if targets != 0 {
                let piece = PieceContext::new::<ROLE>(context, from);
                for (to, m) in squares(targets).zip(moves) {
                    *m = piece.candidate::<ROLE>(context, from, to);
                }
            }
        }
    }

    /// The moves, in the order of `tight.12`.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.moves
    }

    /// Returns the index of a move, if it is legal.
    pub fn index_of(&self, m: LegalMove) -> Option<usize> {
        self.moves.binary_search_by_key(&m, |candidate| candidate.m).ok()
    }
}

/// Returns, by from square, the index of the first move of our piece there in the order of `tight.12`, and the number of moves.
#[inline(always)]
fn firsts(legal: &LegalMoves) -> ([u16; 64], usize) {
    let mut firsts = [0; 64];
    let mut count = 0;
    let promoting = legal.us[PAWN] & LAST_RANK >> 8;
    for from in squares(legal.our_pieces) {
        firsts[from as usize & 63] = count as u16;
        let castling = if from == legal.our_king { legal.castling.count_ones() } else { 0 };
        // Each square of the last rank has four promotions.
        count += (legal.targets[from as usize & 63].count_ones() << (2 * has(promoting, from))) + castling;
    }
    (firsts, count as usize)
}

impl<'a> Context<'a> {
    #[inline(always)]
    fn new(features: &'a Features<'a>, tables: &'a MoveTables, firsts: [u16; 64]) -> Context<'a> {
        Context {
            features,
            tables,
            replies: tables.replies(features.last_key),
            follow_ups: tables.follow_ups(features.previous_key),
            firsts,
            relations: features.relations_by_to(),
        }
    }

    /// Finds the moves of a piece that castles, promotes, or captures en passant.
    #[cold]
    fn find_special(&self, role: usize, from: u32, moves: &mut [Candidate]) {
        let mut moves = moves.iter_mut();
        self.features.legal.visit_moves(role, from, |to, special| {
            let m = LegalMove::new(from, to, special);
            let MoveFeatures { features, entries } = self.features.move_features(m);
            let entries: i32 = entries.iter().map(|entry| i32::from(self.tables.pair_table[*entry as usize])).sum();
            let fixed = 64 * entries + features.iter().map(|feature| self.tables.bias(*feature)).sum::<i32>();
            *moves.next().expect("as many as were counted") = Candidate { m, features, fixed };
        });
    }
}

impl<'a> PieceContext<'a> {
    #[inline(always)]
    fn new<const ROLE: usize>(context: &Context<'a>, from: u32) -> PieceContext<'a> {
        let features = context.features;
        let status = features.status(from);
        let discovered = match has(features.discoverers, from) {
            0 => 0,
            _ => !line(features.legal.their_king, from),
        };
        let from_feature = FROM + (ROLE as u16 * 64 + from as u16);
        PieceContext {
            exchanges: context.tables.exchanges(ROLE, status),
            paths: context.tables.paths(ROLE, from),
            by_square: [&context.replies[ROLE], &context.follow_ups[ROLE]],
            from_feature,
            first_capture: CAPTURE_CLASS + ROLE as u16 * CAPTURES,
            first_risk: RISK + (ROLE * 4 + status) as u16 * RISKS,
            first_relation: RELATION + ROLE as u16 * 64,
            relation: features.undone as u8 | u8::from(from == features.previous_to) << 2,
            back: u8::from(from == features.previous_to) << 3,
            check_squares: features.legal.check_squares[ROLE] | discovered,
            occupied: features.legal.occupied & !(1 << from),
        }
    }

    /// Returns a move that is not special, with the features of [`Features::move_features`].
    #[inline(always)]
    fn candidate<const ROLE: usize>(&self, context: &Context<'_>, from: u32, to: u32) -> Candidate {
        let at = to as usize & 63;
        // tight.9
        let square = TO_SQUARES[CLASS[ROLE]][usize::from(context.features.square_attacks[at])];
        let check = has(self.check_squares, to);
        let threat = threat(attacks_from(ROLE, to, self.occupied), &context.features.hanging[CLASS[ROLE]]);
        let by_to = context.relations[at];
        let relation = self.relation | by_to | by_to >> 1 & self.back;

        let features = [
            ROLE as u16 * 64 + to as u16,
            self.from_feature,
            self.first_capture + u16::from(square.capture) + check as u16,
            self.first_risk + 4 * threat + u16::from(square.danger),
            self.first_relation + u16::from(relation),
        ];
        let [_, _, _, risk, relation] = features;
        let entries = self.by_square.iter().map(|part| i32::from(part[at])).sum::<i32>();
        let fixed = 64 * entries
            + self.exchanges[usize::from(square.exchange) + check]
            + self.paths[at]
            + context.tables.bias(risk)
            + context.tables.bias(relation);
        Candidate { m: LegalMove::new(from, to, 0), features, fixed }
    }
}

/// Returns the threat of a piece that attacks these squares, by kinds of hanging pieces (`tight.9`).
#[inline(always)]
fn threat(attacked: u64, hanging: &[u64; 4]) -> u16 {
    let mut threat = 0;
    for (kind, pieces) in hanging.iter().enumerate() {
        if attacked & pieces != 0 {
            threat = kind as u16 + 1;
        }
    }
    threat
}
