//! Games of other blocks, added without decoding their moves.

use super::{BlockBuilder, room::GameSize};
use crate::{
    Game, Result,
    container::{SUMMARY_LEN, state::GameState},
    memory,
};

/// A game as another block stores it; only the tags are decoded.
pub struct StoredGame<'a> {
    /// Plies of the main line.
    pub plies: u32,
    /// Code of the main line.
    pub code: &'a [u8],
    /// Annotations, as the section has them.
    pub tokens: &'a [u8],
    /// Text of comments.
    pub texts: &'a [u8],
    /// The part of the movetext that could not be parsed.
    pub unparsed: &'a [u8],
    /// Summary for searches.
    pub summary: [u8; SUMMARY_LEN],
}

impl StoredGame<'_> {
    /// Returns an upper bound of the size that the game adds to a block; each token has a byte or more.
    fn size(&self, tags: &Game) -> GameSize {
        let of_tags = GameSize::of(tags);
        let plies = self.plies as usize;
        let bytes = of_tags.bytes + self.texts.len() + self.unparsed.len() + 7 * self.tokens.len() + 6 * plies;
        GameSize { bytes, plies, tags: of_tags.tags }
    }
}

impl BlockBuilder {
    /// Returns whether [`BlockBuilder::add_stored`] can add a game with these tags, from a block that [stores games as]
    /// this one. It can if the game does not bring the block near a limit.
    ///
    /// [stores games as]: crate::container::Block::stores_as
    pub fn has_room_for_stored(&self, game: &StoredGame<'_>, tags: &Game) -> bool {
        self.has_room(&game.size(tags))
    }

    /// Adds a game of another block without decoding its moves. This block must have room for it. `tags` has tags, start and termination.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`](crate::ErrorCode::InvalidGame) for a tag that no line of PGN can hold; then nothing is added.
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
    pub fn add_stored(&mut self, game: &StoredGame<'_>, tags: &Game) -> Result<()> {
        tags.check_tags()?;
        self.annotations.add_stored(game.tokens, game.texts)?;
        self.moves.add_stored(game.code, game.plies)?;
        self.annotations.close_game(game.plies)?;
        memory::push(&mut self.states, GameState::of(tags).bits())?;
        self.add_tags(tags)?;
        self.unparsed.push(game.unparsed)?;
        self.unparsed_len += game.unparsed.len();
        self.summaries.push_row(game.summary)
    }
}
