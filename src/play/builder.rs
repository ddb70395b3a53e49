//! Making a game move by move.

use super::{
    lines::{NestingError, VariationStack},
    tokens::invalid_text,
};
use crate::{Error, ErrorCode, Game, PackedMove, Position, Result, Start, Termination, Token};

/// Makes a game from start to end: tags, moves, variations, comments and NAGs, each checked when it is added. Methods of [`Game`] such as
/// [`Game::add_move_at`] change other places.
///
/// A call that fails changes nothing. Every call can fail with [`ErrorCode::NoMemory`].
///
/// ```
/// use plypack::{GameBuilder, Termination, Token, pgn};
///
/// let mut builder = GameBuilder::new();
/// builder.add_tag(b"White", b"Morphy")?;
/// builder.add_san(b"e4")?;
/// builder.add_nag(1)?;
/// builder.begin_variation()?;
/// builder.add_san(b"d4")?;
/// builder.add_comment(b"also played")?;
/// builder.end_variation()?;
/// builder.add_uci(b"e7e5")?;
/// builder.set_termination(Termination::Draw)?;
///
/// let mut text = Vec::new();
/// pgn::write_game(&builder.finish()?, &mut text)?;
/// let expected = "[White \"Morphy\"]\n\n1. e4 $1 (1. d4 {also played}) 1... e5 1/2-1/2\n";
/// assert_eq!(String::from_utf8_lossy(&text), expected);
/// # Ok::<(), plypack::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct GameBuilder {
    game: Game,
    /// Set when the first move or annotation is added.
    end: Option<End>,
}

/// The end of the game, where the next move goes.
#[derive(Debug, Clone)]
struct End {
    lines: VariationStack<Position>,
    /// Plies of the main line that the tokens already count.
    counted: usize,
    /// The last token is unparsed text: the variation must end.
    after_raw: bool,
}

impl End {
    fn of(game: &Game) -> Result<End> {
        if game.start == Start::Unreadable || !game.unparsed().is_empty() || game.continued {
            return Err(wrong_state("nothing can be added to a game whose movetext was not parsed to its end"));
        }
        let mut lines = VariationStack::new(game.start_position());
        game.moves.iter().try_for_each(|m| lines.play(*m))?;
        let counted = game.tokens().map(|token| if let Token::Plies(n) = token { n as usize } else { 0 }).sum();
        Ok(End { lines, counted, after_raw: false })
    }

    fn play(&mut self, m: PackedMove, game: &mut Game) -> Result<()> {
        self.check_parsed()?;
        game.try_reserve_token(Token::Move(m))?;
        self.lines.play(m)?;
        match self.lines.depth() {
            0 => game.moves.push(m),
            _ => game.put_token(Token::Move(m)),
        }
        Ok(())
    }

    fn check_parsed(&self) -> Result<()> {
        if self.after_raw {
            return Err(wrong_state("after the unparsed text of a variation comes the end of the variation"));
        }
        Ok(())
    }

    /// Adds a token after the plies of the main line before it (`annotations.1`). The caller has reserved space for it.
    fn put_token(&mut self, token: Token<'_>, game: &mut Game) {
        let plies = game.moves.len() - self.counted;
        if plies > 0 {
            game.put_token(Token::Plies(plies as u32));
            self.counted = game.moves.len();
        }
        game.put_token(token);
    }
}

impl GameBuilder {
    /// A game from the standard start, without tags.
    pub fn new() -> GameBuilder {
        GameBuilder::default()
    }

    /// Copies the builder like [`Clone::clone`], but fails if memory is missing.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn try_clone(&self) -> Result<GameBuilder> {
        Ok(GameBuilder { game: self.game.try_clone()?, end: self.end.clone() })
    }

    /// Returns the game so far. Its tokens are inconsistent while a variation is open.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game, for any change. The next addition goes to the end of its main line, even if a variation was open.
    pub fn game_mut(&mut self) -> &mut Game {
        self.end = None;
        &mut self.game
    }

    /// Returns the finished game.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when a variation is open.
    pub fn finish(self) -> Result<Game> {
        match self.depth() {
            0 => Ok(self.game),
            _ => Err(wrong_state("a variation is open")),
        }
    }

    /// Returns the number of open variations.
    pub fn depth(&self) -> usize {
        self.end.as_ref().map_or(0, |end| end.lines.depth())
    }

    /// Returns the position in which the next move is played.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] for a game with unparsed text.
    pub fn position(&mut self) -> Result<&Position> {
        self.at_end().map(|(end, _)| end.lines.position())
    }

    fn at_end(&mut self) -> Result<(&mut End, &mut Game)> {
        let end = match self.end.take() {
            Some(end) => end,
            None => End::of(&self.game)?,
        };
        Ok((self.end.insert(end), &mut self.game))
    }

    /// Adds a tag: see [`Game::add_tag`].
    ///
    /// # Errors
    ///
    /// As [`Game::add_tag`].
    pub fn add_tag(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        self.change_tags(|game| game.add_tag(name, value))
    }

    /// Changes the tags, the start or the termination marker with the methods of [`Game`]. Unlike [`GameBuilder::game_mut`], keeps open
    /// variations open.
    ///
    /// # Errors
    ///
    /// Errors of `change`, which must then leave the game as it was.
    pub fn change_tags(&mut self, change: impl FnOnce(&mut Game) -> Result<()>) -> Result<()> {
        change(&mut self.game)?;
        if self.depth() == 0 {
            // `change` can set another start.
            self.end = None;
        }
        Ok(())
    }

    /// Adds a move at the end of the innermost open line.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`]; [`ErrorCode::WrongState`] for a game with unparsed text.
    pub fn add_move(&mut self, m: PackedMove) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.play(m, game)
    }

    /// Like [`GameBuilder::add_move`], but reads a move in UCI notation.
    ///
    /// # Errors
    ///
    /// As [`GameBuilder::add_move`], and [`ErrorCode::InvalidMoveText`].
    pub fn add_uci(&mut self, uci: &[u8]) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.play(end.lines.position().read_uci(uci)?, game)
    }

    /// Like [`GameBuilder::add_move`], but reads a move in SAN.
    ///
    /// # Errors
    ///
    /// As [`GameBuilder::add_move`], and [`ErrorCode::InvalidMoveText`].
    pub fn add_san(&mut self, san: &[u8]) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.play(end.lines.position().read_san(san)?, game)
    }

    /// Adds a comment in braces after the last addition.
    ///
    /// # Errors
    ///
    /// As [`GameBuilder::annotate`].
    pub fn add_comment(&mut self, text: &[u8]) -> Result<()> {
        self.annotate(Token::Comment(text))
    }

    /// Adds a NAG after the last addition.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] for a game with unparsed text.
    pub fn add_nag(&mut self, nag: u32) -> Result<()> {
        self.annotate(Token::Nag(nag))
    }

    /// Adds a NAG or any comment after the last addition.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for another token, or for text that such a comment cannot hold; [`ErrorCode::WrongState`] for a game
    /// with unparsed text.
    pub fn annotate(&mut self, token: Token<'_>) -> Result<()> {
        if !matches!(token, Token::Nag(_) | Token::Comment(_) | Token::LineComment(_) | Token::Escape(_)) {
            return Err(invalid("neither a comment nor a NAG"));
        }
        if let Some(what) = invalid_text(token) {
            return Err(invalid(what));
        }
        let (end, game) = self.at_end()?;
        end.check_parsed()?;
        game.try_reserve_token(token)?;
        end.put_token(token, game);
        Ok(())
    }

    /// Adds unparsed text to the open variation, verbatim. After it, the variation can only end.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when no variation is open, and for a game with unparsed text.
    pub fn add_raw(&mut self, text: &[u8]) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.check_parsed()?;
        if end.lines.depth() == 0 {
            return Err(wrong_state("no variation is open; the main line has its unparsed text at its end"));
        }
        game.push_token(Token::Raw(text))?;
        end.after_raw = true;
        Ok(())
    }

    /// Adds a step of a [`Walker`](super::Walker). Adding all steps of a game to a new builder copies its moves and annotations.
    ///
    /// # Errors
    ///
    /// The errors of the method for this kind of step; [`ErrorCode::InvalidArgument`] for [`Token::Plies`], which is not a step.
    pub fn add_step(&mut self, step: Token<'_>) -> Result<()> {
        match step {
            Token::Move(m) => self.add_move(m),
            Token::Begin => self.begin_variation(),
            Token::End => self.end_variation(),
            Token::Raw(text) => self.add_raw(text),
            note => self.annotate(note),
        }
    }

    /// Sets the unparsed end of the movetext, verbatim: see [`Game::unparsed`]. Nothing can be added after it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when a variation is open.
    pub fn set_unparsed(&mut self, text: &[u8]) -> Result<()> {
        if self.depth() > 0 {
            return Err(wrong_state("a variation is open"));
        }
        self.game.set_unparsed(text)?;
        self.end = None;
        Ok(())
    }

    /// Begins a variation that replaces the last move of the innermost line. Later additions go into the variation.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when the line has no move yet or the game has unparsed text; [`ErrorCode::LimitExceeded`] for more than
    /// [`MAX_VARIATION_DEPTH`](crate::limits::MAX_VARIATION_DEPTH) nested variations.
    pub fn begin_variation(&mut self) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.check_parsed()?;
        game.try_reserve_token(Token::Begin)?;
        end.lines.begin_variation().map_err(nesting)?;
        end.put_token(Token::Begin, game);
        Ok(())
    }

    /// Ends the innermost variation.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when none is open.
    pub fn end_variation(&mut self) -> Result<()> {
        let (end, game) = self.at_end()?;
        game.try_reserve_token(Token::End)?;
        end.lines.end_variation().map_err(nesting)?;
        end.after_raw = false;
        game.put_token(Token::End);
        Ok(())
    }

    /// Sets the termination marker: see [`Game::set_termination`].
    ///
    /// # Errors
    ///
    /// As [`Game::set_termination`].
    pub fn set_termination(&mut self, termination: Termination) -> Result<()> {
        self.game.set_termination(termination)
    }
}

/// Continues a game at its end, for example a game that was read.
impl From<Game> for GameBuilder {
    fn from(game: Game) -> GameBuilder {
        GameBuilder { game, end: None }
    }
}

fn invalid(what: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, what)
}

fn wrong_state(what: &str) -> Error {
    Error::new(ErrorCode::WrongState, what)
}

fn nesting(error: NestingError) -> Error {
    match error {
        NestingError::NoMove => wrong_state("a variation needs a move before it in its line"),
        NestingError::NotOpen => wrong_state("no variation is open"),
        NestingError::TooDeep => error.into(),
    }
}
