//! What a reader finds corrupt in the blocks of a file.

use std::ops::Range;

use crate::Error;

/// Games that could not be read, or not completely.
#[derive(Debug, Clone)]
pub struct Corruption {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// What is wrong, with the offset in the file where it is known.
    pub error: Error,
    /// Whether the games can be read with some part missing; otherwise they are lost.
    pub partly: bool,
}

impl Corruption {
    /// Games that can be read with some part missing.
    pub(crate) fn partial(games: Range<u64>, error: Error) -> Corruption {
        Corruption { games, error, partly: true }
    }

    /// Games that are lost.
    pub(crate) fn lost(games: Range<u64>, error: Error) -> Corruption {
        Corruption { games, error, partly: false }
    }
}
