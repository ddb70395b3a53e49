//! Plays code bytes of sides that are not in fallback mode, trusting that the moves are legal.
//!
//! Any man that moves to a square takes one path without branches, be there something to capture or not; captures and
//! promotions by pawns, castling and null moves take another.

use shakmaty::{Bitboard, Square, attacks};

use super::board::{Board, Man, Ply};
use super::lists::{ABSENT, KING, KING_SLOT, Lists, PAWN, ROOK, key_of};
use super::tables::{BLOCKS, Block, ENCOUNTERS, KEYS, NOT_TAKEN, NULL_MARK, SHAPES, TARGETS, VECTORS};
use crate::MoveWord;

const KNIGHT: u8 = 2;

/// A code byte, looked up.
#[derive(Clone, Copy)]
struct Found {
    block: Block,
    key: u8,
    word: MoveWord,
}

fn square(index: u8) -> Square {
    Square::new(u32::from(index & 63))
}

#[inline(always)]
pub(super) fn bit(index: u8) -> u64 {
    1 << (index & 63)
}

#[inline(always)]
pub(super) fn between(a: u8, b: u8) -> u64 {
    attacks::between(square(a), square(b)).0
}

impl Board {
    /// Plays one code byte. `None` if it stands for no move of this side, or if the side is in fallback mode; then the board
    /// is as it was.
    #[inline(always)]
    pub(super) fn step(&mut self, code: u8) -> Option<Ply> {
        let found = self.find(code);
        let (from, to) = (found.word.from(), found.word.to());
        let captured = self.man(to);
        // A double push must not jump over a man, or the order of the pawns could change.
        let is_double = u8::from(found.word.kind_bits() == 1);
        let passed = self.man((from + to) >> 1) * is_double;
        let encounter = ENCOUNTERS[(self.turn << 5 | usize::from(found.block.slot & 16 | captured)) & 63];
        let unusual = found.word.0 >> 13 | encounter & NOT_TAKEN | u16::from(passed | found.key & ABSENT);
        if unusual != 0 {
            return self.step_unusual(code);
        }
        if captured != 0 {
            self.remove(captured, to);
        }
        let man = self.slide(found);
        Some(self.finish(Ply { word: MoveWord(found.word.0 | encounter), man: Man(man), captured: Man(captured) }))
    }

    #[inline(always)]
    fn find(&self, code: u8) -> Found {
        let lists = &self.lists[self.turn & 1];
        let index = self.turn << 6 | usize::from(lists.has_two_queens()) << 5 | usize::from(code >> 3);
        let block = BLOCKS[index & 127];
        let key = lists.key(block.slot as usize);
        let row = usize::from(block.row | code & 7);
        Found { block, key, word: MoveWord(TARGETS[row & 127][key as usize & 63]) }
    }

    /// Moves a man; not for pawns that change files.
    #[inline(always)]
    fn slide(&mut self, found: Found) -> u8 {
        let (from, to, block) = (found.word.from(), found.word.to(), found.block);
        let new_key = KEYS[block.slot as usize >> 1 & 15][to as usize];
        let lists = &mut self.lists[self.turn & 1];
        lists.put(block.pair_slot as usize, new_key);
        lists.change_pawn(block.slot as usize, (found.key ^ new_key) & block.pawn_mask);
        let man = self.lift(from);
        self.place(man, to);
        self.unmoved &= !(bit(from) | bit(to));
        man
    }

    /// Takes a captured man out of the opponent's lists. 0 is no man.
    #[inline(always)]
    fn remove(&mut self, man: u8, target: u8) {
        let lists = &mut self.lists[self.turn & 1 ^ 1];
        match man & 7 {
            PAWN => lists.remove_pawn(key_of(PAWN, target)),
            role => lists.remove_piece(role, key_of(role, target)),
        }
    }

    /// Passes the turn.
    #[inline(always)]
    fn finish(&mut self, ply: Ply) -> Ply {
        let them = self.turn & 1 ^ 1;
        // byte.4: a capture can bring the opponent back from fallback mode.
        if self.overfull[them] {
            self.rebuild(them);
        }
        self.last = ply.word;
        self.turn = them;
        ply
    }

    /// Captures and promotions by pawns, castling, null moves, and bytes that stand for no move.
    #[inline(never)]
    fn step_unusual(&mut self, code: u8) -> Option<Ply> {
        let found = self.find(code);
        if found.key & ABSENT != 0 {
            return None;
        }
        match found.word.kind_bits() {
            2 | 3 => self.castle(found.word),
            _ if found.word.0 == NULL_MARK => Some(self.pass()),
            6 | 7 => None,
            _ if found.block.pawn_mask != 0 => self.step_pawn(found),
            _ => None,
        }
    }

    /// byte.15
    pub(super) fn pass(&mut self) -> Ply {
        self.finish(Ply { word: MoveWord::NULL, man: Man::NONE, captured: Man::NONE })
    }

    /// Captures and promotions by pawns. All other pawn moves that come here are blocked.
    fn step_pawn(&mut self, mut found: Found) -> Option<Ply> {
        let (from, to, kind) = (found.word.from(), found.word.to(), found.word.kind_bits());
        let captured = match (kind & 4 != 0, self.man(to)) {
            (false, 0) if kind >= 8 => 0,
            (true, 0) if kind < 8 => {
                found.word.0 |= 1 << 12;
                self.take(from & 56 | to & 7, PAWN..=PAWN)?
            }
            (true, _) => self.take(to, PAWN..=KING - 1)?,
            (false, _) => return None,
        };
        let man = self.lift(from);
        self.unmoved &= !bit(to);
        self.lists[self.turn & 1].remove_pawn(found.key);
        self.put_down(man, to, kind);
        Some(self.finish(Ply { word: found.word, man: Man(man), captured: Man(captured) }))
    }

    /// Removes an enemy man with one of these roles.
    fn take(&mut self, target: u8, roles: std::ops::RangeInclusive<u8>) -> Option<u8> {
        let man = self.man(target);
        if usize::from(man >> 3) == self.turn || !roles.contains(&(man & 7)) {
            return None;
        }
        self.lift(target);
        self.remove(man, target);
        Some(man)
    }

    /// The pawn, or what it becomes, on its new square. A new piece may be one too many (`byte.4`).
    fn put_down(&mut self, pawn: u8, to: u8, kind: u8) {
        let us = self.turn & 1;
        if kind < 8 {
            self.place(pawn, to);
            return self.lists[us].insert_pawn(key_of(PAWN, to));
        }
        let role = KNIGHT + (kind & 3);
        self.place(pawn & 8 | role, to);
        if !self.lists[us].add_piece(role, key_of(role, to)) {
            self.overfull[us] = true;
            self.lists[us] = Lists::EMPTY;
        }
    }

    /// byte.7: the right must be there and the way free.
    fn castle(&mut self, word: MoveWord) -> Option<Ply> {
        let (king, king_to) = (word.from(), word.to());
        let rook = self.castling_rook(king, word.kind_bits() == 2)?;
        let rook_to = if king_to & 7 == 6 { king_to - 1 } else { king_to + 1 };
        let way = between(king, king_to) | bit(king_to) | between(rook, rook_to) | bit(rook_to);
        let others = way & !bit(king) & !bit(rook);
        if Bitboard(others).into_iter().any(|s| self.man(s as u8) != 0) {
            return None;
        }
        let man = self.move_king_and_rook((king, king_to), (rook, rook_to));
        Some(self.finish(Ply { word, man: Man(man), captured: Man::NONE }))
    }

    /// The rook on that side of the king, if the right to castle with it is left.
    fn castling_rook(&self, king: u8, king_side: bool) -> Option<u8> {
        let outside = if king_side { !0 << king << 1 } else { bit(king) - 1 };
        let home_rank = 0xFF << (king & 56);
        let rooks = self.unmoved & home_rank & outside;
        (self.unmoved & bit(king) != 0 && rooks != 0).then_some((rooks.trailing_zeros() & 63) as u8)
    }

    fn move_king_and_rook(&mut self, (king, king_to): (u8, u8), (rook, rook_to): (u8, u8)) -> u8 {
        let (king_man, rook_man) = (self.lift(king), self.lift(rook));
        self.place(king_man, king_to);
        self.place(rook_man, rook_to);
        self.unmoved &= !(bit(king) | bit(rook));
        let lists = &mut self.lists[self.turn & 1];
        lists.put(KING_SLOT, key_of(KING, king_to));
        lists.remove_piece(ROOK, key_of(ROOK, rook));
        // The place that has just become free.
        let _ = lists.add_piece(ROOK, key_of(ROOK, rook_to));
        king_man
    }

    /// The only code that a move can have when its side is not in fallback mode. Any byte if the move is not legal: playing
    /// that byte does not give the same word.
    #[inline(always)]
    pub(super) fn code_of(&self, word: MoveWord) -> u8 {
        let lists = &self.lists[self.turn & 1];
        let role = self.squares[word.from() as usize] & 7;
        let key = key_of(role, word.from());
        let number = if role == PAWN { lists.pawn_number(key) } else { lists.piece_number(role, key) };
        let shape = &SHAPES[role as usize];
        let vector = (VECTORS[word.0 as usize & 4095] >> (shape.shift & 15)) as u8 & shape.mask;
        let vector = match word.kind_bits() {
            2 => 9,
            3 => 11,
            0 if word.is_null() => return 15,
            kind @ 8.. => vector << 2 | (3 - (kind & 3)),
            _ => vector,
        };
        shape.base.wrapping_add(shape.step.wrapping_mul(number)).wrapping_add(vector)
    }
}
