//! The games that a search finds, and a limit on their number.

use crate::{Error, ErrorCode, Result, memory};

/// A game that a search finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hit {
    /// The file: the index of its reader.
    pub file: u32,
    /// The number of the game in its file; the first is 0.
    pub game: u64,
    /// Plies from the start of the game to its first match.
    pub ply: u32,
}

/// Number of hits that are still needed.
pub(super) struct MaxHits {
    left: u64,
    /// True if the search ended because it reached the limit; false if its caller ended it.
    ended: bool,
}

impl MaxHits {
    pub(super) fn new(max: u64) -> MaxHits {
        MaxHits { left: max, ended: false }
    }

    /// Returns the hits that are still needed.
    ///
    /// Errors: [`ErrorCode::NoMemory`].
    pub(super) fn take(&mut self, hits: impl Iterator<Item = Hit>) -> Result<Vec<Hit>> {
        let hits = memory::collected(hits.take(usize::try_from(self.left).unwrap_or(usize::MAX)))?;
        self.left -= hits.len() as u64;
        Ok(hits)
    }

    /// Ends the search if no more hits are needed.
    pub(super) fn end_if_reached(&mut self) -> Result<()> {
        self.ended = self.left == 0;
        if self.ended {
            Err(Error::new(ErrorCode::Cancelled, "all hits that were requested are found"))
        } else {
            Ok(())
        }
    }

    /// Returns the outcome of the search; reaching the limit is no error.
    pub(super) fn outcome(&self, searched: Result<()>) -> Result<()> {
        match searched {
            Err(e) if self.ended && e.code() == ErrorCode::Cancelled => Ok(()),
            searched => searched,
        }
    }
}
