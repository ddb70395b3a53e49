//! Where a game that is being built, or walked through, has got to.

use plypack::shakmaty::Chess;

use plypack::{Error, ErrorCode, Game, PackedMove, Result, Start, Token, limits};

/// A line of moves: the main line or a variation.
#[derive(Clone)]
pub(super) struct Line {
    /// The position now.
    pub(super) now: Chess,
    /// The position before the last move.
    pub(super) before: Chess,
    /// Plies since the start of the game.
    pub(super) ply: usize,
    moved: bool,
}

impl Line {
    pub(super) fn new(start: Chess, ply: usize) -> Line {
        Line { before: start.clone(), now: start, ply, moved: false }
    }

    pub(super) fn play(&mut self, word: PackedMove) -> Result<()> {
        let mut next = self.now.clone();
        word.play(&mut next)?;
        self.before = std::mem::replace(&mut self.now, next);
        self.ply += 1;
        self.moved = true;
        Ok(())
    }

    /// The line of a variation for the last move.
    pub(super) fn variation(&self) -> Result<Line> {
        match self.moved {
            true => Ok(Line::new(self.before.clone(), self.ply - 1)),
            false => Err(Error::new(ErrorCode::WrongState, "a variation needs a move before it in its line")),
        }
    }
}

/// The end of a game that is being built.
pub(super) struct Cursor {
    main: Line,
    variations: Vec<Line>,
    /// Plies of the main line that tokens have passed.
    passed: usize,
}

impl Cursor {
    /// The end of `game`, in which no variation is open.
    pub(super) fn at_end_of(game: &Game) -> Result<Cursor> {
        if game.start == Start::Unreadable || !game.rest().is_empty() || game.continued {
            return Err(Error::new(
                ErrorCode::WrongState,
                "nothing can be added to a game that was not read to its end",
            ));
        }
        let mut main = Line::new(game.start_position(), 0);
        game.moves.iter().try_for_each(|word| main.play(*word))?;
        let passed = game.tokens().map(|token| if let Token::Plies(n) = token { n as usize } else { 0 }).sum();
        Ok(Cursor { main, variations: Vec::new(), passed })
    }

    /// The line in which the next move stands.
    pub(super) fn line(&self) -> &Line {
        self.variations.last().unwrap_or(&self.main)
    }

    pub(super) fn play(&mut self, game: &mut Game, word: PackedMove) -> Result<()> {
        match self.variations.last_mut() {
            Some(line) => {
                line.play(word)?;
                game.push_token(Token::Move(word));
            }
            None => {
                self.main.play(word)?;
                game.moves.push(word);
            }
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, game: &mut Game) -> Result<()> {
        if self.variations.len() == limits::MAX_VARIATION_DEPTH {
            return Err(Error::new(ErrorCode::LimitExceeded, "variations are nested too deeply"));
        }
        let line = self.line().variation()?;
        self.annotate(game, Token::Begin);
        self.variations.push(line);
        Ok(())
    }

    pub(super) fn end(&mut self, game: &mut Game) -> Result<()> {
        let open = self.variations.pop();
        open.ok_or_else(|| Error::new(ErrorCode::WrongState, "no variation is open"))?;
        game.push_token(Token::End);
        Ok(())
    }

    /// Adds a token behind the last move.
    pub(super) fn annotate(&mut self, game: &mut Game, token: Token<'_>) {
        let behind = game.moves.len() - self.passed;
        if behind > 0 {
            game.push_token(Token::Plies(behind as u32));
            self.passed = game.moves.len();
        }
        game.push_token(token);
    }
}
