//! The ranking: how likely every legal move of a position is, by a sum of integers from a table.
//!
//! Spec chapter: `spec/ranking.md`. The codecs `rank-3bit`, `huffman` and `arith` use it. The table was trained on real games
//! by `conformance/train`.

use std::{str::FromStr, sync::LazyLock};

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use crate::moves::canonical_key;

/// Points for a factor of two in likelihood (`ranking.5`).
pub const POINTS_PER_BIT: i32 = 64;

/// Where the features of each kind begin in the table (`ranking.3`), in the order in which they are stored.
mod base {
    pub const TO: usize = 0;
    pub const FROM: usize = TO + 4 * 6 * 64;
    pub const OWN_KING: usize = FROM + 4 * 6 * 64;
    pub const ENEMY_KING: usize = OWN_KING + 3 * 6 * 64;
    pub const SAFETY: usize = ENEMY_KING + 3 * 6 * 64;
    pub const CAPTURE: usize = SAFETY + 6 * 12 * 12;
    pub const CHECK: usize = CAPTURE + 5 * 6 * 12;
    pub const THREAT: usize = CHECK + 6 * 12;
    pub const EVASION: usize = THREAT + 6 * 4;
    pub const PASSED: usize = EVASION + 12;
    pub const PROMOTION: usize = PASSED + 8;
    pub const CASTLING: usize = PROMOTION + 4;
    pub const RIGHTS: usize = CASTLING + 2;
    pub const EN_PASSANT: usize = RIGHTS + 2;
    pub const END: usize = EN_PASSANT + 1;
}

/// Entries of the table.
pub const FEATURES: usize = base::END;

/// What all moves of a position have in common.
struct View<'a> {
    board: &'a Board,
    us: Color,
    occupied: Bitboard,
    phase: usize,
    own_zone: usize,
    enemy_zone: usize,
    own_once: Bitboard,
    own_twice: Bitboard,
    /// The attacker of every square as a number of three bits, one set for each bit.
    attacker: [u64; 3],
    /// From where a man of each role attacks the enemy's king.
    checks: [Bitboard; 6],
    /// The enemy's men that are worth more than a man of each role.
    richer: [Bitboard; 6],
    /// The enemy's men, but for the king, that no man of theirs defends.
    loose: Bitboard,
    in_check: bool,
    has_rights: bool,
}

impl<'a> View<'a> {
    fn new(position: &'a Chess) -> View<'a> {
        let (board, us) = (position.board(), position.turn());
        let them = !us;
        let occupied = board.occupied();
        let (own, enemy) = (Attacks::of(board, us), Attacks::of(board, them));
        let theirs = board.by_color(them);
        let enemy_once = enemy.by_class.iter().fold(Bitboard::EMPTY, |all, set| all | *set);
        let king = board.king_of(them).unwrap_or(Square::A1);
        let (diagonal, straight) = (attacks::bishop_attacks(king, occupied), attacks::rook_attacks(king, occupied));
        let minors = board.bishops() | board.knights();
        let (rooks, queens) = (board.rooks(), board.queens());
        let heavy = theirs & (rooks | queens);
        View {
            us,
            occupied,
            // ranking.2
            phase: match (occupied & !board.pawns() & !board.kings()).count() {
                12.. => 0,
                8..12 => 1,
                4..8 => 2,
                _ => 3,
            },
            own_zone: zone(board.king_of(us).unwrap_or(Square::A1)),
            enemy_zone: zone(king),
            own_once: own.once,
            own_twice: own.twice,
            attacker: attacker_planes(enemy.by_class),
            checks: [
                attacks::pawn_attacks(them, king),
                attacks::knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            richer: [
                theirs & (minors | rooks | queens),
                heavy,
                heavy,
                theirs & queens,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
            ],
            loose: theirs & !board.kings() & !enemy_once,
            in_check: position.is_check(),
            has_rights: position.castles().has_color(us),
            board,
        }
    }

    /// A square as the mover sees it.
    fn seen(&self, square: Square) -> usize {
        // ranking.1
        let flip = if self.us.is_black() { 56 } else { 0 };
        square as usize ^ flip
    }

    /// Calls `add` with the table entry of every feature that the move has (`ranking.3`).
    fn features(&self, man: &Man, mut add: impl FnMut(usize)) {
        let (role, to) = (man.role as usize - 1, self.seen(man.to));
        add(base::TO + (self.phase * 6 + role) * 64 + to);
        add(base::OWN_KING + (self.own_zone * 6 + role) * 64 + to);
        add(base::ENEMY_KING + (self.enemy_zone * 6 + role) * 64 + to);
        self.origin_features(man, &mut add);
        self.other_features(man, self.safety(man.from, self.own_once), &mut add);
    }

    /// The features that do not depend on the target.
    fn origin_features(&self, man: &Man, mut add: impl FnMut(usize)) {
        let role = man.role as usize - 1;
        add(base::FROM + (self.phase * 6 + role) * 64 + self.seen(man.from));
        add(base::EVASION + 6 * usize::from(self.in_check) + role);
    }

    /// O and T of `ranking.3`.
    #[inline(always)]
    fn safety(&self, square: Square, guards: Bitboard) -> usize {
        let [low, middle, high] = self.attacker;
        let bit = |set: u64, place: u32| (set >> square as u32 & 1) << place;
        (bit(guards.0, 0) | bit(low, 1) | bit(middle, 2) | bit(high, 3)) as usize
    }

    /// The features that are more than a man and a square. `origin` is the safety of the origin.
    fn other_features(&self, man: &Man, origin: usize, mut add: impl FnMut(usize)) {
        let role = man.role as usize - 1;
        let target = self.safety(man.to, if man.attacks_target { self.own_twice } else { self.own_once });
        add(base::SAFETY + (role * 12 + origin) * 12 + target);
        if let Some(victim) = man.victim {
            add(base::CAPTURE + ((victim as usize - 1) * 6 + role) * 12 + target);
        }
        let becomes = man.promotion.unwrap_or(man.role) as usize - 1;
        if self.checks[becomes].contains(man.to) {
            add(base::CHECK + becomes * 12 + target);
        }
        let (richer, loose) = self.threats(man.promotion.unwrap_or(man.role), man.to);
        add(base::THREAT + becomes * 4 + 2 * usize::from(richer) + usize::from(loose));
        if man.role == Role::Pawn && self.is_passed(man.to) {
            add(base::PASSED + self.seen(man.to) / 8);
        }
        match (man.promotion, man.role) {
            (Some(promotion), _) => add(base::PROMOTION + promotion as usize - 2),
            (None, Role::King) if man.castles.is_some() => add(base::CASTLING + usize::from(man.castles == Some(true))),
            (None, Role::King) if self.has_rights => add(base::RIGHTS),
            (None, Role::Rook) if self.has_rights => add(base::RIGHTS + 1),
            _ => {}
        }
        if man.en_passant {
            add(base::EN_PASSANT);
        }
    }

    /// Whether a man of this role on `square` attacks an enemy man worth more, and one that nobody defends.
    fn threats(&self, role: Role, square: Square) -> (bool, bool) {
        let richer = self.richer[role as usize - 1];
        let lines = match role {
            Role::Rook => Bitboard::from_file(square.file()) | Bitboard::from_rank(square.rank()),
            Role::Bishop => attacks::bishop_attacks(square, Bitboard::EMPTY),
            _ => Bitboard::FULL,
        };
        // Most squares have no such man in line, whatever stands between.
        if (lines & (richer | self.loose)).is_empty() {
            return (false, false);
        }
        let reach = self.reach(role, square);
        ((reach & richer).any(), (reach & self.loose).any())
    }

    /// What a man of this role attacks from `square`, with the board as it is before the move.
    fn reach(&self, role: Role, square: Square) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(self.us, square),
            Role::Knight => attacks::knight_attacks(square),
            Role::Bishop => attacks::bishop_attacks(square, self.occupied),
            Role::Rook => attacks::rook_attacks(square, self.occupied),
            Role::Queen => attacks::queen_attacks(square, self.occupied),
            Role::King => attacks::king_attacks(square),
        }
    }

    /// Whether no enemy pawn stands on the file or a file beside it on a higher rank, as the mover sees it.
    fn is_passed(&self, square: Square) -> bool {
        let file = Bitboard::from_file(square.file()).0;
        let files = file
            | (file << 1 & !Bitboard::from_file(shakmaty::File::A).0)
            | (file >> 1 & !Bitboard::from_file(shakmaty::File::H).0);
        let rank = square.rank() as u32;
        let ahead = match self.us {
            Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
            Color::Black => (1_u64 << (8 * rank)) - 1,
        };
        self.board.by_piece((!self.us).pawn()).0 & files & ahead == 0
    }
}

/// ranking.2: for every square the number of the first of five sets that holds it, or 5, bit by bit.
fn attacker_planes([pawns, minors, rooks, queens, king]: [Bitboard; 5]) -> [u64; 3] {
    let (minors, rooks) = (minors & !pawns, rooks & !(pawns | minors));
    let before = pawns | minors | rooks;
    let (queens, king) = (queens & !before, king & !(before | queens));
    let none = !(before | queens | king);
    [(minors | queens | none).0, (rooks | queens).0, (king | none).0]
}

/// ranking.2: files a to c, d and e, f to h.
fn zone(king: Square) -> usize {
    match king.file() as usize {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    }
}

/// What the men of one side attack.
struct Attacks {
    by_class: [Bitboard; 5],
    once: Bitboard,
    twice: Bitboard,
}

impl Attacks {
    fn of(board: &Board, side: Color) -> Attacks {
        let mut all = Attacks { by_class: [Bitboard::EMPTY; 5], once: Bitboard::EMPTY, twice: Bitboard::EMPTY };
        let (men, occupied) = (board.by_color(side), board.occupied());
        let pawns = (men & board.pawns()).0;
        let (not_a, not_h) = (!0x0101_0101_0101_0101_u64, !0x8080_8080_8080_8080_u64);
        let (left, right) = match side {
            Color::White => ((pawns & not_a) << 7, (pawns & not_h) << 9),
            Color::Black => ((pawns & not_a) >> 9, (pawns & not_h) >> 7),
        };
        all.add(0, Bitboard(left));
        all.add(0, Bitboard(right));
        for square in men & board.knights() {
            all.add(1, attacks::knight_attacks(square));
        }
        for square in men & board.bishops() {
            all.add(1, attacks::bishop_attacks(square, occupied));
        }
        for square in men & board.rooks() {
            all.add(2, attacks::rook_attacks(square, occupied));
        }
        for square in men & board.queens() {
            all.add(3, attacks::queen_attacks(square, occupied));
        }
        for square in men & board.kings() {
            all.add(4, attacks::king_attacks(square));
        }
        all
    }

    fn add(&mut self, class: usize, set: Bitboard) {
        self.by_class[class] |= set;
        self.twice |= self.once & set;
        self.once |= set;
    }
}

/// What of a move matters here.
struct Man {
    role: Role,
    from: Square,
    to: Square,
    victim: Option<Role>,
    promotion: Option<Role>,
    en_passant: bool,
    /// `Some(true)` towards the h file.
    castles: Option<bool>,
    /// Whether the man attacks the target before it moves: not so for pawns' steps and castling.
    attacks_target: bool,
}

impl Man {
    fn of(m: &Move) -> Man {
        let quiet = |role, from, to| Man {
            role,
            from,
            to,
            victim: None,
            promotion: None,
            en_passant: false,
            castles: None,
            attacks_target: true,
        };
        match *m {
            Move::Normal { role, from, capture, to, promotion } => Man {
                victim: capture,
                promotion,
                attacks_target: role != Role::Pawn || capture.is_some(),
                ..quiet(role, from, to)
            },
            Move::EnPassant { from, to } => {
                Man { victim: Some(Role::Pawn), en_passant: true, ..quiet(Role::Pawn, from, to) }
            }
            Move::Castle { king, rook } => {
                let to = crate::MoveWord::from_move(*m).to();
                let castles = Some(rook > king);
                Man { castles, attacks_target: false, ..quiet(Role::King, king, Square::new(to.into())) }
            }
            // Drops do not exist in chess.
            Move::Put { role, to } => quiet(role, to, to),
        }
    }
}

/// Calls `add` with move and table entry, for every feature of every legal move, in any order. For training.
pub fn features(position: &Chess, mut add: impl FnMut(Move, usize)) {
    let view = View::new(position);
    for m in position.legal_moves() {
        view.features(&Man::of(&m), |entry| add(m, entry));
    }
}

/// The table (`ranking.4`).
static TABLE: LazyLock<Box<[i16]>> = LazyLock::new(|| numbers(include_str!("../spec/tables/ranking.txt"), FEATURES));

/// The entries for targets, added up for every phase and zones of both kings.
static TARGETS: LazyLock<Box<[[i32; 6 * 64]]>> = LazyLock::new(|| {
    let part = |base: usize, part: usize, at: usize| i32::from(TABLE[base + part * 6 * 64 + at]);
    let sums = |sum: usize| {
        std::array::from_fn(|at| {
            part(base::TO, sum / 9, at) + part(base::OWN_KING, sum / 3 % 3, at) + part(base::ENEMY_KING, sum % 3, at)
        })
    };
    (0..4 * 9).map(sums).collect()
});

/// The numbers of one of the files in `spec/tables`, which are part of the library.
pub(crate) fn numbers<T: FromStr>(text: &str, count: usize) -> Box<[T]> {
    let numbers: Box<[T]> = text.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len(), count, "a table of the library is incomplete");
    numbers
}

/// The legal moves of a position with their points.
#[derive(Debug, Clone)]
pub struct Ranking {
    moves: Vec<Move>,
    /// For every move a number that sorts by descending points, then in canonical order.
    keys: Vec<i32>,
}

/// What the moves of a man have in common, promotions, castling and en passant aside.
struct Mover<'a> {
    from: Square,
    role: Role,
    /// Points of the features that do not depend on the target.
    points: i32,
    /// Safety of the origin.
    origin: usize,
    /// Entries for targets, added up.
    targets: &'a [i32],
    /// Entries for the safety of the target.
    safety: &'a [i16],
    /// Entries for threats.
    threats: &'a [i16],
    /// From where it gives check.
    checks: Bitboard,
}

impl<'a> Mover<'a> {
    fn new(view: &View<'_>, man: &Man, table: &'a [i16], targets: &'a [i32; 6 * 64]) -> Mover<'a> {
        let (mut points, role) = (0, man.role as usize - 1);
        view.origin_features(man, |entry| points += i32::from(table[entry]));
        // Castling has its own features.
        let rights = match man.role {
            Role::King if view.has_rights => i32::from(table[base::RIGHTS]),
            Role::Rook if view.has_rights => i32::from(table[base::RIGHTS + 1]),
            _ => 0,
        };
        let origin = view.safety(man.from, view.own_once);
        Mover {
            from: man.from,
            role: man.role,
            points: points + rights,
            origin,
            targets: &targets[role * 64..][..64],
            safety: &table[base::SAFETY + (role * 12 + origin) * 12..][..12],
            threats: &table[base::THREAT + role * 4..][..4],
            checks: view.checks[role],
        }
    }

    /// The points of a move that is neither promotion nor castling nor en passant.
    #[inline(always)]
    fn points(&self, view: &View<'_>, table: &[i16], to: Square, victim: Option<Role>) -> i32 {
        let step = self.role == Role::Pawn && victim.is_none();
        let target = view.safety(to, if step { view.own_once } else { view.own_twice });
        let mut points = self.points + self.targets[view.seen(to)] + i32::from(self.safety[target]);
        if let Some(victim) = victim {
            points +=
                i32::from(table[base::CAPTURE + ((victim as usize - 1) * 6 + self.role as usize - 1) * 12 + target]);
        }
        if self.checks.contains(to) {
            points += i32::from(table[base::CHECK + (self.role as usize - 1) * 12 + target]);
        }
        if self.role == Role::Pawn && view.is_passed(to) {
            points += i32::from(table[base::PASSED + view.seen(to) / 8]);
        }
        let (richer, loose) = view.threats(self.role, to);
        points + i32::from(self.threats[2 * usize::from(richer) + usize::from(loose)])
    }

    /// The points of any other move.
    #[cold]
    fn special_points(&self, view: &View<'_>, table: &[i16], man: &Man) -> i32 {
        let mut points = self.targets[view.seen(man.to)];
        view.origin_features(man, |entry| points += i32::from(table[entry]));
        view.other_features(man, self.origin, |entry| points += i32::from(table[entry]));
        points
    }
}

impl Ranking {
    /// Gives every legal move its points (`ranking.5`).
    pub fn new(position: &Chess) -> Ranking {
        let (view, table) = (View::new(position), &**TABLE);
        let targets = &TARGETS[(view.phase * 3 + view.own_zone) * 3 + view.enemy_zone];
        let legal = position.legal_moves();
        let mut keys = Vec::with_capacity(legal.len());
        // Moves of one man come one after another.
        let mut mover: Option<Mover<'_>> = None;
        for m in &legal {
            let mover = match &mut mover {
                Some(known) if Some(known.from) == m.from() => known,
                other => other.insert(Mover::new(&view, &Man::of(m), table, targets)),
            };
            let points = match m {
                Move::Normal { capture, to, promotion: None, .. } => mover.points(&view, table, *to, *capture),
                special => mover.special_points(&view, table, &Man::of(special)),
            };
            keys.push(-points << 16 | i32::from(canonical_key(m)));
        }
        Ranking { moves: legal.to_vec(), keys }
    }

    /// The number of legal moves.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no move is legal.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The move with this rank, 0 for the one with the most points (`ranking.6`).
    pub fn nth(&self, rank: usize) -> Option<Move> {
        if rank >= self.len() {
            return None;
        }
        let key = match rank {
            0..FEW => (0..rank).fold(self.after(i32::MIN), |key, _| self.after(key + 1)),
            _ => *self.keys.clone().select_nth_unstable(rank).1,
        };
        self.move_of(key)
    }

    /// The lowest key that is `least` or higher.
    fn after(&self, least: i32) -> i32 {
        self.keys.iter().fold(i32::MAX, |lowest, key| if *key >= least { lowest.min(*key) } else { lowest })
    }

    /// The move with this key.
    fn move_of(&self, key: i32) -> Option<Move> {
        self.keys.iter().position(|other| *other == key).map(|at| self.moves[at])
    }

    fn key_of(&self, m: Move) -> Option<i32> {
        self.moves.iter().position(|other| *other == m).map(|at| self.keys[at])
    }

    /// The rank of a move; `None` if it is not legal.
    pub fn rank_of(&self, m: Move) -> Option<usize> {
        let own = self.key_of(m)?;
        Some(self.keys.iter().map(|key| usize::from(*key < own)).sum())
    }

    /// The points of a move, and those of all moves that come before it, in any order; `None` if it is not legal.
    pub fn with_those_before(&self, m: Move) -> Option<(i32, impl Iterator<Item = i32>)> {
        let own = self.key_of(m)?;
        Some((points_of(own), self.keys.iter().filter(move |key| **key < own).map(|key| points_of(*key))))
    }

    /// The points of all moves, in any order.
    pub fn points(&self) -> impl Iterator<Item = i32> {
        self.keys.iter().map(|key| points_of(*key))
    }

    /// All moves with their points, by ascending rank.
    pub fn by_rank(&self) -> impl Iterator<Item = (Move, i32)> {
        let mut next = i32::MIN;
        let first = move || {
            let key = self.after(next);
            next = key.saturating_add(1);
            key
        };
        let likely = std::iter::repeat_with(first).take(self.len().min(FEW));
        let rest = std::iter::once_with(|| {
            let mut keys = self.keys.clone();
            keys.sort_unstable();
            keys.into_iter().skip(FEW)
        });
        likely.chain(rest.flatten()).filter_map(|key| Some((self.move_of(key)?, points_of(key))))
    }
}

/// Ranks that are found faster by looking for the next one again and again than by sorting.
const FEW: usize = 8;

/// The points in a key.
fn points_of(key: i32) -> i32 {
    -(key >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{positions, ranking};

    /// The sum as `ranking.5` has it.
    fn points_by_features(position: &Chess, wanted: Move) -> i32 {
        let mut points = 0;
        ranking::features(position, |m, entry| points += i32::from(m == wanted) * i32::from(TABLE[entry]));
        points
    }

    #[test]
    fn points_are_sums_of_features_and_ranks_follow_points() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "1n1n3k/2P5/8/2pP4/8/8/8/K2R4 w - c6 0 1",
            "4r2k/8/8/b7/8/2N5/3PR3/4K2r w - - 0 1",
            "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
            "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        ] {
            let position = positions::from_fen(fen.as_bytes()).unwrap();
            let ranking = Ranking::new(&position);
            assert_eq!(ranking.len(), position.legal_moves().len());
            let sorted: Vec<_> = ranking.by_rank().collect();
            assert!(sorted.windows(2).all(|pair| {
                pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && canonical_key(&pair[0].0) < canonical_key(&pair[1].0)
            }));
            for (rank, (m, points)) in sorted.iter().enumerate() {
                assert_eq!(*points, points_by_features(&position, *m), "{fen} {m:?}");
                assert_eq!(ranking.nth(rank), Some(*m));
                assert_eq!(ranking.rank_of(*m), Some(rank));
                let (own, before) = ranking.with_those_before(*m).unwrap();
                assert_eq!((own, before.count()), (*points, rank));
            }
            assert_eq!(ranking.nth(sorted.len()), None);
        }
    }

    /// Points have 16 bits in a key.
    #[test]
    fn points_are_small() {
        use base::*;
        let kinds = [
            TO, FROM, OWN_KING, ENEMY_KING, SAFETY, CAPTURE, CHECK, THREAT, EVASION, PASSED, PROMOTION, CASTLING,
            RIGHTS, EN_PASSANT, END,
        ];
        let largest = |pair: &[usize]| TABLE[pair[0]..pair[1]].iter().map(|entry| i32::from(*entry).abs()).max();
        let sum: i32 = kinds.windows(2).filter_map(largest).sum();
        assert!(sum < 1 << 15, "{sum}");
    }
}
