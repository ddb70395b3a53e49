//! Where one side's men stand, in the order in which the code numbers them.

use super::tables::KEYS;

/// A key with this bit belongs to no man. Such keys are 0x7F, or 0xFF for a light-squared bishop: they sort behind all squares.
pub const ABSENT: u8 = 0x40;

/// Roles as the numbers 1-6: pawn, knight, bishop, rook, queen, king.
pub const PAWN: u8 = 1;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;

pub const KING_SLOT: usize = 2 * KING as usize;
const FIRST_PAWN: usize = 16;

/// The key by which a man of this role is numbered when it stands on this square.
pub fn key_of(role: u8, square: u8) -> u8 {
    let half_slot = if role == PAWN { FIRST_PAWN / 2 } else { role as usize & 7 };
    KEYS[half_slot][square as usize & 63]
}

/// Keys of pieces and pawns, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lists {
    /// Slots 2r and 2r + 1 hold the pair of role r; bishops are dark, light. Slots 0-3 are not used.
    pieces: [u8; 16],
    /// Pawn 0 is the lowest byte. One number, because processors are slow to read eight bytes that were not written together.
    pawns: u64,
}

impl Lists {
    pub const EMPTY: Lists = {
        let mut pieces = [0x7F; 16];
        pieces[2 * BISHOP as usize + 1] = 0xFF;
        Lists { pieces, pawns: 0x7F * ONES }
    };

    #[inline(always)]
    pub fn piece(&self, slot: u8) -> u8 {
        self.pieces[slot as usize & 15]
    }

    #[inline(always)]
    pub fn pawn(&self, number: u8) -> u8 {
        (self.pawns >> (8 * (number & 7))) as u8
    }

    #[inline(always)]
    pub fn has_two_queens(&self) -> bool {
        self.pieces[2 * QUEEN as usize + 1] & ABSENT == 0
    }

    /// byte.4: two queens leave room for six pawns only.
    pub fn is_crowded(&self) -> bool {
        self.has_two_queens() && self.pawn(6) & ABSENT == 0
    }

    /// Gives the piece in `slot` a new key and keeps its pair in order.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, key: u8) {
        let slot = slot & 15;
        let other = self.pieces[slot ^ 1];
        self.pieces[slot & 14] = key.min(other);
        self.pieces[slot | 1] = key.max(other);
    }

    /// Which of the two men of a pair has this key; the second one if neither has.
    #[inline(always)]
    fn pair_slot(&self, role: u8, key: u8) -> usize {
        let first = 2 * (role as usize & 7);
        first | usize::from(self.pieces[first] != key)
    }

    /// Gives a new key to a pawn that stays on its file, so that the order of the pawns is the same after.
    #[inline(always)]
    pub fn push_pawn(&mut self, number: u8, key: u8) {
        self.pawns ^= u64::from(self.pawn(number) ^ key) << (8 * (number & 7));
    }

    #[inline(always)]
    pub fn remove_piece(&mut self, role: u8, key: u8) {
        // An absent light-squared bishop keeps bit 7, and so its place.
        self.put(self.pair_slot(role, key), key | 0x7F);
    }

    /// Gives `false` if there is no place left, or none on this bishop's colour.
    #[must_use]
    pub fn add_piece(&mut self, role: u8, key: u8) -> bool {
        let second = if role == BISHOP { usize::from(key >> 7) } else { 1 };
        let slot = 2 * (role as usize & 7) + second;
        let is_free = self.piece(slot as u8) & ABSENT != 0;
        if is_free {
            self.put(slot, key);
        }
        is_free && !self.is_crowded()
    }

    /// The lowest bit 7 of a byte that equals `key`; 0 if none does.
    #[inline(always)]
    fn pawn_mark(&self, key: u8) -> u64 {
        let unequal = self.pawns ^ (u64::from(key) * ONES);
        let marks = unequal.wrapping_sub(ONES) & !unequal & ONES << 7;
        marks & marks.wrapping_neg()
    }

    /// How many pawns come before the one with this key.
    #[inline(always)]
    pub fn pawn_number(&self, key: u8) -> u8 {
        (self.pawn_mark(key).trailing_zeros() >> 3) as u8
    }

    /// 1 if the second man of a pair has this key and the first has not.
    #[inline(always)]
    pub fn piece_number(&self, role: u8, key: u8) -> u8 {
        (self.pair_slot(role, key) & 1) as u8
    }

    /// Later pawns move up. Nothing happens if no pawn has the key.
    #[inline(always)]
    pub fn remove_pawn(&mut self, key: u8) {
        let earlier = (self.pawn_mark(key) >> 7).wrapping_sub(1);
        let moved_up = self.pawns >> 8 | 0x7F << 56;
        self.pawns = self.pawns & earlier | moved_up & !earlier;
    }

    /// The last of eight pawns falls out: callers see to it that there are seven at most.
    #[inline(always)]
    pub fn insert_pawn(&mut self, key: u8) {
        let marks = ((u64::from(key) | 0x80) * ONES).wrapping_sub(self.pawns) & ONES << 7;
        let earlier = marks | marks.wrapping_sub(marks >> 7);
        let moved_down = self.pawns << 8;
        let place = !earlier & (earlier << 8 | 0xFF);
        let key_there = (u64::from(key) * ONES) & place;
        self.pawns = self.pawns & earlier | key_there | moved_down & !earlier & !place;
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_stay_sorted() {
        let mut lists = Lists::EMPTY;
        for key in [9, 1, 62, 17, 33, 25, 49, 41] {
            lists.insert_pawn(key);
        }
        assert_eq!(lists.pawns.to_le_bytes(), [1, 9, 17, 25, 33, 41, 49, 62]);
        assert_eq!(lists.pawn_number(33), 4);
        for key in [5, 1, 62, 25] {
            lists.remove_pawn(key);
        }
        assert_eq!(lists.pawns.to_le_bytes(), [9, 17, 33, 41, 49, 0x7F, 0x7F, 0x7F]);
    }

    #[test]
    fn pairs_stay_sorted_and_full_pairs_refuse() {
        let mut lists = Lists::EMPTY;
        assert!(lists.add_piece(ROOK, 40) && lists.add_piece(ROOK, 3) && !lists.add_piece(ROOK, 4));
        assert_eq!((lists.piece(8), lists.piece(9)), (3, 40));
        lists.remove_piece(ROOK, 3);
        assert_eq!((lists.piece(8), lists.piece(9)), (40, 0x7F));
        assert!(lists.add_piece(BISHOP, 0x80 | 7) && !lists.add_piece(BISHOP, 0x80 | 9) && lists.add_piece(BISHOP, 60));
        lists.remove_piece(BISHOP, 60);
        assert_eq!((lists.piece(6), lists.piece(7)), (0x7F, 0x87));
    }
}
