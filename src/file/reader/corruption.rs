//! Corruption that a reader finds in the blocks of a file.

use std::ops::Range;

use crate::Error;

/// Games that cannot be read, or can be read only in part, or that searches may not find by the index or the summaries.
#[derive(Debug, Clone)]
pub struct Corruption {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The error, with its offset in the file if known.
    pub error: Error,
    /// True if the games can be read, but with some part missing; otherwise they are lost.
    pub partly: bool,
    /// True if only the position index or the summaries, which speed up searches, are wrong: the games can be read as they were
    /// written. If the part is damaged, searches do not use it for these games; if it contradicts the games, searches give wrong
    /// results for them. `partly` is then `true`, too.
    pub in_index: bool,
}

impl Corruption {
    /// Games that can be read with some part missing.
    pub(crate) fn partial(games: Range<u64>, error: Error) -> Corruption {
        Corruption { games, error, partly: true, in_index: false }
    }

    /// Games that are lost.
    pub(crate) fn lost(games: Range<u64>, error: Error) -> Corruption {
        Corruption { games, error, partly: false, in_index: false }
    }

    /// Games whose index is corrupt.
    pub(crate) fn of_index(games: Range<u64>, error: Error) -> Corruption {
        Corruption { games, error, partly: true, in_index: true }
    }
}
