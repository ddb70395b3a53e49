//! Space for what a game is to hold, and copies of games.

use super::{Game, Token};
use crate::Result;

/// Bytes of a PGN text whose game is built without care for memory.
const SHORT_TEXT: usize = 1 << 10;

/// [`Clone::clone_from`] keeps the memory of the copy.
impl Clone for Game {
    fn clone(&self) -> Game {
        let mut copy = Game::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Game) {
        let Game { text, tags, tokens, unparsed, is_partial, start, moves, termination, continued } = other;
        self.text.clone_from(text);
        self.tags.clone_from(tags);
        self.tokens.clone_from(tokens);
        self.unparsed.clone_from(unparsed);
        self.start.clone_from(start);
        self.moves.clone_from(moves);
        (self.termination, self.continued, self.is_partial) = (*termination, *continued, *is_partial);
    }
}

impl Game {
    /// Makes space for so many bytes of text, for one more tag and move, and for two tokens.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_text(&mut self, bytes: usize) -> Result<()> {
        self.text.try_reserve(bytes)?;
        self.tags.try_reserve(1)?;
        self.moves.try_reserve(1)?;
        Ok(self.tokens.try_reserve(2)?)
    }

    /// Makes space for so many tags, which have so many bytes together, and no more.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_tags(&mut self, tags: usize, bytes: usize) -> Result<()> {
        self.text.try_reserve_exact(bytes)?;
        Ok(self.tags.try_reserve_exact(tags)?)
    }

    /// A copy, as by [`Clone::clone`], if there is memory for it.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn try_clone(&self) -> Result<Game> {
        let mut copy = Game::new();
        copy.try_clone_from(self)?;
        Ok(copy)
    }

    /// Makes the game equal to another, keeping its memory, as by [`Clone::clone_from`].
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory); the game is then empty.
    pub fn try_clone_from(&mut self, other: &Game) -> Result<()> {
        self.clear();
        self.text.try_reserve(other.text.len())?;
        self.tags.try_reserve(other.tags.len())?;
        self.tokens.try_reserve(other.tokens.len())?;
        self.unparsed.try_reserve(other.unparsed.len())?;
        self.moves.try_reserve(other.moves.len())?;
        self.clone_from(other);
        Ok(())
    }

    /// Makes space for a token, and for another without text.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_token(&mut self, token: Token<'_>) -> Result<()> {
        self.try_reserve_text(match token {
            Token::Comment(text) | Token::LineComment(text) | Token::Escape(text) | Token::Raw(text) => text.len(),
            _ => 0,
        })
    }

    /// Makes space for all that a PGN text of so many bytes can hold.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_parsed(&mut self, bytes: usize) -> Result<()> {
        // Short texts never need a large block.
        if bytes < SHORT_TEXT {
            return Ok(());
        }
        self.text.try_reserve(bytes)?;
        self.unparsed.try_reserve(bytes)?;
        // A tag takes a line, a move two characters, a token one.
        self.tags.try_reserve(bytes / 2)?;
        self.moves.try_reserve(bytes / 2)?;
        Ok(self.tokens.try_reserve(bytes)?)
    }
}
