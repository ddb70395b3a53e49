//! The games of a file, one after another.

use super::Reader;
use crate::{Game, Result};

/// Iterator over the games of a file and their numbers, in order; see [`Reader::iter`].
#[derive(Clone)]
pub struct Games<'a> {
    reader: &'a Reader,
    /// The lowest number that can come next.
    next: u64,
}

impl Iterator for Games<'_> {
    type Item = Result<(u64, Game)>;

    fn next(&mut self) -> Option<Result<(u64, Game)>> {
        let number = self.reader.next_number(self.next)?;
        self.next = number + 1;
        let mut game = Game::new();
        Some(self.reader.read_game(number, &mut game).map(|()| (number, game)))
    }
}

impl Reader {
    /// Returns the lowest number not below `from` whose game is not deleted; `None` past the last game.
    pub fn next_number(&self, from: u64) -> Option<u64> {
        (from..self.number_end()).find(|number| !self.is_deleted(*number))
    }

    /// Returns an iterator over all games and their numbers, without deleted games. For a game that cannot be read, it returns an error
    /// that names the game, and continues. [`Reader::read_game`] saves an allocation for each game; [`MoveScan`](crate::MoveScan) reads
    /// main lines much faster.
    ///
    /// ```
    /// use plypack::{Codec, Reader, games_from_pgn, pack_games};
    ///
    /// let (games, _) = games_from_pgn(b"[White \"Morphy\"]\n\n1. e4 e5 *\n\n[White \"Anderssen\"]\n\n1. a3 *\n")?;
    /// let reader = Reader::from_bytes(pack_games(&games, Codec::Byte)?)?;
    /// let mut players = Vec::new();
    /// for game in &reader {
    ///     let (number, game) = game?;
    ///     players.push((number, String::from_utf8_lossy(game.tag(b"White").unwrap_or(b"?")).into_owned()));
    /// }
    /// assert_eq!(players, [(0, "Morphy".to_owned()), (1, "Anderssen".to_owned())]);
    /// # Ok::<(), plypack::Error>(())
    /// ```
    pub fn iter(&self) -> Games<'_> {
        Games { reader: self, next: 0 }
    }
}

impl<'a> IntoIterator for &'a Reader {
    type Item = Result<(u64, Game)>;
    type IntoIter = Games<'a>;

    fn into_iter(self) -> Games<'a> {
        self.iter()
    }
}
