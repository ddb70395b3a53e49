//! The open lines of the variation tree: the main line, and the open variations, each inside the one before it.

use std::{fmt, sync::OnceLock};

use crate::{
    PackedMove, Position, Result,
    board::{Bitboards, Board, Undo, not_legal},
    limits::MAX_VARIATION_DEPTH,
    moves::UndoMove,
};

/// A position on which a line plays its moves. [`Position`] checks them; `()` keeps no position and checks nothing, for walks that need
/// only the structure.
pub trait LinePosition: Clone {
    /// State that undoes a move.
    type Undo: Clone + fmt::Debug;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove). The position is then unchanged.
    fn make(&mut self, m: PackedMove) -> Result<Self::Undo>;

    /// Undoes the last move.
    fn unmake(&mut self, undo: &Self::Undo);
}

impl LinePosition for Position {
    type Undo = UndoMove;

    #[inline]
    fn make(&mut self, m: PackedMove) -> Result<UndoMove> {
        Position::make(self, m)
    }

    fn unmake(&mut self, undo: &UndoMove) {
        Position::unmake(self, *undo);
    }
}

/// Has no move counters: for lines whose positions are not shown.
impl LinePosition for Board<Bitboards> {
    type Undo = Undo;

    #[inline]
    fn make(&mut self, m: PackedMove) -> Result<Undo> {
        self.make_undoable(m).ok_or_else(|| not_legal(m))
    }

    fn unmake(&mut self, undo: &Undo) {
        Board::unmake(self, *undo);
    }
}

impl LinePosition for () {
    type Undo = ();

    fn make(&mut self, _: PackedMove) -> Result<()> {
        Ok(())
    }

    fn unmake(&mut self, (): &()) {}
}

/// A line of moves: the main line or a variation.
#[derive(Debug, Clone)]
struct OpenLine<P: LinePosition> {
    position: P,
    /// State that undoes the last move; `None` in a line without moves.
    undo: Option<P::Undo>,
    /// The position before the last move, computed at the first request: most walks never need it.
    before: OnceLock<P>,
    /// Plies from the start of the game.
    ply: usize,
}

impl<P: LinePosition> OpenLine<P> {
    fn new(start: P, ply: usize) -> OpenLine<P> {
        OpenLine { position: start, undo: None, before: OnceLock::new(), ply }
    }

    #[inline]
    fn played(&mut self, undo: P::Undo) {
        if self.before.get().is_some() {
            self.before = OnceLock::new();
        }
        self.undo = Some(undo);
        self.ply += 1;
    }

    /// Returns a copy of the position before the last move, or of the start of the line if it has no moves.
    fn copy_before(&self) -> P {
        let mut before = self.position.clone();
        self.undo.iter().for_each(|undo| before.unmake(undo));
        before
    }
}

/// The reason for which a variation cannot begin or end here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NestingError {
    /// The line has no move that a variation could replace.
    NoMove,
    /// More than [`MAX_VARIATION_DEPTH`] nested variations.
    TooDeep,
    /// No variation is open.
    NotOpen,
}

/// The open lines. Moves are played in the innermost one.
#[derive(Debug, Clone)]
pub(crate) struct VariationStack<P: LinePosition> {
    innermost: OpenLine<P>,
    /// The lines around it, the main line first.
    outer: Vec<OpenLine<P>>,
}

impl<P: LinePosition + Default> Default for VariationStack<P> {
    fn default() -> VariationStack<P> {
        VariationStack::new(P::default())
    }
}

impl<P: LinePosition> VariationStack<P> {
    /// The main line before its first move.
    pub(crate) fn new(start: P) -> VariationStack<P> {
        VariationStack { innermost: OpenLine::new(start, 0), outer: Vec::new() }
    }

    /// Goes back to the main line before the first move of a game; reuses the memory.
    pub(crate) fn restart(&mut self, start: P) {
        self.innermost = OpenLine::new(start, 0);
        self.outer.clear();
    }

    /// Returns the number of open variations.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Plies from the start of the game to the end of the innermost line.
    #[inline]
    pub(crate) fn ply(&self) -> usize {
        self.innermost.ply
    }

    /// The position at the end of the innermost line.
    #[inline]
    pub(crate) fn position(&self) -> &P {
        &self.innermost.position
    }

    /// The position before the last move of the innermost line; in a line without moves, its start.
    #[inline]
    pub(crate) fn position_before(&self) -> &P {
        match self.innermost.undo {
            None => &self.innermost.position,
            Some(_) => self.innermost.before.get_or_init(|| self.innermost.copy_before()),
        }
    }

    /// Returns the state that undoes the last move of the innermost line; `None` in a line without moves.
    #[inline]
    pub(crate) fn undo(&self) -> Option<&P::Undo> {
        self.innermost.undo.as_ref()
    }

    /// Plays a move in the innermost line.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove). Nothing is changed.
    #[inline]
    pub(crate) fn play(&mut self, m: PackedMove) -> Result<()> {
        let undo = self.innermost.position.make(m)?;
        self.innermost.played(undo);
        Ok(())
    }

    /// Begins a variation that replaces the last move of the innermost line.
    pub(crate) fn begin_variation(&mut self) -> std::result::Result<(), NestingError> {
        self.can_begin()?;
        let variation = OpenLine::new(self.innermost.copy_before(), self.innermost.ply - 1);
        self.outer.push(std::mem::replace(&mut self.innermost, variation));
        Ok(())
    }

    /// Returns whether a variation can begin here.
    pub(crate) fn can_begin(&self) -> std::result::Result<(), NestingError> {
        if self.innermost.undo.is_none() {
            return Err(NestingError::NoMove);
        }
        if self.outer.len() >= MAX_VARIATION_DEPTH {
            return Err(NestingError::TooDeep);
        }
        Ok(())
    }

    /// Ends the innermost variation.
    pub(crate) fn end_variation(&mut self) -> std::result::Result<(), NestingError> {
        self.innermost = self.outer.pop().ok_or(NestingError::NotOpen)?;
        Ok(())
    }
}

impl VariationStack<Board<Bitboards>> {
    /// Plays moves in the innermost line as long as `next` makes one.
    #[inline(always)]
    pub(crate) fn play_each(&mut self, mut next: impl FnMut(&mut Board<Bitboards>) -> Option<Undo>) -> usize {
        let mut last = None;
        let mut count = 0;
        while let Some(undo) = next(&mut self.innermost.position) {
            last = Some(undo);
            count += 1;
        }
        if let Some(undo) = last {
            self.innermost.played(undo);
            self.innermost.ply += count - 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(lines: &VariationStack<Position>, text: &str) -> PackedMove {
        lines.position().read_uci(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_variation_replaces_the_last_move() {
        let mut lines = VariationStack::new(Position::default());
        assert_eq!(lines.begin_variation(), Err(NestingError::NoMove));
        assert_eq!(lines.end_variation(), Err(NestingError::NotOpen));
        lines.play(uci(&lines, "e2e4")).unwrap();
        let after_e4 = lines.position().clone();
        lines.begin_variation().unwrap();
        assert_eq!((lines.depth(), lines.ply()), (1, 0));
        assert_eq!(lines.position(), &Position::default());
        assert_eq!(lines.begin_variation(), Err(NestingError::NoMove));
        lines.play(uci(&lines, "d2d4")).unwrap();
        assert_eq!(lines.position_before(), &Position::default());
        lines.end_variation().unwrap();
        assert_eq!((lines.depth(), lines.ply(), lines.position()), (0, 1, &after_e4));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut lines = VariationStack::new(Position::default());
        lines.play(uci(&lines, "e2e4")).unwrap();
        let position = lines.position().clone();
        let before = lines.position_before().clone();
        assert!(lines.play(PackedMove(0xfff)).is_err());
        assert_eq!((lines.position(), lines.position_before(), lines.ply()), (&position, &before, 1));
        lines.play(PackedMove::NULL).unwrap();
        assert_eq!(lines.position_before(), &position);
    }

    #[test]
    fn an_illegal_move_changes_nothing_on_the_own_board() {
        let mut lines = VariationStack::new(Position::default());
        lines.play(lines.position().read_uci(b"e2e4").unwrap()).unwrap();
        let position = lines.position().clone();
        let before = lines.position_before().clone();
        assert!(lines.play(PackedMove(0xfff)).is_err());
        assert_eq!((lines.position(), lines.position_before(), lines.ply()), (&position, &before, 1));
        assert!(lines.undo().is_some());
    }

    #[test]
    fn variations_nest_up_to_the_limit() {
        let mut lines = VariationStack::new(());
        for _ in 0..MAX_VARIATION_DEPTH {
            lines.play(PackedMove::NULL).unwrap();
            lines.begin_variation().unwrap();
        }
        lines.play(PackedMove::NULL).unwrap();
        assert_eq!(lines.begin_variation(), Err(NestingError::TooDeep));
        assert_eq!((lines.depth(), lines.ply()), (MAX_VARIATION_DEPTH, 1));
    }
}
