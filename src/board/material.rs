//! Tests if the material suffices for mate.

use super::{
    bitboards::Bitboards,
    mailbox::Board,
    piece::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK},
};

/// The dark squares; a1 is dark.
const DARK: u64 = 0xAA55_AA55_AA55_AA55;

impl Board<Bitboards> {
    /// Returns `true` if neither side can ever give mate, whatever the other side plays.
    pub(crate) fn is_material_insufficient(&self) -> bool {
        !self.can_mate(0) && !self.can_mate(1)
    }

    /// Returns `true` if this side could give mate with the other side's help.
    fn can_mate(&self, side: usize) -> bool {
        let ours = |role| self.sets().of_side(side, role);
        let theirs = |role| self.sets().of_side(side ^ 1, role);
        let knights = ours(KNIGHT);
        let bishops = ours(BISHOP);
        let on_light = bishops & !DARK;
        let on_dark = bishops & DARK;
        match (knights.count_ones(), bishops.count_ones()) {
            _ if ours(PAWN) | ours(ROOK) | ours(QUEEN) != 0 => true,
            (0, 0) => false,
            // A knight can mate a king that its own pieces block, queens excepted.
            (1, 0) => theirs(PAWN) | theirs(KNIGHT) | theirs(BISHOP) | theirs(ROOK) != 0,
            (1.., _) => true,
            // Squares of the other color must be covered by bishops, or blocked by pieces.
            (0, _) if on_light != 0 && on_dark != 0 => true,
            (0, _) => {
                let of_other_color = theirs(BISHOP) & if on_light == 0 { !DARK } else { DARK };
                of_other_color | theirs(KNIGHT) | theirs(PAWN) != 0
            }
        }
    }
}
