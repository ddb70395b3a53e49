//! A position as the features see it (`ranking.1` to `ranking.3`).

use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square, attacks};

use super::{
    attacks::{Attacks, attacker_planes},
    man::Man,
    table::base,
};

/// What all moves of a position have in common.
pub(super) struct View<'a> {
    board: &'a Board,
    us: Color,
    occupied: Bitboard,
    pub phase: usize,
    pub own_zone: usize,
    pub enemy_zone: usize,
    pub own_once: Bitboard,
    pub own_twice: Bitboard,
    /// The attacker of every square as a number of three bits, one set for each bit.
    attacker: [u64; 3],
    /// From where a man of each role attacks the enemy's king.
    pub checks: [Bitboard; 6],
    /// The enemy's men that are worth more than a man of each role.
    richer: [Bitboard; 6],
    /// The enemy's men, but for the king, that no man of theirs defends.
    loose: Bitboard,
    in_check: bool,
    pub has_rights: bool,
}

impl<'a> View<'a> {
    pub fn new(position: &'a Chess) -> View<'a> {
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
    pub fn seen(&self, square: Square) -> usize {
        // ranking.1
        let flip = if self.us.is_black() { 56 } else { 0 };
        square as usize ^ flip
    }

    /// Calls `add` with the table entry of every feature that the move has (`ranking.3`).
    pub fn features(&self, man: &Man, mut add: impl FnMut(usize)) {
        let (role, to) = (man.role as usize - 1, self.seen(man.to));
        add(base::TO + (self.phase * 6 + role) * 64 + to);
        add(base::OWN_KING + (self.own_zone * 6 + role) * 64 + to);
        add(base::ENEMY_KING + (self.enemy_zone * 6 + role) * 64 + to);
        self.origin_features(man.role, man.from, &mut add);
        self.other_features(man, &mut add);
    }

    /// The sum of the entries of all features: for moves that are too rare for a [`super::mover::Mover`].
    #[cold]
    pub fn points(&self, table: &[i16], man: &Man) -> i32 {
        let mut points = 0;
        self.features(man, |entry| points += i32::from(table[entry]));
        points
    }

    /// The features that do not depend on the target.
    #[inline(always)]
    pub fn origin_features(&self, man: Role, from: Square, mut add: impl FnMut(usize)) {
        let role = man as usize - 1;
        add(base::FROM + (self.phase * 6 + role) * 64 + self.seen(from));
        add(base::EVASION + 6 * usize::from(self.in_check) + role);
    }

    /// O and T of `ranking.3`.
    #[inline(always)]
    pub fn safety(&self, square: Square, guards: Bitboard) -> usize {
        let [low, middle, high] = self.attacker;
        let bit = |set: u64, place: u32| (set >> square as u32 & 1) << place;
        (bit(guards.0, 0) | bit(low, 1) | bit(middle, 2) | bit(high, 3)) as usize
    }

    /// The features that are more than a man and a square.
    fn other_features(&self, man: &Man, mut add: impl FnMut(usize)) {
        let (role, origin) = (man.role as usize - 1, self.safety(man.from, self.own_once));
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
    pub fn threats(&self, role: Role, square: Square) -> (bool, bool) {
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
    pub fn is_passed(&self, square: Square) -> bool {
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

/// ranking.2: files a to c, d and e, f to h.
fn zone(king: Square) -> usize {
    match king.file() as usize {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    }
}
