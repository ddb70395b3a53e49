//! Reserves space for the content of a game, and copies games.

use super::{Game, Token};
use crate::Result;

/// Length in bytes up to which a PGN text counts as short: its game is built without reserving memory.
const SHORT_TEXT: usize = 1 << 10;

/// [`Clone::clone_from`] reuses the memory of the copy.
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
        self.termination = *termination;
        self.continued = *continued;
        self.is_partial = *is_partial;
    }
}

impl Game {
    /// Reserves space for this many bytes of text, for one more tag and move, and for two tokens.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_text(&mut self, bytes: usize) -> Result<()> {
        self.text.try_reserve(bytes)?;
        self.tags.try_reserve(1)?;
        self.moves.try_reserve(1)?;
        Ok(self.tokens.try_reserve(2)?)
    }

    /// Reserves space for exactly this many tags, with this many bytes in total.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_tags(&mut self, tags: usize, bytes: usize) -> Result<()> {
        self.text.try_reserve_exact(bytes)?;
        Ok(self.tags.try_reserve_exact(tags)?)
    }

    /// Copies the game like [`Clone::clone`], but fails if memory is missing.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn try_clone(&self) -> Result<Game> {
        let mut copy = Game::new();
        copy.try_clone_from(self)?;
        Ok(copy)
    }

    /// Makes the game equal to another and reuses its memory, like [`Clone::clone_from`].
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory). The game is then empty.
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

    /// Reserves space for a token, and for another token without text.
    ///
    /// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
    pub(crate) fn try_reserve_token(&mut self, token: Token<'_>) -> Result<()> {
        self.try_reserve_text(match token {
            Token::Comment(text) | Token::LineComment(text) | Token::Escape(text) | Token::Raw(text) => text.len(),
            _ => 0,
        })
    }

    /// Reserves space for everything that a PGN text of this many bytes can contain.
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
