//! Cheap reasons to give up a game: men that are gone for good.

use super::aim::Stop;
use crate::codecs::byte::{Board, Ply};

const PAWN: u8 = 1;
/// Ranks 2 and 7, where pawns of White and Black start.
const HOME: [u64; 2] = [0xFF << 8, 0xFF << 48];

/// The men that something needs: numbers by man (see [`crate::codecs::byte::Piece`]); 0 and 8 stand for all men of a side.
/// Only pawns and all men are looked at: what else is captured can come back by promotion.
#[derive(Debug, Clone)]
pub(super) struct Needs {
    counts: [i8; 16],
    /// Pawns that must stand on their first squares: these never come back there.
    home_pawns: u64,
    /// The most men that White and Black may have.
    most_men: [i8; 2],
}

/// How much may still be lost before the needs cannot be met.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    spare: [i8; 16],
    home_pawns: u64,
}

impl Needs {
    /// These men on these squares, and no others.
    pub(super) fn exactly(men: &[u8; 64]) -> Needs {
        let counts = count(men);
        Needs { home_pawns: home_pawns(men), most_men: [counts[0], counts[8]], counts }
    }

    /// These men on these squares, whatever else there is.
    pub(super) fn at_least(men: &[u8; 64]) -> Needs {
        Needs { most_men: [i8::MAX; 2], ..Needs::exactly(men) }
    }

    /// So many pawns and men of White and Black at least, and so many men at most, anywhere.
    pub(super) fn anywhere(pawns: [i8; 2], men: [i8; 2], most_men: [i8; 2]) -> Needs {
        let mut counts = [0; 16];
        (counts[PAWN as usize], counts[PAWN as usize | 8]) = (pawns[0], pawns[1]);
        (counts[0], counts[8]) = (men[0], men[1]);
        Needs { counts, home_pawns: 0, most_men }
    }

    /// What a game may lose that starts like this; `None` if the needs cannot be met from there.
    pub(super) fn budget(&self, start: &Board) -> Option<Budget> {
        let mut spare = count(start.pieces());
        for man in [0, 8, PAWN, PAWN | 8] {
            spare[man as usize] -= self.counts[man as usize];
        }
        let can_be_met = [0, 8, PAWN, PAWN | 8].iter().all(|man| spare[*man as usize] >= 0)
            && self.home_pawns & !home_pawns(start.pieces()) == 0;
        can_be_met.then_some(Budget { spare, home_pawns: self.home_pawns })
    }

    /// The pawns that must be at home.
    pub(super) fn home_pawns(&self) -> u64 {
        self.home_pawns
    }

    /// How many men White or Black may have.
    pub(super) fn most_men(&self, side: usize) -> i8 {
        self.most_men[side]
    }
}

impl Budget {
    /// Takes notice of a ply.
    #[inline(always)]
    pub(super) fn spend(&mut self, ply: Ply) -> Result<(), Stop> {
        let squares = 1u64 << ply.packed.from() | 1u64 << ply.packed.to();
        if self.home_pawns & squares != 0 {
            return Err(Stop);
        }
        match ply.captured.0 != 0 || ply.packed.flags() >= 8 {
            true => self.spend_men(ply),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn spend_men(&mut self, ply: Ply) -> Result<(), Stop> {
        let captured = ply.captured.0;
        if captured != 0 {
            self.lose(captured & 8)?;
        }
        if captured & 7 == PAWN {
            self.lose(captured)?;
        }
        // A pawn that is promoted is one pawn less and no man less.
        if ply.packed.flags() >= 8 { self.lose(ply.piece.0) } else { Ok(()) }
    }

    #[inline(always)]
    fn lose(&mut self, man: u8) -> Result<(), Stop> {
        let spare = &mut self.spare[man as usize & 15];
        *spare -= 1;
        if *spare < 0 { Err(Stop) } else { Ok(()) }
    }
}

fn count(men: &[u8; 64]) -> [i8; 16] {
    let mut counts = [0; 16];
    for man in men.iter().filter(|man| **man != 0) {
        counts[*man as usize & 15] += 1;
        counts[*man as usize & 8] += 1;
    }
    counts
}

fn home_pawns(men: &[u8; 64]) -> u64 {
    let pawns = |man: u8, rank: u64| {
        let standing = (0..64).filter(|square| men[*square] == man).fold(0u64, |bits, square| bits | 1 << square);
        standing & rank
    };
    pawns(PAWN, HOME[0]) | pawns(PAWN | 8, HOME[1])
}
