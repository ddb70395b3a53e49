//! The first arrival of a game, and finding it in a main line.

use std::ops::ControlFlow;

use shakmaty::Chess;

use super::aim::Aim;
use crate::{
    PackedMove, Result,
    codecs::byte::{self, Board},
    index::GameRecord,
};

/// The first time that a game gets to what is searched for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival<'a> {
    /// The number of the game in its block.
    pub(super) game: usize,
    /// Plies from the start of the game.
    pub(super) ply: u32,
    /// From where the moves start; `None` for the usual position.
    pub(super) start: Option<&'a Chess>,
    /// The moves that lead there, as code of the codec `byte`.
    pub(super) path: &'a [u8],
    /// The move that comes next in the same line, if there is one.
    pub(super) next: Option<PackedMove>,
    /// What an index says of the game.
    pub(super) record: Option<&'a GameRecord>,
}

/// Where a line first gets there: plies and bytes of its code before that, and the move that comes next.
pub(super) type FirstArrival = (u32, usize, Option<PackedMove>);

/// Finds the first arrival in lines from one start.
pub(super) struct Finder<'a, A: Aim> {
    aim: &'a A,
    board: Board,
    state: Option<A::State>,
    is_met: bool,
}

impl<'a, A: Aim> Finder<'a, A> {
    pub(super) fn new(aim: &'a A, start: &Chess) -> Finder<'a, A> {
        let board = Board::new(start);
        Finder { aim, state: aim.begin(&board), is_met: aim.is_met(&board), board }
    }

    /// Whether no line from this start can get there.
    pub(super) fn is_hopeless(&self) -> bool {
        self.state.is_none()
    }

    /// Plays a line, given as code of `byte`, until it gets there.
    #[inline(always)]
    pub(super) fn first(&self, code: &[u8]) -> Result<Option<FirstArrival>> {
        let Some(mut state) = self.state.clone() else { return Ok(None) };
        if self.is_met {
            return Ok(Some((0, 0, next_move(&self.board, code)?)));
        }
        let mut met = false;
        let scanned = byte::scan_from(&self.board, code, usize::MAX, |board, ply| {
            match self.aim.look(&mut state, board, ply) {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => met = true,
                Err(_) => {}
            }
            ControlFlow::Break(())
        })?;
        if !met {
            return Ok(None);
        }
        Ok(Some((scanned.plies as u32, scanned.bytes, next_move(&scanned.board, &code[scanned.bytes..])?)))
    }
}

fn next_move(board: &Board, code: &[u8]) -> Result<Option<PackedMove>> {
    match code.is_empty() {
        true => Ok(None),
        false => board.clone().play(code).map(|(ply, _)| Some(ply.packed)),
    }
}
