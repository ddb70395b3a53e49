//! The positions of main lines.

use std::ops::ControlFlow;

use super::{games_read::GameRead, selected::Selected, settings::Settings};
use crate::{PackedMove, Position, Result, codecs::byte, index::Key};

/// The positions of a game that get rows.
#[derive(Clone, Copy)]
pub(super) struct WantedPlies {
    position: Option<i64>,
    max_ply: u32,
    /// True if the query has a target: only the first match of each game gets a row.
    first_match: bool,
}

/// The positions of a main line: their keys, and the moves played in all positions but the last.
#[derive(Default)]
pub(super) struct Line {
    pub(super) keys: Vec<u64>,
    pub(super) moves: Vec<PackedMove>,
}

impl WantedPlies {
    pub(super) fn new(scan: &Settings) -> WantedPlies {
        WantedPlies { position: scan.position, max_ply: scan.max_ply, first_match: scan.query.target.is_some() }
    }

    /// Returns the plies of a line that get rows.
    pub(super) fn of_line<'l>(self, selected: Selected, keys: &'l [u64]) -> impl Iterator<Item = usize> + 'l {
        let end = keys.len().min(self.max_ply as usize + 1);
        let (first, end) = match selected.first_match.filter(|_| self.first_match) {
            Some(ply) => (ply as usize, end.min(ply as usize + 1)),
            None => (0, end),
        };
        (first..end).filter(move |ply| self.position.is_none_or(|key| keys[*ply] as i64 == key))
    }

    /// Returns the maximum number of plies of a line that are read.
    pub(super) fn max_plies(self) -> usize {
        self.max_ply as usize
    }
}

impl Line {
    /// Sets the positions and moves from a start and code of `byte`; reads at most `max_plies` moves.
    ///
    /// Errors: [`crate::ErrorCode::MoveMalformed`], [`crate::ErrorCode::NoMemory`].
    pub(super) fn read(&mut self, start: &byte::Board, first: &Key, code: &[u8], max_plies: usize) -> Result<()> {
        self.keys.clear();
        self.moves.clear();
        let plies = code.len().min(max_plies);
        self.keys.try_reserve(plies + 1)?;
        self.moves.try_reserve(plies)?;
        let mut key = first.clone();
        self.keys.push(key.get(start));
        byte::scan_from(start, code, max_plies, |board, ply| {
            key.update(board, ply);
            self.keys.push(key.get(board));
            self.moves.push(ply.packed);
            ControlFlow::Continue(())
        })?;
        Ok(())
    }
}

/// The standard start, from which most lines begin.
pub(super) struct Starts {
    board: byte::Board,
    key: Key,
}

impl Starts {
    pub(super) fn new() -> Starts {
        Starts::of(&Position::default())
    }

    fn of(start: &Position) -> Starts {
        let board = byte::Board::new(start);
        let key = Key::new(start, &board);
        Starts { board, key }
    }

    /// Reads the line of a game.
    pub(super) fn read(&self, read: &GameRead<'_>, max_plies: usize, line: &mut Line) -> Result<()> {
        match read.start {
            None => line.read(&self.board, &self.key, read.code, max_plies),
            Some(start) => {
                let start = Starts::of(start);
                line.read(&start.board, &start.key, read.code, max_plies)
            }
        }
    }
}
