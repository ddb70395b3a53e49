//! Whether the pieces on the board suffice for mate.

use super::{
    bitboards::Bitboards,
    mailbox::Board,
    piece::{ALL, BISHOP, KNIGHT, PAWN, QUEEN, ROOK},
};

/// The dark squares: a1 is one.
const DARK: u64 = 0xAA55_AA55_AA55_AA55;

impl Board<Bitboards> {
    /// Whether neither side can ever give mate, whatever the other side plays.
    pub(crate) fn is_material_insufficient(&self) -> bool {
        (0..2).all(|side| self.is_insufficient_for(side))
    }

    /// Whether this side can never give mate.
    fn is_insufficient_for(&self, side: usize) -> bool {
        let of_side = |role| self.sets().of_side(side, role);
        if of_side(PAWN) | of_side(ROOK) | of_side(QUEEN) != 0 {
            return false;
        }
        if of_side(KNIGHT) != 0 {
            // A single knight mates only a king that its own pieces block; a queen would have to be given away.
            let blocking = [PAWN, KNIGHT, BISHOP, ROOK].map(|role| self.sets().of_side(side ^ 1, role));
            return of_side(ALL).count_ones() <= 2 && blocking == [0; 4];
        }
        let both = |role| self.sets().of_side(0, role) | self.sets().of_side(1, role);
        let is_one_colored = both(BISHOP) & DARK == 0 || both(BISHOP) & !DARK == 0;
        of_side(BISHOP) == 0 || is_one_colored && both(KNIGHT) | both(PAWN) == 0
    }
}
