//! A single game in SCID's form, for programs that store games this way.

use super::{encode, read::read_record};
use crate::{Error, ErrorCode, Game, Result, pgn::Issue};

impl Game {
    /// Returns the game as a record of SCID 4: moves, variations, NAGs and comments, the start, and the tags that SCID's index does not
    /// hold. Omits White, Black, event, site, round, and other values that the index holds exactly (date, result, ratings, ECO).
    ///
    /// ```
    /// use plypack::{Game, games_from_pgn};
    ///
    /// let (games, _) = games_from_pgn(b"[White \"Morphy\"]\n[Result \"*\"]\n\n1. e4 e5 {usual} (1... c5) 2. Nf3 *\n")?;
    /// let record = games[0].to_scid_record()?;
    /// let mut game = Game::new();
    /// game.push_tag(b"White", b"Morphy")?;
    /// game.push_tag(b"Result", b"*")?;
    /// game.termination = games[0].termination;
    /// game.read_scid_record(&record, &mut Vec::new())?;
    /// assert_eq!(game, games[0]);
    /// # Ok::<(), plypack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitExceeded`] for a game that SCID cannot hold ([`ScidRefusal`](crate::scid::ScidRefusal)); [`ErrorCode::InvalidGame`] and
    /// [`ErrorCode::IllegalMove`] for a game that contradicts itself; [`ErrorCode::NoMemory`].
    pub fn to_scid_record(&self) -> Result<Vec<u8>> {
        self.check_whole()?;
        match encode(self)? {
            Ok(encoded) => Ok(encoded.record),
            Err(refusal) => {
                Err(Error::new(ErrorCode::LimitExceeded, format!("SCID 4 cannot hold the game: {refusal}")))
            }
        }
    }

    /// Reads a record of SCID 4. The game keeps its termination and its tags, which the caller takes from the index. The tags of the record
    /// are appended. They replace tags of the same name, except White, Black, Event, Site and Round, which the game then has twice.
    ///
    /// Reports corrupt parts and illegal moves in `issues`, with their byte offset in the record. The moves before them are read; illegal
    /// moves and everything after them are kept as text.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn read_scid_record(&mut self, record: &[u8], issues: &mut Vec<Issue>) -> Result<()> {
        read_record(record, self, issues)
    }
}
