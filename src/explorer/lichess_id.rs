//! Ids of games on Lichess.

use crate::{Game, Reader, Result};

/// Length of an id.
pub(super) const LEN: usize = 8;

/// The id of a game on Lichess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LichessId(pub(super) [u8; LEN]);

impl LichessId {
    /// Returns the id in the URL of a game on Lichess: `https://lichess.org/abcdefgh`, possibly with more text after the id.
    pub(super) fn in_site(site: &[u8]) -> Option<LichessId> {
        let (_, path) = std::str::from_utf8(site).ok()?.split_once("lichess.org/")?;
        let mut parts = path.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
        parts.next()?.try_into().ok().map(LichessId)
    }

    /// Reads the tags of a game. Returns its id; `None` if it has none.
    pub(super) fn of_game(reader: &Reader, game: u64) -> Result<Option<LichessId>> {
        let mut read = Game::new();
        reader.read_tags(game, &mut read)?;
        Ok(read.tag(b"Site").and_then(LichessId::in_site))
    }
}
