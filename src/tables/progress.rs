//! Progress of a stream.

use std::ops::Range;

use crate::Result;

/// Called with the number of games done and the number of games of the scan. If it returns an error, the batch fails with it.
pub type StreamProgress = Box<dyn FnMut(u64, u64) -> Result<()> + Send>;

/// Number of games between two calls of the progress.
const GAMES_BETWEEN_CALLS: u64 = 1000;

/// Progress of a stream: searching the games is half of the work, reading them the other half.
pub(super) struct Progress {
    report: Option<StreamProgress>,
    games: Range<u64>,
    /// One past the last game that was searched.
    searched: u64,
    /// One past the last game that was read.
    read: u64,
    /// Number of games since the last call.
    waiting: u64,
}

impl Progress {
    pub(super) fn new(games: Range<u64>) -> Progress {
        Progress { report: None, searched: games.start, read: games.start, games, waiting: 0 }
    }

    pub(super) fn set(&mut self, report: StreamProgress) {
        self.report = Some(report);
    }

    /// Reports that the games before `number` were searched.
    pub(super) fn searched(&mut self, number: u64) -> Result<()> {
        self.searched = number.clamp(self.searched, self.games.end.max(self.searched));
        self.call()
    }

    /// Reports that a game was read; calls the progress only once per [`GAMES_BETWEEN_CALLS`] games.
    pub(super) fn read(&mut self, number: u64) -> Result<()> {
        self.read = number + 1;
        self.searched = self.searched.max(self.read);
        self.waiting += 1;
        if self.waiting < GAMES_BETWEEN_CALLS { Ok(()) } else { self.call() }
    }

    /// Reports that there are no more games.
    pub(super) fn end(&mut self) -> Result<()> {
        self.searched = self.games.end;
        self.read = self.games.end;
        self.call()
    }

    fn call(&mut self) -> Result<()> {
        self.waiting = 0;
        let Some(report) = &mut self.report else { return Ok(()) };
        let start = self.games.start;
        report((self.searched - start + self.read - start) / 2, self.games.end - start)
    }
}
