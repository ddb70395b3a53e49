//! The squares of the pieces, in the order in which the code numbers them.

use super::tables::{KEYS, transpose};
use crate::{
    board::{
        Bitboards, Tracker,
        piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    coding::swar::{ONES, equal},
};

/// A key with this bit belongs to no piece. Such keys are 0x7F, or 0xFF for a light-squared bishop: they sort after all squares.
pub const ABSENT: u8 = 0x40;

const FIRST_PAWN: usize = 16;

/// The [`Lists`] of both sides (`byte.2` to `byte.4`).
#[derive(Debug, Clone, Copy)]
pub struct PieceLists {
    /// The lists of White and Black. The lists are empty while the side has more pieces than they can hold, so that no byte is a move of a
    /// piece.
    pub lists: [Lists; 2],
    /// byte.4: whether the side needs the list of legal moves.
    pub in_fallback: [bool; 2],
}

/// The slot of a piece in its side's [`Lists`], with its new key.
#[derive(Clone, Copy)]
pub enum Slot {
    Piece {
        slot: u8,
        key: u8,
    },
    /// A pawn that stays on its file.
    Pushed {
        number: u8,
        key: u8,
    },
    /// A pawn with this key that captures.
    Pawn {
        key: u8,
    },
}

/// Trackers that include piece lists.
pub trait HasLists: Tracker<Slot = Slot> {
    fn lists(&self) -> &PieceLists;
    fn lists_mut(&mut self) -> &mut PieceLists;
}

impl HasLists for PieceLists {
    #[inline(always)]
    fn lists(&self) -> &PieceLists {
        self
    }

    #[inline(always)]
    fn lists_mut(&mut self) -> &mut PieceLists {
        self
    }
}

impl HasLists for (PieceLists, Bitboards) {
    #[inline(always)]
    fn lists(&self) -> &PieceLists {
        &self.0
    }

    #[inline(always)]
    fn lists_mut(&mut self) -> &mut PieceLists {
        &mut self.0
    }
}

impl Tracker for PieceLists {
    type Slot = Slot;
    const START: PieceLists = PieceLists { lists: [Lists::at_start(0), Lists::at_start(56)], in_fallback: [false; 2] };

    fn of(squares: &[u8; 64]) -> PieceLists {
        let mut lists = PieceLists { lists: [Lists::EMPTY; 2], in_fallback: [false; 2] };
        lists.rebuild(0, squares);
        lists.rebuild(1, squares);
        lists
    }

    /// A new piece can exceed the lists (`byte.4`).
    #[inline(always)]
    fn put(&mut self, side: usize, piece: u8, square: u8) {
        let role = piece & 7;
        let lists = &mut self.lists[side & 1];
        if role == PAWN {
            lists.insert_pawn(key_of(PAWN, square));
        } else if !lists.add_piece(role, key_of(role, square)) {
            self.in_fallback[side & 1] = true;
            *lists = Lists::EMPTY;
        }
    }

    #[inline(always)]
    fn remove(&mut self, side: usize, piece: u8, square: u8, squares: &[u8; 64]) {
        if self.in_fallback[side & 1] {
            // byte.4: a capture can bring the opponent back from fallback mode.
            return self.rebuild(side, squares);
        }
        match piece & 7 {
            PAWN => self.lists[side & 1].remove_pawn(transpose(square & 63)),
            role => self.lists[side & 1].remove_piece(role, key_of(role, square)),
        }
    }

    #[inline(always)]
    fn relocate(&mut self, side: usize, _: u8, _: u8, to: u8, slot: Slot) {
        let lists = &mut self.lists[side & 1];
        match slot {
            Slot::Piece { slot, key } => lists.put(slot as usize, key),
            Slot::Pushed { number, key } => lists.push_pawn(number, key),
            Slot::Pawn { key } => {
                lists.remove_pawn(key);
                lists.insert_pawn(transpose(to));
            }
        }
    }
}

impl PieceLists {
    /// byte.4: rebuilds the lists of a side from its pieces, or finds that it has too many.
    #[cold]
    #[inline(never)]
    pub fn rebuild(&mut self, side: usize, squares: &[u8; 64]) {
        let lists = Lists::of(side & 1, squares);
        self.in_fallback[side & 1] = lists.is_none();
        self.lists[side & 1] = lists.unwrap_or(Lists::EMPTY);
    }
}

/// The key by which a piece of this role on this square is numbered.
pub fn key_of(role: u8, square: u8) -> u8 {
    let pair = if role == PAWN { FIRST_PAWN / 2 } else { role as usize & 7 };
    KEYS[pair][square as usize & 63]
}

/// Keys of pieces and pawns, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lists {
    /// Slots 2r and 2r + 1 hold the pair of role r; for bishops, first the dark-squared one. Slots 0-3 are unused.
    pieces: [u8; 16],
    /// Pawn 0 is the lowest byte. One integer, because processors are slow to read eight bytes that were written separately.
    pawns: u64,
}

impl Lists {
    pub const EMPTY: Lists = {
        let mut pieces = [0x7F; 16];
        pieces[2 * BISHOP as usize + 1] = 0xFF;
        Lists { pieces, pawns: 0x7F * ONES }
    };

    /// The lists of the standard start; `flip` is 0 for White and 56 for Black.
    const fn at_start(flip: u8) -> Lists {
        let mut lists = Lists::EMPTY;
        let mut pawns = 0;
        let mut file = 0;
        while file < 8 {
            pawns |= (transpose((8 + file) ^ flip) as u64) << (8 * file);
            file += 1;
        }
        lists.pawns = pawns;
        // The dark-squared bishop is on the c file for White and on the f file for Black.
        let (dark, light) = if flip == 0 { (2, 5) } else { (5, 2) };
        let back_rank = [(KNIGHT, [1, 6]), (BISHOP, [dark, light]), (ROOK, [0, 7]), (QUEEN, [3, 3]), (KING, [4, 4])];
        let mut i = 0;
        while i < back_rank.len() {
            let (role, [first, second]) = back_rank[i];
            lists.pieces[2 * role as usize] = KEYS[role as usize][(first ^ flip) as usize];
            if first != second {
                lists.pieces[2 * role as usize + 1] = KEYS[role as usize][(second ^ flip) as usize];
            }
            i += 1;
        }
        lists
    }

    /// Returns the lists of a side; `None` if it has more pieces than they can hold (`byte.4`).
    fn of(side: usize, squares: &[u8; 64]) -> Option<Lists> {
        let mut lists = Lists::EMPTY;
        let mut pawns = 0;
        let is_own = |piece: u8| piece != 0 && usize::from(piece >> 3) == side;
        for (square, piece) in (0..64).zip(*squares).filter(|(_, piece)| is_own(*piece)) {
            let role = piece & 7;
            let key = key_of(piece & 7, square);
            if role == PAWN {
                pawns += 1;
                lists.insert_pawn(key);
            } else if !lists.add_piece(role, key) {
                return None;
            }
        }
        (pawns <= 8 && !lists.is_crowded()).then_some(lists)
    }

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

    /// byte.4: with two queens, only six pawns fit.
    pub fn is_crowded(&self) -> bool {
        self.has_two_queens() && self.pawn(6) & ABSENT == 0
    }

    /// Sets the key of the piece in `slot`, and keeps its pair in order.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, key: u8) {
        let slot = slot & 15;
        let other = self.pieces[slot ^ 1];
        self.pieces[slot & 14] = key.min(other);
        self.pieces[slot | 1] = key.max(other);
    }

    /// Returns which of the two pieces of a pair has this key; the second if neither has it.
    #[inline(always)]
    fn pair_slot(&self, role: u8, key: u8) -> usize {
        let first = 2 * (role as usize & 7);
        first | usize::from(self.pieces[first] != key)
    }

    /// Sets the key of a pawn that stays on its file; the order of the pawns therefore does not change.
    #[inline(always)]
    pub fn push_pawn(&mut self, number: u8, key: u8) {
        self.pawns ^= u64::from(self.pawn(number) ^ key) << (8 * (number & 7));
    }

    #[inline(always)]
    pub fn remove_piece(&mut self, role: u8, key: u8) {
        // An absent light-squared bishop keeps bit 7, and so its slot.
        self.put(self.pair_slot(role, key), key | 0x7F);
    }

    /// Adds a piece. Returns `false` if both slots of its role are taken, or the slot of this bishop's color, or if the lists are crowded.
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

    /// Returns the lowest bit 7 of a byte that equals `key`; 0 if none equals it.
    #[inline(always)]
    fn pawn_mark(&self, key: u8) -> u64 {
        let marks = equal(self.pawns, key);
        marks & marks.wrapping_neg()
    }

    /// Returns the number of pawns before the pawn with this key.
    #[inline(always)]
    pub fn pawn_number(&self, key: u8) -> u8 {
        (self.pawn_mark(key).trailing_zeros() >> 3) as u8
    }

    /// 1 if the second piece of a pair has this key and the first has not.
    #[inline(always)]
    pub fn piece_number(&self, role: u8, key: u8) -> u8 {
        (self.pair_slot(role, key) & 1) as u8
    }

    /// Removes a pawn; the pawns after it move down by one slot. Nothing changes if no pawn has the key.
    #[inline(always)]
    pub fn remove_pawn(&mut self, key: u8) {
        let earlier = (self.pawn_mark(key) >> 7).wrapping_sub(1);
        let shifted_down = self.pawns >> 8 | 0x7F << 56;
        self.pawns = self.pawns & earlier | shifted_down & !earlier;
    }

    /// Adds a pawn. An eighth pawn would be dropped: callers ensure that there are at most seven.
    #[inline(always)]
    pub fn insert_pawn(&mut self, key: u8) {
        let marks = ((u64::from(key) | 0x80) * ONES).wrapping_sub(self.pawns) & ONES << 7;
        let earlier = marks | marks.wrapping_sub(marks >> 7);
        let shifted_up = self.pawns << 8;
        let slot = !earlier & (earlier << 8 | 0xFF);
        let key_in_slot = (u64::from(key) * ONES) & slot;
        self.pawns = self.pawns & earlier | key_in_slot | shifted_up & !earlier & !slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_listed() {
        let start = PieceLists::START;
        let found = PieceLists::of(crate::board::Board::<()>::default().pieces());
        assert_eq!((start.lists, start.in_fallback), (found.lists, found.in_fallback));
    }

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
