//! The open lines of the tree of variations: the main line, and the open variations, each inside the one before it.

use shakmaty::{Chess, Move, Position as _};

use super::position::Position;
use crate::{PackedMove, Result, chess::positions::play_null, limits::MAX_VARIATION_DEPTH};

/// A position on which a line plays its moves. [`Position`] and [`Chess`] check them; `()` keeps no position and checks nothing,
/// for walks that need no more than the structure.
pub trait LinePosition: Clone {
    /// Plays a move, and stores the position before it in `before`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove). Both positions are then unchanged.
    fn play(&mut self, m: PackedMove, before: &mut Self) -> Result<()>;
}

impl LinePosition for Position {
    #[inline]
    fn play(&mut self, m: PackedMove, before: &mut Position) -> Result<()> {
        self.play_from(m, before)
    }
}

impl LinePosition for Chess {
    #[inline]
    fn play(&mut self, m: PackedMove, before: &mut Chess) -> Result<()> {
        if m.is_null() {
            let unchanged = self.clone();
            play_null(self)?;
            *before = unchanged;
            return Ok(());
        }
        let m = m.to_move(self)?;
        before.clone_from(self);
        self.play_unchecked(m);
        Ok(())
    }
}

impl LinePosition for () {
    fn play(&mut self, _: PackedMove, (): &mut ()) -> Result<()> {
        Ok(())
    }
}

/// A line of moves: the main line or a variation.
#[derive(Debug, Clone, Default)]
struct OpenLine<P> {
    position: P,
    /// The position before the last move; that before the first move in a line without moves.
    before: P,
    /// Plies from the start of the game.
    ply: usize,
    has_moves: bool,
}

impl<P: Clone> OpenLine<P> {
    fn new(start: P, ply: usize) -> OpenLine<P> {
        OpenLine { before: start.clone(), position: start, ply, has_moves: false }
    }

    fn count_move(&mut self) {
        self.ply += 1;
        self.has_moves = true;
    }
}

/// Why a variation cannot begin or end here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NestingError {
    /// The line has no move that a variation could replace.
    NoMove,
    /// More than [`MAX_VARIATION_DEPTH`] variations inside each other.
    TooDeep,
    /// No variation is open.
    NotOpen,
}

/// The open lines. Moves are played in the innermost one.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenLines<P> {
    innermost: OpenLine<P>,
    /// The lines around it, the main line first.
    outer: Vec<OpenLine<P>>,
}

impl<P: LinePosition> OpenLines<P> {
    /// The main line before its first move.
    pub(crate) fn new(start: P) -> OpenLines<P> {
        OpenLines { innermost: OpenLine::new(start, 0), outer: Vec::new() }
    }

    /// Goes back to the main line before the first move of a game, keeping memory.
    pub(crate) fn restart(&mut self, start: P) {
        self.innermost = OpenLine::new(start, 0);
        self.outer.clear();
    }

    /// How many variations are open.
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

    /// The position before the last move of the innermost line; in a line without moves, that from which it starts.
    #[inline]
    pub(crate) fn position_before(&self) -> &P {
        &self.innermost.before
    }

    /// Whether the innermost line has a move.
    pub(crate) fn has_moves(&self) -> bool {
        self.innermost.has_moves
    }

    /// Plays a move in the innermost line.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove); nothing is changed then.
    #[inline]
    pub(crate) fn play(&mut self, m: PackedMove) -> Result<()> {
        let line = &mut self.innermost;
        line.position.play(m, &mut line.before)?;
        line.count_move();
        Ok(())
    }

    /// Begins a variation: other moves instead of the last move of the innermost line.
    pub(crate) fn begin_variation(&mut self) -> std::result::Result<(), NestingError> {
        self.can_begin()?;
        let variation = OpenLine::new(self.innermost.before.clone(), self.innermost.ply - 1);
        self.outer.push(std::mem::replace(&mut self.innermost, variation));
        Ok(())
    }

    /// Whether a variation can begin here.
    pub(crate) fn can_begin(&self) -> std::result::Result<(), NestingError> {
        match () {
            () if !self.innermost.has_moves => Err(NestingError::NoMove),
            () if self.outer.len() >= MAX_VARIATION_DEPTH => Err(NestingError::TooDeep),
            () => Ok(()),
        }
    }

    /// Ends the innermost variation.
    pub(crate) fn end_variation(&mut self) -> std::result::Result<(), NestingError> {
        self.innermost = self.outer.pop().ok_or(NestingError::NotOpen)?;
        Ok(())
    }
}

impl OpenLines<Chess> {
    /// Plays a move that is known to be legal.
    #[inline]
    pub(crate) fn play_legal(&mut self, m: Move) {
        let line = &mut self.innermost;
        line.before.clone_from(&line.position);
        line.position.play_unchecked(m);
        line.count_move();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(lines: &OpenLines<Chess>, text: &str) -> PackedMove {
        PackedMove::from_uci(text.as_bytes(), lines.position()).unwrap()
    }

    #[test]
    fn a_variation_replaces_the_last_move() {
        let mut lines = OpenLines::new(Chess::default());
        assert_eq!(lines.begin_variation(), Err(NestingError::NoMove));
        assert_eq!(lines.end_variation(), Err(NestingError::NotOpen));
        lines.play(uci(&lines, "e2e4")).unwrap();
        let after_e4 = lines.position().clone();
        lines.begin_variation().unwrap();
        assert_eq!((lines.depth(), lines.ply()), (1, 0));
        assert_eq!(lines.position(), &Chess::default());
        assert_eq!(lines.begin_variation(), Err(NestingError::NoMove));
        lines.play(uci(&lines, "d2d4")).unwrap();
        assert_eq!(lines.position_before(), &Chess::default());
        lines.end_variation().unwrap();
        assert_eq!((lines.depth(), lines.ply(), lines.position()), (0, 1, &after_e4));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut lines = OpenLines::new(Chess::default());
        lines.play(uci(&lines, "e2e4")).unwrap();
        let (position, before) = (lines.position().clone(), lines.position_before().clone());
        assert!(lines.play(PackedMove(0xfff)).is_err());
        assert_eq!((lines.position(), lines.position_before(), lines.ply()), (&position, &before, 1));
        lines.play(PackedMove::NULL).unwrap();
        assert_eq!(lines.position_before(), &position);
    }

    #[test]
    fn an_illegal_move_changes_nothing_on_the_own_board() {
        let mut lines = OpenLines::new(Position::default());
        lines.play(lines.position().read_uci(b"e2e4").unwrap()).unwrap();
        let (position, before) = (lines.position().clone(), lines.position_before().clone());
        assert!(lines.play(PackedMove(0xfff)).is_err());
        assert_eq!((lines.position(), lines.position_before(), lines.ply()), (&position, &before, 1));
        assert!(lines.has_moves());
    }

    #[test]
    fn variations_nest_up_to_the_limit() {
        let mut lines = OpenLines::new(());
        for _ in 0..MAX_VARIATION_DEPTH {
            lines.play(PackedMove::NULL).unwrap();
            lines.begin_variation().unwrap();
        }
        lines.play(PackedMove::NULL).unwrap();
        assert_eq!(lines.begin_variation(), Err(NestingError::TooDeep));
        assert_eq!((lines.depth(), lines.ply()), (MAX_VARIATION_DEPTH, 1));
    }
}
