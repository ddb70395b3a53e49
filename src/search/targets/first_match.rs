//! The first match of a game, and finding it in a main line.

use std::ops::ControlFlow;

use super::matcher::Matcher;
use crate::{
    PackedMove, Position, Result,
    codecs::byte::{self, Board},
    index::GameRecord,
};

/// The first position of a game that matches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstMatch<'a> {
    /// The number of the game in its block.
    pub(crate) game: usize,
    /// Plies from the start of the game.
    pub(crate) ply: u32,
    /// The start of the game; `None` for the standard start.
    pub(crate) start: Option<&'a Position>,
    /// The moves up to the match, as code of the codec `byte`.
    pub(crate) path: &'a [u8],
    /// The next move of the same line, if there is one.
    pub(crate) next: Option<PackedMove>,
    /// The game's record in the index.
    pub(crate) record: Option<&'a GameRecord>,
}

/// First match of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineMatch {
    /// Plies before the match.
    pub(crate) ply: u32,
    /// Bytes of the line's code before the match.
    pub(crate) code_len: usize,
    /// The move after the match.
    pub(crate) next: Option<PackedMove>,
}

/// Finds the first match in lines from one start.
pub(super) struct LineFinder<'a, M: Matcher> {
    matcher: &'a M,
    board: Board,
    state: Option<M::State>,
    start_matches: bool,
}

impl<'a, M: Matcher> LineFinder<'a, M> {
    pub(super) fn new(matcher: &'a M, start: &Position) -> LineFinder<'a, M> {
        let board = Board::new(start);
        LineFinder { matcher, state: matcher.start(&board), start_matches: matcher.matches(&board), board }
    }

    /// Returns whether no line from this start can match.
    pub(super) fn is_unreachable(&self) -> bool {
        self.state.is_none()
    }

    /// Plays a line, given as code of `byte`, to its first match.
    #[inline(always)]
    pub(super) fn find(&self, code: &[u8]) -> Result<Option<LineMatch>> {
        let Some(mut state) = self.state.clone() else { return Ok(None) };
        if self.start_matches {
            return Ok(Some(LineMatch { ply: 0, code_len: 0, next: next_move(&self.board, code)? }));
        }
        let mut is_found = false;
        let scanned = byte::scan_from(&self.board, code, usize::MAX, |board, ply| {
            match self.matcher.update(&mut state, board, ply) {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => is_found = true,
                Err(_) => {}
            }
            ControlFlow::Break(())
        })?;
        if !is_found {
            return Ok(None);
        }
        let next = next_move(&scanned.board, &code[scanned.bytes..])?;
        Ok(Some(LineMatch { ply: scanned.plies as u32, code_len: scanned.bytes, next }))
    }
}

fn next_move(board: &Board, code: &[u8]) -> Result<Option<PackedMove>> {
    if code.is_empty() { Ok(None) } else { board.clone().play(code).map(|(ply, _)| Some(ply.packed)) }
}
