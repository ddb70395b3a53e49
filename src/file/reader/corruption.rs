//! Corruption that a reader finds in the blocks of a file.

use std::ops::Range;

use crate::Error;

/// Games that could not be read, or not completely, or not by the index.
#[derive(Debug, Clone)]
pub struct Corruption {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The error, with the offset in the file where it is known.
    pub error: Error,
    /// True if the games can be read with some part missing; otherwise they are lost.
    pub partly: bool,
    /// Only the position index or summaries are wrong, which make searches fast: the games can be read as they were written. They
    /// are searched without a part that is damaged, and wrongly by one that contradicts them. `partly` is then `true`, too.
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
