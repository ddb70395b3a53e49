//! What the men of a side attack.

use shakmaty::{Bitboard, Board, Color, attacks};

/// What the men of one side attack.
pub(super) struct Attacks {
    /// By pawns, minor pieces, rooks, queens, the king.
    pub by_class: [Bitboard; 5],
    /// Once or more often.
    pub once: Bitboard,
    /// Twice or more often.
    pub twice: Bitboard,
}

impl Attacks {
    pub fn of(board: &Board, side: Color) -> Attacks {
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

/// ranking.2: for every square the number of the first of five sets that holds it, or 5, bit by bit.
pub(super) fn attacker_planes([pawns, minors, rooks, queens, king]: [Bitboard; 5]) -> [u64; 3] {
    let (minors, rooks) = (minors & !pawns, rooks & !(pawns | minors));
    let before = pawns | minors | rooks;
    let (queens, king) = (queens & !before, king & !(before | queens));
    let none = !(before | queens | king);
    [(minors | queens | none).0, (rooks | queens).0, (king | none).0]
}
