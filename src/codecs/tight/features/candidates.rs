//! All legal moves at once: the features of each ([`Features::move_features`]), with what the moves of a role and of a piece
//! have in common computed once.

use std::ops::Range;

use super::{
    Features, has,
    move_features::{
        CAPTURE_CLASS, EXCHANGE, FOLLOW_UP, FROM, MOVE_FEATURES, MoveFeatures, PATH, PHASE, RELATION, REPLY,
        STATUS_CLASS, THREAT, THREAT_CLASS, TOWARDS_KING,
    },
};
use crate::board::legal_moves::{
    BISHOP, CLASS, KING, KNIGHT, LegalMove, NO_PIECE, PAWN, QUEEN, ROOK, SquareAttacks, attacks_from, line, squares,
};

/// The `u64`s of a set of move features; a power of two, so that a remainder is a mask.
const SET_LENGTH: usize = MOVE_FEATURES.div_ceil(64).next_power_of_two();

/// A legal move, with the part of its score that does not depend on the hidden units.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    m: LegalMove,
    /// The move features that not all moves of the piece have: to square, capture, threat.
    features: [u16; 3],
    /// The sum of its entries of the pair table.
    entries: i32,
}

/// The moves of one piece.
#[derive(Debug, Clone, Copy)]
struct PieceMoves {
    /// The index of its first move, and the number of its moves.
    first: usize,
    count: usize,
    /// The move features of all its moves: from square and status.
    features: [u16; 2],
}

/// The legal moves of a position.
pub struct Candidates {
    moves: Vec<Candidate>,
    pieces: [PieceMoves; 64],
    piece_count: usize,
    /// By square the index of the piece among `pieces`, for those that have moves.
    piece_on: [u8; 64],
    /// The squares of the pieces that have moves.
    movers: u64,
    /// The move features of all moves.
    pub move_features: MoveFeatureSet,
}

/// A set of move features.
pub type MoveFeatureSet = [u64; SET_LENGTH];
/// The outputs of all move features.
pub type Outputs = [i32; 64 * SET_LENGTH];

/// A part of the table for one piece: one entry for each to square.
type BySquare = [i8; 64];

/// Offsets that follow from the [`SquareAttacks`] of the to square, for a piece of some class.
#[derive(Clone, Copy)]
struct ToSquare {
    /// Attacker, support, captured piece: the first of their exchange entries.
    exchange: u8,
    /// Captured piece and danger: the first of their capture features.
    capture: u8,
    danger: u8,
}

/// [`ToSquare`] by class and byte.
static TO_SQUARES: [[ToSquare; 256]; 5] = to_squares();

const fn to_squares() -> [[ToSquare; 256]; 5] {
    let mut table = [[ToSquare { exchange: 0, capture: 0, danger: 0 }; 256]; 5];
    let mut i = 0;
    while i < 5 * 256 {
        let (class, square_attacks) = (i / 256, SquareAttacks(i as u8));
        let (attacker, captured) = (square_attacks.lowest_attacker(), square_attacks.captured());
        if attacker <= 5 && captured <= NO_PIECE {
            let is_push = class == 0 && captured == NO_PIECE;
            let support = if is_push { square_attacks.defended() } else { square_attacks.defended_twice() };
            let danger = match attacker {
                5 => 0,
                _ if attacker < class => 1,
                _ => 2 + support,
            };
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

/// The threat by the kinds of hanging pieces that are attacked, one bit for each (`tight.8`).
const THREATS: [u8; 16] = [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];

/// Entries by attacker, support, captured piece and check.
const EXCHANGES: usize = 6 * 2 * 6 * 2;

/// What the moves of one piece have in common, special moves aside.
struct PieceContext<'a> {
    /// By attacker, support, captured piece and check; the entries after those are not used.
    exchange: &'a [i8; 256],
    /// Four entries that depend on role and to square, and the one that depends on from and to square.
    by_square: [&'a BySquare; 5],
    relation: &'a BySquare,
    /// The bits of the relation of all moves, and those of a move to the from square of our last move.
    relation_bits: usize,
    bits_on_previous_from: usize,
    /// By threat and danger, four entries apart.
    threat: &'a [i8],
    /// The to squares that give check, or discover one.
    check_squares: u64,
    /// The occupancy without the piece.
    occupied: u64,
}

impl Default for Candidates {
    /// Without moves.
    fn default() -> Candidates {
        Candidates {
            moves: Vec::with_capacity(64),
            pieces: [PieceMoves { first: 0, count: 0, features: [0; 2] }; 64],
            piece_count: 0,
            piece_on: [0; 64],
            movers: 0,
            move_features: [0; SET_LENGTH],
        }
    }
}

impl Candidates {
    /// Changes to the legal moves of another position. `table` is that of the model (`tight.10`).
    #[inline(always)]
    pub fn update(&mut self, features: &Features<'_>, table: &[i8]) {
        self.move_features = [0; SET_LENGTH];
        self.moves.clear();
        (self.piece_count, self.movers) = (0, 0);
        // By role, because the roles of the pieces on successive squares are hard for a processor to predict.
        self.add_pieces::<PAWN>(features, table);
        self.add_pieces::<KNIGHT>(features, table);
        self.add_pieces::<BISHOP>(features, table);
        self.add_pieces::<ROOK>(features, table);
        self.add_pieces::<QUEEN>(features, table);
        self.add_pieces::<KING>(features, table);
    }

    #[inline(always)]
    fn add_pieces<const ROLE: usize>(&mut self, features: &Features<'_>, table: &[i8]) {
        let castling = if ROLE == KING { features.legal.castling } else { 0 };
        for from in squares(features.legal.us[ROLE]) {
            if features.legal.targets[from as usize & 63] | castling == 0 {
                continue;
            }
            let first = self.moves.len();
            self.add_moves::<ROLE>(features, table, from);
            let status = features.status(ROLE, from);
            let of_move = [FROM + (ROLE as u16 * 64 + from as u16), STATUS_CLASS + (ROLE * 4 + status) as u16];
            of_move.into_iter().for_each(|feature| self.add_features(feature, 1));
            self.piece_on[from as usize & 63] = self.piece_count as u8;
            self.movers |= 1 << from;
            self.pieces[self.piece_count % 64] =
                PieceMoves { first, count: self.moves.len() - first, features: of_move };
            self.piece_count += 1;
        }
    }

    #[inline(always)]
    fn add_moves<const ROLE: usize>(&mut self, features: &Features<'_>, table: &[i8], from: u32) {
        let targets = features.legal.targets[from as usize & 63];
        if features.legal.is_special(ROLE, from) {
            return self.add_special(features, table, ROLE, from);
        }
        let piece = PieceContext::new::<ROLE>(features, table, from);
        let (first_capture, first_threat) = (CAPTURE_CLASS + ROLE as u16 * CAPTURES, THREAT_CLASS + ROLE as u16 * 5);
        let (mut captures, mut threats) = (0, 0);
        for to in squares(targets) {
            let (capture, threat, entries) = piece.evaluate::<ROLE>(features, to);
            captures |= 1 << capture;
            threats |= 1 << threat;
            let of_move = [ROLE as u16 * 64 + to as u16, first_capture + capture, first_threat + threat];
            self.moves.push(Candidate { m: LegalMove::new(from, to, 0), features: of_move, entries });
        }
        self.move_features[ROLE] |= targets;
        self.add_features(first_capture, captures);
        self.add_features(first_threat, threats);
    }

    /// Adds the moves of a piece that castles, promotes, or captures en passant.
    #[cold]
    fn add_special(&mut self, features: &Features<'_>, table: &[i8], role: usize, from: u32) {
        features.legal.visit_moves(role, from, |to, special| {
            let m = LegalMove::new(from, to, special);
            let MoveFeatures { features: [to, _, capture, _, threat], entries } = features.move_features(m);
            let features = [to, capture, threat];
            features.into_iter().for_each(|feature| self.add_features(feature, 1));
            let entries = entries.iter().map(|entry| i32::from(table[*entry as usize])).sum();
            self.moves.push(Candidate { m, features, entries });
        });
    }

    /// Adds move features: bit i of `set` stands for `first` + i.
    #[inline(always)]
    fn add_features(&mut self, first: u16, set: u64) {
        let (at, shift) = (usize::from(first >> 6), first & 63);
        self.move_features[at % SET_LENGTH] |= set << shift;
        self.move_features[(at + 1) % SET_LENGTH] |= set >> 1 >> (63 - shift);
    }

    /// The moves, in any order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = LegalMove> {
        self.moves.iter().map(|candidate| candidate.m)
    }

    /// The move at an index among [`Candidates::moves`].
    pub fn at(&self, index: usize) -> LegalMove {
        self.moves[index].m
    }

    /// For each piece, by ascending squares, the indices of its moves among [`Candidates::moves`]. There they have the order of
    /// `tight.11`.
    pub fn by_piece(&self) -> impl Iterator<Item = Range<usize>> {
        squares(self.movers).map(|from| {
            let piece = &self.pieces[usize::from(self.piece_on[from as usize])];
            piece.first..piece.first + piece.count
        })
    }

    /// Computes the scores of the moves from the outputs of the move features (`tight.10`).
    #[inline(always)]
    pub fn scores(&self, outputs: &Outputs, scores: &mut Vec<i32>) {
        let output = |feature: u16| outputs[usize::from(feature) % outputs.len()];
        scores.clear();
        scores.resize(self.moves.len(), 0);
        for piece in &self.pieces[..self.piece_count] {
            let common = output(piece.features[0]) + output(piece.features[1]);
            let moves = &self.moves[piece.first..][..piece.count];
            for (m, score) in moves.iter().zip(&mut scores[piece.first..][..piece.count]) {
                let [to, capture, threat] = m.features;
                *score = common + output(to) + output(capture) + output(threat) + 64 * m.entries;
            }
        }
    }
}

impl<'a> PieceContext<'a> {
    #[inline(always)]
    fn new<const ROLE: usize>(features: &Features<'_>, table: &'a [i8], from: u32) -> PieceContext<'a> {
        let status = features.status(ROLE, from);
        let discovered = match has(features.discoverers, from) {
            0 => 0,
            _ => !line(features.legal.their_king, from),
        };
        let part = |first: usize| -> &'a BySquare { table[first..].first_chunk().expect("a part of the table") };
        let of_role = |first: usize| part(first + 64 * ROLE);
        let exchange = table[EXCHANGE + (ROLE * 4 + status) * EXCHANGES..].first_chunk();
        PieceContext {
            exchange: exchange.expect("a part of the table"),
            by_square: [
                of_role(REPLY + features.last_key * 384),
                of_role(FOLLOW_UP + features.previous_key * 384),
                of_role(TOWARDS_KING + features.legal.their_king as usize * 384),
                of_role(PHASE + features.phase * 384),
                part(PATH + (ROLE * 64 + from as usize) * 64),
            ],
            relation: of_role(RELATION),
            relation_bits: features.undone | usize::from(from == features.previous_to) << 2,
            bits_on_previous_from: 1 << 4 | usize::from(from == features.previous_to) << 3,
            threat: &table[THREAT + ROLE * 80 + status..][..80 - 3],
            check_squares: features.legal.check_squares[ROLE] | discovered,
            occupied: features.legal.occupied & !(1 << from),
        }
    }

    /// [`Features::move_features`] of a move that is not special: the numbers of the capture and of the threat among those of
    /// the role, and the sum of the entries.
    #[inline(always)]
    fn evaluate<const ROLE: usize>(&self, features: &Features<'_>, to: u32) -> (u16, u16, i32) {
        let at = to as usize & 63;
        // tight.8
        let square = TO_SQUARES[CLASS[ROLE]][usize::from(features.square_attacks[at])];
        let check = has(self.check_squares, to);
        let attacked = attacks_from(ROLE, to, self.occupied);
        let hanging = &features.hanging[CLASS[ROLE]];
        let hits = |kind: usize| usize::from(attacked & hanging[kind] != 0) << kind;
        let threat = THREATS[hits(0) | hits(1) | hits(2) | hits(3)];

        // tight.10
        let relation = self.relation_bits
            | if to == features.last_to { features.reply } else { 0 }
            | if to == features.previous_from { self.bits_on_previous_from } else { 0 };
        let entries = i32::from(self.exchange[(usize::from(square.exchange) + check) & 0xFF])
            + self.by_square.iter().map(|part| i32::from(part[at])).sum::<i32>()
            + i32::from(self.relation[relation & 63])
            + i32::from(self.threat[usize::from(threat * 16 + square.danger * 4)]);
        (u16::from(square.capture) + check as u16, u16::from(threat), entries)
    }
}
