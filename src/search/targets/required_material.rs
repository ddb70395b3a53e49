//! Required material: a game can no longer match if too many pieces were captured or required pawns have left their home squares.

use crate::codecs::byte::{Board, MadeMove};

const PAWN: u8 = 1;
/// Ranks 2 and 7, the home ranks of White's and Black's pawns.
const HOME: [u64; 2] = [0xFF << 8, 0xFF << 48];

/// No later position of the game can match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

/// Material that every match must have, counted by piece (see [`crate::codecs::byte::Piece`]); entries 0 and 8 are the totals of White and
/// Black. Only pawns and totals are used: promotion can replace any other captured piece.
#[derive(Debug, Clone)]
pub(crate) struct RequiredMaterial {
    counts: [i8; 16],
    /// Pawns required on their home squares, to which no pawn can return.
    home_pawns: u64,
    /// Maximum pieces of White and Black.
    max_pieces: [i8; 2],
}

/// Number of pieces that a game can still lose before it lacks required material.
#[derive(Debug, Clone)]
pub(crate) struct SpareMaterial {
    counts: [i8; 16],
    home_pawns: u64,
}

impl RequiredMaterial {
    /// Requires these pieces on these squares, and no others.
    pub(super) fn exactly(pieces: &[u8; 64]) -> RequiredMaterial {
        let counts = count(pieces);
        RequiredMaterial { home_pawns: home_pawns(pieces), max_pieces: [counts[0], counts[8]], counts }
    }

    /// Requires these pieces on these squares, and allows any others.
    pub(super) fn at_least(pieces: &[u8; 64]) -> RequiredMaterial {
        RequiredMaterial { max_pieces: [i8::MAX; 2], ..RequiredMaterial::exactly(pieces) }
    }

    /// Requires minimum pawns and pieces and maximum pieces of White and Black, on any squares.
    pub(super) fn anywhere(pawns: [i8; 2], pieces: [i8; 2], max_pieces: [i8; 2]) -> RequiredMaterial {
        let mut counts = [0; 16];
        (counts[PAWN as usize], counts[PAWN as usize | 8]) = (pawns[0], pawns[1]);
        (counts[0], counts[8]) = (pieces[0], pieces[1]);
        RequiredMaterial { counts, home_pawns: 0, max_pieces }
    }

    /// Returns what a game with this start can lose; `None` if the start lacks required material.
    pub(super) fn spare(&self, start: &Board) -> Option<SpareMaterial> {
        let mut counts = count(start.pieces());
        for piece in [0, 8, PAWN, PAWN | 8] {
            counts[piece as usize] -= self.counts[piece as usize];
        }
        let is_enough = [0, 8, PAWN, PAWN | 8].iter().all(|piece| counts[*piece as usize] >= 0)
            && self.home_pawns & !home_pawns(start.pieces()) == 0;
        is_enough.then_some(SpareMaterial { counts, home_pawns: self.home_pawns })
    }

    /// The pawns required on their home squares.
    pub(super) fn home_pawns(&self) -> u64 {
        self.home_pawns
    }

    /// Maximum pieces of White (0) or Black (1).
    pub(super) fn max_pieces(&self, side: usize) -> i8 {
        self.max_pieces[side]
    }
}

impl SpareMaterial {
    /// Updates the counts after a ply.
    #[inline(always)]
    pub(super) fn update(&mut self, ply: MadeMove) -> Result<(), Unreachable> {
        let squares = 1u64 << ply.packed.from() | 1u64 << ply.packed.to();
        if self.home_pawns & squares != 0 {
            return Err(Unreachable);
        }
        if ply.captured.0 != 0 || ply.packed.flags() >= 8 { self.update_counts(ply) } else { Ok(()) }
    }

    #[inline(always)]
    fn update_counts(&mut self, ply: MadeMove) -> Result<(), Unreachable> {
        let captured = ply.captured.0;
        if captured != 0 {
            self.remove(captured & 8)?;
        }
        if captured & 7 == PAWN {
            self.remove(captured)?;
        }
        // Promotion removes a pawn but no piece.
        if ply.packed.flags() >= 8 { self.remove(ply.piece.0) } else { Ok(()) }
    }

    #[inline(always)]
    fn remove(&mut self, piece: u8) -> Result<(), Unreachable> {
        let count = &mut self.counts[piece as usize & 15];
        *count -= 1;
        if *count < 0 { Err(Unreachable) } else { Ok(()) }
    }
}

fn count(pieces: &[u8; 64]) -> [i8; 16] {
    let mut counts = [0; 16];
    for piece in pieces.iter().filter(|piece| **piece != 0) {
        counts[*piece as usize & 15] += 1;
        counts[*piece as usize & 8] += 1;
    }
    counts
}

fn home_pawns(pieces: &[u8; 64]) -> u64 {
    let pawns = |pawn: u8, rank: u64| {
        let squares = (0..64).filter(|square| pieces[*square] == pawn).fold(0u64, |bits, square| bits | 1 << square);
        squares & rank
    };
    pawns(PAWN, HOME[0]) | pawns(PAWN | 8, HOME[1])
}
