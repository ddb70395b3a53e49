//! Legality: looks at every ply that the board has played, and tells whether it was a legal move.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, Square, attacks};

use super::board::{Board, Piece, Ply};
use super::lists::{BISHOP, KING, PAWN, QUEEN, ROOK};
use super::tables::{BISHOP_RAYS, ROOK_RAYS};
use crate::{
    PackedMove,
    board::castling::{between, bit},
};

const KNIGHT: u8 = 2;
/// The bits of the kinds for castling (2, 3) and en passant (5).
const SPECIAL_KINDS: u16 = 0b10_1100;

/// Squares by man; 0 holds all that White has, 8 all that Black has.
#[derive(Debug, Clone)]
pub struct Sets([u64; 16]);

static START: LazyLock<Sets> = LazyLock::new(|| Sets::count(&Board::default()));

impl Sets {
    pub fn new(start: &Chess, board: &Board) -> Sets {
        if *start == Chess::new() { START.clone() } else { Sets::count(board) }
    }

    pub fn count(board: &Board) -> Sets {
        let mut sets = Sets([0; 16]);
        for (square, man) in (0..64).zip(board.men()).filter(|(_, man)| **man != 0) {
            sets.toggle(*man, bit(square));
        }
        sets
    }

    #[inline(always)]
    fn toggle(&mut self, man: u8, squares: u64) {
        self.0[man as usize & 15] ^= squares;
        self.0[man as usize & 8] ^= squares;
    }

    #[inline(always)]
    fn of(&self, side: usize, role: u8) -> u64 {
        self.0[(side << 3 | role as usize) & 15]
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.0[0] | self.0[8]
    }

    /// Follows the ply that has led to `board`, and tells whether it was legal. `last` is the ply before it.
    #[inline(always)]
    pub fn follow(&mut self, ply: Ply, last: PackedMove, board: &Board) -> bool {
        let (us, them) = (board.turn & 1 ^ 1, board.turn & 1);
        // Castling, en passant, null move: a test of bits, as a jump by kind is hard to foresee.
        let is_special = SPECIAL_KINDS >> ply.word.flags() & 1 != 0 || ply.word.is_null();
        let is_possible = match is_special {
            true => self.follow_special(ply, last, board),
            false => {
                self.follow_man(ply, board);
                between(ply.word.from(), ply.word.to()) & self.occupied() == 0
            }
        };
        is_possible && !self.is_attacked(self.king(us), them, self.occupied())
    }

    #[inline(never)]
    fn follow_special(&mut self, ply: Ply, last: PackedMove, board: &Board) -> bool {
        match ply.word.flags() {
            2 | 3 => self.follow_castling(ply, board),
            5 => self.follow_en_passant(ply, last),
            // byte.15: not while in check, as the safety of the king will tell.
            _ => true,
        }
    }

    #[inline(always)]
    fn follow_man(&mut self, ply: Ply, board: &Board) {
        let (from, to) = (bit(ply.word.from()), bit(ply.word.to()));
        self.toggle(ply.man.0, from);
        self.toggle(board.man(ply.word.to()), to);
        let captured = ply.captured.0;
        self.toggle(captured, if captured == 0 { 0 } else { to });
    }

    /// byte.14: only right after the double push.
    fn follow_en_passant(&mut self, ply: Ply, last: PackedMove) -> bool {
        let (from, to) = (ply.word.from(), ply.word.to());
        let victim = from & 56 | to & 7;
        self.toggle(ply.man.0, bit(from) | bit(to));
        self.toggle(ply.captured.0, bit(victim));
        last.flags() == 1 && last.to() == victim
    }

    /// byte.7: the king neither starts from, nor passes, an attacked square.
    fn follow_castling(&mut self, ply: Ply, board: &Board) -> bool {
        let (us, them) = (board.turn & 1 ^ 1, board.turn & 1);
        let (king, king_to) = (ply.word.from(), ply.word.to());
        let without_king = self.occupied() & !bit(king);
        let mut way = Bitboard(between(king, king_to) | bit(king)).into_iter();
        let is_free = !way.any(|s| self.is_attacked(s as u8, them, without_king));
        let rook = Piece((us << 3) as u8 | ROOK).0;
        let rook_to = if king_to & 7 == 6 { king_to - 1 } else { king_to + 1 };
        let gone = Bitboard(self.of(us, ROOK)).into_iter().find(|s| board.man(*s as u8) != rook);
        self.toggle(ply.man.0, bit(king));
        self.toggle(ply.man.0, bit(king_to));
        if let Some(rook_from) = gone {
            self.toggle(rook, bit(rook_from as u8) | bit(rook_to));
        }
        is_free
    }

    #[inline(always)]
    fn king(&self, side: usize) -> u8 {
        (self.of(side, KING).trailing_zeros() & 63) as u8
    }

    /// Whether `side` attacks a square when the board is occupied like this.
    #[inline(always)]
    fn is_attacked(&self, target: u8, side: usize, occupied: u64) -> bool {
        let square = Square::new(u32::from(target & 63));
        let defender = Color::from_white(side != 0);
        let leapers = attacks::knight_attacks(square).0 & self.of(side, KNIGHT)
            | attacks::pawn_attacks(defender, square).0 & self.of(side, PAWN)
            | attacks::king_attacks(square).0 & self.of(side, KING);
        let straight = self.of(side, ROOK) | self.of(side, QUEEN);
        let diagonal = self.of(side, BISHOP) | self.of(side, QUEEN);
        let index = target as usize & 63;
        let mut snipers = ROOK_RAYS[index] & straight | BISHOP_RAYS[index] & diagonal;
        while snipers != 0 {
            if between(target, snipers.trailing_zeros() as u8) & occupied == 0 {
                return true;
            }
            snipers &= snipers - 1;
        }
        leapers != 0
    }
}
