//! The rules for the tokens of a game (`annotations.2`).

use super::lines::{NestingError, VariationStack};
use crate::{Error, ErrorCode, PackedMove, Position, Result, Token, chess::tag_section::is_line_end};

/// Checks the tokens of a game one after another: they must fit together (`annotations.2`).
///
/// Plays the main line only as far as variations need it.
pub struct TokenChecker<'a> {
    main_line: &'a [PackedMove],
    /// Plies of the main line before the next token.
    ply: usize,
    /// The main line is played up to the last variation at most.
    lines: VariationStack<Position>,
    previous: Previous,
}

/// The previous token, if it restricts the next one.
#[derive(PartialEq)]
enum Previous {
    Other,
    Plies,
    Raw,
}

impl<'a> TokenChecker<'a> {
    /// Starts before the first move of the main line, which begins in `start`.
    pub fn new(start: &Position, main_line: &'a [PackedMove]) -> TokenChecker<'a> {
        TokenChecker { main_line, lines: VariationStack::new(start.clone()), ply: 0, previous: Previous::Other }
    }

    /// Returns the number of open variations.
    pub fn depth(&self) -> usize {
        self.lines.depth()
    }

    /// Plies of the main line before the next token.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Plies of the main line after the next token.
    pub fn plies_left(&self) -> usize {
        self.main_line.len() - self.ply
    }

    /// The position in which the next move of the open variation is played; `None` in the main line.
    pub fn variation_position(&self) -> Option<&Position> {
        (self.lines.depth() > 0).then(|| self.lines.position())
    }

    /// Checks the next token.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`] for a token that is not allowed here; [`ErrorCode::IllegalMove`] for an illegal move;
    /// [`ErrorCode::LimitExceeded`] for variations that are nested too deeply.
    pub fn step(&mut self, token: Token<'_>) -> Result<()> {
        if self.previous == Previous::Raw && token != Token::End {
            return Err(out_of_place("unparsed text that is not the end of its variation"));
        }
        let previous = std::mem::replace(&mut self.previous, Previous::Other);
        match token {
            Token::Plies(n) => self.advance(n as usize, previous),
            Token::Move(_) if self.depth() == 0 => Err(out_of_place("a move of a variation in the main line")),
            Token::Move(m) => self.lines.play(m),
            Token::Begin => self.begin_variation(),
            Token::End => self.lines.end_variation().map_err(Error::from),
            Token::Raw(_) if self.depth() == 0 => Err(out_of_place("unparsed text in the main line")),
            Token::Raw(_) => {
                self.previous = Previous::Raw;
                Ok(())
            }
            Token::Nag(_) | Token::Comment(_) | Token::LineComment(_) | Token::Escape(_) => {
                invalid_text(token).map_or(Ok(()), |what| Err(out_of_place(what)))
            }
        }
    }

    fn advance(&mut self, plies: usize, previous: Previous) -> Result<()> {
        if plies == 0 || plies > self.plies_left() || previous == Previous::Plies || self.depth() > 0 {
            return Err(out_of_place("plies of the main line that are zero, doubled, too many or inside a variation"));
        }
        self.ply += plies;
        self.previous = Previous::Plies;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<()> {
        if self.depth() == 0 {
            self.main_line[self.lines.ply()..self.ply].iter().try_for_each(|m| self.lines.play(*m))?;
        }
        self.lines.begin_variation().map_err(Error::from)
    }

    /// Checks that the tokens can end here.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`] when a variation is open or the last token is [`Token::Plies`].
    pub fn finish(&self) -> Result<()> {
        match (self.depth(), &self.previous) {
            (1.., _) => Err(out_of_place("a variation that does not end")),
            (_, Previous::Plies) => Err(out_of_place("plies of the main line with no token after them")),
            _ => Ok(()),
        }
    }
}

/// Returns why PGN cannot express the text of a comment, if so: a `}` in a comment, or a line end in a line comment or an escape.
pub(super) fn invalid_text(token: Token<'_>) -> Option<&'static str> {
    let has_line_end = |text: &[u8]| text.iter().any(|b| is_line_end(*b));
    match token {
        Token::Comment(text) if text.contains(&b'}') => Some("a comment that contains `}`"),
        Token::LineComment(text) | Token::Escape(text) if has_line_end(text) => {
            Some("a comment to the end of the line that contains a line end")
        }
        _ => None,
    }
}

/// The error for tokens that do not fit together.
pub(crate) fn out_of_place(what: &str) -> Error {
    Error::new(ErrorCode::InvalidGame, format!("inconsistent annotations: {what}"))
}

impl From<NestingError> for Error {
    fn from(error: NestingError) -> Error {
        match error {
            NestingError::NoMove => out_of_place("a variation before the first move of its line"),
            NestingError::TooDeep => Error::new(ErrorCode::LimitExceeded, "variations are nested too deeply"),
            NestingError::NotOpen => out_of_place("the end of a variation that did not begin"),
        }
    }
}
