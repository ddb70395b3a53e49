//! Runs: games of a block whose codes share bytes.
//!
//! Spec chapter: `spec/codecs/README.md`, `codecs.4`.

use shakmaty::Chess;

use crate::{
    Code, Codec, Error, Game, MoveWord, Result,
    codecs::{Line, byte},
    limits,
};

/// The codec of a plain game (`codecs.5`).
pub(super) const PLAIN: Codec = Codec::Byte;

/// Whether a game must be stored plain in a block of this codec (`codecs.5`).
pub(super) fn must_be_plain(codec: Codec, moves: &[MoveWord]) -> bool {
    codec.shares_runs()
        && (moves.len() > limits::MAX_PLIES_IN_RUN || !codec.tells_end() && moves.iter().any(|m| m.is_null()))
}

/// For every run of a block the number of the game after its last (`codecs.4`).
pub(super) fn run_ends(codec: Codec, plies: &[u32], is_plain: impl Fn(usize) -> bool) -> Vec<u32> {
    // Without runs, every game is one.
    let most = codec.run_plies().unwrap_or(0).into();
    let mut ends = Vec::new();
    let mut so_far = 0_u64;
    for (game, game_plies) in plies.iter().enumerate() {
        let next = game as u32 + 1;
        so_far += u64::from(*game_plies);
        let closes = so_far >= most || is_plain(game) || game + 1 == plies.len() || is_plain(game + 1);
        if closes {
            ends.push(next);
            so_far = 0;
        }
    }
    ends
}

/// The run that is being filled.
#[derive(Default)]
pub(super) struct OpenRun {
    lines: Vec<(Chess, Vec<MoveWord>)>,
    plies: u32,
}

impl OpenRun {
    /// Takes the main line of a game. When `checked` is set, its moves are checked to be legal.
    ///
    /// Errors: [`Code::IllegalMove`]; the run is then as before.
    pub fn add(&mut self, game: &Game, checked: bool) -> Result<()> {
        let start = game.start_position();
        if checked {
            byte::check_line(&start, &game.moves)?;
        }
        self.plies += game.moves.len() as u32;
        self.lines.push((start, game.moves.clone()));
        Ok(())
    }

    /// Whether the game that was added last ends the run.
    pub fn is_full(&self, codec: Codec) -> bool {
        Some(self.plies) >= codec.run_plies()
    }

    /// Appends the code of the run, if it has games, and begins another.
    ///
    /// Errors: [`Code::IllegalMove`] when moves that were not checked are not legal.
    pub fn close(&mut self, codec: Codec, out: &mut Vec<u8>) -> Result<Option<u32>> {
        let run = std::mem::take(self);
        if run.lines.is_empty() {
            return Ok(None);
        }
        let before = out.len();
        let lines: Vec<_> = run.lines.iter().map(|(start, moves)| Line { start, moves }).collect();
        codec.encode_run(&lines, out)?;
        Ok(Some((out.len() - before) as u32))
    }
}

/// A run whose moves were read.
#[derive(Debug, Default)]
pub(super) struct ReadRun {
    moves: Vec<MoveWord>,
    ends: Vec<usize>,
}

impl ReadRun {
    /// Reads the code of a run. For each game, `starts` has its start and the number of its plies.
    ///
    /// Errors: those of [`Codec::decode_run`].
    pub fn read(codec: Codec, starts: &[(Chess, usize)], code: &[u8]) -> Result<ReadRun> {
        let mut moves = Vec::new();
        let starts: Vec<_> = starts.iter().map(|(start, plies)| (start, *plies)).collect();
        codec.decode_run(&starts, code, &mut moves)?;
        let ends = starts.iter().scan(0, |end, (_, plies)| {
            *end += plies;
            Some(*end)
        });
        Ok(ReadRun { ends: ends.collect(), moves })
    }

    /// The main line of a game, counted from the first of the run.
    pub fn line(&self, game: usize) -> &[MoveWord] {
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        &self.moves[start..self.ends[game]]
    }
}

/// Checks that so few bytes may hold so many plies (`limits.9`).
///
/// Errors: [`Code::LimitExceeded`].
pub(super) fn check_plies(codec: Codec, plies: &[u32], is_plain: impl Fn(usize) -> bool, bytes: usize) -> Result<()> {
    let too_long = |(game, plies): (usize, &u32)| *plies as usize > limits::MAX_PLIES_IN_RUN && !is_plain(game);
    let all: u64 = plies.iter().map(|p| u64::from(*p)).sum();
    if codec.shares_runs() && (plies.iter().enumerate().any(too_long) || !limits::plies_allowed(all, bytes)) {
        return Err(Error::new(Code::LimitExceeded, "the moves claim more plies than so few bytes may hold"));
    }
    Ok(())
}
