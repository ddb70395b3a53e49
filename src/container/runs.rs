//! Runs: games of a block whose codes share bytes.
//!
//! Spec chapter: `spec/codecs/README.md`, `codecs.4`.

use crate::{
    Codec, Error, ErrorCode, Game, PackedMove, Position, Result,
    codecs::{Line, byte},
    limits, memory,
};

/// Returns, for every run of a block, one past the number of its last game (`codecs.4`).
pub(super) fn run_ends(codec: Codec, plies: &[u32]) -> Result<Vec<u32>> {
    // Without runs, every game is one run.
    let max = codec.run_plies().unwrap_or(0).into();
    let mut ends = Vec::new();
    let mut plies_so_far = 0_u64;
    for (game, game_plies) in plies.iter().enumerate() {
        let next = game as u32 + 1;
        plies_so_far += u64::from(*game_plies);
        if plies_so_far >= max || game + 1 == plies.len() {
            memory::push(&mut ends, next)?;
            plies_so_far = 0;
        }
    }
    Ok(ends)
}

/// The run that is being built.
#[derive(Default)]
pub(super) struct OpenRun {
    lines: Vec<(Position, Vec<PackedMove>)>,
    plies: u32,
}

impl OpenRun {
    /// Adds the main line of a game. If `checked` is set, checks its moves to be legal.
    ///
    /// Errors: [`ErrorCode::IllegalMove`]; the run is then unchanged.
    pub fn add(&mut self, game: &Game, checked: bool) -> Result<()> {
        let start = game.start_position();
        if checked {
            byte::check_line(&start, &game.moves)?;
        }
        memory::push(&mut self.lines, (start, memory::copied(&game.moves)?))?;
        self.plies += game.moves.len() as u32;
        Ok(())
    }

    /// Returns whether the game that was added last ends the run.
    pub fn is_full(&self, codec: Codec) -> bool {
        Some(self.plies) >= codec.run_plies()
    }

    /// Appends the code of the run, if it has games, and begins a new run.
    ///
    /// Errors: [`ErrorCode::IllegalMove`] if unchecked moves are not legal.
    pub fn close(&mut self, codec: Codec, out: &mut Vec<u8>) -> Result<Option<u32>> {
        let run = std::mem::take(self);
        if run.lines.is_empty() {
            return Ok(None);
        }
        let before = out.len();
        let lines = memory::collected(run.lines.iter().map(|(start, moves)| Line { start, moves }))?;
        codec.encode_run(&lines, out)?;
        Ok(Some((out.len() - before) as u32))
    }
}

/// The first games of a run, read up to a certain game or to an error.
#[derive(Debug, Default)]
pub(super) struct ReadRun {
    moves: Vec<PackedMove>,
    /// The end offset of each game's moves.
    ends: Vec<usize>,
    /// The error that keeps further games from being read; `None` if no further game was tried.
    error: Option<Error>,
}

impl ReadRun {
    /// Reads the code of a run. `starts` has the start position and the number of plies of each game; `is_whole` says whether it
    /// has all games of the run.
    pub fn read(codec: Codec, starts: &[(Position, usize)], is_whole: bool, code: &[u8]) -> ReadRun {
        let mut moves = Vec::new();
        let decoded = memory::collected(starts.iter().map(|(start, plies)| (start, *plies)))
            .and_then(|starts| codec.decode_first(&starts, is_whole, code, &mut moves));
        let ends = starts.iter().scan(0, |end, (_, plies)| {
            *end += plies;
            Some(*end)
        });
        let (mut ends, error) = match memory::collected(ends) {
            Ok(ends) => (ends, decoded.err()),
            Err(e) => (Vec::new(), Some(e)),
        };
        if error.is_some() {
            // An error after the last move belongs to the last game.
            ends.pop();
            ends.truncate(ends.partition_point(|end| *end <= moves.len()));
        }
        ReadRun { moves, ends, error }
    }

    /// Returns whether a game could not be read for lack of memory or of a model, so that it may be readable later.
    pub fn may_pass(&self) -> bool {
        self.error.as_ref().is_some_and(Error::may_pass)
    }

    /// Sets the error that keeps further games from being read, unless there already is one.
    pub fn with_error(self, error: Option<Error>) -> ReadRun {
        ReadRun { error: self.error.or(error), ..self }
    }

    /// Returns whether [`ReadRun::line`] has a result for a game: its moves, or the error of reading it.
    pub fn has_result(&self, game: usize) -> bool {
        game < self.ends.len() || self.error.is_some()
    }

    /// Returns the main line of a game that [was read](ReadRun::has_result), by its place in the run.
    ///
    /// Errors: from [`Codec::decode_run`] in this game or an earlier one.
    pub fn line(&self, game: usize) -> Result<&[PackedMove]> {
        let start = if game == 0 { 0 } else { self.ends.get(game - 1).copied().unwrap_or(0) };
        match (self.ends.get(game), &self.error) {
            (Some(end), _) => Ok(&self.moves[start..*end]),
            (None, Some(error)) => Err(error.clone()),
            (None, None) => Err(Error::new(ErrorCode::Internal, "a game of a run that was not read")),
        }
    }
}

/// Checks that no game of a run is too long (`limits.5`); reading the header checked the plies of the block.
///
/// Errors: [`ErrorCode::LimitExceeded`].
pub(super) fn check_plies(codec: Codec, plies: &[u32]) -> Result<()> {
    if codec.shares_runs() && plies.iter().any(|plies| *plies as usize > limits::MAX_PLIES_IN_RUN) {
        return Err(Error::new(ErrorCode::LimitExceeded, "a game of a run has more plies than it may"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two games of two plies, and a game without plies between them.
    fn starts() -> Vec<(Position, usize)> {
        [2, 0, 2].map(|plies| (Position::default(), plies)).to_vec()
    }

    /// The code of 1. e4 e5 in the first game and the third.
    fn code() -> Vec<u8> {
        let moves = ["e2e4", "e7e5"].map(|m| m.as_bytes());
        let mut position = Position::default();
        let packed = moves.map(|text| {
            let m = position.read_uci(text).unwrap();
            position.play(m).unwrap();
            m
        });
        let start = Position::default();
        let line = |moves| Line { start: &start, moves };
        let mut code = Vec::new();
        Codec::Tight.encode_run(&[line(&packed[..]), line(&[]), line(&packed[..])], &mut code).unwrap();
        code
    }

    fn lengths(read: &ReadRun) -> Vec<Option<usize>> {
        (0..3).map(|game| read.line(game).ok().map(<[_]>::len)).collect()
    }

    /// limits.5, just below and just above the limit.
    #[test]
    fn plies_of_a_game_are_limited() {
        let check = |codec, plies: &[u32]| check_plies(codec, plies).is_ok();
        let longest = limits::MAX_PLIES_IN_RUN as u32;
        assert!(check(Codec::Tight, &[longest, longest]) && !check(Codec::Tight, &[1, longest + 1]));
        assert!(check(Codec::Byte, &[longest + 1]));
    }

    #[test]
    fn games_before_an_error_are_read() {
        let starts = starts();
        let code = code();
        assert_eq!(lengths(&ReadRun::read(Codec::Tight, &starts, true, &code)), [Some(2), Some(0), Some(2)]);
        let first = ReadRun::read(Codec::Tight, &starts[..1], false, &code);
        assert_eq!((lengths(&first)[0], first.has_result(0), first.has_result(1)), (Some(2), true, false));

        // codecs.4: the third game has a ply, but no legal move.
        let mate = Position::from_fen(b"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        let wrong = [starts[0].clone(), starts[1].clone(), (mate, 1)];
        let read = ReadRun::read(Codec::Tight, &wrong, true, &code);
        assert_eq!(lengths(&read), [Some(2), Some(0), None]);
        assert_eq!(read.line(2).unwrap_err().code(), ErrorCode::MoveMalformed);

        let longer = [&code[..], &[0]].concat();
        let read = ReadRun::read(Codec::Tight, &starts, true, &longer);
        assert_eq!((lengths(&read), read.has_result(2)), (vec![Some(2), Some(0), None], true));
        assert_eq!(read.line(2).unwrap_err().code(), ErrorCode::TrailingBytes);
    }
}
