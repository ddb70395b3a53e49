//! Plays code bytes of sides that are not in fallback mode, trusting that the moves are legal.
//!
//! shakmaty::Piece moves and pawn pushes, which are most moves, have short ways with few branches.

use super::board::{Board, Piece, Ply};
use super::lists::{ABSENT, KING, KING_SLOT, Lists, PAWN, ROOK, key_of};
use super::tables::{
    CAPTURE_CLASSES, CAPTURED, NOT_TAKEN, NULL_MARK, PATHS, PAWN_ROWS, Path, SHAPES, TARGETS, VECTORS, transpose,
};
use crate::{
    PackedMove,
    board::castling::{Castling, bit},
};

const KNIGHT: u8 = 2;

#[inline(always)]
fn look_up(row: u8, key: u8) -> PackedMove {
    PackedMove(TARGETS[row as usize & 127][key as usize & 63])
}

#[inline(always)]
fn capture_class<const US: usize>(man: u8) -> u16 {
    CAPTURE_CLASSES[US << 4 | man as usize & 15]
}

impl Board {
    /// Plays one code byte. `None` if it stands for no move of this side, or if the side is in fallback mode; then the board
    /// is as it was.
    #[inline(always)]
    pub fn step(&mut self, code: u8) -> Option<Ply> {
        // Whose turn it is can be foreseen, and makes constants of much that follows.
        if self.turn & 1 == 0 { self.step_of::<0>(code) } else { self.step_of::<1>(code) }
    }

    #[inline(always)]
    fn step_of<const US: usize>(&mut self, code: u8) -> Option<Ply> {
        // byte.6. These branches ask little more than the code, so that wrong guesses of the processor are found out soon.
        if code < 0x80 || code >= 0xE0 && self.lists[US].has_two_queens() {
            self.step_piece::<US>(code)
        } else if code & 15 < 2 {
            self.push_pawn::<US>(code)
        } else {
            self.step_pawn::<US>(code)
        }
    }

    #[inline(always)]
    fn step_piece<const US: usize>(&mut self, code: u8) -> Option<Ply> {
        let path = &PATHS[usize::from(code)];
        let key = self.lists[US].piece(path.slot);
        let word = look_up(path.row, key);
        let (from, to) = (word.from(), word.to());
        let captured = self.man(to);
        // Not by a table of capture_classes as yet: one more load would make a wrong guess dearer.
        if word.0 >> 13 | u16::from(captured | key & ABSENT) != 0 {
            return self.capture::<US>(path, word, key, captured);
        }
        self.lists[US].put(path.slot as usize, to ^ path.key_xor);
        let man = self.lift(from);
        self.place(man, to);
        self.castling_rights &= !(bit(from) | bit(to));
        (self.last, self.turn) = (word, US ^ 1);
        Some(Ply { word, man: Piece(man), captured: Piece::NONE })
    }

    /// A move by a piece that is not quiet.
    #[inline(always)]
    fn capture<const US: usize>(&mut self, path: &Path, word: PackedMove, key: u8, captured: u8) -> Option<Ply> {
        let capture_class = capture_class::<US>(captured);
        if word.0 >> 13 | capture_class & NOT_TAKEN | u16::from(key & ABSENT) != 0 {
            return self.step_unusual(word, key);
        }
        let (from, to) = (word.from(), word.to());
        self.remove::<US>(captured, to);
        self.lists[US].put(path.slot as usize, to ^ path.key_xor);
        let man = self.lift(from);
        self.place(man, to);
        self.castling_rights &= !(bit(from) | bit(to));
        let word = PackedMove(word.0 | capture_class);
        (self.last, self.turn) = (word, US ^ 1);
        Some(Ply { word, man: Piece(man), captured: Piece(captured) })
    }

    /// byte.12: single and double push. Neither square may hold a man, or the order of the pawns could change.
    #[inline(always)]
    fn push_pawn<const US: usize>(&mut self, code: u8) -> Option<Ply> {
        let key = self.lists[US].pawn(code >> 4);
        let word = look_up(PAWN_ROWS[US] | code & 1, key);
        let (from, to) = (word.from(), word.to());
        let ahead = if US == 0 { from + 8 } else { from.wrapping_sub(8) };
        let in_the_way = self.man(ahead) | self.man(to) | key & ABSENT;
        if word.0 >> 13 | u16::from(in_the_way) != 0 {
            return None;
        }
        self.lists[US].push_pawn(code >> 4, transpose(to));
        let man = self.lift(from);
        self.place(man, to);
        (self.last, self.turn) = (word, US ^ 1);
        Some(Ply { word, man: Piece(man), captured: Piece::NONE })
    }

    /// byte.12: captures by pawns that stay pawns. The rest is rare.
    #[inline(always)]
    fn step_pawn<const US: usize>(&mut self, code: u8) -> Option<Ply> {
        let key = self.lists[US].pawn(code >> 4);
        let word = look_up(PAWN_ROWS[US] + (code & 15), key);
        let (from, to) = (word.from(), word.to());
        let captured = self.man(to);
        if word.flags() != 4 || key & ABSENT != 0 || capture_class::<US>(captured) != CAPTURED {
            return self.step_unusual_pawn(word, key);
        }
        self.remove::<US>(captured, to);
        self.lists[US].remove_pawn(key);
        self.lists[US].insert_pawn(transpose(to));
        let man = self.lift(from);
        self.place(man, to);
        self.castling_rights &= !bit(to);
        (self.last, self.turn) = (word, US ^ 1);
        Some(Ply { word, man: Piece(man), captured: Piece(captured) })
    }

    /// Takes a captured man off the board and out of its side's lists.
    #[inline(always)]
    fn remove<const US: usize>(&mut self, man: u8, target: u8) {
        let them = US ^ 1;
        self.lift(target);
        if self.in_fallback[them] {
            // byte.4: a capture can bring the opponent back from fallback mode.
            return self.rebuild(them);
        }
        match man & 7 {
            PAWN => self.lists[them].remove_pawn(transpose(target & 63)),
            role => self.lists[them].remove_piece(role, key_of(role, target)),
        }
    }

    /// Passes the turn.
    #[inline(always)]
    fn finish(&mut self, ply: Ply) -> Ply {
        self.last = ply.word;
        self.turn = self.turn & 1 ^ 1;
        ply
    }

    /// Castling, null moves, and bytes that stand for no move.
    #[inline(never)]
    fn step_unusual(&mut self, word: PackedMove, key: u8) -> Option<Ply> {
        match word.flags() {
            _ if key & ABSENT != 0 => None,
            2 | 3 => self.castle(word),
            _ if word.0 == NULL_MARK => Some(self.pass()),
            _ => None,
        }
    }

    /// byte.15
    pub fn pass(&mut self) -> Ply {
        self.finish(Ply { word: PackedMove::NULL, man: Piece::NONE, captured: Piece::NONE })
    }

    /// byte.12, byte.13: en passant and promotions, and bytes that stand for no move.
    #[inline(never)]
    fn step_unusual_pawn(&mut self, mut word: PackedMove, key: u8) -> Option<Ply> {
        let us = self.turn & 1;
        let (from, to, kind) = (word.from(), word.to(), word.flags());
        if key & ABSENT != 0 {
            return None;
        }
        let captured = match (kind, self.man(to)) {
            (8..12, 0) => 0,
            (4, 0) => {
                word.0 |= 1 << 12;
                self.take(from & 56 | to & 7, PAWN..=PAWN)?
            }
            (4 | 12.., 1..) => self.take(to, PAWN..=KING - 1)?,
            _ => return None,
        };
        let man = self.lift(from);
        self.castling_rights &= !bit(to);
        self.lists[us].remove_pawn(key);
        self.put_down(man, to, kind);
        Some(self.finish(Ply { word, man: Piece(man), captured: Piece(captured) }))
    }

    /// Removes an enemy man with one of these roles.
    fn take(&mut self, target: u8, roles: std::ops::RangeInclusive<u8>) -> Option<u8> {
        let man = self.man(target);
        if usize::from(man >> 3) == self.turn || !roles.contains(&(man & 7)) {
            return None;
        }
        if self.turn & 1 == 0 {
            self.remove::<0>(man, target)
        } else {
            self.remove::<1>(man, target)
        }
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
            self.in_fallback[us] = true;
            self.lists[us] = Lists::EMPTY;
        }
    }

    /// byte.7: the right must be there and the way free.
    fn castle(&mut self, word: PackedMove) -> Option<Ply> {
        let castling = Castling::find(self.castling_rights, word.from(), word.flags() == 2)?;
        if !castling.is_free(self.occupied().0) {
            return None;
        }
        let man = self.move_king_and_rook(castling);
        Some(self.finish(Ply { word, man: Piece(man), captured: Piece::NONE }))
    }

    fn move_king_and_rook(&mut self, Castling { king, king_to, rook, rook_to }: Castling) -> u8 {
        let (king_man, rook_man) = (self.lift(king), self.lift(rook));
        self.place(king_man, king_to);
        self.place(rook_man, rook_to);
        self.castling_rights &= !(bit(king) | bit(rook));
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
    pub fn code_of(&self, word: PackedMove) -> u8 {
        let lists = &self.lists[self.turn & 1];
        let role = self.squares[word.from() as usize] & 7;
        let key = key_of(role, word.from());
        let number = if role == PAWN { lists.pawn_number(key) } else { lists.piece_number(role, key) };
        let shape = &SHAPES[role as usize];
        let vector = (VECTORS[word.0 as usize & 4095] >> (shape.shift & 15)) as u8 & shape.mask;
        let vector = match word.flags() {
            2 => 9,
            3 => 11,
            0 if word.is_null() => return 15,
            kind @ 8.. => vector << 2 | (3 - (kind & 3)),
            _ => vector,
        };
        shape.base.wrapping_add(shape.step.wrapping_mul(number)).wrapping_add(vector)
    }
}
