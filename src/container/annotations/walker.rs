//! Following the tokens of a game through its lines.

use shakmaty::Chess;

use crate::{Error, ErrorCode, PackedMove, Result, Token, limits};

/// A line of moves that is open: the main line or a variation.
struct Line {
    /// The position before the last move of the line.
    before: Chess,
    /// The position after it.
    after: Chess,
    /// How many moves the line has so far.
    moves: usize,
}

impl Line {
    fn new(start: Chess) -> Line {
        Line { before: start.clone(), after: start, moves: 0 }
    }

    fn play(&mut self, m: PackedMove) -> Result<()> {
        self.before = self.after.clone();
        m.play(&mut self.after)?;
        self.moves += 1;
        Ok(())
    }
}

/// Follows the tokens of a game through its lines and checks that they fit together (`annotations.2`).
///
/// Writers of the format, readers and the PGN writer all use it. The main line is only replayed when a variation begins.
pub struct Walker<'a> {
    main: &'a [PackedMove],
    main_line: Line,
    /// How far the tokens have gone in the main line.
    ply: usize,
    variations: Vec<Line>,
    last: Last,
}

/// What stood last, as far as it matters for what may come next.
#[derive(PartialEq)]
enum Last {
    Other,
    Plies,
    Raw,
}

impl<'a> Walker<'a> {
    /// Starts before the first move of `main`, played from `start`.
    pub fn new(start: &Chess, main: &'a [PackedMove]) -> Walker<'a> {
        Walker { main, main_line: Line::new(start.clone()), ply: 0, variations: Vec::new(), last: Last::Other }
    }

    /// How many variations are open.
    pub fn depth(&self) -> usize {
        self.variations.len()
    }

    /// How many plies of the main line were passed.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// How many plies of the main line are left.
    pub fn plies_left(&self) -> usize {
        self.main.len() - self.ply
    }

    /// The position in which the next move of the open variation is played; `None` in the main line.
    pub fn variation_position(&self) -> Option<&Chess> {
        self.variations.last().map(|line| &line.after)
    }

    /// Takes the next token.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`] for a token that must not stand here; [`ErrorCode::IllegalMove`] for an illegal move.
    pub fn step(&mut self, token: Token<'_>) -> Result<()> {
        if self.last == Last::Raw && token != Token::End {
            return Err(misplaced("unreadable text that is not the end of its variation"));
        }
        let last = std::mem::replace(&mut self.last, Last::Other);
        match token {
            Token::Plies(n) => self.skip(n, last),
            Token::Move(m) => match self.variations.last_mut() {
                Some(line) => line.play(m),
                None => Err(misplaced("a move of a variation in the main line")),
            },
            Token::Begin => self.begin(),
            Token::End => match self.variations.pop() {
                Some(_) => Ok(()),
                None => Err(misplaced("the end of a variation that did not begin")),
            },
            Token::Raw(_) if self.variations.is_empty() => Err(misplaced("unreadable text in the main line")),
            Token::Raw(_) => {
                self.last = Last::Raw;
                Ok(())
            }
            Token::Comment(text) if text.contains(&b'}') => Err(misplaced("a comment that holds `}`")),
            Token::LineComment(text) | Token::Escape(text) if text.iter().any(|b| matches!(b, b'\n' | b'\r')) => {
                Err(misplaced("a comment to the end of the line that holds a line end"))
            }
            Token::Nag(_) | Token::Comment(_) | Token::LineComment(_) | Token::Escape(_) => Ok(()),
        }
    }

    fn skip(&mut self, n: u32, last: Last) -> Result<()> {
        let n = n as usize;
        if n == 0 || n > self.plies_left() || last == Last::Plies || !self.variations.is_empty() {
            return Err(misplaced("a step along the main line that is empty, doubled, too long or inside a variation"));
        }
        self.ply += n;
        self.last = Last::Plies;
        Ok(())
    }

    fn begin(&mut self) -> Result<()> {
        if self.variations.len() >= limits::MAX_VARIATION_DEPTH {
            return Err(Error::new(ErrorCode::LimitExceeded, "variations are nested too deeply"));
        }
        let parent = match self.variations.last() {
            Some(line) => line,
            None => {
                for m in &self.main[self.main_line.moves..self.ply] {
                    self.main_line.play(*m)?;
                }
                &self.main_line
            }
        };
        if parent.moves == 0 {
            return Err(misplaced("a variation before the first move of its line"));
        }
        let start = parent.before.clone();
        self.variations.push(Line::new(start));
        Ok(())
    }

    /// Checks that the tokens may end here.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`] when a variation is open or the last token is a step along the main line.
    pub fn finish(&self) -> Result<()> {
        match (self.variations.is_empty(), &self.last) {
            (false, _) => Err(misplaced("a variation that does not end")),
            (_, Last::Plies) => Err(misplaced("a step along the main line to which nothing is attached")),
            _ => Ok(()),
        }
    }
}

pub fn misplaced(what: &str) -> Error {
    Error::new(ErrorCode::InvalidGame, format!("annotations contradict each other: {what}"))
}
