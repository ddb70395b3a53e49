//! Checks that a game can be stored.

use super::{Game, Start};
use crate::{
    Error, ErrorCode, Position, Result,
    chess::tag_section::{self, unescape},
};

impl Game {
    /// Checks that the format can store the game: it is not [partial](Game::is_partial), the start agrees with the `FEN` tag, a game with
    /// an unreadable start has no moves, and every tag fits on a line of PGN (`tags.1`, `container.11`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`]; [`ErrorCode::NoMemory`].
    pub fn check(&self) -> Result<()> {
        self.check_whole()?;
        let refuse = |what| Err(Error::new(ErrorCode::InvalidGame, format!("the game cannot be stored: {what}")));
        self.check_tags()?;
        // container.11
        if self.continued && !(self.tags.is_empty() && self.moves.is_empty() && self.tokens.is_empty()) {
            return refuse("the continuation of another game has tags, moves or annotations");
        }
        match (&self.start, self.tag(b"FEN")) {
            (Start::Unreadable, _) if self.moves.is_empty() => Ok(()),
            (Start::Unreadable, _) => refuse("moves from an unreadable start"),
            (Start::Standard, None) => Ok(()),
            (Start::Standard, Some(_)) => refuse("a FEN tag, but moves from the standard start"),
            (Start::Fen(_), None) => refuse("moves from a custom start without a FEN tag"),
            (Start::Fen(start), Some(fen)) => match Position::from_fen(&unescape(fen)?) {
                Ok(position) if position == **start => Ok(()),
                _ => refuse("the start is not that of the FEN tag"),
            },
        }
    }

    /// Checks that every tag fits on a line of PGN (`tags.1`).
    pub(crate) fn check_tags(&self) -> Result<()> {
        if self.tags().all(tag_section::fits) {
            Ok(())
        } else {
            Err(Error::new(ErrorCode::InvalidGame, "the game cannot be stored: a tag that no line of PGN can hold"))
        }
    }

    /// Rejects a game that has only its tags.
    pub(crate) fn check_whole(&self) -> Result<()> {
        if self.is_partial {
            Err(Error::new(ErrorCode::InvalidGame, "only the tags of this game were read: its moves would be lost"))
        } else {
            Ok(())
        }
    }
}
