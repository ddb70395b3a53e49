//! The remaining room of a block: a writer closes it before a limit is reached (`limits.9`).

use std::collections::HashSet;

use crate::{Error, ErrorCode, Game, Result, Tag, limits};

/// Maximum estimated bytes of a block with several games: a game that would exceed it begins a new block.
pub(super) const MAX_LEN: usize = 1 << 25;

/// Upper bound of the size that a game adds to a block.
pub(super) struct GameSize {
    /// Bytes of tags, comments, unparsed text, tokens and moves.
    pub bytes: usize,
    /// Plies of the main line.
    pub plies: usize,
    /// Tag lines.
    pub tags: usize,
}

impl GameSize {
    pub fn of(game: &Game) -> GameSize {
        let tags = game.tags().len();
        let plies = game.moves.len();
        // A token takes a varint of up to five bytes and a part of another; a ply takes two bytes, and four in its column.
        let counted = 12 * tags + 7 * game.tokens().len() + 6 * plies;
        GameSize { bytes: game.text_len() + game.unparsed().len() + counted, plies, tags }
    }

    /// Checks that a block can hold the game if it has no other.
    ///
    /// Errors: [`ErrorCode::LimitExceeded`]; the message says what is too large.
    pub fn check(&self, game: &Game) -> Result<()> {
        let text = self.bytes - 6 * self.plies;
        let too_large = [
            (self.plies, limits::MAX_PLIES_IN_GAME, "plies"),
            (self.tags, limits::MAX_TAGS_IN_GAME, "tags"),
            (text, limits::MAX_GAME_LEN, "bytes of tags, comments and text"),
        ];
        too_large.into_iter().try_for_each(|(count, max, what)| check_count(count, max, what))?;
        // With fewer tags, names need not be counted.
        if self.tags > limits::MAX_TAG_NAMES {
            check_count(distinct_names(game)?, limits::MAX_TAG_NAMES, "different tag names")?;
        }
        Ok(())
    }
}

fn check_count(count: usize, max: usize, what: &str) -> Result<()> {
    if count <= max {
        Ok(())
    } else {
        let message = format!("a game with {count} {what}; the maximum is {max}");
        Err(Error::new(ErrorCode::LimitExceeded, message))
    }
}

fn distinct_names(game: &Game) -> Result<usize> {
    let mut names = HashSet::new();
    names.try_reserve(game.tags().len())?;
    names.extend(game.tags().map(|tag| match tag {
        Tag::Pair(name, _) => name,
        Tag::Raw(_) => b"",
    }));
    Ok(names.len())
}
