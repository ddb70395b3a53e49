//! Walking through a game: main line, variations and annotations in the order of the movetext, with positions.

use super::{
    lines::{LinePosition, VariationStack},
    tokens::out_of_place,
};
use crate::{
    Error, ErrorCode, Game, Position, Result, Token,
    board::{Bitboards, Board},
    moves::UndoMove,
    notation::{move_text::MoveText, san::san_of_made},
};

/// One step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step<'g> {
    /// Next token of the movetext. Moves of the main line are also [`Token::Move`]; [`Token::Plies`] does not occur.
    pub token: Token<'g>,
    /// Number of open variations around the token; 0 in the main line. [`Token::Begin`] and [`Token::End`] count as inside.
    pub depth: usize,
    /// Plies from the start of the game to the end of the innermost line, including a move just made.
    pub ply: usize,
}

/// The state of a walk, without the game itself: for callers that own the game and the state. [`Walker`] is easier to use.
#[derive(Debug, Clone)]
pub struct WalkState<P: LinePosition = Position> {
    lines: VariationStack<P>,
    /// Index of the next token.
    next: usize,
    /// Plies of the main line before the next token; after the last token, all remaining plies.
    plies: usize,
    /// Plies of the main line already passed.
    main_ply: usize,
    /// The last step was unparsed text; only the end of its variation can follow.
    after_raw: bool,
}

impl WalkState {
    /// Starts before the first move of `game`.
    pub fn new(game: &Game) -> WalkState {
        WalkState::from_start(game.start_position())
    }
}

impl<P: LinePosition<Undo = UndoMove> + AsRef<Position>> WalkState<P> {
    /// Returns the last move of the innermost line in SAN.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when the line has no move yet.
    #[inline]
    pub fn san(&self) -> Result<MoveText> {
        Ok(self.position().as_ref().san_of_last(self.last()?))
    }

    /// Returns the last move of the innermost line in UCI notation. Castling follows the [UCI mode](Position::is_chess960) of the game's
    /// start.
    ///
    /// # Errors
    ///
    /// As [`WalkState::san`].
    pub fn uci(&self) -> Result<MoveText> {
        Ok(self.position().as_ref().uci_of_last(self.last()?))
    }

    #[inline]
    fn last(&self) -> Result<&UndoMove> {
        self.last_move().ok_or_else(no_move)
    }

    /// Returns the last move of the innermost line, with the piece that moved and the captured one; `None` if the line has no move yet.
    #[inline]
    pub fn last_move(&self) -> Option<&UndoMove> {
        self.lines.undo()
    }
}

impl WalkState<Board<Bitboards>> {
    /// As [`WalkState::san`].
    #[inline]
    pub(crate) fn san_on_board(&self) -> Result<MoveText> {
        Ok(san_of_made(self.lines.undo().ok_or_else(no_move)?.ply, self.position()))
    }
}

impl<P: LinePosition> WalkState<P> {
    /// Starts before the first move of a game with this start.
    pub fn from_start(start: P) -> WalkState<P> {
        let lines = VariationStack::new(start);
        WalkState { lines, next: 0, plies: 0, main_ply: 0, after_raw: false }
    }

    /// Restarts before the first move of another game with this start; reuses the memory.
    pub fn restart(&mut self, start: P) {
        self.lines.restart(start);
        self.next = 0;
        self.plies = 0;
        self.main_ply = 0;
        self.after_raw = false;
    }

    /// Goes one step through `game`, which must be the same at every step. `None` at its end.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`](crate::ErrorCode::InvalidGame) for inconsistent tokens and for a [partial](Game::is_partial) game,
    /// [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded) for variations that are nested too deeply, and
    /// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove). An error ends the walk.
    pub fn step<'g>(&mut self, game: &'g Game) -> Result<Option<Step<'g>>> {
        if self.plies == 0 {
            match game.token(self.next) {
                Some(Token::Plies(plies)) => self.begin_plies(plies as usize, game)?,
                Some(token) => return self.take_token(token).map(Some),
                None => {
                    game.check_whole()?;
                    self.plies = game.moves.len().saturating_sub(self.main_ply);
                }
            }
        }
        if self.plies == 0 || self.lines.depth() > 0 {
            return Ok(None);
        }
        let m = game.moves[self.main_ply];
        self.lines.play(m)?;
        self.plies -= 1;
        self.main_ply += 1;
        Ok(Some(self.here(Token::Move(m))))
    }

    fn begin_plies(&mut self, plies: usize, game: &Game) -> Result<()> {
        if self.lines.depth() > 0 || plies == 0 || plies > game.moves.len().saturating_sub(self.main_ply) {
            return Err(out_of_place("plies of the main line that are zero, too many or inside a variation"));
        }
        self.plies = plies;
        self.next += 1;
        Ok(())
    }

    fn take_token<'g>(&mut self, token: Token<'g>) -> Result<Step<'g>> {
        let before = self.here(token);
        let in_variation = self.lines.depth() > 0;
        match token {
            Token::End => self.lines.end_variation()?,
            _ if self.after_raw => return Err(out_of_place("unparsed text that is not the end of its variation")),
            Token::Begin => self.lines.begin_variation()?,
            Token::Move(m) if in_variation => self.lines.play(m)?,
            Token::Move(_) => return Err(out_of_place("a move of a variation in the main line")),
            Token::Raw(_) if !in_variation => return Err(out_of_place("unparsed text in the main line")),
            _ => {}
        }
        self.after_raw = matches!(token, Token::Raw(_));
        self.next += 1;
        Ok(if token == Token::End { before } else { self.here(token) })
    }

    #[inline]
    fn here<'g>(&self, token: Token<'g>) -> Step<'g> {
        Step { token, depth: self.lines.depth(), ply: self.lines.ply() }
    }

    /// Returns the number of open variations.
    pub fn depth(&self) -> usize {
        self.lines.depth()
    }

    /// Plies from the start of the game to the end of the innermost line.
    pub fn ply(&self) -> usize {
        self.lines.ply()
    }

    /// The position at the end of the innermost line: after a move, the position after it; after [`Token::Begin`], the position from which
    /// the variation starts; after [`Token::End`], the position of the line around the variation.
    #[inline]
    pub fn position(&self) -> &P {
        self.lines.position()
    }

    /// Returns the position before the last move of the innermost line, for the SAN of the move; in a line without moves, its start.
    #[inline]
    pub fn position_before(&self) -> &P {
        self.lines.position_before()
    }
}

#[cold]
fn no_move() -> Error {
    Error::new(ErrorCode::WrongState, "the line has no move yet")
}

/// Walks through a game: main line, variations and annotations in the order of the movetext, with positions.
///
/// ```
/// use plypack::{GameBuilder, Token, Walker};
///
/// let mut builder = GameBuilder::new();
/// builder.add_san(b"e4")?;
/// builder.begin_variation()?;
/// builder.add_san(b"d4")?;
/// builder.end_variation()?;
/// builder.add_san(b"e5")?;
/// let game = builder.finish()?;
///
/// let mut walker = Walker::new(&game);
/// let mut text = Vec::new();
/// while let Some(step) = walker.next().transpose()? {
///     match step.token {
///         Token::Move(_) => text.extend_from_slice(walker.san()?.as_bytes()),
///         Token::Begin => text.push(b'('),
///         Token::End => text.push(b')'),
///         _ => {}
///     }
/// }
/// assert_eq!(text, b"e4(d4)e5");
/// # Ok::<(), plypack::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Walker<'g, P: LinePosition = Position> {
    game: &'g Game,
    state: WalkState<P>,
    failed: bool,
}

impl<'g> Walker<'g> {
    /// Starts before the first move of `game`. Checks every move when it plays it, because a game with public fields can hold any move.
    pub fn new(game: &'g Game) -> Walker<'g> {
        Walker { game, state: WalkState::new(game), failed: false }
    }
}

impl<P: LinePosition<Undo = UndoMove> + AsRef<Position>> Walker<'_, P> {
    /// See [`WalkState::san`].
    ///
    /// # Errors
    ///
    /// Errors of [`WalkState::san`].
    pub fn san(&self) -> Result<MoveText> {
        self.state.san()
    }

    /// See [`WalkState::last_move`].
    pub fn last_move(&self) -> Option<&UndoMove> {
        self.state.last_move()
    }

    /// See [`WalkState::uci`].
    ///
    /// # Errors
    ///
    /// Errors of [`WalkState::uci`].
    pub fn uci(&self) -> Result<MoveText> {
        self.state.uci()
    }
}

impl<'g> Walker<'g, ()> {
    /// Like [`Walker::new`], but without positions: the moves are not checked.
    pub fn without_positions(game: &'g Game) -> Walker<'g, ()> {
        Walker { game, state: WalkState::from_start(()), failed: false }
    }
}

impl<P: LinePosition> Walker<'_, P> {
    /// See [`WalkState::depth`].
    pub fn depth(&self) -> usize {
        self.state.depth()
    }

    /// See [`WalkState::position`].
    pub fn position(&self) -> &P {
        self.state.position()
    }

    /// See [`WalkState::position_before`].
    pub fn position_before(&self) -> &P {
        self.state.position_before()
    }
}

/// Iterates over the steps. The last item is an error if the game's tokens contradict each other, see [`WalkState::step`]; games that were
/// read have no such error.
impl<'g, P: LinePosition> Iterator for Walker<'g, P> {
    type Item = Result<Step<'g>>;

    fn next(&mut self) -> Option<Result<Step<'g>>> {
        if self.failed {
            return None;
        }
        let step = self.state.step(self.game);
        self.failed = step.is_err();
        step.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PackedMove;

    fn game(tokens: &[Token<'_>]) -> Game {
        let mut game = Game::new();
        game.moves = ["e2e4", "e7e5"].map(packed).to_vec();
        tokens.iter().for_each(|token| game.push_token(*token).unwrap());
        game
    }

    /// A move of the main line, or of a variation instead of its first move.
    fn packed(uci: &str) -> PackedMove {
        let mut position = Position::default();
        if uci == "e7e5" {
            position.play(packed("e2e4")).unwrap();
        }
        position.read_uci(uci.as_bytes()).unwrap()
    }

    #[test]
    fn steps_come_in_movetext_order() {
        let tokens = [
            Token::Comment(b"a"),
            Token::Plies(1),
            Token::Nag(1),
            Token::Begin,
            Token::Move(packed("d2d4")),
            Token::Raw(b"?"),
            Token::End,
        ];
        let expected = [
            (tokens[0], 0, 0),
            (Token::Move(packed("e2e4")), 0, 1),
            (tokens[2], 0, 1),
            (Token::Begin, 1, 0),
            (tokens[4], 1, 1),
            (tokens[5], 1, 1),
            (Token::End, 1, 1),
            (Token::Move(packed("e7e5")), 0, 2),
        ];
        let game = game(&tokens);
        let steps = |(token, depth, ply)| Step { token, depth, ply };
        let expected = expected.map(steps).to_vec();
        assert_eq!(Walker::new(&game).collect::<Result<Vec<_>>>().unwrap(), expected);
        assert_eq!(Walker::without_positions(&game).collect::<Result<Vec<_>>>().unwrap(), expected);
    }

    #[test]
    fn positions_are_those_of_the_innermost_line() {
        let game = game(&[Token::Plies(1), Token::Begin, Token::Move(packed("d2d4")), Token::End]);
        let mut walker = Walker::new(&game);
        let mut after_e4 = Position::default();
        after_e4.play(packed("e2e4")).unwrap();
        walker.next().unwrap().unwrap();
        assert_eq!((walker.position_before(), walker.position()), (&Position::default(), &after_e4));
        walker.next().unwrap().unwrap();
        assert_eq!((walker.depth(), walker.position()), (1, &Position::default()));
        walker.nth(1).unwrap().unwrap();
        assert_eq!((walker.depth(), walker.position()), (0, &after_e4));
    }

    #[test]
    fn the_last_move_is_written() {
        let game = game(&[Token::Plies(1), Token::Begin, Token::Move(packed("d2d4")), Token::End]);
        let mut walker = Walker::new(&game);
        assert_eq!(walker.san().unwrap_err().code(), ErrorCode::WrongState);
        let mut last = |steps: usize| {
            walker.nth(steps - 1).unwrap().unwrap();
            walker.san().and_then(|san| Ok(format!("{san} {}", walker.uci()?))).ok()
        };
        let found = [last(1), last(1), last(1), last(1), last(1)];
        // The new variation has no move yet; after its end, the last move belongs to the line around it.
        let expected = [Some("e4 e2e4"), None, Some("d4 d2d4"), Some("e4 e2e4"), Some("e5 e7e5")];
        assert_eq!(found, expected.map(|text| text.map(str::to_owned)));
    }

    /// A game with public fields can hold any move.
    #[test]
    fn illegal_moves_end_the_walk_where_it_was() {
        let mut game = game(&[]);
        for m in (0..=u16::MAX).step_by(7).map(PackedMove) {
            game.moves[1] = m;
            let mut state = WalkState::new(&game);
            state.step(&game).unwrap();
            let position = state.position().clone();
            let before = state.position_before().clone();
            if state.step(&game).is_err() {
                assert_eq!((state.position(), state.position_before(), state.ply()), (&position, &before, 1));
                assert_eq!(state.step(&game).unwrap_err().code(), ErrorCode::IllegalMove);
                assert_eq!(state.san().unwrap().as_str(), "e4");
            }
        }
    }

    #[test]
    fn contradictions_end_the_walk() {
        let d4 = Token::Move(packed("d2d4"));
        for (tokens, code) in [
            (&[Token::Begin][..], ErrorCode::InvalidGame),
            (&[Token::End], ErrorCode::InvalidGame),
            (&[d4], ErrorCode::InvalidGame),
            (&[Token::Raw(b"x")], ErrorCode::InvalidGame),
            (&[Token::Plies(0)], ErrorCode::InvalidGame),
            (&[Token::Plies(3)], ErrorCode::InvalidGame),
            (&[Token::Plies(1), Token::Begin, Token::Plies(1)], ErrorCode::InvalidGame),
            (&[Token::Plies(1), Token::Begin, Token::Raw(b"x"), Token::Nag(1)], ErrorCode::InvalidGame),
            (&[Token::Plies(1), Token::Begin, d4, d4], ErrorCode::IllegalMove),
        ] {
            let game = game(tokens);
            let mut walker = Walker::new(&game);
            let error = walker.by_ref().find_map(Result::err).expect("an error");
            assert_eq!(error.code(), code, "{tokens:?}");
            assert!(walker.next().is_none());
        }
    }
}
