//! State that is updated with every move on a board.

use crate::PackedMove;

/// State that is updated whenever a piece comes to a square, moves, or leaves the board. Chosen at compile time, so that a board without
/// trackers has no cost.
pub trait Tracker: Clone {
    /// Slot in which the tracker stores a piece. Callers that know it save a search.
    type Slot: Copy;

    /// State of the standard start.
    const START: Self;

    /// Returns the state for the pieces on these squares.
    fn of(squares: &[u8; 64]) -> Self;

    /// A piece of `side` has come to a square.
    fn put(&mut self, side: usize, piece: u8, square: u8);

    /// A piece of `side` has left its square; `squares` no longer contain it.
    fn remove(&mut self, side: usize, piece: u8, square: u8, squares: &[u8; 64]);

    /// A piece of `side` has moved without promotion.
    fn relocate(&mut self, side: usize, piece: u8, from: u8, to: u8, slot: Self::Slot);

    /// Castling, en passant or a promotion follows, after this last move and with these castling rights.
    #[inline(always)]
    fn before_special(&mut self, _last: PackedMove, _castling_rights: u64) {}
}

/// Tracks nothing.
impl Tracker for () {
    type Slot = ();
    const START: () = ();

    fn of(_: &[u8; 64]) {}

    #[inline(always)]
    fn put(&mut self, _: usize, _: u8, _: u8) {}

    #[inline(always)]
    fn remove(&mut self, _: usize, _: u8, _: u8, _: &[u8; 64]) {}

    #[inline(always)]
    fn relocate(&mut self, _: usize, _: u8, _: u8, _: u8, (): ()) {}
}

/// Two trackers at once; the second needs no slots.
impl<A: Tracker, B: Tracker<Slot = ()>> Tracker for (A, B) {
    type Slot = A::Slot;
    const START: (A, B) = (A::START, B::START);

    fn of(squares: &[u8; 64]) -> (A, B) {
        (A::of(squares), B::of(squares))
    }

    #[inline(always)]
    fn put(&mut self, side: usize, piece: u8, square: u8) {
        self.0.put(side, piece, square);
        self.1.put(side, piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, side: usize, piece: u8, square: u8, squares: &[u8; 64]) {
        self.0.remove(side, piece, square, squares);
        self.1.remove(side, piece, square, squares);
    }

    #[inline(always)]
    fn relocate(&mut self, side: usize, piece: u8, from: u8, to: u8, slot: A::Slot) {
        self.0.relocate(side, piece, from, to, slot);
        self.1.relocate(side, piece, from, to, ());
    }

    #[inline(always)]
    fn before_special(&mut self, last: PackedMove, castling_rights: u64) {
        self.0.before_special(last, castling_rights);
        self.1.before_special(last, castling_rights);
    }
}
