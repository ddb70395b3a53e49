//! `varlen`: number of the piece and number of its target, in the fewest bits.
//!
//! Spec chapter: `spec/codecs/varlen.md`. After Tomasz Sobczyk's BCGN.

use super::{Board, CountedSquares, SquareCoder, Squares, number_of};
use crate::{
    PackedMove, Result,
    board::{
        MadeMove,
        attacks::{bit, piece_attacks, pushes},
        piece::{ALL, KING, PAWN},
    },
    coding::bit_stream::{BitReader, BitWriter, bits_for},
    moves::MoveFlags,
};

/// See the module.
pub struct Varlen {
    /// True if the null move has a number, which follows the pieces' numbers (`varlen.6`).
    numbers_null: bool,
}

/// varlen.3: the targets of a piece.
struct Targets {
    squares: u64,
    /// varlen.4: whether each target square represents four promotions.
    promotes: bool,
    /// varlen.5: castling to the queen side and to the king side.
    castlings: [bool; 2],
}

impl SquareCoder for Varlen {
    const MARKS_NULL: bool = true;

    fn begin(_: &Board) -> Varlen {
        Varlen { numbers_null: false }
    }

    fn number_null(&mut self, is_numbered: bool) {
        self.numbers_null = is_numbered;
    }

    // varlen.1, varlen.6
    #[inline(always)]
    fn put(&self, board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
        let pieces = board.sets().of_side(board.side(), ALL);
        let from = m.from();
        let piece_width = self.piece_width(pieces.count_ones());
        if m.is_null() {
            out.put(self.numbers_null.then_some(pieces.count_ones())?, piece_width);
            return Some(());
        }
        if pieces >> from & 1 == 0 {
            return None;
        }
        let targets = Targets::of(board, from);
        let number = targets.number_of(m)?;
        out.put(number_of(pieces, from), piece_width);
        out.put(number, width(targets.count(targets.squares.count_ones())));
        Some(())
    }

    #[inline(always)]
    fn get(&self, board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
        // varlen.2. Both numbers are peeked at before either is consumed: together they have at most 11 bits.
        let pieces = CountedSquares::new(board.sets().of_side(board.side(), ALL));
        let ahead = code.peek();
        let pieces_width = self.piece_width(pieces.count());
        let number = first_bits(ahead, pieces_width);
        let from = pieces.nth(number);
        let targets = Targets::of(board, from);
        let squares = CountedSquares::new(targets.squares);
        let count = targets.count(squares.count());
        let target = first_bits(ahead << pieces_width, width(count));
        if number >= pieces.count() {
            let is_null = self.numbers_null && number == pieces.count();
            return code.skip(pieces_width).map(|()| is_null.then_some(PackedMove::NULL));
        }
        code.skip(pieces_width + width(count))?;
        Ok((target < count).then(|| targets.packed_move(from, target, squares)))
    }

    #[inline(always)]
    fn decode_fast<S: Squares, const US: usize>(
        &mut self,
        board: &mut Board,
        code: &mut BitReader<'_>,
    ) -> Option<MadeMove> {
        let pieces = S::new(board.sets().of_side(US, ALL));
        let ahead = code.peek();
        let pieces_width = width(pieces.count());
        let number = first_bits(ahead, pieces_width);
        let from = pieces.nth(number);
        if number >= pieces.count() || self.numbers_null || board.may_be_special(US, from) {
            return None;
        }
        let squares = S::new(reached(board, US, board.piece(from), from));
        let target_width = width(squares.count());
        let target = first_bits(ahead << pieces_width, target_width);
        let mut after = code.clone();
        after.skip(pieces_width + target_width).ok()?;
        if target >= squares.count() {
            return None;
        }
        let ply = board.make_normal(US, from, squares.nth(target))?;
        *code = after;
        Some(ply)
    }
}

impl Varlen {
    /// Returns the width of the piece numbers, including a null move that has a number.
    #[inline(always)]
    fn piece_width(&self, pieces: u32) -> u32 {
        width(pieces + u32::from(self.numbers_null))
    }
}

/// The first bits as a number.
#[inline(always)]
fn first_bits(bits: u32, width: u32) -> u32 {
    (u64::from(bits) << width >> 32) as u32
}

fn width(choices: u32) -> u32 {
    bits_for(choices as usize)
}

impl Targets {
    #[inline(always)]
    fn of(board: &Board, from: u8) -> Targets {
        let piece = board.piece(from);
        let us = board.side();
        let squares = reached(board, us, piece, from);
        match piece & 7 {
            PAWN => Targets {
                squares: squares | board.en_passant_target(from),
                promotes: from >> 3 == [6, 1][us],
                castlings: [false; 2],
            },
            KING => Targets {
                squares,
                promotes: false,
                castlings: [false, true].map(|king_side| board.castling(king_side).is_some()),
            },
            _ => Targets { squares, promotes: false, castlings: [false; 2] },
        }
    }

    /// Returns the number of targets.
    #[inline(always)]
    fn count(&self, squares: u32) -> u32 {
        (squares << (2 * u32::from(self.promotes))) + u32::from(self.castlings[0]) + u32::from(self.castlings[1])
    }

    /// Returns the move to target `number`.
    #[inline(always)]
    fn packed_move(&self, from: u8, number: u32, squares: impl Squares) -> PackedMove {
        if self.promotes {
            let flags = MoveFlags::PromoteKnight as u16 + (number & 3) as u16;
            return PackedMove(flags << 12 | u16::from(from) << 6 | u16::from(squares.nth(number >> 2)));
        }
        if number >= squares.count() {
            let is_king_side = !self.castlings[0] || number > squares.count();
            return PackedMove::new(
                from,
                0,
                if is_king_side { MoveFlags::CastleKingSide } else { MoveFlags::CastleQueenSide },
            );
        }
        PackedMove(u16::from(from) << 6 | u16::from(squares.nth(number)))
    }

    /// Returns the number of a move's target; `None` if the piece cannot go there.
    #[inline(always)]
    fn number_of(&self, m: PackedMove) -> Option<u32> {
        let flags = m.flags();
        let squares = self.squares.count_ones();
        match flags {
            2 => self.castlings[1].then_some(squares + u32::from(self.castlings[0])),
            3 => self.castlings[0].then_some(squares),
            _ if self.squares >> m.to() & 1 == 0 => None,
            8.. => self.promotes.then(|| number_of(self.squares, m.to()) << 2 | u32::from(flags & 3)),
            _ => (!self.promotes).then(|| number_of(self.squares, m.to())),
        }
    }
}

/// varlen.3: returns the squares where a piece of side `us` can go, except for en passant and castling. Branchless, because the moving
/// piece is hard to predict.
#[inline(always)]
fn reached(board: &Board, us: usize, piece: u8, from: u8) -> u64 {
    let sets = board.sets();
    let occupied = sets.all();
    let them = sets.of_side(us ^ 1, ALL);
    let is_pawn = u64::from(piece & 7 == PAWN).wrapping_neg();
    let quiet = pushes(bit(from), us == 0, !occupied) & is_pawn;
    piece_attacks(piece, from, occupied) & (them | !occupied & !is_pawn) | quiet
}
