//! Plays code bytes of sides that are not in fallback mode.
//!
//! The usual ply, a man that moves to an empty square, takes one path without branches; captures, promotions, castling and
//! null moves take another. With `STRICT`, paths and king safety are checked too.

use shakmaty::{Bitboard, Square, attacks};

use super::board::{Board, Man, Ply};
use super::lists::{ABSENT, KING, KING_SLOT, Lists, PAWN, ROOK, key_of};
use super::tables::{BISHOP_RAYS, BLOCKS, KEYS, NULL_MARK, ROOK_RAYS, SHAPES, TARGETS, VECTORS};
use crate::MoveWord;

const KNIGHT: u8 = 2;

/// A code byte, looked up.
#[derive(Clone, Copy)]
struct Found {
    slot: usize,
    key: u8,
    word: MoveWord,
}

impl Found {
    fn is_pawn(self) -> bool {
        self.slot >= 16
    }
}

fn square(index: u8) -> Square {
    Square::new(u32::from(index & 63))
}

#[inline(always)]
fn bit(index: u8) -> u64 {
    1 << (index & 63)
}

#[inline(always)]
fn between(a: u8, b: u8) -> u64 {
    attacks::between(square(a), square(b)).0
}

impl Board {
    /// Plays one code byte. `None` if it stands for no move of this side, or if the side is in fallback mode; then the board
    /// is as it was, but with `STRICT` it may also have played a move that is not legal.
    #[inline(always)]
    pub(super) fn step<const STRICT: bool>(&mut self, code: u8) -> Option<Ply> {
        let found = self.find(code);
        let (from, to) = (found.word.from(), found.word.to());
        let captured = self.squares[to as usize & 63];
        // A double push must not jump over a man, or the order of the pawns could change.
        let is_double = u8::from(found.word.kind_bits() == 1);
        let passed = self.squares[((from + to) >> 1) as usize & 63] * is_double;
        if found.word.0 >> 13 | u16::from(captured | passed | found.key & ABSENT) != 0 {
            return self.step_rare::<STRICT>(found);
        }
        if STRICT && self.is_blocked(found.word) {
            return None;
        }
        let man = self.slide(found);
        self.finish::<STRICT>(Ply { word: found.word, man: Man(man), captured: Man::NONE })
    }

    #[inline(always)]
    fn find(&self, code: u8) -> Found {
        let lists = &self.lists[self.turn & 1];
        let index = self.turn << 6 | usize::from(lists.has_two_queens()) << 5 | usize::from(code >> 3);
        let block = BLOCKS[index & 127];
        let slot = block.slot as usize & 31;
        let key = lists.key(slot);
        let row = block.rows << 3 | code & 7;
        let word = MoveWord(TARGETS.get(row as usize).map_or(0, |row| row[key as usize & 63]));
        Found { slot, key, word }
    }

    /// Moves a man to an empty square; not for pawns that change files.
    #[inline(always)]
    fn slide(&mut self, found: Found) -> u8 {
        let (from, to) = (found.word.from(), found.word.to());
        self.lists[self.turn & 1].put(found.slot, KEYS[found.slot >> 1 & 15][to as usize]);
        let man = std::mem::take(&mut self.squares[from as usize]);
        self.squares[to as usize] = man;
        let both = bit(from) | bit(to);
        self.sets[man as usize & 15] ^= both;
        self.sets[man as usize & 8] ^= both;
        self.unmoved &= !both;
        man
    }

    /// Passes the turn; with `STRICT`, `None` if the mover's king can be taken.
    #[inline(always)]
    fn finish<const STRICT: bool>(&mut self, ply: Ply) -> Option<Ply> {
        let us = self.turn & 1;
        if STRICT && self.is_attacked(self.king(us), us ^ 1, self.occupied().0) {
            return None;
        }
        self.last = ply.word;
        self.turn = us ^ 1;
        Some(ply)
    }

    #[inline(always)]
    fn is_blocked(&self, word: MoveWord) -> bool {
        between(word.from(), word.to()) & self.occupied().0 != 0
    }

    /// Whether `side` attacks a square when the board is occupied like this.
    #[inline(always)]
    fn is_attacked(&self, target: u8, side: usize, occupied: u64) -> bool {
        let (straight, diagonal) = self.sliders(side);
        let target = target & 63;
        let defender = shakmaty::Color::from_white(side != 0);
        let leapers = attacks::knight_attacks(square(target)).0 & self.set(side, KNIGHT)
            | attacks::pawn_attacks(defender, square(target)).0 & self.set(side, PAWN)
            | attacks::king_attacks(square(target)).0 & self.set(side, KING);
        let mut snipers = ROOK_RAYS[target as usize] & straight | BISHOP_RAYS[target as usize] & diagonal;
        while snipers != 0 {
            if between(target, snipers.trailing_zeros() as u8) & occupied == 0 {
                return true;
            }
            snipers &= snipers - 1;
        }
        leapers != 0
    }

    /// Captures, promotions, castling, null moves, and bytes that stand for no move.
    fn step_rare<const STRICT: bool>(&mut self, found: Found) -> Option<Ply> {
        if found.key & ABSENT != 0 {
            return None;
        }
        match found.word.kind_bits() {
            2 | 3 => self.castle::<STRICT>(found.word),
            _ if found.word.0 == NULL_MARK => self.pass::<STRICT>(),
            6 | 7 => None,
            _ if STRICT && self.is_blocked(found.word) => None,
            _ if found.is_pawn() => self.step_pawn::<STRICT>(found),
            _ => self.capture_with_piece::<STRICT>(found),
        }
    }

    /// byte.15
    fn pass<const STRICT: bool>(&mut self) -> Option<Ply> {
        self.finish::<STRICT>(Ply { word: MoveWord::NULL, man: Man::NONE, captured: Man::NONE })
    }

    fn capture_with_piece<const STRICT: bool>(&mut self, mut found: Found) -> Option<Ply> {
        found.word.0 |= 4 << 12;
        let captured = self.take(found.word.to())?;
        let man = self.slide(found);
        self.relist_opponent();
        self.finish::<STRICT>(Ply { word: found.word, man: Man(man), captured: Man(captured) })
    }

    /// Removes an enemy man, but no king. The lists of a side with too many men are left to [`Board::relist_opponent`].
    #[inline(always)]
    fn take(&mut self, target: u8) -> Option<u8> {
        let man = self.squares[target as usize & 63];
        let (side, role) = (usize::from(man >> 3) & 1, man & 7);
        if man == 0 || side == self.turn & 1 || role == KING {
            return None;
        }
        self.lift(target);
        remove(&mut self.lists[side], role, target);
        Some(man)
    }

    /// byte.4: a capture can bring the opponent back from fallback mode.
    #[inline(always)]
    fn relist_opponent(&mut self) {
        let them = self.turn & 1 ^ 1;
        if self.overfull[them] {
            self.rebuild(them);
        }
    }

    /// Captures and promotions by pawns. All other pawn moves that come here are blocked.
    fn step_pawn<const STRICT: bool>(&mut self, mut found: Found) -> Option<Ply> {
        let (from, to, kind) = (found.word.from(), found.word.to(), found.word.kind_bits());
        let is_empty = self.squares[to as usize] == 0;
        let captured = match (kind & 4 != 0, is_empty) {
            (false, true) if kind >= 8 => 0,
            (false, _) => return None,
            (true, false) => self.take(to)?,
            (true, true) if kind >= 8 => return None,
            (true, true) => {
                found.word.0 |= 1 << 12;
                self.take_en_passant::<STRICT>(from, to)?
            }
        };
        let man = self.lift(from);
        self.unmoved &= !bit(to);
        self.lists[self.turn & 1].remove_pawn(found.key);
        self.put_down(man, to, kind);
        self.relist_opponent();
        self.finish::<STRICT>(Ply { word: found.word, man: Man(man), captured: Man(captured) })
    }

    /// byte.14: en passant is a capture of a pawn beside the origin; only strict decoding asks how it got there.
    fn take_en_passant<const STRICT: bool>(&mut self, from: u8, to: u8) -> Option<u8> {
        let victim = from & 56 | to & 7;
        let is_pawn = self.squares[victim as usize] & 7 == PAWN;
        let is_on = !STRICT || self.en_passant() == Some(square(to));
        if is_pawn && is_on { self.take(victim) } else { None }
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

    /// byte.7: the right must be there and the way free; strict decoding also wants no attack on the king's way.
    fn castle<const STRICT: bool>(&mut self, word: MoveWord) -> Option<Ply> {
        let (king, king_to) = (word.from(), word.to());
        let rook = self.castling_rook(king, word.kind_bits() == 2)?;
        let rook_to = if king_to & 7 == 6 { king_to - 1 } else { king_to + 1 };
        let kings_way = between(king, king_to) | bit(king_to);
        let way = kings_way | between(rook, rook_to) | bit(rook_to);
        if way & self.occupied().0 & !bit(king) & !bit(rook) != 0 {
            return None;
        }
        if STRICT && self.is_way_attacked(king, between(king, king_to) | bit(king)) {
            return None;
        }
        let man = self.move_king_and_rook((king, king_to), (rook, rook_to));
        self.finish::<STRICT>(Ply { word, man: Man(man), captured: Man::NONE })
    }

    /// The rook on that side of the king, if the right to castle with it is left.
    fn castling_rook(&self, king: u8, king_side: bool) -> Option<u8> {
        let outside = if king_side { !0 << king << 1 } else { bit(king) - 1 };
        let home_rank = 0xFF << (king & 56);
        let rooks = self.unmoved & home_rank & outside;
        (self.unmoved & bit(king) != 0 && rooks != 0).then_some((rooks.trailing_zeros() & 63) as u8)
    }

    fn is_way_attacked(&self, king: u8, way: u64) -> bool {
        let occupied = self.occupied().0 & !bit(king);
        Bitboard(way).into_iter().any(|s| self.is_attacked(s as u8, self.turn & 1 ^ 1, occupied))
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
            kind @ 8.. => vector << 2 | 3 - (kind & 3),
            _ => vector,
        };
        shape.base.wrapping_add(shape.step.wrapping_mul(number)).wrapping_add(vector)
    }
}

/// Nothing happens if the lists are empty because the side has too many men.
#[inline(always)]
fn remove(lists: &mut Lists, role: u8, target: u8) {
    match role {
        PAWN => lists.remove_pawn(key_of(PAWN, target)),
        _ => lists.remove_piece(role, key_of(role, target)),
    }
}
