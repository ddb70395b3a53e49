//! Making a game move by move.

use shakmaty::Chess;

use super::{
    lines::{NestingError, OpenLines},
    tokens::invalid_text,
};
use crate::{
    Error, ErrorCode, Game, PackedMove, Result, Start, Tag, Termination, Token, chess::tag_section, escape,
    notation::san::read_san,
};

/// Makes a game: tags, moves, variations, comments and NAGs, each checked when it is added.
///
/// A call that fails changes nothing.
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
/// builder.set_termination(Termination::Draw);
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
    /// Made when the first move or annotation is added.
    end: Option<End>,
}

/// The end of the game, where the next move goes.
#[derive(Debug, Clone)]
struct End {
    lines: OpenLines<Chess>,
    /// Plies of the main line that the tokens count already.
    counted: usize,
}

impl End {
    fn of(game: &Game) -> Result<End> {
        if game.start == Start::Unreadable || !game.unparsed().is_empty() || game.continued {
            return Err(wrong_state("nothing can be added to a game whose movetext was not parsed to its end"));
        }
        let mut lines = OpenLines::new(game.start_position());
        game.moves.iter().try_for_each(|m| lines.play(*m))?;
        let counted = game.tokens().map(|token| if let Token::Plies(n) = token { n as usize } else { 0 }).sum();
        Ok(End { lines, counted })
    }

    fn play(&mut self, m: PackedMove, game: &mut Game) -> Result<()> {
        self.lines.play(m)?;
        match self.lines.depth() {
            0 => game.moves.push(m),
            _ => game.push_token(Token::Move(m)),
        }
        Ok(())
    }

    /// Adds a token, after the plies of the main line before it (`annotations.1`).
    fn push_token(&mut self, token: Token<'_>, game: &mut Game) {
        let plies = game.moves.len() - self.counted;
        if plies > 0 {
            game.push_token(Token::Plies(plies as u32));
            self.counted = game.moves.len();
        }
        game.push_token(token);
    }
}

impl GameBuilder {
    /// A game from the standard start, without tags.
    pub fn new() -> GameBuilder {
        GameBuilder::default()
    }

    /// The game so far. Its tokens contradict each other while a variation is open.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, for any change. The next addition goes to the end of its main line, whatever variation was open.
    pub fn game_mut(&mut self) -> &mut Game {
        self.end = None;
        &mut self.game
    }

    /// The game.
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

    /// How many variations are open.
    pub fn depth(&self) -> usize {
        self.end.as_ref().map_or(0, |end| end.lines.depth())
    }

    /// The position in which the next move is played.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] for a game with text that could not be parsed.
    pub fn position(&mut self) -> Result<&Chess> {
        self.at_end().map(|(end, _)| end.lines.position())
    }

    fn at_end(&mut self) -> Result<(&mut End, &mut Game)> {
        let end = match self.end.take() {
            Some(end) => end,
            None => End::of(&self.game)?,
        };
        Ok((self.end.insert(end), &mut self.game))
    }

    /// Adds a tag. `value` is its text: `"` and `\` are escaped here. A `FEN` tag takes effect with
    /// [`GameBuilder::start_from_tags`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for a name or value that no PGN tag can hold.
    pub fn add_tag(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        let value = escape(value);
        if !tag_section::fits(Tag::Pair(name, &value)) {
            return Err(invalid("a tag name or value that no line of PGN can hold"));
        }
        self.game.push_tag(name, &value);
        Ok(())
    }

    /// Sets the start to the position of the `FEN` tag, or to the standard start if there is none. To be called after the tags and
    /// before the moves.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`]; [`ErrorCode::WrongState`] when the game has moves or annotations.
    pub fn start_from_tags(&mut self) -> Result<()> {
        if !self.game.moves.is_empty() || self.game.tokens().len() > 0 {
            return Err(wrong_state("the game has moves or annotations; its start cannot change"));
        }
        let before = self.game.start.clone();
        self.end = None;
        self.game.start_from_tags().inspect_err(|_| self.game.start = before)
    }

    /// Adds a move at the end of the innermost open line.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`]; [`ErrorCode::WrongState`] for a game with text that could not be parsed.
    pub fn add_move(&mut self, m: PackedMove) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.play(m, game)
    }

    /// As [`GameBuilder::add_move`], for a move in UCI notation.
    ///
    /// # Errors
    ///
    /// As [`GameBuilder::add_move`], and [`ErrorCode::InvalidMoveText`].
    pub fn add_uci(&mut self, uci: &[u8]) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.play(PackedMove::from_uci(uci, end.lines.position())?, game)
    }

    /// As [`GameBuilder::add_move`], for a move in SAN.
    ///
    /// # Errors
    ///
    /// As [`GameBuilder::add_move`], and [`ErrorCode::InvalidMoveText`].
    pub fn add_san(&mut self, san: &[u8]) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.play(read_san(san, end.lines.position())?, game)
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
    /// [`ErrorCode::WrongState`] for a game with text that could not be parsed.
    pub fn add_nag(&mut self, nag: u32) -> Result<()> {
        self.annotate(Token::Nag(nag))
    }

    /// Adds a NAG or any comment after the last addition.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for another token, or a text that such a comment cannot hold; [`ErrorCode::WrongState`] for
    /// a game with text that could not be parsed.
    pub fn annotate(&mut self, token: Token<'_>) -> Result<()> {
        if !matches!(token, Token::Nag(_) | Token::Comment(_) | Token::LineComment(_) | Token::Escape(_)) {
            return Err(invalid("neither a comment nor a NAG"));
        }
        if let Some(what) = invalid_text(token) {
            return Err(invalid(what));
        }
        let (end, game) = self.at_end()?;
        end.push_token(token, game);
        Ok(())
    }

    /// Begins a variation: other moves instead of the last move of the innermost line. Later additions go into it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when the line has no move yet or the game has text that could not be parsed,
    /// [`ErrorCode::LimitExceeded`] when nested deeper than [`MAX_VARIATION_DEPTH`](crate::limits::MAX_VARIATION_DEPTH).
    pub fn begin_variation(&mut self) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.lines.begin_variation().map_err(nesting)?;
        end.push_token(Token::Begin, game);
        Ok(())
    }

    /// Ends the innermost variation.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] when none is open.
    pub fn end_variation(&mut self) -> Result<()> {
        let (end, game) = self.at_end()?;
        end.lines.end_variation().map_err(nesting)?;
        game.push_token(Token::End);
        Ok(())
    }

    /// Sets the termination marker. The `Result` tag is not changed.
    pub fn set_termination(&mut self, termination: Termination) {
        self.game.termination = termination;
    }
}

/// Adds to the end of a game, for example one that was read.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;

    fn code(result: Result<()>) -> ErrorCode {
        result.unwrap_err().code()
    }

    fn movetext(game: &Game) -> String {
        let mut text = Vec::new();
        pgn::write_movetext(game, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_game_continues_at_its_end() {
        let mut builder = GameBuilder::new();
        builder.add_comment(b"before").unwrap();
        builder.add_san(b"e4").unwrap();
        builder.add_nag(1).unwrap();
        builder.add_san(b"e5").unwrap();
        let mut builder = GameBuilder::from(builder.finish().unwrap());
        builder.add_uci(b"g1f3").unwrap();
        builder.annotate(Token::LineComment(b" line")).unwrap();
        assert!(builder.position().is_ok());
        assert_eq!(movetext(&builder.finish().unwrap()), "{before} 1. e4 $1 e5 2. Nf3 ; line\n\n");
    }

    #[test]
    fn what_fails_changes_nothing() {
        let mut builder = GameBuilder::new();
        assert_eq!(code(builder.begin_variation()), ErrorCode::WrongState);
        assert_eq!(code(builder.end_variation()), ErrorCode::WrongState);
        assert_eq!(code(builder.add_tag(b"White Elo", b"1")), ErrorCode::InvalidArgument);
        assert_eq!(code(builder.add_tag(b"White", b"a\nb")), ErrorCode::InvalidArgument);
        assert_eq!(code(builder.add_comment(b"}")), ErrorCode::InvalidArgument);
        assert_eq!(code(builder.annotate(Token::Escape(b"\n"))), ErrorCode::InvalidArgument);
        assert_eq!(code(builder.annotate(Token::Begin)), ErrorCode::InvalidArgument);
        assert_eq!(code(builder.add_san(b"hm")), ErrorCode::InvalidMoveText);
        assert_eq!(code(builder.add_uci(b"e2e5")), ErrorCode::IllegalMove);
        assert_eq!(code(builder.add_move(PackedMove(0xfff))), ErrorCode::IllegalMove);
        assert_eq!(builder.game(), &Game::new());
    }

    #[test]
    fn open_variations_and_unparsed_text_are_refused() {
        let mut builder = GameBuilder::new();
        builder.add_san(b"e4").unwrap();
        assert_eq!(code(builder.start_from_tags()), ErrorCode::WrongState);
        builder.begin_variation().unwrap();
        assert_eq!(builder.depth(), 1);
        assert_eq!(code(builder.clone().finish().map(drop)), ErrorCode::WrongState);
        builder.game_mut().set_unparsed(b"??");
        assert_eq!(code(builder.add_nag(1)), ErrorCode::WrongState);
    }

    #[test]
    fn a_start_that_fails_leaves_the_old_one() {
        let mut builder = GameBuilder::new();
        builder.add_tag(b"FEN", b"nonsense").unwrap();
        assert_eq!(code(builder.start_from_tags()), ErrorCode::IllegalPosition);
        assert_eq!(builder.game().start, Start::Standard);
    }
}
